"""The verdict that a reader sees is the verdict that was computed: read back from the words on every page."""

from __future__ import annotations

import datetime
import json

import pytest
from conftest import kb
from lxml import html as parser

# Typed here on purpose. The attribute beside the words comes from the same renderer and would only confirm itself.
WORDS = {
    "ja": {"一覧に掲載": "listed", "未確認": "unconfirmed", "一覧に未掲載": "not-listed", "掲載終了": "withdrawn"},
    "fr": {"Sur la liste": "listed", "Non confirmé": "unconfirmed", "Hors liste": "not-listed", "Retiré de la liste": "withdrawn"},
}


def status_in_words(code: str, badge: parser.HtmlElement) -> str:
    """The status that the visible words of a badge mean in a language."""
    visible = " ".join(badge.xpath("string(.)").split())
    known = [status for words, status in WORDS[code].items() if visible.endswith(words)]
    assert len(known) == 1, f"{code}: the words {visible!r} mean no status of the vocabulary"
    return known[0]


def test_words_are_distinct_in_each_language():
    for code, words in WORDS.items():
        assert len(words) == 4 and len(set(words.values())) == 4, code


def test_every_verdict_on_every_page_is_the_computed_one(site):
    read = 0
    for (code, address), page in site.pages.items():
        for badge in page.xpath("//*[@data-status and contains(concat(' ', @class, ' '), ' verdict ')]"):
            status = status_in_words(code, badge)
            assert badge.get("data-status") == status, (code, address)
            if accelerator := badge.get("data-accelerator"):
                assert site.book.verdicts[accelerator].status == status, (code, address, accelerator)
                read += 1
            elif group := badge.get("data-group"):
                assert site.book.verdicts.group_status(group) == status, (code, address, group)
                read += 1
    # Each accelerator has at least its own page and its row in the catalogue, in each language.
    assert read >= len(site.languages) * 2 * len(site.book.kb.accelerators)


def test_each_accelerators_page_opens_with_its_verdict_and_sentence(site):
    for code in site.languages:
        for id, verdict in site.book.verdicts.all.items():
            page = site.page(code, f"acc-{id}")
            large = page.xpath("//*[contains(@class, 'verdict--large')]")
            assert [status_in_words(code, badge) for badge in large] == [verdict.status], (code, id)
            assert verdict.accelerator.name in page.xpath("string(//h1)"), (code, id)
            sentence = page.xpath(f"string(//*[@data-text='statuses.{verdict.status}.sentence'])")
            assert verdict.accelerator.name in sentence, (code, id)


def test_the_catalogue_shows_every_accelerator_once(site):
    for code in site.languages:
        rows = site.page(code, "accelerators").xpath("//table[@id='catalogue']/tbody/tr")
        shown = [row.xpath(".//@data-accelerator")[0] for row in rows]
        assert shown == [id for id, a in site.book.kb.accelerators.items() if not a.retired_on], code


def test_the_date_on_a_page_is_that_of_its_newest_source(site):
    for (code, address), page in site.pages.items():
        times = page.xpath("//time[@class='kb-as-of']")
        assert len(times) == 1, (code, address)
        day = datetime.date.fromisoformat(times[0].get("datetime"))
        assert site.book.locales[code].read_date(times[0].text_content()) == day, (code, address)
        cited = [li.removeprefix("source-") for li in page.xpath("//ol[@class='kb-sources']/li/@id")]
        if cited:
            assert day == max(site.book.kb.sources[id].verified_on for id in cited), (code, address)


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_the_command_line_says_what_the_page_says(site, code):
    for id in ("h100", "b200", "b300", "rtx-5090", "ascend-950pr"):
        done = kb("verdict", id, "--lang", code, "--format", "json", "--site-url", site.url)
        assert done.returncode == 0, done.stderr
        (citation,) = json.loads(done.stdout)
        assert WORDS[code][citation["label"]] == citation["status"] == site.book.verdicts[id].status
        assert citation["page"] == f"{site.url}{code}/accelerators/{id}/"
        assert citation["permalink"] == f"{site.url}r/{id}/"
        assert citation["cited_state"] == f"{site.url}r/{id}/{citation['ref']}/"
        text = kb("verdict", id, "--lang", code, "--site-url", site.url).stdout
        for part in (citation["label"], citation["sentence"], citation["procurement"], citation["permalink"], citation["cited_state"], citation["ref"], citation["as_of_words"]):
            assert part and part in text, (id, part)
