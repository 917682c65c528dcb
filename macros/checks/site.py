"""Rules on the built site: what a reader meets is what was computed, and the same in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from ..built import Built, page_path
from ..document import Document, Spoken
from ..figures import Figures
from ..problem import Problem
from ..readback import ReadBack, Sighting
from . import Report, Rule, apply, rule

SITE_RULES: dict[str, Rule] = {}
RENDERER = "mend what writes it in macros/; a verdict is computed, never typed"


class Examined(ReadBack):
    """A built site under examination: its verdicts read back, and the figures of each language legible."""

    def __init__(self, built: Built):
        super().__init__(built)
        versions = _versions(built)
        self.figures = {code: Figures(locale, versions) for code, locale in built.book.locales.items()}

    @cached_property
    def seen(self) -> set[tuple[str, str, str]]:
        """File, language and accelerator of every verdict that is shown by its label."""
        return {(s.path, s.code, s.subject) for s in self.sightings if s.kind == "accelerator" and s.form == "label"}


def _versions(built: Built) -> set[str]:
    """Every figure with dots in a string of the data: bounds, names, titles. Texts have none typed, and bare numbers are decimals."""
    return set(re.findall(r"(?<![0-9.:,\[])[0-9]+(?:\.[0-9]+)+(?![0-9])", built.book.kb.model_dump_json()))


def run(examined: Examined) -> Report:
    """Apply every rule to a built site."""
    return apply(SITE_RULES, examined, str(examined.built.folder))


def site_rule(id: str, sentence: str, over: Callable[[Examined], Iterable]):
    """Register a function as a rule on the built site."""
    return rule(id, sentence, over, SITE_RULES)


# -- verdicts


def sightings(examined: Examined) -> list[Sighting]:
    return examined.sightings


def about_something(examined: Examined) -> list[Sighting]:
    return [sighting for sighting in examined.sightings if sighting.kind != "vocabulary"]


def marked(examined: Examined) -> list[Sighting]:
    return [sighting for sighting in examined.sightings if sighting.form != "status" and sighting.mark]


def expected_places(examined: Examined) -> list[tuple[str, str, str, str]]:
    """Accelerator, surface, language and file of every place where its verdict must show."""
    return [(id, *place) for id in examined.book.kb.accelerators for place in examined.places(id)]


def _seen_problem(sighting: Sighting, rule_id: str, message: str, remedy: str) -> Problem:
    return Problem(sighting.path, 0, 0, rule_id, message, remedy, sighting.subject, sighting.code)


@site_rule("verdict-legible", "The words of every verdict mean exactly one status in their language.", over=sightings)
def verdict_legible(examined: Examined, sighting: Sighting) -> Iterator[Problem]:
    if sighting.status is None:
        fault = f"can mean {' or '.join(sighting.means)}" if sighting.means else "means no status of the vocabulary"
        yield _seen_problem(sighting, "verdict-legible", f"`{sighting.words}` {fault}", "show the label of one status, as `statuses` has it in this language")


@site_rule("verdict-read-back", "Every verdict that is shown of an accelerator, a group or a ledger entry is the computed one.", over=about_something)
def verdict_read_back(examined: Examined, sighting: Sighting) -> Iterator[Problem]:
    computed = examined.computed(sighting)
    if computed is None:
        yield _seen_problem(sighting, "verdict-read-back", f"a verdict is shown for the {sighting.kind} `{sighting.subject}`, which has none", RENDERER)
    elif sighting.status and sighting.status != computed:
        meaning = "" if sighting.form == "status" else f", which means {sighting.status}"
        yield _seen_problem(sighting, "verdict-read-back", f"shows `{sighting.words}`{meaning}; computed is {computed}", RENDERER)


@site_rule("verdict-mark", "The status beside the words of a verdict is the one that the words mean.", over=marked)
def verdict_mark(examined: Examined, sighting: Sighting) -> Iterator[Problem]:
    if sighting.status and sighting.mark != sighting.status:
        yield _seen_problem(sighting, "verdict-mark", f"`{sighting.words}` means {sighting.status}, but is marked {sighting.mark}", RENDERER)


@site_rule("verdict-shown", "Every accelerator shows its verdict on its page, in the catalogue, the record, the API and the badge, in every language.", over=expected_places)
def verdict_shown(examined: Examined, place: tuple[str, str, str, str]) -> Iterator[Problem]:
    id, _, code, path = place
    if (path, code, id) not in examined.seen:
        message = "shows no verdict" if path in examined.built.files else "is not there"
        yield Problem(path, 0, 0, "verdict-shown", f"this file {message}; expected is that of `{id}`", RENDERER, id, code)


# -- languages


@site_rule("alternates", "A page names its language, itself and its counterpart in every language, each names it back, and one of them is the default.", over=lambda e: e.built.pages.items())
def alternates(examined: Examined, item: tuple[tuple[str, str], Document]) -> Iterator[Problem]:
    (code, place), document = item
    built = examined.built
    found = document.alternates

    def problem(message: str) -> Problem:
        return Problem(document.path, 0, 0, "alternates", message, "mend overrides/partials/hreflang.html or macros/frame.py", place, code)

    if document.lang != code:
        yield problem(f"the page is marked as `{document.lang}`; expected is `{code}`")
    if set(found) != {*built.codes, "x-default"}:
        yield problem(f"the languages named are {', '.join(found) or 'none'}; expected are {', '.join(built.codes)} and x-default")
        return
    own = f"{built.site_url}{code}/{examined.book.places[place].address}"
    if found[code] != own:
        yield problem(f"for its own language the page names {found[code]}; expected is {own}")
    if found["x-default"] not in {built.site_url, *(found[other] for other in built.codes)}:
        yield problem(f"the default is {found['x-default']}, which is no counterpart of this page")
    for other in built.codes:
        counterpart = built.pages.get((other, place))
        if counterpart is None or counterpart.alternates.get(code) != own or found[other] != counterpart.alternates.get(other):
            yield problem(f"{found[other]} does not name this page back")
    for switch in document.switches:
        link = built.link(document, switch.href)
        if link.path != page_path(switch.code, examined.book.places[place]):
            yield problem(f"the link to `{switch.code}` leads to {link.path}, not to this page in that language")


# -- dates


def times(examined: Examined) -> list[tuple[Document, Spoken]]:
    return [(document, time) for document in examined.built.documents.values() for time in document.times]


@site_rule("date-read-back", "A date in words is the one that stands beside it for programs.", over=times)
def date_read_back(examined: Examined, item: tuple[Document, Spoken]) -> Iterator[Problem]:
    document, (code, words, marks) = item
    read = examined.figures[code].date(words) if code in examined.figures else None
    if read != marks["datetime"]:
        yield Problem(document.path, 0, 0, "date-read-back", f"`{words}` says {read or 'no single date'}; marked is {marks['datetime']}", "write a date with the function of the locale", lang=code)


@site_rule("as-of-newest", "The as-of date of a page is the day on which the newest of its sources was read.", over=lambda e: e.built.pages.items())
def as_of_newest(examined: Examined, item: tuple[tuple[str, str], Document]) -> Iterator[Problem]:
    (code, place), document = item
    sources = [id for id in document.cited if id in examined.book.kb.sources] or examined.book.kb.release.sources
    wanted = examined.book.as_of(sources).isoformat()
    if document.cited and document.as_of != [wanted] or len(document.as_of) != 1:
        yield Problem(document.path, 0, 0, "as-of-newest", f"the page says {', '.join(document.as_of) or 'no date'}; its newest source was read on {wanted}", "mend `Page.as_of`", place, code)


# -- leftovers


@site_rule("no-leftovers", "Nothing unfinished shows: no brace of a template, no placeholder, no error, no Markdown, no mark-up that was escaped twice.", over=lambda e: e.built.documents.values())
def no_leftovers(examined: Examined, document: Document) -> Iterator[Problem]:
    for found in document.unfinished:
        yield Problem(document.path, 0, 0, "no-leftovers", f"found `{found}`", "mend the template or the text that it comes from")


@site_rule("site-rule-described", "Every rule on the built site is described in every language, and no other.", over=lambda e: sorted({*SITE_RULES, *e.book.kb.site_rules}))
def site_rule_described(examined: Examined, id: str) -> Iterator[Problem]:
    if id not in SITE_RULES:
        yield Problem("data/support.yaml", 0, 0, "site-rule-described", f"no rule on the built site is called {id}", "remove the description, or correct its id", f"site_rules.{id}")
    elif id not in examined.book.kb.site_rules:
        yield Problem("data/support.yaml", 0, 0, "site-rule-described", f"the rule {id} is not described", f"add `{id}:` under `site_rules`", f"site_rules.{id}")


# Importing registers their rules, in this order.
from . import alike, aloud  # noqa: E402, F401
