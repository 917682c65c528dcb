"""Rules on the built site: what is read out of a picture, a reference or a table is what stands there to be seen."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from ..built import Document, language_of, words_of
from ..problem import Problem
from ..readback import SVG
from .site import Examined, site_rule

Labelled = tuple[Document, str, str, str]


def labelled(examined: Examined) -> Iterator[Labelled]:
    """Every label of a page's content beside what it stands for: document, what is labelled, the label, what is seen."""
    for document in examined.built.documents.values():
        for image in document.article.iter("img"):
            yield document, "a picture", image.get("alt", ""), _picture(examined, document, image.get("src", ""))
        for sup in document.having("kb-ref"):
            for link in sup.iter("a"):
                yield document, "a reference", link.get("aria-label", ""), _reference(examined, language_of(link), words_of(link))
        for table in document.article.iter("table"):
            yield from _of_table(document, table)


def _reference(examined: Examined, code: str, number: str) -> str:
    """What a number in brackets stands for, in words."""
    return examined.book.writers[code].plain(examined.book.kb.ui["source-number"], {"number": number})


def _picture(examined: Examined, document: Document, source: str) -> str:
    """The title of a picture of this site; of another, nothing is known."""
    path = examined.built.link(document, source).path
    return etree.fromstring(examined.built.read(path)).findtext(f"{SVG}title", "") if path in examined.built.files and path.endswith(".svg") else ""


def _of_table(document: Document, table: etree._Element) -> Iterator[Labelled]:
    region, caption = table.getparent(), table.find("caption")
    if caption is not None and region.get("role") == "region":
        yield document, "a table", region.get("aria-label", ""), words_of(caption)
    heads = [words_of(cell) for cell in table.iterfind("thead/tr/th")]
    for row in table.iterfind("tbody/tr"):
        for head, cell in zip(heads, row):
            if (label := cell.get("data-label")) is not None:
                yield document, "a cell", label, head


@site_rule("read-aloud", "What is read out of a picture, a reference or a table is what is seen there.", over=labelled)
def read_aloud(examined: Examined, item: Labelled) -> Iterator[Problem]:
    document, what, label, seen = item
    if " ".join(label.split()) != " ".join(seen.split()):
        yield Problem(document.path, 0, 0, "read-aloud", f"{what} is read out as `{label}`, and shows `{seen}`", "mend what writes it in macros/")
