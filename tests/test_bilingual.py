"""The side-by-side view: every text of a page, in every language, each marked as what it is, for a phone too."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from lxml import html as parser


@pytest.fixture(scope="module")
def views(site) -> dict[str, parser.HtmlElement]:
    """The view of every page by its place."""
    paths = {id: site.folder / f"bilingual/{place.address}index.html" for id, place in site.book.places.items()}
    return {id: parser.document_fromstring(path.read_text("utf-8")) for id, path in paths.items()}


def test_every_text_of_every_page_stands_beside_its_counterparts(site, views):
    seen = 0
    for id, view in views.items():
        rows = {row.get("id"): row for row in view.xpath("//dl[@class='kb-pairs']/div")}
        shown = set()
        for code in site.languages:
            # The proof is written into its page after everything else.
            texts = site.page(code, id).xpath("//article//*[@data-text and not(ancestor::*[@data-proof])]/@data-text")
            shown |= set(texts)
            for text in dict.fromkeys(texts):
                words = rows[text].xpath(f"./dd[@lang='{code}']")
                assert len(words) == 1 and words[0].text_content().strip(), (id, code, text)
                seen += 1
        assert shown == set(rows), id
    assert seen > 2 * len(site.book.kb.pages)


def test_the_words_are_those_of_the_page(site, views):
    """Those of whole paragraphs and headings, without the marks that the page adds."""
    seen = 0
    for id in ("home", "scope", "faq", "acc-h100", "migration-hopper"):
        for code in site.languages:
            for element in site.page(code, id).xpath("//article//*[self::h2 or self::p][@data-text]"):
                for apart in element.xpath(".//*[contains(@class, 'kb-ref') or contains(@class, 'headerlink') or contains(@class, 'kb-basis')]"):
                    apart.drop_tree()
                words = " ".join(element.text_content().split())
                cell = views[id].xpath(f"//*[@id='{element.get('data-text')}']/dd[@lang='{code}']")[0]
                if element.get("data-text") != "site.owner":  # set into a label on the page
                    assert " ".join(cell.text_content().split()).startswith(words), (id, code)
                seen += 1
    assert seen > 100


def test_texts_come_in_the_order_of_the_page(site, views):
    first = site.languages[0]
    for id in ("home", "scope", "faq", "migration-hopper"):
        texts = dict.fromkeys(site.page(first, id).xpath("//article//@data-text"))
        assert views[id].xpath("//dl[@class='kb-pairs']/div/@id") == list(texts), id


def test_every_cell_is_marked_with_its_language_and_every_row_can_be_linked(site, views):
    for id, view in views.items():
        rows = view.xpath("//dl[@class='kb-pairs']/div")
        assert rows, id
        for row in rows:
            assert row.xpath("./dd/@lang") == site.languages, (id, row.get("id"))
            assert row.xpath("./dt/a/@href") == [f"#{row.get('id')}"], id
        assert len({row.get("id") for row in rows}) == len(rows), id
        assert view.xpath("//header//p/@lang") == site.languages, id


def test_no_search_engine_is_to_list_it(site, views):
    for id, view in views.items():
        assert view.xpath("//meta[@name='robots']/@content") == ["noindex"], id
    assert "bilingual/" not in (site.folder / "sitemap.xml").read_text("utf-8")


def test_page_and_view_lead_to_each_other(site, views):
    for id, place in site.book.places.items():
        here = f"{site.url}bilingual/{place.address}"
        back = {a.get("hreflang"): urljoin(here, a.get("href")) for a in views[id].xpath("//nav//a")}
        assert back == {code: f"{site.url}{code}/{place.address}" for code in site.languages}, id
        for code in site.languages:
            links = {urljoin(f"{site.url}{code}/{place.address}", href) for href in site.page(code, id).xpath("//div[@class='kb-meta']//a/@href")}
            assert here in links, (code, id)


def test_links_in_the_texts_arrive(site, views):
    seen = 0
    for id, view in views.items():
        here = f"{site.url}bilingual/{site.book.places[id].address}"
        for cell in view.xpath("//dd"):
            for href in cell.xpath(".//a/@href"):
                address, _, fragment = urljoin(here, href).partition("#")
                code, _, path = address.removeprefix(site.url).partition("/")
                assert code == cell.get("lang"), (id, href)
                page = site.pages[code, path]
                assert not fragment or page.xpath(f"//*[@id='{fragment}']"), (id, href)
                seen += 1
    assert seen > 100


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_it_fits_its_window(site, browser, width, scheme):
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    try:
        for address in ("faq/", "scope/", "accelerators/h100/", "migration/hopper/"):
            page.goto(f"{site.url}bilingual/{address}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address
            lefts = page.evaluate("[...document.querySelector('.kb-pairs > div').querySelectorAll('dd')].map(cell => Math.round(cell.getBoundingClientRect().left))")
            assert len(set(lefts)) == (1 if width == 360 else len(site.languages)), address
    finally:
        page.close()
