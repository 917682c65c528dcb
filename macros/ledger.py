"""The append-only record of verdicts: which one held from which date, with the facts behind it.

Each line carries the digest of the line before, so that a change or a removal shows without git.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from .fields import StatusId
from .model import KnowledgeBase
from .problem import Invalid, Problem
from .verdict import Verdict, Verdicts


@dataclass(frozen=True)
class Entry:
    """One line of the ledger. `previous` is the digest of the line before, empty for the first."""

    __pydantic_config__ = ConfigDict(extra="forbid", strict=True)

    ref: str
    date: str
    accelerator: str
    status: StatusId
    reason: str
    requirements: dict[str, dict[str, str] | list[str]]
    sources: dict[str, str]
    change: str
    previous: str

    def line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


_ENTRY = TypeAdapter(Entry)


class Ledger:
    """The entries of a ledger file, oldest first. Lines that are not entries, or do not follow from the one before, are `problems`."""

    def __init__(self, path: Path | str):
        self.path = Path(path)
        text = self.path.read_bytes().decode("utf-8", "backslashreplace") if self.path.exists() else ""
        self.lines = text.removesuffix("\n").split("\n") if text else []
        self.cut_off = bool(text) and not text.endswith("\n")
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        previous = ""
        for number, line in enumerate(self.lines, 1):
            self._read(number, line, previous)
            previous = digest(line)

    def _read(self, number: int, line: str, previous: str) -> None:
        restore = "restore the ledger from version control: it is append-only"
        try:
            entry = _ENTRY.validate_json(line)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            where = f"`{'.'.join(map(str, fault['loc']))}`: " if fault["loc"] else ""
            self.problems.append(Problem(str(self.path), number, 1, "ledger-line", f"this line is not an entry: {where}{fault['msg']}", restore))
            return
        self.entries.append(entry)
        if entry.previous != previous:
            self.problems.append(Problem(str(self.path), number, 1, "ledger-chain", "this line does not follow from the one before: one of the two was changed, moved or removed", restore, entry.accelerator))

    def last(self, accelerator: str) -> Entry | None:
        """The entry in force for an accelerator."""
        return next((entry for entry in reversed(self.entries) if entry.accelerator == accelerator), None)

    def history(self, accelerator: str) -> list[Entry]:
        """All entries of an accelerator, newest first."""
        return [entry for entry in reversed(self.entries) if entry.accelerator == accelerator]

    @property
    def formerly_listed(self) -> frozenset[str]:
        return frozenset(entry.accelerator for entry in self.entries if entry.status == "listed")

    def record(self, kb: KnowledgeBase, verdicts: Verdicts, today: datetime.date) -> list[Entry]:
        """Append the verdicts that differ from the last entry of their accelerator; returns what was appended.

        Raises LookupError if no entry of `changes` gives the reason, and `Invalid` if the ledger is broken.
        """
        if self.problems:
            raise Invalid(self.problems)
        previous = digest(self.lines[-1]) if self.lines else ""
        added = []
        for id, verdict in verdicts.all.items():
            last = self.last(id)
            if last and same_verdict(last, kb, verdict):
                continue
            entry = Entry(_free_ref(self, id, today), today.isoformat(), id, *_facts(kb, verdict), _change(kb, id), previous)
            previous = digest(entry.line())
            added.append(entry)
        if added:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" if self.cut_off else "")
                file.writelines(entry.line() + "\n" for entry in added)
            self.cut_off = False
            self.lines += [entry.line() for entry in added]
            self.entries += added
        return added


def digest(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()


def _facts(kb: KnowledgeBase, verdict: Verdict) -> tuple[str, str, dict, dict]:
    """Status, reason, requirements and source dates of a verdict, as a ledger entry stores them."""
    ids = ([verdict.target.stack] if verdict.target else []) + list(kb.release.requirements)
    wanted = [kb.requirements[id] for id in ids]
    requirements = {r.id: (r.version.bounds if r.version else r.one_of) for r in wanted}
    sources = {id: kb.sources[id].verified_on.isoformat() for id in verdict.sources}
    return verdict.status, verdict.reason, requirements, sources


def same_verdict(entry: Entry, kb: KnowledgeBase, verdict: Verdict) -> bool:
    """Whether an entry still says what is computed now: status, reason and requirements.

    A source that was merely read again does not make a new verdict.
    """
    status, reason, requirements, _ = _facts(kb, verdict)
    return (entry.status, entry.reason, entry.requirements) == (status, reason, requirements)


def _free_ref(ledger: Ledger, accelerator: str, today: datetime.date) -> str:
    """The date, with a number from the second entry of an accelerator on one day on."""
    taken = sum(entry.date == today.isoformat() for entry in ledger.history(accelerator))
    return today.isoformat() + (f"-{taken + 1}" if taken else "")


def _change(kb: KnowledgeBase, accelerator: str) -> str:
    """The newest change that speaks of the accelerator, or of all."""
    fitting = [c for c in kb.changes.values() if not c.accelerators or accelerator in c.accelerators]
    if not fitting:
        raise LookupError(f"no entry of `changes` explains the verdict of {accelerator}")
    return max(fitting, key=lambda change: change.date).id


def check(ledger: Ledger, kb: KnowledgeBase, verdicts: Verdicts) -> Iterator[Problem]:
    """Problems of the ledger: a broken line or chain, a verdict that is not recorded, an accelerator that vanished."""
    yield from ledger.problems
    for id, verdict in verdicts.all.items():
        last = ledger.last(id)
        if last is None or not same_verdict(last, kb, verdict):
            was = last.status if last else "nothing"
            yield Problem(str(ledger.path), 0, 0, "ledger-behind", f"the verdict is now {verdict.status}, the ledger says {was}", "describe the change under `changes`, then run `kb record`", id)
    for id in dict.fromkeys(entry.accelerator for entry in ledger.entries):
        if id not in kb.accelerators:
            yield Problem(str(ledger.path), 0, 0, "ledger-orphan", "the ledger has an accelerator that the data no longer has", "keep it, with `retired_on` and `successor`", id)
