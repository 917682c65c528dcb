"""A drawing in the making: boxes with words, lines and verdicts, as SVG that takes its colours and fonts from the page.

Units are pixels of a picture `WIDTH` wide, which fills the text column of a phone. No element carries a style: all of it is in docs/assets/kb.css.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .fields import StatusId
from .lettering import lines, width
from .render import Page, attributes, element, html
from .words import Text

WIDTH = 340
# The size of all words, as kb.css sets it: on a phone 360 pixels wide they come out 12.5 pixels high.
# A line is as high as the tallest usual font, a Japanese one, and its letters stand on `BASELINE`.
SIZE, LINE, BASELINE, PADDING = 13, 19, 15.1, 10
BOLDER = 1.1
INDENT = 22


@dataclass(frozen=True)
class Words:
    """Some words in the page's language, and the id of the text of the data that they are."""

    words: str
    text: str | None = None
    strong: bool = False

    @property
    def size(self) -> float:
        """Pixels to the em, with room for the weight."""
        return SIZE * (BOLDER if self.strong else 1)

    def lines(self, room: float) -> list[str]:
        return lines(self.words, room / self.size)


def words(page: Page, text: Text, strong: bool = False) -> Words:
    """A text of the data as words of a drawing."""
    return Words(page.writer.plain(text), text.id, strong)


class Drawing:
    """Shapes from top to bottom. Every method draws at a place and returns the `y` below what it drew."""

    def __init__(self, page: Page):
        self.page = page
        self.height = 0.0
        self._parts: list[str] = []

    def words(self, x: float, y: float, room: float, words: Words, class_: str | None = None) -> float:
        """Words in as many lines as they need."""
        shown = words.lines(room)
        spans = "".join(element("tspan", html(line), x=f"{x:g}", y=f"{y + LINE * i + BASELINE:g}") for i, line in enumerate(shown))
        names = " ".join(filter(None, (class_, "kb-strong" if words.strong else None)))
        self._parts.append(element("text", spans, class_=names or None, data_text=words.text))
        return self._down(y + LINE * len(shown))

    def box(self, x: float, y: float, room: float, content: Iterable[Words], kind: str = "", height: float = 0) -> float:
        """Words in a frame, at least so high."""
        content = list(content)
        height = max(height, self.box_height(room, content))
        self._open("g", class_=f"kb-box {kind}".strip())
        self.frame(x, y, room, height)
        at = y + PADDING - 3
        for words in content:
            at = self.words(x + PADDING, at, room - 2 * PADDING, words)
        self._close("g")
        return self._down(y + height)

    def box_height(self, room: float, content: Iterable[Words]) -> float:
        return LINE * sum(len(words.lines(room - 2 * PADDING)) for words in content) + 2 * PADDING - 4

    def verdict(self, x: float, y: float, room: float, status: StatusId) -> float:
        """A status as everywhere: symbol and words, in a frame as wide as they are."""
        entry = self.page.kb.statuses[status]
        label = words(self.page, entry.label, strong=True)
        room = min(room, label.size * width(label.words) + INDENT + 2 * PADDING)
        shown = len(label.lines(room - INDENT - 2 * PADDING))
        self._open("g", class_="verdict", data_status=status)
        self.frame(x, y, room, LINE * shown + 8)
        self.words(x + PADDING, y + 3, INDENT, Words(entry.symbol))
        self._parts.append("\n")  # between the symbol and the words, for those who read them as text
        self.words(x + PADDING + INDENT, y + 3, room - INDENT - 2 * PADDING, label)
        self._close("g")
        return self._down(y + LINE * shown + 8)

    def frame(self, x: float, y: float, wide: float, high: float, class_: str | None = None) -> None:
        self._parts.append(f"<rect{attributes(x=f'{x:g}', y=f'{y:g}', width=f'{wide:g}', height=f'{high:g}', rx='4', class_=class_)}/>")
        self._down(y + high)

    def line(self, way: str, class_: str = "kb-line") -> None:
        """A line along a way in the notation of SVG."""
        self._parts.append(f"<path{attributes(d=way, class_=class_)}/>")

    def _open(self, tag: str, **values: str | None) -> None:
        self._parts.append(f"<{tag}{attributes(**values)}>")

    def _close(self, tag: str) -> None:
        self._parts.append(f"</{tag}>")

    def _down(self, y: float) -> float:
        self.height = max(self.height, y)
        return y

    def svg(self, id: str, title: Text, described: str) -> str:
        """The picture, named and described for those who do not see it; `described` is finished HTML."""
        title_id, desc_id = self.page.anchor(f"{id}-title"), self.page.anchor(f"{id}-desc")
        name = element("title", html(self.page.writer.plain(title)), id=title_id, data_text=title.id)
        description = element("desc", described, id=desc_id)
        about = attributes(viewBox=f"-1 -1 {WIDTH + 2} {self.height + 2:g}", role="img", aria_labelledby=title_id, aria_describedby=desc_id)
        return f'<svg xmlns="http://www.w3.org/2000/svg"{about}>{name}{description}{"".join(self._parts)}</svg>'
