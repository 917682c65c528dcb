"""The shape of version 1 of the API: what each file says, in which types, and what null means in each place.

Conventions: every field is always present; a field has one type, or one type and null; null means what its description
says; what there is none of is an empty list. Fields may be added, never removed or changed.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from .fields import Basis, StatusId
from .model import Naming

Address = Annotated[str, Field(json_schema_extra={"format": "uri"})]
"""An absolute address."""


class Words(RootModel[dict[str, str]]):
    """The same statement in every language: language code -> plain words, without markup."""


class Addresses(RootModel[dict[str, Address]]):
    """The same page or file in every language: language code -> absolute address."""


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class Response(Record):
    """What every file of the API says of itself."""

    api_version: Literal["1"]
    schema_url: Address
    """The JSON Schema of this file."""
    data_version: str
    """Names the state of the data that this file was made from; equal in all files and pages of one build."""
    generated_at: datetime.datetime
    """The day of the build, at midnight UTC: what is overdue was judged on this day."""
    as_of: datetime.date
    """The newest day on which a source behind this file was read."""
    notice: Words
    """Whose site this is not."""


class Meaning(Record):
    """A word with what it means."""

    id: str
    label: Words
    meaning: Words | None
    """null: the label says it all."""


class Bound(Record):
    kind: Literal["stated", "exact", "min", "above", "max", "below"]
    """stated: a bare version in the source, which has no word on newer ones. min, max: the series itself included."""
    version: str
    """A version with its dots, never a number: 3.10 is newer than 3.9."""


class Requirement(Record):
    """A condition other than the accelerator."""

    id: str
    name: str
    phrase: Words
    """The condition in words, with its version bound."""
    bounds: list[Bound]
    """All must hold; empty: it has no version, and `one_of` names what is accepted."""
    one_of: list[str]
    """Accepted names; empty if it has a version."""


class Endpoint(Record):
    path: str
    """Below the address of this file's folder; `{id}` stands for the id of an accelerator."""
    url: Address
    """For a path with `{id}`, this holds the same placeholder."""
    schema_url: Address
    summary: str


class Language(Record):
    code: str
    name: str
    """The language's own name for itself."""


class Index(Response):
    """Where everything is, and what the closed vocabularies mean."""

    name: Words
    scope: Words
    """What the site makes no statement on."""
    owner: Words
    languages: list[Language]
    endpoints: list[Endpoint]
    statuses: list[Meaning]
    """The words of the verdicts (`status`)."""
    bases: list[Meaning]
    """What a statement rests on (`basis`) where it is not a source's plain word."""
    namings: list[Meaning]
    """How the documents of a runtime speak of an accelerator (`naming`)."""
    model: str
    """The model of the release that every verdict is about. No version number of that release is established."""
    reported_on: datetime.date
    """The day on which the release is reported to have been published."""
    requirements: list[Requirement]
    """What the release asks for beside the accelerator and its software stack."""


class Architecture(Record):
    id: str
    name: str
    compute_capability: str | None
    """null: the vendor has none, or no source gives it. A version-like string: never compare it as a number."""


class Reason(Record):
    id: str
    """The rule that decided."""
    text: Words


class Consequences(Record):
    """What a verdict means for those who act on it."""

    procurement: Words
    production: Words
    experiment: Words


class Memory(Record):
    gb: int
    """Memory of one accelerator, in the unit that the source uses."""
    variants: list[str]
    """Ids of the variants that have it; empty: all."""
    basis: Basis | None
    """null: a source says so in plain words."""
    sources: list[str]


class Variant(Record):
    id: str
    name: str
    aliases: list[str]


class Path(Record):
    """A migration path."""

    id: str
    title: Words


class Mention(Record):
    """What the own documents of a runtime say of the accelerator for a model. A pair that is absent is not named in the documents examined."""

    model: str
    runtime: str
    naming: Naming
    """How they speak of it; `index.json` has the meanings in `namings`."""
    sources: list[str]


class Evidence(Record):
    """A source, as far as a verdict needs it; `sources.json` has the rest."""

    id: str
    title: str
    url: Address | None
    """null: it has no public address."""
    verified_on: datetime.date
    """The day on which it was last read."""
    review_by: datetime.date
    overdue: bool
    """Whether `review_by` was past on the day of the build."""


