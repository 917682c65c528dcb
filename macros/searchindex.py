"""The search index of one language, in the form that the theme's search reads.

Each entry gets what readers type but pages do not say: other names of a product, spellings without accents, ids. How
a query is simplified before it is looked up, `ignored`, travels with the index; docs/assets/javascripts/workers/mended.js does it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .model import Accelerator
from .sections import Section
from .words import Language

if TYPE_CHECKING:
    from .pages import Book, Place

# A verdict comes before a page that mentions the product in its title.
BOOSTS = {"title": 1000, "names": 5000, "also": 300, "fold": 0.5}
# Where nothing else decides, a page comes before a section of another, and the titles of sources come last.
PRODUCT, PAGE, SECTION, ASIDE = 2, 1.5, 1, 0.3
LISTS = ("sources/", "proof/", "checks/")


@dataclass(frozen=True)
class Asked:
    """What readers call a page, beside its title: words that mean it alone, and others."""

    names: str = ""
    also: str = ""
    boost: float = PAGE


def asked(book: Book, code: str) -> dict[str, Asked]:
    """Address of a page, below the language -> what readers of the language call it."""
    found = {}
    names = {product.name for product in book.kb.accelerators.values()}
    for place in book.places.values():
        if place.accelerator:
            product = book.kb.accelerators[place.accelerator]
            # A name that only goes on from another's, such as RTX 5090 D, is not what the other one means.
            words = product.name.split(" ")
            longer = any(" ".join(words[:count]) in names for count in range(1, len(words)))
            found[place.address] = replace(_product(product), boost=PRODUCT * (0.9 if longer else 1))
        else:
            # A page of the site says more than the glossary, which has a word for everything.
            found[place.address] = Asked(also=_distinct(_known_as(book, place, code)), boost=SECTION if place.id == "glossary" else PAGE)
    return found


def _known_as(book: Book, place: Place, code: str) -> Iterator[str]:
    """What a written page is called; the glossary also by each of its terms."""
    yield place.id.replace("-", " ")
    yield book.page(place.id, code).nav
    yield from book.kb.pages[place.id].also.get(code, ())
    if place.id == "glossary":
        for term in book.kb.glossary.values():
            yield from (book.writers[code].plain(term.name), term.english, *term.also.get(code, ()))


def _product(product: Accelerator) -> Asked:
    """What an accelerator is called: what says which one it is, also in one word (RTX5090), and everything else."""
    variants = product.variants.values()
    known = [product.name, *product.aliases, *(v.name for v in variants), *(alias for v in variants for alias in v.aliases)]
    words = [word for name in known for word in re.split(r"[\s/-]+", name)]
    parts = product.name.split()
    own = [part for part in parts if re.search(r"\d", part)]
    own += ["".join(parts[start:]) for start, part in enumerate(parts[:-1]) if part not in own]
    foreign = [word for word in words if not word.isascii()]
    return Asked(_distinct(own + foreign), _distinct([*words, *(name.replace(" ", "") for name in known)]))


def _distinct(words: Iterable[str]) -> str:
    """Each once: what is said twice would count twice."""
    return " ".join(dict.fromkeys(word for part in words for word in part.split()))


def index(theme: dict, pages: dict[str, list[Section]], language: Language, asked: dict[str, Asked], ending: str = "") -> dict:
    """An index of pages by their address below the language: findable by its rules, by other names, and without typing accents.

    `theme` is the configuration of the theme's search. `ending` is what follows an address in a link.
    """
    entries = [_entry(section, address, ending, asked) for address, sections in pages.items() for section in sections]
    config = theme | {
        "lang": [language.theme],
        "separator": language.search_separator,
        "pipeline": language.search_pipeline,
        "ignored": language.search_ignored,
        "fields": theme["fields"] | {field: {"boost": boost} for field, boost in BOOSTS.items()},
    }
    return {"config": config, "docs": entries}


def _entry(section: Section, address: str, ending: str, asked: dict[str, Asked]) -> dict:
    title, text = section.title, section.text
    called = Asked() if section.id else asked.get(address, Asked())
    more = {"names": called.names, "also": f"{called.also} {unaccented(title)} {unaccented(called.also)}".strip(), "fold": unaccented(text)}
    boost = called.boost if not section.id else ASIDE if address in LISTS else SECTION
    location = address + ending + (f"#{section.id}" if section.id else "")
    return {"location": location, "title": title, "text": text, **{field: words for field, words in more.items() if words}, "boost": boost}


def unaccented(markup: str) -> str:
    """The accented words of a text, without their accents; nothing else. Kana keep their voicing marks: プ is not フ."""
    words = re.findall(r"\w+", re.sub(r"<[^>]*>", " ", markup))
    bare = ((word, unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", word)))) for word in words)
    return " ".join(dict.fromkeys(folded for word, folded in bare if folded != word))
