"""The terms of the glossary on a page: the first link to each is explained in place, by a sentence that the page carries once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .markup import element, html

if TYPE_CHECKING:
    from .render import Page

LINK = re.compile(r'(<a href="[^"]*#term-([a-z0-9-]+)" class="kb-term")>')


def other_names(page: Page, id: str) -> str:
    """A term's names in the other languages and in English, each marked as what it is."""
    term = page.kb.glossary[id]
    names = [element("span", html(page.book.writers[code].plain(term.name)), lang=code) for code in page.kb.languages if code != page.code]
    return element("span", " · ".join([*names, element("span", html(term.english), lang="en")]), class_="kb-other-names")


def explain(page: Page, written: str) -> str:
    """A page with its terms explained. The explanations are hidden: docs/assets/terms.js shows one beside its link,
    and without a script they still describe the link to those who hear the page.
    """
    if page.place.id == "glossary":
        return written
    used: set[str] = set()

    def described(link: re.Match) -> str:
        if link[2] in used:
            return link[0]
        used.add(link[2])
        return f'{link[1]} aria-describedby="{page.anchor(f"about-{link[2]}")}">'

    written = LINK.sub(described, written)
    # In the order of the glossary: within a sentence, each language has its own.
    return "\n\n".join([written, *(_explanation(page, id) for id in page.kb.glossary if id in used)])


def _explanation(page: Page, id: str) -> str:
    definition = page.kb.glossary[id].definition
    sentence = element("p", html(page.writer.plain(definition)), data_text=definition.id)
    return element("div", sentence + element("p", other_names(page, id)), id=page.anchor(f"about-{id}"), class_="kb-about", role="tooltip", hidden="", data_search_exclude="")
