"""The record of each accelerator: the computed verdict in every language, legible to people, tickets and machines; what is past does not change."""

from __future__ import annotations

import datetime
import re
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from conftest import ROOT, copy_project, kb
from lxml import etree
from lxml import html as parser
from test_readback import WORDS, status_in_words

from macros import records
from macros.ledger import Ledger
from macros.load import load
from macros.pages import Book

VOID = {"meta", "link", "br", "img", "input", "hr"}


@pytest.fixture(scope="module")
def pages(site) -> dict[str, str]:
    """The text of every record by its address below the site."""
    found = {f"{path.parent.relative_to(site.folder).as_posix()}/": path.read_text("utf-8") for path in sorted((site.folder / "r").rglob("index.html"))}
    assert len(found) == len(site.book.kb.accelerators) + len(site.book.ledger.entries)
    return found


@pytest.fixture(scope="module")
def parsed(pages) -> dict[str, parser.HtmlElement]:
    return {address: parser.document_fromstring(text) for address, text in pages.items()}


def column(page, code: str):
    (found,) = page.xpath(f"//section[@lang='{code}']")
    return found


def words_of(element) -> str:
    """What an element says, on one line; its no-break spaces stay."""
    return re.sub("[ \n]+", " ", element.text_content()).strip()


# -- what they say


def test_every_record_shows_the_computed_verdict_in_every_language(site, parsed):
    assert set(WORDS) == set(site.languages)
    for id, verdict in site.book.verdicts.all.items():
        page = parsed[f"r/{id}/"]
        assert verdict.accelerator.name in page.xpath("string(//h1)"), id
        for code in site.languages:
            own, about = column(page, code), (id, code)
            (badge,) = own.xpath(".//*[@data-accelerator]")
            assert status_in_words(code, badge) == badge.get("data-status") == verdict.status, about
            assert badge.get("data-accelerator") == id and "verdict--large" in badge.get("class"), about
            texts = {name: own.xpath(f".//*[@data-text='statuses.{verdict.status}.{name}']") for name in ("sentence", "procurement", "production", "experiment")}
            assert all(len(found) == 1 and words_of(found[0]) for found in texts.values()), about
            assert verdict.accelerator.name in words_of(texts["sentence"][0]), about
            assert own.xpath(f".//*[@data-text='reasons.{verdict.reason}']"), about
            assert all(own.xpath(f".//*[@data-text='site.{name}']") for name in ("unofficial", "scope")), about
            assert site.book.locales[code].date(site.book.kb.release.reported_on) in words_of(own), about


def test_conditions_stand_on_the_listed_only(site, parsed):
    both = set()
    for id, verdict in site.book.verdicts.all.items():
        for code in site.languages:
            shown = [li.text for li in column(parsed[f"r/{id}/"], code).xpath(".//ul[@class='kb-record__conditions']/li")]
            wanted = [site.book.writers[code].requirement(r) for r in (verdict.target.stack, *site.book.kb.release.requirements)] if verdict.target else []
            assert shown == wanted, (id, code)
            both.add(bool(wanted))
    assert both == {True, False}


def test_every_record_names_its_sources_and_is_dated_by_the_newest(site, parsed):
    for id, verdict in site.book.verdicts.all.items():
        for code in site.languages:
            own = column(parsed[f"r/{id}/"], code)
            cited = [li.get("id").removeprefix(f"{code}-source-") for li in own.xpath(".//ol[@class='kb-sources']/li")]
            assert set(verdict.sources) | set(site.book.kb.release.sources) <= set(cited), (id, code)
            (stamp,) = own.xpath(".//time[@class='kb-as-of']")
            newest = max(site.book.kb.sources[s].verified_on for s in cited)
            assert datetime.date.fromisoformat(stamp.get("datetime")) == newest, (id, code)
            assert site.book.locales[code].read_date(stamp.text_content()) == newest, (id, code)


