"""The outline of a page's content: what must be the same in every language, each thing with the section it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lxml import etree

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
LISTS = {"ul", "ol", "dl"}
# What holds words of its own; words outside of any belong to the whole.
BLOCKS = HEADINGS | {"p", "li", "dt", "dd", "th", "td", "caption"}
# Numbers of references, marks of anchors and samples to copy are not words of a text.
APART = {"kb-ref", "headerlink"}


class Item(NamedTuple):
    """One thing of the page. `section` is the id of the heading above it."""

    value: str
    section: str

    def __str__(self) -> str:
        return f"`{self.value}`" + (f" (under #{self.section})" if self.section else "")


@dataclass(slots=True)
class Block:
    """A text of the data, or else a paragraph, item or cell: its words and its links. `key` is the text's id or the tag."""

    key: str
    section: str
    pieces: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        return "".join(self.pieces)


@dataclass
class Outline:
    """All of it, in the order of the page."""

    ids: list[Item] = field(default_factory=list)
    headings: list[Item] = field(default_factory=list)
    texts: list[Item] = field(default_factory=list)
    lists: list[Item] = field(default_factory=list)
    tables: list[Item] = field(default_factory=list)
    notes: list[Item] = field(default_factory=list)
    marks: list[Item] = field(default_factory=list)
    codes: list[Item] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)


def outline(content: etree._Element) -> Outline:
    """The outline of an element's content, in one walk."""
    found, section = Outline(), ""
    stack: list[tuple[etree._Element | None, Block | None]] = [(None, Block("", ""))]
    found.blocks.append(stack[0][1])
    for event, element in etree.iterwalk(content, events=("start", "end")):
        if event == "start":
            if element.tag in HEADINGS and element.get("id"):
                section = element.get("id")
            _note(found, element, section)
            block = _block(element, section)
            if block:
                stack.append((element, block))
                found.blocks.append(block)
            elif _apart(element):
                stack.append((element, None))
            owner = stack[-1][1]
            if owner:
                owner.pieces.append(element.text or "")
                if element.tag == "a" and element.get("href") and element.get("data-switch") is None:
                    owner.links.append(element.get("href"))
        else:
            if stack[-1][0] is element:
                stack.pop()
            if stack[-1][1] and element is not content:
                stack[-1][1].pieces.append(element.tail or "")
    return found


def _apart(element: etree._Element) -> bool:
    return element.tag == "pre" or not APART.isdisjoint(element.get("class", "").split())


def _block(element: etree._Element, section: str) -> Block | None:
    text = element.get("data-text")
    return Block(text or element.tag, section) if text or element.tag in BLOCKS else None


def _note(found: Outline, element: etree._Element, section: str) -> None:
    """Enter an element under everything that it is."""
    for things, value in _things(found, element):
        things.append(Item(value, section))


def _things(found: Outline, element: etree._Element) -> Iterator[tuple[list[Item], str]]:
    tag = element.tag
    for things, name in ((found.ids, "id"), (found.texts, "data-text"), (found.notes, "data-weight"), (found.marks, "data-basis")):
        if (value := element.get(name)) is not None:
            yield things, value
    if tag in HEADINGS:
        yield found.headings, f"{tag} {element.get('id', '')}".strip()
    elif tag in LISTS:
        yield found.lists, f"{tag} of {len(element)}"
    elif tag == "table":
        yield found.tables, "table of " + " + ".join(str(len(row)) for row in element.iter("tr"))
    elif tag == "code":
        yield found.codes, " ".join("".join(element.itertext()).split())
