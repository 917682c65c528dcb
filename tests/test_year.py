"""A year of the knowledge base: the list changes, a product is renamed, one is retired; what was published stays and stays true."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
import yaml
from conftest import copy_project, start_server
from lxml import html as parser
from test_readback import WORDS, status_in_words

from macros import publish, source, tickets
from macros.built import Built
from macros.checks import site as site_checks
from macros.memo import Memo
from macros.pages import Book

SINCE = re.compile(r'<div class="kb-note kb-since".*?</div>', re.DOTALL)
IN_FORCE = {"ja": "現在も有効", "fr": "toujours en vigueur"}
REPLACED = {"ja": "置き換えられました", "fr": "Remplacé le"}


@dataclass
class Year:
    """A copy of the project, what it has published so far, and what it said when."""

    root: Path
    url: str = "http://127.0.0.1/"
    published: dict[str, str] = field(default_factory=dict)

    @property
    def site(self) -> Path:
        return self.root / "site"

    def edit(self, change) -> None:
        """Change the data, as plain values."""
        path = self.root / "data/support.yaml"
        data = source.read(path).data
        change(data)
        path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")

    def publish(self, day: datetime.date, monkeypatch) -> Book:
        """Record and build on a day. Not by the commands: they refuse while sentences speak of the list as it was."""
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(datetime.datetime.combine(day, datetime.time(12), datetime.UTC).timestamp())))
        book = Book.open(self.root, day)
        book.ledger.record(book.kb, book.verdicts, day)
        book = Book.open(self.root, day)
        publish.build(self.root, self.site, self.url, partial(self.examine, book))
        return book

    def examine(self, book: Book, folder: Path, memo: Memo) -> None:
        """The site's own rules hold on every day."""
        found = site_checks.run(site_checks.Examined(Built(book, folder, self.url)))
        assert not found.problems, found.problems[:5]

    def records(self) -> dict[str, str]:
        return {f"{path.parent.relative_to(self.site).as_posix()}/": path.read_text("utf-8") for path in self.site.glob("r/**/index.html")}


def explain(data: dict, id: str, day: datetime.date) -> None:
    data["changes"] = {id: {"date": day.isoformat(), "title": {"ja": f"変更{id}", "fr": f"Changement {id}"}, "body": {}}} | data["changes"]


def expect(year: Year, book: Book) -> None:
    """Every address ever published is there; entries are as they were but for whether they are in force; the present is the computed verdict."""
    now = year.records()
    assert set(year.published) <= set(now), "an address that was published is gone"
    for entry in book.ledger.entries:
        address = f"r/{entry.accelerator}/{entry.ref}/"
        frozen = SINCE.sub("", now[address])
        assert frozen != now[address]
        assert year.published.setdefault(address, frozen) == frozen, address
        page, later = parser.document_fromstring(now[address]), book.ledger.following(entry)
        for code in book.kb.languages:
            (said,) = page.xpath(f"//section[@lang='{code}']/*[contains(@class, 'kb-since')]")
            words = said.text_content()
            assert (IN_FORCE[code] in words, REPLACED[code] in words) == (later is None, later is not None), address
            if later:
                assert book.locales[code].date(later.day) in words
                assert status_in_words(code, said.xpath(".//*[@data-entry]")[0]) == later.status
                assert f"../{later.ref}/" in said.xpath(".//a/@href")
    for id, verdict in book.verdicts.all.items():
        address = f"r/{id}/"
        year.published.setdefault(address, "")
        page = parser.document_fromstring(now[address])
        for code in book.kb.languages:
            (own,) = page.xpath(f"//section[@lang='{code}']")
            badges = [own.xpath(".//*[@data-accelerator]"), parser.parse(str(year.site / code / f"accelerators/{id}/index.html")).xpath("//*[contains(@class, 'verdict--large')]")]
            assert [[status_in_words(code, badge) for badge in found] for found in badges] == [[verdict.status]] * 2, (id, code)
            assert own.xpath(".//th/@data-ref") == [entry.ref for entry in book.ledger.history(id)]
            assert tickets.cite(book, id, code, year.url).label == next(w for w, meant in WORDS[code].items() if meant == verdict.status)


@pytest.fixture(scope="module")
def year(tmp_path_factory) -> Year:
    return Year(copy_project(tmp_path_factory.mktemp("year")))


