"""Everything that can be pointed at is reached with the Tab key, in the order of the page, and shows that it has the focus."""

from __future__ import annotations

import pytest

PLACES = ("home", "scope", "accelerators", "acc-h100", "advisor", "checklist", "for-tickets")
# What a keyboard should reach: visible, not disabled, not taken out of the order.
REACHABLE = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(element => {
  if (element.matches('.md-top')) return false;  // leads up the page: only there when the page was scrolled
  if (element.disabled || element.tabIndex < 0 || element.closest('[inert]')) return false;
  if (element.type === 'radio' && !element.checked) return false;  // arrows go on from the one that is chosen
  return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false });
}).map(element => { element.dataset.stop ??= String(window.stops = (window.stops || 0) + 1); return element.dataset.stop; })"""
FOCUSED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  // The switch between light and dark shows its label in its place.
  const seen = element.matches('.md-option') ? element.parentElement.querySelector(`label[title]:not([hidden])`) : element;
  const style = getComputedStyle(seen), box = seen.getBoundingClientRect();
  // The browser marks the part of a date that has the focus, out of a script's sight.
  const shown = element.type === 'date' || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
  return { stop: element.dataset.stop || 'other', html: element.outerHTML.slice(0, 200), shown: shown && box.width > 0 && box.height > 0 };
}"""


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("code", ["ja", "fr"])
@pytest.mark.parametrize("place", PLACES)
def test_tab_goes_through_all_of_a_page_in_its_order(site, page, code, place):
    page.goto(f"{site.url}{code}/{site.book.places[place].address}")
    page.wait_for_load_state("networkidle")
    wanted = page.evaluate(REACHABLE)
    met, hidden = [], []
    for _ in range(2 * len(wanted)):  # the field of a date has a stop for each of its parts
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUSED)
        if not focus or focus["stop"] in met[:-1]:
            break  # round again
        met += [focus["stop"]] if focus["stop"] not in met else []
        hidden += [] if focus["shown"] else [focus["html"]]
    assert len(wanted) > 20 and not hidden, hidden
    missed = [page.locator(f"[data-stop='{stop}']").evaluate("element => element.outerHTML.slice(0, 200)") for stop in wanted if stop not in met]
    assert not missed, missed
    stops = [int(stop) for stop in met if stop.isdecimal()]
    assert stops == sorted(stops)


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_the_first_stop_leads_past_the_frame(site, page, code):
    page.goto(f"{site.url}{code}/{site.book.places['acc-h100'].address}")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.md-skip')") and page.locator(".md-skip").is_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('article'))")
