"""The site's diagrams: each is drawn from the data, and says in words what it shows."""

from __future__ import annotations

from math import ceil, sqrt

from .drawing import INDENT, LINE, PADDING, WIDTH, Drawing, Words, words
from .model import Diagram, Target
from .phrases import number_value
from .render import Page, element, html

GAP, RISE = 12, 26
GPU, GPU_GAP, GPUS_ACROSS = 13, 4, 8


def _figure(page: Page, id: str, drawing: Drawing, *sentences: str) -> str:
    """The drawing with its description, to which the computed sentences are added."""
    diagram = page.kb.diagrams[id]
    authored = element("span", html(page.writer.plain(diagram.description)), data_text=diagram.description.id)
    said = page.locale.sentences(authored, *map(html, sentences))
    marks = page.marks(diagram.description).strip()
    caption = element("figcaption", marks) if marks else ""
    return element("figure", drawing.svg(f"diagram-{id}", diagram.title, said) + caption, class_="kb-diagram", data_search_exclude="")


# -- what support means


def combination_diagram(page: Page) -> str:
    """B1: a generation, a stack and an execution path; one column for each combination on the list."""
    diagram, targets = page.kb.diagrams["combination"], list(page.kb.targets.values())
    path = [Words(page.kb.models[page.kb.release.model].name, strong=True)]
    drawing = Drawing(page)
    lane = (WIDTH - INDENT - GAP * (len(targets) - 1)) / len(targets)
    lefts = [INDENT + (lane + GAP) * i for i in range(len(targets))]
    y = 0.0
    for operator, label, cells in (
        ("", "generation", [[Words(_generation(page, target), strong=True)] for target in targets]),
        ("+", "stack", [[Words(page.writer.requirement(target.stack), strong=True)] for target in targets]),
    ):
        y = _row_label(drawing, y, operator, diagram, label)
        height = max(drawing.box_height(lane, cell) for cell in cells)
        y = max(drawing.box(x, y, lane, cell, height=height) for x, cell in zip(lefts, cells)) + GAP
    y = _row_label(drawing, y, "+", diagram, "path")
    y = drawing.box(INDENT, y, WIDTH - INDENT, path) + GAP
    y = _row_label(drawing, y, "=", diagram, "result")
    for x, target in zip(lefts, targets):
        drawing.verdict(x, y, lane, page.verdicts.architecture_status(target.architecture))
    return _figure(page, "combination", drawing, *(_combination(page, diagram, target) for target in targets))


def _row_label(drawing: Drawing, y: float, operator: str, diagram: Diagram, label: str) -> float:
    if operator:
        drawing.words(0, y, INDENT, Words(operator, strong=True), "kb-operator")
    return drawing.words(INDENT, y, WIDTH - INDENT, words(drawing.page, diagram.labels[label]), "kb-soft") + 4


def _generation(page: Page, target: Target) -> str:
    architecture = page.kb.architectures[target.architecture]
    return f"{page.kb.vendors[architecture.vendor].name} {architecture.name}"


def _combination(page: Page, diagram: Diagram, target: Target) -> str:
    status = page.kb.statuses[page.verdicts.architecture_status(target.architecture)]
    return page.writer.plain(diagram.labels["combination"], {
        "generation": _generation(page, target),
        "stack": page.writer.requirement(target.stack),
        "path": page.kb.models[page.kb.release.model].name,
        "status": page.writer.plain(status.label),
    })


# -- the levels of validation


def levels_diagram(page: Page) -> str:
    """C5, C6: three steps, the first at the bottom; a build reaches that one only."""
    labels = page.kb.diagrams["levels"].labels
    drawing = Drawing(page)
    steps = [[words(page, labels[id], strong=True)] for id in ("compile", "correct", "useful")]
    lefts = [INDENT + RISE * i for i in range(len(steps))]
    heights = [drawing.box_height(WIDTH - x, step) for x, step in zip(lefts, steps)]
    limit = words(page, labels["open"])
    y = LINE * len(limit.lines(WIDTH - lefts[-1])) + 4
    tops: list[float] = []
    for height in reversed(heights):
        tops.insert(0, y)
        y += height + 4
    tops[0] += 2 * GAP  # room for the line above which a build says nothing
    for i, (x, top, step) in enumerate(zip(lefts, tops, steps)):
        drawing.words(x - INDENT, top + PADDING - 2, INDENT, Words(page.locale.number(i + 1), strong=True), "kb-operator")
        drawing.box(x, top, WIDTH - x, step, "kb-box--open" if i else "")
    drawing.words(lefts[0], tops[0] + heights[0] + 2, WIDTH - lefts[0], words(page, labels["established"]), "kb-soft")
    drawing.line(f"M0 {tops[0] - GAP - 2}H{WIDTH}", "kb-limit")
    drawing.words(lefts[-1], 0, WIDTH - lefts[-1], limit, "kb-soft")
    return _figure(page, "levels", drawing)


