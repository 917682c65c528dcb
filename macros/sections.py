"""A page cut at its headings into what a search looks through.

The theme's own reader takes longer than all else that is done with a page, and runs the words of neighbouring cells together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from lxml import etree

from .outline import HEADINGS

# The theme's search knows blocks by these; the words of any other element stand apart, but for those set inside a line.
KEPT = {"p", "li", "ol", "ul", "code", "pre"}
INLINE = {"a", "abbr", "b", "em", "i", "span", "strong", "time", "wbr"}
LISTS = {"li", "ol", "ul"}
# Numbers of sources, and what holds no words.
SKIPPED = {"sup", "script", "style", "template", "svg"}
EMPTY = re.compile(r"<(p|li|ol|ul|code|pre)>\s*</\1>")


@dataclass
class Section:
    """A part of a page. `id` is its heading's; empty for what stands below the page's title. `text` has the marks of blocks."""

    id: str
    title: str
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        text = re.sub(r"\s+", " ", "".join(self.pieces))
        while text != (text := EMPTY.sub("", text)):
            pass
        return re.sub(r" (?=</)|(?<=>) (?=[^<])", "", text).strip()


def cut(content: str, title: str) -> list[Section]:
    """The sections of a page's content, in order. What is marked with `data-search-exclude` is left out."""
    root = etree.fromstring(f"<div>{content}</div>", etree.HTMLParser(encoding=None))
    found = [Section("", title)]
    for piece in _pieces(root):
        if isinstance(piece, Section):
            found.append(piece)
        else:
            found[-1].pieces.append(piece)
    return found


def _pieces(element: etree._Element) -> Iterator[str | Section]:
    """Words and marks in their order; a heading as the section that it opens."""
    tag = element.tag
    if not isinstance(tag, str) or tag in SKIPPED or element.get("data-search-exclude") is not None:
        return
    if tag in HEADINGS and element.get("id"):
        if tag != "h1":
            yield Section(element.get("id"), "".join(_title(element)).strip())
        return
    whole = tag not in LISTS or not any(True for _ in element.iter(*HEADINGS))  # else it would be cut
    opened, closed = (f"<{tag}>", f"</{tag}>") if tag in KEPT and whole else ("", "") if tag in INLINE else (" ", " ")
    yield opened
    yield escape(element.text or "", quote=False)
    for child in element:
        yield from _pieces(child)
        yield escape(child.tail or "", quote=False)
    yield closed


def _title(heading: etree._Element) -> Iterator[str]:
    yield escape(heading.text or "", quote=False)
    for child in heading:
        if child.get("class") != "headerlink":
            yield escape("".join(child.itertext()), quote=False)
        yield escape(child.tail or "", quote=False)
