"""Nothing of the search is loaded before it is used, and then it works."""

from __future__ import annotations

import pytest

FIELD = "[data-md-component=search-query]"
HIT = ".md-search-result__link"
PARTS = ("search_index", "/workers/", "/lunr/")  # of the search


@pytest.fixture
def cold(browser):
    """A page that has loaded nothing yet, and keeps a log of its answers."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.answers, page.complaints = [], []
    page.on("response", lambda response: page.answers.append(response))
    page.on("console", lambda message: page.complaints.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    assert not page.complaints, page.complaints
    context.close()


def of_search(page) -> list[str]:
    """What was loaded for the search."""
    return [answer.url for answer in page.answers if any(part in answer.url for part in PARTS)]


def address(site, code: str, place: str) -> str:
    return f"{site.url}{code}/{site.book.places[place].address}"


@pytest.mark.parametrize("place", ["home", "acc-h100", "accelerators", "faq"])
def test_nothing_of_the_search_is_loaded_before_it_is_used(site, cold, place):
    cold.goto(address(site, "fr", place))
    cold.wait_for_load_state("networkidle")
    cold.mouse.wheel(0, 600)
    cold.keyboard.press("Tab")
    cold.wait_for_timeout(300)
    assert not of_search(cold)
    cold.click(FIELD)
    cold.keyboard.insert_text("H100")
    cold.keyboard.press("Shift")
    cold.wait_for_selector(HIT)
    assert sum("search_index" in url for url in of_search(cold)) == 1


@pytest.mark.parametrize("key", ["/", "s", "f"])
def test_the_shortcuts_open_a_search_that_works(site, cold, key):
    cold.goto(address(site, "ja", "scope"))
    cold.wait_for_load_state("networkidle")
    cold.keyboard.press(key)
    assert cold.evaluate("document.activeElement.name") == "query"
    cold.keyboard.insert_text("H100")
    cold.keyboard.press("Shift")
    cold.wait_for_selector(HIT)
    assert "/ja/accelerators/h100/" in cold.locator(HIT).first.get_attribute("href")


def test_an_address_with_a_query_answers_it(site, cold):
    cold.goto(address(site, "fr", "home") + "?q=materiel")
    cold.wait_for_selector(HIT)


def test_the_words_of_a_search_are_marked_on_the_page_that_it_led_to(site, cold):
    cold.goto(address(site, "fr", "acc-h100") + "?h=h100")
    cold.wait_for_selector("article mark")
    cold.goto(address(site, "fr", "acc-h200"))
    cold.wait_for_load_state("networkidle")
    assert not cold.locator("article mark").count()
