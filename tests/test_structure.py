"""The languages have one structure: the same pages, ids, links, lists, tables and code, in the same order."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest

CONTENT = "//article"


def ids(page) -> list[str]:
    return page.xpath(f"{CONTENT}//@id")


def texts(page) -> list[str]:
    """Which texts of the data stand on the page, in order."""
    return page.xpath(f"{CONTENT}//@data-text")


def shapes(page) -> list[tuple]:
    """The number of items of every list, and of rows and cells of every table."""
    lists = [(e.tag, len(e)) for e in page.xpath(f"{CONTENT}//*[self::ul or self::ol or self::dl]")]
    tables = [("table", [len(row) for row in table.xpath(".//tr")]) for table in page.xpath(f"{CONTENT}//table")]
    return lists + tables


def code(page) -> list[str]:
    return [e.text_content() for e in page.xpath(f"{CONTENT}//code")]


def headings(page) -> list[str]:
    return [e.tag for e in page.xpath(f"{CONTENT}//*[self::h1 or self::h2 or self::h3 or self::h4]")]


def warnings(page) -> list[str]:
    return page.xpath(f"{CONTENT}//*[@data-weight]/@data-weight")


def bases(page) -> list[str]:
    return page.xpath(f"{CONTENT}//*[@data-basis]/@data-basis")


@pytest.mark.parametrize("what", [ids, texts, shapes, code, headings, warnings, bases], ids=lambda f: f.__name__)
def test_pages_are_built_alike(site, what: Callable):
    first, *others = site.languages
    seen = 0
    for (language, address), page in site.pages.items():
        if language == first:
            for other in others:
                assert what(page) == what(site.pages[other, address]), (address, other)
            seen += len(what(page))
    assert seen, f"no {what.__name__} on any page"


def test_every_language_has_the_same_pages(site):
    by_language = {code: {address for language, address in site.pages if language == code} for code in site.languages}
    expected = {place.address for place in site.book.places.values()}
    for code, addresses in by_language.items():
        assert addresses == expected, code


def _targets(site, language: str, address: str, page) -> list[list[str]]:
    """Where the links of the content lead, with the page's own language written as `*`.

    A list for each text, sorted: within a sentence each language has its own order of words.
    """
    here = f"/{language}/{address}"
    by_text: dict = {}
    for a in page.xpath(f"{CONTENT}//a[@href and not(@data-switch)]"):
        link = a.get("href")
        parts = urlsplit(urljoin(f"http://x{here}", link))
        target = urljoin(f"http://x{here}", link)
        if parts.netloc == "x":
            root = parts.path.split("/")[1]
            assert root == language or root not in site.languages, f"{here} links to another language: {link}"
            # What stands beside the languages, such as a record, is the same for all.
            path = parts.path[len(language) + 1 :] if root == language else parts.path
            target = "*" + posixpath.normpath(path) + (f"#{parts.fragment}" if parts.fragment else "")
        owner = next(iter(a.xpath("ancestor::*[@data-text][1]")), a)
        by_text.setdefault(owner, []).append(target)
    return [sorted(targets) for targets in by_text.values()]


def test_links_lead_to_the_same_places_and_stay_in_their_language(site):
    first, *others = site.languages
    for (language, address), page in site.pages.items():
        if language == first:
            for other in others:
                assert _targets(site, first, address, page) == _targets(site, other, address, site.pages[other, address]), address


def test_every_page_leads_to_itself_in_the_other_languages(site):
    for (language, address), page in site.pages.items():
        links = {a.get("hreflang"): a.get("href") for a in page.xpath("//a[@data-switch]")}
        for other in site.languages:
            if other != language:
                target, _ = urldefrag(urljoin(f"http://x/{language}/{address}", links[other]))
                assert target == f"http://x/{other}/{address}", (language, address)


def test_ids_are_given_and_unique(site):
    for (language, address), page in site.pages.items():
        found = page.xpath("//@id")
        doubled = {id for id in found if found.count(id) > 1}
        assert not doubled, (language, address, doubled)
        for id in page.xpath(f"{CONTENT}//*[self::h1 or self::h2 or self::h3]/@id"):
            assert id.isascii() and not id.startswith("_"), (language, address, id)
