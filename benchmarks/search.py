"""Our search against Material's own on the same pages: how many queries of the tests' table lead to the right page first.

    python benchmarks/search.py

Both run the theme's worker in Chromium. Material's gets what it would have by default: its separator and pipeline for the
language, its fields, queries as they are typed. Exits 1 if ours misses one, or is not better.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import material
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
KB = Path(sys.executable).with_name("kb")
sys.path.insert(0, str(ROOT / "tests"))
from conftest import CHROMIUM, start_server  # noqa: E402
from test_search import queries  # noqa: E402

from macros.cli import today  # noqa: E402
from macros.pages import Book  # noqa: E402

OWN_FIELDS = ("names", "also", "fold", "boost")
ASK = """async ([worker, data, queries]) => {
  const started = new Worker(worker);
  const ask = message => new Promise(resolve => { started.onmessage = event => resolve(event.data); started.postMessage(message); });
  await ask({ type: 0, data: { config: data.config, docs: data.docs, options: {} } });
  const first = {};
  for (const query of queries) {
    const found = (await ask({ type: 2, data: query })).data.items;
    first[query] = found.length ? found[0][0].location : null;
  }
  started.terminate();
  return first;
}"""


def default(index: dict, language: str) -> dict:
    """An index as Material would have written it."""
    words = Path(material.__file__).parent.joinpath(f"templates/partials/languages/{language}.html").read_text("utf-8")
    english = Path(material.__file__).parent.joinpath("templates/partials/languages/en.html").read_text("utf-8")

    def setting(name: str) -> str:
        found = re.search(rf'"search\.config\.{name}": (".*"),', words) or re.search(rf'"search\.config\.{name}": (".*"),', english)
        return json.loads(found[1])

    config = {
        "lang": [language], "separator": setting("separator"), "pipeline": [part for part in re.split(r"\s*,\s*", setting("pipeline")) if part],
        "fields": {"title": {"boost": 1000}, "text": {"boost": 1}, "tags": {"boost": 1000000}},
    }
    return {"config": config, "docs": [{field: value for field, value in entry.items() if field not in OWN_FIELDS} for entry in index["docs"]]}


def right(book: Book, code: str, first: dict[str, str | None]) -> list[str]:
    """The queries whose first hit is a page that may come first."""
    places = {place.address: place.id for place in book.places.values()}
    table = queries(code)
    return [query for query, location in first.items() if location is not None and places[location.partition("#")[0]] in table[query]]


def main() -> int:
    book = Book.open(ROOT, today())
    broken = False
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        site = Path(scratch, "site")
        subprocess.run([KB, "build", "--site", site], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        server = start_server(site)
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        theme = next((site.resolve() / "assets/javascripts/workers").glob("search.*.min.js")).name
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{url}404.html")
        for code, language in book.kb.languages.items():
            index = json.loads((site / code / "search/search_index.json").read_text("utf-8"))
            asked = list(queries(code))
            workers = f"{url}assets/javascripts/workers/"
            ours = right(book, code, page.evaluate(ASK, [f"{workers}mended.js?{theme}", index, asked]))
            theirs = right(book, code, page.evaluate(ASK, [f"{workers}{theme}", default(index, language.theme), asked]))
            print(f"{code}: ours {len(ours)} of {len(asked)}, Material's {len(theirs)} of {len(asked)}")
            broken |= len(ours) < len(asked) or len(ours) <= len(theirs)
        browser.close()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
