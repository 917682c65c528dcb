"""A term of the glossary is explained where a page first uses it: to the pointer, the keyboard, a finger, a screen reader."""

from __future__ import annotations

import pytest
from test_browser import address, opened

SHOWN = ".kb-about:visible"
TERM = "a.kb-term[aria-describedby]"


def links(page, id: str | None = None) -> list:
    return [a for a in page.xpath("//article//a[@class='kb-term']") if id is None or a.get("href").endswith(f"#term-{id}")]


def test_the_first_link_to_each_term_and_no_other_is_explained(site):
    explained = 0
    for (code, _), page in site.pages.items():
        ids = dict.fromkeys(a.get("href").partition("#term-")[2] for a in links(page))
        on_glossary = page.xpath("/html/body/@data-page") == ["glossary"]
        for id in ids:
            first, *others = links(page, id)
            assert not any(other.get("aria-describedby") for other in others)
            assert first.get("aria-describedby") == (None if on_glossary else f"about-{id}")
        boxes = page.xpath("//*[@class='kb-about']")
        assert {box.get("id") for box in boxes} == (set() if on_glossary else {f"about-{id}" for id in ids})
        for box in boxes:
            term, writer = site.book.kb.glossary[box.get("id").removeprefix("about-")], site.book.writers[code]
            words = " ".join(box.text_content().split())
            assert " ".join(writer.plain(term.definition).split()) in words
            others = {span.get("lang"): span.text for span in box.xpath(".//*[@lang]")}
            assert others == {other: site.book.writers[other].plain(term.name) for other in site.languages if other != code} | {"en": term.english}
            assert box.get("hidden") is not None and not box.xpath(".//a")
            explained += 1
    assert explained > 20


def test_the_explanations_add_little(site):
    for (code, address_), page in site.pages.items():
        size = sum(len(box.text_content().encode()) for box in page.xpath("//*[@class='kb-about']"))
        assert size < 6000, (code, address_, size)


@pytest.fixture(params=["ja", "fr"])
def code(request) -> str:
    return request.param


def test_pointer_keyboard_and_escape(site, browser, code):
    with opened(browser, viewport={"width": 1000, "height": 700}) as page:
        page.goto(address(site, code, "checklist"))
        first, second = page.locator(TERM).nth(0), page.locator(TERM).nth(1)
        assert page.locator(SHOWN).count() == 0
        first.hover()
        page.wait_for_selector(SHOWN)
        page.locator(SHOWN).hover()  # the pointer may go there
        page.wait_for_timeout(400)
        assert page.locator(SHOWN).get_attribute("id") == first.get_attribute("aria-describedby")
        page.keyboard.press("Escape")
        assert page.locator(SHOWN).count() == 0
        page.mouse.move(0, 0)
        second.focus()
        assert page.locator(SHOWN).get_attribute("id") == second.get_attribute("aria-describedby")
        page.keyboard.press("Escape")
        assert page.locator(SHOWN).count() == 0 and second.evaluate("link => link === document.activeElement")
        page.keyboard.press("Enter")
        page.wait_for_url("**/glossary/#term-*")
        assert not page.complaints


def test_the_first_tap_explains_and_the_second_follows(site, browser, code):
    with opened(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True) as page:
        page.goto(address(site, code, "checklist"))
        for index in range(page.locator(TERM).count()):
            link = page.locator(TERM).nth(index)
            link.tap()
            box = page.locator(SHOWN)
            assert box.get_attribute("id") == link.get_attribute("aria-describedby")
            at = box.bounding_box()
            assert at["x"] >= 0 and at["x"] + at["width"] <= 360, at
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            page.locator("h1").tap()
            assert page.locator(SHOWN).count() == 0, "a tap elsewhere closes it"
        first = page.locator(TERM).first
        first.tap()
        first.tap()
        page.wait_for_url("**/glossary/#term-*")


def test_without_a_script_a_term_is_a_link(site, browser, code):
    with opened(browser, java_script_enabled=False) as page:
        page.goto(address(site, code, "checklist"))
        page.locator(TERM).first.hover()
        assert page.locator(SHOWN).count() == 0
        page.locator(TERM).first.click()
        page.wait_for_url("**/glossary/#term-*")


def test_nothing_of_it_is_printed(site, browser, code):
    with opened(browser) as page:
        page.goto(address(site, code, "checklist"))
        page.locator(TERM).first.focus()
        assert page.locator(SHOWN).count() == 1
        page.emulate_media(media="print")
        assert page.locator(SHOWN).count() == 0
