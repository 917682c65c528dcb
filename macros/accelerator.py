"""The page of one accelerator: its verdict, what that means for those who act on it, and the facts behind it."""

from __future__ import annotations

from . import history, panel
from .fields import Basis
from .model import Accelerator
from .render import Page, element, html
from .runtimes import on_accelerator
from .tables import accelerator_link, joined, path_link, plain, said, table


def write(page: Page) -> str:
    """The page of an accelerator, to be finished."""
    accelerator = page.kb.accelerators[page.place.accelerator]
    parts = [page.heading(1, page.title, "page-title"), _answer(page, accelerator), page.meta()]
    for id, content in SECTIONS.items():
        parts += [page.heading(2, page.kb.ui[f"acc-{id}"], id), content(page, accelerator)]
    return "\n\n".join([*parts, page.bottom()])


def _answer(page: Page, accelerator: Accelerator) -> str:
    """The verdict, legible from afar, and its sentence."""
    status = page.kb.statuses[page.verdicts[accelerator.id].status]
    sentence = page.text(status.sentence, "p", page.about(accelerator.id), class_="kb-lead")
    return element("div", history.retirement(page, accelerator) + page.badge(accelerator.id, large=True) + sentence, class_="kb-answer")


def _meaning(page: Page, accelerator: Accelerator) -> str:
    """One sentence each for those who buy, those who run, those who try."""
    status = page.kb.statuses[page.verdicts[accelerator.id].status]
    about = page.about(accelerator.id)
    entries = "".join(
        element("dt", page.ui(role)) + page.text(getattr(status, role), "dd", about) for role in ("procurement", "production", "experiment")
    )
    return element("dl", entries, class_="kb-meaning")


def _why(page: Page, accelerator: Accelerator) -> str:
    verdict = page.verdicts[accelerator.id]
    reason = page.kb.reasons[verdict.reason]
    sentence = element("p", page.inline(reason, page.about(accelerator.id)) + page.marks(reason) + page.references(verdict.sources), data_text=reason.id)
    notes = [page.text(note) for note in accelerator.notes.values()]
    return "\n\n".join([sentence, *notes])


def _facts(page: Page, accelerator: Accelerator) -> str:
    architecture = page.kb.architectures.get(accelerator.architecture or "")
    facts = [
        ("vendor", html(page.kb.vendors[accelerator.vendor].name)),
        ("line", page.inline(page.kb.lines[accelerator.line].label)),
        ("family", html(accelerator.family)),
        ("architecture", html(architecture.name) + page.references(architecture.sources) if architecture else page.ui("not-established")),
    ]
    if architecture and architecture.compute_capability:
        facts.append(("capability", html(architecture.compute_capability)))
    facts.append(("memory", _memory(page, accelerator)))
    if accelerator.variants:
        facts.append(("variants", joined(page, (html(v.name) for v in accelerator.variants.values()))))
    names = [*accelerator.aliases, *(alias for v in accelerator.variants.values() for alias in v.aliases)]
    if names:
        facts.append(("also-known-as", joined(page, map(html, dict.fromkeys(names)))))
    facts.append(("id", element("code", accelerator.id, translate="no")))
    return element("dl", "".join(element("dt", page.ui(id)) + element("dd", value) for id, value in facts), class_="kb-facts")


def _memory(page: Page, accelerator: Accelerator) -> str:
    """Each size with the variants that have it, marked where only third parties state it."""
    sizes = []
    for memory in accelerator.memory:
        size = page.locale.quantity(memory.gb, "GB")
        variants = page.locale.language.phrases.joiner.join(accelerator.variants[v].name for v in memory.variants)
        shown = html(page.locale.remark(size, variants) if variants else size)
        basis: Basis | None = memory.basis
        sizes.append(shown + (f" {page.basis(basis)}" if basis else "") + page.references(memory.sources))
    return joined(page, sizes) or page.ui("not-established")


def _conditions(page: Page, accelerator: Accelerator) -> str:
    """The release that the verdict is about; for a listed accelerator also the stack and what else must hold."""
    release = page.kb.release
    target = page.verdicts[accelerator.id].target
    about = element("p", page.ui("release-about", date=page.locale.date(release.reported_on), model=page.kb.models[release.model].name) + page.references(release.sources))
    if target is None:
        return about + "\n\n" + element("p", page.ui("conditions-need-listing"))
    rows = []
    for id in (target.stack, *release.requirements):
        requirement = page.kb.requirements[id]
        rows.append([plain(html(page.writer.requirement(id)) + page.references(requirement.sources)), said(page, requirement.where_to_look)])
    return about + "\n\n" + table(page, page.ui("requirements-caption"), [page.ui("requirement"), page.ui("where-to-look")], rows, stack=True)


def _next(page: Page, accelerator: Accelerator) -> str:
    path = page.kb.paths[page.verdicts.path(accelerator.id)]
    parts = [page.text(path.summary), element("p", page.labelled("path-label", path_link(page, accelerator.id)))]
    if accelerator.see_also:
        links = joined(page, (accelerator_link(page, page.kb.accelerators[id]) for id in accelerator.see_also))
        parts.append(element("p", page.labelled("see-also", links)))
    return "\n\n".join(parts)


def _runtimes(page: Page, accelerator: Accelerator) -> str:
    return on_accelerator(page, accelerator.id)


def _cite(page: Page, accelerator: Accelerator) -> str:
    return panel.panel(page, accelerator.id)


def _record(page: Page, accelerator: Accelerator) -> str:
    """The address to cite, the reference in force, and how the verdict came about, newest first."""
    own = history.address(accelerator.id)
    link = element("a", element("code", own, translate="no"), href=page.site_href(own))
    parts = [element("p", page.labelled("record-cite", link))]
    if entries := page.book.ledger.history(accelerator.id):
        parts.append(element("p", page.labelled("reference", history.entry_link(page, entries[0]))))
        items = "".join(element("li", f"{history.entry_link(page, entry)} {history.stood(page, entry)}") for entry in entries)
        parts += [element("p", page.ui("record-history"), class_="kb-label"), element("ol", items, class_="kb-history")]
    return "\n\n".join(parts)


# The sections in their order; each id is the anchor in every language.
SECTIONS = {"meaning": _meaning, "why": _why, "facts": _facts, "conditions": _conditions, "next": _next, "runtimes": _runtimes, "cite": _cite, "record": _record}
