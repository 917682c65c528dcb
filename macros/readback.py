"""Every verdict that the built site shows, read back from what a reader or a program gets: words first, marks beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from lxml import etree

from .built import INDEX, Built
from .document import Document, Spoken
from .entry import Entry
from .fields import StatusId
from .phrases import UnknownPlaceholder

Form = Literal["label", "sentence", "status"]
Kind = Literal["accelerator", "architecture", "group", "entry", "vocabulary"]
SENTENCE = re.compile(r"statuses\.([a-z-]+)\.sentence")
SVG = "{http://www.w3.org/2000/svg}"
PAGES, RECORDS, API, BADGES = "page", "record", "api", "badge"


@dataclass(frozen=True)
class Sighting:
    """A verdict as it shows in one place.

    `subject` is the id of an accelerator, architecture or group, or `id ref` of a ledger entry; empty where only a word is explained.
    `form` says how it shows: by a label, in a sentence, or as the bare status in a file for programs, whose `code` is empty.
    `means` lists the statuses that the words can mean. `mark` is the status that stands beside them for programs,
    empty where none does.
    """

    surface: str
    path: str
    code: str
    kind: Kind
    subject: str
    form: Form
    words: str
    means: tuple[str, ...]
    mark: str

    @property
    def status(self) -> str | None:
        """The status that is read; None if the words mean none, or several."""
        return self.means[0] if len(self.means) == 1 else None


class ReadBack:
    """The verdicts of a built site. The words of a language mean what the labels of the statuses say in it."""

    def __init__(self, built: Built):
        self.built, self.book = built, built.book

    @cached_property
    def sightings(self) -> list[Sighting]:
        """Every verdict that is shown anywhere, in the order of the files."""
        return [*self._on_documents(), *self._in_files()]

    def computed(self, sighting: Sighting) -> StatusId | None:
        """The status that should show; None if the data does not know the subject."""
        book, subject = self.book, sighting.subject
        match sighting.kind:
            case "accelerator":
                return book.verdicts[subject].status if subject in book.kb.accelerators else None
            case "architecture":
                return book.verdicts.architecture_status(subject) if subject in book.kb.architectures else None
            case "group":
                return book.verdicts.group_status(subject) if subject in book.kb.groups else None
            case "entry":
                return self._entries[subject].status if subject in self._entries else None
        return None

    def places(self, accelerator: str) -> Iterator[tuple[str, str, str]]:
        """Where an accelerator's verdict must show: surface, language, file."""
        for code in self.built.codes:
            yield PAGES, code, f"{code}/accelerators/{accelerator}/{INDEX}"
            if not self.book.kb.accelerators[accelerator].retired_on:
                yield PAGES, code, f"{code}/{self.book.places['accelerators'].address}{INDEX}"
            yield RECORDS, code, f"r/{accelerator}/{INDEX}"
            yield API, code, f"api/v1/accelerators/{accelerator}.json"
            yield BADGES, code, f"badge/{accelerator}.{code}.svg"

    # -- the meaning of words

    @cached_property
    def _labels(self) -> dict[str, dict[str, list[str]]]:
        """Language -> words -> the statuses with that label: with or without its symbol, and with the remark of a badge whose source is overdue."""
        found: dict[str, dict[str, list[str]]] = {}
        for code, writer in self.book.writers.items():
            meanings = found.setdefault(code, {})
            for id, status in self.book.kb.statuses.items():
                label = writer.plain(status.label)
                overdue = self.book.locales[code].remark(label, self.book.string(code, "badge-overdue"))
                for words in (label, overdue):
                    meanings.setdefault(one_line(words), []).append(id)
                    meanings.setdefault(one_line(f"{status.symbol} {words}"), []).append(id)
        return found

    def label(self, code: str, words: str) -> tuple[str, ...]:
        """The statuses that a label can mean in a language."""
        return tuple(self._labels.get(code, {}).get(words, ()))

    @cached_property
    def _sentences(self) -> dict[tuple[str, str], dict[str, list[str]]]:
        """(language, accelerator) -> the sentence of each status about it -> those statuses."""
        found: dict[tuple[str, str], dict[str, list[str]]] = {}
        for code, writer in self.book.writers.items():
            for id, verdict in self.book.verdicts.all.items():
                sentences = found.setdefault((code, id), {})
                for status in self.book.kb.statuses.values():
                    try:
                        words = one_line(writer.plain(status.sentence, writer.about(verdict)))
                    except UnknownPlaceholder:  # names what this accelerator has not, such as a stack
                        continue
                    sentences.setdefault(words, []).append(status.id)
        return found

    # -- documents

    def _on_documents(self) -> Iterator[Sighting]:
        for document in self.built.documents.values():
            surface = RECORDS if document.path.startswith("r/") else PAGES
            for shown in document.verdicts:
                yield self._badge(surface, document, shown)
            if accelerator := self._accelerator_of(document):
                yield from self._sentence(surface, document, accelerator)

    def _accelerator_of(self, document: Document) -> str | None:
        """The accelerator that a page, its side-by-side view or its record is about."""
        match = re.search(r"(?:^r|/accelerators)/([a-z0-9-]+)/index\.html$", document.path)
        return match[1] if match and match[1] in self.book.kb.accelerators else None

    def _badge(self, surface: str, document: Document, shown: Spoken) -> Sighting:
        code, words, marks = shown
        kind, subject = next(((kind, subject) for kind in ("accelerator", "group", "entry") if (subject := marks.get(f"data-{kind}")) is not None), ("vocabulary", ""))
        means = self._as_recorded(code, subject, words) if kind == "entry" else self.label(code, words)
        return Sighting(surface, document.path, code, kind, subject, "label", words, means, marks.get("data-status", ""))

    def _as_recorded(self, code: str, subject: str, words: str) -> tuple[str, ...]:
        """The status of a ledger entry, if these are the words of its day; else what they mean today."""
        entry = self._entries.get(subject)
        if entry and code in entry.words and words in (entry.words[code].label, f"{self.book.kb.statuses[entry.status].symbol} {entry.words[code].label}"):
            return (entry.status,)
        return self.label(code, words)

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        return {f"{entry.accelerator} {entry.ref}": entry for entry in self.book.ledger.entries}

    def _sentence(self, surface: str, document: Document, accelerator: str) -> Iterator[Sighting]:
        for code, words, marks in document.sentences:
            if match := SENTENCE.fullmatch(marks["data-text"]):
                means = tuple(self._sentences.get((code, accelerator), {}).get(words, ()))
                yield Sighting(surface, document.path, code, "accelerator", accelerator, "sentence", words, means, match[1])

    # -- files for programs

    def _in_files(self) -> Iterator[Sighting]:
        for path in sorted(self.built.files):
            if path.startswith("api/") and path.endswith(".json") and "/schema/" not in path and not path.endswith("openapi.json"):
                yield from self._objects(path, json.loads(self.built.read(path)))
            elif path.startswith("badge/") and path.endswith(".svg"):
                yield from self._image(path)

    def _objects(self, path: str, value: object) -> Iterator[Sighting]:
        """Every object of a JSON file that gives a status for an accelerator, for all of an architecture, or for an entry of the ledger."""
        if isinstance(value, list):
            for item in value:
                yield from self._objects(path, item)
        if not isinstance(value, dict):
            return
        if "status" in value and "accelerator" in value and "ref" in value:
            yield self._field(path, "entry", f"{value['accelerator']} {value['ref']}", value["status"])
        elif "status" in value and "accelerators" in value:
            if value["status"] is not None:  # they differ
                yield self._field(path, "architecture", value["id"], value["status"])
        elif "status" in value and "id" in value:
            yield self._field(path, "accelerator", value["id"], value["status"])
            for code, words in value.get("label", {}).items():
                yield Sighting(API, path, code, "accelerator", value["id"], "label", words, self.label(code, one_line(words)), value["status"])
        for item in value.values():
            yield from self._objects(path, item)

    def _field(self, path: str, kind: Kind, subject: str, status: str) -> Sighting:
        return Sighting(API, path, "", kind, subject, "status", status, (status,) if status in self.book.kb.statuses else (), status)

    def _image(self, path: str) -> Iterator[Sighting]:
        """The words of a badge, those seen and those read out. Its file is named `<accelerator>.<language>.svg`."""
        subject, _, code = path.removeprefix("badge/").removesuffix(".svg").rpartition(".")
        root = etree.fromstring(self.built.read(path))
        name, *seen = root.iterfind(f".//{SVG}text")
        for words in [element.text or "" for element in seen] + [self._unlabelled(code, name.text or "", said) for said in (root.get("aria-label", ""), root.findtext(f"{SVG}title", ""))]:
            yield Sighting(BADGES, path, code, "accelerator", subject, "label", words, self.label(code, one_line(words)), "")

    def _unlabelled(self, code: str, name: str, said: str) -> str:
        """What is said of a name, without the name."""
        return said.removeprefix(self.book.locales[code].labelled(name, "")) if code in self.book.locales else said


def one_line(words: str) -> str:
    """Words with plain single spaces, for comparison."""
    return " ".join(words.split())
