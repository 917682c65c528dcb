"""A decision record: the answers to the checklist for one project, as a file holds them, and what the rules say of them.

`docs/assets/decision.js` does the same in a browser.
"""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .fields import AnswerId
from .words import Check, CheckRule, Text

if TYPE_CHECKING:
    from .pages import Book

KIND = "deepinfer-decision-record"
SCHEMA = 1
OPEN: AnswerId = "not-yet"
# Each a line of plain words, under its name in the file.
WORDS = ("title", "people", "remarks")
LARGEST_EFFORT = 1_000_000
# Line breaks, control characters, halves of characters, and marks that make a ticket show words in another order.
UNSHOWN = r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+"
WEB_ADDRESS = r"^https?://[^ ]+$"


@dataclass(frozen=True)
class Given:
    """The answer to a question, or for a part. `effort` is in person-days; None where no estimate was made."""

    answer: AnswerId = OPEN
    evidence: str = ""
    note: str = ""
    effort: float | None = None


@dataclass(frozen=True)
class Record:
    """A filled checklist. `ref` is the ledger's entry for the accelerator, and `data` the state of the data, when it was saved."""

    title: str = ""
    people: str = ""
    remarks: str = ""
    accelerator: str = ""
    date: str = ""
    ref: str = ""
    data: str = ""
    answers: Mapping[tuple[str, str], Given] = field(default_factory=dict)

    def given(self, check: str, item: str) -> Given:
        return self.answers.get((check, item), Given())


class NotARecord(ValueError):
    """The text is no decision record that this version can read. `why` is `not-json`, `not-record` or `other-schema`."""

    def __init__(self, why: str, version: str = ""):
        super().__init__(f"{why} {version}".strip())
        self.why, self.version = why, version


def items(book: Book, check: Check) -> dict[str, Text]:
    """What is answered at a point, by id: its questions, or the parts that its question is asked of."""
    return {id: book.kb.missing_parts[id].name for id in check.parts} if check.parts else check.questions


def answer_name(book: Book, check: Check, answer: AnswerId) -> Text:
    return check.answer_names.get(answer) or book.kb.checklist_answers[answer]


def rounded(effort: float) -> int:
    """An effort in hundredths: sums of these are exact."""
    return math.floor(effort * 100 + 0.5)


# -- files


def read(book: Book, text: str) -> tuple[Record, list[str], list[str]]:
    """The record of a saved file, with what was left out: the ids that the data does not know, and those with unfit values.

    Raises `NotARecord`.
    """
    try:
        content = json.loads(text, parse_constant=_no_number)
    except ValueError:
        raise NotARecord("not-json") from None
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise NotARecord("not-record")
    if content.get("schema") != SCHEMA or isinstance(content["schema"], bool):
        raise NotARecord("other-schema", _clean(json.dumps(content.get("schema")))[:40])
    unknown: list[str] = []
    unfit: list[str] = []
    values: dict = {}
    for name, value in content.items():
        if name in (*WORDS, "ref", "data") and isinstance(value, str):
            values[name] = _clean(value)
        elif name == "date" and (value == "" or _is_day(value)) or name == "accelerator" and (value == "" or _live(book, value)):
            values[name] = value
        elif name == "accelerator" and isinstance(value, str):
            unknown.append(_clean(value))
        elif name == "answers" and isinstance(value, dict):
            values[name] = dict(_read_answers(book, value, unknown, unfit))
        elif name in (*WORDS, "ref", "data", "date", "accelerator", "answers"):
            unfit.append(name)
        elif name not in ("kind", "schema"):
            unknown.append(_clean(name))
    return Record(**values), unknown, unfit


def _read_answers(book: Book, answers: dict, unknown: list[str], unfit: list[str]) -> Iterator[tuple[tuple[str, str], Given]]:
    for check_id, given in answers.items():
        check = book.kb.checklist.get(check_id)
        if check is None:
            unknown.append(_clean(check_id))
        elif not isinstance(given, dict):
            unfit.append(check_id)
        else:
            for id, value in given.items():
                name = _clean(f"{check_id}.{id}")
                if id not in items(book, check):
                    unknown.append(name)
                elif not isinstance(value, dict):
                    unfit.append(name)
                else:
                    yield (check_id, id), _read_given(check, name, value, unknown, unfit)


def _read_given(check: Check, name: str, value: dict, unknown: list[str], unfit: list[str]) -> Given:
    values: dict = {}
    for key, content in value.items():
        if key == "answer" and isinstance(content, str) and content in check.answers:
            values[key] = content
        elif key in ("evidence", "note") and isinstance(content, str):
            values[key] = _clean(content)
        elif key == "effort" and (content is None or _is_effort(content)):
            values[key] = content
        else:
            (unfit if key in ("answer", "evidence", "note", "effort") else unknown).append(f"{name}.{_clean(key)}")
    return Given(**values)


def _no_number(written: str) -> None:
    raise ValueError(f"{written} is no JSON")


def _clean(words: str) -> str:
    """Words on one line, without what could not be seen."""
    return re.sub(UNSHOWN, " ", words).strip(" ")


def _is_day(value: object) -> bool:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return False
    try:
        datetime.date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _live(book: Book, value: object) -> bool:
    return isinstance(value, str) and value in book.kb.accelerators and not book.kb.accelerators[value].retired_on


def _is_effort(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= LARGEST_EFFORT


# -- rules


@dataclass(frozen=True)
class Outcome:
    """What a rule says of a record. `concerned` are the items that make it apply; `hundredths` the sum of their efforts."""

    case: str
    concerned: tuple[str, ...] = ()
    hundredths: int = 0
    complete: bool = True


def outcome(book: Book, rule: CheckRule, record: Record) -> Outcome:
    """`applies` if any answer at the rule's point is the one that it asks about; else `undecided` if one is missing; else `clear`."""
    given = {id: record.given(rule.when.check, id) for id in items(book, book.kb.checklist[rule.when.check])}
    concerned = tuple(id for id, g in given.items() if g.answer == rule.when.answer)
    missing = any(g.answer == OPEN for g in given.values())
    if not concerned:
        return Outcome("undecided" if missing else "clear")
    efforts = [given[id].effort for id in concerned]
    return Outcome("applies", concerned, sum(rounded(e) for e in efforts if e is not None), not missing and None not in efforts)


def differs(book: Book, record: Record) -> bool:
    """Whether an answer on the official list contradicts the verdict on the accelerator."""
    if not record.accelerator:
        return False
    listed = book.verdicts[record.accelerator].status == "listed"
    answers = [record.given(check.id, check.listing).answer for check in book.kb.checklist.values() if check.listing]
    return any(answer == ("no" if listed else "yes") for answer in answers)


def unproven(book: Book, record: Record) -> int:
    """How many answers have no evidence beside them."""
    given = [record.given(check.id, id) for check in book.kb.checklist.values() for id in items(book, check)]
    return sum(g.answer != OPEN and not g.evidence for g in given)
