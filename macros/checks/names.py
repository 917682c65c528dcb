"""Rules on device names: no name means two products, and a name that fits several is answered by a question."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ..problem import Problem
from ..resolver_tables import candidates, spellings_of
from ..source import Location
from ..spelling import Tokeniser, normalise
from . import Context, rule

_cut = Tokeniser(())
HARMLESS = ("counts", "things", "times", "numerals", "memory", "joining", "collective", "makers", "marks")


@cache
def signs(name: str) -> str:
    """A name by its letters and figures alone: spellings that differ only in case, width or gaps are one."""
    return "".join(token.text for token in _cut(normalise(name)))


def owners(context: Context) -> list[tuple[str, list[tuple[str, Location]]]]:
    """Every spelling of an accelerator, with all accelerators that have it and the place in the file."""
    found: dict[str, list[tuple[str, Location]]] = {}
    for accelerator in context.kb.accelerators.values():
        for below, spelling in spellings_of(accelerator):
            found.setdefault(signs(spelling), []).append((accelerator.id, ("accelerators", accelerator.id, *below)))
    return list(found.items())


@rule("name-of-one", "No name or alias belongs to two accelerators.", over=owners)
def name_of_one(context: Context, spelling: tuple[str, list[tuple[str, Location]]]) -> Iterator[Problem]:
    _, places = spelling
    first = places[0][0]
    for id, at in places:
        if id != first:
            yield context.document.problem(at, "name-of-one", f"{first} is written so, too", "drop the alias, or put it under `resolver.ambiguous`")


@rule("name-unambiguous", "No accelerator has a name that is declared to fit several.", over=owners)
def name_unambiguous(context: Context, spelling: tuple[str, list[tuple[str, Location]]]) -> Iterator[Problem]:
    name, places = spelling
    for entry in context.kb.resolver.ambiguous.values():
        if name in map(signs, entry.forms):
            for _, at in places:
                yield context.document.problem(at, "name-unambiguous", f"`resolver.ambiguous.{entry.id}` says that this fits several products", "drop the alias")


@rule("ambiguous-asks", "A name that fits several products leads to two candidates at least, and is declared once.", over=lambda c: c.kb.resolver.ambiguous)
def ambiguous_asks(context: Context, id: str) -> Iterator[Problem]:
    at = ("resolver", "ambiguous", id)
    if len(candidates(context.kb, context.book.verdicts, id)) < 2:
        yield context.document.problem(at, "ambiguous-asks", "fewer than two accelerators fit", "name the accelerators, groups, architectures or vendors that it may mean")
    forms = set(map(signs, context.kb.resolver.ambiguous[id].forms))
    for other, entry in context.kb.resolver.ambiguous.items():
        if other != id and forms & set(map(signs, entry.forms)):
            yield context.document.problem(at, "ambiguous-asks", f"`{other}` has the same form", "keep it in one of the two")


@rule("harmless-word", "No word is both harmless and one that denies, compares or puts off.", over=lambda c: [w for kind in HARMLESS for w in getattr(c.kb.resolver.words, kind)])
def harmless_word(context: Context, word: str) -> Iterator[Problem]:
    hedges = context.kb.resolver.words.hedges
    if signs(word) and signs(word) in map(signs, hedges):
        yield context.document.problem(("resolver", "words", "hedges"), "harmless-word", f"`{word}` is among the harmless words, too", "decide which of the two it is")
