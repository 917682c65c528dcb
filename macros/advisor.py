"""The advisor: its form, and the two scripts that it answers from: `resolver.json` of the API, and the words of a language.

They are scripts, not data files, since a page that is opened from disk may load no data.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import panel
from .api import Api, compact
from .render import Page, attributes, element, html
from .tables import accelerator_table

if TYPE_CHECKING:
    from .pages import Book

PLACE = "advisor"
RULES = "assets/advisor-data.js"
WORDS = "words.js"
# In this order: each needs what the ones before it define.
SCRIPTS = ("assets/resolve.js", RULES, panel.SCRIPT, "assets/advisor.js")
MOST_LINES = 1000
# The `ui` strings that answers are made of, beside those that start with the page's id.
LABELS = ("accelerator", "architecture", "verdict", "path", "cite-reason", "procurement", "none", "not-established", "advice-whole")
# The questions to put to the project before somebody buys what is not confirmed: a page, its section, its list.
QUESTIONS = ("migration-other", "unconfirmed", "ask")


def files(book: Book, site_url: str) -> Iterator[tuple[str, str]]:
    """The script with the rules, and for each language the one with its words."""
    yield RULES, _script("kbRules", Api(book, site_url).resolver("").model_dump_json())
    for code in book.kb.languages:
        yield f"{code}/{book.places[PLACE].address}{WORDS}", _script("kbWords", compact(words(book, code)))


def _script(name: str, value: str) -> str:
    return f"window.{name}={value};\n"


def words(book: Book, code: str) -> dict:
    """Everything that the page says in a language; `{name}` in a sentence is filled in by the browser."""
    kb, page, locale = book.kb, book.page(PLACE, code), book.locales[code]
    strings = [id for id in kb.ui if id in LABELS or id.startswith(f"{PLACE}-")]
    return {
        "version": book.data_version,
        "statuses": {id: [status.symbol, page.writer.plain(status.label)] for id, status in kb.statuses.items()},
        "accelerators": {id: _about(page, id) for id in kb.accelerators},
        "outcomes": {id: page.writer.plain(sentence, _Left()) for id, sentence in kb.outcomes.items()},
        "requirements": {
            id: {
                "where": page.writer.plain(r.where_to_look), "bound": locale.bound(r.version.bounds) if r.version else "",
                "names": locale.disjunction(r.one_of),
            }
            for id, r in kb.requirements.items()
        },
        "components": {c.id: {id: locale.bound(asked.bounds) for id, asked in c.requires.items()} for c in kb.components.values() if c.requires},
        "paths": {
            id: [page.writer.plain(kb.pages[path.page].title), page.href(path.page), page.writer.plain(path.summary)] for id, path in kb.paths.items()
        },
        "questions": _questions(page),
        "phrases": {
            "label": locale.labelled("{label}", "{value}"), "remark": locale.remark("{text}", "{remark}"),
            "joiner": locale.language.phrases.joiner, "gap": locale.language.phrases.sentence_gap,
        },
        "ui": {id: page.writer.plain(kb.ui[id], _Left()) for id in strings},
    }


class _Left(dict):
    """Leaves `{this.n}` in a string as `{n}`."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _about(page: Page, id: str) -> list[str]:
    """What is said of an accelerator: its verdict, why, what that means for a purchase; and where its page and its citations are."""
    verdict, about = page.verdicts[id], page.about(id)
    status = page.kb.statuses[verdict.status]
    sentences = (status.sentence, page.kb.reasons[verdict.reason], status.procurement)
    return [*(page.writer.plain(text, about) for text in sentences), page.href(f"acc-{id}"), page.site_href(panel.texts(id))]


def _questions(page: Page) -> dict:
    """The questions to the project, with the page that explains them."""
    target, section, block = QUESTIONS
    steps = page.kb.pages[target].sections[section].body[block].steps
    return {"href": page.href(f"{target}#{section}"), "items": [page.writer.plain(step) for step in steps.values()]}


# -- the form


def advisor(page: Page) -> str:
    """The form and the place of the answers; until the scripts have run, and without them, the table of every verdict.

    The scripts stand before the table, so that a reader who does not need it never sees it.
    """
    parts = [_form(page), _answers(page), panel.template(page), *_scripts(page), _table(page)]
    return element("div", "".join(parts), class_="kb-advisor", data_version=page.book.data_version, data_most=str(MOST_LINES), data_search_exclude="")


