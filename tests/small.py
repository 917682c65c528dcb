"""The smallest book with all its outputs: the data of `minimal` with the pages that they link to, recorded in a ledger."""

from __future__ import annotations

import datetime
from pathlib import Path

import minimal

from macros.ledger import Ledger
from macros.model import KnowledgeBase
from macros.pages import Book

DAY = datetime.date(2026, 11, 3)
PAGE = {key: {"ja": "題", "fr": "Titre"} for key in ("title", "nav", "description", "lead")}
UI = {
    "verdict-before": {"ja": "以前の判定：{this.status}", "fr": "auparavant : {this.status}"},
    "badge-overdue": {"ja": "要再確認", "fr": "à revérifier"},
    "release-about": {"ja": "{this.model}", "fr": "{this.model}"},
}


def kb(changes: dict | None = None) -> KnowledgeBase:
    pages = {f"pages.{page}": PAGE for page in ("changes", "faq", "accelerators")}
    return minimal.kb(pages | {f"ui.{id}": text for id, text in UI.items()} | (changes or {}))


def book(folder: Path, changes: dict | None = None, today: datetime.date = DAY, recorded: datetime.date = DAY) -> Book:
    """A book whose verdicts are recorded, on a day, in the ledger of a folder."""
    folder.mkdir(exist_ok=True)
    data, path = kb(changes), folder / "ledger.jsonl"
    earlier = Book(data, Ledger(path), today)
    earlier.ledger.record(data, earlier.verdicts, recorded)
    return Book(data, Ledger(path), today)
