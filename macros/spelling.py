"""A line as somebody wrote it, cut into the words that names are made of.

Kept to what JavaScript does alike: the browser reads the same lines by the same tables.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

SEPARATORS = frozenset(" \t\r\n-_‐‒–—")
TRADE_MARKS = ("™", "®", "(tm)", "(r)")  # NFKC would make letters of the first
MIDDLE_DOT = "・"  # among the kana, but a mark
# 8xH100, 8 x H100; B200x8, B200 x 8.
COUNT_BEFORE = re.compile(r"(^|[^a-z0-9.])([0-9]+)x(?![0-9])")
COUNT_AFTER = re.compile(r"(^|[^a-z.])x([0-9]+)(?![a-z0-9.])")
FULL_STOP = re.compile(r"([^.])\.$")
ELIDED = re.compile(r"(^|[^a-z0-9])[dl]['’]")


@dataclass(frozen=True)
class Token:
    """A word of letters and digits, a run of kana and kanji, or a single mark."""

    text: str
    kind: str


def normalise(line: str) -> str:
    """A line in one width and case, without marks of trade, counts set apart from names."""
    text = line.lower()
    for mark in TRADE_MARKS:
        text = text.replace(mark, " ")
    text = FULL_STOP.sub(r"\1", unicodedata.normalize("NFKC", text).lower())
    text = COUNT_BEFORE.sub(r"\1\2 x ", text)
    text = COUNT_AFTER.sub(r"\1 x \2", text)
    return ELIDED.sub(r"\1", text)


class Tokeniser:
    """Cuts normalised text; runs of kana and kanji are cut into the words given, the longest first."""

    def __init__(self, words: Iterable[str]):
        self._words = frozenset(words)
        self._longest = max(map(len, self._words), default=1)

    def __call__(self, text: str) -> list[Token]:
        tokens: list[Token] = []
        at = 0
        while at < len(text):
            kind = kind_of(text[at])
            end = at + 1
            if kind == "word":
                while end < len(text) and (kind_of(text[end]) == "word" or _point(text, end)):
                    end += 1
            elif kind == "kana":
                while end < len(text) and kind_of(text[end]) == "kana":
                    end += 1
                tokens += self._cut(text[at:end])
            if kind in ("word", "mark"):
                tokens.append(Token(text[at:end], kind))
            at = end
        return tokens

    def _cut(self, run: str) -> list[Token]:
        """A run in known words; what lies between them stays together as an unknown one."""
        tokens, at, unknown = [], 0, ""
        while at < len(run):
            known = next((run[at:end] for end in range(min(len(run), at + self._longest), at, -1) if run[at:end] in self._words), "")
            if not known:
                unknown += run[at]
            elif unknown:
                tokens.append(Token(unknown, "kana"))
                unknown = ""
            if known:
                tokens.append(Token(known, "kana"))
            at += len(known) or 1
        return tokens + ([Token(unknown, "kana")] if unknown else [])


def kind_of(sign: str) -> str:
    """What a sign belongs to: `gap`, `kana` (kana or kanji), `word` (other letters, digits) or `mark`."""
    if sign in SEPARATORS:
        return "gap"
    if "0" <= sign <= "9" or "a" <= sign <= "z":
        return "word"
    if sign != MIDDLE_DOT and ("\u3005" <= sign <= "\u3007" or "\u3040" <= sign <= "\u30ff" or "\u3400" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff"):
        return "kana"
    return "word" if sign.isalpha() else "mark"


def _point(text: str, at: int) -> bool:
    """Whether a full stop stands between two digits: 10.0 is one word."""
    return text[at] == "." and at + 1 < len(text) and "0" <= text[at - 1] <= "9" and "0" <= text[at + 1] <= "9"
