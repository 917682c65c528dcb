"""The rules on the built site: each fires on its fault, in each language alone, and stays silent on what changes nothing."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from macros.built import Built
from macros.document import Document
from macros.checks import apply
from macros.checks import site as checks
from macros.checks.alike import without_language
from macros.figures import Figures

CODES = ["ja", "fr"]
# Typed here, as a reader sees them.
LISTED, NOT_LISTED = {"ja": "一覧に掲載", "fr": "Sur la liste"}, {"ja": "一覧に未掲載", "fr": "Hors liste"}


class Copy:
    """A copy of the built site, of which one file at a time is spoilt. Documents that are as they were stay parsed."""

    def __init__(self, site, folder: Path):
        shutil.copytree(site.folder.resolve(), folder, copy_function=os.link)
        self.site, self.folder = site, folder
        self.good = Built(site.book, folder, site.url)

    def problems(self, path: str, change: Callable[[str], str] | None, rule: str | None = None) -> set[str]:
        """The rules that fire, of all or of one, when a file is changed; or removed, if `change` is None."""
        file = self.folder / path
        before = file.read_text("utf-8")
        file.unlink()  # a hard link: the site itself must not change
        try:
            if change:
                after = change(before)
                assert after != before, f"the fault changed nothing in {path}"
                file.write_text(after, "utf-8")
            rules = {rule: checks.SITE_RULES[rule]} if rule else checks.SITE_RULES
            return {problem.rule for problem in apply(rules, self.examined(path), "").problems}
        finally:
            file.unlink(missing_ok=True)
            file.write_text(before, "utf-8")

    def examined(self, path: str) -> checks.Examined:
        built = Built(self.site.book, self.folder, self.site.url)
        fresh = {path: Document(path, built.read(path))} if path in built.files and path.endswith(".html") else {}
        built.documents = {name: document for name, document in (self.good.documents | fresh).items() if name in built.files}
        return checks.Examined(built)


@pytest.fixture(scope="module")
def copy(site, tmp_path_factory):
    copy = Copy(site, tmp_path_factory.mktemp("copy") / "site")
    assert not checks.run(checks.Examined(copy.good)).problems
    return copy


def once(old: str, new: str) -> Callable[[str], str]:
    """Replace the first occurrence in the page's content."""

    def change(text: str) -> str:
        at = text.find(old, max(text.find("<article"), 0))
        assert at >= 0, f"{old!r} is not in the page"
        return text[:at] + new + text[at + len(old) :]

    return change


def sub(pattern: str, new: str | Callable) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, new, text, count=1, flags=re.DOTALL)


H100, CATALOGUE, SCOPE, HOPPER, RECORD = "{code}/accelerators/h100/index.html", "{code}/accelerators/index.html", "{code}/scope/index.html", "{code}/migration/hopper/index.html", "r/h100/index.html"
LARGE = r'<span class="verdict verdict--large"[^>]*>'


def shown_as_listed(code: str, opening: str) -> Callable[[str], str]:
    """Symbol and word of the listed in the place of the computed ones, behind some opening tag."""
    return sub(rf'({opening}<span aria-hidden="true">)[^<]*(</span> <span[^>]*>)[^<]*', rf"\g<1>✔\g<2>{LISTED[code]}")


def worded_as(words: str) -> Callable[[str], str]:
    return sub(rf'({LARGE}<span aria-hidden="true">[^<]*</span> <span[^>]*>)[^<]*', rf"\g<1>{words}")


def said_as(status: str, code: str, site) -> str:
    """The sentence that says a status of the H100."""
    writer = site.book.writers[code]
    return writer.plain(site.book.kb.statuses[status].sentence, writer.about(site.book.verdicts["h100"]))


def other(code: str) -> str:
    return next(c for c in CODES if c != code)


