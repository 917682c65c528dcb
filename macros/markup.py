"""Words as HTML in which none of their characters is markup, and elements made of them."""

from __future__ import annotations

import re
from functools import cache
from html import escape

SPECIAL = re.compile("[&<>\"'{}]")


def html(words: str) -> str:
    """Words as HTML text or attribute; a brace is encoded too, so that no template engine ever sees one."""
    if not SPECIAL.search(words):
        return words
    return escape(words).replace("{", "&#123;").replace("}", "&#125;")


def attributes(**values: str | None) -> str:
    """HTML attributes from keyword arguments; `data_text` becomes `data-text`, None is left out."""
    return "".join([f' {_name(name)}="{html(value)}"' for name, value in values.items() if value is not None])


@cache
def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def element(tag: str, content: str, **values: str | None) -> str:
    return f"<{tag}{attributes(**values)}>{content}</{tag}>"
