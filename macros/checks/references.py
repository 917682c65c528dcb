"""The typed references of the data: which entry each `ref` field names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import get_args

from pydantic import BaseModel

from ..fields import To
from ..source import Location


def references(record: BaseModel, at: Location = ()) -> Iterator[tuple[Location, str, str]]:
    """Every typed reference in a record: where it stands, the collection it points into, the id it names."""
    for name, info in type(record).model_fields.items():
        yield from _below(info.annotation, info.metadata, getattr(record, name), at + (name,))


def _below(annotation: object, metadata: Iterable, value: object, at: Location) -> Iterator[tuple[Location, str, str]]:
    """The references in a value, told by the `To` mark of its type."""
    if isinstance(value, BaseModel):
        yield from references(value, at)
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


@cache
def _mark_in(annotation: object) -> To | None:
    """The first `To` mark anywhere in a type."""
    for mark in getattr(annotation, "__metadata__", ()):
        if isinstance(mark, To):
            return mark
    return next((mark for argument in get_args(annotation) if (mark := _mark_in(argument))), None)
