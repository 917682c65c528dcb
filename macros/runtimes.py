"""The runtimes: what each one's own documents say of each accelerator and model, and what they do not say."""

from __future__ import annotations

from .model import Cell, SupportRow
from .render import Page, element, html
from .tables import accelerator_link, joined, plain, table

# The order in which mentions are shown: first what a runtime says itself, then what others report of it.
NAMINGS = ("named", "listed-unvalidated", "excluded", "third-party")


def runtime_matrix(page: Page) -> str:
    """One row for each model and runtime; the accelerators named, and how. Silence is said in so many words."""
    rows = [_row(page, row) for row in _by_model(page)]
    heads = [
        element("th", page.ui("model"), scope="col", data_filter=""),
        element("th", page.ui("runtime"), scope="col", data_filter=""),
        element("th", page.ui("named-in-documents"), scope="col"),
        element("th", page.ui("documents-examined"), scope="col"),
    ]
    words = {"search": {}, "all": {}, "count": {"n": "{n}"}, "sort": {}, "pick": {}}
    labels = {f"data_label_{id}": page.writer.plain(page.kb.ui[f"table-{id}"], this) for id, this in words.items()}
    return table(page, page.ui("runtimes-caption"), heads, rows, stack=True, data_filter="", id="runtime-matrix", **labels)


def _by_model(page: Page) -> list[SupportRow]:
    """The rows in the order of the models, so that a reader finds the checkpoint first."""
    order = list(page.kb.models)
    return sorted(page.kb.support.values(), key=lambda row: order.index(row.model))


def _row(page: Page, row: SupportRow) -> list[tuple[str, dict]]:
    """Model, runtime, who is named and how, and where it was looked up. The first cell says what silence means here."""
    model, runtime = page.kb.models[row.model].name, page.kb.runtimes[row.runtime].name
    note = page.text(row.note) if row.note else ""
    silence = page.inline(page.kb.namings["not-named"]) if row.examined else page.ui("no-page-found")
    examined = page.references(row.examined) if row.examined else silence
    return [plain(html(model), data_unpicked=silence), plain(html(runtime)), plain(_mentions(page, row, silence) + note), plain(examined)]


def _mentions(page: Page, row: SupportRow, silence: str) -> str:
    """The accelerators named, by the way they are named; at the end all that are not."""
    entries = ""
    for naming in NAMINGS:
        named = [_mention(page, id, cell) for id, cell in row.cells.items() if cell.naming == naming]
        if named:
            entries += element("dt", page.inline(page.kb.namings[naming]), data_naming=naming) + element("dd", joined(page, named))
    return element("dl", entries + element("dt", silence, data_naming="not-named") + element("dd", page.ui("all-others")), class_="kb-mentions")


def _mention(page: Page, id: str, cell: Cell) -> str:
    """An accelerator with the detail that its document gives; a script picks it by its id."""
    name = page.kb.accelerators[id].name
    words = accelerator_link(page, page.kb.accelerators[id])
    if cell.detail:
        words = page.locale.remark(words, page.text(cell.detail, "span"))
    return element("span", words + page.references(cell.sources), data_pick=name, data_pick_words=page.writer.plain(page.kb.namings[cell.naming]))


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
    link = element("a", html(page.writer.plain(page.kb.pages["runtimes"].title)), href=page.href("runtimes"))
    whole = element("p", page.labelled("runtimes-all", link))
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
