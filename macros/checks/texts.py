"""Rules on the words: placeholders, verdict words, facts typed by hand, what each language must and must not contain."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ..phrases import PLACEHOLDER, UnknownPlaceholder, placeholders
from ..problem import Problem
from ..typography import KANA_OR_KANJI
from ..words import Text
from . import Context, rule

# What a sentence about an accelerator, a component or a page may ask for beside the data: see `Page.about` and `Page.ui`.
class _Anything(dict):
    """A value for whatever `{this.…}` asks for: what is at hand there is known only where the text is rendered."""

    def __missing__(self, key: str) -> str:
        return "x"


PATTERN_VALUES = _Anything()


def texts(context: Context) -> list[Text]:
    return [text for _, text in context.kb.texts()]


def sides(context: Context) -> list[tuple[Text, str]]:
    """Every text in every language."""
    return [(text, language) for text in texts(context) for language in text.languages]


def _problem(context: Context, text: Text, rule_id: str, message: str, remedy: str, lang: str = "") -> Problem:
    at = text.at + ((lang,) if lang else ())
    found = context.document.problem(at, rule_id, message, remedy, lang=lang)
    return Problem(found.path, found.line, found.column, rule_id, found.message, remedy, text.id, lang)


@rule("placeholder-known", "Every placeholder names something that the data has, in a form that the language has.", over=sides)
def placeholder_known(context: Context, side: tuple[Text, str]) -> Iterator[Problem]:
    text, language = side
    for match in PLACEHOLDER.finditer(text[language]):
        try:
            context.book.writers[language].plain(match[0], PATTERN_VALUES)
        except UnknownPlaceholder as error:
            yield _problem(context, text, "placeholder-known", str(error), "see CONTRIBUTING.md for the kinds of placeholder", language)
    if re.search(r"[{}]", PLACEHOLDER.sub("", text[language])):
        yield _problem(context, text, "placeholder-known", "a brace stands alone", "write {kind.id}, and no other braces", language)


@rule("placeholders-equal", "All languages of a text use the same placeholders; only the forms may differ.", over=texts)
def placeholders_equal(context: Context, text: Text) -> Iterator[Problem]:
    used = {language: sorted(name for name, _ in placeholders(words)) for language, words in text.languages.items()}
    reference = next(iter(used.values()))
    for language, names in used.items():
        if names != reference:
            differing = ", ".join(sorted(set(names) ^ set(reference))) or "how often one occurs"
            yield _problem(context, text, "placeholders-equal", f"the placeholders differ between languages: {differing}", "use the same placeholders in each language", language)


@rule("no-markup", "A text is plain words and placeholders: no Markdown, no HTML.", over=sides)
def no_markup(context: Context, side: tuple[Text, str]) -> Iterator[Problem]:
    text, language = side
    if found := re.search(r"[<>`*_|\\\[\]]|https?:", PLACEHOLDER.sub("", text[language])):
        yield _problem(context, text, "no-markup", f"found `{found[0]}`", "use placeholders for links and commands, lists of the data for lists", language)


@rule("no-typed-facts", "No digit and no name of an entry is typed: facts come through placeholders.", over=sides)
def no_typed_facts(context: Context, side: tuple[Text, str]) -> Iterator[Problem]:
    text, language = side
    words = PLACEHOLDER.sub("\0", text[language])
    if found := re.search(r"[0-9][0-9.,\u202f\u00a0]*", words):
        yield _problem(context, text, "no-typed-facts", f"the figure `{found[0]}` is typed", "define it under `numbers` or `dates` and use {n.…} or {date.…}", language)
    for name, placeholder in context.proper_names.items():
        if re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", words):
            yield _problem(context, text, "no-typed-facts", f"the name `{name}` is typed", f"write {{{placeholder}}}", language)


def presupposing(context: Context) -> list[tuple[Text, object]]:
    return [(text, condition) for text in texts(context) for condition in text.conditions]


@rule("holds-when", "A text that presupposes a verdict is true today.", over=presupposing)
def holds_when(context: Context, presupposed: tuple[Text, object]) -> Iterator[Problem]:
    text, condition = presupposed
    kind = next(kind for kind in ("accelerator", "architecture", "group") if getattr(condition, kind))
    subject = getattr(condition, kind)
    verdicts = context.book.verdicts
    try:
        status = {"accelerator": lambda id: verdicts[id].status, "architecture": verdicts.architecture_status, "group": verdicts.group_status}[kind](subject)
    except KeyError:
        return  # an id that is not defined: `reference-resolves` reports it
    if status != condition.status:
        found = f"is {status}" if status else "has no single status"
        yield _problem(context, text, "holds-when", f"the text presupposes that {kind} {subject} is {condition.status}, but it {found}", "rewrite the text for the verdict of today, then correct `holds_when`")


@rule("verdict-words", "Words that claim a verdict stand only where `holds_when` bears them out, or in the vocabulary.", over=sides)
def verdict_words(context: Context, side: tuple[Text, str]) -> Iterator[Problem]:
    text, language = side
    if text.about == "vocabulary":
        return
    held = {condition.status for condition in text.conditions}
    for status, patterns in context.kb.languages[language].verdict_words.items():
        for pattern in patterns:
            found = re.search(pattern, text[language])
            if found and status not in held and not (status == "not-listed" and "unconfirmed" in held):
                yield _problem(context, text, "verdict-words", f"`{found[0]}` claims the verdict {status}, which no `holds_when` of this text bears out", f"add `holds_when` with status {status}, or use a placeholder such as {{verdict.ID}}", language)


@rule("script", "Each language is written in its own script.", over=sides)
def script(context: Context, side: tuple[Text, str]) -> Iterator[Problem]:
    text, language = side
    words = PLACEHOLDER.sub("", text[language])
    japanese = bool(KANA_OR_KANJI.search(words))
    wanted = context.kb.languages[language].script == "japanese"
    if japanese and not wanted:
        yield _problem(context, text, "script", "found Japanese characters", "write this side in its own language", language)
    if wanted and not japanese and len(words.split()) > 3:
        yield _problem(context, text, "script", "found no Japanese character in a sentence", "write this side in its own language", language)


@rule("composed", "Texts are in composed form (NFC), without half-width kana, double spaces or spaces at the ends.", over=sides)
def composed(context: Context, side: tuple[Text, str]) -> Iterator[Problem]:
    text, language = side
    words = text[language]
    if words != unicodedata.normalize("NFC", words):
        yield _problem(context, text, "composed", "found decomposed accents or voicing marks", "save the text in composed form (NFC)", language)
    if found := re.search("[\uff61-\uff9f]", words):
        yield _problem(context, text, "composed", f"found half-width kana `{found[0]}`", "write full-width kana", language)
    if words != words.strip() or "  " in words:
        yield _problem(context, text, "composed", "found a double space, or one at an end", "delete it", language)