def test_the_history_of_every_record_is_the_ledgers_newest_first(site, parsed):
    for id in site.book.kb.accelerators:
        entries = site.book.ledger.history(id)
        assert entries, id
        for code in site.languages:
            own = column(parsed[f"r/{id}/"], code)
            rows = own.xpath(".//table[@data-history]/tbody/tr")
            assert [row.xpath("string(th)") for row in rows] == [entry.ref for entry in entries], (id, code)
            for row, entry in zip(rows, entries):
                (badge,) = row.xpath(".//*[@data-entry]")
                assert status_in_words(code, badge) == entry.status, (id, code)
                assert row.xpath("th/@data-ref | th/@data-date") == [entry.ref, entry.date]
                assert site.book.locales[code].read_date(row.xpath("string(.//time)")).isoformat() == entry.date
                assert row.xpath("th/a/@href") == [f"{entry.ref}/"]
                assert row.xpath("td[last()]/a/@href") == [f"../../{code}/changes/#{entry.change}"]
            assert own.xpath(f".//div[@class='kb-meta']//a[.='{entries[0].ref}']"), (id, code)


def test_every_entry_has_a_page_in_the_words_of_the_ledger(site, parsed):
    for entry in site.book.ledger.entries:
        page = parsed[f"r/{entry.accelerator}/{entry.ref}/"]
        assert page.xpath("string(//h1)") == entry.name
        assert not page.xpath("//*[@data-accelerator]"), "only the verdict in force is marked as the accelerator's"
        for code in site.languages:
            own, words = column(page, code), entry.words[code]
            (badge,) = own.xpath(".//*[contains(@class, 'verdict--large')]")
            assert status_in_words(code, badge) == entry.status
            for said in (words.sentence, words.reason, words.procurement, words.production, words.experiment, words.release, words.change, *words.requirements.values()):
                assert said in own.text_content(), (entry.accelerator, code, said)
            assert [a.get("href") for a in own.xpath(".//ol[@class='kb-sources']/li/a")] == [s.url for s in entry.sources if s.url]


def test_each_accelerators_page_gives_its_permanent_address_reference_and_history(site):
    for id in site.book.kb.accelerators:
        entries = site.book.ledger.history(id)
        for code in site.languages:
            page = site.page(code, f"acc-{id}")
            links = {urljoin(f"{site.url}{code}/accelerators/{id}/", a.get("href")): words_of(a) for a in page.xpath("//article//a[@href]")}
            assert links[f"{site.url}r/{id}/"] == f"r/{id}/", (code, id)
            assert links[f"{site.url}r/{id}/{entries[0].ref}/"] == entries[0].ref, (code, id)
            badges = page.xpath("//ol[@class='kb-history']/li/*[@data-entry]")
            assert [status_in_words(code, badge) for badge in badges] == [entry.status for entry in entries], (code, id)


# -- how they are made


class Nesting(HTMLParser):
    """Follows open tags; `faults` are those that do not close what is open."""

    def __init__(self, text: str):
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.faults += self.open

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"{tag}: an attribute twice")
        if "p" in self.open and tag in {"p", "div", "ul", "ol", "dl", "table", "section", "h2", "h3"}:
            self.faults.append(f"{tag} inside p")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"/{tag}")


def test_the_check_of_nesting_finds_faults():
    assert Nesting("<p><b>x</b></p>").faults == []
    assert all(Nesting(bad).faults for bad in ("<p><b>x</p></b>", "<p>", "<p><div></div></p>", '<p id="a" id="b"></p>'))


def test_every_record_is_well_formed_with_one_title_and_distinct_ids(site, pages, parsed):
    for address, text in pages.items():
        assert Nesting(text).faults == [], address
        page = parsed[address]
        assert page.get("lang") in site.languages and len(page.xpath("//h1")) == 1 == len(page.xpath("//main")), address
        assert [section.get("lang") for section in page.xpath("//section")] == site.languages, address
        ids = page.xpath("//@id")
        assert len(ids) == len(set(ids)), address
        assert len({len(section) for section in page.xpath("//section")}) == 1, "the rows of the columns line up"
        assert "{" not in page.xpath("string(//main)") and "None" not in page.xpath("string(//main)"), address


def test_a_pasted_link_unfurls_into_the_verdict_in_every_language(site, parsed):
    for address, page in parsed.items():
        meta = {m.get("property") or m.get("name"): m.get("content") for m in page.xpath("//meta[@content]")}
        _, id, ref, *_ = f"{address}/".split("/")
        title, description = page.xpath("string(//title)"), meta["description"]
        assert (meta["og:title"], meta["og:description"], meta["og:url"]) == (title, description, f"{site.url}{address}")
        assert page.xpath("string(//link[@rel='canonical']/@href)") == f"{site.url}{address}"
        status = next(e.status for e in site.book.ledger.history(id) if not ref or e.ref == ref)
        for code in site.languages:
            label = next(words for words, meant in WORDS[code].items() if meant == status)
            assert label in title, address
            assert words_of(column(page, code).xpath(".//*[@class='kb-lead']")[0]) in description, address
        assert (meta.get("robots") == "noindex") == bool(ref), address


