"""How each ticket format writes a heading, a list, strong words, code and links, and how it keeps words from turning into markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Literal
from urllib.parse import quote

ENTITY = r"&(?=#?\w+;)"
ALNUM = r"[^\W_]"


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
    return quote(url, safe="/:?#&=%+,@$~")


@dataclass(frozen=True)
class Format:
    """The marks of a format, as patterns around finished words."""

    escape: Callable[[str, bool], str]
    """Words as this format shows them unchanged; the flag says that they stand at the start of a line."""
    heading: str = "{}"
    paragraph: str = "{}"
    bullets: str = "{}"
    item: str = "- {}"
    strong: str = "{}"
    code: Callable[[str], str] | None = None
    """None: the format has no code inside a line, or none that could stand beside a full-width mark."""
    link: str | None = None
    bare: str = "{address}"
    not_in_link: str = ""
    """A link whose words hold one of these characters, or any if there is no `link`, is written as words and address."""
    address: Callable[[str], str] = web_address
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
    return "".join(_run(run, marks, start=index == 0) for index, run in enumerate(block.runs)).strip(" ")


def _run(run: Run, marks: Format, start: bool) -> str:
    words = re.sub(r"[ \t\n]+", " ", run.words)
    if run.role == "code" and marks.code:
        return marks.code(words)
    if run.role == "strong":
        return marks.strong.format(marks.escape(words, False))
    if run.role != "link" or not run.address:
        return marks.escape(words, start)
    address = marks.address(run.address)
    if not words:
        return marks.bare.format(address=address)
    if marks.link is None or set(words) & set(marks.not_in_link):
        return f"{marks.escape(words, start)} {marks.bare.format(address=address)}"
    return marks.link.format(words=marks.escape(words, False), address=address)


# -- escapes


def _text(words: str, start: bool) -> str:
    return words


def _html(words: str, start: bool) -> str:
    return escape(words, quote=False)


MARKDOWN = re.compile(rf"[\\`*\[\]<>#|~$]|{ENTITY}|(?<!{ALNUM})_|_(?!{ALNUM})")
MARKDOWN_START = re.compile(r"^( *)([-+=]|\d+(?=[.)]))")


def _markdown(words: str, start: bool) -> str:
    shown = MARKDOWN.sub(r"\\\g<0>", words)
    if start:  # a list or an underline: `- `, `1. `, `===`
        shown = MARKDOWN_START.sub(lambda m: f"{m[1]}{m[2]}\\" if m[2].isdigit() else f"{m[1]}\\{m[2]}", shown)
    return shown


def _markdown_code(words: str) -> str:
    """Code between more backticks than it contains."""
    fence = "`" * (max(map(len, re.findall("`+", words)), default=0) + 1)
    pad = " " if words[:1] in "` " or words[-1:] in "` " else ""
    return f"{fence}{pad}{words}{pad}{fence}"


# Between letters or digits Jira leaves these alone: H100-SXM5, 10-20.
JIRA = re.compile(
    rf"[{{}}\[\]|!]|(?<!{ALNUM})[-*_+^~]|[-*_+^~](?!{ALNUM})|\?(?=\?)|(?<=\?)\?"
    r"|(?<=[:;])[()]|\((?=(?:[ynix/!?+-]|\*[rgby]?|on|off|flag|flagoff)\))"
)
# No backslash works before these, but Jira passes entities on.
JIRA_ENTITY = re.compile(rf"\\|{ENTITY}|:(?=[PpDd](?!{ALNUM}))")
JIRA_START = re.compile(r"^ *(#(?=[#*-]* )|h(?=[1-6]\.)|b(?=q\.))")


def _jira(words: str, start: bool) -> str:
    shown = JIRA.sub(r"\\\g<0>", JIRA_ENTITY.sub(_entity, words))
    return JIRA_START.sub(lambda m: m[0][:-1] + _entity(m[1]), shown) if start else shown


# Among them what ends a title in a link, abbreviates, or becomes another sign: "A (B)":url, SM90(x), (c), 10x20.
TEXTILE = re.compile(
    rf"[\"'@|#<>!\[\]{{}}\\]|{ENTITY}|(?<!{ALNUM})[-*_+^~%]|[-*_+^~%](?!{ALNUM})|\?(?=\?)|(?<=\?)\?|=(?==)|(?<==)=|\.(?=\.)|(?<=\.)\."
    rf"|(?<={ALNUM})\(|\((?=(?:c|r|tm|o|1/4|1/2|3/4)[)\]])|^[:$]|[):]$|(?<=\d)x(?=\d)|(?<=\d )x(?= \d)", re.IGNORECASE
)
TEXTILE_START = re.compile(r"^ *([a-z](?=[a-z]*\d*[^\s.]*\.)|[;:])")


def _textile(words: str, start: bool) -> str:
    shown = TEXTILE.sub(_entity, words)
    return TEXTILE_START.sub(lambda m: m[0][:-1] + _entity(m[1]), shown) if start else shown


BACKLOG = re.compile(r"\\(?=[^\w\s])|'(?=')|(?<=')'|%(?=%)|(?<=%)%|\[(?=\[)|(?<=\[)\[|\](?=\])|(?<=\])\]|\{(?=/?(?:code|quote)\b)|&(?=color|br;)|#(?=(?:image|thumbnail|attach|contents|rev|cpp)\b)")
BACKLOG_START = re.compile(r"^( *)([-*+>|])")


def _backlog(words: str, start: bool) -> str:
    shown = BACKLOG.sub(r"\\\g<0>", words)
    return BACKLOG_START.sub(r"\1\\\2", shown) if start else shown


def _entity(match: re.Match | str) -> str:
    return f"&#{ord(match if isinstance(match, str) else match[0])};"


FORMATS = {
    "text": Format(_text),
    # A label is closed before its colon, never behind it: `**A：**B` would not be bold beside a full-width mark.
    "markdown": Format(
        _markdown, heading="### {}", strong="**{}**", code=_markdown_code, link="[{words}]({address})", bare="<{address}>",
    ),
    # In braces, since Jira Cloud does not know full-width marks as the end of a word.
    "jira": Format(
        _jira, heading="h3. {}", item="* {}", strong="{{*}}{}{{*}}", link="[{words}|{address}]", bare="[{address}]", not_in_link="|[]\\",
    ),
    "textile": Format(
        _textile, heading="h3. {}", item="* {}", strong="*{}*", link='"{words}":{address}', bare='"{address}":{address}',
    ),
    "backlog": Format(
        _backlog, heading="** {}", strong="''{}''", link="[[{words}>{address}]]", bare="[[{address}]]", not_in_link=">:[]",
    ),
    "html": Format(
        _html, heading="<h3>{}</h3>", paragraph="<p>{}</p>", bullets="<ul>\n{}\n</ul>", item="<li>{}</li>", strong="<strong>{}</strong>",
        code=lambda words: f"<code>{_html(words, False)}</code>", link='<a href="{address}">{words}</a>', bare='<a href="{address}">{address}</a>',
        address=lambda url: escape(web_address(url)), gap="\n",
    ),
}
