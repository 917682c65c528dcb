"""What the drift benchmark spoils: the real data and the built site, with only as much checked anew as a change can reach.

A change of one text is checked by the rules over texts, on that text beside all others as they were; a change of a file
of the site by the site rules, on that file and its counterparts. `tests/test_drift.py` shows that a whole run finds the same.
"""

from __future__ import annotations

import copy
import datetime
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from macros import checks
from macros.built import Built
from macros.document import Document as Page
from macros.checks import RULES, Approvals, Context, Side
from macros.checks.site import SITE_RULES, Examined
from macros.checks import alike, aloud  # noqa: F401  (importing registers their rules)
from macros.ledger import Ledger
from macros.load import parse
from macros.pages import Book
from macros.problem import Invalid, Problem
from macros.readback import Sighting
from macros.source import Document, Location, read
from macros.words import Text

APPROVAL = "reviewed"
# The modules of the rules over texts.
OVER_TEXTS = ("texts", "pairs", "typography")


@dataclass(frozen=True)
class Edit:
    """One change that was tried: where, and the rules that named that place."""

    where: str
    rules: frozenset[str]


@dataclass(frozen=True)
class Family:
    """A kind of change. `edits` tries a number of them at places that a random generator chooses, in a language or in none.

    `own` says that a rule of its own must find it, not just the missing approval of an edited text.
    """

    name: str
    edits: Callable[..., Iterator[Edit]]
    own: bool = True
    languages: tuple[str, ...] | None = None
    """The languages it applies to: None for all of them, empty for a change that concerns no language."""


@dataclass
class Data:
    """The data file as it is, its ledger, and approvals of every text as it stands."""

    root: Path
    raw: str
    ledger: Ledger
    context: Context
    lines: list[str] = field(init=False)

    def __post_init__(self):
        self.lines = self.raw.split("\n")

    @classmethod
    def open(cls, root: Path, today: datetime.date) -> Data:
        """The data of a project. Raises `Invalid` if it does not load."""
        raw = (root / "data/support.yaml").read_text("utf-8")
        ledger = Ledger(root / "data/ledger.jsonl")
        return cls(root, raw, ledger, _context(read("data/support.yaml", raw), ledger, today))

    @property
    def book(self) -> Book:
        return self.context.book

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the data as it is: nothing, or whatever is found in it later means nothing."""
        return checks.run(self.context).problems

    @cached_property
    def _pairs(self) -> dict[str, list[Side]]:
        return {pair[0].text.id: pair for pair in self.context.pairs}

    def sides_of(self, text: Text) -> list[Side]:
        """A text in every language."""
        return self._pairs[text.id]

    # -- a change of one text

    @cached_property
    def _text_rules(self) -> list[checks.Rule]:
        return [rule for rule in RULES.values() if rule.id == APPROVAL or rule.check.__module__.rpartition(".")[2] in OVER_TEXTS]

    def of_text(self, text: Text, words: dict[str, str] | None = None, **options: object) -> frozenset[str]:
        """The rules that name a text when its words in some languages, or its options, are others. Raises `Invalid`."""
        changed = Text.model_validate(text.model_dump(exclude_unset=True) | (words or {}) | options)
        changed._at = text.at
        context = Context(self.book, self.context.document, Approvals())
        context.approvals.entries = {text.id: self.context.approvals.entries[text.id]}
        context.texts = [changed]
        pair = context.pairs[0]
        known = {key: pair if other[0].text is text else other for key, other in self.context.first_with.items()}
        context.first_with = {(side.language.id, side.wording): pair for side in pair} | known
        context.name_pattern, context.proper_names = self.context.name_pattern, self.context.proper_names
        found = (problem for rule in self._text_rules if rule.severity == "error" for item in rule.items(context) for problem in rule.check(context, item))
        return frozenset(problem.rule for problem in found if problem.id == text.id and not self._excepted(problem))

    def _excepted(self, problem: Problem) -> bool:
        return any((entry.rule, entry.text) == (problem.rule, problem.id) and entry.lang in (None, problem.lang) for entry in self.book.kb.exceptions)

    # -- a change of anything

    def of_data(self, data: object, approved: bool = False, ledger: Ledger | None = None) -> list[Problem]:
        """Every problem of other data in the place of the file's; `approved` says that somebody confirmed all of its texts."""
        return self._problems(lambda: self.document_of(data), approved, ledger)

    def of_file(self, raw: str) -> list[Problem]:
        """Every problem of another data file."""
        return self._problems(lambda: read("data/support.yaml", raw), False, None)

    def _problems(self, document: Callable[[], Document], approved: bool, ledger: Ledger | None) -> list[Problem]:
        try:
            return checks.run(_context(document(), ledger or self.ledger, self.book.today, None if approved else self.context.approvals)).problems
        except Invalid as invalid:
            return invalid.problems

    def document_of(self, data: object) -> Document:
        """Other data at the places of the file's."""
        document = self.context.document
        return Document(document.path, data, document.marks, document.key_marks, document.written)

    def without(self, at: Location) -> object:
        """The data without the entry at a location."""
        return _edited(self.context.document.data, at, None)

    def having(self, at: Location, value: object, data: object = None) -> object:
        """The data, or that given, with a value at a location; the rest of it is shared."""
        return _edited(data or self.context.document.data, at, value)


