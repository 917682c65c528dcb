"""A verdict as somebody cites it in a ticket: what must be said of it, as one structure from which every format is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from .locale import Locale
from .marks import Block, Run, write
from .history import address

if TYPE_CHECKING:
    from .pages import Book

BOTH = "both"  # stands for every language, one after the other


@dataclass(frozen=True)
class CitedSource:
    """A source behind a verdict. `url` is empty where there is none."""

    title: str
    publisher: str
    url: str
    verified_on: str
    verified_words: str


@dataclass(frozen=True)
class Citation:
    """What a ticket must say of a verdict, in one language: plain words, ids, dates and addresses.

    `permalink` is the address of the verdict in force, `cited_state` that of the verdict as it is cited here; `ref` and
    `cited_state` are empty where the ledger has no entry. `conditions` are what must hold besides the accelerator.
    """

    lang: str
    accelerator: str
    name: str
    status: str
    label: str
    sentence: str
    reason: str
    procurement: str
    conditions: tuple[str, ...]
    release: str
    as_of: str
    as_of_words: str
    overdue: bool
    ref: str
    permalink: str
    cited_state: str
    page: str
    sources: tuple[CitedSource, ...]
    notice: str


def cite(book: Book, accelerator: str, code: str, site_url: str) -> Citation:
    """The citation of an accelerator's verdict. `site_url` ends in a slash. Raises KeyError for an unknown id."""
    verdict, writer, locale = book.verdicts[accelerator], book.writers[code], book.locales[code]
    status, about, release = book.kb.statuses[verdict.status], writer.about(verdict), book.kb.release
    day = book.as_of(verdict.sources)
    entry = book.ledger.last(accelerator)
    # Without a place on the list, no environment helps.
    wanted = [verdict.target.stack, *release.requirements] if verdict.target else []
    return Citation(
        lang=code,
        accelerator=accelerator,
        name=book.page(f"acc-{accelerator}", code).title,
        status=verdict.status,
        label=writer.plain(status.label),
        sentence=writer.plain(status.sentence, about),
        reason=writer.plain(book.kb.reasons[verdict.reason], about),
        procurement=writer.plain(status.procurement, about),
        conditions=tuple(writer.requirement(id) for id in wanted),
        release=writer.plain(book.kb.ui["release-about"], {"date": locale.date(release.reported_on), "model": book.kb.models[release.model].name}),
        as_of=day.isoformat(),
        as_of_words=locale.date(day),
        overdue=book.overdue(verdict.sources),
        ref=entry.ref if entry else "",
        permalink=site_url + address(accelerator),
        cited_state=site_url + address(accelerator, entry.ref) if entry else "",
        page=book.url(site_url, f"acc-{accelerator}", code),
        sources=tuple(_source(book, id, code) for id in verdict.sources),
        notice=writer.plain(book.kb.site.unofficial),
    )


def _source(book: Book, id: str, code: str) -> CitedSource:
    source = book.kb.sources[id]
    words = book.writers[code].plain(book.kb.ui["source-verified"], {"date": book.locales[code].date(source.verified_on)})
    return CitedSource(source.title, source.publisher, source.url or "", source.verified_on.isoformat(), words)


def blocks(book: Book, citation: Citation) -> list[Block]:
    """A citation as a structure of words and their roles, in no format."""
    locale = book.locales[citation.lang]

    def ui(id: str) -> str:
        return book.string(citation.lang, id)

    def labelled(label: str, value: Run) -> Block:
        # The label is strong without its colon: some formats end strong words only before punctuation.
        return Block("item", (Run(ui(label), "strong"), Run(locale.labelled("", "")), value))

    title = locale.labelled(locale.remark(citation.name, citation.accelerator), citation.label)
    conditions = locale.language.phrases.joiner.join(citation.conditions) or ui("conditions-need-listing")
    warning = [Block("paragraph", (Run(ui("cite-overdue"), "strong"),))] if citation.overdue else []
    state = [
        labelled("reference", Run(f"{citation.accelerator}/{citation.ref}", "code")),
        labelled("cite-state", Run("", "link", citation.cited_state)),
    ]
    return [
        Block("heading", (Run(title),)),
        Block("paragraph", (Run(citation.sentence),)),
        *warning,
        labelled("cite-reason", Run(citation.reason)),
        labelled("procurement", Run(citation.procurement)),
        labelled("cite-conditions", Run(conditions)),
        labelled("cite-release", Run(citation.release)),
        labelled("cite-as-of", Run(citation.as_of_words)),
        *(state if citation.ref else []),
        labelled("cite-in-force", Run("", "link", citation.permalink)),
        Block("paragraph", (Run(ui("cite-sources"), "strong"),)),
        *(Block("item", (Run(_source_words(locale, source), "link", source.url),)) for source in citation.sources),
        Block("paragraph", (Run(citation.notice),)),
    ]


def _source_words(locale: Locale, source: CitedSource) -> str:
    return locale.remark(source.title, locale.language.phrases.joiner.join([source.publisher, source.verified_words]))


def several(book: Book, citations: Iterable[Citation]) -> Iterator[Block]:
    """Citations one after the other, each under its language's own name."""
    for citation in citations:
        yield Block("paragraph", (Run(book.kb.languages[citation.lang].name, "strong"),))
        yield from blocks(book, citation)


def text(book: Book, accelerator: str, language: str, format: str, site_url: str) -> str:
    """The citation of an accelerator in a format of `marks.FORMATS`, in a language or in all (`BOTH`). Raises KeyError."""
    return write(structure(book, accelerator, language, site_url), format)


def structure(book: Book, accelerator: str, language: str, site_url: str) -> list[Block]:
    """The citation of an accelerator in no format, in a language or in all (`BOTH`). Raises KeyError."""
    if language == BOTH:
        return list(several(book, [cite(book, accelerator, code, site_url) for code in book.kb.languages]))
    return blocks(book, cite(book, accelerator, language, site_url))


def as_json(citation: Citation) -> dict:
    return asdict(citation)
