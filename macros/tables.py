"""The tables and lists that are computed from the data: matrix, catalogue, components, runtimes, sources and so on.

Each function takes the page and returns a fragment of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from .model import Accelerator, Memory
from .render import Page, attributes, element, html
from .terms import other_names
from .words import Text


def table(page: Page, caption: str, head: Iterable[str], rows: Iterable[Iterable[tuple[str, dict]]], stack: bool = False, **values: str) -> str:
    """A table in a region that can be scrolled by keyboard. Cells are (content, attributes); the first heads its row."""
    heads = list(head)
    header = "".join(cell if cell.startswith("<th") else element("th", cell, scope="col") for cell in heads)
    labels = [_bare(cell) for cell in heads]
    body = "\n".join(element("tr", "".join(_cell(i, cell, labels[i]) for i, cell in enumerate(row))) for row in rows)
    shape = "kb-table kb-stack" if stack else "kb-table"
    content = element("caption", caption) + element("thead", element("tr", header)) + element("tbody", "\n" + body + "\n")
    return f'<div class="kb-scroll" role="region" tabindex="0"{attributes(aria_label=_bare(caption))}><table class="{shape}"{attributes(**values)}>{content}</table></div>'


def _bare(markup: str) -> str:
    """The words of a cell without its tags."""
    return unescape(re.sub(r"<[^>]*>", "", markup))


def _cell(index: int, cell: tuple[str, dict], label: str) -> str:
    content, values = cell
    tag, scope = ("th", "row") if index == 0 else ("td", None)
    return element(tag, content, scope=scope, data_label=label if index else None, **values)


def plain(content: str, **values: str) -> tuple[str, dict]:
    return content, values


def said(page: Page, text: Text) -> tuple[str, dict]:
    """A cell that holds a text of the data."""
    return page.inline(text) + page.marks(text), {"data_text": text.id}


def accelerator_link(page: Page, accelerator: Accelerator) -> str:
    return element("a", html(accelerator.name), href=page.href(f"acc-{accelerator.id}"))


def joined(page: Page, items: Iterable[str]) -> str:
    return html(page.locale.language.phrases.joiner).join(items)


# -- verdicts


def matrix_table(page: Page) -> str:
    """B2: each platform asked about against its status on the list, its stack, and what it means for a purchase."""
    rows = []
    for row in page.kb.matrix.values():
        group = page.kb.groups[row.group]
        members = page.verdicts.members(group)
        names = dict.fromkeys(page.kb.architectures[m.architecture].name for m in members if m.architecture)
        stacks = dict.fromkeys(page.writer.requirement(t.stack) for m in members if (t := page.verdicts[m.id].target))
        rows.append([
            said(page, group.name),
            plain(joined(page, map(html, names))),
            plain(page.badge(group.id)),
            plain(joined(page, map(html, stacks)) or page.ui("none")),
            said(page, row.purchase),
        ])
    heads = [page.ui(id) for id in ("platform", "architecture", "verdict", "stack", "for-a-purchase")]
    return table(page, page.ui("matrix-caption"), heads, rows, stack=True, id="platforms") + page_references(page)


def page_references(page: Page) -> str:
    """The sources of the list itself, for whatever shows verdicts."""
    sources = dict.fromkeys(s for target in page.kb.targets.values() for s in target.sources)
    return "\n\n" + element("p", page.ui("list-as-reported") + page.references(sources), class_="kb-table-note")


def accelerator_table(page: Page) -> str:
    """The catalogue: a plain table that a script turns into one that filters and sorts."""
    rows = []
    for accelerator in page.kb.accelerators.values():
        if accelerator.retired_on:
            continue
        architecture = page.kb.architectures.get(accelerator.architecture or "")
        status = page.verdicts[accelerator.id].status
        sizes = sorted({m.gb for m in accelerator.memory})
        rows.append([
            plain(accelerator_link(page, accelerator), data_search=" ".join(searchable(accelerator))),
            plain(page.badge(accelerator.id), data_sort=f"{list(page.kb.statuses).index(status)}"),
            plain(html(page.kb.vendors[accelerator.vendor].name)),
            plain(html(accelerator.family)),
            plain(html(architecture.name) if architecture else page.ui("not-established"), data_sort=_architecture_order(architecture)),
            plain(memory_sizes(page, accelerator.memory), data_sort=str(sizes[0] if sizes else 0)),
            plain(path_link(page, accelerator.id)),
        ])
    filters = {"verdict", "vendor", "family", "architecture"}
    columns = ("accelerator", "verdict", "vendor", "family", "architecture", "memory", "path")
    heads = [element("th", page.ui(c), scope="col", data_filter="" if c in filters else None) for c in columns]
    labels = {f"data_label_{id}": page.writer.plain(page.kb.ui[f"table-{id}"], {"n": "{n}"}) for id in ("search", "all", "count", "sort", "none")}
    return table(page, page.ui("catalogue-caption"), heads, rows, data_filter="", id="catalogue", **labels) + page_references(page)


def searchable(accelerator: Accelerator) -> list[str]:
    """Every name that somebody may type for an accelerator."""
    variants = [name for v in accelerator.variants.values() for name in (v.name, *v.aliases)]
    return list(dict.fromkeys([accelerator.name, *accelerator.aliases, *variants]))


def _architecture_order(architecture) -> str:
    """A sort key that orders 10.3 above 9.0."""
    if architecture is None or architecture.compute_capability is None:
        return "0"
    major, minor = architecture.compute_capability.split(".")
    return str(int(major) * 100 + int(minor))


def memory_sizes(page: Page, memory: Iterable[Memory]) -> str:
    sizes = sorted({m.gb for m in memory})
    return joined(page, (html(page.locale.quantity(size, "GB")) for size in sizes)) or page.ui("not-established")


def path_link(page: Page, accelerator: str) -> str:
    target = page.kb.paths[page.verdicts.path(accelerator)].page
    return element("a", html(page.writer.plain(page.kb.pages[target].nav)), href=page.href(target))


def status_legend(page: Page) -> str:
    """What each word of a verdict means; only the words in use."""
    used = {v.status for v in page.verdicts.all.values()}
    entries = "".join(
        element("dt", page._badge(id)) + page.text(status.meaning, "dd") for id, status in page.kb.statuses.items() if id in used
    )
    return element("dl", entries, class_="kb-legend")


def path_cards(page: Page) -> str:
    cards = "".join(
        element("li", element("h3", element("a", html(page.writer.plain(page.kb.pages[p.page].title)), href=page.href(p.page)), id=f"path-{p.id}") + page.text(p.summary))
        for p in page.kb.paths.values()
    )
    return element("ul", cards, class_="kb-cards")


def lookup_form(page: Page) -> str:
    """Leads to the catalogue with what was typed; without a script, to the catalogue."""
    label = element("label", page.ui("lookup-label"), for_="find")
    field = f'<input type="search" id="find" name="find" autocomplete="off" spellcheck="false"{attributes(placeholder=page.writer.plain(page.kb.ui["lookup-example"]))}>'
    button = element("button", page.ui("lookup-button"), type="submit", class_="md-button md-button--primary")
    return element("form", label + field + button, class_="kb-lookup", action=page.href("accelerators"), method="get", role="search", aria_label=page.writer.plain(page.kb.ui["lookup-label"]))


# -- constraints


def requirement_table(page: Page) -> str:
    """The release's conditions as reported: each with its bound, and which number is meant."""
    stacks = [target.stack for target in page.kb.targets.values()]
    rows = []
    for id in [*stacks, *page.kb.release.requirements]:
        requirement = page.kb.requirements[id]
        rows.append([plain(html(page.writer.requirement(id)) + page.references(requirement.sources)), said(page, requirement.where_to_look)])
    return table(page, page.ui("requirements-caption"), [page.ui("requirement"), page.ui("where-to-look")], rows, stack=True)


