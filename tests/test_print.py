"""On paper nothing is hidden: collapsed text is open, sources have their addresses, and all is dark on light whatever the screen shows."""

from __future__ import annotations

import pytest
from test_browser import KINDS, address, opened

HIDDEN = "() => Array.from(document.querySelectorAll('article details > :not(summary)')).filter(part => part.closest('details').checkVisibility() && !part.checkVisibility({contentVisibilityAuto: true})).length"
# The luminance of text and of what stands behind it, for every element of the content that has words of its own.
CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const known = {};
  function luminance(colour) {
    return known[colour] ??= measured(colour);
  }
  function measured(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = Array.from(canvas.getImageData(0, 0, 1, 1).data, v => (v /= 255, v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function behind(element) {
    for (let e = element; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (!/(, 0\\)|\\/ 0\\))$/.test(colour)) return luminance(colour);
    }
    return 1;
  }
  const found = [];
  for (const e of document.querySelectorAll("article *")) {
    const own = Array.from(e.childNodes).some(n => n.nodeType === 3 && n.data.trim());
    if (!own || !e.checkVisibility() || e.closest("title, desc")) continue;
    const style = getComputedStyle(e);
    found.push([luminance(e.closest("svg") ? style.fill : style.color), behind(e), e.outerHTML.slice(0, 80)]);
  }
  return found;
}"""


@pytest.fixture(params=["ja", "fr"])
def code(request) -> str:
    return request.param


def test_what_is_collapsed_is_open_on_paper(site, browser, code):
    with opened(browser, java_script_enabled=False) as page:
        page.goto(address(site, code, "onboarding"))
        answers = sum(len(role.questions) for role in site.book.kb.onboarding.values())
        assert page.evaluate(HIDDEN) >= answers > 0, "on the screen they are closed"
        page.emulate_media(media="print")
        assert page.evaluate(HIDDEN) == 0
        heights = page.locator(".kb-question > p").evaluate_all("parts => parts.map(p => p.getBoundingClientRect().height)")
        assert len(heights) == 2 * answers and min(heights) > 0
        for place in ("for-tickets", "acc-h100", "faq"):
            page.goto(address(site, code, place))
            assert page.evaluate(HIDDEN) == 0, place


def test_browsers_that_cannot_open_it_by_style_do_it_by_script(site, browser, code):
    with opened(browser) as page:
        page.goto(address(site, code, "onboarding"))
        page.locator(".kb-question summary").first.click()
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        assert page.locator(".kb-question:not([open])").count() == 0
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert page.locator(".kb-question[open]").count() == 1, "the one that the reader had opened"


def test_the_addresses_of_the_sources_are_on_paper(site, browser, code):
    written = "links => links.map(a => [a.getAttribute('href'), getComputedStyle(a, '::after').content])"
    with opened(browser) as page:
        for url in (address(site, code, "scope"), address(site, code, "sources"), address(site, code, "acc-h100"), f"{site.url}r/h100/"):
            page.emulate_media(media="screen")
            page.goto(url)
            outside = page.locator(".kb-sources a[href^='https:']")
            assert outside.count() and not any(href in content for href, content in outside.evaluate_all(written)), url
            page.emulate_media(media="print")
            assert all(href in content for href, content in outside.evaluate_all(written)), url


def test_paper_is_dark_on_light_whatever_the_screen_shows(site, browser, code):
    with opened(browser, color_scheme="dark") as page:
        for place in KINDS:
            page.emulate_media(media="screen")
            page.goto(address(site, code, place))
            on_screen = page.evaluate(CONTRASTS)
            assert sum(text > back for text, back, _ in on_screen) > 0.8 * len(on_screen), "on the dark screen nearly all words are light"
            page.emulate_media(media="print")
            on_paper = page.evaluate(CONTRASTS)
            assert len(on_paper) > 10
            pale = [(text, back, words) for text, back, words in on_paper if back < 0.75 or (back + 0.05) / (text + 0.05) < 4.5]
            assert not pale, (place, pale[:3])


def test_a_record_is_dark_on_light_too(site, browser):
    with opened(browser, color_scheme="dark") as page:
        page.goto(f"{site.url}r/h100/")
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
        ink = page.evaluate("getComputedStyle(document.body).color")
        assert ink == "rgb(27, 36, 48)", ink


def test_only_the_content_is_on_paper(site, browser, code):
    with opened(browser, viewport={"width": 1440, "height": 900}) as page:
        page.goto(address(site, code, "home"))
        page.emulate_media(media="print")
        for part in (".md-header", ".md-sidebar", ".md-footer", ".kb-lookup"):
            assert not any(page.locator(part).evaluate_all("parts => parts.map(p => p.checkVisibility())")), part
        assert page.locator("article h1").is_visible() and page.locator(".kb-diagram svg").first.is_visible()


def test_japanese_words_have_japanese_glyphs_wherever_they_stand(site, browser):
    family = "parts => parts.map(part => [part.lang, getComputedStyle(part).fontFamily.split(',')[0]])"
    with opened(browser) as page:
        page.goto(address(site, "fr", "glossary"))
        page.emulate_media(media="print")
        fonts = page.locator("article [lang]").evaluate_all(family)
        assert {font for lang, font in fonts if lang == "ja"} == {'"Noto Sans JP"'}
        assert '"Noto Sans JP"' not in {font for lang, font in fonts if lang != "ja"}


def test_nothing_is_wider_than_the_paper(site, browser, code):
    with opened(browser, viewport={"width": 718, "height": 1000}) as page:  # A4 between the usual margins
        for place in KINDS:
            page.goto(address(site, code, place))
            page.emulate_media(media="print")
            assert page.evaluate("document.documentElement.scrollWidth") <= 718, place
            page.emulate_media(media="screen")
