"""How each ticket format writes a heading, a list, strong words, code and links, and how it keeps words from turning into markup.

The formats are data throughout: `exported` gives them to a script, which writes by the same marks and patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal
from urllib.parse import quote

# Patterns are of the kind that Python and JavaScript share, without looking behind, which browsers know only since lately.
# Classes that differ between the two are written inside brackets.
ALNUM = r"[^\W_]"
ENTITY = r"&(?=#?[\w]+;)"
IN_JAVASCRIPT = {r"[^\W_]": r"[\p{L}\p{N}]", r"\w": r"\p{L}\p{N}_", r"\d": r"\p{Nd}", r"\s": r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"}
GAPS = r"[ \t\n]+"
ADDRESS_SIGNS = "/:?#&=%+,@$~"


@dataclass(frozen=True)
class Run:
    """Some words and their role. A link has an address, stands last in its block, and without words shows the address."""

    words: str
    role: Literal["text", "strong", "code", "link"] = "text"
    address: str = ""


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph or an item of a list; items that follow each other are one list."""

    kind: Literal["heading", "paragraph", "item"]
    runs: tuple[Run, ...]


def web_address(url: str) -> str:
    """An address without characters that a format could take for its own: they are percent-encoded."""
    return quote(url, safe=ADDRESS_SIGNS)


@dataclass(frozen=True, eq=False)
class Rule:
    """What a format could take for its own, and what is written instead.

    A group of the pattern only says what stands before, and is kept. Of each character of the rest, `{sign}` is that itself
    and `{code}` its number; where there is no rest, the signs in the group are left alone.
    """

    pattern: str
    written: str = "\\{sign}"
    start: bool = False
    """Whether it matters at the start of a line only."""


@dataclass(frozen=True, eq=False)
class Format:
    """The marks of a format, as patterns around finished words."""

    escapes: tuple[Rule, ...] = ()
    """How words are written so that this format shows them unchanged, one rule after the other."""
    heading: str = "{}"
    paragraph: str = "{}"
    bullets: str = "{}"
    item: str = "- {}"
    strong: str = "{}"
    code: str | None = None
    """None: the format has no code inside a line, or none that could stand beside a full-width mark."""
    fence: str = ""
    """The sign that code stands between, so many times that the code itself cannot end it; nothing in code is escaped then."""
    link: str | None = None
    bare: str = "{address}"
    not_in_link: str = ""
    """A link whose words hold one of these characters, or any if there is no `link`, is written as words and address."""
    address_escapes: tuple[Rule, ...] = ()
    gap: str = "\n\n"


def write(blocks: Iterable[Block], format: str) -> str:
    """Blocks in a format of `FORMATS`. Raises KeyError for an unknown one.

    There is an empty line before and after each list, since some tools need it.
    """
    marks = FORMATS[format]
    parts = []
    for is_list, group in groupby(blocks, key=lambda block: block.kind == "item"):
        written = [getattr(marks, block.kind).format(_line(block, marks)) for block in group]
        parts += [marks.bullets.format("\n".join(written))] if is_list else written
    return marks.gap.join(parts)


def _line(block: Block, marks: Format) -> str:
    return "".join([_run(run, marks, index == 0) for index, run in enumerate(block.runs)]).strip(" ")


@lru_cache(maxsize=10_000)  # labels, dates and sources come back in every citation
def _run(run: Run, marks: Format, start: bool) -> str:
    words = re.sub(GAPS, " ", run.words)
    if run.role == "code" and marks.code:
        return marks.code.format(_fenced(words, marks.fence) if marks.fence else escaped(words, marks.escapes))
    if run.role == "strong":
        return marks.strong.format(escaped(words, marks.escapes))
    if run.role != "link" or not run.address:
        return escaped(words, marks.escapes, start)
    address = escaped(web_address(run.address), marks.address_escapes)
    if not words:
        return marks.bare.format(address=address)
    if marks.link is None or set(words) & set(marks.not_in_link):
        return f"{escaped(words, marks.escapes, start)} {marks.bare.format(address=address)}"
    return marks.link.format(words=escaped(words, marks.escapes), address=address)


def escaped(words: str, rules: Iterable[Rule], start: bool = False) -> str:
    """Words in which nothing is left that the rules know; `start` says that they stand at the start of a line."""
    for rule in rules:
        if start or not rule.start:
            words = re.sub(rule.pattern, lambda match: _instead(match, rule.written), words)
    return words


def _instead(match: re.Match, written: str) -> str:
    kept = match[match.lastindex] if match.lastindex else ""
    return kept + "".join(written.format(sign=sign, code=ord(sign)) for sign in match[0][len(kept) :])