def _form(page: Page) -> str:
    return element("form", "\n".join([_device(page), _inventory(page), _stack(page), _buttons(page)]), id="advisor-form", hidden="", autocomplete="off", aria_label=page.title)


def _field(id: str, control: str, label: str, hint: str = "") -> str:
    return element("div", "\n".join([element("label", label, for_=f"advisor-{id}"), control, hint]), class_="kb-advisor__field")


def _input(id: str, name: str, **values: str | None) -> str:
    return f"<input{attributes(type='text', id=f'advisor-{id}', name=name, spellcheck='false', autocapitalize='off', **values)}>"


def _hint(page: Page, id: str, text) -> str:
    return page.text(text, "p", id=f"advisor-{id}-hint", class_="kb-advisor__hint")


def _device(page: Page) -> str:
    hint = _hint(page, "device", page.kb.ui["advisor-device-hint"])
    control = _input("device", "device", placeholder=page.writer.plain(page.kb.ui["lookup-example"]), aria_describedby="advisor-device-hint")
    fields = [_field("device", control, page.ui("advisor-device"), hint), _field("choice", _choice(page), page.ui("advisor-choice"))]
    return element("div", "\n".join(fields), class_="kb-advisor__row")


def _choice(page: Page) -> str:
    """The products by vendor, in the order of the data. The value is a name that the resolver reads."""
    groups = []
    for vendor in page.kb.vendors.values():
        of_vendor = [a for a in page.kb.accelerators.values() if a.vendor == vendor.id and not a.retired_on]
        options = "\n".join(element("option", html(a.name), value=a.id) for a in of_vendor)
        groups += [element("optgroup", options, label=vendor.name)] if of_vendor else []
    return element("select", "\n".join([element("option", page.ui("advisor-choice-none"), value=""), *groups]), id="advisor-choice")


def _inventory(page: Page) -> str:
    area = element("textarea", "", id="advisor-list", rows="6", spellcheck="false", autocapitalize="off")
    label = page.ui("advisor-lines", most=page.locale.number(MOST_LINES))
    opener = element("label", page.ui("advisor-open"), class_="md-button", for_="advisor-file")
    opener = f'<input type="file" id="advisor-file" accept=".json,.txt,.csv,application/json,text/plain">{opener}'
    content = element("summary", page.ui("advisor-list")) + _field("list", area, label) + element("div", opener, class_="kb-advisor__buttons")
    return element("details", content, class_="kb-advisor__more")


def _stack(page: Page) -> str:
    """A field for each requirement of the data, with the number that it wants and where that is read."""
    fields = []
    for id, requirement in page.kb.requirements.items():
        names, choices = "", None
        if requirement.one_of:
            choices = f"advisor-{id}-names"
            names = element("datalist", "".join(element("option", "", value=name) for name in requirement.one_of), id=choices)
        control = _input(id, id, list=choices, aria_describedby=f"advisor-{id}-hint", inputmode="decimal" if requirement.version else None, data_stack="")
        label = html(requirement.name) if requirement.version else page.ui(f"advisor-{id}")
        fields.append(_field(id, control + names, label, _hint(page, id, requirement.where_to_look)))
    return element("details", element("summary", page.ui("advisor-stack")) + element("div", "\n".join(fields), class_="kb-advisor__stack"), class_="kb-advisor__more")


def _buttons(page: Page) -> str:
    submit = element("button", page.ui("advisor-submit"), type="submit", class_="md-button md-button--primary")
    clear = element("button", page.ui("advisor-clear"), type="button", id="advisor-clear", class_="md-button")
    private = page.text(page.kb.ui["advisor-private"], "p", class_="kb-advisor__hint")
    return element("div", submit + clear + private, class_="kb-advisor__buttons")


def _answers(page: Page) -> str:
    """The status region is there from the start, so that it is heard when it changes."""
    status = element("p", page.ui("advisor-empty"), role="status", id="advisor-status")
    shown = element("div", "", id="advisor-shown", tabindex="-1")
    heading = element("h2", page.ui("advisor-answer"), id="answer")
    return element("section", heading + status + shown, id="advisor-answers", aria_labelledby="answer", hidden="")


def _scripts(page: Page) -> list[str]:
    own = element("script", "", src=WORDS)
    return [own, *(element("script", "", src=page.site_href(path), defer="") for path in SCRIPTS)]


def _table(page: Page) -> str:
    note = element("p", page.ui("advisor-fallback"), class_="kb-note")
    return element("div", note + accelerator_table(page), class_="kb-advisor__table")
