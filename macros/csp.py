"""The content security policy of a built site: which inline scripts may run, by their hash, and nothing else inline.

Only what the theme puts into each of its pages is allowed. A script on some pages only came from somewhere else: it is
reported and gets no hash.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from lxml import etree

from .built import Document
from .problem import Invalid, Problem

RULE = "inline-code"
# Types of <script> that hold data, which no browser runs.
DATA = ("application/json", "application/ld+json")


def policy(documents: Iterable[Document]) -> str:
    """The value of the header for a site's documents. Raises `Invalid` with whatever the policy would block."""
    documents = list(documents)
    inline = {document.path: _inline_scripts(document) for document in documents}
    allowed = _of_the_theme(inline.values())
    problems = [problem for document in documents for problem in _blocked(document, inline[document.path], allowed)]
    if problems:
        raise Invalid(problems)
    hashes = " ".join(f"'{sha256(script)}'" for script in allowed)
    directives = {
        "default-src": "'none'",
        "script-src": f"'self' {hashes}".strip(),
        "style-src": "'self'",
        "img-src": "'self' data:",  # the theme's icons are data addresses in its styles
        "connect-src": "'self'",
        "worker-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def sha256(script: str) -> str:
    """The hash of an inline script, as a policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _inline_scripts(document: Document) -> list[str]:
    """The scripts that stand in a document itself, in order."""
    return [element.text or "" for element in document.code if element.tag == "script" and element.get("src") is None and element.get("type") not in DATA]


def _of_the_theme(inline: Iterable[list[str]]) -> list[str]:
    """The scripts that most of the documents with inline scripts have in common."""
    having = [scripts for scripts in inline if scripts]
    times = Counter(script for scripts in having for script in dict.fromkeys(scripts))
    return [script for script, count in times.items() if 2 * count > len(having)]


def _blocked(document: Document, scripts: list[str], allowed: list[str]) -> Iterator[Problem]:
    """What in a document would not run or not show."""
    for script in scripts:
        if script not in allowed:
            yield _problem(document, f"an inline script that is not the theme's: {script.strip()[:60]!r}", "move it into a file below docs/assets/")
    for element in (*document.code, *document.root.iter(etree.Element)):
        if element.tag == "style":
            yield _problem(document, "a <style> element", "move its rules into docs/assets/kb.css")
        for name, value in element.attrib.items():
            if name == "style" or name.startswith("on"):
                yield _problem(document, f"<{element.tag} {name}={value[:40]!r}>", "use a class, or a listener in a script file")
            elif value.strip().lower().startswith("javascript:"):
                yield _problem(document, f"<{element.tag} {name}={value[:40]!r}>", "use a button and a listener in a script file")


def _problem(document: Document, what: str, remedy: str) -> Problem:
    return Problem(document.path, 0, 0, RULE, f"{what}: the content security policy blocks it", remedy)
