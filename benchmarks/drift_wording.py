"""Faults in how one text is written in one language, and in what it presupposes."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator

from drift_subject import Data, Edit, Family, Side, shuffled
from drift_texts import FAMILIES, elsewhere, fault

from macros.phrases import PLACEHOLDER
from macros.typography import KANA_OR_KANJI
from macros.usage import PLACE

# -- words


@fault("an agreed term gives way to another word", own=False)
def term_replaced(side: Side, generator: random.Random, data: Data) -> str | None:
    """By the English word, or by a spelling to avoid."""
    if side.text.at[0] == "glossary":
        return None
    avoid = [(re.escape(right), wrong) for wrong, right in side.usage.avoid.items() if right in side.bare]
    english = [(rf"(?i:{re.escape(data.book.writers[side.language.id].plain(term.name))})", term.english) for term in data.book.kb.glossary.values() if not term.ordinary]
    for pattern, new in shuffled(avoid + english, generator):
        words = elsewhere(side.authored, pattern, lambda match: new, generator)
        if words is not None and words.casefold() != side.authored.casefold():
            return words
    return None


@fault("a spelling is not the agreed one")
def misspelt(side: Side, generator: random.Random, data: Data) -> str | None:
    for wrong, right in shuffled(side.usage.avoid.items(), generator):
        words = elsewhere(side.authored, re.escape(right), lambda match: wrong, generator)
        if words is not None and (side.language.id == "ja" or re.search(rf"\b{re.escape(wrong)}\b", words)):
            return words
    return None


@fault("the other language is pasted")
def pasted(side: Side, generator: random.Random, data: Data) -> str | None:
    other = next(code for code in side.text.languages if code != side.language.id)
    words = side.text[other]
    return words if bool(KANA_OR_KANJI.search(words)) != bool(KANA_OR_KANJI.search(side.authored)) and len(PLACEHOLDER.sub(PLACE, words)) > 12 else None


@fault("the words of another text are pasted", own=False)
def other_text_pasted(side: Side, generator: random.Random, data: Data) -> str | None:
    other = generator.choice(data.context.texts)
    return other[side.language.id] if len(side.bare) > 12 and len(other[side.language.id]) > 12 else None


@fault("mark-up is typed")
def markup_typed(side: Side, generator: random.Random, data: Data) -> str | None:
    mark = generator.choice(["**", "`", "<b>"])
    return f"{mark}{side.authored}{mark}"


# -- setting


@fault("accents or voicing marks are decomposed")
def decomposed(side: Side, generator: random.Random, data: Data) -> str | None:
    return unicodedata.normalize("NFD", side.authored)


HALF_WIDTH = dict(zip("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンー", "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝｰ"))


@fault("half-width kana", languages=("ja",))
def half_width_kana(side: Side, generator: random.Random, data: Data) -> str | None:
    return elsewhere(side.authored, "[ア-ロワンー]", lambda match: HALF_WIDTH.get(match["hit"], match["hit"]), generator)


@fault("no space before or inside French marks", languages=("fr",))
def space_missing(side: Side, generator: random.Random, data: Data) -> str | None:
    return elsewhere(side.authored, "[ \u00a0\u202f](?=[;:?!»])|(?<=«)[ \u00a0\u202f]", lambda match: "", generator)


@fault("a straight apostrophe", languages=("fr",))
def straight_apostrophe(side: Side, generator: random.Random, data: Data) -> str | None:
    return elsewhere(side.authored, "’", lambda match: "'", generator)


@fault("a half-width mark or a space beside kana", languages=("ja",))
def loosely_set(side: Side, generator: random.Random, data: Data) -> str | None:
    words = elsewhere(side.authored, r"(?<=[ぁ-ん])[、（）：？]", lambda match: {"、": ",", "（": "(", "）": ")", "：": ":", "？": "?"}[match["hit"]], generator)
    return words if words and generator.random() < 0.5 else elsewhere(side.authored, "(?<=[ぁ-ん])(?=[一-龯ァ-ヴ])", lambda match: " ", generator)


@fault("a bracket or quotation mark is lost")
def bracket_lost(side: Side, generator: random.Random, data: Data) -> str | None:
    return elsewhere(side.authored, "[（）「」«»()]", lambda match: "", generator)


@fault("the polite register is left", languages=("ja",))
def register_left(side: Side, generator: random.Random, data: Data) -> str | None:
    return elsewhere(side.authored, "です(?=。)", lambda match: "である", generator)


@fault("a word is doubled")
def doubled(side: Side, generator: random.Random, data: Data) -> str | None:
    pattern = {"ja": "[をがは](?=[一-龯ァ-ヴ])", "fr": r"\b(?:le|la|les|de|un|une|sur|dans)\b(?= \w)"}[side.language.id]
    return elsewhere(side.authored, pattern, lambda match: match["hit"] * 2 if side.language.id == "ja" else f"{match['hit']} {match['hit']}", generator)


# -- what a text presupposes


def presupposition(name: str, own: bool = True):
    """Register a function that gives other options of a text that presupposes a verdict."""

    def register(change: Callable) -> Callable:
        def edits(data: Data, generator: random.Random, code: str | None, count: int) -> Iterator[Edit]:
            for text in shuffled((text for text in data.context.texts if text.conditions), generator):
                options = change(text, generator, data)
                if options is not None:
                    yield Edit(text.id, data.of_text(text, **options))
                    count -= 1
                if not count:
                    return

        FAMILIES.append(Family(name, edits, own, ()))
        return change

    return register


def claims(side: Side) -> bool:
    """Whether its words claim a verdict themselves."""
    return any(meaning.claim.search(side.bare) for meaning in side.usage.verdicts.values())


@presupposition("what a text presupposes is removed")
def condition_removed(text, generator: random.Random, data: Data) -> dict | None:
    return {"holds_when": None} if any(map(claims, data.sides_of(text))) else None


@presupposition("what a text presupposes is wrong")
def condition_wrong(text, generator: random.Random, data: Data) -> dict | None:
    first, *others = [condition.model_dump(exclude_none=True) for condition in text.conditions]
    status = generator.choice([id for id in data.book.kb.statuses if id != first["status"]])
    return {"holds_when": [first | {"status": status}, *others]}
