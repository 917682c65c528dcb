"""What a reader and a program find in one HTML file of the site.

The tree is read once and let go: the trees of a whole site would take several times the memory of what is found in them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple

from lxml import etree

from .outline import APART, Outline, outline

# What is filled in from this reading, and so is not read itself.
FILLED_LATER = "data-proof"
# Types of <script> that hold data, which no browser runs.
DATA = ("application/json", "application/ld+json")
CLASSES = {"kb-as-of", "kb-sources", "kb-ref", "verdict"}
UNFINISHED = re.compile(r"\]\(|\{\{|\}\}|\{%|%\}|\{[a-z]+\.[a-z0-9.-]+(\|\w+)?\}|Macro (Syntax|Rendering) Error|Traceback \(most recent|&(lt|gt|amp|#\d+);|\bNone\b|\bundefined\b")

# Plain strings: those that know their element would keep the whole tree.
_xpath = partial(etree.XPath, smart_strings=False)
_TEXT = _xpath("string()")
_PROSE = _xpath("//text()[not(ancestor::code or ancestor::pre or ancestor::textarea)]")
_SPOKEN = _xpath("//@aria-label | //@title | //@alt | //@placeholder | //meta[@name='description']/@content")
_IDS = _xpath("//@id")
_HEAD = _xpath("/html/head/title/text() | /html/head/meta[@name='description']/@content")
_HREFS = _xpath(".//a/@href")
_TIMES, _SWITCHES, _ALTERNATES = map(_xpath, ("//time[@datetime]", "//a[@data-switch]", "//link[@hreflang]"))
_SENTENCES = _xpath("//*[starts-with(@data-text, 'statuses.')]")
_CLASSED = _xpath("//*[@class]")
# Most files have none of it, which is told without a tree.
_MAYBE_INLINE = re.compile(rb"(?i)<style|\s(style|on[a-z]+)\s*=|javascript:")
_INLINE = _xpath("//style | //*[@style or @*[starts-with(name(), 'on') or contains(translate(., 'JAVSCRIPT', 'javscript'), 'javascript:')]]")


class Spoken(NamedTuple):
    """Words with the language that they are marked to be in, and what stands beside them for programs."""

    lang: str
    words: str
    marks: dict[str, str]


class Label(NamedTuple):
    """What is read out of something, and what is seen of it: of a picture its address."""

    what: str
    read: str
    seen: str
    lang: str = ""


class Inline(NamedTuple):
    """Code or style that stands in a document outside of a script: as a <style>, an attribute, or an address that is code."""

    kind: Literal["element", "attribute", "address"]
    shown: str


class Switch(NamedTuple):
    """A link to the same page in another language."""

    code: str
    href: str


class Document:
    """One HTML file of the site. `path` is its own, below the site's folder."""

    def __init__(self, path: str, content: bytes):
        self.path = path
        # Plain elements: those of lxml.html cost more than all that is done with them here.
        root: etree._Element = etree.fromstring(content, etree.HTMLParser(encoding="utf-8", remove_comments=True))
        self.scripts = [element.text or "" for element in root.iter("script") if element.get("src") is None and element.get("type") not in DATA]
        """The scripts that stand in the document itself, in order."""
        self.inline = [finding for element in _INLINE(root) for finding in _inline(element)] if _MAYBE_INLINE.search(content) else []
        etree.strip_elements(root, "script", "style", with_tail=False)  # code is no words
        article = root.find(".//article")
        content_of = root if article is None else article
        classed = _classed(root)
        self.lang: str = root.get("lang", "")
        self.head = "\n".join(_HEAD(root))
        """What a search engine shows of it."""
        self.outline: Outline = Outline() if article is None else outline(article)
        self.ids = frozenset(_IDS(root))
        self.hrefs: list[str] = _HREFS(content_of)
        """Where the links of its own content lead, without the frame around it."""
        self.alternates = {link.get("hreflang"): link.get("href") for link in _ALTERNATES(root) if "alternate" in link.get("rel", "").split()}
        self.switches = [Switch(link.get("data-switch"), link.get("href")) for link in _SWITCHES(root)]
        self.times = [Spoken(language_of(time), words_of(time), dict(time.attrib)) for time in _TIMES(root)]
        self.as_of = [time.get("datetime") for time in classed["kb-as-of"]]
        self.cited = [li.get("id", "").removeprefix("source-") for ol in classed["kb-sources"] if ol.tag == "ol" for li in ol]
        self.verdicts = [Spoken(language_of(element), words_of(element), dict(element.attrib)) for element in classed["verdict"]]
        self.sentences = [Spoken(language_of(element), " ".join("".join(_without_marks(element)).split()), dict(element.attrib)) for element in _SENTENCES(root)]
        """The sentences that say a verdict, without the marks of their basis and the numbers of their sources."""
        self.labels = list(_labels(content_of, classed["kb-ref"]))
        self.unfinished = _unfinished(root)
        """What of templates, placeholders and errors shows."""


def language_of(element: etree._Element) -> str:
    """The language that an element is marked to be in: by itself, or by the nearest above."""
    return next((lang for e in (element, *element.iterancestors()) if (lang := e.get("lang"))), "")


def words_of(element: etree._Element) -> str:
    """The visible words of an element on one line, whatever kind of space stands between them."""
    return " ".join("".join(element.itertext()).split())


def _classed(root: etree._Element) -> dict[str, list[etree._Element]]:
    """The elements by each of their classes, in order; what is filled in later is left out."""
    found = defaultdict(list)
    for element in _CLASSED(root):
        for name in set(element.get("class").split()) & CLASSES:
            if not any(e.get(FILLED_LATER) is not None for e in element.iterancestors()):
                found[name].append(element)
    return found


def _without_marks(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if not {*APART, "kb-basis"} & set(child.get("class", "").split()):
            yield from _without_marks(child)
        yield child.tail or ""


def _inline(element: etree._Element) -> Iterator[Inline]:
    if element.tag == "style":
        yield Inline("element", "a <style> element")
    for name, value in element.attrib.items():
        shown = f"<{element.tag} {name}={value[:40]!r}>"
        if name == "style" or name.startswith("on"):
            yield Inline("attribute", shown)
        elif value.strip().lower().startswith("javascript:"):
            yield Inline("address", shown)


def _labels(content: etree._Element, references: list[etree._Element]) -> Iterator[Label]:
    """Every label of a page's content beside what it stands for."""
    for image in content.iter("img"):
        yield Label("a picture", image.get("alt", ""), image.get("src", ""))
    for sup in references:
        for link in sup.iter("a"):
            yield Label("a reference", link.get("aria-label", ""), words_of(link), language_of(link))
    for table in content.iter("table"):
        yield from _of_table(table)


def _of_table(table: etree._Element) -> Iterator[Label]:
    region, caption = table.getparent(), table.find("caption")
    if caption is not None and region.get("role") == "region":
        yield Label("a table", region.get("aria-label", ""), words_of(caption))
    heads = [words_of(cell) for cell in table.iterfind("thead/tr/th")]
    for row in table.iterfind("tbody/tr"):
        for head, cell in zip(heads, row):
            if (label := cell.get("data-label")) is not None:
                yield Label("a cell", label, head)


def _unfinished(root: etree._Element) -> list[str]:
    """Leftovers among the words that are read or read out, the title included; code and samples may have marks of any kind."""
    spoken = _SPOKEN(root)
    if not UNFINISHED.search("\n".join([_TEXT(root), *spoken])):
        return []
    return list(dict.fromkeys(match[0] for match in UNFINISHED.finditer("\n".join([*_PROSE(root), *spoken]))))
