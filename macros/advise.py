"""The verdict on a whole stack in words: each condition, why it holds or not, what to do, and where to read the number that is meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from .verdict import Condition, Verdict

if TYPE_CHECKING:
    from .pages import Book

ACCELERATOR = "accelerator"  # the condition that is no requirement


@dataclass(frozen=True)
class Advised:
    """A condition. `wanted` is what the list asks for; `remedy` is empty where there is nothing to do.

    `where_to_look` says which number is meant, and where to read it; it is empty for the accelerator.
    """

    requirement: str
    name: str
    wanted: str
    given: str
    state: str
    state_words: str
    reason: str
    sentence: str
    remedy: str
    where_to_look: str


@dataclass(frozen=True)
class Advice:
    """What can be said of a stack in one language: ids for machines, words for people."""

    lang: str
    accelerator: str
    name: str
    architecture: str | None
    status: str
    label: str
    sentence: str
    procurement: str
    outcome: str
    outcome_words: str
    conditions: tuple[Advised, ...]
    path: str
    path_title: str
    path_summary: str


def advise(book: Book, code: str, accelerator: str, given: Mapping[str, str]) -> Advice:
    """How a stack fits the list. `given` maps ids of requirements to what was read on the machine; empty values are not given.

    Raises KeyError for an accelerator, language or requirement that the data does not know.
    """
    writer, kb = book.writers[code], book.kb
    for id in given:
        kb.requirements[id]  # an unknown one is a mistake of the caller, not a condition
    answer = book.verdicts.judge_stack(accelerator, given)
    verdict = answer.verdict
    judged = {condition.requirement for condition in answer.conditions}
    unjudged = [Condition(id, "cannot-tell", "no-stack-listed", value.strip()) for id, value in given.items() if value.strip() and id not in judged]
    status, about, path = kb.statuses[verdict.status], writer.about(verdict), book.verdicts.path(accelerator)
    return Advice(
        lang=code,
        accelerator=accelerator,
        name=verdict.accelerator.name,
        architecture=verdict.accelerator.architecture,
        status=verdict.status,
        label=writer.plain(status.label),
        sentence=writer.plain(status.sentence, about),
        procurement=writer.plain(status.procurement, about),
        outcome=answer.outcome,
        outcome_words=writer.plain(kb.outcomes[answer.outcome]),
        conditions=tuple(_advised(book, code, verdict, condition) for condition in (*answer.conditions, *unjudged)),
        path=path,
        path_title=writer.plain(kb.pages[kb.paths[path].page].title),
        path_summary=writer.plain(kb.paths[path].summary),
    )


def _advised(book: Book, code: str, verdict: Verdict, condition: Condition) -> Advised:
    writer, kb = book.writers[code], book.kb
    state_words = writer.plain(kb.outcomes[condition.state])
    if condition.requirement == ACCELERATOR:
        sentence = writer.plain(kb.reasons[condition.reason], writer.about(verdict))
        name = book.string(code, ACCELERATOR)
        return Advised(ACCELERATOR, name, "", verdict.accelerator.name, condition.state, state_words, condition.reason, sentence, "", "")
    requirement = kb.requirements[condition.requirement]
    values = _values(book, code, verdict, condition)
    remedy = kb.outcomes.get(f"remedy-{condition.reason}")
    return Advised(
        requirement=requirement.id,
        name=requirement.name,
        wanted=writer.requirement(requirement.id),
        given=condition.given,
        state=condition.state,
        state_words=state_words,
        reason=condition.reason,
        sentence=writer.plain(kb.outcomes[condition.reason], values),
        remedy=writer.plain(remedy, values) if remedy else "",
        where_to_look=writer.plain(requirement.where_to_look),
    )


def _values(book: Book, code: str, verdict: Verdict, condition: Condition) -> dict[str, str]:
    """The values of `{this.…}` for the sentences about a condition."""
    writer, locale, requirement = book.writers[code], book.locales[code], book.kb.requirements[condition.requirement]
    bound = condition.asked or requirement.version
    return {
        "name": requirement.name,
        "given": condition.given,
        "bound": locale.bound(bound.bounds) if bound else "",
        "names": locale.disjunction(requirement.one_of),
        "component": condition.asked_by.name if condition.asked_by else "",
        "stack": writer.requirement(verdict.target.stack) if verdict.target else "",
    }


def as_json(advice: Advice) -> dict:
    return asdict(advice)


def text(book: Book, advice: Advice) -> str:
    """An advice as plain lines for a terminal."""
    locale = book.locales[advice.lang]
    lines = [
        locale.labelled(locale.remark(advice.name, advice.accelerator), advice.label),
        advice.sentence,
        advice.procurement,
        "",
        locale.labelled(book.string(advice.lang, "advice-whole"), advice.outcome_words),
    ]
    for condition in advice.conditions:
        subject = condition.wanted or condition.name
        lines.append(f"- {locale.labelled(locale.remark(subject, condition.given) if condition.given else subject, condition.state_words)}")
        lines += [f"  {words}" for words in (condition.sentence, condition.remedy) if words]
        # The number of a stack is easily taken for another one, so where it stands is said even if it fits.
        if condition.requirement != ACCELERATOR and (condition.state != "met" or book.kb.requirements[condition.requirement].stack):
            lines.append(f"  {condition.where_to_look}")
    lines += ["", locale.labelled(book.string(advice.lang, "path"), advice.path_title), advice.path_summary]
    return "\n".join(lines)
