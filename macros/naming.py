"""How device names are written, as data: the words around a name, the names that fit several products, what tools print."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from .fields import Entity, Id, Line, Record, To, keyed, ref

# What the regular expressions of Python and JavaScript do not share, or share only since lately; classes within brackets are not translated.
NOT_PORTABLE = re.compile(r"\(\?(?!:)|\\[bBdDwW]|\[[^\]]*\\[sS]")


def _portable(value: str, groups: int) -> str:
    """A pattern with so many groups, which Python and JavaScript read alike."""
    try:
        found = re.compile(value).groups
    except re.error as error:
        raise PydanticCustomError("pattern", "not a regular expression: {fault}", {"fault": str(error)}) from None
    if found != groups or NOT_PORTABLE.search(value):
        raise PydanticCustomError("pattern", "expected {groups} group(s), none of \\b \\d \\w, no \\s in brackets, and nothing that starts with `(?` but `(?:`", {"groups": groups})
    return value


def _frame(value: str) -> str:
    """A portable pattern of a whole line, in which nothing is picked out."""
    if not (value.startswith("^") and value.endswith("$")):
        raise PydanticCustomError("pattern", "expected `^` and `$` around it: a part of a line is no frame")
    return _portable(value, groups=0)


ToolPattern = Annotated[str, AfterValidator(lambda value: _portable(value, groups=1))]
FramePattern = Annotated[str, AfterValidator(_frame)]
Capability = Annotated[str, StringConstraints(pattern=r"^[0-9]+\.[0-9]$")]


class Ambiguous(Entity):
    """A form of words that fits several products: whoever writes it is asked which one is meant."""

    forms: list[Line]
    accelerators: list[ref("accelerators")] = []
    architectures: list[ref("architectures")] = []
    groups: list[ref("groups")] = []
    vendors: list[ref("vendors")] = []


class Words(Record):
    """The words that may stand around a name without changing what it names; whatever is not here may change it."""

    counts: list[Line] = []
    """Say that the number beside them is a quantity: 基, units."""
    things: list[Line] = []
    """What a product is: GPU, server. A number before them is a quantity, too."""
    times: list[Line] = []
    """Multiply; harmless beside a number only."""
    numerals: list[Line] = []
    """Numbers in letters. Nothing, none and zero are not among them."""
    memory: list[Line] = []
    joining: list[Line] = []
    """Articles, prepositions and particles that neither deny nor compare."""
    collective: list[Line] = []
    """Generation, series: harmless beside a family or an architecture, not beside a product."""
    makers: list[Line] = []
    """Makers of systems. They name models of their own, so the maker of the accelerator must be named as well."""
    unless_listed: list[Line] = []
    """Harmless only where the verdict is not that the product is on the list."""
    hedges: list[Line] = []
    """Deny, compare, limit or put off: never harmless, whatever the verdict."""
    marks: list[Line] = []


class NameTables(Record):
    """The tables by which a line becomes a device name."""

    ambiguous: keyed(Ambiguous) = {}
    vendors: dict[Annotated[Id, To("vendors")], list[Line]] = {}
    """Other ways to write the name of a vendor."""
    words: Words = Words()
    units: dict[Line, Annotated[float, Field(gt=0)]] = {}
    """Units of memory as they are written -> how many GB."""
    optional: list[Line] = []
    """Words that device names may be written without: GeForce, Generation."""
    capability_forms: list[Line] = []
    """How an architecture is written by its number: `{digits}` is 100, `{capability}` is 10.0."""
    former_capabilities: dict[Annotated[Id, To("architectures")], list[Capability]] = {}
    """Numbers that earlier tools gave an architecture."""
    tools: dict[Id, ToolPattern] = {}
    """Lines that tools print; the group of the pattern is the device name."""
    frames: dict[Id, FramePattern] = {}
    """Lines that tools print around those, and that name no device: titles, measures, processes."""

    @model_validator(mode="after")
    def _forms_name_a_number(self):
        for form in self.capability_forms:
            if ("{digits}" in form) == ("{capability}" in form):
                raise PydanticCustomError("form", "`{form}` needs either {{digits}} or {{capability}}", {"form": form})
        return self
