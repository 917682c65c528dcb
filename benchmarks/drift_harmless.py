"""Edits of the data that change nothing for a reader, or change every language alike with approval: all must pass.

A family is applied to the whole file at once, at most of the places where it fits, and checked by one whole run.
"""

from __future__ import annotations

import datetime
import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from drift_subject import Data, Edit, Family, shuffled

from macros.ledger import Ledger
from macros.load import parse
from macros.problem import Problem
from macros.verdict import Verdicts

FAMILIES: list[Family] = []
# A text in a language on a line of its own, in double quotes.
LINE = re.compile(r'^( +)(ja|fr): "([^"\\]*)"$', re.MULTILINE)
PAIR = re.compile(r'^( +)(ja: "[^"\n]*")\n\1(fr: "[^"\n]*")$', re.MULTILINE)
FLOW = re.compile(r'^( +)([a-z0-9-]+): \{ja: ("[^"\n]*"), fr: ("[^"\n]*")\}$', re.MULTILINE)
SOURCES = re.compile(r"^( +)sources: \[([a-z0-9-]+(?:, [a-z0-9-]+)*)\]$", re.MULTILINE)


def _edits(places: int, problems: list[Problem]) -> Iterator[Edit]:
    """An edit for each place; every problem takes one of them."""
    for number in range(max(places, len(problems))):
        yield Edit(str(problems[number]) if number < len(problems) else "", frozenset({problems[number].rule}) if number < len(problems) else frozenset())


def rewritten(name: str, pattern: re.Pattern | str, new: str | Callable[[re.Match], str]) -> None:
    """A family that writes the file anew: most matches, chosen at random, give way to something that says the same."""
    compiled = re.compile(pattern, re.MULTILINE) if isinstance(pattern, str) else pattern

    def edits(data: Data, generator: random.Random, code: str, count: int) -> Iterator[Edit]:
        places = 0

        def written(match: re.Match) -> str:
            nonlocal places
            other = match[0] if generator.random() < 0.3 else new(match) if callable(new) else match.expand(new)
            places += other != match[0]
            return other

        raw = compiled.sub(written, data.raw)
        return _edits(places, data.of_file(raw))

    FAMILIES.append(Family(f"data: {name}", edits, languages=()))


def changed(name: str):
    """Register a function that gives other data, how many of its entries were touched, and perhaps another ledger; all of it approved."""

    def register(change: Callable) -> Callable:
        def edits(data: Data, generator: random.Random, code: str, count: int) -> Iterator[Edit]:
            other, places, *ledger = change(data, generator)
            return _edits(places, data.of_data(other, approved=True, ledger=ledger[0] if ledger else None))

        FAMILIES.append(Family(f"data: {name}", edits, languages=()))
        return change

    return register


# -- the same data, written differently


