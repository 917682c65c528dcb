"""The content security policy: written from the built site, allows exactly the templates' own inline scripts, and breaks nothing."""

from __future__ import annotations

import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from conftest import kinds

from macros import csp, serving
from macros.document import Document
from macros.problem import Invalid

THEME = "<script>theme()</script>"
RECORD = """
  window.violations = [];
  document.addEventListener("securitypolicyviolation", event => window.violations.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample));
"""
SEEDED = "<script>window.seeded = true</script>"


def documents(*bodies: str) -> list[Document]:
    return [Document(f"{number}.html", f"<!doctype html><html lang=ja><head><title>x</title></head><body>{body}</body></html>".encode()) for number, body in enumerate(bodies)]


@pytest.fixture(scope="module")
def guarded(site):
    """The site served with the header that the build wrote, and, below /seeded/, a page with a script that nobody allowed."""
    header = (site.folder / serving.FOLDER / "csp.txt").read_text("utf-8").strip()
    seeded = (site.folder / "fr/scope/index.html").read_text("utf-8").replace("</article>", f"{SEEDED}</article>")
    assert SEEDED in seeded

    class Handler(SimpleHTTPRequestHandler):
        def end_headers(self):
            self.send_header("Content-Security-Policy", header)
            super().end_headers()

        def do_GET(self):
            if self.path != "/fr/seeded/":
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(seeded.encode())

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site.folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


@pytest.fixture
def watched(browser):
    """A page that records what the policy blocked and what the console complained about."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(RECORD)
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    context.close()


def blocked(page) -> list[str]:
    return page.evaluate("window.violations") + page.complaints


def test_the_policy_allows_exactly_the_two_scripts_of_the_templates(site):
    header = (site.folder / serving.FOLDER / "csp.txt").read_text("utf-8")
    hashes = re.findall(r"'(sha256-[^']+)'", header)
    page = (site.folder / "ja/scope/index.html").read_text("utf-8")
    inline = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert hashes == [csp.sha256(script) for script in inline] and len(hashes) == 2
    for loose in ("unsafe", "*", "http"):
        assert loose not in header
    assert f'add_header Content-Security-Policy "{header.strip()}" always;' in (site.folder / serving.FOLDER / "headers.conf").read_text("utf-8")


def test_no_kind_of_page_is_hindered_by_the_policy(site, guarded, watched):
    looked = 0
    for address in kinds(site):
        watched.goto(guarded + address)
        watched.wait_for_load_state("load")
        assert not blocked(watched), (address, blocked(watched))
        assert watched.locator("body").evaluate("body => getComputedStyle(body).fontFamily") or address.endswith(".svg")
        looked += 1
    assert looked > 20


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_everything_works_under_the_policy(site, guarded, watched, code):
    place = site.book.places
    watched.goto(f"{guarded}{code}/{place['accelerators'].address}")
    watched.locator(".kb-filter input[type=search]").fill("h100")
    assert watched.locator("#catalogue tbody tr:visible").count() == 1
    watched.click("[data-md-component=search-query]")
    watched.keyboard.insert_text("H100")
    watched.keyboard.press("Shift")
    watched.wait_for_selector(".md-search-result__link")
    watched.keyboard.press("Escape")
    for scheme in ("default", "slate"):
        watched.locator("form[data-md-component=palette] label:visible").click()
        assert watched.evaluate("document.body.dataset.mdColorScheme") == scheme
    watched.reload()
    assert watched.evaluate("document.body.dataset.mdColorScheme") == "slate", "the inline script has put the choice back"
    watched.goto(f"{guarded}{code}/{place['acc-h100'].address}")
    watched.locator(".kb-cite summary").click()
    assert "H100" in watched.locator(".kb-cite textarea").input_value()
    other = next(c for c in site.languages if c != code)
    watched.click(f"header a[data-switch={other}]")
    watched.wait_for_url(f"{guarded}{other}/**")
    watched.goto(guarded)
    watched.wait_for_url(f"{guarded}{other}/")
    assert not blocked(watched)


def test_a_seeded_inline_script_does_not_run(guarded, watched):
    watched.goto(f"{guarded}fr/seeded/")
    assert watched.evaluate("window.seeded") is None
    assert any(violation.startswith("script-src") for violation in watched.evaluate("window.violations"))
    watched.goto(f"{guarded}fr/scope/")
    assert not watched.evaluate("window.violations"), "without it nothing is blocked"


@pytest.mark.parametrize(
    "fault",
    ["<script>other()</script>", "<style>p{color:red}</style>", "<p style='color:red'>x</p>", "<p onclick='x()'>x</p>", "<a href=' JavaScript:x()'>x</a>"],
)
def test_what_the_policy_would_block_stops_the_build_with_the_file(fault):
    with pytest.raises(Invalid) as raised:
        csp.policy(documents(THEME, THEME, THEME + fault))
    (problem,) = raised.value.problems
    assert problem.path == "2.html" and problem.remedy


def test_data_and_linked_scripts_need_no_hash():
    with_data = '<script type="application/ld+json">{"a":1}</script><script src="a.js"></script><p class="style">x</p>'
    assert csp.policy(documents(THEME + with_data, THEME, with_data)) == csp.policy(documents(THEME))
    assert csp.policy(documents(THEME)).count("sha256-") == 1
