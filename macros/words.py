"""Words in the data: texts in every language, the blocks and pages made of them, and languages themselves."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, PrivateAttr, StringConstraints, Tag, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from .fields import AnswerId, Basis, Date, Entity, Id, Line, Record, StatementId, StatusId, keyed, ref
from .source import Location
from .usage import Usage

class Condition(Record):
    """A status that must hold; exactly one of the subjects is named."""

    accelerator: ref("accelerators") | None = None
    architecture: ref("architectures") | None = None
    group: ref("groups") | None = None
    status: StatusId

    @model_validator(mode="after")
    def _one_subject(self):
        if sum(s is not None for s in (self.accelerator, self.architecture, self.group)) != 1:
            raise PydanticCustomError("condition", "name exactly one of accelerator, architecture, group")
        return self


class Text(BaseModel):
    """One statement in every language. The language keys are those of `languages`, no more and no fewer.

    Plain characters and placeholders such as `{acc.h100}`; no markup.
    """

    model_config = ConfigDict(extra="allow", strict=True, frozen=True, use_attribute_docstrings=True)
    __pydantic_extra__: dict[str, Annotated[str, StringConstraints(min_length=1)]]

    _at: Location = PrivateAttr(())

    states: list[StatementId] = []
    """The statements of the brief that this text carries."""
    holds_when: Condition | list[Condition] | None = None
    """The verdict that this text presupposes."""
    about: Literal["vocabulary"] | None = None
    """Set on texts that define the words of the verdicts."""
    basis: Basis | None = None
    """Shown as a mark: as reported, by inference, by arithmetic, this site's own rule."""
    sources: list[ref("sources")] = []

    @model_validator(mode="after")
    def _every_language(self, info: ValidationInfo):
        wanted = (info.context or {}).get("languages")
        given = list(self.__pydantic_extra__)
        if wanted is None:
            return self
        for key in given:
            if key not in wanted:
                raise PydanticCustomError("unknown_language", "`{key}` is neither a language nor an option of a text", {"key": key, "allowed": [*wanted, *Text.model_fields]})
        if missing := [code for code in wanted if not (self.__pydantic_extra__.get(code) or "").strip()]:
            raise PydanticCustomError("missing_language", "no text for {missing}", {"missing": ", ".join(missing)})
        return self

    def __getitem__(self, language: str) -> str:
        return self.__pydantic_extra__[language]

    @cached_property
    def id(self) -> str:
        """Where it stands in the data, such as `faq.h100.question`."""
        return ".".join(map(str, self._at))

    @property
    def at(self) -> Location:
        """Its location from the root of the data file."""
        return self._at

    @property
    def languages(self) -> dict[str, str]:
        return self.__pydantic_extra__

    @property
    def conditions(self) -> list[Condition]:
        held = self.holds_when
        return held if isinstance(held, list) else [held] if held else []


class Bullets(Record):
    """An unordered list of texts."""

    bullets: Annotated[dict[Id, Text], Field(min_length=1)]


class Steps(Record):
    """A numbered list of texts, in order."""

    steps: Annotated[dict[Id, Text], Field(min_length=1)]


class Note(Record):
    """A text set apart: `info` to know, `warning` to heed."""

    note: Text
    weight: Literal["info", "warning"] = "info"


def _block_kind(value: object) -> str:
    for kind, model in (("bullets", Bullets), ("steps", Steps), ("note", Note)):
        if isinstance(value, model) or (isinstance(value, dict) and kind in value):
            return kind
    return "text"


Block = Annotated[
    Annotated[Text, Tag("text")] | Annotated[Bullets, Tag("bullets")] | Annotated[Steps, Tag("steps")] | Annotated[Note, Tag("note")],
    Discriminator(_block_kind),
]
Body = dict[Id, Block]


class Phrases(Record):
    """How this language says a version bound, a quantity, a joined list. `{version}` etc. are filled in."""

    exact: Line
    stated: Line
    min: Line
    above: Line
    max: Line
    below: Line
    requirement: Line
    """Name and version bound, `{name}` `{bound}`."""
    quantity: Line
    """Number and unit, `{number}` `{unit}`."""
    sentence_gap: str
    """What stands between two sentences set one after the other."""
    joiner: Line
    """Between the items of a short list without a conjunction."""
    label: Line
    """A label and what it labels, `{label}` `{value}`."""
    parenthesis: Line
    """A remark in brackets after something, `{text}` `{remark}`."""


