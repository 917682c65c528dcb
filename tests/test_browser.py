"""The site as a reader has it in Chromium: choosing a language, switching it, filtering, searching, on a phone, in the dark."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

# One page of each kind, by place.
KINDS = ["home", "scope", "accelerators", "acc-h100", "migration-hopper", "constraints", "checklist", "runtimes", "faq", "glossary", "onboarding", "sources", "changes"]


SHOWN = "rows => rows.map(row => row.querySelector('[data-accelerator]').dataset.accelerator)"


@contextmanager
def opened(browser, **options):
    """A page in a context of its own, with what it asked for and complained about."""
    context = browser.new_context(**options)
    page = context.new_page()
    page.requested, page.complaints = [], []
    page.on("request", lambda request: page.requested.append(request.url))
    page.on("console", lambda message: page.complaints.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    try:
        yield page
    finally:
        context.close()


def address(site, code: str, place: str) -> str:
    return f"{site.url}{code}/{site.book.places[place].address}"


@pytest.mark.parametrize(("locale", "code"), [("ja-JP", "ja"), ("fr-FR", "fr"), ("fr-CA", "fr"), ("en-US", "ja"), ("de-DE", "ja")])
def test_the_root_leads_to_the_readers_language(site, browser, locale, code):
    with opened(browser, locale=locale) as page:
        page.goto(site.url)
        page.wait_for_url(f"{site.url}{code}/")


def test_a_choice_of_language_is_remembered(site, browser):
    with opened(browser, locale="ja-JP") as page:
        page.goto(address(site, "ja", "scope"))
        page.click("header a[data-switch=fr]")
        page.goto(site.url)
        page.wait_for_url(f"{site.url}fr/")


def test_switching_keeps_the_page_and_the_section(site, browser):
    with opened(browser) as page:
        for start, other in (("ja", "fr"), ("fr", "ja")):
            page.goto(address(site, start, "scope") + "#levels")
            page.click(f"header a[data-switch={other}]")
            page.wait_for_url(f"**/{other}/scope/*")
            assert page.url == address(site, other, "scope") + "#levels"
            assert page.evaluate("document.documentElement.lang") == other


def test_everything_works_without_a_script(site, browser):
    with opened(browser, java_script_enabled=False) as page:
        page.goto(site.url)
        page.click("text=Français")
        assert page.url == f"{site.url}fr/"
        page.click("header a[data-switch=ja]")
        assert page.url == f"{site.url}ja/"
        page.goto(address(site, "fr", "accelerators"))
        assert page.locator("#catalogue tbody tr:visible").count() == len(site.book.kb.accelerators)


def test_the_catalogue_filters_and_sorts_in_place(site, browser):
    with opened(browser, viewport={"width": 1440, "height": 900}) as page:
        page.goto(address(site, "ja", "accelerators") + "?find=rtx4090")
        rows = page.locator("#catalogue tbody tr:visible")
        shown = rows.evaluate_all(SHOWN)
        assert shown and all(id.startswith("rtx-4090") for id in shown)
        search = page.locator(".kb-filter input[type=search]")
        search.fill("Ｈ１００")
        assert rows.count() == 1 and "H100" in rows.first.inner_text()
        search.fill("no such product")
        assert rows.count() == 0 and page.locator(".kb-filter [role=status]").inner_text().strip()
        search.fill("")
        label = site.book.writers["ja"].plain(site.book.kb.statuses["listed"].label)
        page.locator(".kb-filter select").first.select_option(index=1)
        assert 0 < rows.count() < len(site.book.kb.accelerators)
        page.locator(".kb-filter select").first.select_option(index=0)
        listed = {id for id, v in site.book.verdicts.all.items() if v.status == "listed"}
        choice = next(v for v in page.locator(".kb-filter select").first.locator("option").evaluate_all("o => o.map(x => x.value)") if v.endswith(label))
        page.locator(".kb-filter select").first.select_option(value=choice)
        assert set(rows.evaluate_all(SHOWN)) == listed
        page.locator(".kb-filter select").first.select_option(index=0)
        column = page.locator("#catalogue thead th").nth(4)
        for direction in ("ascending", "descending"):
            column.locator("button").click()
            assert column.get_attribute("aria-sort") == direction
        architectures = [site.book.kb.accelerators[id].architecture for id in rows.evaluate_all(SHOWN)]
        capabilities = [site.book.kb.architectures[a].compute_capability for a in architectures if a]
        major_minor = [tuple(map(int, c.split("."))) for c in capabilities if c]
        assert major_minor == sorted(major_minor, reverse=True), "10.3 stands above 9.0"
        assert not page.complaints


def test_the_look_up_on_the_home_page_leads_to_the_product(site, browser):
    with opened(browser) as page:
        page.goto(address(site, "fr", "home"))
        page.fill("#find", "rtx pro 4500")
        page.keyboard.press("Enter")
        page.wait_for_url("**/fr/accelerators/?find=*")
        assert page.locator("#catalogue tbody tr:visible").evaluate_all(SHOWN) == ["rtx-pro-4500-blackwell"]


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_a_search_finds_pages_of_its_language_only(site, browser, code):
    with opened(browser, viewport={"width": 1440, "height": 900}) as page:
        page.goto(address(site, code, "home"))
        page.click("[data-md-component=search-query]")
        page.keyboard.insert_text("H100")
        page.keyboard.press("Shift")
        page.wait_for_selector(".md-search-result__link")
        hits = page.locator(".md-search-result__link").evaluate_all("links => links.map(link => link.href)")
        assert hits and all(hit.startswith(f"{site.url}{code}/") for hit in hits)
        assert hits[0].startswith(address(site, code, "acc-h100"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 640, 1440])  # in the middle: a small screen at 200 %
@pytest.mark.parametrize("code", ["ja", "fr"])
def test_every_kind_of_page_fits_and_stays_at_home(site, browser, code, width, scheme):
    with opened(browser, viewport={"width": width, "height": 800}, color_scheme=scheme) as page:
        for place in KINDS:
            page.goto(address(site, code, place))
            page.wait_for_load_state("load")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{place} scrolls sideways"
            assert page.locator("h1").first.is_visible()
        foreign = [url for url in page.requested if not url.startswith((site.url, "data:"))]
        assert not foreign, foreign
        assert len(page.requested) > len(KINDS)
        assert not page.complaints, page.complaints


@pytest.mark.parametrize(("system", "chosen", "shown"), [("dark", None, "slate"), ("light", None, "default"), ("light", "slate", "slate"), ("dark", "default", "default")])
def test_light_or_dark_is_settled_before_the_themes_script(site, browser, system, chosen, shown):
    with opened(browser, color_scheme=system) as page:
        page.goto(address(site, "fr", "scope"))
        for _ in range({None: 0, "default": 1, "slate": 2}[chosen]):  # from the system's to light, then to dark
            page.locator("form[data-md-component=palette] label:visible").click()
        page.route("**/javascripts/bundle.*", lambda route: route.abort())
        page.goto(address(site, "fr", "home"))
        assert page.evaluate("document.body.dataset.mdColorScheme") == shown
        assert page.evaluate("window.document$ === undefined"), "the theme's script ran after all"


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_the_short_answer_is_within_the_first_screen(site, browser, code):
    for width, height in ((1440, 900), (390, 844)):
        with opened(browser, viewport={"width": width, "height": height}) as page:
            page.goto(address(site, code, "home"))
            badge = page.locator("article .verdict").first.bounding_box()
            assert badge["y"] + badge["height"] <= height, (width, badge)


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_a_reader_sees_what_each_runtime_says_of_their_accelerator(site, browser, code):
    namings = {id: site.book.writers[code].plain(text) for id, text in site.book.kb.namings.items()}
    with opened(browser, viewport={"width": 1440, "height": 900}) as page:
        page.goto(address(site, code, "runtimes"))
        rows = page.locator("#runtime-matrix tbody tr")
        assert rows.count() == len(site.book.kb.support) and not page.locator(".kb-picked").count()
        label = site.book.string(code, "table-pick")
        page.get_by_label(label).select_option("H100")
        said = page.locator(".kb-picked").all_inner_texts()
        assert len(said) == rows.count(), "each row says something, or that nothing was said"
        expected = [row.cells["h100"].naming if "h100" in row.cells else "not-named" if row.examined else "no page" for row in site.book.kb.support.values()]
        assert sum(text.endswith(namings["named"]) for text in said) == expected.count("named") > 0
        assert sum(text.endswith(namings["not-named"]) for text in said) == expected.count("not-named") > 0
        page.get_by_label(site.book.string(code, "model")).select_option(site.book.kb.models["v41-flash"].name)
        assert page.locator("#runtime-matrix tbody tr:visible").count() == sum(row.model == "v41-flash" for row in site.book.kb.support.values())
        page.get_by_label(label).select_option("")
        assert not page.locator(".kb-picked").count() and not page.complaints
