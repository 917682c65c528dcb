"""The checks: a rule is a small named function on one item; the runner counts what each rule looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from ..problem import Problem
from ..reviewed import Approvals
from ..source import Document
from .context import Context, Side

if TYPE_CHECKING:
    from ..pages import Book

__all__ = ["RULES", "Approvals", "Context", "Report", "Rule", "Side", "census", "rule", "run"]


@dataclass(frozen=True)
class Rule:
    """A check: an id, one sentence that an editor understands, the items it looks at, and the function.

    A `warning` is shown and fails nothing. A `decisive` rule that finds something is the last one to run.
    """

    id: str
    sentence: str
    items: Callable[[Any], Iterable]
    check: Callable[[Any, Any], Iterable[Problem]]
    severity: Literal["error", "warning"] = "error"
    decisive: bool = False


@dataclass
class Report:
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    looked_at: dict[str, int] = field(default_factory=dict)


RULES: dict[str, Rule] = {}


def rule(id: str, sentence: str, over: Callable[[Any], Iterable], rules: dict[str, Rule] = RULES, severity: Literal["error", "warning"] = "error", decisive: bool = False):
    """Register a function `(subject, item) -> problems` as a rule over the items that `over` gives of the subject."""

    def register(function):
        if id in rules:
            raise ValueError(f"two rules are called {id}")
        rules[id] = Rule(id, sentence, over, function, severity, decisive)
        return function

    return register


# Importing registers their rules, in this order.
from . import data, names, texts, pairs, typography, upkeep  # noqa: E402, F401


def run(context: Context) -> Report:
    """Apply every rule to the data; findings that the data excepts are left out."""
    report = apply(RULES, context, context.document.path)
    if len(report.looked_at) == len(RULES):  # or what an exception waits for was not looked for
        report.problems, report.warnings = _without_exceptions(context, report.problems, report.warnings)
    return report


def apply(rules: dict[str, Rule], subject: Any, path: str) -> Report:
    """Apply rules to a subject. A rule that looked at nothing is a problem itself: it would pass whatever it is given."""
    report = Report()
    for entry in rules.values():
        items = list(entry.items(subject))
        report.looked_at[entry.id] = len(items)
        if not items:
            report.problems.append(Problem(path, 0, 0, "looked-at-nothing", f"the rule `{entry.id}` found nothing to look at", "mend the rule, or remove it"))
        found = [problem for item in items for problem in entry.check(subject, item)]
        (report.problems if entry.severity == "error" else report.warnings).extend(found)
        if found and entry.decisive:
            break
    report.problems, report.warnings = sorted(set(report.problems)), sorted(set(report.warnings))
    return report


def _without_exceptions(context: Context, *kinds: list[Problem]) -> list[list[Problem]]:
    """The findings that the data does not except; an exception that no finding needs is a problem."""
    fired = set()

    def stands(problem: Problem) -> bool:
        excepting = {index for index, entry in enumerate(context.kb.exceptions) if (entry.rule, entry.text) == (problem.rule, problem.id) and entry.lang in (None, problem.lang)}
        fired.update(excepting)
        return not excepting

    left = [[problem for problem in problems if stands(problem)] for problems in kinds]
    for index, entry in enumerate(context.kb.exceptions):
        if index not in fired:
            left[0].append(context.document.problem(("exceptions", index), "exception-unused", f"`{entry.rule}` finds nothing in {entry.text}", "remove the exception"))
    return [sorted(problems) for problems in left]


@lru_cache(maxsize=1)  # the page stands in every language
def census(book: Book) -> dict[str, int]:
    """How many items each rule looks at, for the page that lists them."""
    context = Context(book, Document("data/support.yaml"))
    return {entry.id: len(list(entry.items(context))) for entry in RULES.values()}
