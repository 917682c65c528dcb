"""Rules on what must agree between the languages of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from ..problem import Problem
from ..usage import PLACE, Meaning
from . import Context, Side, rule

# Acronyms are the same in every language.
ACRONYM = re.compile(r"\b[A-Z][A-Z0-9]+\b")
LETTER = re.compile(r"[^\W\d_]")
# How many times longer one side may be, by the usual density of the languages. Measured: 2.4 at most.
LONGEST_RATIO = 3
SHORTEST_MEASURED = 20


@rule("placeholders-equal", "All languages of a text use the same placeholders; only the forms may differ.", over=lambda c: c.pairs)
def placeholders_equal(context: Context, pair: list[Side]) -> Iterator[Problem]:
    used = [sorted(side.placeholders) for side in pair]
    for side, names in zip(pair, used):
        if names != used[0]:
            differing = ", ".join(sorted(set(names) ^ set(used[0]))) or "how often one occurs"
            yield context.problem(side, "placeholders-equal", f"the placeholders differ between languages: {differing}", "use the same placeholders in each language")


@rule("sides-differ", "Two languages are not the same words, unless those are names and acronyms.", over=lambda c: c.pairs)
def sides_differ(context: Context, pair: list[Side]) -> Iterator[Problem]:
    for one, other in combinations(pair, 2):
        if one.bare == other.bare and LETTER.search(ACRONYM.sub("", one.bare)):
            yield context.problem(other, "sides-differ", f"the same words as {one.language.id}: {_excerpt(other)}", "write each side in its own language")


def _lost(meanings: Callable[[Side], dict[str, Meaning]], pair: list[Side]) -> Iterator[tuple[str, Side, str, Side]]:
    """What one side claims and another does not even hint at: the meaning, who says it, in which words, who does not."""
    for one, other in permutations(pair, 2):
        for id, meaning in meanings(one).items():
            counterpart = meanings(other).get(id)
            if counterpart and (found := meaning.claim.search(one.bare)) and not counterpart.hint.search(other.bare):
                yield id, one, found[0].replace(PLACE, "…"), other


def _excerpt(side: Side) -> str:
    return f"{side.language.id} « {side.authored} »"


@rule("verdicts-agree", "A verdict that one language claims is claimed in all, and none claims the opposite.", over=lambda c: c.pairs)
def verdicts_agree(context: Context, pair: list[Side]) -> Iterator[Problem]:
    for status, one, words, other in _lost(lambda side: side.usage.verdicts, pair):
        yield context.problem(other, "verdicts-agree", f"{one.language.id} claims {status} (`{words}`), this side does not: {_excerpt(one)}, {_excerpt(other)}", "say the same in both")


@rule("numbers-agree", "A number or percentage that one language gives in words is given in all.", over=lambda c: c.pairs)
def numbers_agree(context: Context, pair: list[Side]) -> Iterator[Problem]:
    for number, one, words, other in _lost(lambda side: side.usage.numbers, pair):
        yield context.problem(other, "numbers-agree", f"{one.language.id} says {number} (`{words}`), this side does not: {_excerpt(one)}, {_excerpt(other)}", "say the same number in both")


@rule("bounds-agree", "A bound includes or excludes its limit alike in every language.", over=lambda c: c.pairs)
def bounds_agree(context: Context, pair: list[Side]) -> Iterator[Problem]:
    for kind, one, words, other in _lost(lambda side: side.usage.bounds, pair):
        yield context.problem(other, "bounds-agree", f"{one.language.id} gives a bound of the kind {kind} (`{words}`), this side does not: {_excerpt(one)}, {_excerpt(other)}", "give the same bound in both")


@rule("limits-agree", "A word that narrows or weakens a statement is not lost in another language.", over=lambda c: c.pairs)
def limits_agree(context: Context, pair: list[Side]) -> Iterator[Problem]:
    for limit, one, words, other in _lost(lambda side: side.usage.limits, pair):
        yield context.problem(other, "limits-agree", f"{one.language.id} says {limit} (`{words}`), this side does not: {_excerpt(one)}, {_excerpt(other)}", "say the same in both")


def bound_phrases(context: Context) -> list[tuple[str, str]]:
    """The phrases by which a language writes a bound, as (language, kind)."""
    return [(code, kind) for code, language in context.kb.languages.items() for kind in language.usage.bounds]


@rule("bound-phrase", "The phrase by which a language writes a version bound means that bound and no other.", over=bound_phrases)
def bound_phrase(context: Context, phrase: tuple[str, str]) -> Iterator[Problem]:
    code, kind = phrase
    language = context.kb.languages[code]
    words = getattr(language.phrases, kind).format(version=PLACE)
    meant = [id for id, meaning in language.usage.bounds.items() if meaning.claim.search(words)]
    if meant != [kind]:
        said = " and ".join(meant) or "no bound"
        yield context.document.problem(("languages", code, "phrases", kind), "bound-phrase", f"`{getattr(language.phrases, kind)}` means {said}, not {kind}", "correct the phrase, or `usage.bounds`")


def tables(context: Context) -> list[tuple[str, str]]:
    """The tables of meanings that the languages have, as (language, table)."""
    return [(code, table) for code in context.kb.languages for table in ("verdicts", "numbers", "bounds", "limits")]


@rule("usage-complete", "Every language has words for each meaning that another has words for.", over=tables)
def usage_complete(context: Context, of: tuple[str, str]) -> Iterator[Problem]:
    code, table = of
    everywhere = {id for language in context.kb.languages.values() for id in getattr(language.usage, table)}
    if missing := sorted(everywhere - set(getattr(context.kb.languages[code].usage, table))):
        yield context.document.problem(("languages", code, "usage"), "usage-complete", f"`{table}` lacks {', '.join(missing)}", "give the words of this language for it")


def terms(context: Context) -> list[str]:
    return [id for id, term in context.kb.glossary.items() if not term.ordinary]


@rule("agreed-term", "Where one language names a concept of the glossary, the others use their agreed word for it.", over=terms)
def agreed_term(context: Context, id: str) -> Iterator[Problem]:
    term, languages = context.kb.glossary[id], context.kb.languages
    agreed = {code: context.book.writers[code].plain(term.name) for code in languages}
    accepted = {code: [word.casefold() for word in (agreed[code], *term.also.get(code, ()), *term.short.get(code, ()))] for code in languages}
    for pair, words in context.folded:
        for one, other in permutations(languages, 2):
            if accepted[one][0] not in words[one] or any(word in words[other] for word in accepted[other]):
                continue
            side = next(side for side in pair if side.language.id == other)
            if f"term.{id}" not in side.placeholders:
                yield context.problem(side, "agreed-term", f"{one} names `{agreed[one]}`, this side does not: {_excerpt(side)}", f"write `{agreed[other]}`")


@rule("same-wording", "The same sentence in one language is the same sentence in the others.", over=lambda c: c.pairs)
def same_wording(context: Context, pair: list[Side]) -> Iterator[Problem]:
    for one, other in permutations(pair, 2):
        first = context.first_with[one.language.id, one.wording]
        before = first[pair.index(other)]
        if one.is_statement and before.wording != other.wording:
            yield context.problem(other, "same-wording", f"{before.text.id} has the same {one.language.id} and says `{before.authored}` here", "use one wording")


@rule("length", "No side is so short beside another that words must have been lost.", over=lambda c: c.pairs)
def length(context: Context, pair: list[Side]) -> Iterator[Problem]:
    sizes = [(len(side.bare) / side.usage.density, side) for side in pair]
    (least, short), (most, long) = min(sizes, key=lambda size: size[0]), max(sizes, key=lambda size: size[0])
    if most >= SHORTEST_MEASURED and most > LONGEST_RATIO * least:
        yield context.problem(short, "length", f"{len(short.bare)} characters beside {len(long.bare)} in {long.language.id}: {_excerpt(short)}", "complete the shorter side, or split the longer")


@rule("ends-alike", "A text that is a sentence in one language ends as one in the others; list items may end as their list does.", over=lambda c: c.pairs)
def ends_alike(context: Context, pair: list[Side]) -> Iterator[Problem]:
    if "bullets" in pair[0].text.at:
        return
    for one, other in permutations(pair, 2):
        if one.is_statement and not re.search(rf"(?:{other.usage.sentence_end})|[:;?!：；？！]$", other.bare):
            yield context.problem(other, "ends-alike", f"{one.language.id} is a sentence, this side does not end as one: {_excerpt(other)}", "end both as sentences, or neither")
