"""A language as a value: dates, numbers, lists, version phrases, word forms and typography, each in one place."""

from __future__ import annotations

import datetime
import re
import unicodedata
from decimal import Decimal

import babel
from babel.dates import format_date, get_month_names
from babel.lists import format_list
from babel.numbers import format_decimal

from .typography import one_line
from .words import Language

LETTER = r"[^\W\d_]"


class Locale:
    """Writes values in one language, by the profile that the data gives of it."""

    def __init__(self, language: Language):
        self.language = language
        self.code = language.id
        self.babel = babel.Locale.parse(language.locale)
        self._dates: dict[datetime.date, str] = {}
        self._spacing = [rule for spacing in language.spacing for rule in _spacing_rules(spacing)]

    def number(self, value: int | float | Decimal) -> str:
        """A quantity's figure, with the separators of the language. Never for versions."""
        return format_decimal(value, locale=self.babel)

    def date(self, day: datetime.date) -> str:
        """A day in words: 2026年10月20日, 20 octobre 2026."""
        if day not in self._dates:  # a few days stand on every page
            words, first = format_date(day, format="long", locale=self.babel), self.language.first_of_month
            words = re.sub(r"^1(?!\d)", first, words) if first and day.day == 1 else words
            self._dates[day] = words.replace(" ", self.language.date_space)
        return self._dates[day]

    def read_date(self, text: str) -> datetime.date:
        """The day that a long date names; the inverse of `date`, forgiving of accents lost or decomposed.

        Raises ValueError if the text is not a date of this language.
        """
        folded = _fold(text)
        month = next((number for number, name in get_month_names(locale=self.babel).items() if re.search(rf"(?<!\d){re.escape(_fold(name))}(?!{LETTER})", folded)), None)
        figures = [int(figure) for figure in re.findall(r"(?<!\d)[0-9]{1,4}(?!\d)", folded)]
        year = next((figure for figure in figures if figure > 31), None)
        days = [figure for figure in figures if figure <= 31]
        if month is None or year is None or not days:
            raise ValueError(f"not a date in {self.language.name}: {text!r}")
        return datetime.date(year, month, days[-1])

    def quantity(self, value: int | float | Decimal, unit: str) -> str:
        """A figure with its unit: 80 GB, 80 Go. Raises KeyError for a unit that the language does not know."""
        return self.language.phrases.quantity.format(number=self.number(value), unit=self.language.units[unit])

    def count(self, what: str, value: int | float | Decimal) -> str:
        """So many of something, in the plural form that the language asks for: zero is singular in French."""
        forms = self.language.counts[what]
        return forms.get(self.babel.plural_form(value), forms["other"]).format(number=self.number(value))

    def conjunction(self, items: list[str]) -> str:
        """A, B and C."""
        return format_list(items, style="standard", locale=self.babel) if items else ""

    def disjunction(self, items: list[str]) -> str:
        """A, B or C."""
        return format_list(items, style="or", locale=self.babel) if items else ""

    def bound(self, bounds: dict[str, str]) -> str:
        """A version bound in words. A version keeps its dots: it is not a decimal."""
        phrases = self.language.phrases
        return phrases.joiner.join(getattr(phrases, kind).format(version=version) for kind, version in bounds.items())

    def requirement(self, name: str, bounds: dict[str, str]) -> str:
        return self.language.phrases.requirement.format(name=name, bound=self.bound(bounds))

    def labelled(self, label: str, value: str) -> str:
        return self.language.phrases.label.format(label=label, value=value)

    def remark(self, text: str, remark: str) -> str:
        """A remark in brackets after something."""
        return self.language.phrases.parenthesis.format(text=text, remark=remark)

    def sentences(self, *sentences: str) -> str:
        """Sentences set one after the other."""
        return self.language.phrases.sentence_gap.join(sentence for sentence in sentences if sentence)

    def form(self, name: str, form: str, word_class: str | None) -> str:
        """A name in the form that a placeholder asks for: l’Ascend 950, de l’Ascend 950.

        Raises KeyError for a form that no language has; a language without forms leaves names as they are.
        """
        if not self.language.forms:
            return name
        patterns = self.language.forms[form]
        return patterns[word_class or self.language.default_class].format(name)

    def typeset(self, text: str) -> str:
        """Authored words on one line, with the apostrophes and no-break spaces of the language."""
        text = one_line(text)
        if self.language.apostrophe:
            text = re.sub(f"(?<={LETTER})'(?={LETTER}|\\{{)", self.language.apostrophe, text)
        for pattern, space in self._spacing:
            text = pattern.sub(space, text)
        return text


def _spacing_rules(spacing) -> list[tuple[re.Pattern, str]]:
    """What turns spaces beside a mark into the right one. A mark with a word right after it, as in `a :b`, is none."""
    rules = []
    if spacing.before:
        rules.append((re.compile(rf"[ \u00a0\u202f]+(?=[{re.escape(spacing.before)}](?![\w/]))"), spacing.space))
    if spacing.after:
        rules.append((re.compile(rf"(?<=[{re.escape(spacing.after)}])[ \u00a0\u202f]+"), spacing.space))
    return rules


def _fold(text: str) -> str:
    """Lower case without accents. Kana keep their voicing marks: プ is not フ."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", decomposed))
