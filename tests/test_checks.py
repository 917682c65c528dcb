"""Every rule of the checks: a fault that it names, and the benign twins on which it stays silent."""

from __future__ import annotations

import copy
import datetime
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import minimal
import pytest

from macros import checks
from macros.checks import RULES, Approvals, Context
from macros.checks.texts import respelled
from macros.ledger import Ledger
from macros.load import parse
from macros.pages import Book
from macros.problem import Problem
from macros.source import read

ROOT = Path(__file__).resolve().parent.parent
TODAY = datetime.date(2026, 11, 30)
HERE = "faq.why.answer.first"


@cache
def usage(code: str) -> dict:
    """What the real data says of a language's usage, so that its patterns are what is tested."""
    return read(ROOT / "data/support.yaml").data["languages"][code]["usage"]


def context(changes: dict | None = None, approvals: Approvals | None = None) -> Context:
    profiles = {f"languages.{code}.usage": copy.deepcopy(usage(code)) for code in ("ja", "fr")}
    document = read("support.yaml", minimal.text(profiles | (changes or {})))
    return Context(Book(parse(document), Ledger("no-ledger.jsonl"), TODAY), document, approvals or Approvals())


def found(rule: str, changes: dict | None = None, approvals: Approvals | None = None) -> list[Problem]:
    """What one rule finds in the minimal data with some changes."""
    subject = context(changes, approvals)
    return [problem for item in RULES[rule].items(subject) for problem in RULES[rule].check(subject, item)]


def said(ja: str, fr: str, **options: object) -> dict:
    """The change that makes one text of the minimal data say this."""
    return {HERE: {"ja": ja, "fr": fr, **options}}


@dataclass
class Case:
    """`fault` must be found, in a message that contains `names`; none of `benign` may be."""

    rule: str
    fault: dict
    names: str
    benign: list[dict] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.rule}-{self.names}"


def ambiguous(**entry: list[str]) -> dict:
    """The change that declares a name to fit several products."""
    return {"resolver": {"ambiguous": {"several": entry}}}


NOT_LISTED = {"accelerator": "h100", "status": "not-listed"}
LISTED = {"accelerator": "b200", "status": "listed"}