def wrapped(match: re.Match) -> str:
    """The text on two lines, broken where its language breaks lines."""
    indent, code, words = match.groups()
    breaks = [found.end() for found in re.finditer("[、。](?=[^」』）])", words)] if code == "ja" else [found.start() + 1 for found in re.finditer("(?<=[^« ]) (?=[^ ;:?!»])", words)]
    breaks = [at for at in breaks if words.count("{", 0, at) == words.count("}", 0, at)]
    if not breaks:
        return match[0]
    at = breaks[len(breaks) // 2]
    return f'{indent}{code}: "{words[:at].rstrip()}\n{indent}  {words[at:]}"'


rewritten("lines are wrapped elsewhere", LINE, wrapped)
rewritten("spaces at the end of lines", r'"$', '"   ')
rewritten("comments", r'^( +)(ja: ".*")$', r"\1# checked\n\1\2  # twice")
rewritten("blank lines", r"^( +(?:ja|basis|sources|weight):)", r"\n\1")
rewritten("single quotes", LINE, lambda match: match[0] if "'" in match[3] else f"{match[1]}{match[2]}: '{match[3]}'")
rewritten("folded style", LINE, lambda match: f"{match[1]}{match[2]}: >-\n{match[1]}  {match[3]}")
rewritten("the languages in another order", PAIR, r"\1\3\n\1\2")
rewritten("the options of a text in another order", r"^( +)(states: .*)\n\1((?:basis|sources): .*)$", r"\1\3\n\1\2")
rewritten("lists one item a line", SOURCES, lambda match: f"{match[1]}sources:" + "".join(f"\n{match[1]}  - {id}" for id in match[2].split(", ")))
rewritten("a mapping one key a line", FLOW, r"\1\2:\n\1  ja: \3\n\1  fr: \4")
rewritten("a mapping on one line", r'^( +)([a-z0-9-]+):\n\1  ja: ("[^"\n]*")\n\1  fr: ("[^"\n]*")\n(?!\1  )', r"\1\2: {ja: \3, fr: \4}\n")
rewritten("another line end", "\n", "\r\n")
rewritten("no-break spaces before French marks", r"(?<=[^ «]) (?=[;:?!](?: |\"))", lambda match: "\u00a0")
rewritten("narrow no-break spaces before French marks", r"(?<=[^ «]) (?=[;:?!](?: |\"))", lambda match: "\u202f")
rewritten("no-break spaces inside French quotation marks", "(?<=«) | (?=»)", lambda match: "\u00a0")
rewritten("narrow no-break spaces inside French quotation marks", "(?<=«) | (?=»)", lambda match: "\u202f")
rewritten("sources in another order", SOURCES, lambda match: f"{match[1]}sources: [{', '.join(reversed(match[2].split(', ')))}]")


# -- more of the same kind, and other words in every language


def texts_changed(data: Data, generator: random.Random, change: Callable[[dict[str, str]], dict[str, str] | None], most: int = 60):
    """The data with the words of some texts changed in every language."""
    result, places = data.context.document.data, 0
    for pair in shuffled(data.context.pairs, generator):
        text = pair[0].text
        room = all(not side.usage.longest_sentence or len(side.rendered) < side.usage.longest_sentence - 10 for side in pair)
        words = change(dict(text.languages)) if room and places < most and text.at[0] in ("pages", "faq", "runtimes") else None
        if words:
            places += 1
            for code, new in words.items():
                result = data.having((*text.at, code), new, result)
    return result, places


@changed("free prose reworded in every language")
def reworded(data: Data, generator: random.Random):
    def change(words: dict[str, str]) -> dict[str, str] | None:
        if not words["ja"].endswith("。") or not re.match(r"[A-ZÉÀ]\w* ", words["fr"]) or re.search("^(?:ただし|なお|しかし)", words["ja"]):
            return None
        return {"ja": f"なお、{words['ja']}", "fr": f"Par ailleurs, {words['fr'][0].lower()}{words['fr'][1:]}"}

    return texts_changed(data, generator, change)


@changed("an acronym set solid with kana, in every language")
def acronym(data: Data, generator: random.Random):
    def change(words: dict[str, str]) -> dict[str, str] | None:
        return {"ja": f"GPUについて、{words['ja']}", "fr": f"Pour un GPU : {words['fr']}"} if words["ja"].endswith("。") and "{" not in words["fr"][:1] else None

    return texts_changed(data, generator, change)


@changed("another number, in every language")
def other_number(data: Data, generator: random.Random):
    def change(words: dict[str, str]) -> dict[str, str] | None:
        ja, times = re.subn("三(?=つ)", "七", words["ja"])
        fr, others = re.subn(r"\btrois\b", "sept", words["fr"])
        return {"ja": ja, "fr": fr} if times == others == 1 else None

    return texts_changed(data, generator, change)


@changed("the form of a name")
def other_form(data: Data, generator: random.Random):
    return texts_changed(data, generator, lambda words: {"fr": words["fr"].replace("|le}", "|de}")} if "|le}" in words["fr"] else None)


@changed("another source is cited")
def source_cited(data: Data, generator: random.Random):
    result, places = data.context.document.data, 0
    for text in shuffled((text for text in data.context.texts if text.sources), generator)[:40]:
        more = generator.choice([id for id in data.book.kb.sources if id not in text.sources])
        result, places = data.having((*text.at, "sources"), [*text.sources, more], result), places + 1
    return result, places


@changed("a source is read again")
def read_again(data: Data, generator: random.Random):
    result, places, today = data.context.document.data, 0, data.book.today
    for id in shuffled(data.book.kb.sources, generator)[:40]:
        for key, day in (("verified_on", today), ("review_by", today + datetime.timedelta(days=60))):
            result = data.having(("sources", id, key), day.isoformat(), result)
        places += 1
    return result, places


@changed("a new alias")
def new_alias(data: Data, generator: random.Random):
    result, chosen = data.context.document.data, shuffled(data.book.kb.accelerators.values(), generator)[:20]
    for number, accelerator in enumerate(chosen):
        result = data.having(("accelerators", accelerator.id, "aliases"), [*accelerator.aliases, f"Zephyr {7000 + number}"], result)
    return result, len(chosen)


@changed("a new variant of a term")
def new_variant(data: Data, generator: random.Random):
    result, chosen = data.context.document.data, shuffled(data.book.kb.glossary.values(), generator)[:20]
    for number, term in enumerate(chosen):
        code = generator.choice(list(data.book.kb.languages))
        also = {**term.also, code: [*term.also.get(code, []), f"zéphyr{'x' * number}" if code == "fr" else f"ゼファー{'ー' * number}"]}
        result = data.having(("glossary", term.id, "also"), also, result)
    return result, len(chosen)


@changed("a new accelerator, recorded")
def new_accelerator(data: Data, generator: random.Random):
    result, names = data.context.document.data, [f"Zephyr {number}" for number in range(1, 6)]
    for name, like in zip(names, shuffled(data.book.kb.accelerators.values(), generator)):
        entry = {key: value for key, value in data.context.document.data["accelerators"][like.id].items() if key in ("vendor", "line", "family", "architecture", "sources")}
        result = data.having(("accelerators", name.lower().replace(" ", "-")), {"name": name, **entry}, result)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(shutil.copy(data.ledger.path, folder))
        ledger = Ledger(path)
        kb = parse(data.document_of(result))
        ledger.record(kb, Verdicts(kb, ledger.formerly_listed), data.book.today)
        return result, len(names), Ledger(path)
