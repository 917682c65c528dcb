"""What a check may look at: the book, the file it was read from, and each text as it was written and as it reads."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from ..model import KnowledgeBase
from ..phrases import PLACEHOLDER, Span, UnknownPlaceholder, placeholders
from ..problem import Problem
from ..reviewed import Approvals
from ..source import Document, Location
from ..typography import one_line, wording
from ..usage import PLACE, Usage
from ..words import Language, Text
from .references import references

if TYPE_CHECKING:
    from ..pages import Book

# The kinds of placeholder that name an entry, with the collection they name it from.
COLLECTIONS = {
    "acc": "accelerators", "arch": "architectures", "vendor": "vendors", "name": "names", "model": "models", "comp": "components",
    "run": "runtimes", "src": "sources", "n": "numbers", "date": "dates", "code": "codes",
}

class _Anything(dict):
    """A value for whatever `{this.…}` asks for: what is at hand there is known only where the text is rendered."""

    def __missing__(self, key: str) -> str:
        return "GPU"


PATTERN_VALUES = _Anything()


@dataclass
class Side:
    """A text in one language."""

    book: Book
    text: Text
    language: Language

    @cached_property
    def authored(self) -> str:
        """As it stands in the file."""
        return self.text[self.language.id]

    @cached_property
    def bare(self) -> str:
        """What was typed, on one line: each placeholder is one character, `PLACE`."""
        return PLACEHOLDER.sub(PLACE, one_line(self.authored))

    @cached_property
    def wording(self) -> str:
        """What was typed, wherever its lines break and whichever spaces stand beside its marks."""
        return wording(self.authored)

    @cached_property
    def placeholders(self) -> list[str]:
        """The names of its placeholders, without their forms, in order."""
        return [name for name, _ in placeholders(self.authored)]

    @cached_property
    def spans(self) -> list[Span] | None:
        """What the reader sees; None where a placeholder is unknown."""
        try:
            return self.book.writers[self.language.id].spans(self.text, PATTERN_VALUES)
        except UnknownPlaceholder:
            return None

    @cached_property
    def rendered(self) -> str:
        """The words the reader sees, with `PLACE` for each command; what was typed, where a placeholder is unknown."""
        return "".join(PLACE if span.kind == "code" else span.words for span in self.spans) if self.spans else self.bare

    @property
    def usage(self) -> Usage:
        return self.language.usage

    @property
    def is_statement(self) -> bool:
        return bool(re.search(self.usage.sentence_end, self.bare))


@dataclass
class Context:
    book: Book
    document: Document
    approvals: Approvals = field(default_factory=Approvals)

    @property
    def kb(self) -> KnowledgeBase:
        return self.book.kb

    @cached_property
    def texts(self) -> list[Text]:
        return [text for _, text in self.kb.texts()]

    @cached_property
    def texts_by_id(self) -> dict[str, Text]:
        return {text.id: text for text in self.texts}

    @cached_property
    def pairs(self) -> list[list[Side]]:
        """Every text, as its sides in the order of the languages."""
        return [[Side(self.book, text, language) for language in self.kb.languages.values()] for text in self.texts]

    @cached_property
    def sides(self) -> list[Side]:
        """Every text in every language."""
        return [side for pair in self.pairs for side in pair]

    @cached_property
    def folded(self) -> list[tuple[list[Side], dict[str, str]]]:
        """Every text outside the glossary, with what was typed in each language without regard to case."""
        return [(pair, {side.language.id: side.bare.casefold() for side in pair}) for pair in self.pairs if pair[0].text.at[0] != "glossary"]

    @cached_property
    def first_with(self) -> dict[tuple[str, str], list[Side]]:
        """By language and words, the first text that has those words."""
        found: dict[tuple[str, str], list[Side]] = {}
        for pair in self.pairs:
            for side in pair:
                found.setdefault((side.language.id, side.wording), pair)
        return found

    def sides_of(self, script: str) -> list[Side]:
        """Every text in the languages of a script."""
        return [side for side in self.sides if side.language.script == script]

    def problem(self, about: Side | Text, rule: str, message: str, remedy: str) -> Problem:
        """A problem of a text, or of one side of it."""
        side = about if isinstance(about, Side) else None
        text, lang = (about.text, about.language.id) if side else (about, "")
        found = self.document.problem(text.at + ((lang,) if lang else ()), rule, message, remedy, lang=lang)
        return Problem(found.path, found.line, found.column, rule, found.message, remedy, text.id, lang)

    @cached_property
    def proper_names(self) -> dict[str, str]:
        """Every proper name of the data with the placeholder that stands for it."""
        named = ("acc", "arch", "vendor", "name", "model", "comp", "run")
        return {entry.name: f"{kind}.{id}" for kind in named for id, entry in getattr(self.kb, COLLECTIONS[kind]).items()}

    @cached_property
    def name_pattern(self) -> re.Pattern:
        """Any proper name of the data as a whole word, the longest first."""
        names = sorted(self.proper_names, key=len, reverse=True)
        return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, names))})(?![A-Za-z0-9])")

    @cached_property
    def references(self) -> list[tuple[Location, str, str]]:
        """Every typed reference: where it stands, the collection it points into, the id it names."""
        return list(references(self.kb))

    @cached_property
    def used(self) -> dict[str, set[str]]:
        """By collection, the ids that a fact refers to or a text names."""
        found = defaultdict(set)
        for _, collection, id in self.references:
            found[collection].add(id)
        for name in {name for side in self.sides for name in side.placeholders}:
            kind, _, id = name.partition(".")
            found[COLLECTIONS.get(kind, kind)].add(id)
        return found
