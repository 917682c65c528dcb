"""Which wording of each text somebody last confirmed to say the same in every language.

`data/reviewed.lock` has a line for each text, sorted: its id and, for each language, a digest of its words.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from .typography import wording
from .words import Text


def digest(words: str) -> str:
    """Changes with the words, and not with where their lines break, how many spaces follow, or which kind of space it is."""
    folded = wording(words)
    if "  " in folded or "\t" in folded:
        folded = re.sub(r"[ \t]+", " ", folded)
    return hashlib.sha256(folded.encode()).hexdigest()[:16]


def digests(text: Text) -> dict[str, str]:
    """The digest of a text in each language."""
    return {code: digest(words) for code, words in text.languages.items()}


class Approvals:
    """The approvals of a lock file. `entries` are digests by language, by id of the text."""

    def __init__(self, path: Path | None = None):
        self.path = path
        self.entries: dict[str, dict[str, str]] = {}
        self.faults: list[int] = []
        """The lines that are no entries, from 1."""
        for number, line in enumerate(path.read_text("utf-8").splitlines() if path and path.exists() else (), 1):
            id, *pairs = line.split("\t")
            read = dict(pair.split(":") for pair in pairs if re.fullmatch(r"[a-z0-9-]+:[0-9a-f]{16}", pair))
            if not read or len(read) < len(pairs) or id in self.entries:
                self.faults.append(number)
            self.entries[id] = read

    def changed(self, text: Text) -> list[str]:
        """The languages whose words are not the ones approved; all of them if the text was never approved."""
        approved = self.entries.get(text.id, {})
        return [code for code, value in digests(text).items() if approved.get(code) != value]

    def pending(self, texts: Iterable[Text]) -> list[str]:
        """The ids of the texts that wait for approval, and of the entries whose text is gone."""
        known = {text.id: text for text in texts}
        return [id for id, text in known.items() if self.differs(text)] + [id for id in self.entries if id not in known]

    def differs(self, text: Text) -> bool:
        """Whether a text is not as approved, or its languages are not the approved ones."""
        return self.entries.get(text.id) != digests(text)

    def approve(self, texts: Mapping[str, Text], ids: Iterable[str]) -> None:
        """Record these texts as they are now, and forget the ids that no text has."""
        for id in ids:
            if id in texts:
                self.entries[id] = digests(texts[id])
            else:
                self.entries.pop(id, None)

    def write(self) -> None:
        """Write the lock file. Raises OSError."""
        lines = ("\t".join([id, *(f"{code}:{value}" for code, value in entry.items())]) for id, entry in sorted(self.entries.items()))
        self.path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
