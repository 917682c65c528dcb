"""The texts of a page in every language side by side, at `bilingual/<address of the page>`: for reviewers and newcomers."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .phrases import Span
from .render import Page, Shown, element, html
from .shell import shell
from .words import Text

if TYPE_CHECKING:
    from .pages import Book, Place

ROOT = "bilingual/"


class Side(Page):
    """One language of a page, where its texts stand beside those of the others. It lists no sources: the page does."""

    @property
    def here(self) -> str:
        return posixpath.join("/", ROOT, self.address)

    def references(self, sources) -> str:
        return ""

    def _span(self, span: Span) -> str:
        if span.kind == "source":
            return element("a", html(span.words), href=self.href(f"sources#source-{span.target}"))
        return super()._span(span)


def files(book: Book, site_url: str) -> Iterator[tuple[str, str]]:
    """The side-by-side view of every page: path below the site, HTML. `site_url` ends in a slash."""
    texts = {text.id: text for _, text in book.kb.texts()}
    for place in book.places.values():
        yield f"{ROOT}{place.address}index.html", view(book, place, texts, site_url)


def view(book: Book, place: Place, texts: dict[str, Text], site_url: str) -> str:
    """The view of one page. `texts` are those of the data by id."""
    sides = [Side(book, place, code) for code in book.kb.languages]
    shown = [{item.id: item for item in book.shown(place.id, side.code)} for side in sides]
    ids = dict.fromkeys(id for items in shown for id in items)
    rows = [_row(sides, [items.get(id) for items in shown], texts[id]) for id in ids]
    titles = {side.title: side for side in sides}  # a product has one name in all languages
    head = element("h1", " ".join(element("span", html(title), lang=side.code) for title, side in titles.items()))
    notes = "".join(element("p", side.ui("bilingual-note"), lang=side.code) for side in sides)
    pages = element("nav", "".join(_link(side) for side in sides), class_="kb-pairs__pages", aria_label=" / ".join(side.locale.language.name for side in sides))
    content = element("header", head + element("div", notes)) + pages + element("dl", "\n".join(rows), class_="kb-pairs")
    return shell(
        f"{ROOT}{place.address}",
        lang=sides[0].code,
        title=" / ".join(titles),
        description=" ".join(side.description for side in sides),
        main=element("div", content, class_="kb-bilingual"),
        canonical=f"{site_url}{ROOT}{place.address}",
        indexed=False,  # the pages themselves are what a search should find
    )


def _link(side: Side) -> str:
    """The page itself, under the name of its language."""
    return element("a", html(side.locale.language.name), href=side.href(side.place.id), lang=side.code, hreflang=side.code)


def _row(sides: list[Side], shown: list[Shown | None], text: Text) -> str:
    """One text in every language, under its id, which is its address here too."""
    id = element("dt", element("a", element("code", text.id, translate="no"), href=f"#{text.id}"))
    words = "".join(_words(side, text, item) for side, item in zip(sides, shown))
    level = next((item.level for item in shown if item), 0)
    return element("div", id + words, id=text.id, data_level=str(level) if level else None)


def _words(side: Side, text: Text, shown: Shown | None) -> str:
    """A text in one language; empty where that language's page does not show it, so that the gap is seen."""
    if shown is None:
        return element("dd", "", lang=side.code)
    return element("dd", side.inline(text, shown.given) + side.marks(text), lang=side.code, data_text=text.id)
