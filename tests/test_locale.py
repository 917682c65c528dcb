"""A language as a value, on synthetic profiles: dates, numbers, version bounds, word forms, typography."""

from __future__ import annotations

import calendar
import datetime
import unicodedata
from decimal import Decimal

import minimal
import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.locale import Locale

KB = minimal.kb()
JA, FR = Locale(KB.languages["ja"]), Locale(KB.languages["fr"])
NBSP, NARROW = "\u00a0", "\u202f"


@pytest.mark.parametrize("locale", [JA, FR], ids=["ja", "fr"])
@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("day", [1, 9, 28])
def test_a_date_is_read_back_as_it_was_written(locale, month, day):
    written = datetime.date(2026, month, day)
    for form in ("NFC", "NFD"):
        assert locale.read_date(unicodedata.normalize(form, locale.date(written))) == written


@given(st.dates(datetime.date(1000, 1, 1), datetime.date(9999, 12, 31)))
def test_every_date_is_read_back(day):
    assert JA.read_date(JA.date(day)) == day == FR.read_date(FR.date(day))


def test_dates_are_written_in_the_long_form():
    day = datetime.date(2026, 10, 20)
    assert (JA.date(day), FR.date(day)) == ("2026年10月20日", "20\u00a0octobre\u00a02026")


@pytest.mark.parametrize(
    ("text", "month", "day"),
    [
        ("20 juin 2026", 6, 20), ("20 juillet 2026", 7, 20), ("3 août 2026", 8, 3), ("3 aou\u0302t 2026", 8, 3), ("3 aout 2026", 8, 3), ("3 AOÛT 2026", 8, 3),
        ("1er août 2026", 8, 1), ("le 20 juillet 2026", 7, 20), ("20\u00a0février\u00a02026", 2, 20), ("20 fevrier 2026", 2, 20), ("31 decembre 2026", 12, 31), ("5 mai 2026", 5, 5), ("5 mars 2026", 3, 5),
    ],
)
def test_c7_french_months_with_accents_lost_or_decomposed(text, month, day):
    assert FR.read_date(text) == datetime.date(2026, month, day)


@pytest.mark.parametrize(("text", "month", "day"), [("2026年1月11日", 1, 11), ("2026年11月1日", 11, 1), ("2026年 12月 2日", 12, 2), ("2026年10月10日時点", 10, 10)])
def test_january_is_not_read_out_of_november(text, month, day):
    assert JA.read_date(text) == datetime.date(2026, month, day)


@pytest.mark.parametrize("text", ["", "juillet 2026", "20 juillet", "20 joillet 2026", "31 février 2026", "20 juillette 2026", "32 juillet 2026", "20 juillet 99999999999999999999", "hier", "2026-10-20", "２０ juillet 2026"])
def test_what_is_no_date_is_not_read_as_one(text):
    with pytest.raises(ValueError):
        FR.read_date(text)


@pytest.mark.parametrize(
    ("value", "ja", "fr"),
    [
        (1234, "1,234", f"1{NARROW}234"), (1234567, "1,234,567", f"1{NARROW}234{NARROW}567"), (64, "64", "64"), (0, "0", "0"),
        (Decimal("3.35"), "3.35", "3,35"), (3.35, "3.35", "3,35"), (1.5, "1.5", "1,5"),
    ],
)
def test_c5_numbers_are_grouped_as_the_language_does(value, ja, fr):
    assert (JA.number(value), FR.number(value)) == (ja, fr)


@pytest.mark.parametrize(
    ("value", "unit", "ja", "fr"),
    [(80, "GB", "80 GB", f"80{NBSP}Go"), (Decimal("3.35"), "TB/s", "3.35 TB/s", f"3,35{NBSP}To/s"), (1440, "GB", "1,440 GB", f"1{NARROW}440{NBSP}Go")],
    ids=["e2 bytes are octets", "c4 a measured quantity has the decimal mark", "grouping and unit"],
)
def test_quantities(value, unit, ja, fr):
    assert (JA.quantity(value, unit), FR.quantity(value, unit)) == (ja, fr)


def test_a_unit_that_the_language_does_not_know_is_refused():
    with pytest.raises(KeyError):
        FR.quantity(1, "Go")


