"""The site from a disk, as `kb build --offline` writes it: every link names a file, everything works, and nothing is asked of a network."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import test_decision
from conftest import Site, kb, kinds
from device_lines import PASTED
from lxml import html as parser

from macros import decision_words

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


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_the_advisor_answers_one_device_with_its_stack(disk, reader, code):
    reader.goto(f"{disk.url}{code}/advisor/index.html?device=H100")
    shown = reader.locator("#advisor-shown > .verdict")
    assert shown.get_attribute("data-accelerator") == "h100"
    reader.select_option("#advisor-choice", "b200")
    assert shown.get_attribute("data-accelerator") == "b200"
    reader.locator(".kb-advisor__more summary").last.click()
    for id, value in {"cuda": "13.2", "gcc": "13", "python": "3.12", "os": "Linux", "model": "DeepSeek-V4.1-Flash"}.items():
        reader.fill(f"[name={id}]", value)
    reader.locator("#advisor-form [type=submit]").click()
    assert reader.locator(".kb-outcome [data-state]").get_attribute("data-state") == "on-matrix"
    reader.reload()
    assert reader.locator(".kb-outcome [data-state]").get_attribute("data-state") == "on-matrix", "the address keeps what was asked"
    reader.locator("#advisor-shown .kb-facts a").first.click()
    reader.wait_for_url(f"{disk.url}{code}/accelerators/b200/index.html")


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_the_advisor_answers_an_inventory_and_takes_it_from_its_file_again(disk, reader, code, tmp_path):
    pasted, wanted = PASTED["nvidia-smi"]
    reader.goto(f"{disk.url}{code}/advisor/index.html")
    reader.locator(".kb-advisor__more summary").first.click()
    reader.fill("#advisor-list", pasted)
    reader.locator("#advisor-form [type=submit]").click()
    badges = reader.locator("#advisor-shown tbody .verdict")
    assert badges.evaluate_all("badges => badges.map(badge => badge.dataset.accelerator)") == wanted
    targets = reader.locator("#advisor-shown a").evaluate_all("links => links.map(link => link.href)")
    assert len(targets) > 3 and all(Path(unquote(urlsplit(target).path)).is_file() for target in targets), targets
    with reader.expect_download() as download:
        reader.locator(".kb-advisor__tools button").last.click()
    download.value.save_as(tmp_path / "saved.json")
    reader.locator("#advisor-clear").click()
    assert not badges.count()
    reader.set_input_files("#advisor-file", tmp_path / "saved.json")
    badges.first.wait_for()
    assert badges.evaluate_all("badges => badges.map(badge => badge.dataset.accelerator)") == wanted
    reader.click("header a[data-switch]")
    reader.wait_for_url(f"{disk.url}{'fr' if code == 'ja' else 'ja'}/advisor/index.html*")
    assert badges.evaluate_all("badges => badges.map(badge => badge.dataset.accelerator)") == wanted


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_a_decision_record_is_saved_and_opened_again(disk, reader, code, tmp_path):
    address = f"{disk.url}{code}/checklist/index.html"
    written = decision_words.text(disk.book, test_decision.FILLED, code, "text", "https://kb.example.com/")
    reader.goto(address)
    test_decision.fill(reader, disk, code, test_decision.FILLED)
    assert test_decision.shown(reader) == written
    with reader.expect_download() as download:
        reader.get_by_role("button", name=disk.book.string(code, "decision-save")).click()
    download.value.save_as(tmp_path / "saved.json")
    reader.goto(address)
    test_decision.upload(reader, (tmp_path / "saved.json").read_text("utf-8"))
    test_decision.says(reader, disk.book.string(code, "decision-loaded"))
    assert test_decision.shown(reader) == written


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
