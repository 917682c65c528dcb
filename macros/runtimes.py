"""The runtimes: what each one's own documents say of each accelerator and model, and what they do not say."""

from __future__ import annotations

from .model import SupportRow
from .render import Page, element, html
from .tables import accelerator_link, plain, table

# The order in which mentions are shown: first what a runtime says itself, then what others report of it.
NAMINGS = ("named", "listed-unvalidated", "excluded", "third-party", "not-named")


def runtime_matrix(page: Page) -> str:
    """One row for each model and runtime; the accelerators named, and how. Silence is said in so many words."""
    rows = [_row(page, row) for row in _by_model(page)]
    heads = [
        element("th", page.ui("model"), scope="col", data_filter=""),
        element("th", page.ui("runtime"), scope="col", data_filter=""),
        element("th", page.ui("named-in-documents"), scope="col"),
        element("th", page.ui("documents-examined"), scope="col"),
    ]
    labels = {f"data_label_{id}": page.writer.plain(page.kb.ui[f"table-{id}"], {"n": "{n}"}) for id in ("search", "all", "count", "sort")}
    return table(page, page.ui("runtimes-caption"), heads, rows, stack=True, data_filter="", id="runtime-matrix", **labels)


def _by_model(page: Page) -> list[SupportRow]:
    """The rows in the order of the models, so that a reader finds the checkpoint first."""
    order = list(page.kb.models)
    return sorted(page.kb.support.values(), key=lambda row: order.index(row.model))


def _row(page: Page, row: SupportRow) -> list[tuple[str, dict]]:
    model, runtime = page.kb.models[row.model].name, page.kb.runtimes[row.runtime].name
    note = page.text(row.note) if row.note else ""
    if row.examined:
        examined = page.references(row.examined)
        mentions = element("ul", "".join(_mentions(page, row)), class_="kb-mentions")
    else:
        examined, mentions = page.ui("no-page-found"), page.ui("no-page-found")
    return [plain(html(model)), plain(html(runtime)), plain(mentions + note), plain(examined)]


def _mentions(page: Page, row: SupportRow) -> list[str]:
    """A list item for each accelerator mentioned, and one for all that are not."""
    shown = sorted(row.cells.items(), key=lambda pair: NAMINGS.index(pair[1].naming))
    items = []
    for id, cell in shown:
        naming = element("span", page.inline(page.kb.namings[cell.naming]), class_="kb-naming", data_naming=cell.naming)
        detail = f" {page.text(cell.detail, 'span')}" if cell.detail else ""
        items.append(element("li", f"{accelerator_link(page, page.kb.accelerators[id])} {naming}{detail}{page.references(cell.sources)}", data_accelerator_named=id))
    rest = element("span", page.inline(page.kb.namings["not-named"]), class_="kb-naming", data_naming="not-named")
    return [*items, element("li", f"{page.ui('all-others')} {rest}")]


def local_runtimes(page: Page) -> str:
    """The general local runtimes, for development, evaluation and small endpoints."""
    entries = "".join(
        element("dt", html(runtime.name)) + element("dd", page.inline(runtime.summary) + page.marks(runtime.summary) + page.references(runtime.sources), data_text=runtime.summary.id)
        for runtime in page.kb.runtimes.values()
        if runtime.kind == "local"
    )
    return element("dl", entries, class_="kb-legend")


def on_accelerator(page: Page, id: str) -> str:
    """What is said of one accelerator, by model and runtime, and a link to the whole."""
    whole = element("p", f"{page.ui('runtimes-all')} {element('a', html(page.writer.plain(page.kb.pages['runtimes'].title)), href=page.href('runtimes'))}")
    rows = []
    for row in _by_model(page):
        if cell := row.cells.get(id):
            model, runtime = html(page.kb.models[row.model].name), html(page.kb.runtimes[row.runtime].name)
            naming = page.inline(page.kb.namings[cell.naming]) + page.references(cell.sources)
            detail = (page.inline(cell.detail), {"data_text": cell.detail.id}) if cell.detail else plain("–")
            rows.append([plain(model), plain(runtime), plain(naming, data_naming=cell.naming), detail])
    if not rows:
        return element("p", page.ui("runtimes-none")) + "\n\n" + whole
    heads = [page.ui(head) for head in ("model", "runtime", "naming", "detail")]
    silent = element("p", page.ui("runtimes-silent"), class_="kb-table-note")
    return table(page, page.ui("runtimes-caption"), heads, rows, stack=True) + "\n\n" + silent + "\n\n" + whole
