"""The tables of the resolver as plain values, from the data: what Python and the browser both resolve device names by."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from .spelling import normalise

if TYPE_CHECKING:
    from .model import Accelerator, KnowledgeBase
    from .verdict import Verdicts


def tables(kb: KnowledgeBase, verdicts: Verdicts) -> dict:
    """What `Resolver` needs, fit for JSON. Names are normalised; `names` maps each to the index of what it names in `entries`."""
    entries: list[dict] = []
    numbers: dict[str, int] = {}
    for spellings, entry in _named(kb, verdicts):
        fresh = [spelling for spelling in spellings if spelling not in numbers]
        if fresh:
            numbers |= dict.fromkeys(fresh, len(entries))
            entries.append(entry)
    return {
        "entries": entries,
        "names": numbers,
        "accelerators": {
            id: {
                "status": verdicts[id].status, "architecture": accelerator.architecture, "vendor": accelerator.vendor,
                "memory": [memory.gb for memory in accelerator.memory],
            }
            for id, accelerator in kb.accelerators.items()
        },
        "architectures": {
            id: {
                "status": verdicts.architecture_status(id), "vendor": architecture.vendor,
                "accelerators": [a.id for a in kb.accelerators.values() if a.architecture == id],
            }
            for id, architecture in kb.architectures.items()
        },
        "words": {kind: [normalise(word) for word in words] for kind, words in kb.resolver.words.model_dump().items()},
        "vendors": {id: [normalise(word) for word in (vendor.name, *kb.resolver.vendors.get(id, ()))] for id, vendor in kb.vendors.items()},
        "units": {normalise(unit): size for unit, size in kb.resolver.units.items()},
        "tools": list(kb.resolver.tools.values()),
    }


def _named(kb: KnowledgeBase, verdicts: Verdicts) -> Iterator[tuple[list[str], dict]]:
    """Everything that has a name, with its spellings; what comes first keeps a spelling that two share."""
    for form in kb.resolver.ambiguous.values():
        yield [normalise(spelling) for spelling in form.forms], _entry("ask", candidates=candidates(kb, verdicts, form.id))
    for accelerator in kb.accelerators.values():
        yield [normalise(spelling) for _, spelling in spellings_of(accelerator)], _entry("product", accelerator.id, accelerator.architecture)
    for device in kb.devices.names:
        yield _without_optional(kb, device.name), _entry("product", device.accelerator, device.architecture)
    for architecture in kb.architectures.values():
        numbers = [n for n in (architecture.compute_capability, *kb.resolver.former_capabilities.get(architecture.id, ())) if n]
        forms = [form.format(digits=n.replace(".", ""), capability=n) for n in numbers for form in kb.resolver.capability_forms]
        yield [normalise(spelling) for spelling in (architecture.name, *forms)], _entry("architecture", None, architecture.id)


def _entry(kind: str, accelerator: str | None = None, architecture: str | None = None, candidates: list[str] | None = None) -> dict:
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
