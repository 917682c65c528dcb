"""The checks: a rule is a small named function on one item; the runner counts what each rule looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..model import KnowledgeBase
from ..pages import Book
from ..phrases import placeholders
from ..problem import Problem
from ..source import Document


@dataclass
class Context:
    """What a check may look at: the book, and the file that it was read from."""

    book: Book
    document: Document

    @property
    def kb(self) -> KnowledgeBase:
        return self.book.kb

    @cached_property
    def proper_names(self) -> dict[str, str]:
        """Every proper name of the data with the placeholder that stands for it."""
        kinds = {"acc": "accelerators", "arch": "architectures", "vendor": "vendors", "name": "names", "model": "models", "comp": "components", "run": "runtimes"}
        return {entry.name: f"{kind}.{id}" for kind, collection in kinds.items() for id, entry in getattr(self.kb, collection).items()}

    @cached_property
    def cited_sources(self) -> set[str]:
        """The sources that a fact or a text cites."""
        from .data import references

        typed = {id for _, collection, id in references(self) if collection == "sources"}
        placed = {name for _, text in self.kb.texts() for words in text.languages.values() for name, _ in placeholders(words)}
        return typed | {name.removeprefix("src.") for name in placed if name.startswith("src.")}


@dataclass(frozen=True)
class Rule:
    """A check: an id, one sentence that an editor understands, the items it looks at, and the function."""

    id: str
    sentence: str
    items: Callable[[Any], Iterable]
    check: Callable[[Any, Any], Iterable[Problem]]


@dataclass
class Report:
    problems: list[Problem] = field(default_factory=list)
    looked_at: dict[str, int] = field(default_factory=dict)


RULES: dict[str, Rule] = {}


def rule(id: str, sentence: str, over: Callable[[Any], Iterable], rules: dict[str, Rule] = RULES):
    """Register a function `(context, item) -> problems` as a rule over the items that `over` gives.

    `rules` is the set that it belongs to: that of the data and its texts, or that of the built site.
    """

    def register(function):
        if id in rules:
            raise ValueError(f"two rules are called {id}")
        rules[id] = Rule(id, sentence, over, function)
        return function

    return register


def run(context: Context) -> Report:
    """Apply every rule on the data and its texts."""
    from . import data, texts  # noqa: F401  (importing registers their rules)

    return apply(RULES, context, context.document.path)


def apply(rules: dict[str, Rule], context: Any, path: str) -> Report:
    """Apply some rules. One that looked at nothing is a problem itself, of the file `path`: it would pass whatever stands there."""
    report = Report()
    for entry in rules.values():
        items = list(entry.items(context))
        report.looked_at[entry.id] = len(items)
        if not items:
            report.problems.append(Problem(path, 0, 0, "looked-at-nothing", f"the rule `{entry.id}` found nothing to look at", "mend the rule, or remove it"))
        for item in items:
            report.problems += entry.check(context, item)
        if entry.id == "reference-resolves" and report.problems:
            break  # registered first: where an id leads nowhere, the other rules cannot follow it
    report.problems = sorted(set(report.problems))
    return report
