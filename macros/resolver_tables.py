"""The tables of the resolver as plain values, from the data: what Python, the browser and readers of the API resolve device names by."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from .spelling import normalise

if TYPE_CHECKING:
    from .model import Accelerator, KnowledgeBase
    from .verdict import Verdicts


def tables(kb: KnowledgeBase, verdicts: Verdicts) -> dict:
    """What `Resolver` needs, in the fields of `api_resolver.Resolver`. Spellings and words are normalised; no two names share a spelling."""
    names: list[dict] = []
    taken: set[str] = set()
    for spellings, name in _named(kb, verdicts):
        fresh = [spelling for spelling in dict.fromkeys(spellings) if spelling not in taken]
        taken.update(fresh)
        names += [name | {"spellings": fresh}] if fresh else []
    return {
        "names": names,
        "accelerators": [
            {
                "id": a.id, "name": a.name, "vendor": a.vendor, "architecture": a.architecture, "status": verdicts[a.id].status,
                "memory": [memory.gb for memory in a.memory], "path": verdicts.path(a.id),
            }
            for a in kb.accelerators.values()
        ],
        "architectures": [
            {
                "id": a.id, "name": a.name, "vendor": a.vendor, "status": verdicts.architecture_status(a.id),
                "accelerators": [accelerator.id for accelerator in kb.accelerators.values() if accelerator.architecture == a.id],
            }
            for a in kb.architectures.values()
        ],
        "vendors": [{"id": v.id, "words": [normalise(word) for word in (v.name, *kb.resolver.vendors.get(v.id, ()))]} for v in kb.vendors.values()],
        "words": {kind: [normalise(word) for word in words] for kind, words in kb.resolver.words.model_dump().items()},
        "units": [{"unit": normalise(unit), "gb": size} for unit, size in kb.resolver.units.items()],
        "tools": [{"id": id, "pattern": pattern} for id, pattern in kb.resolver.tools.items()],
        "frames": [{"id": id, "pattern": pattern} for id, pattern in kb.resolver.frames.items()],
    }


def _named(kb: KnowledgeBase, verdicts: Verdicts) -> Iterator[tuple[list[str], dict]]:
    """Everything that has a name, with its spellings; what comes first keeps a spelling that two share."""
    for form in kb.resolver.ambiguous.values():
        yield [normalise(spelling) for spelling in form.forms], _name("ask", candidates=candidates(kb, verdicts, form.id))
    for accelerator in kb.accelerators.values():
        yield [normalise(spelling) for _, spelling in spellings_of(accelerator)], _name("product", accelerator.id, accelerator.architecture)
    for device in kb.devices.names:
        yield _without_optional(kb, device.name), _name("product", device.accelerator, device.architecture)
    for architecture in kb.architectures.values():
        numbers = [n for n in (architecture.compute_capability, *kb.resolver.former_capabilities.get(architecture.id, ())) if n]
        forms = [form.format(digits=n.replace(".", ""), capability=n) for n in numbers for form in kb.resolver.capability_forms]
        yield [normalise(spelling) for spelling in (architecture.name, *forms)], _name("architecture", None, architecture.id)


def _name(kind: str, accelerator: str | None = None, architecture: str | None = None, candidates: list[str] | None = None) -> dict:
    return {"kind": kind, "accelerator": accelerator, "architecture": architecture, "candidates": candidates or []}


def spellings_of(accelerator: Accelerator) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every way the data writes an accelerator, with the place below it; its id and its name come first."""
    yield (), accelerator.id
    yield ("name",), accelerator.name
    yield from ((("aliases", n), alias) for n, alias in enumerate(accelerator.aliases))
    for variant in accelerator.variants.values():
        yield ("variants", variant.id, "name"), variant.name
        yield from ((("variants", variant.id, "aliases", n), alias) for n, alias in enumerate(variant.aliases))


def candidates(kb: KnowledgeBase, verdicts: Verdicts, form: str) -> list[str]:
    """The accelerators that an ambiguous form may mean, in the order of the data."""
    wanted = kb.resolver.ambiguous[form]
    members = {member.id for group in wanted.groups for member in verdicts.members(kb.groups[group])}
    return [
        a.id for a in kb.accelerators.values()
        if a.id in wanted.accelerators or a.id in members or a.architecture in wanted.architectures or a.vendor in wanted.vendors
    ]


def _without_optional(kb: KnowledgeBase, name: str) -> list[str]:
    """A device name with and without each word that may be left out, and without its vendor."""
    vendors = {normalise(vendor.name) for vendor in kb.vendors.values()}
    optional = {normalise(word) for word in kb.resolver.optional}
    words = normalise(name).split()
    if words[0] in vendors:
        words = words[1:]
    choices = [("", word) if word in optional else (word,) for word in words]
    return [" ".join(word for word in choice if word) for choice in product(*choices)]