def missing_parts_table(page: Page) -> str:
    rows = []
    for part in page.kb.missing_parts.values():
        status = page.ui("part-documented") if part.documented else page.basis("inference")
        rows.append([said(page, part.name), plain(status + page.references(part.sources)), said(page, part.effect), said(page, part.provider)])
    heads = [page.ui(id) for id in ("part", "part-basis", "part-effect", "part-provider")]
    return table(page, page.ui("missing-parts-caption"), heads, rows, stack=True)


def components_table(page: Page) -> str:
    rows = []
    for component in page.kb.components.values():
        listed = joined(page, (html(page.kb.architectures[a].name) for a in component.lists)) or page.ui("none-stated")
        asked = joined(page, (html(page.locale.requirement(page.kb.requirements[r].name, bound.bounds)) for r, bound in component.requires.items())) or page.ui("none-stated")
        rows.append([
            plain(html(component.name) + page.references(component.sources)),
            said(page, component.role), plain(listed), plain(asked), said(page, component.documents),
        ])
    heads = [page.ui(id) for id in ("component", "component-role", "component-lists", "component-asks", "component-documents")]
    return table(page, page.ui("components-caption"), heads, rows, stack=True)


# -- checklist, questions, words


def checklist(page: Page) -> str:
    """Each point with its questions and with what counts as evidence."""
    parts = []
    for number, check in enumerate(page.kb.checklist.values(), 1):
        questions = "".join(page.text(q, "li", id=f"{check.id}-{id}") for id, q in check.questions.items())
        evidence = "".join(page.text(e, "li") for e in check.evidence.values())
        parts += [
            page.heading(3, check.title, check.id),
            element("ul", questions, class_="kb-questions"),
            element("p", page.ui("evidence"), class_="kb-label"),
            element("ul", evidence, class_="kb-evidence"),
        ]
    return "\n\n".join(parts)


