"""Structured data: one block on each page, which says what the page shows, whatever the words contain."""

from __future__ import annotations

import copy
import json
import re

import pytest
import small
from lxml import html as parser

from macros import structured

HOSTILE = "</script><script>alert(1)</script><!-- l’Ascend < 950 & \"B200\" ]]>"


def blocks(page: parser.HtmlElement) -> list[dict]:
    return [json.loads(text) for text in page.xpath("//script[@type='application/ld+json']/text()")]


def visible(element: parser.HtmlElement) -> str:
    """The words of an element as a reader sees them, without reference numbers, marks and decoration; lines apart."""
    element = copy.deepcopy(element)
    for extra in element.xpath(".//*[contains(@class, 'kb-ref') or contains(@class, 'kb-basis') or contains(@class, 'headerlink') or @aria-hidden='true']"):
        extra.drop_tree()
    # Not str.split(): the no-break spaces of French are part of the words.
    return re.sub("[ \t\n]+", " ", element.text_content()).strip(" ")


def answer(page: parser.HtmlElement, id: str) -> list[str]:
    """The paragraphs and list items between the heading of a question and the next one."""
    lines = []
    for element in page.get_element_by_id(id).itersiblings():
        if element.tag in ("h1", "h2") or "kb-notice" in element.get("class", ""):
            break
        lines += [visible(line) for line in ([element] if element.tag == "p" else element.xpath(".//p | .//li"))]
    return lines


def test_every_page_says_what_it_shows(site):
    kinds = set()
    for (code, address), page in site.pages.items():
        if page.xpath("//meta[@name='robots' and contains(@content, 'noindex')]"):
            continue
        (data,) = blocks(page)
        kinds.add(data["@type"])
        assert data["@id"] == page.xpath("string(//link[@rel='canonical']/@href)"), (code, address)
        assert data["headline"] == visible(page.xpath("//h1")[0]), (code, address)
        assert data["description"] == page.xpath("string(//meta[@name='description']/@content)")
        assert data["inLanguage"] == page.get("lang") == code
        assert data["dateModified"] == page.xpath("string(//time[@class='kb-as-of']/@datetime)"), (code, address)
        assert data["isPartOf"]["url"] == f"{site.url}{code}/"
        assert "author" not in data
    assert kinds == {"TechArticle", "FAQPage"}


def test_the_questions_are_those_of_the_page(site):
    for code in site.languages:
        page = site.page(code, "faq")
        (data,) = blocks(page)
        assert [question["@id"].partition("#")[2] for question in data["mainEntity"]] == list(site.book.kb.faq)
        for question in data["mainEntity"]:
            id = question["@id"].partition("#")[2]
            assert question["name"] == visible(page.get_element_by_id(id)), (code, id)
            said = question["acceptedAnswer"]["text"].split("\n")
            assert said and said == answer(page, id), (code, id)


def test_a_page_that_says_something_else_would_be_noticed(site):
    page = copy.deepcopy(site.page(site.languages[0], "faq"))
    id = next(iter(site.book.kb.faq))
    before = answer(page, id)
    page.get_element_by_id(id).getnext().text = "x"
    assert answer(page, id) != before


@pytest.mark.parametrize("place", ["faq", "acc-h100"])
def test_hostile_words_stay_inside_their_block(tmp_path, place):
    both = {"ja": HOSTILE, "fr": HOSTILE}
    book = small.book(tmp_path, {"faq.why.question": both, "faq.why.answer": {"first": both}, "pages.faq.description": both, "accelerators.h100.name": HOSTILE})
    for code in book.kb.languages:
        page = book.page(place, code)
        text = structured.script(page, "https://kb.example/")
        assert not re.search(r"[<>&]", text.removeprefix('<script type="application/ld+json">').removesuffix("</script>"))
        document = parser.document_fromstring(f"<html><head>{text}</head><body><p>after</p></body></html>")
        assert len(document.xpath("//script")) == 1 and document.xpath("//body/p/text()") == ["after"]
        (data,) = blocks(document)
        shown = book.locales[code].typeset(HOSTILE)
        if place == "faq":
            (question,) = data["mainEntity"]
            assert question["name"] == question["acceptedAnswer"]["text"] == data["description"] == shown
        else:
            assert data["about"]["name"] == data["headline"] and HOSTILE in data["headline"]


def test_an_unescaped_block_would_be_noticed():
    broken = f'<script type="application/ld+json">{json.dumps({"name": HOSTILE})}</script>'
    assert len(parser.document_fromstring(f"<html><head>{broken}</head><body></body></html>").xpath("//script")) > 1
