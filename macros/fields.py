"""The bricks of the data model: strict records that know their id, typed references, dates, versions."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, TypeVar

from packaging.version import InvalidVersion, Version
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, PrivateAttr, StringConstraints
from pydantic_core import PydanticCustomError

from .source import Location

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
StatementId = Annotated[str, StringConstraints(pattern=r"^[A-J][0-9]+$")]
Url = Annotated[str, StringConstraints(pattern=r"^https://[^\s<>\"'`{}|\\^]+$")]
Line = Annotated[str, StringConstraints(min_length=1, pattern=r"^[^\n]+$")]
StatusId = Literal["listed", "unconfirmed", "not-listed", "withdrawn"]
SourceKind = Literal["official", "vendor", "third-party"]
Basis = Literal["reported", "inference", "arithmetic", "rule"]
AnswerId = Literal["yes", "no", "not-yet", "external"]


def _date(value: object) -> datetime.date:
    if isinstance(value, datetime.date):
        return value
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        try:
            return datetime.date.fromisoformat(value)
        except ValueError:
            pass
    raise PydanticCustomError("date", "expected a calendar date such as 2026-10-20")


def _version(value: str) -> str:
    try:
        Version(value)
    except InvalidVersion:
        raise PydanticCustomError("version", "expected a version such as \"13\" or \"3.12\"") from None
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)*", value, re.ASCII):
        raise PydanticCustomError("version", "expected ASCII digits and dots, such as \"13.1\"")
    return value


Date = Annotated[datetime.date, BeforeValidator(_date, json_schema_input_type=datetime.date)]
VersionText = Annotated[str, AfterValidator(_version)]


@dataclass(frozen=True)
class To:
    """Marks a field as a reference to an entry of a top-level collection."""

    collection: str


def ref(collection: str):
    """The type of a reference to an entry of `collection`."""
    return Annotated[Id, To(collection)]


class Record(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)


class Entity(Record):
    """A record that stands under an id; `id` is that key."""

    _id: str = PrivateAttr("")

    @cached_property
    def id(self) -> str:
        return self._id


E = TypeVar("E", bound=Entity)


def name_entries(entries: dict[str, E]) -> dict[str, E]:
    for key, entry in entries.items():
        entry._id = key
    return entries


def keyed(entity: type[E]):
    """The type of a collection: entries by id, in the order of the file."""
    return Annotated[dict[Id, entity], AfterValidator(name_entries)]


def walk(value: object, at: Location = ()) -> Iterator[tuple[Location, object]]:
    """Every value below `value` with its location, parents first."""
    yield at, value
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from walk(getattr(value, name), at + (name,))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from walk(item, at + (key,))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from walk(item, at + (index,))
