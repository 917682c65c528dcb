"""Characters: which are Japanese, which mislead, how broken lines join."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.typography import INVISIBLE, JAPANESE_CHARACTER, KANA_OR_KANJI, code_point, is_full_width_alphanumeric, join, one_line


@pytest.mark.parametrize(
    ("left", "right", "joined"),
    [
        ("推論は", "対応", "推論は対応"), ("です。", "次に", "です。次に"), ("推論は", "CUDA", "推論はCUDA"), ("CUDA", "対応", "CUDA対応"), ("「", "A", "「A"), ("un", "deux", "un deux"),
        ("un ", " deux", "un deux"), ("", "deux", "deux"), ("un", "", "un"), ("é", "à", "é à"), ("カナ", "ｶﾅ", "カナｶﾅ"), ("{a}", "は", "{a}は"), ("{a}", "{b}", "{a} {b}"),
    ],
)
def test_lines_join_solid_next_to_japanese_and_with_a_space_elsewhere(left, right, joined):
    assert join(left, right) == joined


@pytest.mark.parametrize(
    ("text", "line"),
    [("推論は\n対応", "推論は対応"), ("un\ndeux\ntrois", "un deux trois"), ("  un\n\n  deux  ", "un deux"), ("推論は 対応", "推論は 対応"), ("CUDA 対応\n対応", "CUDA 対応対応"), ("", "")],
)
def test_a_paragraph_on_one_line(text, line):
    assert one_line(text) == line


@given(st.text(alphabet="aé漢あ。 \t\n\u00a0"))
def test_one_line_is_one_line_and_keeps_every_character(text):
    line = one_line(text)
    assert "\n" not in line and one_line(line) == line
    assert "".join(line.split()) == "".join(text.split())


@pytest.mark.parametrize("character", list("Ｈ１ｚ²¹０Ａ①ª"))
def test_a7_letters_and_digits_that_only_look_like_ascii(character):
    assert is_full_width_alphanumeric(character)


@pytest.mark.parametrize("character", list("H1zéÉœ漢あア、。（）：！？’«»—…・"))
def test_letters_and_marks_of_the_two_languages_pass(character):
    assert not is_full_width_alphanumeric(character)
    assert not INVISIBLE.search(character)


@pytest.mark.parametrize("character", list("\u200b\u200c\u200d\u200e\u200f\u00ad\u2060\ufeff\u202e\u2028\u2029\u0000\u0007\u0085\U000e0041"), ids=lambda c: f"U+{ord(c):04X}")
def test_a6_characters_that_cannot_be_seen(character):
    assert INVISIBLE.search(f"a{character}b")


@pytest.mark.parametrize("character", list(" \t\n\u00a0\u202f\u3000"), ids=lambda c: f"U+{ord(c):04X}")
def test_spaces_that_texts_need_are_not_invisible(character):
    assert not INVISIBLE.search(character)


def test_a_code_point_is_named():
    assert code_point("\u3000") == "U+3000 (IDEOGRAPHIC SPACE)"
    assert code_point("\u0007") == "U+0007 (unnamed)"


@pytest.mark.parametrize("character", list("あア漢々ー"))
def test_japanese_letters(character):
    assert JAPANESE_CHARACTER.match(character)


@given(st.characters(max_codepoint=0x24F))
def test_no_latin_character_is_japanese(character):
    assert not JAPANESE_CHARACTER.match(character) and not KANA_OR_KANJI.match(character)
    assert not KANA_OR_KANJI.match(unicodedata.normalize("NFD", character)[0])
