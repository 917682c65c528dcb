"""The built site as files, where its links lead, and what was found in each HTML document."""

from __future__ import annotations

import os
import pickle
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from .document import Document
from .memo import Memo
from .pages import Book, Place

HOST = "http://site.invalid"
INDEX = "index.html"

@dataclass(frozen=True)
class Link:
    """Where a link leads: `path` below the site, or None for another host; `fragment` without its mark."""

    href: str
    path: str | None
    fragment: str


class Built:
    """A built site with the book that it was made from. `site_url` is the address it was built for.

    With a `memo`, a document that was read in the build before is not read again.
    """

    def __init__(self, book: Book, folder: Path, site_url: str, memo: Memo | None = None):
        self.book, self.folder, self._memo = book, folder, memo
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
        return {path: self._document(path) for path in sorted(self.files) if path.endswith(".html")}

    def _document(self, path: str) -> Document:
        content = self.read(path)
        if self._memo is None:
            return Document(path, content)
        return pickle.loads(self._memo.made("document", (path, content), lambda: pickle.dumps(Document(path, content), pickle.HIGHEST_PROTOCOL)))

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
