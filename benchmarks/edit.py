"""How long an editor waits: from saving the data file until the page that `kb serve` shows has the new words.

    python benchmarks/edit.py [--sizes 82 400] [--rounds 5]

Medians, over a text of the user interface, a text of one accelerator, and a product's name. Exits 1 if a bound of the
project is broken: half a second for today's data, a second for 400 accelerators. The machine should have nothing else to do.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from build import KB, project_of

BOUNDS = {82: 0.5, 400: 1.0}
# What is edited: a pattern with the words as its second group, and the page where they show.
EDITS = {
    "a label": (r'(\n  record-history: .*?fr: ")([^"]+)()', "fr/accelerators/h100/"),
    "a text": (r'(\n  h100:\n    name: (?:.*\n)*?        fr: ")([^"]+)()', "fr/accelerators/h100/"),
    "a name": (r'(\n  h100:\n    name: ")(H100)(")', "ja/accelerators/h100/"),
}


def get(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        return answer.read().decode()


def waited(path: Path, text: str, words: str, address: str) -> float:
    """Seconds from saving the text until the words show."""
    scratch = path.with_suffix(".new")
    scratch.write_text(text, "utf-8")
    began = time.perf_counter()
    scratch.replace(path)
    while words not in get(address):
        if time.perf_counter() - began > 60:
            sys.exit(f"{words!r} never showed on {address}")
        time.sleep(0.01)
    return time.perf_counter() - began


def measure(size: int, rounds: int) -> dict[str, float]:
    """The median wait for each kind of edit."""
    with tempfile.TemporaryDirectory() as scratch:
        project = project_of(size, Path(scratch, "project"))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            here = f"127.0.0.1:{probe.getsockname()[1]}"
        server = subprocess.Popen([KB, "serve", "--address", here], cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
        try:
            while socket.socket().connect_ex((here.split(":")[0], int(here.split(":")[1]))):
                time.sleep(0.1)
            path = project / "data/support.yaml"
            good = path.read_text("utf-8")
            found = {}
            for name, (pattern, page) in EDITS.items():
                times = []
                for n in range(rounds):
                    words = f"Z{len(found)}{n}Z"
                    text, count = re.subn(pattern, rf"\g<1>\g<2> {words}\g<3>", good, count=1)
                    assert count == 1, f"the data has no place for {name}"
                    get(f"http://{here}/{page}")
                    time.sleep(1)  # the report on the edit before is out
                    times.append(waited(path, text, words, f"http://{here}/{page}"))
                found[name] = statistics.median(times)
            return found
        finally:
            server.terminate()
            server.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[82, 400])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    broken = 0
    for size in options.sizes:
        for name, seconds in measure(size, options.rounds).items():
            late = seconds > BOUNDS.get(size, float("inf"))
            broken += late
            print(f"N={size:5} {name:10} {seconds:6.2f} s{'  over the bound' if late else ''}", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
