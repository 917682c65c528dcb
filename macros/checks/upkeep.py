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


def approved_and_present(context: Context) -> list[str]:
    """The ids of all texts, and those of approvals that no text has."""
    present = [text.id for text in context.texts]
    return present + sorted(set(context.approvals.entries) - set(present)) + [f"line {number}" for number in context.approvals.faults]


@rule("reviewed", "Somebody confirmed, since its last edit, that each text says the same in every language.", over=approved_and_present)
def reviewed(context: Context, id: str) -> Iterator[Problem]:
    text = context.texts_by_id.get(id)
    if text is None and id in context.approvals.entries:
        yield Problem(str(context.approvals.path), 0, 0, "reviewed", "no text has this id any more", f"kb approve {id}", id)
    elif text is None:
        yield Problem(str(context.approvals.path), 0, 0, "reviewed", f"{id} is no approval", "restore the file from version control, or run `kb approve --all`")
    elif context.approvals.differs(text):
        changed = context.approvals.changed(text)
        unchanged = [code for code in text.languages if code not in changed]
        if id not in context.approvals.entries:
            what = "the text was never confirmed to say the same in every language"
        elif changed and unchanged:
            what = f"only {', '.join(changed)} changed since this text was confirmed, {', '.join(unchanged)} did not"
        else:
            what = "every language changed since this text was confirmed" if changed else "its languages changed since it was confirmed"
        shown = "".join(f"\n    {code}: {words}" for code, words in text.languages.items())
        yield context.problem(text, "reviewed", what + shown, f"if they say the same: kb approve {id}")
