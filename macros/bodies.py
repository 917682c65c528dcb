"""A body of text apart from any page: its parts in order, as plain words or as bare HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

from .phrases import Writer
from .words import Body, Bullets, Note, Steps, Text


@dataclass(frozen=True)
class Part:
    """A paragraph, a list or a remark; a list has a text for each of its items, the others have one."""

    kind: Literal["text", "bullets", "steps", "note"]
    texts: tuple[Text, ...]


def parts(body: Body) -> Iterator[Part]:
    for block in body.values():
        match block:
            case Bullets():
                yield Part("bullets", tuple(block.bullets.values()))
            case Steps():
                yield Part("steps", tuple(block.steps.values()))
            case Note():
                yield Part("note", (block.note,))
            case _:
                yield Part("text", (block,))


def plain(writer: Writer, body: Body) -> str:
    """The words of a body, a line for each paragraph and list item."""
    return "\n".join(writer.plain(text) for part in parts(body) for text in part.texts)


def bare_html(writer: Writer, body: Body) -> str:
    """A body as HTML without links, ids or classes, for readers that know nothing of the site."""
    return "".join(_html(part.kind, [writer.plain(text) for text in part.texts]) for part in parts(body))


def bare_list(items: list[str]) -> str:
    return _html("bullets", items)


def _html(kind: str, words: list[str]) -> str:
    if kind in ("text", "note"):
        return f"<p>{escape(words[0])}</p>"
    tag = "ul" if kind == "bullets" else "ol"
    return f"<{tag}>{''.join(f'<li>{escape(item)}</li>' for item in words)}</{tag}>"