# What happens | the rule that says so | the file | the change, for a language and the site
FAULTS = [
    ("another verdict in words and symbol", "verdict-read-back", H100, lambda c, s: shown_as_listed(c, LARGE)),
    ("another verdict in words, symbol and mark", "verdict-read-back", H100, lambda c, s: lambda t: shown_as_listed(c, LARGE)(t).replace('data-status="not-listed"', 'data-status="listed"')),
    ("another word beside the symbol", "verdict-legible", H100, lambda c, s: worded_as(LISTED[c])),
    ("a word of no verdict", "verdict-legible", H100, lambda c, s: worded_as("OK")),
    ("the word of the other language", "verdict-legible", H100, lambda c, s: worded_as(NOT_LISTED[other(c)])),
    ("the symbol of another verdict", "verdict-legible", H100, lambda c, s: once('aria-hidden="true">✖<', 'aria-hidden="true">✔<')),
    ("another verdict in the sentence", "verdict-read-back", H100, lambda c, s: once(said_as("not-listed", c, s), said_as("unconfirmed", c, s))),
    ("another mark beside the words", "verdict-mark", H100, lambda c, s: once('data-status="not-listed"', 'data-status="listed"')),
    ("a verdict on somebody unknown", "verdict-read-back", H100, lambda c, s: once('data-accelerator="h100"', 'data-accelerator="h1000"')),
    ("another verdict of a group", "verdict-read-back", SCOPE, lambda c, s: shown_as_listed(c, r'<span class="verdict" data-group="hopper"[^>]*>')),
    ("a row of the catalogue without its verdict", "verdict-shown", CATALOGUE, lambda c, s: sub(r'<span class="verdict" data-accelerator="h100".*?</span></span>', "")),
    ("another verdict in the record", "verdict-read-back", RECORD, lambda c, s: shown_as_listed(c, rf'<section[^>]* lang="{c}">.*?{LARGE}')),
    ("another verdict in the side-by-side view", "verdict-read-back", "bilingual/accelerators/h100/index.html", lambda c, s: once(f">{said_as('not-listed', c, s)}", f">{said_as('unconfirmed', c, s)}")),
    ("another status in the API", "verdict-read-back", "api/v1/accelerators/h100.json", lambda c, s: once('"status":"not-listed"', '"status":"listed"')),
    ("another label in the API", "verdict-read-back", "api/v1/accelerators/h100.json", lambda c, s: once(f'"{c}":"{NOT_LISTED[c]}"', f'"{c}":"{LISTED[c]}"')),
    ("a status of no vocabulary in the API", "verdict-legible", "api/v1/accelerators.json", lambda c, s: once('"status":"not-listed"', '"status":"unsupported"')),
    ("another verdict on the badge", "verdict-read-back", "badge/h100.{code}.svg", lambda c, s: sub(rf"✖ {NOT_LISTED[c]}</text>", f"✔ {LISTED[c]}</text>")),
    ("another verdict read out from the badge", "verdict-read-back", "badge/h100.{code}.svg", lambda c, s: sub(rf"{NOT_LISTED[c]}</title>", f"{LISTED[c]}</title>")),
    ("no badge", "verdict-shown", "badge/h100.{code}.svg", None),
    ("no record", "verdict-shown", RECORD, None),
    ("no page", "same-pages", SCOPE, None),
    ("a section renamed", "same-ids", SCOPE, lambda c, s: once('id="matrix"', 'id="table"')),
    ("a heading of another rank", "same-headings", SCOPE, lambda c, s: sub(r'<h2 (data-text="[^"]*" )?id="matrix"(.*?)</h2>', r'<h3 id="matrix"\g<2></h3>')),
    ("a paragraph lost", "same-texts", SCOPE, lambda c, s: sub(r'<p data-text="pages\.scope\.sections\.why-not\.body[^>]*>.*?</p>', "")),
    ("two paragraphs in another order", "same-texts", SCOPE, lambda c, s: sub(r'(<p data-text="pages\.scope[^>]*>(?:(?!</p>).)*</p>)\s*(<p data-text="pages\.scope[^>]*>(?:(?!</p>).)*</p>)', r"\g<2>\g<1>")),
    ("a step removed", "same-lists", HOPPER, lambda c, s: sub(r'(<ol class="kb-steps"><li[^>]*>.*?</li>)<li.*?</li>', r"\g<1>")),
    ("a row of a table lost", "same-tables", SCOPE, lambda c, s: sub(r"<tr><th scope=\"row\".*?</tr>", "")),
    ("a cell of a table lost", "same-tables", SCOPE, lambda c, s: sub(r"<td.*?</td>", "")),
    ("a warning turned into a remark", "same-notes", HOPPER, lambda c, s: once('data-weight="warning"', 'data-weight="info"')),
    ("a mark of what a text rests on lost", "same-marks", SCOPE, lambda c, s: sub(r'<span class="kb-basis".*?</span>', "")),
    ("another command", "same-code", "{code}/constraints/index.html", lambda c, s: once("nvcc --version", "nvcc -v")),
    ("another number", "same-figures", SCOPE, lambda c, s: once("614", "641")),
    ("another unit", "same-figures", SCOPE, lambda c, s: sub(r"614([ \u00a0\u202f])(GB|Go)", r"614\g<1>TB")),
    ("a unit in the other language", "same-figures", SCOPE, lambda c, s: sub(r"614([ \u00a0\u202f])(GB|Go)", lambda m: f"614{m[1]}{'Go' if m[2] == 'GB' else 'GB'}")),
    ("another day in a sentence", "same-figures", "{code}/sources/index.html", lambda c, s: once(*(s.book.locales[c].date(s.book.kb.dates["release"].date.replace(day=day)) for day in (20, 21)))),
    ("a version with a comma", "same-figures", "{code}/constraints/index.html", lambda c, s: once("3.12", "3,12")),
    ("another product", "same-figures", HOPPER, lambda c, s: sub(r'(<p data-text="pages\.migration-hopper\.sections[^>]*>[^<]*)H100', r"\g<1>H200")),
    ("another product in the title", "same-figures", H100, lambda c, s: sub(r"(<title>[^<]*)H100", r"\g<1>H200")),
    ("another day in words than for programs", "date-read-back", "{code}/changes/index.html", lambda c, s: sub(r'(<p class="kb-label"><time datetime=")[0-9]{4}', r"\g<1>1999")),
    ("another as-of date", "as-of-newest", SCOPE, lambda c, s: sub(r'(datetime=")[^"]*(" class="kb-as-of"|[^>]*kb-as-of)', r"\g<1>2020-01-01\g<2>")),
    ("no as-of date", "as-of-newest", SCOPE, lambda c, s: sub(r"<time[^>]*kb-as-of.*?</time>", "")),
    ("another source cited", "same-links", SCOPE, lambda c, s: sub(r'(class="kb-sources".*?<a href=")https://[^"]*', r"\g<1>https://example.org/")),
    ("a link lost", "same-links", HOPPER, lambda c, s: sub(r'(<p data-text="pages\.migration-hopper[^>]*>[^<]*)<a href[^>]*>(.*?)</a>', r"\g<1>\g<2>")),
    ("a link to the other language", "link-keeps-language", HOPPER, lambda c, s: sub(r'(<p data-text="pages\.migration-hopper[^>]*>[^<]*<a href=")[^"]*', rf"\g<1>../../../{other(c)}/scope/")),
    ("a link to nowhere", "link-arrives", HOPPER, lambda c, s: sub(r'(<p data-text="pages\.migration-hopper[^>]*>[^<]*<a href=")[^"]*', r"\g<1>../nowhere/")),
    ("a link to a section that is not there", "link-arrives", HOPPER, lambda c, s: sub(r'(<p data-text="pages\.migration-hopper[^>]*>[^<]*<a href=")[^"]*', r"\g<1>../../scope/#nowhere")),
    ("a page that does not name the other language", "alternates", SCOPE, lambda c, s: sub(rf'<link rel="alternate ?" hreflang="{other(c)}"[^>]*>', "")),
    ("a page that names another page as its counterpart", "alternates", SCOPE, lambda c, s: sub(rf'(<link rel="alternate ?" hreflang="{other(c)}" href="[^"]*)scope/', r"\g<1>faq/")),
    ("a page without a default", "alternates", SCOPE, lambda c, s: sub('hreflang="x-default"', 'hreflang="en"')),
    ("a page marked as the other language", "alternates", SCOPE, lambda c, s: sub(rf'<html lang="{c}"', f'<html lang="{other(c)}"')),
    ("a language link to another page", "alternates", SCOPE, lambda c, s: sub(r'(<a href="[^"]*)scope/("[^>]* data-switch)', r"\g<1>faq/\g<2>")),
    ("a placeholder left", "no-leftovers", SCOPE, lambda c, s: once("H100", "{acc.h100}")),
    ("a brace of a template left", "no-leftovers", RECORD, lambda c, s: once("H100", "{{ name }}")),
    ("mark-up escaped twice", "no-leftovers", SCOPE, lambda c, s: once("H100", "&amp;lt;b&amp;gt;")),
    ("a number gone from a page title", "same-figures", "{code}/index.html", lambda c, s: sub(r"(<title>[^<]*)H100", r"\g<1>")),
    ("a picture read out with another verdict", "read-aloud", "{code}/for-tickets/index.html", lambda c, s: sub(r'(<img src="[^"]*badge/[^"]*" alt=")[^"]*', rf"\g<1>NVIDIA H100: {LISTED[c]}")),
    ("a reference read out with another number", "read-aloud", SCOPE, lambda c, s: sub(r'(<sup class="kb-ref"><a href="[^"]*" aria-label="[^"0-9]*)[0-9]+', r"\g<1>99")),
    ("a table read out under another name", "read-aloud", SCOPE, lambda c, s: sub(r'(<div class="kb-scroll"[^>]* aria-label=")[^"]*', rf"\g<1>{NOT_LISTED[c]}")),
    ("a cell labelled as of another column", "read-aloud", SCOPE, lambda c, s: sub(r'(<td data-label=")[^"]*', rf"\g<1>{NOT_LISTED[c]}")),
]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("fault", "rule", "path", "change"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_a_fault_in_one_language_is_found(copy, code, fault, rule, path, change):
    assert rule in copy.problems(path.format(code=code), change and change(code, copy.site), rule)


BENIGN = [
    ("more white space between elements", SCOPE, lambda c: lambda t: t.replace("</p>", "</p>\n\n   ").replace("<li", "\n  <li")),
    ("line breaks in sentences", HOPPER, lambda c: lambda t: re.sub(r"(?<=[a-zé]) (?=[a-z])", "\n", t)),
    ("attributes in another order", H100, lambda c: sub(r'<span class="verdict verdict--large" (data-accelerator="[^"]*") (data-status="[^"]*")', r'<span \g<2> \g<1> class="verdict--large verdict"')),
    ("one more class", H100, lambda c: once('class="verdict ', 'class="new verdict ')),
    ("a comment", SCOPE, lambda c: once("<h2", "<!-- checked --><h2")),
    ("white space around a verdict", H100, lambda c: sub(r'(<span class="verdict verdict--large"[^>]*>)(.*?</span>)', "\\g<1>\n  \\g<2>\u00a0\n")),
    ("a full-width figure", SCOPE, lambda c: once("614", "６１４")),
    ("another no-break space before a unit", SCOPE, lambda c: lambda t: re.sub(r"614[ \u00a0](GB|Go)", "614\u202f\\g<1>", t)),
    ("an empty element", SCOPE, lambda c: once("<h2", "<span></span><h2")),
    ("a decorated link", HOPPER, lambda c: once("<a href", '<a class="new" href')),
]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("what", "path", "change"), BENIGN, ids=[benign[0] for benign in BENIGN])
def test_what_changes_nothing_is_let_pass(copy, code, what, path, change):
    assert copy.problems(path.format(code=code), change(code)) == set()