def _context(document: Document, ledger: Ledger, today: datetime.date, approvals: Approvals | None = None) -> Context:
    context = Context(Book(parse(document), ledger, today), document, approvals or Approvals())
    if approvals is None:  # what stands in the file is taken as approved
        context.approvals.approve(context.texts_by_id, list(context.texts_by_id))
    return context


def _edited(data, at: Location, value: object):
    first, *rest = at
    copy = data.copy()
    if rest:
        copy[first] = _edited(data[first], tuple(rest), value)
    elif value is None:
        del copy[first]
    else:
        copy[first] = value
    return copy


class _OneShown(dict):
    """Every document of a site by its path, of which only one is gone through."""

    shown: str

    def values(self):
        return [self[self.shown]] if self.shown in self else []

    def items(self):
        return [(self.shown, document) for document in self.values()]


class Altered(Built):
    """A built site of which one file is another, or is gone. Only that file, and its counterparts, are gone through."""

    def __init__(self, good: Built, path: str, content: bytes | None):
        super().__init__(good.book, good.folder, good.site_url)
        self._path, self._content = path, content
        self.files = good.files - ({path} if content is None else frozenset())
        fresh = {path: Page(path, content)} if content is not None and path.endswith(".html") else {}
        self.documents = _OneShown({name: document for name, document in (good.documents | fresh).items() if name in self.files})
        self.documents.shown = path
        place = next((place for (_, place), document in good.pages.items() if document.path == path), None)
        self.pages = {key: self.documents[document.path] for key, document in good.pages.items() if key[1] == place and document.path in self.files}

    def read(self, path: str) -> bytes:
        return self._content if path == self._path else super().read(path)


class Pages:
    """A built site, read once."""

    def __init__(self, good: Built):
        self.good = good
        self.examined = Examined(good)
        self.examined.sightings  # and with them the words that every language has for the verdicts

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the site as it is."""
        return list(_found(SITE_RULES.values(), self.examined))

    def problems_with(self, path: str, after: str | None) -> list[Problem]:
        """What the site rules find when a file says something else, or is removed."""
        content = None if after is None else after.encode()
        examined = copy.copy(self.examined)  # with what depends on the data alone: the meaning of words, the figures of a language
        examined.built = Altered(self.good, path, content)
        examined.__dict__.pop("seen", None)
        examined.sightings = [sighting for sighting in self.examined.sightings if sighting.path != path] + list(self._read(examined, path))
        return list(_found(SITE_RULES.values(), examined))

    def _read(self, examined: Examined, path: str) -> Iterator[Sighting]:
        """The verdicts that one file shows."""
        yield from examined._on_documents()
        files, examined.built.files = examined.built.files, examined.built.files & {path}
        yield from examined._in_files()
        examined.built.files = files

    def naming(self, path: str, after: str | None) -> frozenset[str]:
        """The rules that name a file when it says something else, or is removed."""
        return frozenset(problem.rule for problem in self.problems_with(path, after) if path == problem.path or f"from {path}:" in problem.message)

    @cached_property
    def texts(self) -> dict[str, str]:
        """Every page of a language by its path, as text; but the proof, which is filled in from the reading of the others."""
        return {document.path: self.good.read(document.path).decode() for (_, place), document in self.good.pages.items() if place != "proof"}


def _found(rules: Iterable[checks.Rule], subject: Examined) -> Iterator[Problem]:
    for rule in rules:
        for item in rule.items(subject):
            yield from rule.check(subject, item)


def shuffled(items, generator: random.Random) -> list:
    """The items in random order."""
    items = list(items)
    generator.shuffle(items)
    return items


__all__ = ["APPROVAL", "Altered", "Data", "Edit", "Family", "Pages", "Side", "shuffled"]
