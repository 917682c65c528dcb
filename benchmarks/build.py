"""Our build against plain mkdocs-material on the same finished pages, interleaved: medians and peak memory.

    python benchmarks/build.py [--sizes 40 400 2000] [--rounds 3]

The data is the real file with its accelerators repeated up to N, and never fewer than it has. The builds: plain MkDocs; ours of the same pages, from
the data; `kb build`, which also checks the data, writes records, side-by-side views, citations, API and badges, and reads
the whole site back; and the same again after nothing changed. Processor seconds, which other work on the machine changes less than the clock's; even so
only the ratios within one run say something. Exits 1 if a bound of the project is broken.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import yaml

from macros.cli import today
from macros.pages import Book

ROOT = Path(__file__).resolve().parent.parent
KB = Path(sys.executable).with_name("kb")
# Of the build of the same pages against plain.
TIME_RATIO, MEMORY_RATIO = 1.25, 1.5
# Time for a page at the largest size against that at the smallest: linear, but for what a start costs.
GROWTH = 1.25
PAGES_ONLY = "from macros import outputs; outputs.OUTPUTS = (); from mkdocs.__main__ import cli; cli()"
COMMANDS = {
    "plain": [sys.executable, "-m", "mkdocs", "build", "--clean"],
    "pages": [sys.executable, "-c", PAGES_ONLY, "build", "--clean", "--site-dir", "site.pages"],
    "whole": [KB, "build", "--clean"],
    "again": [KB, "build"],
}


def project_of(size: int, folder: Path) -> Path:
    """A copy of the project with `size` accelerators, or all that it has, recorded in its ledger."""
    for name in ("docs", "macros", "overrides", "data"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "mkdocs.yml", folder)
    path = folder / "data/support.yaml"
    text = path.read_text("utf-8")
    real = yaml.load(text, Loader=yaml.CSafeLoader)["accelerators"]
    missing = max(0, size - len(real))
    copies = dict(_copy(id, entry, number) for number in range(1, missing // len(real) + 2) for id, entry in real.items())
    added = dict(list(copies.items())[:missing])
    end = re.search(r"(?ms)^accelerators:\n.*?(?=^\S)", text).end()
    written = textwrap.indent(yaml.safe_dump(added, allow_unicode=True, sort_keys=False), "  ") if added else ""
    path.write_text(f"{text[:end].rstrip()}\n{written}\n{text[end:]}", "utf-8")
    (folder / "data/ledger.jsonl").unlink(missing_ok=True)
    for command in (["approve", "--all", "--yes"], ["record"]):
        subprocess.run([KB, *command], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder


def _copy(id: str, entry: dict, number: int) -> tuple[str, dict]:
    """A product like another, under names of its own: two products may share none."""
    variants = {key: {"name": f"{variant['name']} X{number}"} for key, variant in entry.get("variants", {}).items()}
    return f"{id}-x{number}", entry | {"name": f"{entry['name']} X{number}", "aliases": [], "variants": variants}


def plain_project(ours: Path, folder: Path) -> Path:
    """Plain mkdocs-material with the finished Markdown of every page that our project builds."""
    book = Book.open(ours, today())
    navigation = []
    for code in book.kb.languages:
        for place in book.places.values():
            page, markdown = book.finished(place.id, code)
            if not place.accelerator:
                navigation.append(f"{code}/{place.template}")
            target = folder / "docs" / code / place.template
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(f"---\ntitle: {page.title!r}\n---\n{markdown}\n", "utf-8")
    (folder / "docs/index.md").write_text("# Root\n", "utf-8")
    config = {
        "site_name": "plain", "site_url": "http://127.0.0.1:8000/", "theme": {"name": "material", "font": False},
        "markdown_extensions": ["attr_list", "tables", "toc"], "plugins": ["search"], "nav": ["index.md", *navigation],
        "validation": {"nav": {"omitted_files": "ignore"}},
    }
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config), "utf-8")
    return folder


def measure(command: list, folder: Path) -> tuple[float, float]:
    """Processor seconds and peak MiB of a command with its children."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command} failed:\n{errors.decode()[-3000:]}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def compare(size: int, rounds: int) -> tuple[int, int, dict[str, tuple[float, float]]]:
    """The number of accelerators, that of the pages that `kb build` makes of them, and the medians of seconds and MiB by build."""
    with tempfile.TemporaryDirectory() as scratch:
        ours = project_of(size, Path(scratch, "ours"))
        plain = plain_project(ours, Path(scratch, "plain"))
        results: dict[str, list] = {name: [] for name in COMMANDS}
        for _ in range(rounds):
            for name, command in COMMANDS.items():
                results[name].append(measure(command, plain if name == "plain" else ours))
        accelerators = len(list((ours / "site/r").resolve().glob("*/index.html")))
        return accelerators, len(list((ours / "site").resolve().rglob("index.html"))), {name: tuple(map(statistics.median, zip(*rows))) for name, rows in results.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[40, 400, 2000])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    broken, per_page = [], {}
    print(f"{'N':>6} {'':22} {'CPU s':>8} {'ratio':>6} {'MiB':>7} {'ratio':>6}")
    for size in options.sizes:
        size, pages, medians = compare(size, options.rounds)
        seconds, memory = medians["plain"]
        for name, label in (("plain", "plain MkDocs"), ("pages", "the same pages"), ("whole", f"kb build, {pages} pages"), ("again", "kb build again")):
            print(f"{size:6} {label:22} {medians[name][0]:8.2f} {medians[name][0] / seconds:6.2f} {medians[name][1]:7.0f} {medians[name][1] / memory:6.2f}", flush=True)
        per_page[size] = medians["whole"][0] / pages
        if medians["pages"][0] > TIME_RATIO * seconds:
            broken.append(f"N={size}: {medians['pages'][0] / seconds:.2f} times the time of plain, bound {TIME_RATIO}")
        if medians["pages"][1] > MEMORY_RATIO * memory:
            broken.append(f"N={size}: {medians['pages'][1] / memory:.2f} times the memory of plain, bound {MEMORY_RATIO}")
    first, *_, last = sorted(per_page) * 2
    if per_page[last] > GROWTH * per_page[first]:
        broken.append(f"time per page grows from {per_page[first] * 1000:.1f} to {per_page[last] * 1000:.1f} ms: not linear in N")
    print("\n".join(broken) or "within the bounds")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
