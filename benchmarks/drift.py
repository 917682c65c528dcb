"""Whether every kind of drift between the languages is found, and nothing else is: seeded faults and harmless edits.

    python benchmarks/drift.py [--seed 7] [--site DIR --site-url URL]

The faults are made one at a time in the real data and in a built site (its own, unless one is given), in one language;
a fault counts as found if a rule names its text or its page. Prints, for each family, how many were found, and which
rules found them. Exits 1 if a fault is missed, a harmless edit raises a problem, a family found no place to be tried in,
a family that has a rule of its own was found by the missing approval alone, or there were fewer than 300 faults.
Takes more than a minute of processor time only with a warning: the tests set the bound.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import drift_harmless
import drift_nodes
import drift_pages
import drift_texts
import drift_wording  # noqa: F401  (importing registers its families among those of the texts)
from drift_subject import APPROVAL, Data, Edit, Family, Pages

from macros.built import Built
from macros.cli import today

ROOT = Path(__file__).resolve().parent.parent
LEAST_FAULTS = 300
SECONDS = 60
# How many of a family are tried in each language.
TEXTS, PAGES = 6, 3


@dataclass
class Row:
    """What came of a family. `right` were found if they are faults, and raised nothing if they are harmless."""

    family: Family
    harmless: bool
    tried: int = 0
    right: int = 0
    approval_only: int = 0
    rules: Counter = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)
    """The languages in which there was no place for it."""

    def add(self, edit: Edit) -> None:
        self.tried += 1
        self.rules.update(edit.rules - {APPROVAL})
        self.approval_only += edit.rules == {APPROVAL}
        if bool(edit.rules) != self.harmless:
            self.right += 1
        else:
            self.wrong.append(edit.where)

    @property
    def faults(self) -> list[str]:
        """Why the benchmark fails because of it."""
        what = "raised a problem" if self.harmless else "missed"
        found = [f"{self.family.name}: {what}: {where}" for where in self.wrong]
        found += [f"{self.family.name}: no place to try it in {code or 'the data'}" for code in self.untried]
        if self.approval_only and self.family.own and not self.harmless:
            found.append(f"{self.family.name}: {self.approval_only} found by the missing approval alone")
        return found


@dataclass
class Result:
    rows: list[Row]
    seconds: float
    before: list[str] = field(default_factory=list)
    """What was wrong before anything was changed."""

    def sum(self, name: str, harmless: bool = False) -> int:
        return sum(getattr(row, name) for row in self.rows if row.harmless == harmless)

    @property
    def recall(self) -> float:
        """The share of the faults that were found."""
        return self.sum("right") / self.sum("tried")

    @property
    def precision(self) -> float:
        """The share of true ones among all that was reported."""
        return self.sum("right") / (self.sum("right") + self.sum("tried", True) - self.sum("right", True))

    @property
    def failures(self) -> list[str]:
        few = [] if self.sum("tried") >= LEAST_FAULTS else [f"only {self.sum('tried')} faults, expected {LEAST_FAULTS} or more"]
        return [f"before any change: {problem}" for problem in self.before] + [fault for row in self.rows for fault in row.faults] + few


def measure(data: Data, pages: Pages, seed: int) -> Result:
    """Try every family, at places that the seed chooses."""
    started = time.process_time()
    kinds = [
        (drift_texts.FAMILIES, data, TEXTS, False), (drift_nodes.FAMILIES, data, TEXTS, False), (drift_pages.FAULTS, pages, PAGES, False),
        (drift_harmless.FAMILIES, data, TEXTS, True), (drift_pages.HARMLESS, pages, PAGES, True),
    ]
    rows = [tried(family, subject, count, harmless, seed, list(data.book.kb.languages)) for families, subject, count, harmless in kinds for family in families]
    return Result(rows, time.process_time() - started, [str(problem) for problem in data.problems + pages.problems])


def tried(family: Family, subject: Data | Pages, count: int, harmless: bool, seed: int, languages: list[str]) -> Row:
    """Try one family in each language that it applies to."""
    row = Row(family, harmless)
    codes: Iterable[str] = languages if family.languages is None else family.languages or ("",)
    for code in codes:
        before = row.tried
        for edit in family.edits(subject, random.Random(f"{seed} {family.name} {code}"), code, count):
            row.add(edit)
        if row.tried == before:
            row.untried.append(code)
    return row


def report(result: Result) -> str:
    """The result as a table for people."""
    lines = ["", f"{'fault':<56}{'tried':>6}{'found':>6}{'recall':>8}  rules that found it ({APPROVAL}: nothing but the missing approval)"]
    for row in (row for row in result.rows if not row.harmless):
        rules = [f"{rule} {times}" for rule, times in row.rules.most_common(4)] + ([f"({APPROVAL} {row.approval_only})"] if row.approval_only else [])
        lines.append(f"{row.family.name:<56}{row.tried:>6}{row.right:>6}{_percent(row.right, row.tried):>8}  {', '.join(rules)}")
    lines += ["", f"{'harmless edit':<64}{'places':>7}{'silent':>7}{'':>2}precision"]
    for row in (row for row in result.rows if row.harmless):
        lines.append(f"{row.family.name:<64}{row.tried:>7}{row.right:>7}{_percent(row.right, row.tried):>10}")
    only = [row.family.name for row in result.rows if row.approval_only and row.approval_only == row.tried]
    lines += [
        "", f"{result.sum('tried')} faults in {sum(not row.harmless for row in result.rows)} families: recall {result.recall:.1%};"
        f" {result.sum('approval_only')} of them found by the missing approval alone",
        f"{result.sum('tried', True)} harmless edits in {sum(row.harmless for row in result.rows)} families: precision {result.precision:.1%}",
        f"families that no rule of their own finds, only the missing approval: {'; '.join(only) or 'none'}",
        f"{result.seconds:.0f} s of processor time" + (f" (more than {SECONDS})" if result.seconds > SECONDS else ""),
        *(f"FAILED: {failure}" for failure in result.failures),
    ]
    return "\n".join(lines)


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "-"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--site", type=Path, help="a site built from the data as it is, instead of building one")
    options.add_argument("--site-url", default="http://127.0.0.1:8000/", help="the address it was built for")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = given.site or Path(folder) / "site"
        if not given.site:
            subprocess.run([Path(sys.executable).with_name("kb"), "build", "--site", str(site), "--site-url", given.site_url], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        data = Data.open(ROOT, today())
        result = measure(data, Pages(Built(data.book, site.resolve(), given.site_url)), given.seed)
    print(report(result))
    sys.exit(bool(result.failures))


if __name__ == "__main__":
    main()
