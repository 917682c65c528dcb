"""A cold page stays within its budget, whatever is catalogued; nothing of the search is loaded before it is used, and then it works."""

from __future__ import annotations

import random
import re
import shutil

import nginx
import pytest

from macros import serving

FIELD = "[data-md-component=search-query]"
HIT = ".md-search-result__link"
PARTS = ("search_index", "/workers/", "/lunr/")  # of the search
# Bytes of all bodies as they are sent, and requests. A page with more must give its reader something for it.
BUDGETS = {"acc-h100": (60_000, 10), "home": (60_000, 10)}


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


@pytest.fixture(scope="module")
def compressed(site):
    """The address of the site on nginx, compressed, with two pages that were spoilt: a heavy one, and one that makes many requests."""
    port = nginx.free_port()
    with nginx.scratch() as scratch:
        web = scratch / "web"
        shutil.copytree(site.folder.resolve(), web)
        page = (web / "fr/accelerators/h100/index.html").read_text("utf-8")
        (web / "assets/heavy.js").write_text(f"/* {random.Random(1).randbytes(20_000).hex()} */", "utf-8")
        (web / "assets/small.js").write_text("0", "utf-8")
        more = "".join(f'<script src="../../../assets/small.js?{number}"></script>' for number in range(9))
        for name, spoilt in (("heavy", page.replace("assets/lang.js", "assets/heavy.js")), ("many", page.replace("</body>", f"{more}</body>"))):
            (web / "fr/accelerators" / name).mkdir()
            (web / "fr/accelerators" / name / "index.html").write_text(spoilt, "utf-8")
        serving.compress(web)
        with nginx.serving(web, web, port):
            yield f"http://127.0.0.1:{port}/"


def load(page, url: str) -> dict[str, int]:
    """The size of each body that a cold page takes, as it was sent, by address and order."""
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return {f"{number} {answer.url}": answer.request.sizes()["responseBodySize"] for number, answer in enumerate(page.answers)}


def within(taken: dict[str, int], budget: tuple[int, int]) -> tuple[bool, bool]:
    """Whether a page keeps to its bytes, and to its requests."""
    return sum(taken.values()) <= budget[0], len(taken) <= budget[1]


@pytest.mark.parametrize("place", BUDGETS)
@pytest.mark.parametrize("code", ["ja", "fr"])
def test_a_cold_page_keeps_to_its_budget(site, compressed, cold, code, place):
    taken = load(cold, f"{compressed}{code}/{site.book.places[place].address}")
    assert all(answer.headers.get("content-encoding") == "gzip" for answer in cold.answers if answer.url.endswith(("/", ".css")))
    assert sum(taken.values()) > 40_000 and any("bundle" in url for url in taken), "what was looked at is a page with its script"
    assert within(taken, BUDGETS[place]) == (True, True), (sum(taken.values()), taken)


@pytest.mark.parametrize(("name", "kept"), [("heavy", (False, True)), ("many", (True, False))])
def test_a_page_beyond_its_budget_is_seen(compressed, cold, name, kept):
    assert within(load(cold, f"{compressed}fr/accelerators/{name}/"), BUDGETS["acc-h100"]) == kept


def named(text: str, ids) -> set[str]:
    """The products whose pages a text leads to, or whose ids it holds as words of their own."""
    return {id for id in ids if re.search(rf"""["'/]{id}["'/]""", text)}


def test_what_a_cold_page_takes_does_not_grow_with_the_catalogue(site, compressed, cold):
    ids = set(site.book.kb.accelerators)
    load(cold, f"{compressed}fr/{site.book.places['acc-h100'].address}")
    page, *assets = [answer.text() for answer in cold.answers]
    assert len(assets) > 5 and not any(named(asset, ids) for asset in assets)
    few = named(page, ids)
    assert "h100" in few and len(few) <= 6 < len(ids) / 4, few
    everything = (site.folder / "fr/accelerators/index.html").read_text("utf-8")
    assert named(everything, ids) == ids, "where all are, all are found"


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
