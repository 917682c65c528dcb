"""One entry of the ledger: a verdict with everything that its page must say, in the words of its day.

A page at a permanent address is written from this alone, so that no later edit of the data can alter it.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, StringConstraints, TypeAdapter

from .fields import Id, SourceKind, StatusId
from .model import Change, KnowledgeBase
from .phrases import Writer
from .verdict import Verdict

STRICT = ConfigDict(extra="forbid", strict=True)


def _day(value: str) -> str:
    if datetime.date.fromisoformat(value).isoformat() != value:
        raise ValueError("expected a day such as 2026-10-20")
    return value


DayText = Annotated[str, AfterValidator(_day)]
Ref = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}(-\d+)?$")]


@dataclass(frozen=True)
class Read:
    """A source as it was when the verdict was recorded. `url` is empty where there is none."""

    __pydantic_config__ = STRICT

    id: str
    title: str
    publisher: str
    kind: SourceKind
    url: str
    verified_on: DayText


@dataclass(frozen=True)
class Words:
    """The verdict in one language. `requirements` are phrases by id; `change` is the title of the change."""

    __pydantic_config__ = STRICT

    label: str
    sentence: str
    reason: str
    procurement: str
    production: str
    experiment: str
    release: str
    requirements: dict[str, str]
    change: str


@dataclass(frozen=True)
class Entry:
    """One line of the ledger. `previous` is the digest of the line before, empty for the first.

    `name` is vendor and product; `architecture` (an id) and its name are empty where it is not established.
    """

    __pydantic_config__ = STRICT

    ref: Ref
    date: DayText
    accelerator: Id
    status: StatusId
    reason: str
    requirements: dict[str, dict[str, str] | list[str]]
    name: str
    vendor: str
    architecture: str
    architecture_name: str
    model: str
    released: DayText
    sources: list[Read]
    change: str
    words: dict[str, Words]
    previous: str

    def line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @property
    def day(self) -> datetime.date:
        return datetime.date.fromisoformat(self.date)


def read(line: str) -> Entry:
    """The entry that a line holds. Raises pydantic's ValidationError."""
    return _ENTRY.validate_json(line)


def digest(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()


def requirements(kb: KnowledgeBase, verdict: Verdict) -> dict[str, dict[str, str] | list[str]]:
    """What must hold besides the accelerator: bounds or accepted names by requirement, the stack first."""
    ids = ([verdict.target.stack] if verdict.target else []) + list(kb.release.requirements)
    wanted = [kb.requirements[id] for id in ids]
    return {r.id: (r.version.bounds if r.version else r.one_of) for r in wanted}


def _evidence(kb: KnowledgeBase, verdict: Verdict, wanted: Iterable[str]) -> Iterable[str]:
    """The sources of the verdict, of the release that it is about, and of what that asks for; each once."""
    return dict.fromkeys([*verdict.sources, *kb.release.sources, *(s for id in wanted for s in kb.requirements[id].sources)])


def describe(kb: KnowledgeBase, writers: Mapping[str, Writer], verdict: Verdict, ref: str, date: str, change: Change, previous: str) -> Entry:
    """The entry that records a verdict. `writers` are those of every language."""
    accelerator = verdict.accelerator
    vendor = kb.vendors[accelerator.vendor].name
    architecture = kb.architectures.get(accelerator.architecture or "")
    wanted = requirements(kb, verdict)
    return Entry(
        ref=ref,
        date=date,
        accelerator=accelerator.id,
        status=verdict.status,
        reason=verdict.reason,
        requirements=wanted,
        name=f"{vendor} {accelerator.name}",
        vendor=vendor,
        architecture=architecture.id if architecture else "",
        architecture_name=architecture.name if architecture else "",
        model=kb.models[kb.release.model].name,
        released=kb.release.reported_on.isoformat(),
        sources=[_read(kb, id) for id in _evidence(kb, verdict, wanted)],
        change=change.id,
        words={code: _words(kb, writer, verdict, wanted, change) for code, writer in writers.items()},
        previous=previous,
    )


def _read(kb: KnowledgeBase, id: str) -> Read:
    source = kb.sources[id]
    return Read(id, source.title, source.publisher, source.kind, source.url or "", source.verified_on.isoformat())


def _words(kb: KnowledgeBase, writer: Writer, verdict: Verdict, wanted: Mapping, change: Change) -> Words:
    status, about = kb.statuses[verdict.status], writer.about(verdict)
    release = {"date": writer.locale.date(kb.release.reported_on), "model": kb.models[kb.release.model].name}
    return Words(
        label=writer.plain(status.label),
        sentence=writer.plain(status.sentence, about),
        reason=writer.plain(kb.reasons[verdict.reason], about),
        procurement=writer.plain(status.procurement, about),
        production=writer.plain(status.production, about),
        experiment=writer.plain(status.experiment, about),
        release=writer.plain(kb.ui["release-about"], release),
        requirements={id: writer.requirement(id) for id in wanted},
        change=writer.plain(change.title),
    )


_ENTRY = TypeAdapter(Entry)
