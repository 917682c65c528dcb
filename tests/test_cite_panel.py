"""The panel copies exactly the text that it shows, wherever the site is served, and says so only when it did."""

from __future__ import annotations

from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from conftest import CHROMIUM

from macros import tickets
from macros.marks import FORMATS

HOST = "kb.intranet.example"


@pytest.fixture(scope="module")
def intranet(site, browser):
    """A browser that finds the site under a host name, and the site's address there: plain http, so not trusted."""
    launched = browser.browser_type.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"])
    yield launched, f"http://{HOST}:{urlsplit(site.url).port}/"
    launched.close()


@contextmanager
def opened(browser, url: str, code: str, id: str = "h100", granted=None, script: str = "", **options):
    """An accelerator's page with the panel opened. `granted` are the only permissions; all others are refused."""
    context = browser.new_context(**options)
    if granted is not None:
        context.grant_permissions(granted)
    page = context.new_page()
    if script:
        page.add_init_script(script)
    page.goto(f"{url}{code}/accelerators/{id}/")
    page.locator(".kb-cite > summary").click()
    try:
        yield page
    finally:
        context.close()


def shown(page) -> str:
    return page.locator(".kb-cite textarea").input_value()


def choose(page, site, id: str, format: str, language: str) -> None:
    page.locator(".kb-cite [data-field=format]").select_option(format)
    page.locator(".kb-cite [data-field=language]").select_option(language)
    text = tickets.text(site.book, id, language, format, site.url)
    page.wait_for_function("text => document.querySelector('.kb-cite textarea').value === text", arg=text)


def says(page, site, code: str, message: str) -> None:
    """Wait until the panel announces a message."""
    words = site.book.string(code, f"cite-{message}")
    page.wait_for_function("words => document.querySelector('.kb-cite [role=status]').textContent === words", arg=words)


def pasted(page) -> str:
    """What the clipboard holds, as a reader gets it: by keyboard, into a field."""
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<textarea id=paste></textarea>')")
    page.locator("#paste").focus()
    page.keyboard.press("Control+V")
    return page.locator("#paste").input_value()


def spoil_clipboard(page) -> None:
    """Put something else there, so that a copy that never happened shows."""
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<textarea id=other>other</textarea>')")
    page.locator("#other").select_text()
    page.keyboard.press("Control+C")
    page.evaluate("document.getElementById('other').remove()")


def test_every_text_of_the_panel_is_the_one_that_the_command_writes(site, browser):
    with opened(browser, site.url, "ja") as page:
        seen = set()
        for format in FORMATS:
            for language in (*site.languages, tickets.BOTH):
                choose(page, site, "h100", format, language)
                seen.add(shown(page))
        assert len(seen) == len(FORMATS) * (len(site.languages) + 1)


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_copying_works_where_the_browser_trusts_the_site(site, browser, code):
    with opened(browser, site.url, code, granted=["clipboard-read", "clipboard-write"]) as page:
        assert page.evaluate("isSecureContext")
        for format, language in (("text", code), ("html", tickets.BOTH)):
            choose(page, site, "h100", format, language)
            spoil_clipboard(page)
            page.locator(".kb-cite button").click()
            says(page, site, code, "copied")
            assert pasted(page) == shown(page)
            page.evaluate("document.getElementById('paste').remove()")


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_copying_works_over_plain_http(site, intranet, code):
    browser, url = intranet
    with opened(browser, url, code) as page:
        assert not page.evaluate("isSecureContext") and page.evaluate("navigator.clipboard === undefined")
        choose(page, site, "h100", "jira", tickets.BOTH)
        spoil_clipboard(page)
        page.locator(".kb-cite button").click()
        says(page, site, code, "copied")
        assert page.evaluate("document.activeElement.matches('.kb-cite button')")
        assert pasted(page) == shown(page)


