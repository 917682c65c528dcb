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
    """The version of the API: the file may gain fields, and loses none."""
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
    """As other files name it."""
    label: Words
    """In a word or two."""
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
    """Permanent: never reused or renamed."""
    name: str
    """The name of what is required."""
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
    """The JSON Schema of the file."""
    summary: str
    """What is in it."""


class Language(Record):
    code: str
    """The key of this language wherever words are given in all."""
    name: str
    """The language's own name for itself."""


class Index(Response):
    """Where everything is, and what the closed vocabularies mean."""

    name: Words
    """The name of the site."""
    scope: Words
    """What the site makes no statement on."""
    owner: Words
    """Who runs it."""
    languages: list[Language]
    """The languages that all words are given in."""
    endpoints: list[Endpoint]
    """The files of the API."""
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
    """Permanent: never reused or renamed."""
    name: str
    """Its own name."""
    compute_capability: str | None
    """null: the vendor has none, or no source gives it. A version-like string: never compare it as a number."""


class Reason(Record):
    id: str
    """The rule that decided."""
    text: Words
    """Why, in a sentence."""


class Consequences(Record):
    """What a verdict means for those who act on it."""

    procurement: Words
    """For those who buy."""
    production: Words
    """For those who run it in production."""
    experiment: Words
    """For those who try it."""


class Memory(Record):
    gb: int
    """Memory of one accelerator, in the unit that the source uses."""
    variants: list[str]
    """Ids of the variants that have it; empty: all."""
    basis: Basis | None
    """null: a source says so in plain words."""
    sources: list[str]
    """Ids of the sources that say so."""


class Variant(Record):
    id: str
    """Unique among the variants of its accelerator."""
    name: str
    """Its own name."""
    aliases: list[str]
    """Other names of it."""


class Path(Record):
    """A migration path."""

    id: str
    """Permanent: never reused or renamed."""
    title: Words
    """The title of its page."""


class Mention(Record):
    """What the own documents of a runtime say of the accelerator for a model. A pair that is absent is not named in the documents examined."""

    model: str
    """Name of the model."""
    runtime: str
    """Name of the runtime."""
    naming: Naming
    """How they speak of it; `index.json` has the meanings in `namings`."""
    sources: list[str]
    """Ids of those documents."""


class Evidence(Record):
    """A source, as far as a verdict needs it; `sources.json` has the rest."""

    id: str
    """Permanent: never reused or renamed."""
    title: str
    """Its own title, in its own language."""
    url: Address | None
    """null: it has no public address."""
    verified_on: datetime.date
    """The day on which it was last read."""
    review_by: datetime.date
    """The day by which it should be read again."""
    overdue: bool
    """Whether `review_by` was past on the day of the build."""


class Judged(Record):
    """What every mention of an accelerator gives: who it is, and its verdict."""

    id: str
    """Permanent: never reused or renamed."""
    name: str
    """The product's own name."""
    vendor: str
    """Name of the vendor."""
    family: str
    """The family that its vendor counts it among."""
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
    """In the order of the catalogue."""


class Accelerator(Judged, Response):
    """One accelerator: its verdict, why, what that means, and the facts behind it."""

    label: Words
    """The status in a word or two."""
    sentence: Words
    """The verdict in a sentence."""
    reason: Reason
    """Why the verdict is what it is."""
    meaning: Consequences
    """What follows from it."""
    conditions: list[Requirement]
    """What else must hold, for a listed accelerator; empty: it is not listed, and nothing else makes up for that."""
    pages: Addresses
    """Its pages."""
    badges: Addresses
    """Pictures of the verdict, as SVG."""
    memory: list[Memory]
    """Several where documents differ; empty: not established."""
    variants: list[Variant]
    """The variants that share its verdict; empty: none."""
    aliases: list[str]
    """Other names of it, which no other accelerator has; empty: none."""
    path: Path
    """The migration path that it is sent down."""
    runtimes: list[Mention]
    """What the documents of runtimes say of it; empty: nothing."""
    sources: list[Evidence]
    """Those that the verdict rests on."""
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
    """What it advises, in short."""
    pages: Addresses
    """Its pages."""
    accelerators: list[str]
    """The ids of those who are sent down it."""


class Paths(Response):
    """The migration paths. Each accelerator has exactly one."""

    paths: list[PathDetail]
    """In the order in which they are tried: the first that fits is taken."""


class Question(Record):
    id: str
    """Permanent: never reused or renamed."""
    question: Words
    """As readers ask it."""
    answer: list[Block]
    """Its blocks, in order."""
    pages: Addresses
    """Where it stands on the pages."""
    sources: list[str]
    """Ids of the sources that the answer cites; empty: none."""


class Faq(Response):
    """The frequent questions with their answers."""

    questions: list[Question]
    """In the order of the page."""


class Source(Evidence):
    publisher: str
    """Who published it."""
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
    """In the order of the data."""


class VerdictChange(Record):
    accelerator: str
    """Id of the accelerator."""
    ref: str
    """Names the entry of the ledger."""
    date: datetime.date
    """The day of the entry."""
    status: StatusId
    """The verdict since then."""
    previous_status: StatusId | None
    """null: the first verdict on it."""


class Change(Record):
    id: str
    """Permanent: never reused or renamed."""
    date: datetime.date
    """The day of the change."""
    title: Words
    """In a line."""
    body: list[Block]
    """What changed and why."""
    pages: Addresses
    """Where it stands on the pages."""
    verdicts: list[VerdictChange]
    """The verdicts that changed with it; empty: none."""


class Changes(Response):
    """What changed, newest first."""

    changes: list[Change]
    """The newest first."""
