"""How a language is written here, as data: the words that the checks look for, and the spellings agreed on."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from .fields import Id, Line, Record, StatusId

PLACE = "\ufffc"  # stands for a placeholder in the words that patterns are matched against


def _pattern(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise PydanticCustomError("pattern", "not a regular expression: {fault}", {"fault": str(error)}) from None
    return value


Pattern = Annotated[Line, AfterValidator(_pattern)]
"""A regular expression; `{}` in it stands for any placeholder of a text."""


def compiled(patterns: list[str]) -> re.Pattern:
    """One expression for any of the patterns, without regard to case; one that never matches for none."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns).replace("{}", PLACE) or r"(?!)", re.IGNORECASE)


class Meaning(Record):
    """The words by which a language says one thing that must not be lost in another."""

    says: list[Pattern]
    also: list[Pattern] = []
    """Words that may say it: enough where another language says it, but no claim by themselves."""

    @cached_property
    def claim(self) -> re.Pattern:
        return compiled(self.says)

    @cached_property
    def hint(self) -> re.Pattern:
        return compiled([*self.says, *self.also])


class Usage(Record):
    """What a text of this language must and must not look like."""

    verdicts: dict[StatusId, Meaning] = {}
    """Words that claim a verdict: allowed only where the verdict bears them out."""
    numbers: dict[Id, Meaning] = {}
    """Numbers written in words, and percentages."""
    bounds: dict[Id, Meaning] = {}
    """Version bounds by kind, as `Bound` names them."""
    limits: dict[Id, Meaning] = {}
    """Words that narrow or weaken a statement."""
    avoid: dict[Line, Line] = {}
    """Spelling to avoid -> the one agreed on."""
    sentence_end: Pattern = r"[.…。]$"
    """How a text ends that is a statement. A question may be a title too."""
    plain_style: Pattern | None = None
    """A sentence that leaves the polite register."""
    longest_sentence: int | None = None
    """In characters, as the reader sees them."""
    doubled: Pattern = r"\b(\w+) \1\b"
    """A word written twice."""
    density: float = 1
    """Characters that this language takes, on average, for one of the densest."""
