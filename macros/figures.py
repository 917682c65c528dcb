"""The figures in the words of one language, in one notation for all: dates, quantities, percentages, numbers, names.

`80 Go` and `80 GB`, `1 234` and `1,234`, `95 %` and `95パーセント` each come out alike; a version keeps its dots.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import Decimal

from babel.dates import get_month_names
from babel.units import get_unit_name

from .locale import Locale
from .typography import NO_BREAK_SPACES

DIGIT = re.compile("[0-9\uff10-\uff19]")
FULL_WIDTH = re.compile("[\uff01-\uff5e]+")
# A word of letters and figures, such as SM90, 910B or V4.1-Flash; figures alone may have dots inside.
TOKEN = r"(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[._+/-][A-Za-z0-9]+)*"
DOTTED = re.compile(r"[0-9]+(\.[0-9]+)+")
# Words that every language counts with; Japanese sets them solid before the figure: GPU16基.
COUNTED = r"(?:GPU|NPU|CPU)"
SPACE = f"[ {NO_BREAK_SPACES}]"


class Figures:
    """Reads the figures of a language. `versions` are those with a dot that the data knows: elsewhere that may be a decimal."""

    def __init__(self, locale: Locale, versions: Iterable[str] = ()):
        self.locale, self.versions = locale, frozenset(versions)
        self._known_dates: dict[str, str] = {}
        symbols = locale.babel.number_symbols["latn"]
        self.decimal = symbols["decimal"]
        self.group = f"[{NO_BREAK_SPACES}]" if symbols["group"].isspace() else re.escape(symbols["group"])
        percent = get_unit_name("percent", locale=locale.babel)
        self.units = {written: unit for unit, written in locale.language.units.items()} | {"%": "%", percent: "%"}
        number = rf"[0-9]{{1,3}}(?:{self.group}[0-9]{{3}})+(?:{re.escape(self.decimal)}[0-9]+)?(?![0-9])|[0-9]+(?:{re.escape(self.decimal)}[0-9]+)?(?![.]?[0-9])"
        # `80GB` without a space is part of a product's name, the same in every language.
        units = "|".join((f"{SPACE}+" if unit[0].isascii() and unit[0].isalpha() else f"{SPACE}*") + f"(?:{re.escape(unit)})" for unit in sorted(self.units, key=len, reverse=True))
        self.pattern = re.compile(
            rf"(?P<date>{self._dates()})"
            rf"|(?<![A-Za-z0-9.,])(?P<quantity>{number})(?P<unit>{units})(?![A-Za-z0-9])"
            rf"|(?:(?<![A-Za-z0-9]){COUNTED}|(?<![A-Za-z0-9.,]))(?P<number>{number})(?![A-Za-z0-9]|[._+/-][A-Za-z0-9])"
            rf"|(?P<token>{TOKEN})"
        )

    def _dates(self) -> str:
        """What the long dates of the language look like."""
        first = re.escape(self.locale.language.first_of_month or "1")
        names = "|".join(re.escape(name) for name in get_month_names(locale=self.locale.babel).values())
        fields = {"y": "[0-9]{4}", "d": f"(?:{first}|[0-9]{{1,2}})", "M": "[0-9]{1,2}", "MMMM": f"(?:{names})"}
        pattern = self.locale.babel.date_formats["long"].pattern
        return "".join(fields.get(part) or re.sub(r"\\?\s+", f"{SPACE}+", re.escape(part)) for part in re.split(r"([A-Za-z]+)", pattern))

    def date(self, words: str) -> str | None:
        """The one date that some words name, as ISO; None if they name none or several."""
        dates = [figure for figure in self.read(words) if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", figure)]
        return dates[0] if len(dates) == 1 else None

    def read(self, words: str) -> list[str]:
        """Every figure, sorted: each language has its own order of words."""
        if not DIGIT.search(words):
            return []
        plain = FULL_WIDTH.sub(lambda match: unicodedata.normalize("NFKC", match[0]), words)
        return sorted(self._figures(plain))

    def _figures(self, words: str) -> Iterator[str]:
        for match in self.pattern.finditer(words):
            if match["date"]:
                yield self._date(match["date"])
            elif match["quantity"]:
                yield f"{self._number(match['quantity'])} {self.units[match['unit'].strip()]}"
            elif match["number"]:
                yield f"version {match['number']}" if match["number"] in self.versions else self._number(match["number"])
            elif any(character.isdigit() for character in match["token"]):
                yield f"version {match['token']}" if DOTTED.fullmatch(match["token"]) else match["token"]

    def _date(self, written: str) -> str:
        """A date as ISO. What only looks like one, such as 31 February, stays as it is written."""
        if written not in self._known_dates:
            try:
                self._known_dates[written] = self.locale.read_date(written).isoformat()
            except ValueError:
                self._known_dates[written] = written
        return self._known_dates[written]

    def _number(self, written: str) -> str:
        plain = re.sub(self.group, "", written).replace(self.decimal, ".")
        return f"{Decimal(plain).normalize():f}"