def test_copying_works_without_the_permission(site, browser):
    with opened(browser, site.url, "fr", granted=["geolocation"]) as page:
        assert page.evaluate("navigator.permissions.query({name: 'clipboard-write'}).then(p => p.state)") == "denied"
        spoil_clipboard(page)
        page.locator(".kb-cite button").click()
        says(page, site, "fr", "copied")
        assert pasted(page) == shown(page)


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_what_was_not_copied_is_not_called_copied(site, browser, code):
    refused = "Document.prototype.execCommand = () => false; Navigator.prototype.__defineGetter__('clipboard', () => undefined)"
    with opened(browser, site.url, code, script=refused) as page:
        page.locator(".kb-cite button").click()
        says(page, site, code, "by-hand")
        selected = "(() => { const area = document.activeElement; return area.value.slice(area.selectionStart, area.selectionEnd) })()"
        assert page.evaluate(selected) == shown(page) != ""


def test_rich_editors_get_html_that_says_the_same(site, browser):
    with opened(browser, site.url, "fr", granted=["clipboard-read", "clipboard-write"]) as page:
        choose(page, site, "h100", "html", "fr")
        page.locator(".kb-cite button").click()
        says(page, site, "fr", "copied")
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<div id=rich contenteditable></div>')")
        page.locator("#rich").focus()
        page.keyboard.press("Control+V")
        assert page.locator("#rich li strong").first.text_content() == site.book.string("fr", "cite-reason")
        assert page.locator("#rich a").first.get_attribute("href").startswith(f"{site.url}r/h100/")


def test_the_keyboard_is_enough(site, browser):
    with opened(browser, site.url, "ja", granted=["clipboard-read", "clipboard-write"]) as page:
        page.locator(".kb-cite > summary").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")  # the next format
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")  # the next language
        text = tickets.text(site.book, "h100", site.languages[1], list(FORMATS)[1], site.url)
        page.wait_for_function("text => document.querySelector('.kb-cite textarea').value === text", arg=text)
        assert page.locator(".kb-cite textarea").get_attribute("lang") == site.languages[1]
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        says(page, site, "ja", "copied")
        assert pasted(page) == text


def test_a_file_that_cannot_be_had_leaves_the_text_that_is_there(site, browser):
    with opened(browser, site.url, "fr", script="HTMLHeadElement.prototype.append = function (script) { script.onerror() }") as page:
        before = shown(page)
        page.locator(".kb-cite [data-field=format]").select_option("jira")
        says(page, site, "fr", "not-loaded")
        assert shown(page) == before and page.locator(".kb-cite [data-field=format]").input_value() == "text"


def test_the_citation_is_there_without_a_script(site, browser):
    for code in site.languages:
        with opened(browser, site.url, code, id="b200", java_script_enabled=False) as page:
            assert shown(page) == tickets.text(site.book, "b200", code, "text", site.url)
            assert not page.locator(".kb-cite button").is_visible() and not page.locator(".kb-cite select").first.is_visible()


def test_every_accelerator_has_its_panel_and_its_texts(site):
    for code in site.languages:
        for id in site.book.kb.accelerators:
            (panel,) = site.page(code, f"acc-{id}").xpath("//details[@class='kb-cite']")
            assert panel.xpath("string(.//textarea)") == tickets.text(site.book, id, code, "text", site.url)
            assert (site.folder / f"r/{id}/cite.js").stat().st_size > 1000
    other = site.page(site.languages[0], "faq")
    assert not other.xpath("//script[contains(@src, 'cite.js')]")


def test_the_page_for_tickets_shows_every_format_as_it_is_copied(site):
    example = site.book.kb.site.example
    for code in site.languages:
        samples = [str(pre.text_content()) for pre in site.page(code, "for-tickets").xpath("//details[@class='kb-example']//pre")]
        assert samples == [tickets.text(site.book, example, code, format, site.url) for format in FORMATS]


def test_the_page_for_tickets_embeds_what_is_served(site):
    example = site.book.kb.site.example
    for code in site.languages:
        page = site.page(code, "for-tickets")
        paths = page.xpath("//ul[@class='kb-addresses']//code/text()")
        assert {f"badge/{example}.{code}.svg", f"feeds/{code}.atom", f"feeds/{code}.json", f"api/v1/accelerators/{example}.json"} <= set(paths)
        for path in paths:
            assert (site.folder / path).is_file(), path
        embedded = "\n".join(pre.text_content() for pre in page.xpath("//pre[@class='kb-sample'][not(ancestor::details)]"))
        assert f'src="{site.url}badge/{example}.{code}.svg"' in embedded and f"]({site.url}r/{example}/)" in embedded
