"""Badges: the computed verdict in words, well-formed whatever they say, wide enough in whatever font they are shown."""

from __future__ import annotations

import datetime
import re

import pytest
from lxml import etree
from test_readback import WORDS

from macros import badges
from macros.pages import Book

SVG = {"s": "http://www.w3.org/2000/svg"}
FALLBACKS = ("serif", "sans-serif", "DejaVu Sans", "DejaVu Serif", "Noto Sans CJK JP")
LABELS = ["対応状況", "未評価", "Non pris en charge", "ＳＭ１００", "NVIDIA RTX PRO 6000 Blackwell", "WWWWMMMM@@%%", "l’Ascend « 950 » à vérifier", "✔ ？ ✖ ↩"]


def texts(svg: str) -> list[str]:
    return etree.fromstring(svg.encode()).xpath("//s:text/text()", namespaces=SVG)


def files(site) -> dict[tuple[str, str], str]:
    """Every badge of the built site by accelerator and language."""
    return {(id, code): (site.folder / f"badge/{id}.{code}.svg").read_text("utf-8") for id in site.book.kb.accelerators for code in site.languages}


def test_every_badge_says_the_computed_verdict(site):
    for (id, code), svg in files(site).items():
        verdict = site.book.verdicts[id]
        tree = etree.fromstring(svg.encode())
        name, value = texts(svg)
        symbol, words = value.split(" ", 1)
        assert WORDS[code][words] == verdict.status, (id, code)
        assert symbol == site.book.kb.statuses[verdict.status].symbol
        assert name.endswith(verdict.accelerator.name)
        assert tree.get("role") == "img" and tree.get("{http://www.w3.org/XML/1998/namespace}lang") == code
        said = tree.findtext("s:title", namespaces=SVG)
        assert said == tree.get("aria-label") and words in said and name in said
    assert len(list(site.folder.joinpath("badge").iterdir())) == len(files(site)) == len(site.languages) * len(site.book.kb.accelerators)


def test_an_overdue_badge_is_grey_and_says_so(book):
    due = min(book.kb.sources[source].review_by for source in book.verdicts["h100"].sources)
    wording = {"ja": "要再確認", "fr": "à revérifier"}
    for code, words in wording.items():
        for late in (0, 1):
            svg = badges.badge(Book(book.kb, book.ledger, due + datetime.timedelta(days=late)), "h100", code)
            assert (words in texts(svg)[1]) is bool(late)
            assert (badges.OVERDUE_COLOUR in svg) is bool(late)
            assert (badges.COLOURS["not-listed"] in svg) is not bool(late)
            # The verdict is still legible, and still the same.
            assert any(label in texts(svg)[1] for label, status in WORDS[code].items() if status == "not-listed")


@pytest.mark.parametrize("words", ["CUDA < 13", "R&D", 'the "best"', "l’Ascend < 950 & \"B200\"", "</text></svg><script>alert(1)</script>", "<!-- --> ]]> &amp;", "it's"])
def test_words_are_escaped_once_everywhere(words):
    svg = badges.draw(words, words, "#000000", "fr", words)
    tree = etree.fromstring(svg.encode())
    assert texts(svg) == [words, words]
    assert tree.get("aria-label") == tree.findtext("s:title", namespaces=SVG) == words
    assert not tree.xpath("//*[local-name()='script']")


def luminance(colour: str) -> float:
    full = colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
    parts = [int(full[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_text_stands_out_from_every_background():
    assert contrast("#fff", "#000000") == pytest.approx(21) and contrast("#777777", "#888888") < 4.5
    for colour in (badges.NAME_COLOUR, badges.OVERDUE_COLOUR, *badges.COLOURS.values()):
        tree = etree.fromstring(badges.draw("a", "b", colour, "fr", "c").encode())
        fills = [element.get("fill") for element in tree.iter() if element.get("fill")]
        assert colour in fills
        assert contrast("#fff", colour) >= 4.5, colour


MEASURE = """() => Array.from(document.querySelectorAll('svg'), svg => {
    const boxes = svg.querySelectorAll('path'), texts = svg.querySelectorAll('text');
    return Array.from(texts, (text, i) => {
        const word = text.getBBox(), box = boxes[i].getBBox();
        return [text.textContent, word.x - box.x, box.x + box.width - word.x - word.width, word.width];
    });
}).flat()"""


def overflowing(page, pictures: list[str], font: str) -> tuple[list, int]:
    """The texts that come closer than 2 px to an edge of their box when shown in a font, and how many were measured."""
    page.set_content(f"<!doctype html><style>svg text {{ font-family: {font!r}, {font} !important }}</style>{''.join(pictures)}")
    measured = page.evaluate(MEASURE)
    assert all(width > 0 for *_, width in measured)
    return [entry for entry in measured if min(entry[1], entry[2]) < 2], len(measured)


@pytest.mark.browser
@pytest.mark.parametrize("font", FALLBACKS)
def test_no_text_leaves_its_box_in_another_font(site, browser, font):
    synthetic = [badges.draw(label, label, "#000000", "ja", label) for label in LABELS]
    late = Book(site.book.kb, site.book.ledger, site.book.today + datetime.timedelta(days=4000))
    grey = [badges.badge(late, id, code) for id in site.book.kb.accelerators for code in site.languages]
    page = browser.new_page()
    found, measured = overflowing(page, [*files(site).values(), *synthetic, *grey], font)
    assert measured == 2 * (2 * len(files(site)) + len(LABELS))
    assert not found, found[:5]
    narrow = re.sub(r'd="(M\d+ 0)h\d+', r'd="\1h20', synthetic[0])
    assert narrow != synthetic[0]
    found, _ = overflowing(page, [narrow], font)
    assert found
    page.close()


def test_no_text_is_squeezed_and_nothing_has_an_id(site):
    assert not any("textLength" in svg or " id=" in svg for svg in files(site).values())


def test_boxes_are_not_much_wider_than_their_text(site):
    """A bound that is safe but useless would pass the measurement: the widths stay within reason."""
    widths = [int(etree.fromstring(svg.encode()).get("width")) for svg in files(site).values()]
    assert max(widths) < 480
