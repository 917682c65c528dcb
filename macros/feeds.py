"""Feeds: which verdicts changed, in each language, as Atom and as JSON Feed.

An entry is a change of one day with all the verdicts that changed by it. Its id depends on nothing but the ledger and
the site's tag: not on the address, the protocol or the day of a build.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass

from feedgen.feed import FeedGenerator

from . import bodies
from .entry import Entry
from .pages import Book

# Up to so many verdicts are named one by one; beyond, they are counted.
NAMED = 12


@dataclass(frozen=True)
class Item:
    """An entry of a feed, in one language."""

    id: str
    url: str
    title: str
    content: str
    published: datetime.datetime


def files(book: Book, site_url: str) -> Iterator[tuple[str, str]]:
    """Both feeds of every language."""
    for code in book.kb.languages:
        found = list(items(book, code, site_url))
        yield f"feeds/{code}.atom", atom(book, code, site_url, found)
        yield f"feeds/{code}.json", json_feed(book, code, site_url, found)


def items(book: Book, code: str, site_url: str) -> Iterator[Item]:
    """The changes in a language, newest first."""
    groups: dict[tuple[str, str], list[tuple[Entry, Entry | None]]] = {}
    for entry, before in book.ledger.steps():
        groups.setdefault((entry.date, entry.change), []).append((entry, before))
    for (date, id), steps in sorted(groups.items(), reverse=True):
        change, writer = book.kb.changes[id], book.writers[code]
        yield Item(
            id=f"tag:{book.kb.site.tag}:change:{date}:{id}:{code}",
            url=book.url(site_url, f"changes#{id}", code),
            title=book.locales[code].remark(writer.plain(change.title), _whom(book, code, steps)),
            content=bodies.bare_html(writer, change.body) + bodies.bare_list(list(_verdicts(book, code, steps))),
            published=datetime.datetime.combine(datetime.date.fromisoformat(date), datetime.time(), datetime.UTC),
        )


def _whom(book: Book, code: str, steps: list) -> str:
    """The one accelerator that a change is about, or how many."""
    if len(steps) == 1:
        return book.kb.accelerators[steps[0][0].accelerator].name
    return book.locales[code].count("accelerators", len(steps))


def _verdicts(book: Book, code: str, steps: list[tuple[Entry, Entry | None]]) -> Iterator[str]:
    """A line for each new verdict with the one before it; for many, one for each status with their number."""
    locale = book.locales[code]
    labels = {id: book.writers[code].plain(status.label) for id, status in book.kb.statuses.items()}
    if len(steps) > NAMED:
        for id, label in labels.items():
            if number := sum(entry.status == id for entry, _ in steps):
                yield locale.labelled(label, locale.count("accelerators", number))
        return
    for entry, before in steps:
        line = locale.labelled(book.kb.accelerators[entry.accelerator].name, labels[entry.status])
        if before:
            former = book.writers[code].plain(book.kb.ui["verdict-before"], {"status": labels[before.status]})
            line = locale.remark(line, former)
        yield line


def _about(book: Book, code: str, site_url: str) -> tuple[str, str, str, str, str]:
    """Id, title, description, owner and home page of a language's feeds."""
    writer, site = book.writers[code], book.kb.site
    return f"tag:{site.tag}:feed:{code}", writer.plain(site.name), writer.plain(site.tagline), writer.plain(site.owner), book.url(site_url, "changes", code)


def _updated(book: Book, found: list[Item]) -> datetime.datetime:
    """When a feed last changed: with its newest entry; without any, on the as-of day of the data."""
    day = book.as_of(book.kb.sources)
    return max((item.published for item in found), default=datetime.datetime.combine(day, datetime.time(), datetime.UTC))


def atom(book: Book, code: str, site_url: str, found: list[Item]) -> str:
    id, title, description, owner, home = _about(book, code, site_url)
    feed = FeedGenerator()
    feed.id(id)
    feed.title(title)
    feed.subtitle(description)
    feed.language(code)
    feed.author(name=owner)
    feed.link(href=home, rel="alternate", type="text/html", hreflang=code)
    feed.link(href=f"{site_url}feeds/{code}.atom", rel="self", type="application/atom+xml")
    feed.updated(_updated(book, found))
    for item in found:
        entry = feed.add_entry(order="append")
        entry.id(item.id)
        entry.title(item.title)
        entry.link(href=item.url, rel="alternate", type="text/html")
        entry.content(item.content, type="html")
        entry.published(item.published)
        entry.updated(item.published)
    return feed.atom_str(pretty=False).decode()


def json_feed(book: Book, code: str, site_url: str, found: list[Item]) -> str:
    _, title, description, owner, home = _about(book, code, site_url)
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": title,
        "home_page_url": home,
        "feed_url": f"{site_url}feeds/{code}.json",
        "description": description,
        "language": code,
        "authors": [{"name": owner}],
        "items": [
            {"id": item.id, "url": item.url, "title": item.title, "content_html": item.content, "date_published": item.published.isoformat()}
            for item in found
        ],
    }
    return json.dumps(feed, ensure_ascii=False, separators=(",", ":"))