@pytest.mark.parametrize("version", ["13.0", "580.65", "9.2", "3.10", "1.234"])
def test_c4_a_version_keeps_its_dots(version):
    for locale in (JA, FR):
        for kind in ("exact", "stated", "min", "above", "max", "below"):
            assert version in locale.bound({kind: version})
            assert "," not in locale.bound({kind: version})


@pytest.mark.parametrize(
    ("what", "value", "fr"),
    [("accelerators", 0, "0 accélérateur"), ("accelerators", 1, "1 accélérateur"), ("accelerators", 2, "2 accélérateurs"), ("accelerators", 1234, f"1{NARROW}234 accélérateurs"), ("accelerators", 1_000_000, f"1{NARROW}000{NARROW}000 accélérateurs"), ("million", 1.5, "1,5 million"), ("million", 2, "2 millions")],
)
def test_c6_zero_is_singular_in_french(what, value, fr):
    assert FR.count(what, value) == fr


@pytest.mark.parametrize("value", [0, 1, 2])
def test_c6_japanese_has_one_form(value):
    assert JA.count("accelerators", value) == f"{value}件のアクセラレータ"


INCLUSIVE = {"min": ("13以降", "13 ou ultérieure"), "max": ("13以前", "13 ou antérieure")}
EXCLUSIVE = {"above": ("13より後", "postérieure à 13"), "below": ("13未満", "antérieure à 13")}
OTHERS = {"exact": ("13のみ", "13 uniquement"), "stated": ("13", "13")}


@pytest.mark.parametrize(("kind", "words"), (INCLUSIVE | EXCLUSIVE | OTHERS).items())
def test_e4_bounds_say_whether_they_include_their_end(kind, words):
    assert (JA.bound({kind: "13"}), FR.bound({kind: "13"})) == words


@pytest.mark.parametrize("locale", [JA, FR], ids=["ja", "fr"])
def test_e4_no_two_bounds_read_alike(locale):
    kinds = ("exact", "stated", "min", "above", "max", "below")
    assert len({locale.bound({kind: "13"}) for kind in kinds}) == len(kinds)


def test_two_bounds_are_joined():
    pair = {"min": "3.12", "below": "3.13"}
    assert JA.requirement("Python", pair) == "Python 3.12以降、3.13未満"
    assert FR.requirement("Python", pair) == "Python\u00a03.12 ou ultérieure, antérieure à 3.13"


@pytest.mark.parametrize(
    ("items", "and_ja", "and_fr", "or_fr"),
    [([], "", "", ""), (["A"], "A", "A", "A"), (["A", "B"], "A、B", "A et B", "A ou B"), (["A", "B", "C"], "A、B、C", "A, B et C", "A, B ou C")],
    ids=["none", "one", "two", "three"],
)
def test_lists(items, and_ja, and_fr, or_fr):
    assert (JA.conjunction(items), FR.conjunction(items), FR.disjunction(items)) == (and_ja, and_fr, or_fr)


def test_small_joints():
    assert (JA.labelled("出典", "A"), FR.labelled("Source", "A")) == ("出典：A", f"Source{NBSP}: A")
    assert (JA.remark("A", "B"), FR.remark("A", "B")) == ("A（B）", "A (B)")
    assert (JA.sentences("あ。", "", "い。"), FR.sentences("Un.", "", "Deux.")) == ("あ。い。", "Un. Deux.")


# Class of the word | le, Le, de, d, a
FORMS = [
    ("m", "le X", "Le X", "du X", "de X", "au X"),
    ("f", "la X", "La X", "de la X", "de X", "à la X"),
    ("v", "l’X", "L’X", "de l’X", "d’X", "à l’X"),
    ("p", "les X", "Les X", "des X", "de X", "aux X"),
    ("n", "X", "X", "de X", "de X", "à X"),
    ("nv", "X", "X", "d’X", "d’X", "à X"),
    (None, "le X", "Le X", "du X", "de X", "au X"),
]


@pytest.mark.parametrize("row", FORMS, ids=lambda row: row[0] or "no class given")
def test_french_articles_follow_the_class_of_the_word(row):
    word_class, *expected = row
    assert [FR.form("X", form, word_class) for form in ("le", "Le", "de", "d", "a")] == expected


