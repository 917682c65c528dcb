"""The shape of `resolver.json`: the tables by which a line becomes a product and a stack is judged. The advisor answers by this very file.

`assets/resolve.js` reads lines by it, and needs nothing else. Patterns and words are those of `resolver` in the data.
"""

from __future__ import annotations

from typing import Literal

from .api_model import Bound, Record, Requirement, Response
from .fields import StatusId


class Name(Record):
    """What some spellings name."""

    kind: Literal["product", "architecture", "ask"]
    """product: a product, or several that a tool calls alike, of one architecture. architecture: no product, but all of one
    architecture. ask: one of `candidates`, so ask which one is meant."""
    accelerator: str | None
    """Id of the product; null: no single product of the catalogue."""
    architecture: str | None
    """Id of the architecture; null: not established, or `kind` is ask."""
    candidates: list[str]
    """Ids of the accelerators that it may mean, if `kind` is ask; else empty."""
    spellings: list[str]
    """How it is written: in lower case, Unicode form NFKC. A space, a hyphen or an underscore may part its words alike."""


class KnownAccelerator(Record):
    """An accelerator, as far as a name needs it."""

    id: str
    """Permanent: never reused or renamed."""
    name: str
    """The product's own name."""
    vendor: str
    """Id of the vendor: a line that names another one does not mean this product."""
    architecture: str | None
    """Id of the architecture; null: no source of the vendor gives it."""
    status: StatusId
    """Its verdict, with the words of `accelerators.json`; `index.json` has the meanings."""
    memory: list[int]
    """The sizes of memory that it has, in GB; empty: not established."""
    path: str
    """Id of its migration path; `paths.json` has the words."""


class KnownArchitecture(Record):
    """An architecture with its accelerators."""

    id: str
    """Permanent: never reused or renamed."""
    name: str
    """Its own name."""
    vendor: str
    """Id of the vendor."""
    status: StatusId | None
    """The verdict that all its accelerators share; null: they differ, or there is none."""
    accelerators: list[str]
    """Ids of the accelerators that have it."""


class Vendor(Record):
    """The words for a vendor."""

    id: str
    """As accelerators and architectures name it."""
    words: list[str]
    """How its name is written, normalised as spellings are."""


class Around(Record):
    """The words that may stand around a name, by what they can change. Any other word may mean another product."""

    counts: list[str]
    """Say that the number beside them is a quantity."""
    things: list[str]
    """What a product is; a number before them is a quantity."""
    times: list[str]
    """Multiply; harmless beside a number only."""
    numerals: list[str]
    """Numbers in letters."""
    memory: list[str]
    """Say that a size is one of memory; harmless beside a size only."""
    joining: list[str]
    """Articles, prepositions and particles that neither deny nor compare; harmless before another word."""
    collective: list[str]
    """Harmless beside an architecture, not beside a product."""
    makers: list[str]
    """Makers of systems, harmless beside a listed product only if its vendor is named as well."""
    unless_listed: list[str]
    """Harmless only where the verdict is not-listed."""
    hedges: list[str]
    """Deny, compare, limit or put off: never harmless."""
    marks: list[str]
    """Signs that change nothing."""


class Unit(Record):
    """A unit of memory."""

    unit: str
    """A unit of memory as it is written, normalised as spellings are."""
    gb: float
    """How many GB one of it is."""


class LinePattern(Record):
    """What a line of a tool looks like."""

    id: str
    """Names the tool and its line."""
    pattern: str
    """A regular expression that is searched in the line without the white space around it, whatever the case; `.` and `\\s`
    as Python has them."""


class ListedStack(Record):
    """What the list asks for on an architecture that is on it."""

    architecture: str
    """Id of the architecture."""
    stack: str
    """Id of the requirement that is its software stack."""


class StackRequirement(Requirement):
    """A requirement, and whether it is a vendor's own."""

    stack: bool
    """Whether it is the software stack of a vendor, which no other vendor's accelerator can use."""


class ComponentBound(Record):
    """What a component asks of one requirement."""

    requirement: str
    """Id of the requirement."""
    bounds: list[Bound]
    """What the component asks of it; all must hold."""


class Component(Record):
    """A part of the release whose own documents may ask for more than the list does: then nobody can tell."""

    id: str
    """As the data names it."""
    name: str
    """Its own name."""
    requires: list[ComponentBound]
    """What its documents ask for; never empty."""


class Resolver(Response):
    """From a line to an accelerator, and from a stack to its conditions. A name that is not here has no verdict: never take a neighbour's.

    The advisor answers by this very content.
    """

    names: list[Name]
    """Everything that has a name. No spelling belongs to two."""
    accelerators: list[KnownAccelerator]
    """Every accelerator; candidates are given in this order."""
    architectures: list[KnownArchitecture]
    """Every architecture."""
    vendors: list[Vendor]
    """Every vendor."""
    words: Around
    """The words around a name."""
    units: list[Unit]
    """The units that a size of memory is given in."""
    tools: list[LinePattern]
    """Lines that tools print of a device: what the first group of the first pattern that fits holds is read in place of the line."""
    frames: list[LinePattern]
    """Lines that tools print around those: they say nothing of a device and are left out of a list."""
    release: list[str]
    """Ids of the requirements of the release, beside the accelerator and its software stack."""
    targets: list[ListedStack]
    """The architectures on the list. For any other, no software makes up for the accelerator."""
    requirements: list[StackRequirement]
    """Everything that may be asked of a machine beside its accelerator."""
    components: list[Component]
    """The components that ask for something themselves."""
