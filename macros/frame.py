"""What stands around every page in each language: names, notices, labels, and links to the same page in the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Literal

from markupsafe import Markup, escape

from . import history
from .pages import Book, Place
from .problem import Invalid, Problem

# The `ui` strings that the theme's frame needs; those of the pages are render's matter.
STRINGS = (
    "breadcrumb", "nav-migration", "not-found-home", "not-found-text", "not-found-title", "permalink",
    "scheme-to-auto", "scheme-to-dark", "scheme-to-light", "search-dialog",
)


class Frame:
    """The frame of a book's pages. `urls` says where MkDocs puts each page: (place, language) -> address in the site.

    All words are escaped: the theme's templates put them into HTML as they are.
    """

    def __init__(self, book: Book):
        self.book = book
        self.codes = list(book.locales)
        self.urls: dict[tuple[str, str], str] = {}
        self._places = {place.address: place for place in book.places.values() if place.address}
        if missing := [id for id in STRINGS if id not in book.kb.ui]:
            raise Invalid(Problem("data/support.yaml", 0, 0, "missing-string", f"the site's frame needs `ui.{id}`", "add it, in every language") for id in missing)
        self._strings = {code: {id: escape(book.string(code, id)) for id in STRINGS} for code in self.codes}

    def string(self, code: str, id: str) -> Markup:
        """A string of `STRINGS`. Raises KeyError for any other: what the frame shows must be known."""
        return self._strings[code][id]

    def about(self, code: str, field: Literal["name", "tagline", "unofficial"]) -> Markup:
        """A text on the site itself: its name, its tagline, what it is not."""
        return escape(self.book.writers[code].plain(getattr(self.book.kb.site, field)))

    def parent(self, place: Place) -> Place | None:
        """The page that stands above a page in the address, other than the home page."""
        address = place.address
        while address := re.sub(r"[^/]+/$", "", address):
            if address in self._places:
                return self._places[address]
        return None

    def alternates(self, place: str) -> dict[str, str]:
        """The address of a page in each language, and by default.

        For the home page that is the site's root, which asks for a language; elsewhere it is the first language.
        """
        # As the site is served, also in what is read from a disk.
        urls = {code: self.urls[place, code].removesuffix(self.book.index) for code in self.codes}
        return urls | {"x-default": "" if place == "home" else urls[self.codes[0]]}

    def sitemap(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Every address with its alternates. A record, which speaks every language at once, has none."""
        for place in self.book.places:
            alternates = self.alternates(place)
            for url in dict.fromkeys(alternates.values()):
                yield url, alternates
        for id in self.book.kb.accelerators:
            yield history.address(id), {}

    def parts(self, code: str, place: str) -> list:
        """All that the frame of a page shows of the data, other than the page itself and the navigation."""
        return [self._strings[code], self.alternates(place)] + [
            [language.code, language.name, language.site_name, language.tagline, language.unofficial, language.home, language.url]
            for language in self.view(code, place).languages
        ]

    def view(self, code: str | None, place: str) -> SimpleNamespace:
        """What the templates know of the languages; `code` is None on the pages that speak all of them."""
        languages = [
            SimpleNamespace(
                code=other,
                name=escape(self.book.locales[other].language.name),
                site_name=self.about(other, "name"),
                tagline=self.about(other, "tagline"),
                unofficial=self.about(other, "unofficial"),
                home=self.urls["home", other],
                url=self.urls[place, other],
                string=partial(self.string, other),
            )
            for other in self.codes
        ]
        return SimpleNamespace(
            code=code,
            here=next((language for language in languages if language.code == code), None),
            languages=languages,
            others=[language for language in languages if language.code != code],
            alternates=self.alternates(place),
        )
