"""How wide words come out, and where their lines break, in pictures that no browser lays out.

Nobody knows which font a reader has: the widths are those of the widest usual ones, so that a text surely fits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

WIDE_LETTERS, NARROW_LETTERS = frozenset("mwMWÆŒæœ@%"), frozenset("fijlrtI.,:;!|'()[]/- \u00a0\u202f")
# A line may end after a space, a hyphen or a full-width mark, and where a word begins behind hiragana other than a prefix; not before a closing mark.
BREAK = re.compile(r"(?<=[ -])(?=\S)|(?<=[、。：；）」])(?![、。：；）」])|(?<=[\u3041-\u3096])(?<![おご])(?=[（「\u30a1-\u30fa\u4e00-\u9fffA-Za-z0-9])")


def width(text: str) -> float:
    """The width of a line, in ems, that the text surely fits into."""
    return sum(map(_ems, unicodedata.normalize("NFC", text)))


def _ems(character: str) -> float:
    """The width of a character in the widest usual fonts, in ems. Ambiguous ones such as ’ are full-width in Japanese fonts."""
    if character in NARROW_LETTERS:
        return 0.45
    if character in WIDE_LETTERS:
        return 1.1
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WFA" or unicodedata.category(character).startswith("S"):
        return 1.1 if unicodedata.category(character) == "So" else 1.0
    return 0.88 if character.isupper() else 0.67


def lines(text: str, ems: float) -> list[str]:
    """A text in lines of at most `ems`, about equally long. Joined, they are the text again; a word that is too long is cut."""
    pieces = [part for piece in BREAK.split(text) for part in _fill(piece, ems)]
    fewest = _fill(pieces, ems)
    narrow, wide = width(text) / len(fewest), ems
    while wide - narrow > 0.5:  # the narrowest measure that needs no more lines
        middle = (narrow + wide) / 2
        narrow, wide = (narrow, middle) if len(_fill(pieces, middle)) == len(fewest) else (middle, wide)
    return _fill(pieces, wide)


def _fill(pieces: Iterable[str], ems: float) -> list[str]:
    """Pieces, or the characters of one, set into lines; a space at the end of a line takes no room."""
    result = [""]
    for piece in pieces:
        if result[-1] and width((result[-1] + piece).rstrip()) > ems:
            result.append("")
        result[-1] += piece
    return result
