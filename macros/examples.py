"""What the page for ticket writers shows of one accelerator: its citation in each format, and the addresses for machines."""

from __future__ import annotations

from . import badges, tickets
from .marks import FORMATS, Block, Run, write
from .panel import panel
from .render import Page, element, html


def citation_example(page: Page) -> str:
    """The panel, opened."""
    id = page.kb.site.example
    return element("p", page.ui("cite-example", **page.about(id))) + "\n\n" + panel(page, id, opened=True)


def citation_formats(page: Page) -> str:
    """Each format with where it is used, and the citation as that tool gets it."""
    parts = []
    for format in FORMATS:
        shown = tickets.text(page.book, page.kb.site.example, page.code, format, page.book.site_url)
        example = element("details", element("summary", page.ui("cite-show-example")) + sample(shown), class_="kb-example")
        parts += [page.heading(3, page.kb.ui[f"format-{format}"], f"format-{format}"), page.text(page.kb.ui[f"format-{format}-use"]), example]
    return "\n\n".join(parts)


def citation_command(page: Page) -> str:
    return sample(f"kb verdict {page.kb.site.example} --lang {tickets.BOTH} --format jira")


def api_addresses(page: Page) -> str:
    return _addresses(page, {"api-index": "api/v1/index.json", "api-accelerator": f"api/v1/accelerators/{page.kb.site.example}.json"})


def feed_addresses(page: Page) -> str:
    """The feeds of every language, since a team may read more than one."""
    kinds = {"feed-atom": "atom", "feed-json": "json"}
    rows = [(_in_language(page, ui, code), f"feeds/{code}.{ending}") for code in page.kb.languages for ui, ending in kinds.items()]
    return _list(page, rows)


def badge_samples(page: Page) -> str:
    """The badge in this page's language, its addresses in all, and what to paste to embed it."""
    id, book = page.kb.site.example, page.book
    citation = tickets.cite(book, id, page.code, book.site_url)
    words = badges.said(book, id, page.code)
    path = f"badge/{id}.{page.code}.svg"
    image = element("p", f"<img{_image(page.site_href(path), words)}>")
    rows = [(html(language.name), f"badge/{id}.{code}.svg") for code, language in page.kb.languages.items()]
    embedded = f'<a href="{html(citation.permalink)}"><img{_image(book.site_url + path, words)}></a>'
    # The words of a link stay words: only the picture before them is markup.
    link = write([Block("paragraph", (Run(words, "link", book.site_url + path),))], "markdown")
    markdown = f"[!{link}]({citation.permalink})"
    return "\n\n".join([
        image, _list(page, rows),
        element("p", page.ui("badge-html"), class_="kb-label"), sample(embedded),
        element("p", page.ui("badge-markdown"), class_="kb-label"), sample(markdown),
    ])


def sample(text: str) -> str:
    """Text to be read or copied as it is."""
    return element("pre", html(text).replace("\n", "&#10;"), class_="kb-sample", tabindex="0", translate="no", data_search_exclude="")


def _image(source: str, words: str) -> str:
    return f' src="{html(source)}" alt="{html(words)}"'


def _in_language(page: Page, ui: str, code: str) -> str:
    return page.ui(ui, language=page.kb.languages[code].name)


def _addresses(page: Page, paths: dict[str, str]) -> str:
    return _list(page, [(page.ui(ui), path) for ui, path in paths.items()])


def _list(page: Page, rows: list[tuple[str, str]]) -> str:
    """Labels with addresses that lead to the file of this very site."""
    items = (page.locale.labelled(label, element("a", element("code", html(path), translate="no"), href=page.site_href(path))) for label, path in rows)
    return element("ul", "".join(element("li", item) for item in items), class_="kb-addresses")