def test_a_year_of_changes(year, browser, monkeypatch):
    book = Book.open(year.root, datetime.date.today())
    start = max(entry.day for entry in book.ledger.entries) + datetime.timedelta(days=1)
    server = start_server(year.root)
    year.url = f"http://127.0.0.1:{server.server_address[1]}/site/"  # below a path, as it may be served

    book = year.publish(start, monkeypatch)
    expect(year, book)
    entries = len(book.ledger.entries)
    assert {id: book.verdicts[id].status for id in ("b200", "b300", "h100")} == {"b200": "listed", "b300": "unconfirmed", "h100": "not-listed"}

    listed = start + datetime.timedelta(days=45)
    like = next(t for t in book.kb.targets.values() if t.architecture == "sm-100")
    year.edit(lambda data: (data["targets"].update(added={"architecture": "sm-103", "stack": like.stack, "sources": like.sources}), explain(data, "sm103-added", listed)))
    book = year.publish(listed, monkeypatch)
    expect(year, book)
    changed = {entry.accelerator: entry.status for entry in book.ledger.entries[entries:]}
    assert changed == {a.id: "listed" for a in book.kb.accelerators.values() if a.architecture == "sm-103"} and "b300" in changed
    assert book.ledger.last("b300").change == "sm103-added"
    entries = len(book.ledger.entries)

    year.edit(lambda data: data["accelerators"]["h100"].update(name="H100 Tensor Core"))
    book = year.publish(start + datetime.timedelta(days=120), monkeypatch)
    expect(year, book)
    assert len(book.ledger.entries) == entries, "a name makes no new verdict"
    assert "H100 Tensor Core" in year.records()["r/h100/"]
    assert "H100 Tensor Core" not in year.records()[f"r/h100/{book.ledger.last('h100').ref}/"]

    dropped = start + datetime.timedelta(days=220)
    year.edit(lambda data: (data["targets"].pop(like.id), explain(data, "sm100-dropped", dropped)))
    book = year.publish(dropped, monkeypatch)
    expect(year, book)
    withdrawn = {entry.accelerator for entry in book.ledger.entries[entries:] if entry.status == "withdrawn"}
    assert withdrawn == {a.id for a in book.kb.accelerators.values() if a.architecture == "sm-100"} and "b200" in withdrawn
    assert [e.status for e in book.ledger.history("b200")] == ["withdrawn", "listed"]
    assert [e.change for e in book.ledger.history("b200")][0] == "sm100-dropped"
    entries = len(book.ledger.entries)

    retired = start + datetime.timedelta(days=365)
    year.edit(lambda data: data["accelerators"]["b100"].update(retired_on=retired.isoformat(), successor="b200"))
    book = year.publish(retired, monkeypatch)
    expect(year, book)
    assert len(book.ledger.entries) == entries, "a retired id keeps its verdict"
    for code in book.kb.languages:
        for address in ("r/b100/", f"{code}/accelerators/b100/"):
            page = parser.parse(str(year.site / address / "index.html"))
            scope = page.xpath(f"//section[@lang='{code}']") or page.xpath("//article")
            (note,) = scope[0].xpath(".//*[@role='note' and .//a[contains(@href, 'b200/')]]")
            assert book.locales[code].date(retired) in note.text_content() and "B200" in note.text_content(), address

    follow(year, browser, book, listed, dropped)
    server.shutdown()


def follow(year: Year, browser, book: Book, listed: datetime.date, dropped: datetime.date) -> None:
    """A ticket's link with a reference or a day leads to the verdict of that day, whatever was published since."""
    day = datetime.timedelta(days=1)
    first = {id: book.ledger.history(id)[-1] for id in ("b200", "b300", "h100")}
    expected = [
        ("b200", first["b200"].day, "listed"), ("b200", dropped - day, "listed"), ("b200", dropped, "withdrawn"), ("b200", dropped + 400 * day, "withdrawn"),
        ("b300", listed - day, "unconfirmed"), ("b300", listed, "listed"), ("b300", dropped + day, "listed"), ("h100", dropped, "not-listed"),
    ]
    page = browser.new_page()
    for id, asked, status in expected:
        wanted = next(entry for entry in book.ledger.history(id) if entry.day <= asked)
        assert wanted.status == status
        for query in (f"as-of={asked}", f"ref={wanted.ref}"):
            page.goto(f"{year.url}r/{id}/?{query}")
            page.wait_for_url(f"{year.url}r/{id}/{wanted.ref}/")
            shown = parser.document_fromstring(page.content())
            for code in book.kb.languages:
                (badge,) = shown.xpath(f"//section[@lang='{code}']//*[contains(@class, 'verdict--large')]")
                assert status_in_words(code, badge) == status, (id, query)
    page.goto(f"{year.url}r/b200/?as-of={first['b200'].day - day}")
    for code in book.kb.languages:
        assert book.locales[code].date(first["b200"].day) in page.locator(f".kb-record__status > [lang={code}]").inner_text()
    page.close()
