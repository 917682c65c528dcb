"""The content security policy of a built site: which inline scripts may run, by their hash, and nothing else inline.

Only what the templates put into each page of the theme is allowed. A script on some pages only came from somewhere else: it
is reported and gets no hash.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from .document import Document
from .problem import Invalid, Problem

RULE = "inline-code"
REMEDIES = {
    "element": "move its rules into docs/assets/kb.css",
    "attribute": "use a class, or a listener in a script file",
    "address": "use a button and a listener in a script file",
}


def policy(documents: Iterable[Document]) -> str:
    """The value of the header for a site's documents. Raises `Invalid` with whatever the policy would block."""
    documents = list(documents)
    allowed = _of_the_theme(document.scripts for document in documents)
    problems = [problem for document in documents for problem in _blocked(document, allowed)]
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


def _of_the_theme(inline: Iterable[list[str]]) -> list[str]:
    """The scripts that most of the documents with inline scripts have in common."""
    having = [scripts for scripts in inline if scripts]
    times = Counter(script for scripts in having for script in dict.fromkeys(scripts))
    return [script for script, count in times.items() if 2 * count > len(having)]


def _blocked(document: Document, allowed: list[str]) -> Iterator[Problem]:
    """What in a document would not run or not show."""
    for script in document.scripts:
        if script not in allowed:
            yield _problem(document, f"an inline script that is not the theme's: {script.strip()[:60]!r}", "move it into a file below docs/assets/")
    for found in document.inline:
        yield _problem(document, found.shown, REMEDIES[found.kind])


def _problem(document: Document, what: str, remedy: str) -> Problem:
    return Problem(document.path, 0, 0, RULE, f"{what}: the content security policy blocks it", remedy)