class Spacing(Record):
    """A typographic space that this language sets before or inside marks."""

    before: str = ""
    after: str = ""
    space: Line


class Language(Entity):
    """A language as data: everything that code must know to write it."""

    name: Line
    """The language's own name for itself."""
    locale: Line
    """Babel locale."""
    theme: Line
    """Language of the theme's own strings."""
    script: Literal["japanese", "latin"]
    phrases: Phrases
    units: dict[str, Line]
    """Unit as in the data -> as written here."""
    first_of_month: Line | None = None
    """How the first day of a month is written, where it is not a plain 1."""
    date_space: Line = " "
    """What stands between the parts of a date: where lines may break at a space, one that does not break."""
    counts: dict[Id, dict[str, Line]]
    """What is counted -> plural category -> pattern with `{number}`."""
    forms: dict[str, dict[str, Line]] = {}
    """Form asked for by a placeholder -> class of the word -> pattern with `{}`."""
    default_class: str | None = None
    """Class of a word whose entry gives none."""
    apostrophe: Line | None = None
    """What a typed ' becomes between letters."""
    spacing: list[Spacing] = []
    usage: Usage = Usage()
    """What the checks of its texts look for."""
    search_pipeline: list[Line] = []
    search_separator: Line
    search_ignored: list[Line] = []
    """What is left out of a query unless nothing would remain, as patterns for a browser."""


class Check(Entity):
    """A point of the checklist."""

    title: Text
    questions: dict[Id, Text]
    parts: list[ref("missing_parts")] = []
    """What its one question is answered for, each by itself."""
    answers: list[AnswerId]
    """The answers that make sense here."""
    answer_names: dict[AnswerId, Text] = {}
    """What an answer is called here, where not by its usual name."""
    listing: Id | None = None
    """The question that the verdict on the accelerator answers, too."""
    evidence: dict[Id, Text]

    @model_validator(mode="after")
    def _questions_fit(self):
        if self.parts and len(self.questions) != 1:
            raise PydanticCustomError("questions", "a point with `parts` has exactly one question")
        if self.listing is not None and self.listing not in self.questions:
            raise PydanticCustomError("questions", "`listing` names none of the questions: {id}", {"id": self.listing})
        if "not-yet" not in self.answers:
            raise PydanticCustomError("answers", "`not-yet` must be among the answers: every question starts with it")
        return self


class Answered(Record):
    """An answer to any question of a point."""

    check: ref("checklist")
    answer: AnswerId


class CheckRule(Entity):
    """What follows from the answers to a point, with a sentence for each case."""

    text: Text
    when: Answered
    """What makes the rule apply."""
    effort: bool = False
    """Whether each such answer brings an estimate of effort with it, for the sum of which `applies` has `{this.sum}`."""
    applies: Text
    incomplete: Text | None = None
    """Added where an estimate, or an answer that could bring one, is missing."""
    undecided: Text
    """For when it does not apply, but answers are missing."""
    clear: Text

    @model_validator(mode="after")
    def _sum_can_be_incomplete(self):
        if self.effort != (self.incomplete is not None):
            raise PydanticCustomError("rule", "`effort` and `incomplete` go together")
        return self


class Question(Entity):
    question: Text
    answer: Body


class Term(Entity):
    name: Text
    english: Line
    definition: Text
    also: dict[Id, list[Line]] = {}
    short: dict[Id, list[Line]] = {}
    """Shorter words that texts may use for it. Not shown."""
    ordinary: bool = False
    """An everyday word too, which a text may use without its counterpart in the other languages."""


class Change(Entity):
    date: Date
    title: Text
    body: Body
    accelerators: list[ref("accelerators")] = []
    """Those whose verdict it explains; none: all that changed that day."""


class Status(Entity):
    """A word of the closed vocabulary, and what it means for those who act on it."""

    symbol: Line
    label: Text
    sentence: Text
    meaning: Text
    procurement: Text
    production: Text
    experiment: Text


class Section(Entity):
    title: Text
    body: Body = {}


class Page(Entity):
    """A page's words; where they stand is the template's matter."""

    address: Annotated[str, StringConstraints(pattern=r"^([a-z0-9-]+/)*$")] | None = None
    """Below the language; by default the id and a slash. The template's file name follows from it."""
    title: Text
    nav: Text
    description: Text
    lead: Text
    also: dict[Id, list[Line]] = {}
    """What else readers search for when they want this page, by language."""
    sections: keyed(Section) = {}
