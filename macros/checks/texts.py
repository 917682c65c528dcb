"""Rules on one side of a text: placeholders, facts typed by hand, verdict words, script, spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ..phrases import PLACEHOLDER, UnknownPlaceholder
from ..problem import Problem
from ..typography import KANA_OR_KANJI
from ..usage import PLACE
from ..words import Condition, Text
from . import Context, Side, rule
from .context import PATTERN_VALUES

FIGURE = re.compile(r"[0-9][0-9.,\u202f\u00a0]*")
MARKUP = re.compile(r"[<>`*_|\\\[\]]|https?:")
HALF_WIDTH_KANA = re.compile("[\uff61-\uff9f]")
OUTER_OR_DOUBLE_SPACE = re.compile(r"^\s|\s$|  ")


@rule("placeholder-known", "Every placeholder names something that the data has, in a form that the language has.", over=lambda c: c.sides)
def placeholder_known(context: Context, side: Side) -> Iterator[Problem]:
    if side.spans is None:
        yield from _unknown_placeholders(context, side)
    if "{" in side.bare or "}" in side.bare:
        yield context.problem(side, "placeholder-known", "a brace stands alone", "write {kind.id}, and no other braces")


def _unknown_placeholders(context: Context, side: Side) -> Iterator[Problem]:
    """One problem for each, where the first had stopped the rendering."""
    for match in PLACEHOLDER.finditer(side.authored):
        try:
            context.book.writers[side.language.id].plain(match[0], PATTERN_VALUES)
        except UnknownPlaceholder as error:
            yield context.problem(side, "placeholder-known", str(error), "see CONTRIBUTING.md for the kinds of placeholder")


@rule("no-markup", "A text is plain words and placeholders: no Markdown, no HTML.", over=lambda c: c.sides)
def no_markup(context: Context, side: Side) -> Iterator[Problem]:
    if found := MARKUP.search(side.bare):
        yield context.problem(side, "no-markup", f"found `{found[0]}`", "use placeholders for links and commands, lists of the data for lists")


@rule("no-typed-facts", "No digit and no name of an entry is typed: facts come through placeholders.", over=lambda c: c.sides)
def no_typed_facts(context: Context, side: Side) -> Iterator[Problem]:
    if found := FIGURE.search(side.bare):
        yield context.problem(side, "no-typed-facts", f"the figure `{found[0]}` is typed", "define it under `numbers` or `dates` and use {n.…} or {date.…}")
    for name in sorted(set(context.name_pattern.findall(side.bare))):
        yield context.problem(side, "no-typed-facts", f"the name `{name}` is typed", f"write {{{context.proper_names[name]}}}")


def presupposing(context: Context) -> list[tuple[Text, Condition]]:
    return [(text, condition) for text in context.texts for condition in text.conditions]


@rule("holds-when", "A text that presupposes a verdict is true today.", over=presupposing)
def holds_when(context: Context, presupposed: tuple[Text, Condition]) -> Iterator[Problem]:
    text, condition = presupposed
    kind = next(kind for kind in ("accelerator", "architecture", "group") if getattr(condition, kind))
    subject = getattr(condition, kind)
    verdicts = context.book.verdicts
    status = {"accelerator": lambda id: verdicts[id].status, "architecture": verdicts.architecture_status, "group": verdicts.group_status}[kind](subject)
    if status != condition.status:
        found = f"is {status}" if status else "has no single status"
        yield context.problem(text, "holds-when", f"the text presupposes that {kind} {subject} is {condition.status}, but it {found}", "rewrite the text for the verdict of today, then correct `holds_when`")


@rule("verdict-words", "Words that claim a verdict stand only where `holds_when` bears them out, or in the vocabulary.", over=lambda c: c.sides)
def verdict_words(context: Context, side: Side) -> Iterator[Problem]:
    if side.text.about == "vocabulary":
        return
    held = {condition.status for condition in side.text.conditions}
    for status, meaning in side.usage.verdicts.items():
        found = meaning.claim.search(side.bare)
        if found and status not in held and not (status == "not-listed" and "unconfirmed" in held):
            yield context.problem(side, "verdict-words", f"`{found[0]}` claims the verdict {status}, which no `holds_when` of this text bears out", f"add `holds_when` with status {status}, or use a placeholder such as {{verdict.ID}}")


@rule("script", "Each language is written in its own script.", over=lambda c: c.sides)
def script(context: Context, side: Side) -> Iterator[Problem]:
    japanese = bool(KANA_OR_KANJI.search(side.bare))
    wanted = side.language.script == "japanese"
    if japanese and not wanted:
        yield context.problem(side, "script", "found Japanese characters", "write this side in its own language")
    if wanted and not japanese and len(side.bare.replace(PLACE, "").split()) > 3:
        yield context.problem(side, "script", "found no Japanese character in a sentence", "write this side in its own language")


@rule("composed", "Texts are in composed form (NFC), without half-width kana, double spaces or spaces at the ends.", over=lambda c: c.sides)
def composed(context: Context, side: Side) -> Iterator[Problem]:
    words = side.authored
    if not unicodedata.is_normalized("NFC", words):
        yield context.problem(side, "composed", "found decomposed accents or voicing marks", "save the text in composed form (NFC)")
    if found := HALF_WIDTH_KANA.search(words):
        yield context.problem(side, "composed", f"found half-width kana `{found[0]}`", "write full-width kana")
    if OUTER_OR_DOUBLE_SPACE.search(words):
        yield context.problem(side, "composed", "found a double space, or one at an end", "delete it")


def respelled(words: str, avoid: dict[str, str]) -> str:
    """The words in the agreed spellings. One that stands already is left alone, even if it begins with one to avoid."""
    for wrong, right in avoid.items():
        longer, shorter = (_whole(wrong), re.escape(right)) if wrong.startswith(right) else (re.escape(right), _whole(wrong))
        words = re.sub(f"{longer}|{shorter}", right, words)
    return words


def _whole(word: str) -> str:
    """A pattern for a word. Japanese words have no edges; between Latin letters there is none."""
    before = r"(?<![^\W\d_])" if word[0].isascii() or not KANA_OR_KANJI.match(word[0]) else ""
    after = r"(?![^\W\d_])" if word[-1].isalpha() and not KANA_OR_KANJI.match(word[-1]) else ""
    return f"{before}{re.escape(word)}{after}"


@rule("agreed-spelling", "A word is spelt as agreed, throughout.", over=lambda c: c.sides)
def agreed_spelling(context: Context, side: Side) -> Iterator[Problem]:
    for wrong, right in side.usage.avoid.items():
        if wrong in side.bare and respelled(side.bare, {wrong: right}) != side.bare:
            yield context.problem(side, "agreed-spelling", f"found `{wrong}`", f"write `{right}`")