def test_a_page_too_many_is_found(copy):
    extra = copy.folder / "fr/extra/index.html"
    extra.parent.mkdir()
    shutil.copy(copy.folder / "fr/scope/index.html", extra)
    try:
        assert "same-pages" in {problem.rule for problem in apply({"same-pages": checks.SITE_RULES["same-pages"]}, checks.Examined(Built(copy.site.book, copy.folder, copy.site.url)), "").problems}
    finally:
        shutil.rmtree(extra.parent)


def test_every_rule_has_a_fault_that_it_finds():
    assert {fault[1] for fault in FAULTS} | {"site-rule-described"} == set(checks.SITE_RULES)


def test_every_rule_is_described_and_no_other(copy, monkeypatch):
    rule = {"site-rule-described": checks.SITE_RULES["site-rule-described"]}
    examined = checks.Examined(copy.good)
    assert not apply(rule, examined, "").problems
    described = dict(copy.site.book.kb.site_rules)
    renamed = {"no-such-rule": described.pop("same-ids"), **described}
    monkeypatch.setattr(examined, "book", SimpleNamespace(kb=SimpleNamespace(site_rules=renamed)))
    assert {problem.id for problem in apply(rule, examined, "").problems} == {"site_rules.same-ids", "site_rules.no-such-rule"}


