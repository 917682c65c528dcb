"""Rules on how each side is set: marks, spaces, brackets, sentences. Driven by the script and the profile of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..problem import Problem
from ..typography import JAPANESE
from ..usage import PLACE
from . import Context, Side, rule

PAIRS = {"「": "」", "『": "』", "（": "）", "(": ")", "«": "»", "“": "”", "[": "]", "【": "】", "〈": "〉", "《": "》"}
CLOSING = {closing: opening for opening, closing in PAIRS.items()}
BRACKET = re.compile(f"[{re.escape(''.join([*PAIRS, *CLOSING]))}]")
SPACES = " \u00a0\u202f"
# Addresses, icon names and commands, whose colons are no punctuation.
CODE = re.compile(r"https?://\S+|:[a-z0-9_-]+:|`[^`]*`")
SPACE_BESIDE = re.compile(rf"(?<=[{JAPANESE}]) | (?=[{JAPANESE}])")
HALF_WIDTH_MARK = re.compile(rf"(?<=[{JAPANESE}{PLACE}])(?:[,;:!?()]|\.(?!\w))|[,;:!?()](?=[{JAPANESE}])")
SENTENCE = re.compile(r"[^。？！]+[。？！]?")
QUANTITY = r"(?<![\w.,])([0-9]+(?:[.,\u00a0\u202f][0-9]+)*)([ \u00a0\u202f]?)({units})(?![\w/])"


@rule("brackets", "Brackets and quotation marks come in pairs.", over=lambda c: c.sides)
def brackets(context: Context, side: Side) -> Iterator[Problem]:
    open_ = []
    for mark in BRACKET.findall(side.bare):
        if mark in PAIRS:
            open_.append(mark)
        elif open_ and open_[-1] == CLOSING[mark]:
            open_.pop()
        else:
            yield context.problem(side, "brackets", f"`{mark}` closes nothing", f"open it with `{CLOSING[mark]}`, or delete it")
            return
    if open_:
        yield context.problem(side, "brackets", f"`{open_[-1]}` is not closed", f"close it with `{PAIRS[open_[-1]]}`")


@rule("doubled-word", "No word is written twice.", over=lambda c: c.sides)
def doubled_word(context: Context, side: Side) -> Iterator[Problem]:
    if found := re.search(side.usage.doubled, side.bare):
        yield context.problem(side, "doubled-word", f"found `{found[0]}`", "delete one of the two")


def spaced(context: Context) -> list[Side]:
    """The sides of languages that set spaces beside marks."""
    return [side for side in context.sides if side.language.spacing]


@rule("mark-spacing", "A mark that its language sets off has its space; which kind of space is the build's matter.", over=spaced)
def mark_spacing(context: Context, side: Side) -> Iterator[Problem]:
    words = CODE.sub(PLACE, side.bare)
    before = "".join(spacing.before for spacing in side.language.spacing)
    after = "".join(spacing.after for spacing in side.language.spacing)
    together = re.escape("".join(mark for mark in before if mark not in CLOSING))  # as in `?!`
    for found in re.finditer(rf"(?<=[^{SPACES}{together}])[{re.escape(before)}](?![\w/])", words):
        yield context.problem(side, "mark-spacing", f"no space before `{found[0]}` in `{_around(words, found)}`", "set a space before it")
    for found in re.finditer(rf"[{re.escape(after)}](?=[^{SPACES}])", words) if after else ():
        yield context.problem(side, "mark-spacing", f"no space after `{found[0]}` in `{_around(words, found)}`", "set a space after it")


def _around(words: str, found: re.Match) -> str:
    return words[max(0, found.start() - 12) : found.end() + 12].replace(PLACE, "…")


@rule("apostrophe", "The apostrophe is the typographic one, in languages that have one.", over=lambda c: [side for side in c.sides if side.language.apostrophe])
def apostrophe(context: Context, side: Side) -> Iterator[Problem]:
    if "'" in side.bare:
        yield context.problem(side, "apostrophe", f"found `'` in `{side.bare}`", f"write `{side.language.apostrophe}`")


@rule("units", "A quantity has a space between figure and unit, and the unit as its language writes it.", over=lambda c: c.sides)
def units(context: Context, side: Side) -> Iterator[Problem]:
    agreed = set(side.language.units.values())
    pattern = QUANTITY.format(units="|".join(sorted(map(re.escape, agreed), key=len, reverse=True)))
    for figure, space, unit in re.findall(pattern, side.rendered, re.IGNORECASE):
        if not space:
            yield context.problem(side, "units", f"`{figure}{unit}` has no space", f"write `{figure} {unit}`")
        if unit not in agreed:
            right = next(known for known in agreed if known.casefold() == unit.casefold())
            yield context.problem(side, "units", f"found the unit `{unit}`", f"write `{right}`")


@rule("solid-setting", "No space stands beside a Japanese character.", over=lambda c: c.sides_of("japanese"))
def solid_setting(context: Context, side: Side) -> Iterator[Problem]:
    if found := SPACE_BESIDE.search(side.bare):
        yield context.problem(side, "solid-setting", f"found a space in `{_around(side.bare, found)}`", "delete it")


@rule("full-width-marks", "Punctuation beside Japanese characters is full-width.", over=lambda c: c.sides_of("japanese"))
def full_width_marks(context: Context, side: Side) -> Iterator[Problem]:
    if found := HALF_WIDTH_MARK.search(side.bare):
        yield context.problem(side, "full-width-marks", f"found `{found[0]}` in `{_around(side.bare, found)}`", "write the full-width mark")


@rule("register", "Sentences keep the register of their language.", over=lambda c: [side for side in c.sides if side.usage.plain_style])
def register(context: Context, side: Side) -> Iterator[Problem]:
    for sentence in SENTENCE.findall(side.bare):
        if re.search(side.usage.plain_style, sentence):
            yield context.problem(side, "register", f"`{sentence.replace(PLACE, '…')}` leaves the register", "write it as the other sentences are")


@rule("sentence-length", "No sentence is longer than its language bears.", over=lambda c: [side for side in c.sides if side.usage.longest_sentence])
def sentence_length(context: Context, side: Side) -> Iterator[Problem]:
    for sentence in SENTENCE.findall(side.rendered):
        if len(sentence) > side.usage.longest_sentence:
            yield context.problem(side, "sentence-length", f"a sentence of {len(sentence)} characters: `{sentence[:30]}…`", f"split it: at most {side.usage.longest_sentence}")
