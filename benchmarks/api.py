"""The files of the API, badges and feeds for N accelerators: seconds and bytes.

    python benchmarks/api.py [--sizes 82 2000] [--bound 5]

The data is the real one with its accelerators repeated up to N. Exits 1 if the largest takes longer than the bound.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from macros import api, badges, feeds
from macros.cli import today
from macros.ledger import Ledger
from macros.load import load
from macros.pages import Book

ROOT = Path(__file__).resolve().parent.parent


def book_of(size: int, ledger: Path) -> Book:
    """A book of so many accelerators, all recorded in a ledger file."""
    kb, _ = load(ROOT / "data/support.yaml")
    real = list(kb.accelerators.items())
    accelerators = {}
    for number in range(size):
        id, accelerator = real[number % len(real)]
        if turn := number // len(real):
            id, accelerator = f"{id}-x{turn}", accelerator.model_copy()
            accelerator._id = id
        accelerators[id] = accelerator
    kb = kb.model_copy(update={"accelerators": accelerators})
    book = Book(kb, Ledger(ledger), today())
    book.ledger.record(kb, book.verdicts, book.today)
    return book


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[82, 2000])
    parser.add_argument("--bound", type=float, default=5.0, help="seconds that the largest may take")
    options = parser.parse_args()
    print(f"{'N':>6} {'files':>6} {'KiB':>7} {'s':>6}")
    seconds = 0.0
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as scratch:
            book = book_of(size, Path(scratch, "ledger.jsonl"))
            began = time.perf_counter()
            texts = [text for output in (api, badges, feeds) for _, text in output.files(book, "https://kb.example/deepinfer/")]
            seconds = time.perf_counter() - began
        print(f"{len(book.kb.accelerators):6} {len(texts):6} {sum(len(text.encode()) for text in texts) / 1024:7.0f} {seconds:6.2f}", flush=True)
    return 1 if seconds > options.bound else 0


if __name__ == "__main__":
    sys.exit(main())
