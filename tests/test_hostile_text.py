"""Whatever stands in a text comes out as text, on every kind of page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Site, copy_project
from lxml import html as parser

from macros import proof, publish
from macros.built import Built
from macros.cli import today
from macros.memo import Memo
from macros.pages import Book
from macros.readback import ReadBack

HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(1)> a|b {% raw %} ](javascript:alert(1)) `c` **d** __e__ </p> &lt; #f \\g"


def spoil(text: str) -> str:
    """Append the hostile words to every ja and fr string that is long enough to be prose, and to names."""
    escaped = HOSTILE.replace("\\", "\\\\").replace('"', '\\"')
    # Braces are refused by the placeholder grammar, so `{%` cannot get this far from a text; names may hold them.
    escaped = escaped.replace("{% raw %} ", "")
    return re.sub(r'(?m)^(\s+(?:ja|fr): ".*[^\\])"$', lambda m: f'{m[1]} {escaped}"', text)


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory):
    project = copy_project(tmp_path_factory.mktemp("hostile"))
    data = project / "data/support.yaml"
    before = data.read_text("utf-8")
    after = spoil(before)
    after = re.sub(r'(?m)^(    title: )(?:"[^"]*"|[^"\n{]+)$', lambda m: m[1] + "'{{ 7*7 }} {% x %} <script>alert(2)</script> | ](javascript:alert(3))'", after)
    data.write_text(after, "utf-8")
    folder, url, book = project / "site", "http://127.0.0.1:1/", Book.open(project, today())

    def finish(built: Path, memo: Memo) -> None:
        proof.publish(proof.gather(ReadBack(Built(book, built, url)), project, {"data": {}, "site": {}}), book, built)

    publish.build(project, folder, url, finish)
    return Site(folder, url, book)


def words(element: parser.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def test_nothing_of_it_becomes_markup(hostile_site, site):
    for key, page in hostile_site.pages.items():
        tame = site.pages[key]
        if key[1] == site.book.places["proof"].address:
            continue  # filled in after the pages, from the site that was built
        for tag in ("script", "img", "strong", "em", "iframe"):
            assert len(page.xpath(f"//article//{tag}")) == len(tame.xpath(f"//article//{tag}")), (key, tag)
        assert not page.xpath("//a[starts-with(normalize-space(@href), 'javascript:')]"), key
        assert not page.xpath("//@onerror"), key
        assert "49" not in page.xpath("string(//title)")


def test_nothing_of_it_becomes_markup_beside_the_pages(hostile_site):
    looked = 0
    for folder in ("r", "bilingual"):
        for path in (hostile_site.folder / folder).rglob("*.html"):
            page = parser.document_fromstring(path.read_text("utf-8"))
            assert not page.xpath("//script[not(@src)] | //img | //@onerror | //a[starts-with(normalize-space(@href), 'javascript:')]"), path
            looked += 1
    assert looked > 2 * len(hostile_site.book.kb.accelerators)


def test_it_is_read_as_text_on_every_kind_of_page(hostile_site):
    seen = set()
    shown = HOSTILE.replace("{% raw %} ", "")
    for (code, address), page in hostile_site.pages.items():
        content = words(page.xpath("//article")[0])
        assert " ".join(shown.split()) in content, (code, address)
        seen.add(address.split("/")[0])
    assert len(seen) >= 10


def test_template_syntax_in_a_title_is_shown_as_written(hostile_site):
    for code in hostile_site.languages:
        content = words(hostile_site.page(code, "sources").xpath("//article")[0])
        assert "{{ 7*7 }} {% x %} <script>alert(2)</script>" in content
