"""The search finds what readers mean: a table of queries in each language, asked in the browser, each with the page that must come first."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

TABLE = yaml.safe_load(Path(__file__).with_name("search_queries.yml").read_text("utf-8"))
FIELD = "[data-md-component=search-query]"
HIT = ".md-search-result__link"

# Types each query and waits until its answer has replaced the one before; returns the addresses of the hits.
ASK = """async queries => {
  const field = document.querySelector('[data-md-component=search-query]');
  const meta = document.querySelector('.md-search-result__meta'), list = document.querySelector('.md-search-result__list');
  const answers = {};
  for (const query of queries) {
    list.innerHTML = ''; meta.textContent = '';
    const answered = new Promise(resolve => {
      const observer = new MutationObserver(() => { if (meta.textContent) { observer.disconnect(); resolve(); } });
      observer.observe(meta, { childList: true, characterData: true, subtree: true });
    });
    field.value = query;
    field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
    await answered;
    await new Promise(resolve => setTimeout(resolve, 10));
    answers[query] = Array.from(list.querySelectorAll('a.md-search-result__link'), link => link.href);
  }
  return answers;
}"""


def queries(code: str) -> dict[str, list[str]]:
    """Query -> the targets that may come first."""
    return {str(query): [target.strip() for target in targets.split("|")] for targets, row in TABLE[code].items() for query in row}


def reached(site, code: str, link: str) -> str | None:
    """Where a hit leads, as `place` or `place#section`; None for anything but a page of the language."""
    base = f"{site.url}{code}/"
    path, _, anchor = link.removeprefix(base).partition("#")
    place = next((p.id for p in site.book.places.values() if p.address == path.partition("?")[0]), None) if link.startswith(base) else None
    return place and (f"{place}#{anchor}" if anchor else place)


@pytest.fixture(scope="module", params=["ja", "fr"])
def answers(request, site, browser):
    """The language, and what its search answered to each query of the table."""
    code = request.param
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(f"{site.url}{code}/{site.book.places['faq'].address}")
    page.click(FIELD)
    page.keyboard.insert_text("GPU")
    page.keyboard.press("Shift")
    page.wait_for_selector(HIT)
    yield code, page.evaluate(ASK, list(queries(code)))
    context.close()


def test_the_page_that_is_meant_comes_first(site, answers):
    code, found = answers
    wrong = {}
    for query, targets in queries(code).items():
        first = reached(site, code, found[query][0]) if found[query] else "nothing"
        # A section of the page will do, unless one is named.
        if first not in targets and str(first).partition("#")[0] not in targets:
            wrong[query] = f"{first}, not {' or '.join(targets)}"
    assert not wrong, wrong


def test_every_hit_is_a_page_of_the_language(site, answers):
    code, found = answers
    hits = [(query, link) for query, links in found.items() for link in links]
    assert len(hits) > 200
    assert not [hit for hit in hits if reached(site, code, hit[1]) is None]


def test_there_are_enough_queries_and_their_targets_exist(book):
    for code in book.kb.languages:
        table = queries(code)
        assert len(table) >= 60
        for targets in table.values():
            for target in targets:
                place, _, section = target.partition("#")
                assert place in book.places and (not section or section in book.kb.pages[place].sections), target


def test_a_query_of_nothing_known_finds_nothing(site, browser):
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(f"{site.url}fr/")
    page.click(FIELD)
    page.keyboard.insert_text("H100")
    page.keyboard.press("Shift")
    page.wait_for_selector(HIT)
    assert page.evaluate(ASK, ["xyzzyplugh", "ぬるぽ"]) == {"xyzzyplugh": [], "ぬるぽ": []}
    context.close()


def test_what_is_typed_stays_as_it_was_typed_and_the_words_found_are_marked(site, browser):
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(f"{site.url}ja/")
    page.click(FIELD)
    page.keyboard.insert_text("Ｈ１００対応")
    page.keyboard.press("Shift")
    page.wait_for_selector(HIT)
    assert page.input_value(FIELD) == "Ｈ１００対応"
    assert page.locator(f"{HIT} mark").first.inner_text() == "H100"
    context.close()