class Judged(Record):
    """What every mention of an accelerator gives: who it is, and its verdict."""

    id: str
    """Permanent: never reused or renamed."""
    name: str
    vendor: str
    family: str
    architecture: Architecture | None
    """null: no source of the vendor gives it."""
    status: StatusId
    """listed: its architecture is on the official list as reported. unconfirmed: it is not, but a close relative is, or its
    architecture is not established. not-listed: it is not on the list; by this site's own rule unsupported for procurement
    and production, which claims neither that anyone said no nor that it cannot work. withdrawn: it was on the list once.
    Treat a value that you do not know as not decided."""
    as_of: datetime.date
    """The newest day on which a source behind the verdict was read."""
    overdue: bool
    """Whether a source behind the verdict should have been read again before the day of the build."""
    ref: str | None
    """Names the ledger entry in force, to be cited; null: not recorded yet."""
    since: datetime.date | None
    """The day from which the verdict holds; null: not recorded yet."""
    permalink: Address
    """The record in all languages: the address to put into a ticket."""


class Summary(Judged):
    url: Address
    """The accelerator's own file."""


class Accelerators(Response):
    """Every accelerator with its verdict."""

    accelerators: list[Summary]


class Accelerator(Judged, Response):
    """One accelerator: its verdict, why, what that means, and the facts behind it."""

    label: Words
    """The status in a word or two."""
    sentence: Words
    reason: Reason
    meaning: Consequences
    conditions: list[Requirement]
    """What else must hold, for a listed accelerator; empty: it is not listed, and nothing else makes up for that."""
    pages: Addresses
    badges: Addresses
    memory: list[Memory]
    """Several where documents differ; empty: not established."""
    variants: list[Variant]
    aliases: list[str]
    path: Path
    runtimes: list[Mention]
    sources: list[Evidence]
    retired_on: datetime.date | None
    """null: the entry is in use."""
    successor: str | None
    """The id to use in its place; null: none."""


class Block(Record):
    kind: Literal["text", "bullets", "steps", "note"]
    """text: a paragraph. bullets: a list. steps: a numbered list. note: a remark set apart. Show one that you do not know as paragraphs."""
    texts: list[Words]
    """One for each item of a list; else one."""


class PathDetail(Path):
    summary: Words
    pages: Addresses
    accelerators: list[str]
    """The ids of those who are sent down it."""


class Paths(Response):
    """The migration paths. Each accelerator has exactly one."""

    paths: list[PathDetail]


class Question(Record):
    id: str
    question: Words
    answer: list[Block]
    pages: Addresses
    sources: list[str]


class Faq(Response):
    """The frequent questions with their answers."""

    questions: list[Question]


class Source(Evidence):
    publisher: str
    kind: Literal["official", "vendor", "third-party"]
    """official: DeepSeek's own text. vendor: the maker of the hardware or runtime. third-party: anybody else."""
    no_url: Words | None
    """Why it has no address; null: it has one."""
    published: datetime.date | None
    """null: not established."""
    supports: Words
    """What it is cited for."""


class Sources(Response):
    """Every source that something rests on."""

    sources: list[Source]


class VerdictChange(Record):
    accelerator: str
    ref: str
    date: datetime.date
    status: StatusId
    previous_status: StatusId | None
    """null: the first verdict on it."""


class Change(Record):
    id: str
    date: datetime.date
    title: Words
    body: list[Block]
    pages: Addresses
    verdicts: list[VerdictChange]
    """The verdicts that changed with it; empty: none."""


class Changes(Response):
    """What changed, newest first."""

    changes: list[Change]


class KnownAccelerator(Record):
    id: str
    names: list[str]
    """Every name that means this accelerator and no other, its own first."""
    architecture: str | None
    """null: no source of the vendor gives it."""
    status: StatusId


class Device(Record):
    """A name as a driver or a tool prints it."""

    name: str
    architecture: str
    accelerator: str | None
    """null: the name fits no single product of the catalogue."""
    variant: str | None
    """null: the name says nothing of the variant."""


class Family(Record):
    """A name that fits several accelerators."""

    name: str
    status: StatusId | None
    """null: they differ, so ask which one is meant."""
    candidates: list[str]


class Resolver(Response):
    """From a name to an accelerator. A name that is not here has no verdict: never take a neighbour's."""

    accelerators: list[KnownAccelerator]
    devices: list[Device]
    families: list[Family]
