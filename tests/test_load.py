"""Loading: faults of facts and texts in an editor's words, at their line, all in one run; and nothing but `Invalid` ever comes out."""

from __future__ import annotations

import datetime
import json
import re
import time

import minimal
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from minimal import TEXT, edited, place

from macros.load import load, schema
from macros.locale import Locale
from macros.problem import Invalid, Problem


def faults(text: str) -> list[Problem]:
    try:
        load("support.yaml", text)
    except Invalid as invalid:
        return invalid.problems
    return []


def test_the_minimal_knowledge_base_is_valid():
    assert faults(TEXT) == []
    assert minimal.kb({"names.infer.name": "Other"}).names["infer"].name == "Other"


# What a user meets | old, new (the old text is the benign twin) | rule | the passage of `new` it points at | what is said
FAULTS = [
    ("a1 Python 3.10 without quotes", 'Python, version: {stated: "3.12"}', "Python, version: {stated: 3.10}", "unquoted", "3.10", ["`3.10`", 'quote it: "3.10"']),
    ("a1 CUDA 13.0 without quotes", 'CUDA, version: {stated: "13"}', "CUDA, version: {stated: 13.0}", "unquoted", "13.0", ["`13.0`", 'quote it: "13.0"']),
    ("a1 a compute capability without quotes", 'compute_capability: "10.0"', "compute_capability: 10.0", "unquoted", "10.0", ["`10.0`", 'quote it: "10.0"']),
    ("a1 a whole version without quotes", 'GCC, version: {min: "13"}', "GCC, version: {min: 13}", "unquoted", "13}", ["a number", 'quote it: "13"']),
    ("a1 a version among names", "one_of: [Linux]", "one_of: [Linux, 3.10]", "unquoted", "3.10", ["`3.10`"]),
    ("a1 a decimal where a whole number belongs", "{value: 1234", "{value: 3.10", "type", "3.10", ["'3.10'", "a whole number"]),
    ("a3 off for a status", "page: home, status: listed", "page: home, status: off", "value", "off", ["`off`", "'listed'", "quotes"]),
    ("a3 NO for a region", "line: datacenter\n    family: Hopper", "line: datacenter\n    family: NO", "unquoted", "NO", ["`NO`", "yes/no", 'quote it: "NO"']),
    ("a3 no in a text", "owner: {ja: 運営者, fr: Responsable}", "owner: {ja: 運営者, fr: no}", "unquoted", "no}", ["`no`", 'quote it: "no"']),
    ("a3 a part number that starts with zero", "infer: {name: Infer", "infer: {name: 0510", "number-in-disguise", "0510", ["`0510`", 'quote it: "0510"']),
    ("a4 a date with a time", "reported_on: 2026-10-20", "reported_on: 2026-10-20 09:00", "date", "2026-10-20 09:00", ["calendar date", "09:00"]),
    ("a6 a zero-width space in a reference", "examined: [card]", "examined: [card\u200b]", "invisible-character", "\u200b", ["U+200B"]),
    ("a7 a full-width id", "  infer: {name", "  ｉnfer: {name", "full-width-character", "ｉ", ["U+FF49"]),
    ("a7 a full-width reference", "lists: [sm-100]", "lists: [sm-１００]", "full-width-character", "１", ["U+FF11"]),
    ("a7 a full-width version", 'requires: {cuda: {min: "13.1"}}', 'requires: {cuda: {min: "１３．０"}}', "full-width-character", "１", ["U+FF11"]),
    ("a7 Arabic digits in a version", 'requires: {cuda: {min: "13.1"}}', 'requires: {cuda: {min: "١٣"}}', "version", '"١٣"', ["13"]),
    ("a7 a superscript count", "times: 8", "times: ²", "full-width-character", "²", ["U+00B2"]),
    ("i6 a date of one-digit parts", "published: 2026-10-01", "published: 2026-1-5", "date", "2026-1-5", ["calendar date", "2026-1-5"]),
    ("i6 an empty date", 'verified_on: "2026-10-21"', "verified_on:", "date", None, ["calendar date", "nothing"]),
    ("i6 a sentence for a date", "reported_on: 2026-10-20", "reported_on: last week", "date", "last week", ["calendar date", "last week"]),
    ("i6 a day that does not exist", "reported_on: 2026-10-20", "reported_on: 2026-02-30", "date", "2026-02-30", ["calendar date"]),
    ("i6 verified before it was published", "published: 2026-10-01", "published: 2026-12-01", "source", None, ["`verified_on` is earlier"]),
    ("a field misspelt", "pages:\n  home: {address", "pages:\n  home: {adress", "unknown-key", "adress", ["`adress`", "did you mean `address`?"]),
    ("staus for status", "page: home, status: listed", "page: home, staus: listed", "unknown-key", "staus", ["`staus`", "did you mean `status`?"]),
    ("a collection misspelt", "\nglossary:", "\nglosary:", "unknown-key", "glosary", ["did you mean `glossary`?"]),
    ("a field that resembles none", "{value: 1234", "{xyz: 1, value: 1234", "unknown-key", "xyz", ["known here: memory_of"]),
    ("a status misspelt", "page: home, status: listed", "page: home, status: listd", "value", "listd", ["did you mean `listed`?"]),
    ("a presupposed status misspelt", "states: [A1]", "holds_when: {group: hopper, status: listd}", "value", "listd", ["did you mean `listed`?"]),
    ("a status of the vocabulary misspelt", "\n  withdrawn: {symbol", "\n  withdrawm: {symbol", "value", "withdrawm", ["did you mean `withdrawn`?"]),
    ("a field left out", "  h100:\n    name: H100\n    vendor: nvidia\n", "  h100:\n    name: H100\n", "missing-key", "h100:", ["`vendor` is missing", "add `vendor:`"]),
    ("a language left out of a text", "owner: {ja: 運営者, fr: Responsable}", "owner: {ja: 運営者}", "missing-language", "{ja: 運営者}", ["no text for fr"]),
    ("a text left empty in one language", "owner: {ja: 運営者, fr: Responsable}", 'owner: {ja: 運営者, fr: ""}', "type", '""}', ["not empty"]),
    ("a text of spaces in one language", "owner: {ja: 運営者, fr: Responsable}", 'owner: {ja: 運営者, fr: " "}', "missing-language", "{ja: 運営者", ["no text for fr"]),
    ("a language nobody defined", "owner: {ja: 運営者, fr: Responsable}", "owner: {ja: 運営者, fr: Responsable, en: Owner}", "unknown-key", "en: Owner", ["`en`", "fr", "ja"]),
    ("an id in capitals", "\n  infer: {name", "\n  Infer: {name", "pattern", "Infer: {", ["`Infer`", "kebab-case"]),
    ("an address without https", "https://example.com/notice", "http://example.com/notice", "pattern", "http:", ["an https:// address"]),
    ("an address that runs script", "https://example.com/notice", "javascript:alert(1)", "pattern", "javascript", ["an https:// address"]),
    ("one value where a list belongs", "lists: [sm-100]", "lists: sm-100", "type", "sm-100", ["'sm-100'", "a list"]),
    ("an entry with nothing in it", "infer: {name: Infer, grammar: {fr: nv}}", "infer:", "type", None, ["nothing", "a mapping"]),
    ("two bounds that contradict", 'GCC, version: {min: "13"}', 'GCC, version: {min: "13", max: "12"}', "bound", "{min", ["above the upper"]),
    ("a bare version that is also a minimum", 'GCC, version: {min: "13"}', 'GCC, version: {min: "13", stated: "13"}', "bound", "{min", ["one bound"]),
    ("a source with neither address nor reason", "    no_url: {ja: 非公開, fr: Non publié}\n", "", "source", None, ["`no_url`"]),
    ("a whole text for a number", "{value: 1234", "{value: many", "type", "many", ["'many'", "a whole number"]),
]


