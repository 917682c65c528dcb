"""Badges: the verdict on an accelerator as a small picture in each language, for pages and tickets elsewhere.

Nobody knows which font a reader has. A box is made wide enough for the widest usual one, and the text is centred in it;
it is never squeezed.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from .fields import StatusId
from .lettering import width

if TYPE_CHECKING:
    from .pages import Book

SIZE, HEIGHT, PADDING, BASELINE = 12, 22, 8, 15.5
# Each has a contrast of at least 6 to the white text on it; those of the statuses are the tones of docs/assets/kb.css.
NAME_COLOUR, OVERDUE_COLOUR = "#24292f", "#57606a"
COLOURS: dict[StatusId, str] = {"listed": "#0a5f38", "unconfirmed": "#7a4700", "not-listed": "#9a1f2b", "withdrawn": "#63358f"}
FONTS = "Verdana,'DejaVu Sans','Hiragino Sans','Noto Sans CJK JP',sans-serif"


def files(book: Book, site_url: str) -> Iterator[tuple[str, str]]:
    """The badge of every accelerator in every language."""
    for id in book.kb.accelerators:
        for code in book.kb.languages:
            yield f"badge/{id}.{code}.svg", badge(book, id, code)


def badge(book: Book, id: str, code: str) -> str:
    """The badge of an accelerator: grey, and saying so, where a source behind the verdict is overdue."""
    verdict = book.verdicts[id]
    name, words = _words(book, id, code)
    colour = OVERDUE_COLOUR if book.overdue(verdict.sources) else COLOURS[verdict.status]
    return draw(name, f"{book.kb.statuses[verdict.status].symbol} {words}", colour, code, said(book, id, code))


def said(book: Book, id: str, code: str) -> str:
    """The whole badge in words, for those who hear it."""
    return book.locales[code].labelled(*_words(book, id, code))


def _words(book: Book, id: str, code: str) -> tuple[str, str]:
    """The words of the two boxes."""
    verdict = book.verdicts[id]
    words = book.writers[code].plain(book.kb.statuses[verdict.status].label)
    if book.overdue(verdict.sources):
        words = book.locales[code].remark(words, book.string(code, "badge-overdue"))
    return f"{book.kb.vendors[verdict.accelerator.vendor].name} {verdict.accelerator.name}", words


def draw(name: str, value: str, colour: str, lang: str, said: str) -> str:
    """An SVG with two boxes. `said` is the whole in words, for those who hear it."""
    left, right = _box(name), _box(value)
    total, said = left + right, escape(said)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="{HEIGHT}" viewBox="0 0 {total} {HEIGHT}" role="img" aria-label="{said}" xml:lang="{lang}">'
        f"<title>{said}</title>"
        # Paths with round outer corners, and no clipping: that needs an id, which would be there twice where two badges are inlined.
        f'<path fill="{NAME_COLOUR}" d="M{left} 0H4a4 4 0 0 0-4 4v{HEIGHT - 8}a4 4 0 0 0 4 4h{left - 4}z"/>'
        f'<path fill="{colour}" d="M{left} 0h{right - 4}a4 4 0 0 1 4 4v{HEIGHT - 8}a4 4 0 0 1-4 4h-{right - 4}z"/>'
        f'<g fill="#fff" text-anchor="middle" font-family="{FONTS}" font-size="{SIZE}">'
        f'<text x="{left / 2:g}" y="{BASELINE}">{escape(name)}</text><text x="{left + right / 2:g}" y="{BASELINE}">{escape(value)}</text></g></svg>\n'
    )


def _box(text: str) -> int:
    """The width of a box that the text surely fits into."""
    return round(SIZE * width(text)) + 2 * PADDING
