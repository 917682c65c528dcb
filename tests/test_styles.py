"""The reduced style sheet shows every kind of page exactly as the theme's whole one does."""

from __future__ import annotations

import re
from pathlib import Path

import material
import pytest
from conftest import kinds

from macros import styles

WHOLE = "".join(next(Path(material.__file__).parent.glob(f"templates/assets/stylesheets/{name}.*.css")).read_text("utf-8") for name in ("main", "palette"))
SHEET = "**/assets/theme.css"


def used(page: str = "", script: str = "") -> styles.Site:
    site = styles.Site()
    site.add_page(page)
    site.add_script(script)
    return site


PAGE = '<body dir="ltr" class="a b" data-md-color-primary="custom"><h2>'


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        (".a{x:1}.c{x:1}", ".a{x:1}"),
        (".a,.c,.b .a{x:1}", ".a,.b .a{x:1}"),
        (".a:not(.c){x:1}", ".a:not(.c){x:1}"),
        (".a:is(.c,.d){x:1}", ".a:is(.c,.d){x:1}"),
        ("[dir=rtl] .a{x:1}[dir=ltr] .a{x:1}", "[dir=ltr] .a{x:1}"),
        ('[data-md-color-primary=red]{x:1}[data-md-color-primary="custom"]{x:1}', '[data-md-color-primary="custom"]{x:1}'),
        ("[type=checkbox]{x:1}", "[type=checkbox]{x:1}"),
        ("@media print{.a{x:1}.c{x:1}}@media screen{.c{x:1}}", "@media print{.a{x:1}}"),
        ("@keyframes k{0%{x:1}to{x:2}}", "@keyframes k{0%{x:1}to{x:2}}"),
        ("/* .a{ */.a{x:'}.c{'}", ".a{x:'}.c{'}"),
        (".a{x:url(a;b{c)}.b{y:1}", ".a{x:url(a;b{c)}.b{y:1}"),
        ('@charset "UTF-8";.made-so{x:1}', '@charset "UTF-8";.made-so{x:1}'),
        (":root{--u:1;--v:var(--w);--w:2}.a{x:var(--v)}", ":root{--v:var(--w);--w:2}.a{x:var(--v)}"),
        (":root{--u:1}.a{y:2}", ".a{y:2}"),
        (":root{--read-by-script:1}", ":root{--read-by-script:1}"),
        ("@media screen{:root{--u:1}.a{--u:2;y:2}}", "@media screen{.a{y:2}}"),
        ("kbd{x:1}.a>kbd,.a>h2,h3:hover{x:1}[type=kbd]{x:1}.a:nth-child(2n){x:1}", ".a>h2{x:1}[type=kbd]{x:1}.a:nth-child(2n){x:1}"),
        ("[data-md-color-switching] *{x:1}", ""),
        (r".a\:b{x:1}.a{y:1}", ".a{y:1}"),
    ],
)
def test_only_what_can_apply_is_kept(css, kept):
    assert styles.reduce(css, used(PAGE, 'e.className = "made-so"; get("--read-by-script")')) == kept


def test_variables_that_another_sheet_reads_are_kept():
    assert styles.reduce(":root{--u:1;--v:2}", used(), ".own{x:var(--u)}") == ":root{--u:1}"


def test_squeezing_takes_nothing_but_comments_and_space():
    assert styles.squeeze("/* x */\n.a  .b ,\n.c {\n  x: calc(1px + 2px);\n  y: 2;\n}\n") == ".a .b , .c{x: calc(1px + 2px);y: 2;}"


def test_the_sheet_of_the_site_is_half_of_the_themes(site):
    reduced = (site.folder / "assets/theme.css").read_text("utf-8")
    assert 20_000 < len(reduced) < len(WHOLE) / 2
    assert reduced.count("{") == reduced.count("}")


def unstyled(site, pages: dict[str, str]) -> list[tuple[str, str]]:
    """Pages with a class that only a sheet which they lack has rules for, and the class."""
    sheets = {path.name: set(styles.CLASS.findall(path.read_text("utf-8"))) for path in (site.folder / "assets").glob("*.css")}
    missing = []
    for address, page in pages.items():
        linked = re.findall(r'<link rel="stylesheet" href="[^"]*?([^"/]+)">', page)
        styled = set().union(*(sheets[name] for name in linked))
        used = {name for value in re.findall(r'class="([^"]*)"', page) for name in value.split()}
        missing += [(address, name) for name in sorted(used & set().union(*sheets.values()) - styled)]
    return missing


