"""A page as MkDocs knows it, whose text is finished HTML: no Markdown is left in it to be converted."""

from __future__ import annotations

import re

from markdown.extensions.toc import nest_toc_tokens
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from macros.render import HEADING

ID = re.compile(r' id="([^"]+)"')


class Finished(Page):
    def render(self, config, files) -> None:
        """Take the text as it is. The table of contents is made of its headings."""
        self.content, self.file.content_string = self.markdown, ""  # one copy is enough
        headings = [{"level": int(level), "id": id, "name": words, "html": words, "data-toc-label": ""} for level, id, _, words in HEADING.findall(self.content)]
        self.toc = get_toc(nest_toc_tokens(headings))
        self.present_anchor_ids = set(ID.findall(self.content))