def test_a_rule_that_looked_at_nothing_fails(copy, tmp_path):
    report = checks.run(checks.Examined(Built(copy.site.book, tmp_path, copy.site.url)))
    silent = {rule for rule, count in report.looked_at.items() if count == 0}
    named = {problem.message.split("`")[1] for problem in report.problems if problem.rule == "looked-at-nothing"}
    assert silent == named and len(silent) >= 15


def test_a_problem_names_file_language_expectation_and_remedy(copy):
    path = "fr/accelerators/h100/index.html"
    file = copy.folder / path
    before = file.read_text("utf-8")
    file.unlink()
    file.write_text(shown_as_listed("fr", LARGE)(before), "utf-8")
    try:
        problem = apply({"verdict-read-back": checks.SITE_RULES["verdict-read-back"]}, copy.examined(path), "").problems[0]
    finally:
        file.write_text(before, "utf-8")
    assert (problem.path, problem.id, problem.lang) == (path, "h100", "fr")
    assert "Sur la liste" in problem.message and "listed" in problem.message and "not-listed" in problem.message and problem.remedy


@pytest.mark.parametrize(
    ("ja", "fr"),
    [
        ("80 GB", "80\u00a0Go"), ("1,234", "1\u202f234"), ("95%", "95\u202f%"), ("９５％", "95 %"), ("95パーセント", "95 pour cent"), ("2.5 TB/s", "2,5 To/s"),
        ("2026年10月20日に公開", "publié le 20 octobre 2026"), ("2026年11月1日", "1er novembre 2026"), ("Python 3.12以降", "Python 3.12 ou ultérieure"),
        ("GPU16基", "16 GPU"), ("A100 80GB", "A100 80GB"), ("2026年8月1日", "1er août 2026"), ("H100、SM90", "SM90 et H100"),
    ],
)
def test_the_same_figure_is_read_in_each_language(book, ja, fr):
    reads = {code: Figures(book.locales[code], {"3.12", "10.0"}) for code in CODES}
    found = reads["ja"].read(ja)
    assert found and found == reads["fr"].read(fr)


