"""How the verdicts of the ledger are linked and shown, wherever a page speaks of them."""

from __future__ import annotations

from .entry import Entry
from .model import Accelerator
from .render import Page, element, html


def address(accelerator: str, ref: str = "") -> str:
    """Where a record stands below the site: as it is now, or as it was at an entry."""
    return f"r/{accelerator}/{ref}/" if ref else f"r/{accelerator}/"


def retirement(page: Page, accelerator: Accelerator) -> str:
    """For an id that is no longer used: since when, and what took its place."""
    if not accelerator.retired_on:
        return ""
    successor = element("a", html(page.accelerator_name(accelerator.successor)), href=page.site_href(address(accelerator.successor)))
    words = page.locale.sentences(page.ui("record-retired", date=page.locale.date(accelerator.retired_on)), page.labelled("record-successor", successor))
    return element("div", element("p", words), class_="kb-note", data_weight="warning", role="note")


def entry_link(page: Page, entry: Entry) -> str:
    return element("a", entry.ref, href=page.site_href(address(entry.accelerator, entry.ref)))


def stood(page: Page, entry: Entry, large: bool = False) -> str:
    """The verdict of an entry, in the words of its day."""
    status = page.kb.statuses[entry.status]
    label = entry.words[page.code].label if page.code in entry.words else page.writer.plain(status.label)
    content = f"{element('span', html(status.symbol), aria_hidden='true')} {element('span', html(label))}"
    return element("span", content, class_="verdict verdict--large" if large else "verdict", data_entry=f"{entry.accelerator} {entry.ref}", data_status=entry.status)


def change_link(page: Page, entry: Entry) -> str:
    """The change that gives the reason for an entry, by the title of its day."""
    words = entry.words.get(page.code)
    title = words.change if words else page.writer.plain(page.kb.changes[entry.change].title)
    return element("a", html(title), href=page.href(f"changes#{entry.change}"))
