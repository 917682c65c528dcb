"""The shape of `data/support.yaml`: the facts that may be stated, and what must come with each.

Everything is frozen and strict. Collections are keyed by id; relations are typed references.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from packaging.version import Version
from pydantic import AfterValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from .fields import AnswerId, Basis, Date, Entity, Id, Line, Record, SourceKind, StatusId, To, Url, VersionText, keyed, name_entries, ref, walk
from .naming import NameTables
from .source import Location
from .words import Change, Check, CheckRule, Language, Page, Question, Status, Term, Text

class Source(Entity):
    title: Line
    publisher: Line
    kind: SourceKind
    """official: DeepSeek's own text; vendor: the maker of the hardware or runtime; third-party: anybody else."""
    url: Url | None = None
    no_url: Text | None = None
    """Why there is no address, where there is none."""
    published: Date | None = None
    verified_on: Date
    """The day somebody last read it and found that it says what it is cited for."""
    review_by: Date
    supports: Text
    """What it is cited for, in a few words."""

    @model_validator(mode="after")
    def _address_and_dates(self):
        if (self.url is None) == (self.no_url is None):
            raise PydanticCustomError("source", "give `url`, or `no_url` with the reason why there is none")
        if self.published and self.published > self.verified_on:
            raise PydanticCustomError("source", "`verified_on` is earlier than `published`")
        if self.review_by <= self.verified_on:
            raise PydanticCustomError("source", "`review_by` must be later than `verified_on`")
        return self


class Named(Entity):
    """Something with a proper name, the same in every language."""

    name: Line
    grammar: dict[Id, Line] = {}
    """Language -> class of the word there, for the forms of that language."""


class Number(Entity):
    """A figure that texts may quote; given, or computed from an accelerator's memory."""

    value: Annotated[int, Field(ge=0)] | None = None
    times: Annotated[int, Field(gt=0)] | None = None
    memory_of: ref("accelerators") | None = None
    unit: Literal["GB", "TB"] | None = None
    sources: list[ref("sources")] = []

    @model_validator(mode="after")
    def _given_or_computed(self):
        if (self.value is None) == (self.times is None) or (self.times is None) != (self.memory_of is None):
            raise PydanticCustomError("number", "give `value`, or `times` together with `memory_of`")
        return self


class Day(Entity):
    """A date that texts may quote."""

    date: Date
    sources: list[ref("sources")]


class Bound(Record):
    """A version bound. `stated` is a bare version in the source: no word on newer ones."""

    stated: VersionText | None = None
    exact: VersionText | None = None
    min: VersionText | None = None
    above: VersionText | None = None
    max: VersionText | None = None
    below: VersionText | None = None

    @model_validator(mode="after")
    def _consistent(self):
        given = [name for name in Bound.model_fields if getattr(self, name) is not None]
        pair = len(given) == 2 and given[0] in ("min", "above") and given[1] in ("max", "below")
        if len(given) != 1 and not pair:
            raise PydanticCustomError("bound", "give one bound, or a lower and an upper one")
        if pair and Version(getattr(self, given[0])) > Version(getattr(self, given[1])):
            raise PydanticCustomError("bound", "the lower bound is above the upper one")
        return self

    @property
    def bounds(self) -> dict[str, str]:
        return {name: value for name in Bound.model_fields if (value := getattr(self, name)) is not None}


class Requirement(Named):
    """A condition of the release other than the accelerator."""

    version: Bound | None = None
    one_of: list[Line] = []
    """Accepted names, for what has no version (an operating system, a model)."""
    stack: bool = False
    """Whether it is a software stack, which applies only to the targets that name it."""
    where_to_look: Text
    """Which number is meant and where to read it."""
    sources: list[ref("sources")]

    @model_validator(mode="after")
    def _version_or_names(self):
        if (self.version is None) == (not self.one_of):
            raise PydanticCustomError("requirement", "give `version` or `one_of`")
        return self


class Target(Entity):
    """An entry of the official list, as reported: an architecture and its software stack."""

    architecture: ref("architectures")
    stack: ref("requirements")
    sources: list[ref("sources")]


class Vendor(Named):
    pass


class Architecture(Named):
    """What compilers and lists name: an SM version, an NPU or GPU architecture."""

    vendor: ref("vendors")
    family: Line
    compute_capability: Annotated[str, StringConstraints(pattern=r"^[0-9]+\.[0-9]$")] | None = None
    sources: list[ref("sources")]


class Group(Entity):
    """Accelerators that readers ask about together; it has a status only if all members agree."""

    name: Text
    architectures: list[ref("architectures")] = []
    accelerators: list[ref("accelerators")] = []


class ProductLine(Entity):
    label: Text


class Memory(Record):
    """Memory per accelerator, in the unit that the source uses."""

    gb: Annotated[int, Field(gt=0)]
    variants: list[Id] = []
    """The variants it belongs to; none: all."""
    basis: Basis | None = None
    sources: list[ref("sources")]


class Variant(Entity):
    name: Line
    aliases: list[Line] = []


class Accelerator(Named):
    """One product under a permanent id."""

    vendor: ref("vendors")
    line: ref("lines")
    family: Line
    architecture: ref("architectures") | None = None
    """None: no source of the vendor gives it."""
    memory: list[Memory] = []
    variants: keyed(Variant) = {}
    aliases: list[Line] = []
    notes: dict[Id, Text] = {}
    see_also: list[ref("accelerators")] = []
    sources: list[ref("sources")]
    retired_on: Date | None = None
    successor: ref("accelerators") | None = None


class Device(Record):
    """A name as a driver or tool prints it."""

    name: Line
    architecture: ref("architectures")
    accelerator: ref("accelerators") | None = None
    variant: Id | None = None
    note: Text | None = None