def test_every_link_of_a_record_leads_somewhere(site, parsed):
    known: dict[str, set[str]] = {}
    followed = 0
    for address, page in parsed.items():
        for link in page.xpath("//@href | //@src"):
            target = urljoin(f"{site.url}{address}", link)
            if not target.startswith(site.url):
                continue
            path, fragment = urlsplit(target).path.lstrip("/"), urlsplit(target).fragment
            file = site.folder / path / "index.html" if path.endswith("/") or not path else site.folder / path
            assert file.is_file(), (address, link)
            if fragment:
                if path not in known:
                    known[path] = set(parser.document_fromstring(file.read_text("utf-8")).xpath("//@id"))
                assert fragment in known[path], (address, link)
            followed += 1
    assert followed > 10 * len(parsed)


def test_the_sitemap_has_the_records_in_force_only(site):
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    listed = {loc.text for loc in etree.parse(site.folder / "sitemap.xml").iterfind(".//s:loc", names) if loc.text.startswith(f"{site.url}r/")}
    assert listed == {f"{site.url}r/{id}/" for id in site.book.kb.accelerators}


# -- what is past stays


def past_pages(root, day=datetime.date(2027, 3, 1)) -> dict[str, str]:
    """The pages of all entries, without what may change: whether they are in force, and the site's own notice."""
    book = Book.open(root, day)
    result = {}
    for entry in book.ledger.entries:
        page = parser.document_fromstring(records.past(book, entry, "https://kb.example/"))
        for element in page.xpath("//*[contains(@class, 'kb-since') or @class='kb-notice']"):
            element.getparent().remove(element)
        result[f"{entry.accelerator}/{entry.ref}"] = parser.tostring(page, encoding="unicode")
    return result


def test_no_later_edit_of_names_or_texts_alters_an_entrys_page(tmp_path):
    project = copy_project(tmp_path)
    before = past_pages(project)
    path = project / "data/support.yaml"
    text = path.read_text("utf-8")
    data, _ = load(path)
    h100, nvidia, notice = data.accelerators["h100"].name, data.vendors["nvidia"].name, data.sources["deepinfer-pypi"]
    edits = [
        (f'name: "{h100}"', 'name: "H100 renamed"'), (f'name: "{nvidia}"', 'name: "Renamed Corp"'), ('name: "SM90"', 'name: "SM90 renamed"'),
        ('name: "GCC"', 'name: "GNU C"'), (f'title: "{notice.title}"', 'title: "renamed"'),
        *((data.statuses[s].label["fr"], f"Autre {s}") for s in ("listed", "not-listed")),
        *((data.statuses[s].sentence["ja"], "{this.name}、" + s) for s in ("listed", "not-listed")),
        (data.reasons["architecture-not-named"]["fr"], "Autre raison : {this.architecture}, {this.vendor}."),
        (data.ui["release-about"]["fr"], "Autre version du {this.date}, {this.model}."),
        (next(iter(data.changes.values())).title["ja"], "別の題"),
    ]
    for old, new in edits:
        for form in (old, old.replace('"', "")):
            if form in text:
                text = text.replace(form, new)
                break
        else:
            pytest.fail(f"the data does not contain {old!r}")
    path.write_text(text, "utf-8")
    edited = load(path)[0]
    assert edited.accelerators["h100"].name != h100 and edited.statuses["listed"].label["fr"] == "Autre listed"
    assert past_pages(project) == before
    # The record in force follows the data.
    book = Book.open(project, datetime.date(2027, 3, 1))
    assert "Renamed Corp H100 renamed" in records.present(book, "h100", "https://kb.example/")


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (lambda lines: lines[:-1], "ledger-behind"),
        (lambda lines: lines[:3] + lines[4:], "ledger-chain"),
        (lambda lines: [lines[0].replace('"listed"', '"not-listed"'), *lines[1:]], "ledger-chain"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"status":"not-listed"', '"status":"listed"')], "ledger-behind"),
    ],
    ids=["the last entry is gone", "a line is gone", "an early verdict was changed", "the last verdict was changed"],
)
def test_the_ledger_of_today_is_checked(tmp_path, spoil, rule):
    project = copy_project(tmp_path)
    assert not [line for line in kb("check", cwd=project).stderr.splitlines() if ": ledger" in line]
    path = project / "data/ledger.jsonl"
    before = path.read_text("utf-8").splitlines()
    after = spoil(before)
    assert before != after
    path.write_text("".join(f"{line}\n" for line in after), "utf-8")
    done = kb("check", cwd=project)
    assert done.returncode == 1 and f": {rule}: " in done.stderr


