"""A problem: what is wrong, where, what was expected, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One finding. `line` and `column` count from 1; 0 means the whole file."""

    path: str
    line: int
    column: int
    rule: str
    message: str
    remedy: str = ""
    id: str = ""
    lang: str = ""

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        subject = f" [{self.id}{f' {self.lang}' if self.lang else ''}]" if self.id else ""
        remedy = f"\n    -> {self.remedy}" if self.remedy else ""
        return f"{where}: {self.rule}:{subject} {self.message}{remedy}"

    def as_dict(self) -> dict:
        return asdict(self)


class Invalid(Exception):
    """Raised with all problems found; never with the first one only."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = sorted(set(problems))
        super().__init__("\n".join(map(str, self.problems)))
