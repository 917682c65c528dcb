"""What a search looks through: a page cut at its headings, with nothing that a reader would not look for."""

from __future__ import annotations

import json

import pytest

from macros.sections import cut


def found(content: str) -> list[tuple[str, str, str]]:
    return [(section.id, section.title, section.text) for section in cut(content, "Title")]


@pytest.mark.parametrize(
    ("content", "sections"),
    [
        ("", [("", "Title", "")]),
        ('<h1 id="t">Title</h1><p>Lead</p>', [("", "Title", "<p>Lead</p>")]),
        ('<p>Lead</p><h2 id="a">A &amp; B<a class="headerlink" href="#a">¶</a></h2><p>One</p>', [("", "Title", "<p>Lead</p>"), ("a", "A &amp; B", "<p>One</p>")]),
        ("<dl><dt>Maker</dt><dd>NVIDIA</dd></dl>", [("", "Title", "Maker NVIDIA")]),
        ("<table><tr><th>A</th><td>B</td></tr></table>", [("", "Title", "A B")]),
        ("<p>a<b>b</b><sup>1</sup>\n c</p>", [("", "Title", "<p>ab c</p>")]),
        ("<p>1 &lt; 2</p>", [("", "Title", "<p>1 &lt; 2</p>")]),
        ("<ul><li>x</li></ul>", [("", "Title", "<ul><li>x</li></ul>")]),
        ("<ul><li> <p> </p></li></ul><p>x</p>", [("", "Title", "<p>x</p>")]),
        ('<ul><li><h3 id="a">A</h3><p>x</p></li></ul>', [("", "Title", ""), ("a", "A", "<p>x</p>")]),
        ('<div data-search-exclude=""><h2 id="a">A</h2>x</div>y', [("", "Title", "y")]),
        ("<script>x</script><template><p>x</p></template>y<!-- x -->", [("", "Title", "y")]),
    ],
)
def test_a_page_is_cut_at_its_headings(content, sections):
    assert found(content) == sections


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_every_section_of_the_index_is_a_place_of_its_page(site, code):
    entries = json.loads((site.folder / code / "search/search_index.json").read_text("utf-8"))["docs"]
    places = [entry["location"].partition("#") for entry in entries]
    assert {address for address, _, _ in places} == {place.address for place in site.book.places.values()}
    ids = {address: {element.get("id") for element in site.pages[code, address].xpath("//*[@id]")} for address in {address for address, _, _ in places}}
    assert len(places) > 500 and all(id in ids[address] for address, _, id in places if id)
