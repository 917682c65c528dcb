"""axe-core finds no fault on any kind of page, in any language, light or dark, nor in the search while it is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import kinds

AXE = Path(__file__).with_name("browser") / "node_modules/axe-core/axe.min.js"
# Everything that axe knows, best practices included.
RUN = "options => axe.run(document, options).then(result => result.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target + ' ' + n.failureSummary.split('\\n')[1]).join(' | ')}`))"
ONLY_COLOURS = {"runOnly": ["color-contrast"]}


@pytest.fixture(scope="module")
def reader(browser):
    """A page on a wide screen that looks into every document with axe."""
    assert AXE.exists(), "make setup installs axe-core"
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    yield page
    context.close()


def faults(page, options: dict | None = None) -> list[str]:
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text("utf-8"))
    return page.evaluate(RUN, options or {})


def scheme(page) -> str:
    """The colour of the page behind the text."""
    return page.evaluate("getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor")


@pytest.mark.parametrize("part", range(3))
def test_no_kind_of_page_has_a_fault(site, reader, part):
    found, looked = {}, 0
    for address in kinds(site)[part::3]:
        reader.emulate_media(color_scheme="light")
        reader.goto(site.url + address)
        found[address, "light"], light = faults(reader), scheme(reader)
        # Whatever else axe looks at is the same in the dark.
        reader.emulate_media(color_scheme="dark")
        reader.wait_for_function("light => getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor !== light", arg=light)
        found[address, "dark"] = faults(reader, ONLY_COLOURS)
        looked += 1
    assert looked > 10
    assert not {key: what for key, what in found.items() if what}, "\n".join(f"{key}: {what}" for key, what in found.items() if what)


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_the_open_search_has_no_fault(site, reader, code):
    reader.emulate_media(color_scheme="light")
    reader.goto(f"{site.url}{code}/")
    reader.click("[data-md-component=search-query]")
    reader.keyboard.insert_text("H100")
    reader.keyboard.press("Shift")
    reader.wait_for_selector(".md-search-result__link")
    assert not faults(reader)


@pytest.mark.parametrize("code", ["ja", "fr"])
@pytest.mark.parametrize("asked", ["?device=B300&cuda=13.0", "#list=H100~0AB200~0ARTX+6000~0ARTX~0Anonsense~0A~2B--~2B"])
def test_the_answers_of_the_advisor_have_no_fault(site, reader, code, asked):
    reader.emulate_media(color_scheme="light")
    reader.goto(f"{site.url}{code}/advisor/{asked}")
    reader.locator("#advisor-shown .verdict").first.wait_for()
    assert not faults(reader)


@pytest.mark.parametrize(
    ("rule", "fault"),
    [("image-alt", "<img src='x.png'>"), ("color-contrast", "<p style='color:#aaa;background:#fff'>pale words</p>"), ("label", "<input type='text'>"), ("empty-heading", "<h2></h2>")],
)
def test_a_seeded_fault_is_found(site, reader, rule, fault):
    reader.emulate_media(color_scheme="light")
    reader.goto(f"{site.url}fr/scope/")
    reader.evaluate("fault => document.querySelector('article').insertAdjacentHTML('beforeend', fault)", fault)
    assert [what.partition(":")[0] for what in faults(reader)] == [rule]
