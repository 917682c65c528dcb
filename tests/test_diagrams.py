"""The diagrams show what the data says, in both languages, to those who see them and to those who hear them; no word leaves its box."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import minimal
import pytest
from test_browser import address, opened
from test_readback import WORDS

from macros.lettering import lines, width
from macros.model import KnowledgeBase
from macros.pages import Book

SVG = "{http://www.w3.org/2000/svg}"
PLACES = {"scope": ["combination", "levels", "benchmark"], "home": ["decision"]}
EACH = [(place, id) for place, ids in PLACES.items() for id in ids]


def drawing(book: Book, code: str, place: str, id: str) -> ElementTree.Element:
    """A diagram of a page as it was written, read as XML."""
    _, written = book.finished(place, code)
    found = re.findall(rf"<svg(?=[^>]*diagram-{id}-title).*?</svg>", written, re.DOTALL)
    assert len(found) == 1, (place, id)
    return ElementTree.fromstring(found[0])


def said(svg: ElementTree.Element) -> str:
    return "".join(svg.find(f"{SVG}desc").itertext())


def seen(svg: ElementTree.Element) -> list[str]:
    """Every text that shows, in its order, on one line each."""
    return [re.sub("[ \n]+", " ", "".join(text.itertext())).strip() for text in svg.iter(f"{SVG}text")]


def statuses(svg: ElementTree.Element, code: str) -> list[str]:
    """What the verdicts in a diagram say, by their visible words."""
    return [WORDS[code]["".join(group.findall(f"{SVG}text")[1].itertext()).strip()] for group in svg.iter(f"{SVG}g") if group.get("class") == "verdict"]


def names(text: str) -> set[str]:
    """The names and figures in a text: what both languages write alike."""
    return set(re.findall(r"[A-Za-z]*[0-9][A-Za-z0-9.-]*", text))


@pytest.mark.parametrize(("place", "id"), EACH)
def test_every_diagram_is_named_described_and_free_of_styles(book, place, id):
    for code in book.kb.languages:
        svg = drawing(book, code, place, id)
        named = {element.get("id"): "".join(element.itertext()).strip() for element in svg.iter() if element.get("id")}
        assert svg.get("role") == "img"
        assert named[svg.get("aria-labelledby")] == book.writers[code].plain(book.kb.diagrams[id].title)
        assert book.writers[code].plain(book.kb.diagrams[id].description) in named[svg.get("aria-describedby")]
        given = [(element.tag, name, value) for element in svg.iter() for name, value in element.attrib.items()]
        assert given and not [item for item in given if item[1] in ("style", "fill", "stroke", "color", "font-size") or item[2].startswith("#")]


@pytest.mark.parametrize(("place", "id"), EACH)
def test_what_is_seen_is_said(book, place, id):
    for code in book.kb.languages:
        svg = drawing(book, code, place, id)
        # The steps are numbered by their order alone.
        shown = set().union(*map(names, seen(svg))) - {str(n) for n in range(1, 4)}
        assert shown <= names(said(svg)), (code, shown - names(said(svg)))
        for status in set(statuses(svg, code)):
            assert book.writers[code].plain(book.kb.statuses[status].label) in said(svg)


def test_both_languages_see_the_same_diagrams(site):
    for place, ids in PLACES.items():
        shapes = set()
        for code in site.languages:
            figures = site.page(code, place).xpath("//article//figure[@class='kb-diagram']")
            assert len(figures) == len(ids)
            shapes.add(tuple((e.tag, e.get("class"), e.get("data-text"), e.get("data-status")) for figure in figures for e in figure.iter() if isinstance(e.tag, str) and e.tag != "tspan"))
        assert len(shapes) == 1 and next(iter(shapes)), place


def test_the_combinations_are_those_of_the_list(book):
    for code, writer in book.writers.items():
        svg = drawing(book, code, "scope", "combination")
        words = seen(svg)
        for target in book.kb.targets.values():
            architecture = book.kb.architectures[target.architecture]
            for part in (f"{book.kb.vendors[architecture.vendor].name} {architecture.name}", writer.requirement(target.stack)):
                assert words.count(part) == 1 and part in said(svg), part
        assert words.count(book.kb.models[book.kb.release.model].name) == 1
        assert statuses(svg, code) == [book.verdicts.architecture_status(target.architecture) for target in book.kb.targets.values()]


def test_a_longer_list_draws_one_more_combination(book):
    data = book.kb.model_dump(by_alias=True)
    first = next(iter(data["targets"].values()))
    longer = KnowledgeBase.model_validate({**data, "targets": data["targets"] | {"one-more": first | {"architecture": "sm-90"}}})
    for at, text in longer.texts():
        text._at = at
    for code in longer.languages:
        svg = drawing(Book(longer, book.ledger, book.today), code, "scope", "combination")
        assert "NVIDIA SM90" in seen(svg) and statuses(svg, code) == ["listed"] * 3
        assert statuses(drawing(book, code, "scope", "combination"), code) == ["listed"] * 2


def test_the_decision_leads_every_accelerator_to_its_path(book):
    for code, writer in book.writers.items():
        svg = drawing(book, code, "home", "decision")
        branches, current = {}, None
        for text in svg.iter(f"{SVG}text"):
            words = "".join(text.itertext())
            if words in WORDS[code]:
                current = branches.setdefault(WORDS[code][words], [])
            elif current is not None and len(words) > 1:
                current.append(words)
        expected = {}
        for id, verdict in book.verdicts.all.items():
            title = writer.plain(book.kb.pages[book.kb.paths[book.verdicts.path(id)].page].title)
            expected.setdefault(verdict.status, set()).add(title)
        assert {status: set(paths) for status, paths in branches.items()} == expected
        assert len(expected) > 1 and all(title in said(svg) for titles in expected.values() for title in titles)
        assert all(len(paths) == len(set(paths)) for paths in branches.values())


def test_the_paths_of_the_decision_are_linked_below_it(site):
    for code in site.languages:
        page = site.page(code, "home")
        below = page.xpath("//figure[@class='kb-diagram']/following-sibling::ul[@class='kb-cards']//a/@href")
        assert len(below) == len(site.book.kb.paths)


def test_the_benchmark_has_as_many_squares_as_gpus(book):
    wanted = [book.kb.numbers[id].value for id in ("prefill-gpus", "decode-gpus")]
    for code in book.kb.languages:
        svg = drawing(book, code, "scope", "benchmark")
        assert [path.get("d").count("M") for path in svg.iter(f"{SVG}path") if path.get("class") == "kb-gpus"] == wanted == [4, 64]
        labelled = [words for words in seen(svg) if "SM100" in words]
        assert [str(n) in words for n, words in zip(wanted, labelled, strict=True)] == [True, True]
        assert {str(n) for n in wanted} <= names(said(svg))


def test_a_build_reaches_the_first_level_only(book):
    for code in book.kb.languages:
        groups = [g.get("class") for g in drawing(book, code, "scope", "levels").iter(f"{SVG}g")]
        assert groups == ["kb-box", "kb-box kb-box--open", "kb-box kb-box--open"]


OVERFLOWING = """() => {
  const out = [], inside = (a, b) => a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
  let measured = 0;
  for (const svg of document.querySelectorAll(".kb-diagram svg")) {
    const view = svg.viewBox.baseVal;
    for (const text of svg.querySelectorAll("text")) {
      const frame = text.parentNode.querySelector(":scope > rect");
      const room = text.closest("g") ? frame.getBBox() : {x: view.x, y: view.y, width: view.width, height: view.height};
      measured += 1;
      if (!inside(text.getBBox(), room)) out.push(text.textContent);
    }
  }
  return {measured, out};
}"""
SMALLEST = "() => Math.min(...Array.from(document.querySelectorAll('.kb-diagram text'), t => parseFloat(getComputedStyle(t).fontSize) * t.ownerSVGElement.getScreenCTM().a))"


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_no_word_leaves_its_box_and_all_are_legible_on_a_phone(site, browser, code):
    for size in (360, 1440):
        with opened(browser, viewport={"width": size, "height": 900}) as page:
            for place in PLACES:
                page.goto(address(site, code, place))
                found = page.evaluate(OVERFLOWING)
                assert found["measured"] > 5 and not found["out"], (size, place, found)
                assert page.evaluate(SMALLEST) >= 12, (size, place)
                page.evaluate("document.querySelector('.kb-box tspan').textContent += ' and a good many more words than there is room for'")
                assert len(page.evaluate(OVERFLOWING)["out"]) == 1, "the measurement notices a word that is too long"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_diagram_takes_its_colours_from_the_scheme(site, browser, scheme):
    with opened(browser, color_scheme=scheme) as page:
        page.goto(address(site, "fr", "scope"))
        ink = page.evaluate("getComputedStyle(document.querySelector('.kb-diagram .kb-strong')).fill")
        assert ink == page.evaluate("getComputedStyle(document.querySelector('article p')).color")


@pytest.mark.parametrize("text", [
    "DeepSeek-V4.1-Flash", "RTXワークステーションとサーバーの移行経路", "Parcours du matériel de la liste officielle",
    "お使いのアクセラレータ", "ビルドの成功だけでは（まだ）分からない、残りの範囲", "Supercalifragilisticexpialidocious", "",
])
def test_lines_hold_the_text_and_fit(text):
    for ems in (4, 8, 14):
        broken = lines(text, ems)
        assert "".join(broken) == text
        assert all(width(line.rstrip()) <= ems for line in broken)
        assert not any(line[:1] in tuple("、。：）」") for line in broken[1:] if ems > 4)
    assert lines(text, 100) == [text]


def test_a_prefix_stays_with_its_word():
    assert lines("お使いのアクセラレータ", 8) == ["お使いの", "アクセラレータ"]


def test_data_without_diagrams_is_valid():
    assert minimal.kb().diagrams == {}
