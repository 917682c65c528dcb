"""Which pages exist, where they stand, and in what order they are read: the same in every language."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from . import accelerator, advisor, decision_data, diagrams, examples, onboarding, rulebook, runtimes, tables
from .entry import digest
from .ledger import Ledger
from .load import known
from .locale import Locale
from .model import KnowledgeBase
from .phrases import Writer
from .render import Page, Shown
from .verdict import Verdicts

# Reading order and grouping of the navigation; a page that is not here is reached from its parent.
NAVIGATION = (
    ("home",),
    ("advisor",),
    ("scope",),
    ("accelerators",),
    ("migration-listed", "migration-hopper", "migration-rtx", "migration-other"),
    ("constraints",),
    ("checklist",),
    ("for-tickets",),
    ("runtimes",),
    ("faq",),
    ("glossary",),
    ("onboarding",),
    ("sources",),
    ("proof",),
    ("checks",),
    ("changes",),
)

# What a template may call, beside the page's own top, section, sections and bottom: functions of the page.
FRAGMENTS = {
    function.__name__: function
    for function in (
        tables.matrix_table, tables.page_references, tables.accelerator_table, tables.status_legend, tables.path_cards, tables.lookup_form,
        advisor.advisor, tables.requirement_table, tables.missing_parts_table, tables.components_table, tables.checklist,
        tables.checklist_rules, decision_data.decision_form, tables.questions, tables.glossary, tables.source_list, tables.change_list,
        diagrams.combination_diagram, diagrams.levels_diagram, diagrams.decision_diagram, diagrams.benchmark_diagram,
        onboarding.guided_readings, runtimes.runtime_matrix, runtimes.local_runtimes, rulebook.rule_table, rulebook.site_rule_table,
        examples.citation_example, examples.citation_formats, examples.citation_command, examples.api_addresses,
        examples.badge_samples, examples.feed_addresses,
    )
} | {method.__name__: method for method in (Page.awaited, Page.top, Page.section, Page.sections, Page.bottom)}


@dataclass(frozen=True)
class Place:
    """A page in no language: its id, its address below the language, and what it is made from.

    `address` ends in a slash, or is empty for the home page. `accelerator` is set on the page of one.
    """

    id: str
    address: str
    accelerator: str | None = None

    @property
    def template(self) -> str:
        """The file below `docs/` that it is written in; for an accelerator, where its finished HTML goes."""
        return f"{self.address.rstrip('/') or 'index'}.md"


class Book:
    """All pages of the site, and what is needed to write one in a language."""

    def __init__(self, kb: KnowledgeBase, ledger: Ledger, today: datetime.date, site_url: str = "/", templates: Path = Path("docs"), offline: bool = False, private: bool = False):
        self.kb, self.ledger, self.today, self.site_url = kb, ledger, today, site_url
        # From a disk, a link must name the file that a server would find by itself.
        self.index = "index.html" if offline else ""
        self.private = private
        self._templates = Environment(loader=FileSystemLoader(templates), undefined=StrictUndefined)
        self._shown: dict[tuple[str, str], list[Shown]] = {}
        self.verdicts = Verdicts(kb, ledger.formerly_listed)
        self.locales = {code: Locale(language) for code, language in kb.languages.items()}
        self.writers = {code: Writer(kb, self.verdicts, locale) for code, locale in self.locales.items()}

    @classmethod
    def open(cls, root: Path, today: datetime.date, site_url: str = "/", offline: bool = False, private: bool = False) -> Book:
        """The book of a project folder, for a site at an address that ends in a slash, or, `offline`, on a disk; a `private` one asks search engines to keep out.

        Raises `Invalid` with every problem of the data file.
        """
        return cls(known(root / "data/support.yaml"), Ledger(root / "data/ledger.jsonl"), today, site_url, root / "docs", offline, private)

    @cached_property
    def places(self) -> dict[str, Place]:
        """Every page by id; written pages first, in the order of the data, then the accelerators."""
        written = {id: Place(id, page.address if page.address is not None else f"{id}/") for id, page in self.kb.pages.items()}
        products = {f"acc-{id}": Place(f"acc-{id}", f"accelerators/{id}/", id) for id in self.kb.accelerators}
        return written | products

    def navigation(self) -> Iterator[tuple[Place, ...]]:
        """The navigation's entries in order; several places in one tuple form a group."""
        for ids in NAVIGATION:
            yield tuple(self.places[id] for id in ids)

    def page(self, place_id: str, code: str) -> Page:
        """A page, to be written in a language."""
        return Page(self, self.places[place_id], code)

    def finished(self, place_id: str, code: str) -> tuple[Page, str]:
        """A page with its finished HTML. A written page's template is filled in here as MkDocs would."""
        page = self.page(place_id, code)
        if page.place.accelerator:
            text = accelerator.write(page)
        else:
            calls = {name: partial(write, page) for name, write in FRAGMENTS.items()}
            text = self._templates.get_template(page.place.template).render(calls)
        return page, self.finish(page, text)

    def finish(self, page: Page, written: str) -> str:
        """The HTML of a page with what is known only at its end."""
        text = page.finish(written)
        self._shown[page.place.id, page.code] = page.shown(text)
        return text

    def shown(self, place_id: str, code: str) -> list[Shown]:
        """The texts of the data on a page, in its order."""
        if (place_id, code) not in self._shown:
            self.finished(place_id, code)
        return self._shown[place_id, code]

    def url(self, site_url: str, target: str, code: str) -> str:
        """The absolute address of a place, `page` or `page#id`, in a language. `site_url` ends in a slash."""
        page, _, anchor = target.partition("#")
        return f"{site_url}{code}/{self.places[page].address}" + (f"#{anchor}" if anchor else "")

    def as_of(self, sources: Iterable[str]) -> datetime.date:
        """The newest day on which one of the sources was read."""
        return max(self.kb.sources[id].verified_on for id in sources)

    def overdue(self, sources: Iterable[str]) -> bool:
        """Whether one of the sources should have been read again by now."""
        return any(self.kb.sources[id].review_by < self.today for id in sources)

    @cached_property
    def data_version(self) -> str:
        """Names the state of the data and the ledger: it changes exactly when a fact, a text or an entry does."""
        return digest("\n".join([self.kb.model_dump_json(), *self.ledger.lines]))[:12]

    def string(self, code: str, id: str) -> str:
        """A string of the user interface, in plain words."""
        return self.writers[code].plain(self.kb.ui[id])
