"""Words as HTML or Markdown in which none of their characters is markup, and elements made of them."""

from __future__ import annotations

import re
from html import escape

MARKDOWN = re.compile(r"[\\`*_{}\[\]()<>#+\-.!|&~^=:\"'$@/]")


def html(words: str) -> str:
    """Words as HTML text or attribute; a brace is encoded too, so that no template engine ever sees one."""
    return escape(words).replace("{", "&#123;").replace("}", "&#125;")


def markdown(words: str) -> str:
    """Words as Markdown that comes out as the same words, whatever they contain."""
    return MARKDOWN.sub(lambda match: f"&#{ord(match[0])};", words)


def attributes(**values: str | None) -> str:
    """HTML attributes from keyword arguments; `data_text` becomes `data-text`, None is left out."""
    return "".join(f' {name.rstrip("_").replace("_", "-")}="{html(value)}"' for name, value in values.items() if value is not None)


def element(tag: str, content: str, **values: str | None) -> str:
    return f"<{tag}{attributes(**values)}>{content}</{tag}>"
