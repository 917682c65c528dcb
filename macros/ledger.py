"""The append-only record of verdicts: which one held from which date, with the facts behind it.

Each line carries the digest of the line before, so that a change or a removal shows without git.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from .entry import Entry, describe, digest, read, requirements
from .locale import Locale
from .model import Change, KnowledgeBase
from .phrases import Writer
from .problem import Invalid, Problem
from .verdict import Verdict, Verdicts


class Ledger:
    """The entries of a ledger file, oldest first. Lines that are not entries, or do not follow from the one before, are `problems`."""

    def __init__(self, path: Path | str):
        self.path = Path(path)
        text = self.path.read_bytes().decode("utf-8", "backslashreplace") if self.path.exists() else ""
        self.lines = text.removesuffix("\n").split("\n") if text else []
        self.cut_off = bool(text) and not text.endswith("\n")
        self.entries: list[Entry] = []
        self._of: dict[str, list[Entry]] = {}
        self.problems: list[Problem] = []
        previous = ""
        for number, line in enumerate(self.lines, 1):
            self._read(number, line, previous)
            previous = digest(line)

    def _read(self, number: int, line: str, previous: str) -> None:
        restore = "restore the ledger from version control: it is append-only"
        try:
            entry = read(line)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            where = f"`{'.'.join(map(str, fault['loc']))}`: " if fault["loc"] else ""
            self.problems.append(Problem(str(self.path), number, 1, "ledger-line", f"this line is not an entry: {where}{fault['msg']}", restore))
            return
        self._add(entry)
        if entry.previous != previous:
            self.problems.append(Problem(str(self.path), number, 1, "ledger-chain", "this line does not follow from the one before: one of the two was changed, moved or removed", restore, entry.accelerator))

    def _add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self._of.setdefault(entry.accelerator, []).append(entry)

    def last(self, accelerator: str) -> Entry | None:
        """The entry in force for an accelerator."""
        return next(iter(self.history(accelerator)), None)

    def history(self, accelerator: str) -> list[Entry]:
        """All entries of an accelerator, newest first."""
        return self._of.get(accelerator, [])[::-1]

    def steps(self) -> Iterator[tuple[Entry, Entry | None]]:
        """Every entry, oldest first, with the entry of the same accelerator that it replaced."""
        before: dict[str, Entry] = {}
        for entry in self.entries:
            yield entry, before.get(entry.accelerator)
            before[entry.accelerator] = entry

    def following(self, entry: Entry) -> Entry | None:
        """The next entry of the same accelerator; None if this one is in force."""
        own = self._of[entry.accelerator]
        return next(iter(own[own.index(entry) + 1 :]), None)

    @property
    def formerly_listed(self) -> frozenset[str]:
        """The architectures that were once on the list. Not the accelerators: one that was ascribed to another's architecture never was."""
        return frozenset(entry.architecture for entry in self.entries if entry.status == "listed")

    def record(self, kb: KnowledgeBase, verdicts: Verdicts, today: datetime.date) -> list[Entry]:
        """Append the verdicts that differ from the last entry of their accelerator; returns what was appended.

        Raises LookupError if no new entry of `changes` gives the reason, and `Invalid` if the ledger is broken.
        """
        if self.problems:
            raise Invalid(self.problems)
        previous = digest(self.lines[-1]) if self.lines else ""
        writers = {code: Writer(kb, verdicts, Locale(language)) for code, language in kb.languages.items()}
        added = []
        for id, verdict in verdicts.all.items():
            last = self.last(id)
            if last and same_verdict(last, kb, verdict):
                continue
            entry = describe(kb, writers, verdict, _free_ref(self, id, today), today.isoformat(), _change(kb, self.history(id), id), previous)
            previous = digest(entry.line())
            added.append(entry)
        if added:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" if self.cut_off else "")
                file.writelines(entry.line() + "\n" for entry in added)
            self.cut_off = False
            for entry in added:
                self.lines.append(entry.line())
                self._add(entry)
        return added


def same_verdict(entry: Entry, kb: KnowledgeBase, verdict: Verdict) -> bool:
    """Whether an entry still says what is computed now: status, reason and requirements.

    A source that was merely read again does not make a new verdict.
    """
    return (entry.status, entry.reason, entry.requirements) == (verdict.status, verdict.reason, requirements(kb, verdict))


def _free_ref(ledger: Ledger, accelerator: str, today: datetime.date) -> str:
    """The date, with a number from the second entry of an accelerator on one day on."""
    taken = sum(entry.date == today.isoformat() for entry in ledger.history(accelerator))
    return today.isoformat() + (f"-{taken + 1}" if taken else "")


def _change(kb: KnowledgeBase, history: list[Entry], accelerator: str) -> Change:
    """The newest change that speaks of the accelerator, or of all; one that explains an earlier verdict does not explain this one."""
    told = {entry.change for entry in history}
    fitting = [c for c in kb.changes.values() if c.id not in told and (not c.accelerators or accelerator in c.accelerators)]
    if not fitting:
        raise LookupError(f"no new entry of `changes` explains the verdict of {accelerator}")
    return max(fitting, key=lambda change: change.date)


def check(ledger: Ledger, kb: KnowledgeBase, verdicts: Verdicts) -> Iterator[Problem]:
    """Problems of the ledger: a broken line or chain, a verdict that is not recorded, an accelerator or a change that vanished."""
    yield from ledger.problems
    for id, verdict in verdicts.all.items():
        last = ledger.last(id)
        if last is None or not same_verdict(last, kb, verdict):
            was = last.status if last else "nothing"
            yield Problem(str(ledger.path), 0, 0, "ledger-behind", f"the verdict is now {verdict.status}, the ledger says {was}", "describe the change under `changes`, then run `kb record`", id)
    for id in dict.fromkeys(entry.accelerator for entry in ledger.entries):
        if id not in kb.accelerators:
            yield Problem(str(ledger.path), 0, 0, "ledger-orphan", "the ledger has an accelerator that the data no longer has", "keep it, with `retired_on` and `successor`", id)
    for id in dict.fromkeys(entry.change for entry in ledger.entries):
        if id not in kb.changes:
            yield Problem(str(ledger.path), 0, 0, "ledger-change", f"the ledger gives `{id}` as a reason, and `changes` no longer has it", "put the entry back: published pages link to it", id)
