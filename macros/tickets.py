"""A verdict as somebody cites it: one structure, from which every format is written."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from .pages import Book


@dataclass(frozen=True)
class Citation:
    """What a ticket must say of a verdict, in one language; every field is plain words, an id or an address."""

    lang: str
    accelerator: str
    name: str
    status: str
    label: str
    sentence: str
    reason: str
    procurement: str
    as_of: str
    as_of_words: str
    ref: str
    address: str
    sources: tuple[tuple[str, str], ...]


def cite(book: Book, accelerator: str, code: str, site_url: str) -> Citation:
    """The citation of an accelerator's verdict. Raises KeyError for an unknown id."""
    verdict = book.verdicts[accelerator]
    status = book.kb.statuses[verdict.status]
    page, writer = book.page(f"acc-{accelerator}", code), book.writers[code]
    about = page.about(accelerator)
    sources = [book.kb.sources[id] for id in verdict.sources]
    day = max(source.verified_on for source in sources)
    entry = book.ledger.last(accelerator)
    return Citation(
        lang=code,
        accelerator=accelerator,
        name=page.title,
        status=verdict.status,
        label=writer.plain(status.label),
        sentence=writer.plain(status.sentence, about),
        reason=writer.plain(book.kb.reasons[verdict.reason], about),
        procurement=writer.plain(status.procurement, about),
        as_of=day.isoformat(),
        as_of_words=book.locales[code].date(day),
        ref=entry.ref if entry else "",
        address=f"{site_url.rstrip('/')}/{code}/{page.address}",
        sources=tuple((source.title, source.url or "") for source in sources),
    )


def text(book: Book, citation: Citation) -> str:
    """A citation as plain text, a line for each thing that a reader must know."""
    locale = book.locales[citation.lang]

    def line(label: str, value: str) -> str:
        return locale.labelled(book.string(citation.lang, label), value)

    lines = [
        line("verdict", locale.remark(f"{citation.name} – {citation.label}", citation.accelerator)),
        locale.sentences(citation.sentence, citation.reason),
        line("procurement", citation.procurement),
        book.writers[citation.lang].plain(book.kb.ui["as-of"], {"date": citation.as_of_words}),
        line("reference", citation.ref),
        citation.address,
        *(line("source", f"{title} {url}".strip()) for title, url in citation.sources),
    ]
    return "\n".join(lines)


def as_json(citation: Citation) -> dict:
    return asdict(citation)
