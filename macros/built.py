"""The built site as files: each HTML document is parsed once, and what a reader finds in it is kept."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from lxml import etree

from .outline import Outline, outline
from .pages import Book, Place

HOST = "http://site.invalid"
INDEX = "index.html"
# What is filled in from this reading, and so is not read itself.
FILLED_LATER = "data-proof"

_TEXT = etree.XPath("string()")
_PROSE = etree.XPath("//text()[not(ancestor::code or ancestor::pre or ancestor::textarea)]")
_SPOKEN = etree.XPath("//@aria-label | //@title | //@alt | //@placeholder | //meta[@name='description']/@content")
_IDS = etree.XPath("//@id")
_CLASS = etree.XPath("//*[contains(concat(' ', normalize-space(@class), ' '), $name)]")


@dataclass(frozen=True)
class Link:
    """Where a link leads: `path` below the site, or None for another host; `fragment` without its mark."""

    href: str
    path: str | None
    fragment: str


class Document:
    """One HTML file of the site. `path` is its own, below the site's folder."""

    def __init__(self, path: str, content: bytes):
        self.path = path
        # Plain elements: those of lxml.html cost more than all that is done with them here.
        self.root: etree._Element = etree.fromstring(content, etree.HTMLParser(encoding="utf-8", remove_comments=True))
        # Code is no words; the content security policy asks for it.
        self.code = list(self.root.iter("script", "style"))
        etree.strip_elements(self.root, "script", "style", with_tail=False)

    @property
    def lang(self) -> str:
        return self.root.get("lang", "")

    @cached_property
    def article(self) -> etree._Element:
        """The page's own content, without the frame around it."""
        found = self.root.find(".//article")
        return self.root if found is None else found

    @cached_property
    def outline(self) -> Outline:
        return outline(self.article)

    @cached_property
    def ids(self) -> frozenset[str]:
        return frozenset(_IDS(self.root))

    @cached_property
    def words(self) -> str:
        """Everything that is read or read out, the title and code included."""
        return "\n".join([_TEXT(self.root), *_SPOKEN(self.root)])

    @cached_property
    def prose(self) -> str:
        """The same without code and samples, which may have marks of any kind."""
        return "\n".join([*_PROSE(self.root), *_SPOKEN(self.root)])

    def having(self, name: str) -> Iterator[etree._Element]:
        """The elements with a class, in order; what is filled in later is left out."""
        for element in _CLASS(self.root, name=f" {name} "):
            if not any(e.get(FILLED_LATER) is not None for e in element.iterancestors()):
                yield element


def language_of(element: etree._Element) -> str:
    """The language that an element is marked to be in: by itself, or by the nearest above."""
    return next((lang for e in (element, *element.iterancestors()) if (lang := e.get("lang"))), "")


def words_of(element: etree._Element) -> str:
    """The visible words of an element on one line, whatever kind of space stands between them."""
    return " ".join("".join(element.itertext()).split())


class Built:
    """A built site with the book that it was made from. `site_url` is the address it was built for."""

    def __init__(self, book: Book, folder: Path, site_url: str):
        self.book, self.folder = book, folder
        self.site_url = site_url.rstrip("/") + "/"
        self.root = urlsplit(self.site_url).path
        self._links: dict[tuple[str, str], Link] = {}

    @property
    def codes(self) -> list[str]:
        return list(self.book.kb.languages)

    @cached_property
    def files(self) -> frozenset[str]:
        """Every file by its path below the folder."""
        below = ((folder, name) for folder, _, names in os.walk(self.folder) for name in names)
        return frozenset(Path(folder, name).relative_to(self.folder).as_posix() for folder, name in below)

    @cached_property
    def documents(self) -> dict[str, Document]:
        """Every HTML file by its path."""
        return {path: Document(path, self.read(path)) for path in sorted(self.files) if path.endswith(".html")}

    @cached_property
    def pages(self) -> dict[tuple[str, str], Document]:
        """The pages by language and place id; one that was not built is not in it."""
        wanted = {(code, place.id): page_path(code, place) for code in self.codes for place in self.book.places.values()}
        return {key: self.documents[path] for key, path in wanted.items() if path in self.documents}

    def read(self, path: str) -> bytes:
        return (self.folder / path).read_bytes()

    def link(self, document: Document, href: str) -> Link:
        """Where a link of a document leads, under the address that the site was built for."""
        key = document.path, href
        if key not in self._links:
            self._links[key] = self._follow(document, href)
        return self._links[key]

    def _follow(self, document: Document, href: str) -> Link:
        here = f"{HOST}{self.root}{re.sub(rf'(^|(?<=/)){INDEX}$', '', document.path)}"
        target = urljoin(here, href.replace(self.site_url, f"{HOST}{self.root}", 1) if href.startswith(self.site_url) else href)
        parts = urlsplit(target)
        if f"{parts.scheme}://{parts.netloc}" != HOST or not parts.path.startswith(self.root):
            return Link(href, None, parts.fragment)
        path = unquote(parts.path[len(self.root) :])
        return Link(href, posixpath.join(path, INDEX) if path.endswith("/") or not path else path, unquote(parts.fragment))


def page_path(code: str, place: Place) -> str:
    """The file of a page in a language."""
    return f"{code}/{place.address}{INDEX}"
