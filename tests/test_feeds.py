"""Feeds: valid, in the reader's language, one entry for each change, and the same entries wherever and whenever built."""

from __future__ import annotations

import datetime
import json
import re
from urllib.parse import urljoin

import feedparser
import minimal
import pytest
import small
from lxml import etree
from lxml import html as parser

from macros import feeds
from macros.ledger import Ledger
from macros.pages import Book
from macros.problem import Invalid

ADDRESS = "https://kb.example/deepinfer/"
RFC_3339 = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})")
LIST_HOPPER = {
    "targets.hopper": {"architecture": "sm-90", "stack": "cuda", "sources": ["notice"]},
    "changes.hopper": {"date": "2026-11-20", "title": {"ja": "一覧の更新", "fr": "Mise à jour de la liste"}, "body": {}},
}
HOSTILE = "</script><!-- l’Ascend < 950 & \"B200\" ]]> </p>"


def read(book, code: str, address: str = ADDRESS) -> tuple[feedparser.FeedParserDict, dict]:
    """Both feeds of a language, parsed."""
    files = dict(feeds.files(book, address))
    return feedparser.parse(files[f"feeds/{code}.atom"].encode(), response_headers={"content-type": "application/atom+xml; charset=utf-8"}, sanitize_html=False), json.loads(files[f"feeds/{code}.json"])


@pytest.fixture
def grown(tmp_path):
    """A book whose list has grown after the first publication."""
    small.book(tmp_path)
    return small.book(tmp_path, LIST_HOPPER, datetime.date(2026, 11, 21), datetime.date(2026, 11, 20))


def test_a_parser_accepts_the_feeds_of_the_site(site):
    for code in site.languages:
        text = (site.folder / f"feeds/{code}.atom").read_bytes()
        atom = feedparser.parse(text)
        assert not atom.bozo, atom.get("bozo_exception")
        assert atom.version == "atom10" and atom.feed.language == code and atom.feed.title and atom.feed.author
        links = {link.rel: link.href for link in atom.feed.links}
        assert links == {"alternate": f"{site.url}{code}/changes/", "self": f"{site.url}feeds/{code}.atom"}
        assert len(atom.entries) == len({(entry.date, entry.change) for entry in site.book.ledger.entries})
        feed = json.loads((site.folder / f"feeds/{code}.json").read_text("utf-8"))
        assert feed["version"] == "https://jsonfeed.org/version/1.1" and feed["language"] == code
        assert [item["id"] for item in feed["items"]] == [entry.id for entry in atom.entries]
        assert [item["title"] for item in feed["items"]] == [entry.title for entry in atom.entries]


def test_a_broken_feed_would_be_noticed(site):
    text = (site.folder / f"feeds/{site.languages[0]}.atom").read_text("utf-8")
    assert feedparser.parse(text.replace("</feed>", "<b>").encode()).bozo


def test_the_first_publication_is_one_entry_with_the_number(site):
    number = len([entry for entry in site.book.ledger.entries if entry.change == "first-publication"])
    for code in site.languages:
        *_, first = feeds.items(site.book, code, site.url)
        assert site.book.locales[code].count("accelerators", number) in first.title
        counted = [int(figure) for figure in re.findall(r"<li>[^<]*?(\d+)[^<]*</li>", first.content)]
        assert sum(counted) == number


