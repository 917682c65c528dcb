"""The panel that copies a verdict into a ticket, and the file with its texts in every format.

The page itself holds one text, complete without a script. The others are finished too, so that no second program
writes formats; they are fetched when the panel is opened, since with them each page would weigh twice as much.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import tickets
from .marks import FORMATS, write
from .render import Page, element, html

if TYPE_CHECKING:
    from .pages import Book

SCRIPT = "assets/cite.js"
PLAIN = "text"
# The messages of the script, as `ui` strings with the prefix `cite-`.
MESSAGES = ("copied", "by-hand", "not-loaded")


def files(book: Book, site_url: str) -> Iterator[tuple[str, str]]:
    """For each accelerator a script with its citations: it loads from disk too, where a page may fetch no data."""
    for id in book.kb.accelerators:
        structures = {code: tickets.structure(book, id, code, site_url) for code in (*book.kb.languages, tickets.BOTH)}
        written = {format: {code: write(blocks, format) for code, blocks in structures.items()} for format in FORMATS}
        content = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
        yield texts(id), f'(window.kbCitations=window.kbCitations||{{}})["{id}"]={content};\n'


def texts(accelerator: str) -> str:
    """Where the script with an accelerator's citations stands, below the site."""
    return f"{tickets.address(accelerator)}cite.js"


def panel(page: Page, accelerator: str, opened: bool = False) -> str:
    """The panel for an accelerator's verdict. The text is on one line of HTML, so that no Markdown reader looks into it."""
    text = tickets.text(page.book, accelerator, page.code, PLAIN, page.book.site_url)
    values = {"data_cite": accelerator, "data_texts": page.site_href(texts(accelerator)), "open": "" if opened else None}
    return _details(page, page.anchor(f"cite-{accelerator}"), html(text).replace("\n", "&#10;"), **values) + element("script", "", src=page.site_href(SCRIPT), defer="")


def template(page: Page) -> str:
    """The panel of no accelerator, for a script to copy and fill in."""
    return element("template", _details(page, "cite", ""), id="cite-panel")


def _details(page: Page, name: str, text: str, **values: str | None) -> str:
    languages = {code: language.name for code, language in page.kb.languages.items()} | {tickets.BOTH: page.writer.plain(page.kb.ui["cite-both"])}
    fields = _select(page, name, "format", {format: page.writer.plain(page.kb.ui[f"format-{format}"]) for format in FORMATS}, PLAIN)
    fields += _select(page, name, "language", languages, page.code)
    controls = element("div", fields, class_="kb-cite__fields", hidden="")
    area = element("label", page.ui("cite-text"), for_=f"{name}-text")
    area += element("textarea", text, id=f"{name}-text", readonly="", rows="16", spellcheck="false", translate="no", lang=page.code)
    button = element("button", page.ui("cite-copy"), type="button", class_="md-button md-button--primary", hidden="")
    status = element("p", "", role="status")
    messages = {f"data_{id}": page.writer.plain(page.kb.ui[f"cite-{id}"]) for id in MESSAGES}
    content = element("summary", page.ui("cite-open")) + controls + area + button + status
    return element("details", content, class_="kb-cite", data_search_exclude="", **values, **messages)


def _select(page: Page, name: str, field: str, options: dict[str, str], chosen: str) -> str:
    entries = "".join(
        element("option", html(label), value=value, selected="" if value == chosen else None, lang=value if value in page.kb.languages else None)
        for value, label in options.items()
    )
    label = element("label", page.ui(f"cite-{field}"), for_=f"{name}-{field}")
    return element("div", label + element("select", entries, id=f"{name}-{field}", data_field=field, autocomplete="off"), class_="kb-cite__field")
