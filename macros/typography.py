"""Characters and scripts: which are Japanese, which are invisible, how broken lines join."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# Kana, kanji, and the full-width punctuation that is set solid with them.
JAPANESE = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
JAPANESE_CHARACTER = re.compile(f"[{JAPANESE}]")
KANA_OR_KANJI = re.compile("[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")

# Control and format characters that change what a string is without changing how it looks.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)

# A line break that is set solid: next to a Japanese character (and not one that YAML escapes with a backslash).
SOLID_BREAK = re.compile(rf"(?<=[{JAPANESE}])[ \t]*\n[ \t]*(?=\S)|(?<=[^\s\\])[ \t]*\n[ \t]*(?=[{JAPANESE}])")

NO_BREAK_SPACES = "\u00a0\u202f"
_PLAIN_SPACES = dict.fromkeys(map(ord, NO_BREAK_SPACES), " ")


def code_point(character: str) -> str:
    """`U+3000 (IDEOGRAPHIC SPACE)`, the way a message names a character nobody can see."""
    return f"U+{ord(character):04X} ({unicodedata.name(character, 'unnamed')})"


@cache
def is_full_width_alphanumeric(character: str) -> bool:
    """Whether this is a letter or digit that only compatibility turns into ASCII, such as Ｈ, １ or ²."""
    plain = unicodedata.normalize("NFKC", character)
    return not character.isascii() and plain.isascii() and plain.isalnum()


def join(left: str, right: str) -> str:
    """Join two lines of one paragraph: solid next to a Japanese character, else with one space.

    One rule for every output, since a browser, a ticket and a feed would each break it differently.
    """
    left, right = left.rstrip(" \t"), right.lstrip(" \t")
    if not left or not right:
        return left + right
    solid = JAPANESE_CHARACTER.match(left[-1]) or JAPANESE_CHARACTER.match(right[0])
    return left + right if solid else f"{left} {right}"


def wording(text: str) -> str:
    """A paragraph on one line, with plain spaces: where its lines break and which kind of space stands beside a mark is no matter of its words."""
    return one_line(text).translate(_PLAIN_SPACES)


def one_line(text: str) -> str:
    """A paragraph on one line, its line breaks joined by the rule of `join`."""
    if "\n" not in text:
        return text.strip(" \t")
    lines = text.split("\n")
    paragraph = lines[0].strip(" \t")
    for line in lines[1:]:
        paragraph = join(paragraph, line.strip(" \t"))
    return paragraph