def test_each_page_has_the_sheets_that_its_parts_need(site):
    pages = {address: (site.folder / address / ("" if address.endswith(".html") else "index.html")).read_text("utf-8") for address in kinds(site)}
    assert not unstyled(site, pages)
    assert len(pages) > 20
    lacking = {"spoilt": re.sub(r"<link [^>]*advisor\.css[^>]*>", "", pages["fr/advisor/"])}
    assert unstyled(site, lacking), "a page without one of its sheets is seen"


# For every element and what stands before and after it: a digest of all its computed styles.
COMPUTED = """() => Array.from(document.querySelectorAll('body, body *')).flatMap(element => [null, '::before', '::after'].map(part => {
  const style = getComputedStyle(element, part);
  if (part && style.content === 'none') return 0;
  let digest = 0;
  for (const property of style) if (!property.startsWith('--')) for (const letter of style.getPropertyValue(property)) digest = (digest * 31 + letter.charCodeAt(0)) | 0;
  return digest;
}))"""


EXCHANGE = """whole => new Promise(resolve => {
  const sheet = document.querySelector('link[rel=stylesheet]');
  sheet.addEventListener('load', () => setTimeout(resolve, 50));
  sheet.href = URL.createObjectURL(new Blob([whole], { type: 'text/css' }));
})"""


def differs(page, sheet: str) -> bool:
    """Whether an open page changes when its style sheet is exchanged for another."""
    before = page.evaluate(COMPUTED)
    page.evaluate(EXCHANGE, sheet)
    assert len(before) > 300
    return page.evaluate(COMPUTED) != before


@pytest.mark.parametrize(
    ("width", "scheme", "code", "places"),
    [
        (1280, "light", "ja", ["home", "scope", "acc-h100", "advisor"]),
        (400, "dark", "fr", ["home", "checklist", "faq", "onboarding"]),
    ],
)
def test_every_element_has_the_styles_that_the_whole_sheet_gives_it(site, browser, width, scheme, code, places):
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    different = []
    for place in places:
        page.goto(f"{site.url}{code}/{site.book.places[place].address}")
        if differs(page, WHOLE):
            different.append(place)
    assert not different
    assert differs(page, WHOLE + "body{opacity:.9}"), "a rule more is seen"
    context.close()


def look(page, address: str, do: str) -> bytes:
    """A picture of a page after something was done to it."""
    page.goto(address)
    if do == "search":
        page.keyboard.press("/")
        page.keyboard.insert_text("H100")
        page.keyboard.press("Shift")
        page.wait_for_selector(".md-search-result__link")
        page.wait_for_timeout(400)
    elif do == "drawer":
        page.locator("header label[for=__drawer]").click()
        page.wait_for_timeout(400)
    elif do == "print":
        page.emulate_media(media="print")
    elif do == "scrolled":
        page.evaluate("scrollTo(0, 1500)")
        page.wait_for_timeout(400)
        page.mouse.wheel(0, -200)
        page.wait_for_timeout(400)
    return page.screenshot(animations="disabled")


@pytest.mark.parametrize(("width", "do"), [(1440, "search"), (400, "drawer"), (1000, "print"), (1440, "scrolled")])
def test_what_opens_and_moves_looks_the_same_with_the_whole_sheet(site, browser, width, do):
    pictures = []
    for whole in (False, True):
        context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce")
        page = context.new_page()
        if whole:
            page.route(SHEET, lambda route: route.fulfill(body=WHOLE, content_type="text/css"))
        pictures.append(look(page, f"{site.url}fr/accelerators/h100/", do))
        context.close()
    assert pictures[0] == pictures[1]


def test_pages_without_the_theme_have_the_same_colours_in_the_dark(site):
    colours = [re.findall(r"(--kb-[\w-]+): ?(#[0-9a-f]+)", next(part for part in (site.folder / "assets" / sheet).read_text("utf-8").split("@media") if selector in part and "--kb-ink:" in part)) for sheet, selector in (("kb.css", '"slate"'), ("alone.css", ".kb-bare"))]
    assert colours[0] == colours[1] and len(colours[0]) > 15
