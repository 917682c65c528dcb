"""Everything the site serves beside its pages: each output names its files and writes them as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import advisor, api, badges, bilingual, decision_data, feeds, panel, records
from .pages import Book

# Each takes the book and the site's address, and yields paths below the site with their contents.
OUTPUTS: tuple[Callable[[Book, str], Iterator[tuple[str, str]]], ...] = (records.records, panel.files, bilingual.files, advisor.files, decision_data.files, badges.files, feeds.files, api.files)


def files(book: Book, site_url: str) -> Iterator[tuple[str, str]]:
    """The path and the content of every file, in a fixed order. `site_url` ends in a slash."""
    for output in OUTPUTS:
        yield from output(book, site_url)
