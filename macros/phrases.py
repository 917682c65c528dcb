"""From a text of the data to words in one language: placeholders become phrases, with what they point at.

The result is a list of spans, so that a page, a ticket and a feed each mark up the same words in their own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from .locale import Locale
from .model import KnowledgeBase, Number
from .verdict import Verdict, Verdicts
from .words import Text

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
FORM = re.compile(r"([a-z]+)\.([a-z0-9-]+(?:\.[a-z0-9-]+)?)(?:\|([A-Za-z]+))?")


@dataclass(frozen=True)
class Span:
    """Some words. `kind` says what they are: text, link, source, term, code or verdict; `target` what they point at."""

    words: str
    kind: str = "text"
    target: str = ""


class UnknownPlaceholder(LookupError):
    """A placeholder that the data does not know, or that asks for a form that it has not."""


def placeholders(text: str) -> list[tuple[str, str]]:
    """The placeholders of a text as (name, form), in order of appearance; the form is empty where none is asked for."""
    return [(name, form) for name, _, form in (inner.partition("|") for inner in PLACEHOLDER.findall(text))]


class Writer:
    """Writes the texts of a knowledge base in one language."""

    def __init__(self, kb: KnowledgeBase, verdicts: Verdicts, locale: Locale):
        self.kb, self.verdicts, self.locale = kb, verdicts, locale
        self._plain: dict[str, str] = {}
        self._parts: dict[str, list[str]] = {}
        self._open: list[str] = []  # placeholders being written, each inside the one before
        # Kinds whose entries have a proper name, which can be asked for in a form of the language.
        self._named: dict[str, Mapping] = {
            "acc": kb.accelerators, "arch": kb.architectures, "vendor": kb.vendors, "name": kb.names,
            "model": kb.models, "comp": kb.components, "run": kb.runtimes,
        }
        self._kinds: dict[str, Callable[[str], Span]] = {
            "group": lambda id: Span(self.plain(kb.groups[id].name)),
            "part": lambda id: Span(self.plain(kb.missing_parts[id].name)),
            "status": lambda id: Span(self.plain(kb.statuses[id].label)),
            "ui": lambda id: Span(self.plain(kb.ui[id])),
            "n": lambda id: Span(self._number(kb.numbers[id])),
            "date": lambda id: Span(locale.date(kb.dates[id].date)),
            "code": lambda id: Span(kb.codes[id], "code"),
            "term": lambda id: Span(self.plain(kb.glossary[id].name), "term", id),
            "src": lambda id: Span(kb.sources[id].title, "source", id),
            "path": lambda id: Span(self.plain(kb.pages[kb.paths[id].page].title), "link", kb.paths[id].page),
            "link": self._link,
            "verdict": self._verdict,
            "asks": self._asks,
            "cc": lambda id: Span(kb.architectures[id].compute_capability or ""),
        }

    def spans(self, text: Text | str, this: Mapping[str, str] | None = None) -> list[Span]:
        """The words of a text. `this` gives the values of `{this.…}` where the text is a pattern.

        Raises UnknownPlaceholder.
        """
        authored = text if isinstance(text, str) else text[self.locale.code]
        if authored not in self._parts:  # words and placeholders in turn
            self._parts[authored] = PLACEHOLDER.split(self.locale.typeset(authored))
        result = []
        for index, part in enumerate(self._parts[authored]):
            if index % 2:
                result.append(self._resolve(part, {} if this is None else this))
            elif part:
                result.append(Span(part))
        return result

    def plain(self, text: Text | str, this: Mapping[str, str] | None = None) -> str:
        """The words of a text without markup."""
        if this is not None or isinstance(text, str) or not text.id:
            return "".join([span.words for span in self.spans(text, this)])
        if text.id not in self._plain:  # a label stands on every page: write it once
            self._plain[text.id] = "".join([span.words for span in self.spans(text)])
        return self._plain[text.id]

    def _resolve(self, inner: str, this: Mapping[str, str]) -> Span:
        match = FORM.fullmatch(inner)
        if not match:
            raise UnknownPlaceholder(f"`{{{inner}}}` is not of the form {{kind.id}} or {{kind.id|form}}")
        kind, id, form = match.groups()
        if (name := f"{kind}.{id}") in self._open:
            raise UnknownPlaceholder(f"`{{{inner}}}` stands inside itself")
        self._open.append(name)
        try:
            if kind == "this":
                return Span(self._form(this[id], form, this.get(f"{id}-class")))
            if kind == "req":
                requirement = self.kb.requirements[id]
                phrase = self.requirement(id)
                return Span(self._form(phrase, form, requirement.grammar.get(self.locale.code)))
            if kind in self._named:
                entry = self._named[kind][id]
                return Span(self._form(entry.name, form, entry.grammar.get(self.locale.code)))
            if form:
                raise UnknownPlaceholder(f"`{{{inner}}}`: `{kind}` has no forms")
            return self._kinds[kind](id)
        except KeyError as error:
            raise UnknownPlaceholder(f"`{{{inner}}}`: there is no {error.args[0]!r}") from None
        finally:
            self._open.pop()

    def _form(self, name: str, form: str | None, word_class: str | None) -> str:
        return self.locale.form(name, form, word_class) if form else name

    def requirement(self, id: str) -> str:
        """A requirement with its version bound: GCC 13 ou ultérieure. Raises KeyError."""
        requirement = self.kb.requirements[id]
        if requirement.version is None:
            return requirement.name
        return self.locale.requirement(requirement.name, requirement.version.bounds)

    def about(self, verdict: Verdict) -> dict[str, str]:
        """The values of `{this.…}` for the sentences about an accelerator."""
        accelerator = verdict.accelerator
        architecture = self.kb.architectures.get(accelerator.architecture or "")
        values = {"name": accelerator.name, "family": accelerator.family, "vendor": self.kb.vendors[accelerator.vendor].name}
        if word_class := accelerator.grammar.get(self.locale.code):
            values["name-class"] = word_class
        if architecture:
            values["architecture"] = architecture.name
            if architecture.compute_capability:
                values["capability"] = architecture.compute_capability
        if verdict.target:
            values["stack"] = self.requirement(verdict.target.stack)
        return values

    def _number(self, number: Number) -> str:
        value, unit = number_value(self.kb, number), number.unit or ("GB" if number.memory_of else None)
        return self.locale.quantity(value, unit) if unit else self.locale.number(value)

    def _link(self, id: str) -> Span:
        page, _, section = id.partition(".")
        title = self.kb.pages[page].sections[section].title if section else self.kb.pages[page].title
        return Span(self.plain(title), "link", f"{page}#{section}" if section else page)

    def _verdict(self, id: str) -> Span:
        status = self.verdicts.group_status(id) if id in self.kb.groups else self.verdicts[id].status
        if status is None:
            raise UnknownPlaceholder(f"`{{verdict.{id}}}`: the members of the group do not agree")
        return Span(self.plain(self.kb.statuses[status].label), "verdict", id)

    def _asks(self, id: str) -> Span:
        component, _, requirement = id.partition(".")
        bound = self.kb.components[component].requires[requirement]
        return Span(self.locale.requirement(self.kb.requirements[requirement].name, bound.bounds))


def number_value(kb: KnowledgeBase, number: Number) -> int:
    """The value of a figure; one that is computed takes the first memory size of its accelerator. Raises KeyError."""
    if number.value is not None:
        return number.value
    memory = kb.accelerators[number.memory_of].memory
    if not memory:
        raise KeyError(f"memory of {number.memory_of}")
    return number.times * memory[0].gb


def references(text: Text | str, language: str = "") -> Iterator[str]:
    """The names of a text's placeholders, without their forms."""
    return (name for name, _ in placeholders(text if isinstance(text, str) else text[language]))
