"""A page as MkDocs knows it, whose text is finished HTML: no Markdown is left in it to be converted."""

from __future__ import annotations

import re

from markdown.extensions.toc import nest_toc_tokens
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from macros import render

ID = re.compile(r' id="([^"]+)"')
UNREAD = {"exclude": True}  # by the theme's search plugin: macros/sections.py reads pages


class Finished(Page):
    """A page of the book in a language. It is written when MkDocs reads it, not before.

    `template` is the text and the metadata of the file that it is written in; the page of an accelerator has none.
    `file.kb` is the page as the book knows it.
    """

    def __init__(self, shown: render.Page, config, template: tuple[str, dict] | None):
        file = File.generated(config, f"{shown.code}/{shown.place.template}", content="")  # as messages name it
        file.dest_uri = f"{shown.code}/{shown.address}index.html"  # always, whether or not links name the file
        super().__init__(None, file, config)
        self.file.kb, self._template = shown, template

    def read_source(self, config) -> None:
        """Write the page of an accelerator; of any other take the template, which MkDocs fills in."""
        shown = self.file.kb
        if self._template is None:
            self.file.kb, self.markdown = shown.book.finished(shown.place.id, shown.code)
            self.meta = {"render_macros": False}  # nothing in finished text may be taken for a macro
        else:
            self.markdown, meta = self._template
            self.meta = dict(meta)
        self.meta |= {"title": shown.title, "description": shown.description, "search": UNREAD}

    def render(self, config, files) -> None:
        """Take the text as it is. The table of contents is made of its headings."""
        self.content = self.markdown
        headings = [{"level": int(level), "id": id, "name": words, "html": words, "data-toc-label": ""} for level, id, _, words in render.HEADING.findall(self.content)]
        self.toc = get_toc(nest_toc_tokens(headings))
        self.present_anchor_ids = set(ID.findall(self.content))