def _fenced(words: str, sign: str) -> str:
    """Code between more of a sign than it contains."""
    fence = sign * (max(map(len, re.findall(f"{sign}+", words)), default=0) + 1)
    pad = " " if words.startswith((sign, " ")) or words.endswith((sign, " ")) else ""
    return f"{fence}{pad}{words}{pad}{fence}"


def exported() -> dict:
    """The formats with all that `write` knows of them, for a script: patterns as JavaScript reads them, with its flags `gu`."""
    formats = {id: asdict(marks) for id, marks in FORMATS.items()}
    for marks in formats.values():
        for rule in (*marks["escapes"], *marks["address_escapes"]):
            rule["pattern"] = in_javascript(rule["pattern"])
    return {"formats": formats, "gaps": GAPS, "address": f"[^A-Za-z0-9_.{ADDRESS_SIGNS}-]"}


def in_javascript(pattern: str) -> str:
    """A pattern of this module for JavaScript."""
    for here, there in IN_JAVASCRIPT.items():
        pattern = pattern.replace(here, there)
    return pattern


# -- escapes


ENTITY_OF = "&#{code};"

MARKDOWN = (
    Rule(rf"[\\`*\[\]<>#|~$]|{ENTITY}|({ALNUM}_(?={ALNUM}))|_"),
    # A list or an underline: `- `, `1. `, `===`.
    Rule(r"^( *)[-+=]", start=True),
    Rule(r"^( *[\d]+)[.)]", start=True),
)

# Between letters or digits Jira leaves these alone: H100-SXM5, 10-20.
JIRA = (
    # No backslash works before these, but Jira passes entities on.
    Rule(rf"\\|{ENTITY}|:(?=[PpDd](?!{ALNUM}))", ENTITY_OF),
    Rule(
        rf"[{{}}\[\]|!]|({ALNUM}[-*_+^~](?={ALNUM}))|[-*_+^~]|\?{{2,}}"
        r"|([:;])[()]|\((?=(?:[ynix/!?+-]|\*[rgby]?|on|off|flag|flagoff)\))"
    ),
    Rule(r"^( *)(?:#(?=[#*-]* )|h(?=[1-6]\.)|b(?=q\.))", ENTITY_OF, start=True),
)

# Among them what ends a title in a link, abbreviates, or becomes another sign: "A (B)":url, SM90(x), (c), 10x20.
TEXTILE = (
    Rule(
        rf"""["'@|#<>!\[\]{{}}\\]|{ENTITY}|({ALNUM}[-*_+^~%](?={ALNUM}))|[-*_+^~%]|\?{{2,}}|={{2,}}|\.{{2,}}"""
        rf"|({ALNUM})\(|\((?=(?:[cCrRoO]|[tT][mM]|1/4|1/2|3/4)[)\]])|^[(:$]|\)$|([\d])[xX](?=[\d])|([\d] )[xX](?= [\d])", ENTITY_OF
    ),
    Rule(r"^( *)(?:[a-z](?=[a-z]*[\d]*[^\s.]*\.)|[;:])", ENTITY_OF, start=True),
)

BACKLOG = (
    Rule(r"\\(?=[\\'%\[\]{&#*+>|-])|'{2,}|%{2,}|\[{2,}|\]{2,}|\{(?=/?(?:code|quote)(?![\w]))|&(?=color|br;)|#(?=(?:image|thumbnail|attach|contents|rev|cpp)(?![\w]))"),
    Rule(r"^( *)[-*+>|]", start=True),
)

HTML = (Rule("&", "&amp;"), Rule("<", "&lt;"), Rule(">", "&gt;"))

FORMATS = {
    "text": Format(),
    # A label is closed before its colon, never behind it: `**A：**B` would not be bold beside a full-width mark.
    "markdown": Format(
        MARKDOWN, heading="### {}", strong="**{}**", code="{}", fence="`", link="[{words}]({address})", bare="<{address}>",
    ),
    # In braces, since Jira Cloud does not know full-width marks as the end of a word.
    "jira": Format(
        JIRA, heading="h3. {}", item="* {}", strong="{{*}}{}{{*}}", link="[{words}|{address}]", bare="[{address}]", not_in_link="|[]\\",
    ),
    "textile": Format(
        TEXTILE, heading="h3. {}", item="* {}", strong="*{}*", link='"{words}":{address}', bare='"{address}":{address}',
    ),
    "backlog": Format(
        BACKLOG, heading="** {}", strong="''{}''", link="[[{words}>{address}]]", bare="[[{address}]]", not_in_link=">:[]\\",
    ),
    "html": Format(
        HTML, heading="<h3>{}</h3>", paragraph="<p>{}</p>", bullets="<ul>\n{}\n</ul>", item="<li>{}</li>", strong="<strong>{}</strong>",
        code="<code>{}</code>", link='<a href="{address}">{words}</a>', bare='<a href="{address}">{address}</a>',
        address_escapes=HTML, gap="\n",
    ),
}
