"""The search index of one language, cut from the one that the theme writes for the whole site."""

from __future__ import annotations

import re
import unicodedata

from .words import Language


def split(index: dict, prefix: str, language: Language) -> dict:
    """The entries below an address, findable by the rules of their language and without typing accents."""
    entries = [_entry(entry, prefix) for entry in index["docs"] if entry["location"].startswith(prefix)]
    config = index["config"] | {"lang": [language.theme], "separator": language.search_separator, "pipeline": language.search_pipeline}
    config["fields"] = config["fields"] | {"fold": {"boost": 0.5}}
    return {"config": config, "docs": entries}


def _entry(entry: dict, prefix: str) -> dict:
    text = re.sub(r"<sup>.*?</sup>", "", entry["text"])  # the numbers of sources
    return entry | {"location": entry["location"].removeprefix(prefix), "text": text, "fold": unaccented(f"{entry['title']} {text}")}


def unaccented(markup: str) -> str:
    """The accented words of a text, without their accents; nothing else. Kana keep their voicing marks: プ is not フ."""
    words = re.findall(r"\w+", re.sub(r"<[^>]*>", " ", markup))
    bare = ((word, unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", word)))) for word in words)
    return " ".join(dict.fromkeys(folded for word, folded in bare if folded != word))
