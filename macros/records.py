"""The permanent record of an accelerator, in every language side by side: `r/<id>/` as it stands, `r/<id>/<ref>/` as it stood.

What stands at the second address is written from the ledger's entry alone; only whether it is still in force may change.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from . import panel
from .entry import Entry, Read
from .history import address, change_link, entry_link, retirement, stood
from .render import AS_OF, Page, element, html
from .shell import shell
from .tables import plain, table

if TYPE_CHECKING:
    from .pages import Book

ROLES = ("procurement", "production", "experiment")


class Column(Page):
    """One language of a page that stands at an address without a language."""

    def __init__(self, book: Book, accelerator: str, code: str, own: str):
        super().__init__(book, book.places[f"acc-{accelerator}"], code)
        self.accelerator = book.kb.accelerators[accelerator]
        self._own = own

    @property
    def here(self) -> str:
        return f"/{self._own}"

    def anchor(self, id: str) -> str:
        return f"{self.code}-{id}"

    def day(self, iso: str) -> str:
        """A stored day in words."""
        return self.locale.date(datetime.date.fromisoformat(iso))


def records(book: Book, site_url: str) -> Iterator[tuple[str, str]]:
    """Every record with its entries: path below the site, HTML. `site_url` ends in a slash."""
    for id in book.kb.accelerators:
        yield f"{address(id)}index.html", present(book, id, site_url)
        for entry in book.ledger.history(id):
            yield f"{address(id, entry.ref)}index.html", past(book, entry, site_url)


def present(book: Book, id: str, site_url: str) -> str:
    """The record of an accelerator as it stands."""
    columns = [Column(book, id, code, address(id)) for code in book.kb.languages]
    labels = [c.writer.plain(book.kb.statuses[c.verdicts[id].status].label) for c in columns]
    entries = book.ledger.history(id)
    return shell(
        address(id),
        lang=columns[0].code,
        title=_title(columns[0].accelerator_name(id), labels),
        description=" ".join(c.verdict_sentence(id) for c in columns),
        main=_main(columns[0].accelerator_name(id), site_url + address(id), _answers(columns, entries), columns, [_present(c, entries) for c in columns]),
        canonical=site_url + address(id),
        indexed=not book.private,
        scripts=("assets/record.js",),
        preview=True,
    )


def past(book: Book, entry: Entry, site_url: str) -> str:
    """An entry of the ledger as its own page. Languages that the site did not speak then have no column."""
    own = address(entry.accelerator, entry.ref)
    columns = [Column(book, entry.accelerator, code, own) for code in book.kb.languages if code in entry.words]
    words = [entry.words[c.code] for c in columns]
    return shell(
        own,
        lang=columns[0].code,
        title=f"{_title(entry.name, [w.label for w in words])} ({entry.ref})",
        description=" ".join(w.sentence for w in words),
        main=_main(entry.name, site_url + own, "", columns, [_past(c, entry) for c in columns]),
        canonical=site_url + own,
        indexed=False,  # readers who search are after the verdict in force
        preview=True,
    )


def _title(name: str, labels: Iterable[str]) -> str:
    return f"{name} – {' / '.join(dict.fromkeys(labels))}"


def _main(name: str, permanent: str, answers: str, pages: Iterable[Column], columns: Iterable[str]) -> str:
    head = element("h1", html(name)) + element("p", element("a", html(permanent), href=permanent, translate="no"), class_="kb-record__address")
    # Where there is no room for the languages side by side.
    links = (element("a", html(page.locale.language.name), href=f"#{page.code}", lang=page.code) for page in pages)
    languages = element("p", " ".join(links), class_="kb-record__languages")
    return element("div", head + languages + answers + element("div", "\n".join(columns), class_="kb-record__columns"), class_="kb-record")


def _column(page: Column, *parts: str) -> str:
    """One language. The parts are as many in each, so that the rows of the columns line up."""
    head = element("h2", html(page.locale.language.name))
    return element("section", "\n".join([head, *parts]), id=page.code, lang=page.code)


def _part(title: str, content: str) -> str:
    return element("div", element("h3", title) + content)


def _answers(columns: Iterable[Column], entries: list[Entry]) -> str:
    """Where the script says that an address asks for what there is not: the words wait in attributes."""
    if not entries:
        return ""
    lines = []
    for page in columns:
        texts = {
            "unknown_ref": page.writer.plain(page.kb.ui["record-unknown-ref"], {"value": "{value}"}),
            "bad_date": page.writer.plain(page.kb.ui["record-bad-date"], {"value": "{value}", "example": entries[-1].date}),
            "too_early": page.writer.plain(page.kb.ui["record-too-early"], {"value": "{value}", "first": page.day(entries[-1].date)}),
        }
        lines.append(element("p", "", lang=page.code, **{f"data_{id}": words for id, words in texts.items()}))
    return element("div", "".join(lines), role="status", class_="kb-record__status")


# -- as it stands


def _present(page: Column, entries: list[Entry]) -> str:
    parts: list[Callable[[Column, list[Entry]], str]] = [_answer, _meaning, _cite, _why, _conditions, _sources, _history, _notice]
    return page.finish(_column(page, *(part(page, entries) for part in parts)))


def _answer(page: Column, entries: list[Entry]) -> str:
    status = page.kb.statuses[page.verdicts[page.accelerator.id].status]
    facts = [AS_OF, element("span", page.ui("unofficial-short"))]
    if entries:
        facts.insert(1, element("span", page.labelled("reference", entry_link(page, entries[0]))))
    sentence = page.text(status.sentence, "p", page.about(page.accelerator.id), class_="kb-lead")
    content = retirement(page, page.accelerator) + page.badge(page.accelerator.id, large=True) + sentence
    return element("div", content + element("div", " ".join(facts), class_="kb-meta"), class_="kb-answer")


def _meaning(page: Column, entries: list[Entry]) -> str:
    status, about = page.kb.statuses[page.verdicts[page.accelerator.id].status], page.about(page.accelerator.id)
    rows = "".join(element("dt", page.ui(role)) + page.text(getattr(status, role), "dd", about) for role in ROLES)
    return _part(page.ui("acc-meaning"), element("dl", rows, class_="kb-facts"))


def _cite(page: Column, entries: list[Entry]) -> str:
    return _part(page.ui("acc-cite"), panel.panel(page, page.accelerator.id))


def _why(page: Column, entries: list[Entry]) -> str:
    verdict = page.verdicts[page.accelerator.id]
    reason = page.kb.reasons[verdict.reason]
    sentence = page.inline(reason, page.about(page.accelerator.id)) + page.marks(reason) + page.references(verdict.sources)
    return _part(page.ui("acc-why"), element("p", sentence, data_text=reason.id))


def _conditions(page: Column, entries: list[Entry]) -> str:
    release, target = page.kb.release, page.verdicts[page.accelerator.id].target
    about = page.ui("release-about", date=page.locale.date(release.reported_on), model=page.kb.models[release.model].name) + page.references(release.sources)
    if target is None:
        rest = element("p", page.ui("conditions-need-listing"))
    else:
        wanted = [page.kb.requirements[id] for id in (target.stack, *release.requirements)]
        rest = element("ul", "".join(element("li", html(page.writer.requirement(r.id)) + page.references(r.sources)) for r in wanted), class_="kb-record__conditions")
    return _part(page.ui("acc-conditions"), element("p", about) + rest)


def _sources(page: Column, entries: list[Entry]) -> str:
    return _part(page.ui("sources-of-page"), element("ol", "".join(page.source(id, item=True) for id in page.cited), class_="kb-sources"))


def _history(page: Column, entries: list[Entry]) -> str:
    """Every entry, newest first. The script finds the one that an address asks for by the first cell of each row."""
    rows = []
    for entry in entries:
        rows.append([
            plain(entry_link(page, entry), data_ref=entry.ref, data_date=entry.date),
            plain(element("time", html(page.day(entry.date)), datetime=entry.date)),
            plain(stood(page, entry)),
            plain(change_link(page, entry)),
        ])
    heads = [page.ui(id) for id in ("reference", "record-date", "verdict", "record-change")]
    return element("div", table(page, page.ui("record-history"), heads, rows, stack=True, data_history=""))


def _notice(page: Column, entries: list[Entry]) -> str:
    site = page.kb.site
    link = element("p", element("a", page.ui("record-page"), href=page.href(page.place.id)))
    return element("div", link + page.text(site.unofficial) + page.text(site.scope), class_="kb-notice")


# -- as it stood


def _past(page: Column, entry: Entry) -> str:
    words = entry.words[page.code]
    recorded = element("time", page.ui("record-stood", date=page.day(entry.date)), datetime=entry.date)
    architecture = element("span", page.labelled("architecture", html(entry.architecture_name) or page.ui("not-established")))
    meta = element("div", f"{recorded} {architecture}", class_="kb-meta")
    answer = element("div", stood(page, entry, large=True) + element("p", html(words.sentence), class_="kb-lead") + meta, class_="kb-answer")
    roles = "".join(element("dt", page.ui(role)) + element("dd", html(getattr(words, role))) for role in ROLES)
    reason = element("p", html(words.reason)) + element("p", page.labelled("record-change", change_link(page, entry)))
    wanted = "".join(element("li", html(phrase)) for phrase in words.requirements.values())
    sources = "".join(element("li", _read(page, source)) for source in entry.sources)
    return _column(
        page,
        _since(page, entry),
        answer,
        _part(page.ui("acc-meaning"), element("dl", roles, class_="kb-facts")),
        _part(page.ui("acc-why"), reason),
        _part(page.ui("requirements-caption"), element("p", html(words.release)) + element("ul", wanted, class_="kb-record__conditions")),
        _part(page.ui("sources-of-page"), element("ol", sources, class_="kb-sources")),
        _notice(page, [entry]),
    )


def _since(page: Column, entry: Entry) -> str:
    """Whether an entry is still in force; the one part of its page that changes."""
    later = page.book.ledger.following(entry)
    current = element("a", page.ui("record-current"), href=page.site_href(address(entry.accelerator)))
    if later is None:
        words = element("strong", page.ui("record-in-force"))
    else:
        words = f"{element('strong', page.ui('record-replaced', date=page.day(later.date)))} {stood(page, later)} {entry_link(page, later)}"
    return element("div", element("p", words) + element("p", current), class_="kb-note kb-since", data_weight="warning" if later else None)


def _read(page: Column, source: Read) -> str:
    title = element("a", html(source.title), href=source.url, rel="noopener external") if source.url else html(source.title)
    facts = [html(source.publisher), page.ui(f"source-{source.kind}"), page.ui("source-verified", date=page.day(source.verified_on))]
    return f"{title} {element('span', ' · '.join(facts), class_='kb-source-facts')}"
