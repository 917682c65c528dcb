"""Rules on the built site: every language has the same pages, and each page the same parts, figures and links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from urllib.parse import urlsplit, urlunsplit

from ..built import INDEX, Link, page_path
from ..document import Document
from ..outline import Block, Item, Outline
from ..problem import Problem
from .site import Examined, site_rule

TEMPLATE = "all languages are made from one template: mend the function in macros/ that writes this part"


def pairs(examined: Examined) -> Iterator[tuple[str, str, Document, Document]]:
    """Every page in the first language beside each other language: place, language, both documents."""
    first, *others = examined.built.codes
    pages = examined.built.pages
    for place in examined.book.places:
        for other in others:
            if (first, place) in pages and (other, place) in pages:
                yield place, other, pages[first, place], pages[other, place]


@site_rule("same-pages", "Every language has every page, and no page that the others have not.", over=lambda e: e.built.codes)
def same_pages(examined: Examined, code: str) -> Iterator[Problem]:
    wanted = {page_path(code, place) for place in examined.book.places.values()}
    found = {path for path in examined.built.documents if path.startswith(f"{code}/") and path.endswith(INDEX)}
    for path in sorted(wanted - found):
        yield Problem(path, 0, 0, "same-pages", "this page was not built", "see why MkDocs left it out", lang=code)
    for path in sorted(found - wanted):
        yield Problem(path, 0, 0, "same-pages", "no page of the data belongs to this file", "add the page to the data, or do not write it", lang=code)


def contrast(here: list[Item], there: list[Item]) -> str:
    """What the second list lacks and what it adds, in words; empty if both are the same."""
    missing: list[Item] = []
    added: list[Item] = []
    one, two = [item.value for item in here], [item.value for item in there]
    for kind, i, j, k, m in SequenceMatcher(None, one, two, autojunk=False).get_opcodes() if one != two else ():
        if kind != "equal":
            missing += here[i:j]
            added += there[k:m]
    parts = [f"missing: {', '.join(map(str, missing))}"] if missing else []
    parts += [f"not there: {', '.join(map(str, added))}"] if added else []
    return "; ".join(parts)


def compare(rule_id: str, what: str, things: Callable[[Outline], list[Item]]) -> None:
    """Register the rule that some things of a page are the same in every language, in the same order."""

    def over(examined: Examined) -> list:
        return [pair for pair in pairs(examined) if things(pair[2].outline) or things(pair[3].outline)]

    def check(examined: Examined, pair: tuple[str, str, Document, Document]) -> Iterator[Problem]:
        place, other, one, two = pair
        if difference := contrast(things(one.outline), things(two.outline)):
            yield Problem(two.path, 0, 0, rule_id, f"the {what} differ from {one.path}: {difference}", TEMPLATE, place, other)

    site_rule(rule_id, f"A page has the same {what} in every language, in the same order.", over)(check)


compare("same-ids", "element ids", lambda outline: outline.ids)
compare("same-headings", "headings", lambda outline: outline.headings)
compare("same-texts", "texts of the data", lambda outline: outline.texts)
compare("same-lists", "lists, each with as many items,", lambda outline: outline.lists)
compare("same-tables", "tables, each with as many rows and cells,", lambda outline: outline.tables)
compare("same-notes", "notes and warnings", lambda outline: outline.notes)
compare("same-marks", "marks of what a text rests on", lambda outline: outline.marks)
compare("same-code", "code", lambda outline: outline.codes)


# -- figures


def block_pairs(examined: Examined) -> Iterator[tuple[Document, Document, str, Block, Block]]:
    """Every text, paragraph, item and cell beside its counterpart; of a page whose parts differ, the head alone."""
    for _, other, one, two in pairs(examined):
        yield one, two, other, _head(one), _head(two)
        here, there = one.outline.blocks, two.outline.blocks
        if [block.key for block in here] == [block.key for block in there]:
            for first, second in zip(here, there):
                yield one, two, other, first, second


def _head(document: Document) -> Block:
    """What a search engine shows of a page."""
    return Block("head", "", [document.head])


def with_figures(examined: Examined) -> list[tuple[Document, Document, str, Block, list[Item], list[Item]]]:
    """The figures of every text that has some, in the first language and in another."""
    first = examined.built.codes[0]
    items = []
    for one, two, other, here, there in block_pairs(examined):
        figures = [[Item(figure, block.section) for figure in examined.figures[code].read(block.words)] for code, block in ((first, here), (other, there))]
        if any(figures):
            items.append((one, two, other, there, *figures))
    return items


@site_rule("same-figures", "A text has the same dates, quantities with their units, percentages, versions and names with figures in every language.", over=with_figures)
def same_figures(examined: Examined, item: tuple[Document, Document, str, Block, list[Item], list[Item]]) -> Iterator[Problem]:
    one, two, other, block, here, there = item
    if difference := contrast(here, there):
        yield Problem(two.path, 0, 0, "same-figures", f"the figures differ from {one.path}: {difference}", "write figures with placeholders, so that each language gets the same", block.key, other)


# -- links


def all_links(examined: Examined) -> Iterator[tuple[Document, Link]]:
    """Every link in the content of every document, the views and records that stand beside the pages included."""
    for document in examined.built.documents.values():
        for href in document.hrefs:
            yield document, examined.built.link(document, href)


@site_rule("link-arrives", "Every link to this site leads to a file that is there, and to an id that is in it.", over=all_links)
def link_arrives(examined: Examined, item: tuple[Document, Link]) -> Iterator[Problem]:
    document, link = item
    if link.path is None:
        return
    target = examined.built.documents.get(link.path)
    if link.path not in examined.built.files:
        yield Problem(document.path, 0, 0, "link-arrives", f"the link `{link.href}` leads to {link.path}, which is not there", "correct the reference", lang=document.lang)
    elif link.fragment and target and link.fragment not in target.ids:
        yield Problem(document.path, 0, 0, "link-arrives", f"the link `{link.href}` leads to #{link.fragment}, which {link.path} has not", "correct the reference", lang=document.lang)


def page_links(examined: Examined) -> Iterator[tuple[str, Document, Link]]:
    """Every link in the content of a page, but those that are there to change the language."""
    for (code, _), document in examined.built.pages.items():
        for block in document.outline.blocks:
            for href in block.links:
                yield code, document, examined.built.link(document, href)


@site_rule("link-keeps-language", "A link inside the site stays in the language of its page.", over=page_links)
def link_keeps_language(examined: Examined, item: tuple[str, Document, Link]) -> Iterator[Problem]:
    code, document, link = item
    there = link.path.partition("/")[0] if link.path else code
    if there in examined.built.codes and there != code:
        yield Problem(document.path, 0, 0, "link-keeps-language", f"the link `{link.href}` leads to the pages in {there}", "use a placeholder such as {link.ID}, or mark a language link with data-switch", lang=code)


def with_links(examined: Examined) -> list:
    return [pair for pair in block_pairs(examined) if pair[3].links or pair[4].links]


@site_rule("same-links", "A text has the same links in every language; within a text each language has its own order.", over=with_links)
def same_links(examined: Examined, pair: tuple[Document, Document, str, Block, Block]) -> Iterator[Problem]:
    one, two, other, first, second = pair
    here, there = ([examined.built.link(document, href) for href in block.links] for document, block in ((one, first), (two, second)))
    if [(link.path, link.fragment) for link in here] == [(link.path, link.fragment) for link in there] and all(link.path for link in here):
        return  # the very same files, whatever language they are in
    if difference := contrast(_targets(here, examined.built.codes[0], first), _targets(there, other, second)):
        yield Problem(two.path, 0, 0, "same-links", f"the links differ from {one.path}: {difference}", TEMPLATE, second.key, other)


def _targets(links: list[Link], code: str, block: Block) -> list[Item]:
    """Where the links of a text lead, with the page's own language written as `*`, sorted."""
    return [Item(target, block.section) for target in sorted(without_language(link.href, code) if link.path is None else _own(link, code) for link in links)]


def _own(link: Link, code: str) -> str:
    path = re.sub(rf"^{code}/", "*/", re.sub(rf"\.{code}\.", ".*.", link.path))
    return path + (f"#{link.fragment}" if link.fragment else "")


def without_language(url: str, code: str) -> str:
    """An address elsewhere with the language in its path, such as `/fr-fr/` or `/fr/`, written as `*`: two localisations of one page are alike."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=re.sub(rf"(?i)/{code}([-_][a-z]{{2}})?(?=/|$)", "/*", parts.path, count=1)))