# -- from an accelerator to a path


def decision_diagram(page: Page) -> str:
    """The verdicts that accelerators have, and the migration paths that those with each verdict are sent down. The links stand below it."""
    diagram, branches = page.kb.diagrams["decision"], paths_by_status(page)
    drawing = Drawing(page)
    y = trunk = drawing.box(0, 0, WIDTH, [words(page, diagram.labels["start"], strong=True), words(page, diagram.labels["compare"])])
    for status, paths in branches.items():
        y += GAP
        drawing.line(f"M10 {trunk:g}V{y + 13:g}H{INDENT}")
        trunk, branch = y + 13, drawing.verdict(INDENT, y, WIDTH - INDENT, status)
        y = branch + 6
        for path in paths:
            title = words(page, page.kb.pages[page.kb.paths[path].page].title)
            drawing.line(f"M{INDENT + 10} {branch:g}V{y + 18:g}H{2 * INDENT}")
            branch, y = y + 18, drawing.box(2 * INDENT, y, WIDTH - 2 * INDENT, [title]) + 6
    return _figure(page, "decision", drawing, *(_branch(page, diagram, status, paths) for status, paths in branches.items()))


def paths_by_status(page: Page) -> dict[str, list[str]]:
    """Status -> the paths of the accelerators that have it, both in the order of the data; without statuses that none has."""
    taken = {(verdict.status, page.verdicts.path(id)) for id, verdict in page.verdicts.all.items() if not verdict.accelerator.retired_on}
    found = {status: [path for path in page.kb.paths if (status, path) in taken] for status in page.kb.statuses}
    return {status: paths for status, paths in found.items() if paths}


def _branch(page: Page, diagram: Diagram, status: str, paths: list[str]) -> str:
    titles = [page.writer.plain(page.kb.pages[page.kb.paths[path].page].title) for path in paths]
    return page.writer.plain(diagram.labels["branch"], {
        "status": page.writer.plain(page.kb.statuses[status].label), "paths": page.locale.language.phrases.joiner.join(titles),
    })


# -- the published benchmark


def benchmark_diagram(page: Page) -> str:
    """B3: the GPUs of the published benchmark, one square each, in their scale-up domain."""
    labels = page.kb.diagrams["benchmark"].labels
    drawing = Drawing(page)
    half = (WIDTH - 3 * GAP) / 2
    y = drawing.words(GAP, 8, WIDTH - 2 * GAP, words(page, labels["domain"]), "kb-soft") + 6
    columns = [(GAP + (half + GAP) * i, words(page, labels[id], strong=True), number_value(page.kb, page.kb.numbers[f"{id}-gpus"])) for i, id in enumerate(("prefill", "decode"))]
    below = max(drawing.words(x, y, half, label) for x, label, _ in columns) + 6
    bottom = max(_gpus(drawing, x, below, count) for x, _, count in columns) + GAP
    drawing.frame(0, 0, WIDTH, bottom, "kb-domain")
    drawing.words(0, bottom + 6, WIDTH, words(page, labels["limit"], strong=True))
    return _figure(page, "benchmark", drawing)


def _gpus(drawing: Drawing, left: float, top: float, count: int) -> float:
    """So many squares, in a block as square as there is room for."""
    across = min(GPUS_ACROSS, ceil(sqrt(count)))
    places = [(left + (GPU + GPU_GAP) * (i % across), top + (GPU + GPU_GAP) * (i // across)) for i in range(count)]
    drawing.line("".join(f"M{x:g} {y:g}h{GPU}v{GPU}h-{GPU}z" for x, y in places), "kb-gpus")
    return places[-1][1] + GPU