def test_lines_of_the_ledger_stay_reasonable():
    ledger = Ledger(ROOT / "data/ledger.jsonl")
    assert ledger.entries and not ledger.problems
    assert max(len(line.encode()) for line in ledger.lines) < 6000


# -- in the browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_records_fit_the_screen(site, browser, width, scheme):
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    ref = site.book.ledger.last("b200").ref
    for address in ("r/b200/", "r/h100/?ref=none", f"r/b200/{ref}/", "r/ascend-950pr/"):
        page.goto(site.url + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        first, second = (section.bounding_box() for section in page.query_selector_all("section")[:2])
        side_by_side = second["x"] >= first["x"] + first["width"] and second["y"] == first["y"]
        assert side_by_side == (width == 1440), address
        if side_by_side:  # row by row
            tops = [[part.bounding_box()["y"] for part in section.query_selector_all(":scope > *")] for section in page.query_selector_all("section")]
            assert tops[0] == tops[1], address
    page.close()


# What the address asks for | attribute with the answer in words, or None if it leads to the entry
ASKED = [
    ("?ref={ref}", None), ("?as-of={ref}", None), ("?as-of=2031-01-01", None), ("?ref=+{ref}+", None),
    ("?ref=2020-01-01", "data-unknown-ref"), ("?ref=", "data-unknown-ref"), ("?ref={ref}-2", "data-unknown-ref"),
    ("?ref=%3Cimg%20src=x%20onerror=alert(1)%3E%24%26", "data-unknown-ref"),
    ("?as-of=yesterday", "data-bad-date"), ("?as-of=2026-2-3", "data-bad-date"), ("?as-of=2027-02-30", "data-bad-date"),
    ("?as-of=", "data-bad-date"), ("?as-of=2026-13-01", "data-bad-date"), ("?as-of=2020-01-01", "data-too-early"),
]


@pytest.mark.parametrize(("asked", "answer"), ASKED, ids=[row[0] for row in ASKED])
def test_an_address_with_a_reference_or_a_day_leads_to_the_entry_or_says_why_not(site, browser, asked, answer):
    ref = site.book.ledger.last("h100").ref
    page = browser.new_page()
    page.goto(f"{site.url}r/h100/{asked.format(ref=ref)}")
    if answer is None:
        page.wait_for_url(f"{site.url}r/h100/{ref}/")
        assert page.locator("h1").inner_text() == site.book.ledger.last("h100").name
    else:
        assert page.url.startswith(f"{site.url}r/h100/?")
        for code in site.languages:
            line = page.locator(f".kb-record__status > [lang={code}]")
            value = page.evaluate("new URLSearchParams(location.search).values().next().value")
            assert line.is_visible()
            assert line.inner_text().strip() == line.get_attribute(answer).replace("{value}", value).strip()
        assert page.locator(".kb-record__status").get_attribute("role") == "status"
    page.close()


def test_going_back_from_an_entry_does_not_lead_there_again(site, browser):
    ref = site.book.ledger.last("h100").ref
    page = browser.new_page()
    page.goto(f"{site.url}r/b200/")
    page.goto(f"{site.url}r/h100/?ref={ref}#fr")
    page.wait_for_url(f"{site.url}r/h100/{ref}/#fr")
    page.go_back()
    assert page.url == f"{site.url}r/b200/"
    page.go_forward()
    assert page.url == f"{site.url}r/h100/{ref}/#fr"
    page.close()


def test_without_a_script_the_history_serves_and_nothing_is_said(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}r/h100/?ref=none")
    assert not page.locator(".kb-record__status > [lang]").first.is_visible()
    page.locator("[data-history] a").first.click()
    assert page.url == f"{site.url}r/h100/{site.book.ledger.last('h100').ref}/"
    context.close()
