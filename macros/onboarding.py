"""The guided reading of each role: stops with what to know after them, the time they take, and questions to check oneself."""

from __future__ import annotations

from .model import Role
from .render import Page, element, html


def guided_readings(page: Page) -> str:
    """Every role: its stops in order, then its questions, each with an answer that opens without a script."""
    return "\n\n".join(part for role in page.kb.onboarding.values() for part in _role(page, role))


def _role(page: Page, role: Role) -> list[str]:
    total = page.locale.count("minutes", sum(stop.minutes for stop in role.steps.values()))
    stops = "".join(
        element("li", f"{_link(page, stop.page, stop.section)} {_minutes(page, stop.minutes)}{page.text(stop.know)}", id=f"{role.id}-{id}")
        for id, stop in role.steps.items()
    )
    return [
        page.heading(2, role.title, role.id),
        element("p", page.ui("onboarding-total", minutes=total), class_="kb-label"),
        element("ol", stops, class_="kb-steps"),
        page.heading(3, page.kb.ui["onboarding-check"], f"{role.id}-check"),
        *(_question(page, role, id) for id in role.questions),
    ]


def _question(page: Page, role: Role, id: str) -> str:
    question = role.questions[id]
    where = element("p", page.labelled("onboarding-where", _link(page, question.page, question.section)))
    return element("details", page.text(question.question, "summary") + page.text(question.answer) + where, class_="kb-question", id=f"{role.id}-check-{id}")


def _minutes(page: Page, minutes: int) -> str:
    return element("span", html(page.locale.count("minutes", minutes)), class_="kb-minutes")


def _link(page: Page, place: str, section: str | None) -> str:
    """A page under its title, or a part of it under its own: a section, a question of the FAQ."""
    if not section:
        title = page.kb.pages[place].title
    elif place == "faq":
        title = page.kb.faq[section].question
    else:
        title = page.kb.pages[place].sections[section].title
    return element("a", html(page.writer.plain(title)), href=page.href(f"{place}#{section}" if section else place))