@pytest.mark.parametrize(("old", "new", "rule", "passage", "says"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_a_fault_is_reported_at_its_place_with_what_to_do(old, new, rule, passage, says):
    text = edited(old, new)
    found = [problem for problem in faults(text) if problem.rule == rule]
    assert found, f"expected {rule}, got {list(map(str, faults(text)))}"
    if passage:
        assert place(text, new, passage) in [(problem.line, problem.column) for problem in found]
    assert all(problem.line >= 1 and problem.column >= 1 for problem in found)
    words = " ".join(f"{problem.message} {problem.remedy}" for problem in found)
    assert all(part in words for part in says), words
    assert "Input should" not in words, "pydantic speaks to programmers"
    assert len({problem.rule for problem in faults(text)}) <= 2, "one fault is not reported in many ways"


@pytest.mark.parametrize("version", ["3.10", "13.0", "10.0"])
def test_a1_a_quoted_version_passes_through_unchanged(version):
    kb = load("x", edited('CUDA, version: {stated: "13"}', f'CUDA, version: {{stated: "{version}"}}'))[0]
    assert kb.requirements["cuda"].version.bounds == {"stated": version}
    written = kb.requirements["cuda"].model_dump_json()
    assert f'"{version}"' in written
    assert Locale(kb.languages["fr"]).bound({"stated": version}) == version


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('compute_capability: "10.0"', "compute_capability: 3.10"), ('stated: "3.12"', "stated: 3.10"), ("value: 1234", "value: 3.10"),
        ("reported_on: 2026-10-20", "reported_on: 3.10"), ("page: home, status: listed", "page: home, status: 3.10"), ("kind: serving", "kind: 3.10"),
        ("documented: true", "documented: 3.10"), ("one_of: [Linux]", "one_of: 3.10"), ("infer: {name: Infer, grammar: {fr: nv}}", "infer: 3.10"),
    ],
)
def test_a1_no_message_shows_a_version_that_has_lost_its_zero(old, new):
    shown = " ".join(problem.message for problem in faults(edited(old, new)))
    assert "3.10" in shown and not re.search(r"3\.1(?!0)", shown), shown


