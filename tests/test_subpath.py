"""Below a path, as on most hosts: every address that the site gives away leads somewhere under that path."""

from __future__ import annotations

import json
import re
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from conftest import ROOT, Site, kb, start_server
from lxml import etree
from lxml import html as parser

from macros.cli import today
from macros.pages import Book

PLACEHOLDER = re.compile(r"\{[a-z]+\}")


@pytest.fixture(scope="module")
def below(tmp_path_factory):
    """The site built for, and served at, http://127.0.0.1:PORT/kb/."""
    folder = tmp_path_factory.mktemp("below")
    server = start_server(folder)
    url = f"http://127.0.0.1:{server.server_address[1]}/kb/"
    done = kb("build", "--site", str(folder / "kb"), "--site-url", url)
    assert done.returncode == 0, done.stdout + done.stderr
    yield Site(folder / "kb", url, Book.open(ROOT, today()))
    server.shutdown()


def addresses_of(path: Path, own: str, id: str) -> set[str]:
    """The absolute addresses that a file gives away. `own` is its own; `id` stands for the placeholder of a path."""
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        found = set(_strings(json.loads(text)))
    elif path.suffix in (".atom", ".xml"):
        tree = etree.fromstring(text.encode())
        found = {value for element in tree.iter() for value in (element.get("href"), element.text) if value}
    else:
        page = parser.document_fromstring(text)
        found = {urljoin(own, value) for value in page.xpath("//@href | //@src | //@action | //meta[@property='og:url']/@content")}
        for block in page.xpath("//script[@type='application/ld+json']/text()"):
            found |= set(_strings(json.loads(block)))
    return {PLACEHOLDER.sub(id, address) for address in found if re.match(r"https?://\S+$", address)}


def _strings(value: object):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def given_away(site: Site) -> dict[str, set[str]]:
    """Every address on the site's own host, with the files that give it away."""
    host = "{0.scheme}://{0.netloc}/".format(urlsplit(site.url))
    id = next(iter(site.book.kb.accelerators))
    found: dict[str, set[str]] = {}
    for path in sorted(site.folder.resolve().rglob("*")):
        if path.suffix in (".json", ".atom", ".xml", ".html") and "search" not in path.parts:
            name = path.relative_to(site.folder.resolve()).as_posix()
            for address in addresses_of(path, site.url + re.sub(r"index\.html$", "", name), id):
                if address.startswith(host):
                    found.setdefault(address, set()).add(name)
    document = json.loads((site.folder / "api/v1/openapi.json").read_text("utf-8"))
    for path in document["paths"]:
        found.setdefault(document["servers"][0]["url"] + PLACEHOLDER.sub(id, path), set()).add("api/v1/openapi.json")
    found.pop(document["servers"][0]["url"])  # where the paths begin: nothing is there itself
    return found


def status(connection: HTTPConnection, address: str) -> int:
    connection.request("GET", urlsplit(address).path)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def test_every_address_given_away_answers_below_the_path(below):
    found = given_away(below)
    outside = {address: names for address, names in found.items() if not address.startswith(below.url)}
    assert not outside, list(outside.items())[:5]
    pages = {urldefrag(address).url for address in found}
    for part in ("api/v1/accelerators/", "api/v1/schema/", "badge/", "feeds/", "r/", "assets/", *(f"{code}/accelerators/" for code in below.languages)):
        assert any(page.startswith(below.url + part) for page in pages), part
    connection = HTTPConnection(urlsplit(below.url).netloc)
    dead = {page: sorted(name for address, names in found.items() if urldefrag(address).url == page for name in names)[:3] for page in sorted(pages) if status(connection, page) != 200}
    assert not dead, list(dead.items())[:5]
    assert status(connection, f"{below.url}no-such-page/") == 404


def test_every_fragment_given_away_by_the_files_beside_the_pages_is_on_its_page(below):
    looked = 0
    for address, names in given_away(below).items():
        page, fragment = urldefrag(address)
        if fragment and any(not name.endswith(".html") for name in names):
            looked += 1
            text = (below.folder / page.removeprefix(below.url) / "index.html").read_text("utf-8")
            assert parser.document_fromstring(text).xpath("//*[@id=$id]", id=fragment), (address, names)
    assert looked >= len(below.languages) * len(below.book.kb.faq)


def test_nothing_of_the_address_is_left_from_another_build(below, site):
    """The files for one address, with that address exchanged, are those for another."""
    for name in ("api/v1/index.json", "feeds/fr.atom", "sitemap.xml", "fr/index.html"):
        here, there = ((one.folder / name).read_text("utf-8") for one in (below, site))
        assert below.url in here and site.url not in here
        if not name.endswith(".html"):
            assert here.replace(below.url, site.url) == there
