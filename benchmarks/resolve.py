"""How many lines the resolver reads in a second, over the device names of the data and the lines of the tests.

    python benchmarks/resolve.py [--rounds 5]

Prints the median of the rounds. Exits 1 if a thousand lines take longer than the bound, which leaves room for a slow machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from device_lines import ROWS, TOOLS  # noqa: E402

from macros.cli import today  # noqa: E402
from macros.pages import Book  # noqa: E402
from macros.resolve import Resolver  # noqa: E402
from macros.resolver_tables import tables  # noqa: E402

BOUND = 0.2  # seconds for a thousand lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=5)
    rounds = options.parse_args().rounds
    book = Book.open(ROOT, today())
    started = time.perf_counter()
    resolve = Resolver(tables(book.kb, book.verdicts))
    print(f"tables built in {(time.perf_counter() - started) * 1000:.0f} ms")
    lines = [device.name for device in book.kb.devices.names] + [line for line, _ in ROWS] + list(TOOLS)
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        for line in lines:
            resolve(line)
        times.append((time.perf_counter() - started) / len(lines))
    median = statistics.median(times)
    print(f"{len(lines)} lines, {1 / median:,.0f} lines a second, {median * 1000 * 1000:.0f} ms for a thousand")
    sys.exit(median * 1000 > BOUND)


if __name__ == "__main__":
    main()
