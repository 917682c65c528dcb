"""What the checklist page gives its script: the words of a decision record in every language, the rules, and the marks of the formats.

It is one file beside the page, loaded as a script, so that it is read from disk as well.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from babel.numbers import get_decimal_symbol, get_group_symbol

from . import decision, tickets
from .decision_words import PLACE
from .locale import Locale
from .marks import exported
from .phrases import Writer, references
from .render import Page, element
from .words import Text

if TYPE_CHECKING:
    from .pages import Book

ADDRESS = "decision/data.js"
# Of these, cite.js copies: it serves the panels of the verdicts, too.
SCRIPTS = (ADDRESS, "assets/cite.js", "assets/decision-text.js", "assets/decision.js")
# The `ui` strings that a record needs, beside those that start with `decision-`.
STRINGS = (
    "accelerator", "verdict", "reference", "evidence", "cite-as-of", "cite-state", "cite-in-force", "cite-overdue",
    "cite-format", "cite-language", "cite-both", "cite-copy", "cite-copied",
)


def decision_form(page: Page) -> str:
    """Where the script puts what belongs to no single question; without it, nothing."""
    scripts = "".join(element("script", "", src=page.site_href(path), defer="") for path in SCRIPTS)
    return element("div", element("p", "", role="status"), class_="kb-decision", data_search_exclude="") + scripts


def files(book: Book, site_url: str) -> Iterator[tuple[str, str]]:
    """The data script."""
    if book.kb.checklist:
        content = json.dumps(data(book, site_url), ensure_ascii=False, separators=(",", ":"))
        yield ADDRESS, f"window.kbDecision={content};\n"


def data(book: Book, site_url: str) -> dict:
    """All of it as plain values. `site_url` ends in a slash."""
    kb = book.kb
    return {
        "kind": decision.KIND, "schema": decision.SCHEMA, "data": book.data_version, "open": decision.OPEN,
        "unshown": decision.UNSHOWN, "webAddress": decision.WEB_ADDRESS, "largestEffort": decision.LARGEST_EFFORT, "both": tickets.BOTH,
        "marks": exported(),
        "checks": [
            {"id": check.id, "questions": list(check.questions), "parts": check.parts, "answers": check.answers, "listing": check.listing}
            for check in kb.checklist.values()
        ],
        "rules": [{"id": rule.id, "check": rule.when.check, "answer": rule.when.answer, "effort": rule.effort} for rule in kb.checklist_rules.values()],
        "symbols": {id: status.symbol for id, status in kb.statuses.items()},
        "accelerators": {id: _accelerator(book, id, site_url) for id, accelerator in kb.accelerators.items() if not accelerator.retired_on},
        "languages": {code: _language(book, code, site_url) for code in kb.languages},
    }


def _accelerator(book: Book, id: str, site_url: str) -> dict:
    cited = {code: tickets.cite(book, id, code, site_url) for code in book.kb.languages}
    first = next(iter(cited.values()))
    return {
        "vendor": book.kb.vendors[book.kb.accelerators[id].vendor].name, "name": first.name, "status": first.status, "ref": first.ref,
        "asOf": first.as_of, "overdue": first.overdue, "permalink": first.permalink, "state": first.cited_state,
        "sentence": {code: citation.sentence for code, citation in cited.items()},
    }


def _language(book: Book, code: str, site_url: str) -> dict:
    kb, writer, locale = book.kb, book.writers[code], book.locales[code]
    phrases, page = locale.language.phrases, kb.pages[PLACE]
    strings = [id for id in kb.ui if id.startswith("decision-") or id in STRINGS or id.startswith("format-") and not id.endswith("-use")]
    return {
        "name": locale.language.name, "locale": locale.language.locale,
        "label": phrases.label, "parenthesis": phrases.parenthesis, "joiner": phrases.joiner, "gap": phrases.sentence_gap,
        "months": _months(locale), "first": locale.language.first_of_month or "",
        "decimal": get_decimal_symbol(locale.babel), "group": get_group_symbol(locale.babel), "days": locale.language.counts["person-days"],
        "ui": {id: _pattern(writer, kb.ui[id]) for id in strings},
        "page": book.url(site_url, PLACE, code), "nav": writer.plain(page.nav), "rulesTitle": writer.plain(page.sections["rules"].title),
        "notice": writer.plain(kb.site.unofficial),
        "labels": {id: writer.plain(status.label) for id, status in kb.statuses.items()},
        "checks": {check.id: _check(book, writer, check) for check in kb.checklist.values()},
        "rules": {
            rule.id: {name: _pattern(writer, text) for name in ("text", "applies", "incomplete", "undecided", "clear") if (text := getattr(rule, name))}
            for rule in kb.checklist_rules.values()
        },
    }


def _check(book: Book, writer: Writer, check) -> dict:
    return {
        "title": writer.plain(check.title),
        "question": writer.plain(next(iter(check.questions.values()))) if check.parts else "",
        "items": {id: writer.plain(words) for id, words in decision.items(book, check).items()},
        "answers": {answer: writer.plain(decision.answer_name(book, check, answer)) for answer in check.answers},
    }


def _months(locale: Locale) -> list[str]:
    """A long date of each month, with `{year}` and `{day}` to fill in."""
    return [locale.date(datetime.date(2000, month, 20)).replace("2000", "{year}").replace("20", "{day}") for month in range(1, 13)]


def _pattern(writer: Writer, text: Text) -> str:
    """A text whose `{this.name}` are left to be filled in, as `{name}`."""
    names = (name.removeprefix("this.") for name in references(text, writer.locale.code) if name.startswith("this."))
    return writer.plain(text, {name: f"{{{name}}}" for name in names})