class Devices(Record):
    sources: list[ref("sources")]
    names: list[Device]


class Component(Named):
    """A kernel library of the release, with what its own documents list."""

    lists: list[ref("architectures")]
    requires: dict[Id, Bound] = {}
    """Requirement id -> what this component's own documents ask for."""
    role: Text
    documents: Text
    sources: list[ref("sources")]


class MissingPart(Entity):
    name: Text
    documented: bool
    """False: this site's inference."""
    effect: Text
    provider: Text
    sources: list[ref("sources")] = []


Naming = Literal["named", "not-named", "listed-unvalidated", "excluded", "third-party"]


class Cell(Record):
    """What a runtime's own documents say of one accelerator and one model."""

    naming: Naming
    detail: Text | None = None
    sources: list[ref("sources")]


class Runtime(Named):
    kind: Literal["serving", "local"]
    summary: Text
    sources: list[ref("sources")] = []


class SupportRow(Entity):
    """One runtime and one model: the documents examined, and the accelerators they speak of."""

    runtime: ref("runtimes")
    model: ref("models")
    examined: list[ref("sources")]
    """Empty: no page was found."""
    cells: dict[Annotated[Id, To("accelerators")], Cell] = {}
    note: Text | None = None


class Platform(Entity):
    """A row of the scope matrix: a group that readers ask about."""

    group: ref("groups")
    purchase: Text
    """What it means for a purchase."""


class MigrationPath(Entity):
    """A migration path and who is sent down it: first match in the order of the file."""

    page: ref("pages")
    status: StatusId | None = None
    group: ref("groups") | None = None
    """Neither status nor group: everybody else."""
    summary: Text


class Release(Record):
    """The release that every verdict is about."""

    model: ref("models")
    requirements: list[ref("requirements")]
    reported_on: Date
    sources: list[ref("sources")]


class Stop(Record):
    """A stop of a guided reading: a page, or a section or question of it."""

    page: ref("pages")
    section: Id | None = None
    minutes: Annotated[int, Field(gt=0)]
    know: Text
    """What the reader knows after it."""


class SelfCheck(Record):
    """A question to check oneself, and the page that its answer is from."""

    question: Text
    answer: Text
    page: ref("pages")
    section: Id | None = None


class Role(Entity):
    """A reader's role and its guided reading."""

    title: Text
    steps: dict[Id, Stop]
    questions: dict[Id, SelfCheck]


class Diagram(Entity):
    """The words of a diagram; what it shows is the data's."""

    title: Text
    description: Text
    """What it shows, for those who do not see it."""
    labels: dict[Id, Text]


class Site(Record):
    name: Text
    tagline: Text
    owner: Text
    contact: Url | Annotated[str, StringConstraints(pattern=r"^mailto:[^\s@]+@[^\s@]+$")] | None = None
    """Where errors are reported; None: the page says that whoever runs this copy has to name it."""
    subject: ref("names")
    """What the site is about."""
    tag: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([.-][a-z0-9]+)*,[0-9]{4}(-[0-9]{2}){0,2}$")]
    """Authority and year of the `tag:` addresses that name the entries of the feeds (RFC 4151): independent of where the site is served."""
    unofficial: Text
    scope: Text
    example: ref("accelerators")
    """The accelerator that the page for tickets shows as an example."""


class Exemption(Record):
    """A finding that stands, with the reason why. One that no longer occurs is a problem itself."""

    rule: Id
    text: Line
    """Where it occurs, as the problem's own line says it."""
    lang: Id | None = None
    reason: Line


class KnowledgeBase(Record):
    """The whole file."""

    languages: keyed(Language)
    site: Site
    release: Release
    targets: keyed(Target)
    requirements: keyed(Requirement)
    statuses: Annotated[dict[StatusId, Status], AfterValidator(name_entries)]
    reasons: dict[Id, Text]
    """Why a verdict is what it is; one sentence for each rule of `verdict`."""
    outcomes: dict[Id, Text]
    """The answers for a stack and its conditions."""
    bases: dict[Basis, Text]
    """The marks shown for the basis of a text."""
    namings: dict[Naming, Text]
    vendors: keyed(Vendor)
    lines: keyed(ProductLine)
    architectures: keyed(Architecture)
    groups: keyed(Group)
    accelerators: keyed(Accelerator)
    devices: Devices
    resolver: NameTables = NameTables()
    components: keyed(Component)
    missing_parts: keyed(MissingPart)
    models: keyed(Named)
    runtimes: keyed(Runtime)
    support: keyed(SupportRow)
    matrix: keyed(Platform)
    paths: keyed(MigrationPath)
    checklist: keyed(Check)
    checklist_answers: dict[AnswerId, Text] = {}
    """The usual names of the answers."""
    checklist_rules: keyed(CheckRule)
    faq: keyed(Question)
    glossary: keyed(Term)
    changes: keyed(Change)
    diagrams: keyed(Diagram) = {}
    onboarding: keyed(Role) = {}
    pages: keyed(Page)
    names: keyed(Named)
    numbers: keyed(Number)
    dates: keyed(Day)
    codes: dict[Id, Line]
    ui: dict[Id, Text]
    sources: keyed(Source)
    rules: dict[Id, Text] = {}
    """One sentence for each rule that this file is checked by."""
    site_rules: dict[Id, Text] = {}
    """One sentence for each rule that the built site is checked by."""
    exceptions: list[Exemption] = []

    def texts(self) -> Iterator[tuple[Location, Text]]:
        """Every text with its location, in the order of the model."""
        return ((at, value) for at, value in walk(self) if isinstance(value, Text))