CASES = [
    # -- facts
    Case("reference-resolves", {"accelerators.h100.vendor": "nvidai"}, "nvidai", [{}]),
    Case("path-for-everybody", {"paths.other.group": "rtx"}, "no migration path", [{}]),
    Case("group-agrees", {"matrix.hopper.group": "blackwell"}, "differ", [{}]),
    Case("variant-known", {"accelerators.h100.memory": [{"gb": 80, "variants": ["sxm"], "sources": ["card"]}]}, "sxm", [{"accelerators.h100.variants": {"sxm": {"name": "SXM"}}, "accelerators.h100.memory": [{"gb": 80, "variants": ["sxm"], "sources": ["card"]}]}]),
    Case("device-agrees", {"devices.names.0.architecture": "sm-100"}, "sm-100", [{}]),
    Case("retired-has-successor", {"accelerators.h100.retired_on": "2026-11-01"}, "go together", [{"accelerators.h100.retired_on": "2026-11-01", "accelerators.h100.successor": "b200"}]),
    Case("retired-has-successor", {f"accelerators.{id}.{key}": value for id, next_ in (("h100", "b200"), ("b200", "b300")) for key, value in (("retired_on", "2026-11-01"), ("successor", next_))}, "retired itself"),
    Case("source-used", {"sources.orphan": minimal.data()["sources"]["notice"]}, "nothing cites", [{"sources.orphan": minimal.data()["sources"]["notice"], **said("{src.orphan}です。", "{src.orphan}.")}]),
    Case("entry-used", {"numbers.lost": {"value": 7}}, "uses it", [{"numbers.lost": {"value": 7}, **said("{n.lost}基です。", "{n.lost} cartes.")}]),
    Case("date-not-in-future", {"sources.notice.verified_on": "2026-12-01"}, "2026-12-01", [{"sources.notice.verified_on": "2026-11-30"}]),
    Case("source-fresh", {"sources.notice.review_by": "2026-11-29"}, "2026-11-29", [{"sources.notice.review_by": "2026-11-30"}]),
    # -- names that readers look up
    Case("name-of-one", {"accelerators.b200.aliases": ["h-100"]}, "h100 is written so", [{"accelerators.b200.aliases": ["b-200"]}]),
    Case("name-unambiguous", ambiguous(forms=["H100"], architectures=["sm-90", "sm-100"]), "fits several", [ambiguous(forms=["Hopper"], architectures=["sm-90", "sm-100"])]),
    Case("ambiguous-asks", ambiguous(forms=["Hopper"], architectures=["sm-90"]), "fewer than two", [ambiguous(forms=["Hopper"], architectures=["sm-90", "sm-100"])]),
    Case("harmless-word", {"resolver": {"words": {"counts": ["units"], "hedges": ["units"]}}}, "units", [{"resolver": {"words": {"counts": ["units"], "hedges": ["not"]}}}]),
    # -- one side of a text
    Case("placeholder-known", said("{acc.h999}です。", "{acc.h999}."), "h999", [said("{acc.h100}と{this.value}です。", "{acc.h100|de} et {this.value}.")]),
    Case("placeholder-known", said("括弧{です。", "Une accolade."), "brace"),
    Case("no-markup", said("**強調**です。", "C’est cela."), "*", [said("{code.build}、括弧（）「」です。", "« {code.build} », (cela) ; voilà !")]),
    Case("no-markup", said("案内です。", "Voir https://example.com/"), "https:"),
    Case("no-typed-facts", said("13以降です。", "Version ultérieure."), "13", [said("三つのAPIです。", "Trois API.")]),
    Case("no-typed-facts", said("H100です。", "{acc.h100}."), "{acc.h100}", [said("H1000です。".replace("1000", "線"), "Le GPU.")]),
    Case("holds-when", said("一覧です。", "Liste.", holds_when=dict(NOT_LISTED, status="listed")), "not-listed", [said("一覧です。", "Liste.", holds_when=[NOT_LISTED, LISTED])]),
    Case("verdict-words", said("{acc.h100}は対象外です。", "{acc.h100} est hors liste."), "not-listed", [
        said("{acc.h100}は対象外です。", "{acc.h100} est hors liste.", holds_when=NOT_LISTED),
        said("対象外です。", "Hors liste.", about="vocabulary"),
        said("対応表を見てください。", "Voyez la liste."),
    ]),
    Case("script", said("理由です。", "C’est la 理由."), "Japanese", [said("{acc.h100}、GPU", "{acc.h100}, GPU"), said("CPUとGPU", "CPU et GPU")]),
    Case("script", said("This is not written here", "C’est ainsi."), "no Japanese"),
    Case("composed", said("フ\u309aログラムです。", "Programme."), "NFC", [said("プログラムです。", "Programme étudié.")]),
    Case("composed", said("ｻｰﾊﾞｰです。", "Serveur."), "half-width kana"),
    Case("composed", said("理由です。", "C’est  ainsi."), "double space"),
    Case("agreed-spelling", said("サーバです。", "Serveur."), "サーバー", [said("サーバー、ユーザー、ドライバー、メモリ、コンパイラ、トポロジーです。", "À la carte ; États et Échecs.")]),
    Case("agreed-spelling", said("メモリーです。", "Mémoire."), "メモリ", [said("メモリです。", "Mémoire.")]),
    Case("agreed-spelling", said("州です。", "A l’essai."), "À l’"),
    Case("agreed-spelling", said("州です。", "A la carte."), "À la", [said("州です。", "L’ADSL à l’essai.")]),
    # -- between languages
    Case("placeholders-equal", said("{acc.h100}です。", "{acc.b200}."), "acc.b200, acc.h100", [said("{acc.h100}と{acc.b200}です。", "{acc.b200|Le} et {acc.h100|le}.")]),
    Case("placeholders-equal", said("{acc.h100}と{acc.h100}です。", "{acc.h100}."), "how often"),
    Case("sides-differ", said("Compute Capability", "Compute Capability"), "Compute Capability", [said("{acc.h100}、GPU", "{acc.h100}、GPU"), said("NPU", "NPU")]),
    Case("verdicts-agree", said("非対応です。", "Il est pris en charge."), "not-listed", [said("非対応です。", "Non pris en charge."), said("対応しています。", "{acc.b200} est pris en charge.")]),
    Case("verdicts-agree", said("未対応です。", "C’est ainsi."), "not-listed", [said("未対応です。", "Il n’est pas pris en charge.")]),
    Case("verdicts-agree", said("対応しています。", "Il n’est pas pris en charge."), "listed"),
    Case("numbers-agree", said("四つあります。", "Il y en a trois."), "says 4", [said("四つあります。", "Il y en a quatre."), said("四つ目です。", "C’est la quatrième."), said("両方です。", "Les deux."), said("どちらも違います。", "Aucun des deux.")]),
    Case("numbers-agree", said("両方です。", "C’est l’un."), "says 2"),
    Case("numbers-agree", said("{n.gpus}パーセントです。", "Il y en a {n.gpus}."), "percent", [
        said("{n.gpus}%です。", "{n.gpus} %."), said("{n.gpus}％です。", "{n.gpus}\u202f%."), said("{n.gpus}パーセントです。", "{n.gpus}\u00a0%."), said("{n.gpus}パーセントです。", "{n.gpus}%."),
    ]),
    Case("bounds-agree", said("{n.gpus}以前です。", "Antérieure à {n.gpus}."), "max", [
        said("{n.gpus}以降です。", "{n.gpus} ou ultérieure."), said("{n.gpus}以上です。", "Au moins {n.gpus}."), said("{n.gpus}以下です。", "{n.gpus} au plus."), said("{n.gpus}以前です。", "{n.gpus} ou antérieure."),
        said("{n.gpus}未満です。", "Antérieure à {n.gpus}."), said("{n.gpus}より後です。", "Postérieure à {n.gpus}."), said("{n.gpus}を超えます。", "Plus de {n.gpus}."), said("以前の版です。", "Une version passée."),
    ]),
    Case("bounds-agree", said("{n.gpus}未満です。", "{n.gpus} au plus."), "below"),
    Case("bounds-agree", said("{n.gpus}より後です。", "{n.gpus} ou ultérieure."), "above"),
    Case("limits-agree", said("{acc.h100}だけです。", "Il y a {acc.h100|le}."), "only", [said("{acc.h100}だけです。", "Ce n’est que {acc.h100|le}."), said("{acc.h100}のみです。", "Uniquement {acc.h100|le}.")]),
    Case("limits-agree", said("動きます。", "Il fonctionne peut-être."), "not-proven", [said("動くかもしれません。", "Il fonctionne peut-être.")]),
    Case("limits-agree", said("三つあります。", "Il y en a au moins trois."), "at-least", [said("少なくとも三つあります。", "Il y en a au moins trois.")]),
    Case("limits-agree", said("報告によれば、動きます。", "Il fonctionne."), "reported", [said("報告によれば、動きます。", "Selon les sources, il fonctionne."), said("動くと報告されています。", "Il fonctionnerait : ce serait rapporté.")]),
    Case("bound-phrase", {"languages.fr.phrases.max": "antérieure à {version}"}, "means below, not max", [{}]),
    Case("usage-complete", {"languages.fr.usage.limits": {}}, "not-proven", [{}]),
    Case("agreed-term", said("プレフィルの段階です。", "C’est la première phase."), "prefill", [said("プレフィルの段階です。", "La phase de Prefill."), said("段階です。", "La phase."), said("{term.prefill}です。", "Le {term.prefill}.")]),
    Case("same-wording", said("{src.card}の理由です。", "C’est ainsi.") | {"faq.why.answer.second": {"ja": "別の理由です。", "fr": "C’est ainsi."}}, "faq.why.answer.first", [
        said("理由です。", "C’est ainsi.") | {"faq.why.answer.second": {"ja": "理由です。", "fr": "C’est ainsi."}},
        said("表", "Tableau") | {"faq.why.answer.second": {"ja": "表", "fr": "Le tableau"}},
    ]),
    Case("length", said("この文には条件も例外も理由も結論もすべて書かれています。", "C’est ainsi."), "12 characters", [said("理由です。", "C’est ainsi, et rien de plus.")]),
    Case("ends-alike", said("理由です。", "La raison"), "does not end", [said("理由ですか。", "Pourquoi ?"), said("次の点です。", "Les points suivants :"), said("動くか", "Est-ce possible ?"), said("驚きです！？", "Surprenant ?!")]),
    # -- typography
    Case("brackets", said("「理由です。", "C’est ainsi."), "「", [said("「理由（訳）」です。", "« La raison (voilà) ».")]),
    Case("brackets", said("理由」です。", "C’est ainsi."), "closes nothing"),
    Case("brackets", said("理由です。", "« C’est (ainsi » voilà)."), "closes nothing"),
    Case("doubled-word", said("理由です。", "C’est la la raison."), "la la", [said("ますますよくなるものの、ここでは別です。", "Vous vous trompez : nous nous taisons.")]),
    Case("doubled-word", said("理由をを述べます。", "C’est ainsi."), "をを"),
    Case("mark-spacing", said("理由です。", "Non pris en charge:"), "before `:`", [
        said("理由です。", f"Pourquoi{space}? Ainsi{space}; voilà{space}!{space}: «{space}Ascend{space}»") for space in " \u00a0\u202f"
    ] + [said("理由です。", words) for words in ("https://docs.example.com/a:b?x=1", "À 12:30 demain", "L’icône :material-check: et la suite", "Quoi ?! 🚀 {src.card}", "`a:b; c?`")]),
    Case("mark-spacing", said("理由です。", "Pourquoi?"), "before `?`"),
    Case("mark-spacing", said("理由です。", "« Ascend»"), "before `»`"),
    Case("mark-spacing", said("理由です。", "«Ascend »"), "after `«`"),
    Case("mark-spacing", said("理由です。", "« Ascend »: ainsi"), "before `:`"),
    Case("apostrophe", said("理由です。", "C'est ainsi."), "’", [said("理由です。", "C’est ainsi.")]),
    Case("units", said("容量は80 GBです。", "Il faut 80Go."), "has no space", [said("容量は{n.floor}です。", "Il faut {n.floor}."), said("言語です。", "Go 1.22, 80 Go, 80\u00a0Go et 1\u202f234 Go ; pip install 80Gobelins.")]),
    Case("units", said("容量は80 GBです。", "Il faut 80 GO."), "write `Go`"),
    Case("solid-setting", said("理由 です。", "C’est ainsi."), "理由 です", [said("{acc.rtx-5090}と{n.gpus} GiBです。", "{acc.rtx-5090} et {n.gpus} Gio.")]),
    Case("full-width-marks", said("理由です,はい。", "C’est ainsi."), ",", [said("理由（訳）です。はい！Q&Aです？", "Q&A : c’est ainsi ?")]),
    Case("register", said("理由である。", "C’est ainsi."), "理由である", [said("理由です。でした。ません。ました。ありませんでした。ください。でしょう。はい。", "C’est ainsi."), said("理由がある", "Une raison")]),
    Case("sentence-length", said("理" * 98 + "です。", "C’est ainsi."), "101", [said("理" * 97 + "です。" + "理" * 97 + "です。", "C’est ainsi.")]),
    # -- upkeep
    Case("ledger", {}, "the ledger says nothing"),
    Case("rule-described", {"rules": {"no-such-rule": {"ja": "規則です。", "fr": "Règle."}}}, "no-such-rule"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_names_the_fault(case: Case):
    problems = found(case.rule, case.fault)
    assert any(case.names in problem.message + problem.remedy for problem in problems), problems
    assert all(problem.rule == case.rule or case.rule == "ledger" for problem in problems)


@pytest.mark.parametrize(("rule", "changes"), [(case.rule, changes) for case in CASES for changes in case.benign])
def test_is_silent_on_the_benign_twin(rule: str, changes: dict):
    at = HERE if HERE in changes else None
    assert [problem for problem in found(rule, changes) if at is None or problem.id.startswith(at)] == []


# The rules whose own tests show both a fault and silence.
ELSEWHERE = {"ledger": "test_ledger.py", "reviewed": "test_reviewed.py"}


def test_every_rule_has_a_fault_and_a_benign_twin():
    faults, benign = {case.rule for case in CASES}, {case.rule for case in CASES if case.benign}
    assert set(RULES) - faults - set(ELSEWHERE) == set()
    assert set(RULES) - benign - set(ELSEWHERE) == {"rule-described"}  # its twin is the real data, in the next test


def test_the_real_data_is_described(book):
    assert set(book.kb.rules) == set(RULES)


def test_every_rule_looks_at_something_in_the_real_data(book):
    assert all(checks.census(book).values())


# -- the runner


def test_a_rule_that_looks_at_nothing_is_a_problem():
    report = checks.run(context({"matrix": {}}))
    assert any(problem.rule == "looked-at-nothing" and "group-agrees" in problem.message for problem in report.problems)


def test_after_a_dangling_reference_no_other_rule_runs():
    report = checks.run(context({"accelerators.h100.vendor": "nvidai"}))
    assert {problem.rule for problem in report.problems} == {"reference-resolves"}


def test_a_warning_is_no_problem():
    report = checks.run(context({"sources.notice.review_by": "2026-11-29"}))
    assert [problem.rule for problem in report.warnings] == ["source-fresh"]
    assert "source-fresh" not in {problem.rule for problem in report.problems}


def exception(**values: str) -> dict:
    return {"exceptions": [{"rule": "apostrophe", "text": HERE, "reason": "a quotation", **values}]}


@pytest.mark.parametrize("values", [{}, {"lang": "fr"}])
def test_an_exception_silences_one_rule_on_one_text(values: dict):
    report = checks.run(context(said("理由です。", "C'est ainsi.") | exception(**values)))
    assert not {"apostrophe", "exception-unused"} & {problem.rule for problem in report.problems}


@pytest.mark.parametrize("values", [{"lang": "ja"}, {"text": "faq.why.question"}, {"rule": "register"}])
def test_an_exception_for_something_else_silences_nothing_and_is_unused(values: dict):
    report = checks.run(context(said("理由です。", "C'est ainsi.") | exception(**values)))
    assert {"apostrophe", "exception-unused"} <= {problem.rule for problem in report.problems}


def test_a_replacement_never_lengthens_twice():
    avoid = {"サーバ": "サーバー", "A la": "À la"}
    assert respelled("サーバとサーバー、A la", avoid) == "サーバーとサーバー、À la"
    assert respelled(respelled("サーバ", avoid), avoid) == "サーバー"


def test_a_message_names_file_line_text_and_language():
    problem, = found("apostrophe", said("理由です。", "C'est ainsi."))
    assert (problem.path, problem.id, problem.lang) == ("support.yaml", HERE, "fr")
    assert problem.line > 1 and problem.remedy