@pytest.mark.parametrize(
    ("ja", "fr"),
    [
        ("80 GB", "80\u00a0GB"), ("80 GB", "80\u00a0To"), ("80 GB", "8 Go"), ("1,234", "1,234"), ("Python 3.12", "Python 3,12"), ("95%", "95"),
        ("2026年10月20日", "21 octobre 2026"), ("2026年10月20日", "20 novembre 2026"), ("H100", "H200"), ("SM90", "SM100"), ("GPU16基", "18 GPU"), ("2.5 TB", "25 To"),
    ],
)
def test_another_figure_is_told_apart(book, ja, fr):
    reads = {code: Figures(book.locales[code], {"3.12", "10.0"}) for code in CODES}
    assert reads["ja"].read(ja) != reads["fr"].read(fr)


def test_localisations_of_one_address_are_alike():
    assert without_language("https://x.test/ja-jp/gpu/", "ja") == without_language("https://x.test/fr-fr/gpu/", "fr") == "https://x.test/*/gpu/"
    assert without_language("https://x.test/ja/gpu", "ja") == without_language("https://x.test/fr/gpu", "fr")
    assert without_language("https://x.test/ja-jp/gpu/", "ja") != without_language("https://x.test/fr-fr/cpu/", "fr")
    assert without_language("https://x.test/france/", "fr") == "https://x.test/france/"
