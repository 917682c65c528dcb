"""Faults in other parts of the data than the words of a text: entries lost, moved or typed; characters nobody sees."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from drift_subject import Data, Edit, Family, Side, shuffled

from macros.problem import Problem
from macros.source import Location
from macros.words import Text

FAMILIES: list[Family] = []
# These reach the whole data, and each is checked by a whole run: fewer of them.
SHARE = 1 / 3


def node_fault(name: str, languages: tuple[str, ...] | None = (), own: bool = True):
    """Register a generator of `(where, problems, whether a problem names that place)`."""

    def register(spoil: Callable[[Data, random.Random, str], Iterator[tuple[str, list[Problem], Callable[[Problem], bool]]]]) -> Callable:
        def edits(data: Data, generator: random.Random, code: str, count: int) -> Iterator[Edit]:
            for done, (where, problems, names) in enumerate(spoil(data, generator, code), 1):
                yield Edit(where, frozenset(problem.rule for problem in problems if names(problem)))
                if done >= count * SHARE:
                    return

        FAMILIES.append(Family(name, edits, own, languages))
        return spoil

    return register


def about(id: str) -> Callable[[Problem], bool]:
    return lambda problem: problem.id == id or problem.id.startswith(f"{id}.")


# -- entries lost


def lost(data: Data, generator: random.Random, chosen: Callable[[Text], Location | None]):
    """The data without what `chosen` gives for a text."""
    for text in shuffled(data.context.texts, generator):
        if at := chosen(text):
            yield text.id, data.of_data(data.without(at)), about(text.id)


@node_fault("a caveat is deleted in both languages", own=False)
def caveat_deleted(data: Data, generator: random.Random, code: str):
    return lost(data, generator, lambda text: text.at[:-1] if text.at[-1] == "note" else text.at if "notes" in text.at else None)


@node_fault("a step or a bullet is deleted in both languages", own=False)
def step_deleted(data: Data, generator: random.Random, code: str):
    return lost(data, generator, lambda text: text.at if text.at[-2] in ("steps", "bullets") else None)


@node_fault("one language of a text is deleted", languages=None)
def language_deleted(data: Data, generator: random.Random, code: str):
    return lost(data, generator, lambda text: (*text.at, code))


@node_fault("a text is added that nobody reviewed", own=False)
def text_added(data: Data, generator: random.Random, code: str):
    for id in shuffled(data.book.kb.accelerators, generator):
        notes = data.context.document.data["accelerators"][id].get("notes", {})
        added = {"ja": "この製品については、購入の前に型番を確かめてください。", "fr": "Pour ce produit, vérifiez la référence avant tout achat."}
        yield f"accelerators.{id}.notes.new", data.of_data(data.having(("accelerators", id, "notes"), notes | {"new": added})), about(f"accelerators.{id}.notes.new")


@node_fault("a source is deleted")
def source_deleted(data: Data, generator: random.Random, code: str):
    for id in shuffled(data.book.kb.sources, generator):
        yield f"sources.{id}", data.of_data(data.without(("sources", id))), lambda problem, id=id: f"`{id}`" in problem.message


@node_fault("the source of a text is misspelt")
def source_misspelt(data: Data, generator: random.Random, code: str):
    for text in shuffled((text for text in data.context.texts if text.sources), generator):
        yield text.id, data.of_data(data.having((*text.at, "sources", 0), f"{text.sources[0]}-x")), about(text.id)


# -- verdicts


@node_fault("a status is typed into an entry")
def status_key(data: Data, generator: random.Random, code: str):
    for id in shuffled(data.book.kb.accelerators, generator):
        yield f"accelerators.{id}", data.of_data(data.having(("accelerators", id, "status"), "listed")), about(f"accelerators.{id}.status")


@node_fault("an accelerator is ascribed a listed architecture")
def promoted(data: Data, generator: random.Random, code: str):
    listed = {target.architecture for target in data.book.kb.targets.values()}
    for id, verdict in shuffled(data.book.verdicts.all.items(), generator):
        if verdict.accelerator.architecture not in listed:
            yield f"accelerators.{id}", data.of_data(data.having(("accelerators", id, "architecture"), min(listed))), lambda problem, id=id: problem.id in (id, f"accelerators.{id}") or id in problem.message


@node_fault("an entry of the official list is another")
def list_changed(data: Data, generator: random.Random, code: str):
    for id, target in shuffled(data.book.kb.targets.items(), generator):
        for other in shuffled((arch for arch in data.book.kb.architectures if arch != target.architecture), generator)[:2]:
            products = {product for product, verdict in data.book.verdicts.all.items() if verdict.accelerator.architecture in (other, target.architecture)}
            yield f"targets.{id} {other}", data.of_data(data.having(("targets", id, "architecture"), other)), lambda problem, products=products: problem.id in products or problem.rule == "holds-when"


@node_fault("the phrase of a version bound is that of another", languages=None)
def phrase_swapped(data: Data, generator: random.Random, code: str):
    language = data.book.kb.languages[code]
    for kind in shuffled(language.usage.bounds, generator):
        other = generator.choice([other for other in language.usage.bounds if other != kind])
        at = ("languages", code, "phrases", kind)
        yield ".".join(at), data.of_data(data.having(at, getattr(language.phrases, other))), about(".".join(at))


# -- characters


def typed(data: Data, generator: random.Random, code: str, characters: str, whole: bool = False):
    """The file with a character set into the words of a text, or in the place of one; found if a problem stands on its line."""
    sides: list[Side] = [side for side in data.context.sides if side.language.id == code]
    for side in shuffled(sides, generator):
        mark = data.context.document.mark((*side.text.at, code))
        line = data.lines[mark.line - 1]
        start = line.find(side.authored[:8], mark.column - 1)
        if start < 0 or not 8 <= len(side.authored) or "{" in side.authored[:8]:
            continue
        at = start + generator.randrange(1, 7)
        lines = [*data.lines[: mark.line - 1], line[:at] + generator.choice(characters) + line[at + whole :], *data.lines[mark.line :]]
        yield f"{side.text.id} {code}", data.of_file("\n".join(lines)), lambda problem, at=mark.line: problem.line == at


@node_fault("a character that nobody sees", languages=None)
def invisible(data: Data, generator: random.Random, code: str):
    return typed(data, generator, code, "\u200b\u200c\u2060\ufeff\u00ad")


@node_fault("a full-width letter or figure", languages=None)
def full_width(data: Data, generator: random.Random, code: str):
    return typed(data, generator, code, "ＡＨ１９", whole=True)


@node_fault("a language is given twice", languages=None)
def given_twice(data: Data, generator: random.Random, code: str):
    for side in shuffled((side for side in data.context.sides if side.language.id == code), generator):
        line = data.context.document.mark((*side.text.at, code), key=True).line
        if data.lines[line - 1].lstrip().startswith(f'{code}: "') and data.lines[line - 1].endswith('"'):
            yield f"{side.text.id} {code}", data.of_file("\n".join([*data.lines[:line], data.lines[line - 1], *data.lines[line:]])), lambda problem, at=line: problem.line == at + 1
