"""A page in one language, in HTML fragments: words, blocks, verdicts, references. One renderer for every language.

All of it is HTML, so that no character of the data can turn into markup. Whatever shows a text of the data carries its
id in `data-text`.
"""

from __future__ import annotations

import datetime
import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .fields import StatusId
from .markup import attributes, element, html
from .phrases import Span, Writer
from .terms import explain
from .words import Block, Body, Bullets, Note, Section, Steps, Text

if TYPE_CHECKING:
    from .pages import Book, Place

AS_OF = "<!-- as of -->"
TEXT_ID = re.compile(r'data-text="([^"]+)"')
# Its level, id, text of the data and words: what a table of contents is made of.
HEADING = re.compile(r'<h([1-6]) id="([^"]+)"(?: data-text="([^"]+)")?>(.*?)<a class="headerlink"')


@dataclass(frozen=True)
class Shown:
    """A text of the data on a page: its id, what its `{this.…}` were filled with, and its level if it is a heading, else 0."""

    id: str
    given: Mapping[str, str]
    level: int


class Page:
    """One page in one language, while it is being written: it collects the sources that it cites."""

    def __init__(self, book: Book, place: Place, code: str):
        self.book, self.place, self.code = book, place, code
        self.kb, self.verdicts = book.kb, book.verdicts
        self.locale = book.locales[code]
        self.writer: Writer = book.writers[code]
        self.cited: dict[str, int] = {}
        self._given: dict[str, Mapping[str, str]] = {}
        self.lists_all_sources = False

    # -- what the page is

    @property
    def address(self) -> str:
        return self.place.address

    @property
    def title(self) -> str:
        if self.place.accelerator:
            return self.accelerator_name(self.place.accelerator)
        return self.writer.plain(self.kb.pages[self.place.id].title)

    @property
    def nav(self) -> str:
        return self.title if self.place.accelerator else self.writer.plain(self.kb.pages[self.place.id].nav)

    @property
    def description(self) -> str:
        if self.place.accelerator:
            return self.verdict_sentence(self.place.accelerator)
        return self.writer.plain(self.kb.pages[self.place.id].description)

    def accelerator_name(self, id: str) -> str:
        """Vendor and product: what a title needs to stand alone."""
        accelerator = self.kb.accelerators[id]
        return f"{self.kb.vendors[accelerator.vendor].name} {accelerator.name}"

    @property
    def here(self) -> str:
        """Where this page stands, from the site's root."""
        return posixpath.join("/", self.code, self.address)

    def anchor(self, id: str) -> str:
        """The element id of something on this page; a page that speaks several languages at once keeps them apart."""
        return id

    def href(self, target: str, code: str | None = None) -> str:
        """The address of a place, `page` or `page#id`, relative to this page; `code` for another language's."""
        page, _, anchor = target.partition("#")
        there = posixpath.join("/", code or self.code, self.book.places[page].address)
        path = "" if there == self.here and anchor else posixpath.relpath(there, self.here) + f"/{self.book.index}"
        return path + (f"#{anchor}" if anchor else "")

    def site_href(self, path: str) -> str:
        """The address of something beside the pages, such as `r/h100/`, relative to this page."""
        way = posixpath.relpath(posixpath.join("/", path), self.here)
        return way + (f"/{self.book.index}" if path.endswith("/") else "")

    def ui(self, id: str, **this: str) -> str:
        return html(self.writer.plain(self.kb.ui[id], this))

    def labelled(self, label: str, content: str) -> str:
        """Finished HTML behind a label of the interface."""
        return self.locale.labelled(self.ui(label), content)

    # -- words

    def inline(self, text: Text | str, this: Mapping[str, str] | None = None) -> str:
        """A text as inline HTML, without its marks."""
        if this and isinstance(text, Text):
            self._given.setdefault(text.id, this)
        return "".join(self._span(span) for span in self.writer.spans(text, this))

    def _span(self, span: Span) -> str:
        words = html(span.words)
        match span.kind:
            case "link":
                return element("a", words, href=self.href(span.target))
            case "term":
                return element("a", words, href=self.href(f"glossary#term-{span.target}"), class_="kb-term")
            case "source":
                self.cite(span.target)
                return element("a", words, href=f"#{self.anchor(f'source-{span.target}')}")
            case "code":
                return element("code", words, translate="no")
            case "verdict":
                return self.badge(span.target)
        return words

    def text(self, text: Text, tag: str = "p", this: Mapping[str, str] | None = None, **values: str | None) -> str:
        """A text with its marks, in an element that carries its id."""
        return element(tag, self.inline(text, this) + self.marks(text), data_text=text.id, **values)

    def marks(self, text: Text) -> str:
        """The basis of a text and the numbers of its sources."""
        basis = f" {self.basis(text.basis)}" if text.basis else ""
        return basis + self.references(text.sources)

    def basis(self, basis: str) -> str:
        return element("span", self.inline(self.kb.bases[basis]), class_="kb-basis", data_basis=basis, data_search_exclude="")

    def cite(self, source: str) -> int:
        """The number of a source on this page."""
        return self.cited.setdefault(source, len(self.cited) + 1)

    def references(self, sources: Iterable[str]) -> str:
        links = [element("a", str(self.cite(id)), href=f"#{self.anchor(f'source-{id}')}", aria_label=self.writer.plain(self.kb.ui["source-number"], {"number": str(self.cite(id))})) for id in sources]
        return element("sup", ", ".join(links), class_="kb-ref") if links else ""

    # -- verdicts

    def badge(self, subject: str, large: bool = False) -> str:
        """The verdict on an accelerator or a group: symbol and words."""
        if subject in self.kb.groups:
            return self._badge(self.verdicts.group_status(subject), large, data_group=subject)
        return self._badge(self.verdicts[subject].status, large, data_accelerator=subject)

    def _badge(self, status: StatusId, large: bool = False, **subject: str) -> str:
        entry = self.kb.statuses[status]
        symbol = element("span", html(entry.symbol), aria_hidden="true")
        words = element("span", self.inline(entry.label), data_text=entry.label.id)
        return element("span", f"{symbol} {words}", class_="verdict verdict--large" if large else "verdict", **subject, data_status=status)

    def verdict_sentence(self, id: str) -> str:
        return self.writer.plain(self.kb.statuses[self.verdicts[id].status].sentence, self.about(id))

    def about(self, id: str) -> dict[str, str]:
        """The values of `{this.…}` for the sentences about an accelerator."""
        return self.writer.about(self.verdicts[id])

    # -- blocks

    def heading(self, level: int, title: Text | str, id: str) -> str:
        """A heading with the link to itself; the title is a text of the data, or a name."""
        words, text = (title, None) if isinstance(title, str) else (self.writer.plain(title), title.id)
        link = element("a", "¶", class_="headerlink", href=f"#{id}", title=self.writer.plain(self.kb.ui["permalink"]))
        return element(f"h{level}", html(words) + link, id=id, data_text=text)

    def body(self, body: Body, prefix: str) -> str:
        """Blocks one after the other; list items get ids, so that a step can be linked."""
        return "\n\n".join(self._block(block, f"{prefix}-{id}") for id, block in body.items())

    def _block(self, block: Block, prefix: str) -> str:
        match block:
            case Bullets():
                return element("ul", self._items(block.bullets, prefix))
            case Steps():
                return element("ol", self._items(block.steps, prefix), class_="kb-steps")
            case Note():
                return element("div", self.text(block.note), class_="kb-note", data_weight=block.weight, role="note")
            case _:
                return self.text(block)

    def _items(self, items: Mapping[str, Text], prefix: str) -> str:
        return "".join(self.text(item, "li", id=f"{prefix}-{id}") for id, item in items.items())

    def section(self, id: str, figure: str = "") -> str:
        """A section of this page: heading, a figure if one is given, and blocks."""
        section: Section = self.kb.pages[self.place.id].sections[id]
        return "\n\n".join(filter(None, [self.heading(2, section.title, id), figure, self.body(section.body, id)]))

    def sections(self) -> str:
        """All sections of this page, in the order of the data."""
        return "\n\n".join(self.section(id) for id in self.kb.pages[self.place.id].sections)

    # -- frame

    def top(self) -> str:
        """Title, the answer in one paragraph, and the line that dates the page and leads to the other languages."""
        page = self.kb.pages[self.place.id]
        return "\n\n".join([self.heading(1, page.title, "page-title"), self.text(page.lead, class_="kb-lead"), self.meta()])

    def meta(self) -> str:
        others = [
            element("a", html(language.name), href=self.href(self.place.id, code), hreflang=code, lang=code, data_switch=code)
            for code, language in self.kb.languages.items() if code != self.code
        ]
        beside = element("a", self.ui("bilingual"), href=self.site_href(f"bilingual/{self.address}"))
        parts = [AS_OF, element("span", self.ui("unofficial-short")), *others, beside]
        return element("div", " ".join(parts), class_="kb-meta", data_search_exclude="")

    def bottom(self) -> str:
        """The sources that the page cited, in the order of their numbers; the unofficial notice; where to report an error."""
        site = self.kb.site
        owner = self.ui("operated-by", owner=self.writer.plain(site.owner))
        notice = self.text(site.unofficial) + self.text(site.scope) + element("p", owner, data_text=site.owner.id)
        if site.contact:
            report = element("a", self.ui("report-error"), href=site.contact)
        else:
            report = self.ui("report-error-to-operator")
        parts = [element("ol", "".join(self.source(id, item=True) for id in self.cited), class_="kb-sources", data_search_exclude="")] if self.cited and not self.lists_all_sources else []
        if parts:
            parts.insert(0, self.heading(2, self.kb.ui["sources-of-page"], "page-sources"))
        return "\n\n".join([*parts, element("div", notice + element("p", report), class_="kb-notice", data_search_exclude="")])

    def source(self, id: str, item: bool = False) -> str:
        """A source with who published it, when, and when it was last read."""
        source = self.kb.sources[id]
        title = element("a", html(source.title), href=source.url, rel="noopener external") if source.url else html(source.title)
        facts = [html(source.publisher), self.ui(f"source-{source.kind}")]
        if source.published:
            facts.append(self.ui("source-published", date=self.locale.date(source.published)))
        facts.append(self.ui("source-verified", date=self.locale.date(source.verified_on)))
        if source.review_by < self.book.today:
            facts.append(element("strong", self.ui("source-overdue", date=self.locale.date(source.review_by)), class_="kb-overdue"))
        content = f"{title} {element('span', ' · '.join(facts), class_='kb-source-facts')}"
        if source.no_url:
            content += " " + self.text(source.no_url, "span")
        return element("li", content, id=self.anchor(f"source-{id}")) if item else content

    def as_of(self) -> datetime.date:
        """The newest day on which a source behind this page was read; not the day of the build."""
        sources = self.cited or dict.fromkeys(self.kb.release.sources)
        return max(self.kb.sources[id].verified_on for id in sources)

    def awaited(self, part: str) -> str:
        """The place of something that is written when the whole site is there; until then it says what writes it."""
        return element("div", element("p", self.inline(self.kb.ui["proof-awaited"])), data_proof=part)

    def shown(self, written: str) -> list[Shown]:
        """The texts of the data on this page as it was written, each once, in its order."""
        levels = {text: int(level) for level, _, text, _ in HEADING.findall(written)}
        return [Shown(id, self._given.get(id, {}), levels.get(id, 0)) for id in dict.fromkeys(TEXT_ID.findall(written))]

    def finish(self, written: str) -> str:
        """The page with what is known only at its end: the as-of date, whether a source is overdue, and which terms to explain."""
        day = self.as_of()
        stamp = element("time", self.ui("as-of", date=self.locale.date(day)), datetime=day.isoformat(), class_="kb-as-of")
        overdue = [id for id in self.cited if self.kb.sources[id].review_by < self.book.today]
        if overdue:
            stamp += " " + element("strong", self.ui("page-overdue"), class_="kb-overdue")
        return explain(self, written.replace(AS_OF, stamp))
