"""Rules on what must be kept up with the data: the ledger, the approvals, the description of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ledger
from ..problem import Problem
from . import RULES, Context, rule


@rule("ledger", "The ledger is unbroken, and its last entries are the verdicts of today.", over=lambda c: [c.book.ledger])
def ledger_holds(context: Context, entries: ledger.Ledger) -> Iterator[Problem]:
    yield from ledger.check(entries, context.kb, context.book.verdicts)


@rule("rule-described", "Every rule is described in every language, and no other.", over=lambda c: sorted({*RULES, *c.kb.rules}))
def rule_described(context: Context, id: str) -> Iterator[Problem]:
    if id not in RULES:
        yield context.document.problem(("rules", id), "rule-described", f"no rule is called {id}", "remove the description, or correct its id", key=True)
    elif id not in context.kb.rules:
        yield context.document.problem(("rules",), "rule-described", f"the rule {id} is not described", f"add `{id}:` under `rules`", key=True)