def test_a_language_without_forms_leaves_names_as_they_are():
    assert [JA.form("X", form, "m") for form in ("le", "de", "whatever")] == ["X"] * 3


@pytest.mark.parametrize(("form", "word_class"), [("du", "m"), ("de", "x")], ids=["a form that does not exist", "a class that does not exist"])
def test_unknown_forms_and_classes_are_refused(form, word_class):
    with pytest.raises(KeyError):
        FR.form("X", form, word_class)


TYPESET = [
    ("an apostrophe between letters", "l'Ascend", "l’Ascend"),
    ("an apostrophe before a placeholder", "l'{acc.a}", "l’{acc.a}"),
    ("an apostrophe before an accented letter", "d'État", "d’État"),
    ("an apostrophe in code-like quotes", "'a'", "'a'"),
    ("a colon", "Prérequis : le noyau", f"Prérequis{NBSP}: le noyau"),
    ("a colon at the end", "Prérequis :", f"Prérequis{NBSP}:"),
    ("a semicolon", "un ; deux", f"un{NARROW}; deux"),
    ("a question", "Pourquoi ? Ainsi.", f"Pourquoi{NARROW}? Ainsi."),
    ("an exclamation", "Attention !", f"Attention{NARROW}!"),
    ("two marks together", "Vraiment ?!", f"Vraiment{NARROW}?!"),
    ("a question in brackets", "(pourquoi ?)", f"(pourquoi{NARROW}?)"),
    ("a question inside guillemets", "« Pourquoi ? »", f"«{NBSP}Pourquoi{NARROW}?{NBSP}»"),
    ("guillemets", "« Ascend 950 »", f"«{NBSP}Ascend 950{NBSP}»"),
    ("guillemets before a comma", "« a », « b ».", f"«{NBSP}a{NBSP}», «{NBSP}b{NBSP}»."),
    ("guillemets before an ellipsis", "« a »…", f"«{NBSP}a{NBSP}»…"),
    ("a colon after guillemets", "« a » : b", f"«{NBSP}a{NBSP}»{NBSP}: b"),
    ("a colon after a placeholder", "{req.cuda} : {ui.source} ?", f"{{req.cuda}}{NBSP}: {{ui.source}}{NARROW}?"),
    ("the other no-break space already there", f"a{NARROW}: b{NBSP}?", f"a{NBSP}: b{NARROW}?"),
    ("two spaces before a mark", "a  : b", f"a{NBSP}: b"),
    ("c2 an address", "https://docs.example.com/a:b?x=1", "https://docs.example.com/a:b?x=1"),
    ("c2 an address after a word", "voir https://a.example/?q=a;b!c et", "voir https://a.example/?q=a;b!c et"),
    ("c2 a time", "à 12:30", "à 12:30"),
    ("c2 a colon between letters", "a:b", "a:b"),
    ("c2 a symbol between colons", "un :material-check: deux", "un :material-check: deux"),
    ("a French text on two lines", "un\n  deux", "un deux"),
    ("a Japanese text on two lines", "推論は\n対応", "推論は対応"),
    ("a line that ends before a mark", "Prérequis\n: a", f"Prérequis{NBSP}: a"),
    ("space around the text", "  un \t", "un"),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in TYPESET], ids=[row[0] for row in TYPESET])
def test_french_typography(text, expected):
    assert FR.typeset(text) == expected


def test_japanese_gets_no_french_typography():
    assert JA.typeset("a : b ? l'c « d »") == "a : b ? l'c « d »"


@given(st.text(alphabet=f"aé'漢 \n\t:;?!«».,{{}}/（{NBSP}{NARROW}") | st.text())
def test_typography_is_settled_after_one_pass(text):
    for locale in (JA, FR):
        once = locale.typeset(text)
        assert locale.typeset(once) == once


@given(st.text(alphabet="aé'漢 :;?!«».,{}/"))
def test_typography_changes_nothing_but_spaces_and_apostrophes(text):
    def bare(words: str) -> str:
        return "".join(words.replace("’", "'").split())

    assert bare(FR.typeset(text)) == bare(text)


def test_every_month_has_a_name_of_its_own():
    for locale in (JA, FR):
        assert len({locale.date(datetime.date(2026, month, 1)) for month in range(1, 13)}) == len(calendar.month_name) - 1
