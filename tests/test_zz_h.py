"""Strict YAML: what misleads an editor is refused at its line, and what an editor may write is read as meant."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from minimal import place

from macros.compose import MAX_ALIASED
from macros.problem import Invalid, Problem
from macros.source import read
from macros.typography import JAPANESE_CHARACTER


def faults(text: str) -> list[Problem]:
    """The problems of reading a text, whether or not it could be read to the end."""
    try:
        return sorted(read("data.yaml", text).problems)
    except Invalid as invalid:
        return invalid.problems


# What a user meets | the text | rule | the passage it points at | what the message and the remedy say | the benign twin
FAULTS = [
    ("a2 a key twice in one entry", "h200:\n  verdict: a\n  name: b\n  verdict: c\n", "duplicate-key", "verdict: c", ["`verdict`", "line 2", "lines 2 and 4"], "h200:\n  verdict: a\n  name: b\nh100:\n  verdict: c\n"),
    ("a2 an id defined again far below", "x:\n  h200: a\n" + "  # …\n" * 170 + "  h200: b\n", "duplicate-key", "h200: b", ["`h200`", "line 2", "lines 2 and 173"], "x:\n  h200: a\n  h100: b\n"),
    ("a2 the same key in another spelling of quotes", 'x:\n  a: 1\n  "a": 2\n', "duplicate-key", '"a"', ["`a`", "line 2"], 'x:\n  a: 1\n  "A": 2\n'),
    ("a3 a leading zero", "part_no: 0510\n", "number-in-disguise", "0510", ["`0510`", 'quote it: "0510"'], 'part_no: "0510"\n'),
    ("a3 a time of day", "at: 12:30\n", "number-in-disguise", "12:30", ["`12:30`", '"12:30"'], 'at: "12:30"\n'),
    ("a3 a number with underscores", "n: 1_000\n", "number-in-disguise", "1_000", ["`1_000`"], "n: 1000\n"),
    ("a3 more digits than a number holds", f"n: {'9' * 5000}\n", "number-in-disguise", "999", ["quote it"], f"n: {'9' * 15}\n"),
    ("a3 a bare word as a key", "x:\n  no: a\n", "key", "no:", ["`no`", "bool", 'quote it: "no"'], 'x:\n  "no": a\n'),
    ("a3 a bare number as a key", "x:\n  13: a\n", "key", "13:", ["`13`", "int"], 'x:\n  "13": a\n'),
    ("a5 a full-width space in the indentation", "h200:\n\u3000verdict: supported\n", "look-alike-space", "\u3000", ["U+3000", "IDEOGRAPHIC SPACE"], "h200:\n verdict: supported\n"),
    ("a5 a no-break space in the indentation", "h200:\n\u00a0 verdict: supported\n", "look-alike-space", "\u00a0", ["U+00A0", "NO-BREAK SPACE"], "h200:\n  verdict: supported\n"),
    ("a5 a no-break space behind good ones", "h200:\n \u00a0verdict: supported\n", "look-alike-space", "\u00a0", ["U+00A0"], "h200:\n  verdict: supported\n"),
    ("a5 a full-width space after the colon", "h200:\u3000a\nh100: b\n", "look-alike-space", "\u3000", ["U+3000"], "h200: a\u3000b\nh100: b\n"),
    ("a5 a no-break space before the colon", "h200\u00a0: a\n", "look-alike-space", "h200", ["U+00A0"], "h200 : a\n"),
    ("a6 a zero-width space in an id", "id: h100\u200b\nsee: h100\n", "invisible-character", "\u200b", ["U+200B", "ZERO WIDTH SPACE"], "id: h100\nsee: h100\n"),
    ("a6 a zero-width space in a key", "x:\n  h1\u200b00: a\n", "invisible-character", "\u200b", ["U+200B"], "x:\n  h100: a\n"),
    ("a6 a zero-width space written as an escape", 'id: "h100\\u200B"\n', "invisible-character", '"h100', ["U+200B"], 'id: "h100"\n'),
    ("a6 a zero-width space on the second line of a text", 'fr: "un\n  de\u200bux"\n', "invisible-character", "\u200b", ["U+200B"], 'fr: "un\n  deux"\n'),
    ("a6 a control character written as an escape", 'id: "h100\\x07"\n', "invisible-character", '"h100', ["U+0007"], 'id: "h100\\t"\n'),
    ("a6 a line separator in a text", 'ja: "一\u2028二"\n', "line-separator", "\u2028", ["U+2028"], 'ja: "一\\n二"\n'),
    ("a6 a control character", "id: h100\u0007\n", "control-character", "\u0007", ["U+0007"], "id: h100\n"),
    ("a7 full-width letters in an id", "id: Ｈ１００\n", "full-width-character", "Ｈ", ["U+FF28"], "id: H100\n"),
    ("a7 full-width digits in an architecture", "arch: sm_１００\n", "full-width-character", "０", ["U+FF10"], "arch: sm_100\n"),
    ("a7 a full-width version", 'cuda: "１３．０"\n', "full-width-character", "３", ["U+FF13"], 'cuda: "13.0"\n'),
    ("a7 a superscript for a number", "count: ²\n", "full-width-character", "²", ["U+00B2"], "count: 2\n"),
    ("a8 a value that contains itself", "x: &x [*x]\n", "self-reference", "*x]", ["`*x`", "`&x`"], "x: &x [a]\ny: *x\n"),
    ("a8 an alias without an anchor", "x: *y\n", "unknown-alias", "*y", ["`*y`", "`&y`"], "y: &y a\nx: *y\n"),
    ("a9 a merge of something else than a mapping", "a: &a b\nc:\n  <<: *a\n", "merge", "<<", ["`<<`", "mapping", "scalar"], "a: &a {b: c}\nc:\n  <<: *a\n"),
    ("a tab for indentation", "x:\n\ty: z\n", "yaml", "\t", ["tab", "spaces"], "x:\n  y: z\n"),
    ("a second document", "a: b\n---\nc: d\n", "two-documents", "---", ["second document", "`---`"], "---\na: b\n"),
    ("a full-width colon", "x: y\nstatus：listed\n", "yaml", "status", ["colon", "ASCII"], "x: y\nstatus: listed\n"),
    ("a French colon in a bare text", "fr: Prérequis : le noyau\n", "yaml", ": le", ["quote a text"], 'fr: "Prérequis : le noyau"\n'),
    ("a quote that is not closed", 'a: "b\nc: d\n', "yaml", None, ["quotes"], 'a: "b"\nc: d\n'),
    ("a tag on a value", "a: !!str 3.10\n", "tag", "!!str", ["tag:yaml.org,2002:str"], 'a: "3.10"\n'),
    ("a tag that would run code", "a: !!python/object/apply:os.system [ls]\n", "tag", "!!python", ["python"], "a: [ls]\n"),
    ("a list as a key", "? [a, b]\n: c\n", "key", "[a", ["sequence"], "? a\n: c\n"),
    ("a list at the top", "- a\n- b\n", "not-a-mapping", "- a", ["sequence", "mapping"], "a: b\n"),
    ("a sentence at the top", "hello\n", "not-a-mapping", "hello", ["scalar", "mapping"], "hello: you\n"),
    ("an empty file", "", "empty", None, ["empty"], "a: b\n"),
    ("a file of comments", "# nothing\n", "empty", None, ["empty"], "# something\na: b\n"),
]


@pytest.mark.parametrize(("text", "rule", "passage", "says", "twin"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_a_fault_is_reported_where_it_stands_and_its_benign_twin_is_not(text, rule, passage, says, twin):
    found = [problem for problem in faults(text) if problem.rule == rule]
    assert found, f"expected {rule}, got {list(map(str, faults(text)))}"
    assert passage is None or place(text, passage) in [(problem.line, problem.column) for problem in found]
    words = " ".join(f"{problem.message} {problem.remedy}" for problem in found)
    assert all(part in words for part in says), words
    assert faults(twin) == []


def test_a2_overriding_what_was_merged_in_is_legal():
    document = read("x", "base: &base {verdict: a, name: n}\nh200:\n  <<: *base\n  verdict: b\nh100:\n  verdict: c\n  <<: *base\n")
    assert document.problems == []
    assert document.data["h200"] == {"verdict": "b", "name": "n"}
    assert document.data["h100"] == {"verdict": "c", "name": "n"}


def test_of_several_merged_blocks_the_first_wins():
    document = read("x", "a: &a {k: 1}\nb: &b {k: 2, l: 3}\nc:\n  <<: [*a, *b]\n")
    assert document.data["c"] == {"k": 1, "l": 3}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0810", "0810"), ("2026-10-20", "2026-10-20"), ('"2026-10-20"', "2026-10-20"), ("2026-10-20 09:00", "2026-10-20 09:00"), ('"3.10"', "3.10"),
        ("13", 13), ("13.5", 13.5), ("-1", -1), ("yes", True), ("off", False), ("~", None), ("", None), ("h100", "h100"), ('"0510"', "0510"), ("'no'", "no"),
    ],
)
def test_what_a_value_is_read_as(written, value):
    document = read("x", f"a: {written}\n")
    assert document.data == {"a": value} and type(document.data["a"]) is type(value)
    assert document.problems == []


def test_a5_the_key_after_a_look_alike_space_is_not_loaded_under_another_name():
    with pytest.raises(Invalid) as caught:
        read("x", "h200:\n\u3000verdict: supported\n")
    assert [problem.rule for problem in caught.value.problems] == ["look-alike-space"]


def test_every_fault_of_reading_is_reported_in_one_run():
    text = "a: &a {x: 1}\nb: Ｈ\nc: 0510\nd: h\u200b\na: *a\n"
    assert {problem.rule for problem in faults(text)} == {"full-width-character", "number-in-disguise", "invisible-character", "duplicate-key"}


# a8. Bombs: short, positioned, within a second and in bounded memory.

def bomb(levels: int, fold: int = 10) -> str:
    return "a0: &a0 x\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * fold)}]\n" for n in range(1, levels + 1))


BOMBS = [
    ("nine levels of ten aliases", bomb(9), "alias-bomb"),
    ("six levels, a million values", bomb(6), "alias-bomb"),
    ("merges of merges", "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 10)}], y{n}: 1}}\n" for n in range(1, 9)), "alias-bomb"),
    ("itself", "x: &x [*x]\n", "self-reference"),
    ("itself through a merge", "x: &x\n  <<: *x\n", "self-reference"),
    ("three thousand open brackets", "x: " + "[" * 3000 + "\n", "too-deep"),
    ("three thousand closed brackets", "x: " + "[" * 3000 + "]" * 3000 + "\n", "too-deep"),
    ("three thousand braces", "x: " + "{a: " * 3000 + "\n", "too-deep"),
    ("a thousand lines each further in", "".join(" " * n + "a:\n" for n in range(1000)), "too-deep"),
    ("a chain of aliases, each in the next", "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 1500)), "too-deep"),
]


@pytest.mark.parametrize(("text", "rule"), [row[1:] for row in BOMBS], ids=[row[0] for row in BOMBS])
def test_a8_a_bomb_is_refused_at_once(text, rule):
    start = time.process_time()
    (problem,) = faults(text)
    assert time.process_time() - start < 1
    assert problem.rule == rule and problem.line >= 1 and problem.column >= 1
    assert len(str(problem)) < 300
    tracemalloc.start()
    faults(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000_000


def test_a8_the_most_that_aliases_may_add_is_read_within_a_second():
    text = bomb(4) + "more: [" + ", ".join(["*a4"] * (MAX_ALIASED // 11_112 - 1)) + "]\n"
    start = time.process_time()
    assert faults(text) == []
    assert time.process_time() - start < 1


def test_a8_many_entries_may_share_a_block():
    shared = ", ".join(f"k{n}: v" for n in range(20))
    document = read("x", f"a: &a {{{shared}}}\n" + "".join(f"e{n}: {{<<: *a, own: {n}}}\n" for n in range(2000)))
    assert document.problems == [] and len(document.data["e1999"]) == 21


# a9. Where to point.

def test_a9_a_merged_value_is_marked_where_it_stands_and_where_it_was_merged():
    document = read("x", "a: &a\n  k: 1\n  own: 2\nb:\n  <<: *a\n  own: 3\n")
    assert (document.mark(("b", "k")).line, document.mark(("b", "k")).via) == (2, 5)
    assert (document.mark(("b", "own")).line, document.mark(("b", "own")).via) == (6, 0)
    assert "line 5" in document.problem(("b", "k"), "r", "wrong").message
    assert "line" not in document.problem(("a", "k"), "r", "wrong").message


def test_a9_a_block_merged_into_a_merged_block_leads_to_the_entry():
    document = read("x", "a: &a {k: 1}\nb: &b\n  <<: *a\nc:\n  <<: *b\n")
    assert (document.mark(("c", "k")).line, document.mark(("c", "k")).via) == (1, 5)


def test_a9_a_value_that_an_alias_repeats_leads_to_both_places():
    document = read("x", "a: &a [p, q]\nb:\n  c: *a\n")
    assert (document.mark(("b", "c", 1)).line, document.mark(("b", "c", 1)).via) == (1, 3)


# a10. Folding.

FOLDED = [
    ("a Japanese block", ">-\n  推論は\n  対応しています。", "推論は対応しています。"),
    ("a French block", ">-\n  L’inférence\n  est prise en charge.", "L’inférence est prise en charge."),
    ("a Latin word at the break of a Japanese block", ">-\n  推論は\n  CUDA\n  で動く", "推論はCUDAで動く"),
    ("a Latin word next to kanji on one line, with a space", ">-\n  CUDA 対応と\n  CUDA 版", "CUDA 対応とCUDA 版"),
    ("a Latin word next to kanji on one line, without", '"CUDA対応"', "CUDA対応"),
    ("a space on one line that looks like the fold", ">-\n  推論は 対応\n  推論は\n  対応", "推論は 対応推論は対応"),
    ("lines shorter than a word", '"推\n  論\n  は"', "推論は"),
    ("a bare text", "推論は\n  対応しています。", "推論は対応しています。"),
    ("in double quotes", '"推論は\n  対応"', "推論は対応"),
    ("in single quotes", "'推論は\n  ''対応'''", "推論は'対応'"),
    ("French in quotes", '"un\n  deux"', "un deux"),
    ("with an escape at the break", '"推論\\u306F\n  \\"対応\\""', '推論は "対応"'),
    ("a placeholder at the break", '"{acc.h100}\n  は"', "{acc.h100}は"),
    ("two paragraphs", ">-\n  推論は\n  対応。\n\n  un\n  deux", "推論は対応。\nun deux"),
    ("a kept block", "|-\n  推論は\n  対応", "推論は\n対応"),
    ("deeper lines stay apart", ">-\n  un\n    deux\n    三\n  四\n  五", "un\n  deux\n  三\n四五"),
    ("spaces left at the end of a line", ">-\n  推論は  \n  対応", "推論は対応"),
    ("an indentation that is stated", ">2-\n    推論は\n  対応", "  推論は\n対応"),
    ("a break that is escaped", '"推論は\\\n  対応"', "推論は対応"),
    ("quotes on lines of their own", '"\n  推論は\n  対応\n  "', "推論は対応"),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["Unix", "Windows", "old Mac"])
@pytest.mark.parametrize(("written", "value"), [row[1:] for row in FOLDED], ids=[row[0] for row in FOLDED])
def test_a10_folding_leaves_no_space_next_to_a_japanese_character(written, value, newline):
    document = read("x", f"a: {written}\nb: c\n".replace("\n", newline))
    assert document.data == {"a": value, "b": "c"}
    assert document.problems == []


def test_a10_in_a_flow_mapping_each_language_joins_in_its_own_way():
    document = read("x", 'a: {ja: "推論は\n    対応", fr: "un\n    deux"}\n')
    assert document.data == {"a": {"ja": "推論は対応", "fr": "un deux"}}


@__import__("hypothesis").settings(max_examples=20000,deadline=None)
@given(st.lists(st.text("あ漢aé 、\"'\\#:-?{}&", min_size=1, max_size=6), min_size=1, max_size=4), st.sampled_from(["double", "block"]))
def test_a10_folding_only_ever_takes_spaces_away(words, style):
    if style == "double":
        lines = [word.replace("\\", "").replace('"', "").strip() or "z" for word in words]
    else:
        lines = [f"x{word.strip()}y" if not word.strip() else word.strip() for word in words]
    written = '"' + "\n  ".join(lines) + '"' if style == "double" else ">-\n  " + "\n  ".join(lines)
    value = read("x", f"a: {written}\n").data["a"]
    expected = lines[0]
    for line in lines[1:]:
        solid = JAPANESE_CHARACTER.match(expected[-1]) or JAPANESE_CHARACTER.match(line[0])
        expected += line if solid else f" {line}"
    assert value == expected


# Files.

def test_a_file_that_is_not_utf8_is_refused_at_the_byte(tmp_path):
    path = tmp_path / "data.yaml"
    path.write_bytes("名: 値\nfr: é".encode() + b"\xe9\n")
    with pytest.raises(Invalid) as caught:
        read(path)
    (problem,) = caught.value.problems
    assert (problem.rule, problem.line, problem.column) == ("not-utf8", 2, 6)
    assert "0xE9" in problem.message and "UTF-8" in problem.remedy


def test_a_file_in_utf16_is_refused(tmp_path):
    path = tmp_path / "data.yaml"
    path.write_bytes("a: b\n".encode("utf-16"))
    with pytest.raises(Invalid) as caught:
        read(path)
    assert caught.value.problems[0].rule == "not-utf8"


def test_a_byte_order_mark_is_no_part_of_the_first_key(tmp_path):
    path = tmp_path / "data.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: b\n")
    assert read(path).data == {"a": "b"} == read("x", "\ufeffa: b\n").data


@pytest.mark.parametrize("name", ["missing.yaml", "."], ids=["a file that is not there", "a folder"])
def test_a_path_that_cannot_be_read_is_a_problem(tmp_path, name):
    with pytest.raises(Invalid) as caught:
        read(tmp_path / name)
    (problem,) = caught.value.problems
    assert problem.rule == "unreadable" and str(tmp_path / name) in str(problem)


def test_lines_and_columns_count_characters_from_one():
    document = read("x", "日本: {語: 値}\n")
    assert (document.mark(("日本", "語")).line, document.mark(("日本", "語")).column) == (1, 9)
    assert document.mark(("日本", "語"), key=True).column == 6
    assert document.mark(("日本", "x", 3)) == document.mark(("日本",)), "what has no mark has that of what holds it"
