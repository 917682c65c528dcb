"""The API: static JSON files with the verdicts and texts of the site, in all languages at once."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import api_model as shape
from . import bodies
from .api_resolver import Resolver
from .api_schema import json_schema, open_api
from .entry import requirements
from .model import Source
from .resolver_tables import tables
from .stack_tables import requirement_row, stack_tables
from .verdict import Verdict
from .words import Body, Text

if TYPE_CHECKING:
    from .pages import Book

ROOT = "api/v1/"


@dataclass(frozen=True)
class Endpoint:
    """A file of the API, or, with `{id}` in its path, one for each accelerator. `write` makes it from the API and that id."""

    name: str
    path: str
    model: type[shape.Response]
    write: Callable[[Api, str], shape.Response]

    @property
    def summary(self) -> str:
        """The first sentence of what its model says of itself."""
        return " ".join(self.model.__doc__.split()).partition(". ")[0].rstrip(".")


def files(book: Book, site_url: str) -> Iterator[tuple[str, str]]:
    """Every file of the API with its path below the site: data, schemas, and the description of the whole."""
    api = Api(book, site_url)
    examples = {}
    for endpoint in ENDPOINTS:
        for id in book.kb.accelerators if "{id}" in endpoint.path else [""]:
            response = endpoint.write(api, id)
            examples.setdefault(endpoint.name, (id, response))
            yield ROOT + endpoint.path.format(id=id), response.model_dump_json()
    languages = list(book.kb.languages)
    for endpoint in ENDPOINTS:
        yield f"{ROOT}schema/{endpoint.name}.json", compact(json_schema(endpoint.model, languages, api.schema_url(endpoint.name)))
    yield f"{ROOT}openapi.json", compact(open_api(ENDPOINTS, examples, languages, site_url + ROOT))


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Api:
    """Writes the responses for a book served under an address."""

    def __init__(self, book: Book, site_url: str):
        self.book, self.kb, self.site_url = book, book.kb, site_url

    # -- what several files have

    def schema_url(self, name: str) -> str:
        return f"{self.site_url}{ROOT}schema/{name}.json"

    def words(self, text: Text, this: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, str]:
        """A text in every language; `this` has the values of `{this.…}` for each."""
        return {code: writer.plain(text, this and this[code]) for code, writer in self.book.writers.items()}

    def pages(self, target: str) -> dict[str, str]:
        return {code: self.book.url(self.site_url, target, code) for code in self.kb.languages}

    def envelope(self, name: str, sources: Iterable[str] = ()) -> dict:
        """What every file says of itself; `sources` are those behind it, by default all."""
        return {
            "api_version": "1",
            "schema_url": self.schema_url(name),
            "data_version": self.book.data_version,
            "generated_at": datetime.datetime.combine(self.book.today, datetime.time(), datetime.UTC),
            "as_of": self.book.as_of(sources or self.kb.sources),
            "notice": self.words(self.kb.site.unofficial),
        }

    def blocks(self, body: Body) -> list[shape.Block]:
        return [shape.Block(kind=part.kind, texts=[self.words(text) for text in part.texts]) for part in bodies.parts(body)]

    def requirements(self, ids: Iterable[str]) -> list[shape.Requirement]:
        return [shape.Requirement(**requirement_row(self.book, id)) for id in ids]

    # -- the files

    def index(self, _: str) -> shape.Index:
        kb = self.kb
        return shape.Index(
            **self.envelope("index"),
            name=self.words(kb.site.name),
            scope=self.words(kb.site.scope),
            owner=self.words(kb.site.owner),
            languages=[shape.Language(code=code, name=language.name) for code, language in kb.languages.items()],
            endpoints=[
                shape.Endpoint(path=e.path, url=f"{self.site_url}{ROOT}{e.path}", schema_url=self.schema_url(e.name), summary=e.summary)
                for e in ENDPOINTS
            ],
            statuses=[shape.Meaning(id=id, label=self.words(status.label), meaning=self.words(status.meaning)) for id, status in kb.statuses.items()],
            bases=self._labels(kb.bases),
            namings=self._labels(kb.namings),
            model=kb.models[kb.release.model].name,
            reported_on=kb.release.reported_on,
            requirements=self.requirements(kb.release.requirements),
        )

    def _labels(self, texts: Mapping[str, Text]) -> list[shape.Meaning]:
        return [shape.Meaning(id=id, label=self.words(text), meaning=None) for id, text in texts.items()]

    def accelerators(self, _: str) -> shape.Accelerators:
        summaries = [shape.Summary(**self._judged(verdict), url=f"{self.site_url}{ROOT}accelerators/{id}.json") for id, verdict in self.book.verdicts.all.items()]
        return shape.Accelerators(**self.envelope("accelerators"), accelerators=summaries)

    def _judged(self, verdict: Verdict) -> dict:
        accelerator, entry = verdict.accelerator, self.book.ledger.last(verdict.accelerator.id)
        architecture = self.kb.architectures.get(accelerator.architecture or "")
        return {
            "id": accelerator.id,
            "name": accelerator.name,
            "vendor": self.kb.vendors[accelerator.vendor].name,
            "family": accelerator.family,
            "architecture": architecture and shape.Architecture(id=architecture.id, name=architecture.name, compute_capability=architecture.compute_capability),
            "status": verdict.status,
            "as_of": self.book.as_of(verdict.sources),
            "overdue": self.book.overdue(verdict.sources),
            "ref": entry.ref if entry else None,
            "since": datetime.date.fromisoformat(entry.date) if entry else None,
            "permalink": f"{self.site_url}r/{accelerator.id}/",
        }

    def accelerator(self, id: str) -> shape.Accelerator:
        kb, verdict = self.kb, self.book.verdicts[id]
        accelerator, status = verdict.accelerator, kb.statuses[verdict.status]
        about = {code: writer.about(verdict) for code, writer in self.book.writers.items()}
        path = kb.paths[self.book.verdicts.path(id)]
        return shape.Accelerator(
            **self.envelope("accelerator", verdict.sources) | self._judged(verdict),
            label=self.words(status.label, about),
            sentence=self.words(status.sentence, about),
            reason=shape.Reason(id=verdict.reason, text=self.words(kb.reasons[verdict.reason], about)),
            meaning=shape.Consequences(**{role: self.words(getattr(status, role), about) for role in shape.Consequences.model_fields}),
            conditions=self.requirements(requirements(kb, verdict) if verdict.target else ()),
            pages=self.pages(f"acc-{id}"),
            badges={code: f"{self.site_url}badge/{id}.{code}.svg" for code in kb.languages},
            memory=[shape.Memory(gb=m.gb, variants=m.variants, basis=m.basis, sources=m.sources) for m in accelerator.memory],
            variants=[shape.Variant(id=v.id, name=v.name, aliases=v.aliases) for v in accelerator.variants.values()],
            aliases=accelerator.aliases,
            path=shape.Path(id=path.id, title=self.words(kb.pages[path.page].title)),
            runtimes=[
                shape.Mention(model=kb.models[row.model].name, runtime=kb.runtimes[row.runtime].name, naming=cell.naming, sources=cell.sources)
                for row in kb.support.values() if (cell := row.cells.get(id))
            ],
            sources=[shape.Evidence(**self._evidence(kb.sources[source])) for source in verdict.sources],
            retired_on=accelerator.retired_on,
            successor=accelerator.successor,
        )

    def _evidence(self, source: Source) -> dict:
        return {
            "id": source.id, "title": source.title, "url": source.url,
            "verified_on": source.verified_on, "review_by": source.review_by, "overdue": self.book.overdue([source.id]),
        }

    def paths(self, _: str) -> shape.Paths:
        members: dict[str, list[str]] = {id: [] for id in self.kb.paths}
        for id in self.kb.accelerators:
            members[self.book.verdicts.path(id)].append(id)
        return shape.Paths(**self.envelope("paths"), paths=[
            shape.PathDetail(id=path.id, title=self.words(self.kb.pages[path.page].title), pages=self.pages(path.page), summary=self.words(path.summary), accelerators=members[path.id])
            for path in self.kb.paths.values()
        ])

    def faq(self, _: str) -> shape.Faq:
        questions = []
        for id, question in self.kb.faq.items():
            sources = dict.fromkeys(source for part in bodies.parts(question.answer) for text in part.texts for source in text.sources)
            questions.append(shape.Question(id=id, question=self.words(question.question), answer=self.blocks(question.answer), pages=self.pages(f"faq#{id}"), sources=list(sources)))
        return shape.Faq(**self.envelope("faq"), questions=questions)

    def sources(self, _: str) -> shape.Sources:
        return shape.Sources(**self.envelope("sources"), sources=[
            shape.Source(
                **self._evidence(source), publisher=source.publisher, kind=source.kind,
                no_url=self.words(source.no_url) if source.no_url else None, published=source.published, supports=self.words(source.supports),
            )
            for source in self.kb.sources.values()
        ])

    def changes(self, _: str) -> shape.Changes:
        verdicts: dict[str, list[shape.VerdictChange]] = {}
        for entry, before in self.book.ledger.steps():
            verdicts.setdefault(entry.change, []).append(shape.VerdictChange(
                accelerator=entry.accelerator, ref=entry.ref, date=datetime.date.fromisoformat(entry.date),
                status=entry.status, previous_status=before.status if before else None,
            ))
        return shape.Changes(**self.envelope("changes"), changes=[
            shape.Change(id=id, date=change.date, title=self.words(change.title), body=self.blocks(change.body), pages=self.pages(f"changes#{id}"), verdicts=verdicts.get(id, []))
            for id, change in sorted(self.kb.changes.items(), key=lambda pair: pair[1].date, reverse=True)
        ])

    def resolver(self, _: str) -> Resolver:
        return Resolver(**self.envelope("resolver"), **tables(self.kb, self.book.verdicts), **stack_tables(self.book))


ENDPOINTS = (
    Endpoint("index", "index.json", shape.Index, Api.index),
    Endpoint("accelerators", "accelerators.json", shape.Accelerators, Api.accelerators),
    Endpoint("accelerator", "accelerators/{id}.json", shape.Accelerator, Api.accelerator),
    Endpoint("paths", "paths.json", shape.Paths, Api.paths),
    Endpoint("faq", "faq.json", shape.Faq, Api.faq),
    Endpoint("sources", "sources.json", shape.Sources, Api.sources),
    Endpoint("changes", "changes.json", shape.Changes, Api.changes),
    Endpoint("resolver", "resolver.json", Resolver, Api.resolver),
)
