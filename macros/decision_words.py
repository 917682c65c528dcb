"""The words of a decision record in each language, as a structure from which every format is written.

`docs/assets/decision.js` writes the same words, from what `decision_data` gives it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import tickets
from .decision import WEB_ADDRESS, Record, answer_name, differs, items, outcome, rounded, unproven
from .marks import Block, Run, write
from .words import Check, CheckRule

if TYPE_CHECKING:
    from .pages import Book

PLACE = "checklist"


class _Writing:
    """A record in one language, block by block."""

    def __init__(self, book: Book, record: Record, code: str, site_url: str):
        self.book, self.record, self.code, self.site_url = book, record, code, site_url
        self.kb, self.locale, self.writer = book.kb, book.locales[code], book.writers[code]

    def ui(self, id: str, **this: str) -> str:
        return self.writer.plain(self.kb.ui[id], this)

    def labelled(self, label: str, value: Run, kind: str = "item") -> Block:
        return Block(kind, (Run(label, "strong"), Run(self.locale.labelled("", "")), value))

    def days(self, hundredths: int) -> str:
        return self.locale.count("person-days", hundredths / 100)

    def blocks(self) -> Iterator[Block]:
        title = self.ui("decision-record")
        yield Block("heading", (Run(self.locale.labelled(title, self.record.title) if self.record.title else title),))
        yield from self.subject()
        for check in self.kb.checklist.values():
            yield from self.point(check)
        yield Block("heading", (Run(self.writer.plain(self.kb.pages[PLACE].sections["rules"].title)),))
        for rule in self.kb.checklist_rules.values():
            yield from self.rule(rule)
        yield Block("paragraph", (Run(self.writer.plain(self.kb.site.unofficial)),))

    def subject(self) -> Iterator[Block]:
        record, blank = self.record, self.ui("decision-blank")
        cited = tickets.cite(self.book, record.accelerator, self.code, self.site_url) if record.accelerator else None
        yield self.labelled(self.ui("accelerator"), Run(self.locale.remark(cited.name, cited.accelerator) if cited else blank))
        if cited:
            yield self.labelled(self.ui("verdict"), Run(cited.label))
            yield self.labelled(self.ui("cite-as-of"), Run(cited.as_of_words))
            if cited.ref:
                yield self.labelled(self.ui("reference"), Run(f"{cited.accelerator}/{cited.ref}", "code"))
                yield self.labelled(self.ui("cite-state"), Run("", "link", cited.cited_state))
            yield self.labelled(self.ui("cite-in-force"), Run("", "link", cited.permalink))
        yield self.labelled(self.ui("decision-date"), Run(self.locale.date(datetime.date.fromisoformat(record.date)) if record.date else blank))
        yield self.labelled(self.ui("decision-people"), Run(record.people or blank))
        if record.remarks:
            yield self.labelled(self.ui("decision-remarks"), Run(record.remarks))
        if lacking := unproven(self.book, record):
            yield self.labelled(self.ui("decision-unproven"), Run(self.locale.number(lacking)))
        yield self.labelled(self.ui("decision-data"), Run(self.book.data_version, "code"))
        yield self.labelled(self.writer.plain(self.kb.pages[PLACE].nav), Run("", "link", self.book.url(self.site_url, PLACE, self.code)))
        if cited:
            yield Block("paragraph", (Run(cited.sentence),))
        if cited and cited.overdue:
            yield Block("paragraph", (Run(self.ui("cite-overdue"), "strong"),))
        if cited and differs(self.book, record):
            yield Block("paragraph", (Run(self.ui("decision-differs", verdict=cited.label), "strong"),))

    def point(self, check: Check) -> Iterator[Block]:
        """Each item as a paragraph, with its evidence as a list below."""
        yield Block("heading", (Run(self.writer.plain(check.title)),))
        if check.parts:
            yield Block("paragraph", (Run(self.writer.plain(next(iter(check.questions.values())))),))
        for id, words in items(self.book, check).items():
            given = self.record.given(check.id, id)
            yield self.labelled(self.writer.plain(answer_name(self.book, check, given.answer)), Run(self.writer.plain(words)), "paragraph")
            if given.evidence:
                link = re.search(WEB_ADDRESS, given.evidence)
                yield self.labelled(self.ui("decision-evidence"), Run("", "link", given.evidence) if link else Run(given.evidence))
            if given.note:
                yield self.labelled(self.ui("decision-note"), Run(given.note))

    def rule(self, rule: CheckRule) -> Iterator[Block]:
        """What follows, the rule itself, and the answers that make it apply."""
        found = outcome(self.book, rule, self.record)
        words = self.writer.plain(getattr(rule, found.case), {"sum": self.days(found.hundredths)})
        yield Block("paragraph", (Run(words, "strong"),))
        if rule.incomplete and not found.complete:
            yield Block("paragraph", (Run(self.writer.plain(rule.incomplete)),))
        yield Block("paragraph", (Run(self.writer.plain(rule.text)),))
        check = self.kb.checklist[rule.when.check]
        for id in found.concerned:
            words = self.writer.plain(items(self.book, check)[id])
            if rule.effort:
                effort = self.record.given(check.id, id).effort
                yield self.labelled(words, Run(self.ui("decision-no-estimate") if effort is None else self.days(rounded(effort))))
            else:
                yield self.labelled(self.writer.plain(answer_name(self.book, check, rule.when.answer)), Run(words))


def blocks(book: Book, record: Record, code: str, site_url: str) -> list[Block]:
    """A record in one language, in no format. `site_url` ends in a slash."""
    return list(_Writing(book, record, code, site_url).blocks())


def text(book: Book, record: Record, language: str, format: str, site_url: str) -> str:
    """A record in a format of `marks.FORMATS`, in a language or in all (`tickets.BOTH`). Raises KeyError."""
    if language != tickets.BOTH:
        return write(blocks(book, record, language, site_url), format)
    several: list[Block] = []
    for code, spoken in book.kb.languages.items():
        several += [Block("paragraph", (Run(spoken.name, "strong"),)), *blocks(book, record, code, site_url)]
    return write(several, format)
