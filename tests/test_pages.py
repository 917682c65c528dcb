"""Each page is whole: titles, dates, sources, notices, alternates; nothing unfinished or untranslated shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urljoin

import material
import pytest
from lxml import etree
from lxml import html as parser

LEFTOVERS = re.compile(r"\{\{|\}\}|\{%|%\}|\{[a-z]+\.[a-z0-9.-]+(\|\w+)?\}|Macro (Syntax|Rendering) Error|Traceback|&amp;(lt|gt|amp|#\d+);|\bNone\b|\bundefined\b")


def visible(page) -> str:
    """What a reader sees or hears in the page's language: text, and the attributes that are read out."""
    own = f"not(ancestor-or-self::*[@lang][1]/@lang != '{page.get('lang')}')"
    spoken = page.xpath(f"//*[{own}]/@aria-label | //*[{own}]/@title | //@placeholder | //@alt | //head/title/text() | //meta[@name='description']/@content")
    return "\n".join([*page.xpath(f"//body//text()[{own} and not(ancestor::script) and not(ancestor::style)]"), *spoken])


def test_nothing_unfinished_shows(site):
    for key, page in site.pages.items():
        found = LEFTOVERS.search(visible(page))
        assert not found, (key, found)


def theme_strings(language: str) -> set[str]:
    """The strings of the theme in a language that a reader could meet."""
    source = Path(material.__file__).parent.joinpath(f"templates/partials/languages/{language}.html").read_text("utf-8")
    values = set(re.findall(r'"[a-z.]+": "([^"]{5,})"', source))
    assert len(values) > 20
    return {value for value in values if "%" not in value and "#" not in value}


def test_no_string_of_the_theme_is_left_in_english(site):
    english = theme_strings("en")
    for key, page in site.pages.items():
        own = theme_strings(site.book.kb.languages[key[0]].theme)
        lines = {line.strip() for line in visible(page).splitlines()}
        left = lines & (english - own)
        assert not left, (key, left)


def test_no_string_of_the_interface_is_in_another_language(site):
    strings = {code: {site.book.writers[code].plain(t) for t in site.book.kb.ui.values() if "{this." not in t[code]} for code in site.languages}
    for (code, address), page in site.pages.items():
        lines = {line.strip() for line in visible(page).splitlines()}
        for other in site.languages:
            if other != code:
                foreign = {s for s in strings[other] - strings[code] if s in lines}
                assert not foreign, (code, address, foreign)


def test_every_page_names_its_language_title_and_description(site):
    for code in site.languages:
        seen = {}
        for (language, address), page in site.pages.items():
            if language != code:
                continue
            assert page.get("lang") == code, address
            title = page.xpath("string(//head/title)")
            description = page.xpath("string(//meta[@name='description']/@content)")
            assert title and description, (code, address)
            assert title not in seen, (code, address, seen.get(title))
            seen[title] = address
            assert len(page.xpath("//h1")) == 1, (code, address)


def test_every_page_says_that_it_is_unofficial_and_what_it_leaves_out(site):
    for (code, address), page in site.pages.items():
        article = page.xpath("//article")[0]
        for id in ("site.unofficial", "site.scope"):
            assert article.xpath(f".//*[@data-text='{id}']"), (code, address, id)


def test_every_page_with_verdicts_names_its_sources(site):
    seen = 0
    for (code, address), page in site.pages.items():
        if page.xpath("//article//*[@data-status]"):
            links = page.xpath("//article//*[contains(@class, 'kb-sources')]//a/@href")
            assert links, (code, address)
            assert all(link.startswith(("https://", "#", "..")) for link in links)
            seen += 1
    assert seen >= 2 * len(site.book.kb.accelerators)


def test_alternates_are_mutual_absolute_and_complete(site):
    for (code, address), page in site.pages.items():
        links = {link.get("hreflang"): link.get("href") for link in page.xpath("//link[normalize-space(@rel)='alternate' and @hreflang]")}
        expected = {c: f"{site.url}{c}/{address}" for c in site.languages}
        assert {k: v for k, v in links.items() if k != "x-default"} == expected, (code, address)
        assert links["x-default"] in (*expected.values(), site.url), (code, address)
        assert page.xpath("string(//link[@rel='canonical']/@href)") == expected[code]


def test_the_sitemap_lists_every_page_with_its_alternates(site):
    tree = etree.parse(site.folder / "sitemap.xml")
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    entries = {url.findtext("s:loc", namespaces=names): url for url in tree.findall("s:url", names)}
    for code, address in site.pages:
        own = f"{site.url}{code}/{address}"
        alternates = {link.get("hreflang"): link.get("href") for link in entries[own].findall("x:link", names)}
        assert alternates[code] == own
        assert set(alternates) == {*site.languages, "x-default"}, own


@pytest.mark.parametrize("path", ["404.html", "ja/404.html", "fr/404.html"])
def test_a_missing_page_is_answered_in_the_readers_language(site, path):
    page = parser.document_fromstring((site.folder / path).read_text("utf-8"))
    wanted = site.languages if "/" not in path else [path.split("/")[0]]
    for code in wanted:
        assert page.get("lang") == code or page.xpath(f"//*[@lang='{code}']"), code
        home = {urljoin(f"{site.url}{path}", link) for link in page.xpath("//a/@href")}
        assert f"{site.url}{code}/" in home, code
    if len(wanted) == 1:
        other = next(c for c in site.languages if c not in wanted)
        navigation = {urljoin(f"{site.url}{path}", link) for link in page.xpath("//nav[contains(@class, 'md-nav')]//a/@href")}
        assert not any(link.startswith(f"{site.url}{other}/") for link in navigation)


def test_the_root_page_offers_every_language_without_a_script(site):
    page = parser.document_fromstring((site.folder / "index.html").read_text("utf-8"))
    links = {urljoin(site.url, a.get("href")): a.text_content().strip() for a in page.xpath("//a[@href]")}
    for code, language in site.book.kb.languages.items():
        assert language.name in links[f"{site.url}{code}/"]


def test_each_search_index_holds_its_own_language_only(site):
    for code in site.languages:
        index = json.loads((site.folder / code / "search/search_index.json").read_text("utf-8"))
        locations = [entry["location"] for entry in index["docs"]]
        assert locations and not any(re.match(r"(ja|fr)/", location) for location in locations)
        wanted = {place.address for place in site.book.places.values()}
        assert wanted <= {location.partition("#")[0] for location in locations}, code
        assert index["config"]["separator"] == site.book.kb.languages[code].search_separator


def test_no_page_asks_anything_of_another_host(site):
    for key, page in site.pages.items():
        for attribute in ("//script/@src", "//img/@src", "//link[not(contains('alternate canonical', normalize-space(@rel)))]/@href", "//iframe/@src", "//source/@src"):
            for address in page.xpath(attribute):
                assert urljoin(site.url, address).startswith(site.url), (key, address)
    for style in site.folder.resolve().rglob("*.css"):
        assert not re.search(r"url\(\s*['\"]?(https?:)?//", style.read_text("utf-8")), style


def test_the_short_answer_is_on_the_home_page_with_each_subject(site):
    for code in site.languages:
        page = site.page(code, "home")
        first = page.xpath("//article//h2/@id")[0]
        assert first == "short-answer"
        states = {s for t in site.book.kb.pages["home"].sections["short-answer"].body.values() for x in ([t] if hasattr(t, "states") else getattr(t, "bullets", {}).values()) for s in x.states}
        assert {"A1", "A2", "A3", "A4", "A5", "A6", "A7"} <= states