def test_a_single_change_names_the_accelerator_and_both_verdicts(grown):
    for code, label, before in (("ja", "掲載", "対象外"), ("fr", "Inscrit", "Hors liste")):
        newest, oldest = feeds.items(grown, code, ADDRESS)
        assert "H100" in newest.title and label in newest.content and before in newest.content
        assert newest.published.date() == datetime.date(2026, 11, 20) and oldest.published.date() == small.DAY
        assert newest.url == f"{ADDRESS}{code}/changes/#hopper"


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_entries_keep_their_ids_on_another_day_host_and_protocol(tmp_path, grown, code):
    ids = [entry.id for entry in read(grown, code)[0].entries]
    assert len(ids) == len(set(ids)) == 2
    assert all(re.fullmatch(r"tag:example,2026:[a-z0-9:-]+", id) for id in ids)
    for address in ("http://127.0.0.1:8000/", "https://other.example/"):
        assert [entry.id for entry in read(grown, code, address)[0].entries] == ids
    later = small.book(tmp_path, LIST_HOPPER, datetime.date(2027, 1, 1), datetime.date(2027, 1, 1))
    atom, feed = read(later, code)
    assert [entry.id for entry in atom.entries] == [item["id"] for item in feed["items"]] == ids
    assert atom.feed.updated == read(grown, code)[0].feed.updated
    other = read(grown, next(c for c in grown.kb.languages if c != code))[0]
    assert not set(ids) & {entry.id for entry in other.entries} and atom.feed.id != other.feed.id


def test_every_date_has_a_time_and_a_zone(grown):
    looked = 0
    for code in grown.kb.languages:
        files = dict(feeds.files(grown, ADDRESS))
        tree = etree.fromstring(files[f"feeds/{code}.atom"].encode())
        dates = tree.xpath("//*[local-name()='updated' or local-name()='published']/text()")
        dates += [item["date_published"] for item in json.loads(files[f"feeds/{code}.json"])["items"]]
        for date in dates:
            looked += 1
            assert RFC_3339.fullmatch(date) and datetime.datetime.fromisoformat(date).tzinfo, date
    assert looked == 2 * (1 + 2 * 2 + 2)
    assert not RFC_3339.fullmatch("2026-10-20") and not RFC_3339.fullmatch("2026-10-20T00:00:00") and not RFC_3339.fullmatch("2026-10-20T00:00:00+009:00")


def test_a_feed_without_entries_is_valid(tmp_path):
    atom, feed = read(Book(small.kb(), Ledger(tmp_path / "none.jsonl"), small.DAY), "fr")
    assert not atom.bozo and atom.entries == [] and feed["items"] == []
    assert RFC_3339.fullmatch(atom.feed.updated)


def test_hostile_words_are_read_as_they_were_written(tmp_path):
    both = {"ja": HOSTILE, "fr": HOSTILE}
    book = small.book(tmp_path, {"changes.start.title": both, "changes.start.body": {"first": both}, "site.name": both, "accelerators.h100.name": HOSTILE})
    for code in book.kb.languages:
        shown = book.locales[code].typeset(HOSTILE)
        atom, feed = read(book, code)
        assert not atom.bozo
        assert atom.feed.title == feed["title"] == shown
        assert atom.entries[0].title.startswith(shown) and feed["items"][0]["title"].startswith(shown)
        for content in (atom.entries[0].content[0].value, feed["items"][0]["content_html"]):
            fragment = parser.fragment_fromstring(content, create_parent="div")
            assert fragment.findtext("p") == shown
            assert any(HOSTILE in item.text_content() for item in fragment.xpath(".//li"))
            assert not fragment.xpath(".//script") and not fragment.xpath(".//comment()")


def test_every_page_names_the_feeds_of_its_language(site):
    for (code, address), page in site.pages.items():
        links = {link.get("type"): link for link in page.xpath("//head/link[normalize-space(@rel)='alternate' and @type]")}
        assert set(links) == {"application/atom+xml", "application/feed+json"}, (code, address)
        for form, ending in (("application/atom+xml", "atom"), ("application/feed+json", "json")):
            assert urljoin(f"{site.url}{code}/{address}", links[form].get("href")) == f"{site.url}feeds/{code}.{ending}"
            assert links[form].get("title")
            # The theme's script would take over a link with exactly this rel.
            assert links[form].get("rel") != "alternate"


def test_the_tag_must_be_one(tmp_path):
    for wrong in ("example", "https://example.org,2026", "Example,2026", "example,26"):
        with pytest.raises(Invalid, match="site.tag|pattern"):
            minimal.kb({"site.tag": wrong})
    assert minimal.kb({"site.tag": "kb.example.org,2026-11-30"}).site.tag
