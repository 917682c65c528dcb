"""The site from a disk, as `kb build --offline` writes it: every link names a file, everything works, and nothing is asked of a network."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from conftest import Site, kb, kinds
from lxml import html as parser

FIELD = "[data-md-component=search-query]"
HIT = ".md-search-result__link"


@pytest.fixture(scope="module")
def disk(tmp_path_factory, book) -> Site:
    """The site on a disk; its address is that of the folder."""
    folder = tmp_path_factory.mktemp("disk") / "site"
    done = kb("build", "--offline", "--site", str(folder), "--site-url", "https://kb.example.com/")
    assert done.returncode == 0, done.stdout + done.stderr
    return Site(folder.resolve(), f"{folder.resolve().as_uri()}/", book)


@pytest.fixture
def reader(browser):
    """A page that keeps what it asked for and complained about."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.requested, page.complaints = [], []
    page.on("request", lambda request: page.requested.append(request.url))
    page.on("console", lambda message: page.complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    context.close()
    assert page.requested
    assert not [url for url in page.requested if not url.startswith(("file:", "data:"))]
    assert not page.complaints, page.complaints


def files(disk: Site) -> list[str]:
    """One file of each kind; 404 pages are answers of a server."""
    return [f"{address}index.html" for address in kinds(disk) if not address.endswith("404.html")]


def test_every_link_of_every_page_names_a_file_and_an_element_in_it(disk):
    ids: dict[Path, set[str]] = {}
    dead, looked = [], 0
    for path in sorted(disk.folder.rglob("*.html")):
        if path.name == "404.html":
            continue
        page = parser.document_fromstring(path.read_text("utf-8"))
        for address in page.xpath("//@href | //@src | //@action"):
            target = urlsplit(urljoin(path.as_uri(), address))
            if target.scheme == "file":
                looked += 1
                file = Path(unquote(target.path))
                if not file.is_file():
                    dead.append((path.relative_to(disk.folder).as_posix(), address))
                elif target.fragment and file.suffix == ".html":
                    if file not in ids:
                        ids[file] = set(parser.document_fromstring(file.read_text("utf-8")).xpath("//@id"))
                    if unquote(target.fragment) not in ids[file]:
                        dead.append((path.relative_to(disk.folder).as_posix(), address))
    assert looked > 5000
    assert not dead, (len(dead), dead[:10])


def test_no_kind_of_page_asks_anything_of_a_network(disk, reader):
    for name in files(disk):
        reader.goto(disk.url + name)
        reader.wait_for_load_state("load")
        assert reader.locator("h1, main, section").first.is_visible(), name
    assert len(reader.requested) > len(files(disk)) > 20


@pytest.mark.parametrize(("code", "query"), [("ja", "Ｈ１００対応"), ("fr", "le Ｈ１００ est-il pris en charge")])
def test_the_search_works_and_leads_to_a_file(disk, reader, code, query):
    for name in ("index.html", "accelerators/h200/index.html"):
        reader.goto(f"{disk.url}{code}/{name}")
        reader.click(FIELD)
        reader.keyboard.insert_text(query)
        reader.keyboard.press("Shift")
        reader.wait_for_selector(HIT)
        reader.locator(HIT).first.click()
        reader.wait_for_url(f"{disk.url}{code}/accelerators/h100/index.html*")


def test_the_language_can_be_switched_and_the_section_is_kept(disk, reader):
    reader.goto(f"{disk.url}ja/scope/index.html#levels")
    reader.click("header a[data-switch=fr]")
    reader.wait_for_url(f"{disk.url}fr/scope/index.html#levels")


def test_the_root_leads_to_a_language(disk, reader):
    reader.goto(f"{disk.url}index.html")
    reader.wait_for_url(f"{disk.url}*/index.html")


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_look_up_filter_and_citation_work(disk, reader, code):
    reader.goto(f"{disk.url}{code}/index.html")
    reader.fill("#find", "rtx pro 4500")
    reader.keyboard.press("Enter")
    reader.wait_for_url(f"{disk.url}{code}/accelerators/index.html?find=*")
    assert reader.locator("#catalogue tbody tr:visible").count() == 1
    reader.locator("#catalogue tbody tr:visible a").first.click()
    reader.wait_for_url("**/rtx-pro-4500-blackwell/index.html*")
    reader.locator(".kb-cite summary").click()
    reader.locator(".kb-cite select").first.select_option("markdown")
    reader.wait_for_function("document.querySelector('.kb-cite textarea').value.includes('https://kb.example.com/r/rtx-pro-4500-blackwell/')")


def test_a_record_leads_to_its_entry(disk, reader):
    entry = disk.book.ledger.history("h100")[-1]
    reader.goto(f"{disk.url}r/h100/index.html?ref={entry.ref}")
    reader.wait_for_url(f"{disk.url}r/h100/{entry.ref}/index.html")


def test_what_is_for_a_server_and_what_is_for_a_disk_exclude_each_other():
    done = kb("build", "--offline", "--compress")
    assert done.returncode == 2 and "--offline" in done.stderr


def test_the_site_for_a_server_names_no_index_file(site):
    looked = 0
    for page in site.pages.values():
        for address in page.xpath("//a/@href"):
            looked += 1
            assert urlsplit(address).scheme or not urlsplit(address).path.endswith("index.html"), address
    assert looked > 5000
