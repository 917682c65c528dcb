"""The proof page: made from the built site, so that it says what stands there, and nothing is published against it."""

from __future__ import annotations

import hashlib
import json
import os

import pytest
from conftest import ROOT, copy_project, kb
from test_site_checks import LARGE, Copy, copy, shown_as_listed  # noqa: F401  (`copy` is a fixture)

from macros import proof
from macros.checks import RULES
from macros.checks import site as checks

# Typed here: what the page must show, whatever the data calls it.
WORDS = {
    "ja": {"listed": "一覧に掲載", "unconfirmed": "未確認", "not-listed": "一覧に未掲載", "withdrawn": "掲載終了"},
    "fr": {"listed": "Sur la liste", "unconfirmed": "Non confirmé", "not-listed": "Hors liste", "withdrawn": "Retiré de la liste"},
}


@pytest.fixture(scope="module")
def document(site) -> dict:
    return json.loads((site.folder / "proof.json").read_text("utf-8"))


def test_the_file_says_what_is_computed_and_that_every_place_agrees(site, document):
    computed = {id: verdict.status for id, verdict in site.book.verdicts.all.items()}
    assert {row["accelerator"]: row["computed"] for row in document["verdicts"]} == computed
    assert document["agrees"] is True and document["made_on"] == site.book.today.isoformat()
    for row in document["verdicts"]:
        for surface in ("page", "record", "api", "badge"):
            for code in site.languages:
                read = row["read"][surface][code]
                assert read["status"] == row["computed"] and read["times"] > 0, (row["accelerator"], surface, code)
                assert read["words"].endswith(WORDS[code][row["computed"]]), (row["accelerator"], surface, code)


def test_the_page_shows_the_same_as_the_file(site, document):
    for code in site.languages:
        rows = site.page(code, "proof").xpath("//table[@id='read-back']/tbody/tr")
        assert len(rows) == len(document["verdicts"])
        for row, entry in zip(rows, document["verdicts"]):
            name, computed, *read = [" ".join(cell.text_content().split()) for cell in row]
            assert name == site.book.kb.accelerators[entry["accelerator"]].name
            assert computed.endswith(WORDS[code][entry["computed"]])
            cells = [[entry["read"]["page"][c]] for c in site.languages] + [[entry["read"][s][c] for c in site.languages] for s in ("record", "api", "badge")]
            assert [" ".join(f"{one['words']} ×{one['times']}" for one in cell) for cell in cells] == read, (code, entry["accelerator"])
            assert not row.xpath(".//*[contains(@class, 'kb-disagrees')]")


def test_words_that_were_read_are_marked_with_their_language(site):
    for code in site.languages:
        spans = site.page(code, "proof").xpath("//table[@id='read-back']/tbody//td/span[@lang]")
        assert len(spans) == len(site.book.kb.accelerators) * 4 * len(site.languages)
        for span in spans:
            assert any(words in span.text_content() for words in WORDS[span.get("lang")].values())


def test_it_names_the_state_of_the_data(site, document):
    for name, digest in document["files"].items():
        assert hashlib.sha256((ROOT / name).read_bytes()).hexdigest() == digest, name
        for code in site.languages:
            assert digest in site.page(code, "proof").text_content()
    assert set(document["files"]) == {"data/support.yaml", "data/ledger.jsonl"}
    assert document["data_version"] == site.book.data_version


def test_it_counts_what_every_rule_looked_at(site, document):
    assert set(document["rules"]["data"]) == set(RULES) and set(document["rules"]["site"]) == set(checks.SITE_RULES)
    assert all(count > 0 for counts in document["rules"].values() for count in counts.values())
    for code in site.languages:
        rows = site.page(code, "proof").xpath("//table[@id='rules-applied']/tbody/tr")
        shown = [(row[0].text_content(), int("".join(c for c in row[2].text_content() if c.isdigit()))) for row in rows]
        assert shown == [pair for counts in document["rules"].values() for pair in counts.items()], code


def test_every_rule_leads_to_its_sentence(site):
    for code in site.languages:
        page = site.page(code, "proof")
        for href in page.xpath("//table[@id='rules-applied']/tbody//a/@href"):
            address, _, anchor = href.partition("#")
            target = page if not address else site.page(code, "checks")
            assert target.xpath(f"//*[@id='{anchor}']"), (code, href)


@pytest.mark.parametrize("code", ["ja", "fr"])
def test_what_stands_in_the_site_decides_and_not_the_data(copy, code):  # noqa: F811
    path = f"{code}/accelerators/h100/index.html"
    file = copy.folder / path
    before = file.read_text("utf-8")
    file.unlink()
    file.write_text(shown_as_listed(code, LARGE)(before), "utf-8")
    try:
        examined = copy.examined(path)
        found = proof.gather(examined, ROOT, {})
    finally:
        file.write_text(before, "utf-8")
    row = next(row for row in found.verdicts if row.accelerator == "h100")
    assert not row.agrees and not found.agrees
    assert [entry.accelerator for entry in found.verdicts if not entry.agrees] == ["h100"]
    assert row.read["page"][code].status == "" and row.read["page"][code].words.endswith(WORDS[code]["listed"])
    html = proof.verdict_table(copy.site.book.page("proof", code), found)
    assert html.count("kb-disagrees") == 1
    assert copy.site.book.string(code, "proof-disagrees") in html


def test_a_site_against_the_computed_verdict_is_not_published(tmp_path):
    project = copy_project(tmp_path / "project")
    assert kb("build", cwd=project).returncode == 0
    before, template = os.readlink(project / "site"), project / "docs/scope.md"
    template.write_text(template.read_text("utf-8") + '\n<p><span class="verdict" data-accelerator="h100" data-status="listed">✔ 一覧に掲載</span></p>\n', "utf-8")
    done = kb("build", cwd=project)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "ja/scope/index.html: verdict-read-back" in done.stderr and "computed is not-listed" in done.stderr
    assert "fr/scope/index.html: verdict-legible" in done.stderr
    assert os.readlink(project / "site") == before
    assert len(list((project / ".build").glob("site-*"))) == 2, "the refused site, or what its build kept, is left behind"


def test_until_it_is_written_the_page_says_what_writes_it(book):
    for code in book.kb.languages:
        _, written = book.finished("proof", code)
        assert written.count("kb build") == 2 and "data-proof" in written and "<table" in written and 'id="read-back"' not in written
