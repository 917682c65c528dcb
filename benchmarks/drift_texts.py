"""Faults in what one text says in one language: its meaning, and the facts that it quotes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from drift_subject import Data, Edit, Family, Side, shuffled

from macros.phrases import PLACEHOLDER

FAMILIES: list[Family] = []
Change = Callable[[Side, random.Random, Data], str | None]


def fault(name: str, own: bool = True, languages: tuple[str, ...] | None = None):
    """Register a function that gives the spoilt words of a side, or None where the fault has no place."""

    def register(change: Change) -> Change:
        def edits(data: Data, generator: random.Random, code: str, count: int) -> Iterator[Edit]:
            for side in shuffled((side for side in data.context.sides if side.language.id == code), generator):
                words = change(side, generator, data)
                if words is None or words == side.authored or not words.strip():
                    continue
                yield Edit(f"{side.text.id} {code}", data.of_text(side.text, {code: words}))
                count -= 1
                if not count:
                    return

        FAMILIES.append(Family(name, edits, own, languages))
        return change

    return register


def elsewhere(words: str, pattern: str, new: Callable[[re.Match], str], generator: random.Random) -> str | None:
    """The words with one match outside the placeholders replaced; None if there is none."""
    found = [match for match in re.finditer(rf"\{{[^{{}}]*\}}|(?P<hit>{pattern})", words) if match["hit"] is not None]
    if not found:
        return None
    match = generator.choice(found)
    return words[: match.start()] + new(match) + words[match.end() :]


def placeholder(words: str, generator: random.Random, kinds: tuple[str, ...], new: Callable[[str, str, str], str | None]) -> str | None:
    """The words with one placeholder of these kinds replaced by what `new` makes of its kind, id and form."""
    found = [match for match in PLACEHOLDER.finditer(words) if match[1].partition(".")[0] in kinds]
    if not found:
        return None
    match = generator.choice(found)
    name, _, form = match[1].partition("|")
    kind, _, id = name.partition(".")
    replacement = new(kind, id, f"|{form}" if form else "")
    return None if replacement is None else words[: match.start()] + replacement + words[match.end() :]


def phrase(table: dict[str, list[tuple[str, str]]], side: Side, generator: random.Random) -> str | None:
    """The words with one phrase of a table exchanged: pattern -> new words, as in `re.sub`."""
    for pattern, new in shuffled(table[side.language.id], generator):
        words = elsewhere(side.authored, pattern, lambda match: re.sub(pattern, new, match["hit"], count=1), generator)
        if words is not None:
            return words
    return None


ENTRIES = {"acc": "accelerators", "arch": "architectures", "vendor": "vendors", "name": "names", "run": "runtimes", "comp": "components", "n": "numbers", "date": "dates", "term": "glossary", "src": "sources", "req": "requirements", "model": "models", "part": "missing_parts", "group": "groups"}
PRODUCTS = ("acc", "arch")

# -- meaning

NUMBERS = {"ja": "二三四五六七八", "fr": ("deux", "trois", "quatre", "cinq", "six", "sept", "huit")}
NUMBER = {"ja": "[二三四五六七八](?=[つ台枚基種段社点行版通])", "fr": rf"\b(?i:{'|'.join(NUMBERS['fr'])})\b"}


@fault("a number in words is another")
def number_changed(side: Side, generator: random.Random, data: Data) -> str | None:
    return elsewhere(side.authored, NUMBER[side.language.id], lambda match: generator.choice([word for word in NUMBERS[side.language.id] if word != match["hit"].lower()]), generator)


@fault("a number in words is dropped", own=False)
def number_dropped(side: Side, generator: random.Random, data: Data) -> str | None:
    return elsewhere(side.authored, {"ja": "[三四五六七八](?:つの|基の|枚の)", "fr": r"\b(?:trois|quatre|cinq|six|sept|huit) "}[side.language.id], lambda match: "", generator)


NEGATIONS = {
    "ja": [("ではありません", "です"), ("ありません", "あります"), ("(?<!り)ません", "ます")],
    "fr": [(r"\b[Nn](?:e |’)([^\s.,;:{}’]+) (?:pas|jamais|rien)\b", r"\1"), (r"\b([Aa])ucune?\b", r"\1utre"), (r"\bnon ", "")],
}


@fault("a negation is dropped", own=False)
def negation_dropped(side: Side, generator: random.Random, data: Data) -> str | None:
    return phrase(NEGATIONS, side, generator)


VERDICTS = {
    "ja": [("一覧に(?:は|も)?(?:名前が)?ありません", "一覧にあります"), ("掲載されていません", "掲載されています"), ("(?:一覧に)?名前はありません", "一覧にあります"), ("一覧にあります", "一覧にありません"), ("掲載されています", "掲載されていません")],
    "fr": [("(?:n’est|ne sont|ne figure|ne figurent) pas sur la liste", "est sur la liste"), ("non pris(e?s?) en charge", r"pris\1 en charge"), ("(?<!n’)est sur la liste", "n’est pas sur la liste"), ("(?<!ne )figure sur la liste", "ne figure pas sur la liste")],
}


@fault("the words of a verdict say the opposite", own=False)
def verdict_swapped(side: Side, generator: random.Random, data: Data) -> str | None:
    return phrase(VERDICTS, side, generator)


@fault("the label of a status is that of another", own=False)
def label_swapped(side: Side, generator: random.Random, data: Data) -> str | None:
    if side.text.at[0] != "statuses" or side.text.at[-1] != "label":
        return None
    return generator.choice([status.label[side.language.id] for status in data.book.kb.statuses.values() if status.label is not side.text])


BOUNDS = {
    "ja": [("以降(?=[、。のでにはが])", "より前"), ("以上(?=[、。のでにはが])", "未満"), ("以下(?=[、。でにはが])", "未満"), ("より前", "以降"), ("未満", "以上"), ("少なくとも", "多くても")],
    "fr": [(" ou ultérieure?s?", " ou antérieure"), ("au moins", "moins de"), ("au plus", "plus de"), ("plus de", "moins de"), ("moins de", "plus de"), ("à partir de", "avant"), (r"\bdès\b", "avant")],
}


@fault("a bound is turned round", own=False)
def bound_flipped(side: Side, generator: random.Random, data: Data) -> str | None:
    return phrase(BOUNDS, side, generator)


LIMITS = {
    "ja": [("だけ", ""), ("のみ", ""), ("少なくとも", ""), ("すべて", ""), ("可能かもしれません", "可能です"), ("に限り", "に"), ("報告によれば、", ""), ("唯一の", "")],
    "fr": [(r"\b(le|la|un|une) seule? ", r"\1 "), ("uniquement", ""), ("au moins ", ""), (r"\btou(?:s|tes) (les|trois)", r"\1"), ("peut-être ", ""), ("à la fois ", ""), (", selon les sources,", ""), ("Selon les sources, ", ""), ("à elle seule", "")],
}


@fault("“only”, “at least”, “all” or “perhaps” is dropped", own=False)
def limit_dropped(side: Side, generator: random.Random, data: Data) -> str | None:
    return phrase(LIMITS, side, generator)


@fault("a condition or exception at the end is cut off", own=False)
def truncated(side: Side, generator: random.Random, data: Data) -> str | None:
    sentences = re.split(r"(?<=。)|(?<=[.!?]) ", side.authored)
    return "".join(sentences[:-1]) if side.language.id == "ja" and len(sentences) > 2 else " ".join(sentences[:-1]) if len(sentences) > 1 and side.language.id != "ja" else None


@fault("half of a sentence is lost")
def half_lost(side: Side, generator: random.Random, data: Data) -> str | None:
    """Breaks off inside a sentence, as a text does that was pasted in part. At a colon a list may follow: only the approval tells."""
    if not all(other.is_statement for other in data.sides_of(side.text)) or len(side.bare) < 24 or "bullets" in side.text.at:
        return None
    half = side.authored[: len(side.authored) // 2]
    half = half[: half.rfind("{")] if half.count("{") > half.count("}") else half
    return half.rstrip(" \u00a0\u202f。.:：;；?？!！")


@fault("a sentence is added on one side", own=False)
def sentence_added(side: Side, generator: random.Random, data: Data) -> str | None:
    added = {"ja": "アップストリームもこれを認めています。", "fr": " Le projet amont le confirme."}
    return side.authored + added[side.language.id] if side.is_statement else None


# -- facts


def another(side: Side, kind: str, id: str, generator: random.Random, data: Data) -> str:
    return generator.choice([other for other in getattr(data.book.kb, ENTRIES[kind]) if other != id])


@fault("another product is named")
def product_swapped(side: Side, generator: random.Random, data: Data) -> str | None:
    return placeholder(side.authored, generator, PRODUCTS, lambda kind, id, form: f"{{{kind}.{another(side, kind, id, generator, data)}{form}}}")


@fault("another fact of the same kind is quoted")
def fact_swapped(side: Side, generator: random.Random, data: Data) -> str | None:
    kinds = tuple(kind for kind in ENTRIES if kind not in PRODUCTS and len(getattr(data.book.kb, ENTRIES[kind])) > 1)
    return placeholder(side.authored, generator, kinds, lambda kind, id, form: f"{{{kind}.{another(side, kind, id, generator, data)}{form}}}")


@fault("a placeholder is dropped")
def placeholder_dropped(side: Side, generator: random.Random, data: Data) -> str | None:
    return placeholder(side.authored, generator, tuple(ENTRIES), lambda kind, id, form: "")


@fault("a placeholder is misspelt")
def placeholder_misspelt(side: Side, generator: random.Random, data: Data) -> str | None:
    return placeholder(side.authored, generator, tuple(ENTRIES), lambda kind, id, form: f"{{{kind}.{id}x{form}}}")


@fault("the form of a name is dropped", own=False, languages=("fr",))
def form_dropped(side: Side, generator: random.Random, data: Data) -> str | None:
    return placeholder(side.authored, generator, tuple(ENTRIES), lambda kind, id, form: f"{{{kind}.{id}}}" if form else None)


@fault("a link leads to another page")
def link_changed(side: Side, generator: random.Random, data: Data) -> str | None:
    pages = list(data.book.kb.pages)
    return placeholder(side.authored, generator, ("link",), lambda kind, id, form: f"{{link.{generator.choice([page for page in pages if page != id])}}}")


@fault("a digit is typed")
def digit_typed(side: Side, generator: random.Random, data: Data) -> str | None:
    if generator.random() < 0.5:
        return elsewhere(side.authored, NUMBER[side.language.id], lambda match: str(2 + NUMBERS[side.language.id].index(match["hit"].lower())), generator)
    numbers = data.book.kb.numbers
    return placeholder(side.authored, generator, ("n",), lambda kind, id, form: str(numbers[id].value) if numbers[id].value else None)


@fault("a name is typed")
def name_typed(side: Side, generator: random.Random, data: Data) -> str | None:
    return placeholder(side.authored, generator, ("acc", "arch", "vendor", "name", "run", "comp", "model"), lambda kind, id, form: getattr(data.book.kb, ENTRIES[kind])[id].name)


@fault("a date is typed")
def date_typed(side: Side, generator: random.Random, data: Data) -> str | None:
    locale = data.book.locales[side.language.id]
    return placeholder(side.authored, generator, ("date",), lambda kind, id, form: locale.date(data.book.kb.dates[id].date))


@fault("a status is typed by hand")
def status_typed(side: Side, generator: random.Random, data: Data) -> str | None:
    writer = data.book.writers[side.language.id]
    return placeholder(side.authored, generator, ("verdict", "status"), lambda kind, id, form: writer.plain(f"{{{kind}.{id}}}"))
