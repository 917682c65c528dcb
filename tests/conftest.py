"""The built site, served on loopback as a reader gets it, and ways to look at it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from functools import cached_property, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from lxml import html as parser

from macros.cli import today
from macros.pages import Book

ROOT = Path(__file__).resolve().parent.parent
KB = Path(sys.executable).with_name("kb")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def kb(*arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess:
    """Run the kb command and keep what it says."""
    return subprocess.run([str(KB), *arguments], cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False)


def copy_project(target: Path) -> Path:
    """A copy of what a build needs, to be spoilt by a test."""
    for name in ("data", "docs", "macros", "overrides"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "mkdocs.yml", target)
    return target


@dataclass
class Site:
    """A built site: its folder, its address while served, and its pages parsed."""

    folder: Path
    url: str
    book: Book

    @property
    def languages(self) -> list[str]:
        return list(self.book.kb.languages)

    @cached_property
    def pages(self) -> dict[tuple[str, str], parser.HtmlElement]:
        """Every page of every language by (language, address below it)."""
        found = {}
        for code in self.languages:
            base = self.folder / code
            for path in sorted(base.rglob("index.html")):
                address = path.parent.relative_to(base).as_posix()
                found[code, "" if address == "." else f"{address}/"] = parser.document_fromstring(path.read_text("utf-8"))
        return found

    def page(self, code: str, place: str) -> parser.HtmlElement:
        return self.pages[code, self.book.places[place].address]


def kinds(site: Site) -> list[str]:
    """The address of one page of each kind, below the site's: every written page, one accelerator, and the pages of no language."""
    places = [place for place in site.book.places.values() if place.accelerator in (None, "h100")]
    entry = site.book.ledger.history("h100")[-1]
    alone = ["", "404.html", "r/h100/", f"r/h100/{entry.ref}/", "bilingual/", "bilingual/accelerators/h100/"]
    return [f"{code}/{place.address}" for code in site.languages for place in places] + [f"{code}/404.html" for code in site.languages] + alone


class _Handler(SimpleHTTPRequestHandler):
    """Serves files without a log; tells LinkChecker that it need not wait between requests."""

    def end_headers(self) -> None:
        self.send_header("LinkChecker", "1")
        super().end_headers()

    def log_message(self, *arguments: object) -> None:
        pass


def start_server(folder: Path) -> ThreadingHTTPServer:
    """A server for a folder on a free port of loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="session")
def book() -> Book:
    return Book.open(ROOT, today())


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, book: Book):
    """The site as `kb build` makes it, served under the address it was built for."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "site").mkdir()
    server = start_server(folder / "site")
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    (folder / "site").rmdir()
    done = kb("build", "--site", str(folder / "site"), "--site-url", url)
    assert done.returncode == 0, done.stdout + done.stderr
    yield Site(folder / "site", url, book)
    server.shutdown()


@pytest.fixture(scope="session")
def browser():
    """Headless Chromium; a test that needs it fails without it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
        )
        yield launched
        launched.close()
