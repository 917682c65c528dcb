"""Rules on the facts: references resolve, every reader has a path, nothing is defined in vain."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from difflib import get_close_matches

from ..problem import Problem
from ..source import Location
from . import Context, rule


@rule("reference-resolves", "Every id that is referred to is defined.", over=lambda c: c.references, decisive=True)
def reference_resolves(context: Context, reference: tuple[Location, str, str]) -> Iterator[Problem]:
    # Decisive: where an id leads nowhere, the other rules cannot follow it.
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


@rule("retired-has-successor", "A retired accelerator keeps its page and names a live one that took its place.", over=lambda c: c.kb.accelerators.values())
def retired_has_successor(context: Context, accelerator) -> Iterator[Problem]:
    at = ("accelerators", accelerator.id)
    if bool(accelerator.retired_on) != bool(accelerator.successor):
        yield context.document.problem(at, "retired-has-successor", "`retired_on` and `successor` go together", "give both or neither")
    if accelerator.successor and context.kb.accelerators[accelerator.successor].retired_on:
        yield context.document.problem((*at, "successor"), "retired-has-successor", f"`{accelerator.successor}` is retired itself", "name the one that is sold today")


@rule("source-used", "Every source is cited somewhere.", over=lambda c: c.kb.sources)
def source_used(context: Context, id: str) -> Iterator[Problem]:
    if id not in context.used["sources"]:
        yield context.document.problem(("sources", id), "source-used", "nothing cites this source", "cite it or remove it", key=True)


# Collections that exist only to be quoted or referred to.
QUOTED = ("names", "numbers", "dates", "codes", "models", "vendors", "lines")


@rule("entry-used", "Every name, figure, date and command that is defined is used.", over=lambda c: [(name, id) for name in QUOTED for id in getattr(c.kb, name)])
def entry_used(context: Context, entry: tuple[str, str]) -> Iterator[Problem]:
    collection, id = entry
    if id not in context.used[collection]:
        yield context.document.problem(entry, "entry-used", "no text and no fact uses it", "use it, or remove it", key=True)


def dated(context: Context) -> Iterator[tuple[Location, datetime.date]]:
    """Every day on which something is said to have happened."""
    for collection in ("sources", "changes"):
        for id, entry in getattr(context.kb, collection).items():
            for name in ("verified_on", "published", "date"):
                if day := getattr(entry, name, None):
                    yield (collection, id, name), day


@rule("date-not-in-future", "Nothing was verified, published or changed on a day to come.", over=dated)
def date_not_in_future(context: Context, found: tuple[Location, datetime.date]) -> Iterator[Problem]:
    at, day = found
    if day > context.book.today:
        yield context.document.problem(at, "date-not-in-future", f"{day} is later than today, {context.book.today}", "give the day on which it happened")


@rule("source-fresh", "No source is overdue to be read again.", over=lambda c: c.kb.sources.values(), severity="warning")
def source_fresh(context: Context, source) -> Iterator[Problem]:
    if source.review_by < context.book.today:
        yield context.document.problem(("sources", source.id, "review_by"), "source-fresh", f"it was to be read again by {source.review_by}", "read it, then set `verified_on` and `review_by`")
