"""Our build against plain mkdocs-material on the same finished Markdown, interleaved: medians and peak memory.

    python benchmarks/build.py [--sizes 40 400 2000] [--rounds 3]

The data is the real file with its accelerators repeated up to N. Both builds make the same pages. Absolute times
are noise on a shared machine; the ratios within one run are not. Exits 1 if a bound of the project is broken.
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
import time
from pathlib import Path

import yaml

from macros.cli import today
from macros.pages import Book

ROOT = Path(__file__).resolve().parent.parent
KB = Path(sys.executable).with_name("kb")
TIME_RATIO, MEMORY_RATIO = 1.4, 1.5


def project_of(size: int, folder: Path) -> Path:
    """A copy of the project with `size` accelerators, recorded in its ledger."""
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
    """Seconds and peak MiB of a command with its children."""
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command} failed:\n{errors.decode()[-3000:]}")
    return time.perf_counter() - began, usage.ru_maxrss / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[40, 400, 2000])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    broken, per_page = [], {}
    print(f"{'N':>6} {'pages':>6} {'ours s':>8} {'plain s':>8} {'ratio':>6} {'ours MiB':>9} {'plain MiB':>9} {'ratio':>6}")
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as scratch:
            ours = project_of(size, Path(scratch, "ours"))
            plain = plain_project(ours, Path(scratch, "plain"))
            results: dict[str, list] = {"ours": [], "plain": []}
            for _ in range(options.rounds):
                results["ours"].append(measure([KB, "build"], ours))
                results["plain"].append(measure([sys.executable, "-m", "mkdocs", "build", "--clean"], plain))
            pages = len(list((ours / "site/").resolve().rglob("index.html")))
            (time_ours, memory_ours), (time_plain, memory_plain) = ([statistics.median(column) for column in zip(*results[name])] for name in ("ours", "plain"))
            print(f"{size:6} {pages:6} {time_ours:8.2f} {time_plain:8.2f} {time_ours / time_plain:6.2f} {memory_ours:9.0f} {memory_plain:9.0f} {memory_ours / memory_plain:6.2f}", flush=True)
            per_page[size] = time_ours / pages
            if time_ours > TIME_RATIO * time_plain:
                broken.append(f"N={size}: {time_ours / time_plain:.2f} times the time of plain, bound {TIME_RATIO}")
            if memory_ours > MEMORY_RATIO * memory_plain:
                broken.append(f"N={size}: {memory_ours / memory_plain:.2f} times the memory of plain, bound {MEMORY_RATIO}")
    sizes = sorted(per_page)
    if len(sizes) > 1 and per_page[sizes[-1]] > 1.25 * per_page[sizes[0]]:
        broken.append(f"time per page grows from {per_page[sizes[0]] * 1000:.1f} to {per_page[sizes[-1]] * 1000:.1f} ms: not linear in N")
    print("\n".join(broken) or "within the bounds")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