def checklist_rules(page: Page) -> str:
    return element("ul", "".join(page.text(rule.text, "li", id=f"rule-{id}") for id, rule in page.kb.checklist_rules.items()))


def questions(page: Page) -> str:
    return "\n\n".join(f"{page.heading(2, q.question, id)}\n\n{page.body(q.answer, id)}" for id, q in page.kb.faq.items())


def glossary(page: Page) -> str:
    """Terms in the order of the data, the same in every language, each with its names in the others."""
    entries = []
    for id, term in page.kb.glossary.items():
        entries.append(element("dt", f"{element('span', page.inline(term.name), data_text=term.name.id)} {other_names(page, id)}", id=f"term-{id}"))
        entries.append(page.text(term.definition, "dd"))
        if also := term.also.get(page.code):
            entries.append(element("dd", page.ui("also", names=page.locale.language.phrases.joiner.join(also)), class_="kb-also"))
    return element("dl", "\n".join(entries), class_="kb-glossary")


# -- sources and changes


def source_list(page: Page) -> str:
    """Every source by kind, with what it supports and when to look again."""
    page.lists_all_sources = True
    parts = []
    for kind in ("official", "vendor", "third-party"):
        items = []
        for id, source in page.kb.sources.items():
            if source.kind == kind:
                review = element("span", page.ui("source-review", date=page.locale.date(source.review_by)), class_="kb-source-facts")
                items.append(element("li", f"{page.source(id)} {page.text(source.supports)}{review}", id=f"source-{id}"))
        title = page.kb.ui[f"sources-{kind}"]
        parts += [page.heading(3, title, f"sources-{kind}"), element("ul", "\n".join(items), class_="kb-sources")]
    return "\n\n".join(parts)


def change_list(page: Page) -> str:
    """Changes, newest first."""
    parts = []
    for id, change in sorted(page.kb.changes.items(), key=lambda pair: pair[1].date, reverse=True):
        day = element("p", element("time", html(page.locale.date(change.date)), datetime=change.date.isoformat()), class_="kb-label")
        parts += [page.heading(2, change.title, id), day, page.body(change.body, id)]
    return "\n\n".join(parts)