def test_a4_bare_and_quoted_dates_are_the_same_everywhere():
    kb = minimal.kb()
    bare, quoted = kb.sources["notice"], kb.sources["card"]
    assert bare.verified_on == quoted.verified_on == datetime.date(2026, 10, 21)
    dumped = json.loads(kb.model_dump_json())["sources"]
    assert dumped["notice"]["verified_on"] == dumped["card"]["verified_on"] == "2026-10-21"
    for language in kb.languages.values():
        locale = Locale(language)
        assert locale.date(bare.verified_on) == locale.date(quoted.verified_on)


def test_a9_a_fault_in_a_shared_block_leads_to_the_block_and_names_the_line_that_reached_it():
    card = "{name: B200, vendor: nvidia, line: datacenter, family: Blackwell, architecture: sm-100, sources: [card]}"
    text = edited(f"  b200: {card}", f"  b200: &shared {card}").replace(f"&shared {card}", "&shared\n    name: B200\n    vendor: [nvidia]\n    line: datacenter\n    family: Blackwell\n    sources: [card]")
    text = edited("  b300: {name: B300, vendor: nvidia,", "  b300:\n    <<: *shared\n    architecture: sm-103\n  b301: {name: B300, vendor: nvidia,", text)
    block, merge = place(text, "[nvidia]"), place(text, "*shared")
    found = [problem for problem in faults(text) if problem.rule == "type"]
    assert [(problem.line, problem.column) for problem in found] == [block, block]
    assert {problem.id for problem in found} == {"accelerators.b200.vendor", "accelerators.b300.vendor"}
    (through,) = [problem for problem in found if problem.id == "accelerators.b300.vendor"]
    assert f"line {merge[0]}" in through.message
    assert "<<" not in " ".join(problem.message for problem in faults(text)), "`<<` is no unknown property"
    assert faults(text.replace("[nvidia]", "nvidia")) == []


