"""Rules on the built site: what is read out of a picture, a reference or a table is what stands there to be seen."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from ..document import Document, Label
from ..problem import Problem
from ..readback import SVG
from .site import Examined, site_rule

def labelled(examined: Examined) -> list[tuple[Document, Label]]:
    return [(document, label) for document in examined.built.documents.values() for label in document.labels]


def _seen(examined: Examined, document: Document, label: Label) -> str:
    """What a label stands for, in words: of a picture of this site its title, of a reference its number as it is said."""
    if label.what == "a reference":
        return examined.book.writers[label.lang].plain(examined.book.kb.ui["source-number"], {"number": label.seen})
    if label.what == "a picture":
        path = examined.built.link(document, label.seen).path
        return etree.fromstring(examined.built.read(path)).findtext(f"{SVG}title", "") if path in examined.built.files and path.endswith(".svg") else ""
    return label.seen


@site_rule("read-aloud", "What is read out of a picture, a reference or a table is what is seen there.", over=labelled)
def read_aloud(examined: Examined, item: tuple[Document, Label]) -> Iterator[Problem]:
    document, label = item
    seen = _seen(examined, document, label)
    if " ".join(label.read.split()) != " ".join(seen.split()):
        yield Problem(document.path, 0, 0, "read-aloud", f"{label.what} is read out as `{label.read}`, and shows `{seen}`", "mend what writes it in macros/")
