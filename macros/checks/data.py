"""Rules on the facts: references resolve, every reader has a path, nothing is defined in vain, the ledger holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import get_args

from pydantic import BaseModel

from .. import ledger
from ..fields import To
from ..problem import Problem
from ..source import Location
from . import Context, rule


def references(context: Context) -> Iterator[tuple[Location, str, str]]:
    """Every typed reference of the data: where it stands, the collection it points into, the id it names."""
    yield from _references(context.kb, ())


def _references(record: BaseModel, at: Location) -> Iterator[tuple[Location, str, str]]:
    for name, info in type(record).model_fields.items():
        yield from _below(info.annotation, info.metadata, getattr(record, name), at + (name,))


def _below(annotation: object, metadata: Iterable, value: object, at: Location) -> Iterator[tuple[Location, str, str]]:
    """The references in a value, told by the `To` mark of its type."""
    if isinstance(value, BaseModel):
        yield from _references(value, at)
        return
    mark = next((m for m in metadata if isinstance(m, To)), None)
    if isinstance(value, str):
        mark = mark or _mark_in(annotation)
        if mark:
            yield at, mark.collection, value
    elif isinstance(value, dict):
        key_mark = _mark_in(get_args(annotation)[0]) if get_args(annotation) else None
        for key, item in value.items():
            if key_mark:
                yield at + (key,), key_mark.collection, key
            yield from _below(annotation, (), item, at + (key,)) if isinstance(item, BaseModel) or not key_mark else ()
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _below(annotation, (), item, at + (index,))


def _mark_in(annotation: object) -> To | None:
    """The first `To` mark anywhere in a type."""
    for mark in getattr(annotation, "__metadata__", ()):
        if isinstance(mark, To):
            return mark
    return next((mark for argument in get_args(annotation) if (mark := _mark_in(argument))), None)


@rule("reference-resolves", "Every id that is referred to is defined.", over=references)
def reference_resolves(context: Context, reference: tuple[Location, str, str]) -> Iterator[Problem]:
    at, collection, id = reference
    known = getattr(context.kb, collection)
    if id not in known:
        near = get_close_matches(id, known, 1, 0.5)
        yield context.document.problem(at, "reference-resolves", f"`{id}` is not defined under `{collection}`", f"did you mean `{near[0]}`?" if near else f"define it under `{collection}`")


@rule("path-for-everybody", "Every accelerator is sent down a migration path.", over=lambda c: c.kb.accelerators)
def path_for_everybody(context: Context, id: str) -> Iterator[Problem]:
    try:
        context.book.verdicts.path(id)
    except LookupError as error:
        yield context.document.problem(("accelerators", id), "path-for-everybody", str(error), "let the last entry of `paths` have neither status nor group")


@rule("group-agrees", "A group that the scope matrix shows has one status, shared by all its members.", over=lambda c: c.kb.matrix.values())
def group_agrees(context: Context, row) -> Iterator[Problem]:
    if row.group in context.kb.groups and context.book.verdicts.group_status(row.group) is None:
        yield context.document.problem(("groups", row.group), "group-agrees", "its members have no status, or differ in it", "split the group")


@rule("variant-known", "A memory size names variants that its accelerator has.", over=lambda c: c.kb.accelerators.values())
def variant_known(context: Context, accelerator) -> Iterator[Problem]:
    for index, memory in enumerate(accelerator.memory):
        for variant in memory.variants:
            if variant not in accelerator.variants:
                yield context.document.problem(("accelerators", accelerator.id, "memory", index), "variant-known", f"`{variant}` is not a variant of {accelerator.id}", "define it under `variants`")


@rule("device-agrees", "A device has the architecture of the accelerator that it names.", over=lambda c: c.kb.devices.names)
def device_agrees(context: Context, device) -> Iterator[Problem]:
    accelerator = context.kb.accelerators.get(device.accelerator or "")
    if accelerator and accelerator.architecture != device.architecture:
        index = context.kb.devices.names.index(device)
        yield context.document.problem(("devices", "names", index), "device-agrees", f"`{device.name}` is {device.architecture}, but {accelerator.id} is {accelerator.architecture}", "correct one of the two")


@rule("retired-has-successor", "A retired accelerator keeps its page and names what took its place.", over=lambda c: c.kb.accelerators.values())
def retired_has_successor(context: Context, accelerator) -> Iterator[Problem]:
    if bool(accelerator.retired_on) != bool(accelerator.successor):
        yield context.document.problem(("accelerators", accelerator.id), "retired-has-successor", "`retired_on` and `successor` go together", "give both or neither")


@rule("source-used", "Every source is cited somewhere.", over=lambda c: c.kb.sources)
def source_used(context: Context, id: str) -> Iterator[Problem]:
    if id not in context.cited_sources:
        yield context.document.problem(("sources", id), "source-used", "nothing cites this source", "cite it or remove it", key=True)


@rule("date-not-in-future", "Nothing was verified, published or changed on a day to come.", over=lambda c: [*c.kb.sources.values(), *c.kb.changes.values()])
def date_not_in_future(context: Context, entry) -> Iterator[Problem]:
    collection = "sources" if entry.id in context.kb.sources and context.kb.sources[entry.id] is entry else "changes"
    for name in ("verified_on", "published", "date"):
        day = getattr(entry, name, None)
        if day and day > context.book.today:
            yield context.document.problem((collection, entry.id, name), "date-not-in-future", f"{day} is later than today, {context.book.today}", "give the day on which it happened")


@rule("ledger", "The ledger is unbroken, and its last entries are the verdicts of today.", over=lambda c: [c.book.ledger])
def ledger_holds(context: Context, entries: ledger.Ledger) -> Iterator[Problem]:
    yield from ledger.check(entries, context.kb, context.book.verdicts)