def test_faults_of_every_kind_are_reported_in_one_run():
    text = edited("  infer: {name: Infer", "  infer: {name: Infer}\n  infer: {name: Infer")
    text = edited("{value: 1234", "{value: 0123", text)
    text = edited("page: home, status: listed", "page: home, staus: listed", text)
    text = edited('compute_capability: "10.0"', "compute_capability: 10.0", text)
    text = edited("owner: {ja: 運営者, fr: Responsable}", "owner: {ja: 運営者}", text)
    text = edited("examined: [card]", "examined: [card\u200b]", text)
    assert {problem.rule for problem in faults(text)} == {"duplicate-key", "number-in-disguise", "unknown-key", "unquoted", "missing-language", "invisible-character"}
    lines = [problem.line for problem in faults(text)]
    assert lines == sorted(lines)


def test_an_alias_for_a_text_that_is_wrong_names_the_alias():
    text = edited("unofficial: {ja: 非公式です。, fr: Site non officiel.}", "unofficial: &t {ja: 非公式です。}")
    text = edited("scope: {ja: 範囲です。, fr: Champ.}", "scope: *t", text)
    found = {problem.id: problem for problem in faults(text)}
    assert found["site.unofficial"].line == found["site.scope"].line
    assert f"line {place(text, '*t')[0]}" in found["site.scope"].message


@pytest.mark.parametrize("text", ["languages:\n", "languages: []\n", "languages: {}\n", "languages: {ja: }\n", "languages: 3.10\n", "a: b\n", "{}\n"])
def test_a_file_that_is_hardly_begun_gets_problems_and_no_traceback(text):
    assert faults(text)


def test_a_third_language_is_asked_of_every_text():
    text = edited("\nsite:", "\n  en: {name: English}\n\nsite:")
    missing = [problem for problem in faults(text) if problem.rule == "missing-language"]
    assert len(missing) > 50 and all("no text for en" in problem.message for problem in missing)


def test_the_schema_asks_for_the_languages_of_the_data():
    result = schema(["ja", "fr"])
    assert {"ja", "fr"} <= set(result["$defs"]["Text"]["required"])
    assert result["$defs"]["Text"]["additionalProperties"] is False
    assert set(result["required"]) <= set(minimal.data()) <= set(result["properties"])


def only_invalid(load_it) -> None:
    """Loads, or raises `Invalid` with problems at lines; within a second of work."""
    start = time.process_time()
    try:
        load_it()
    except Invalid as invalid:
        assert invalid.problems
        assert all(problem.line >= 0 and problem.column >= 0 and problem.message for problem in invalid.problems)
        assert str(invalid)
    assert time.process_time() - start < 1


ONLY = settings(deadline=5000, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@ONLY
@given(st.text() | st.text(alphabet="ab:-?{}[]&*!|>'\"%@` \n\t#,~0123456789.あ\u200b\u3000\x85\u2028<"))
def test_any_text_loads_or_is_invalid(text):
    only_invalid(lambda: load("x", text))


@ONLY
@given(content=st.binary() | st.text().map(str.encode))
def test_any_bytes_load_or_are_invalid(tmp_path, content):
    path = tmp_path / "data.yaml"
    path.write_bytes(content)
    only_invalid(lambda: load(path))


SCRAPS = ["", "~", "3.10", "no", "0510", "[]", "{}", "[a, b]", "{a: b}", '""', "*x", "&x y", "2026-13-01", "'", '"', "- a", "あ", "\u200b", "{ja: a}", "<<: {a: b}", "? a", "9" * 400, "!!int x", "{<<: [1]}"]


@ONLY
@given(st.data())
def test_the_knowledge_base_with_any_value_spoilt_loads_or_is_invalid(data):
    lines = TEXT.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        scrap = data.draw(st.sampled_from(SCRAPS) | st.text(max_size=5))
        head = lines[at]
        values = [m.span(1) for m in re.finditer(r"[:\[,] ?([^:\[\]{},]*)", head)] or [(0, len(head))]
        start, end = data.draw(st.sampled_from(values))
        how = data.draw(st.sampled_from(["replace", "replace", "remove line", "repeat line", "indent"]))
        if how == "replace":
            lines[at] = f"{head[:start]} {scrap}{head[end:]}"
        else:
            lines[at : at + 1] = {"remove line": [], "repeat line": [head, head], "indent": [f" {head}"]}[how]
            if not lines:
                break
    only_invalid(lambda: load("x", "\n".join(lines)))
