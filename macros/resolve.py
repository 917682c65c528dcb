"""From a line as a tool prints it or a person writes it to the product that it names, or to the question which one is meant.

A verdict of `listed` is never guessed: every other word of the line must be known to change nothing. The algorithm is
kept small and free of what JavaScript lacks; everything it knows is in the tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from .spelling import Token, Tokeniser, normalise

NUMBER = re.compile(r"[1-9][0-9]{0,3}")
SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)([a-z]*)")
BARE = re.compile(r"[0-9.]+")
PLURAL = re.compile(r"[a-z]+[0-9]{3,}[a-z]*s")
PLAIN_WORD = re.compile(r"[^0-9]{3,}")
LONGEST_NAME = 12  # tokens
SIZE_TOLERANCE = 0.1  # tools print a little less than the nominal size


@dataclass(frozen=True)
class Resolution:
    """What a line names. `status` is a verdict, `ask` (several candidates) or `unknown`; only a verdict has an accelerator or architecture."""

    input: str
    accelerator: str | None = None
    architecture: str | None = None
    status: str = "unknown"
    candidates: tuple[str, ...] = ()

    def as_dict(self) -> dict:
        return asdict(self) | {"candidates": list(self.candidates)}


@dataclass(frozen=True)
class _Name:
    """A spelling: where it may be parted, where it must be (between digits), and what it names."""

    entry: int
    may: frozenset[int]
    must: frozenset[int]


@dataclass(frozen=True)
class _Hit:
    start: int
    end: int
    entry: int


class Resolver:
    """Resolves lines by the tables of `resolver_tables`."""

    def __init__(self, tables: dict):
        self._entries: list[dict] = tables["names"]
        self._accelerators = {accelerator["id"]: accelerator for accelerator in tables["accelerators"]}
        self._architectures = {architecture["id"]: architecture for architecture in tables["architectures"]}
        self._words = {kind: frozenset(words) for kind, words in tables["words"].items()}
        self._vendor = {word: vendor["id"] for vendor in tables["vendors"] for word in vendor["words"]}
        self._units = {unit["unit"]: unit["gb"] for unit in tables["units"]}
        self._tools = _patterns(tables["tools"])
        self._frames = _patterns(tables["frames"])
        spelt = [entry["spellings"] for entry in self._entries]
        known = [word for words in (*tables["words"].values(), self._vendor, *spelt) for word in words]
        rough = Tokeniser(())
        self._tokenise = Tokeniser(token.text for word in known for token in rough(word) if token.kind == "kana")
        self._names: dict[str, _Name] = {}
        self._own: dict[str, set[str]] = {id: set() for id in self._accelerators}
        for entry, spellings in enumerate(spelt):
            for spelling in spellings:
                self._learn([token.text for token in self._tokenise(spelling)], entry)

    def _learn(self, words: list[str], entry: int) -> None:
        at, may, must = 0, set(), set()
        for before, after in zip(words, words[1:]):
            at += len(before)
            may.add(at)
            if before[-1].isdigit() and after[0].isdigit():
                must.add(at)
        known = self._names.get("".join(words))
        if known is None or known.entry == entry:
            self._names["".join(words)] = _Name(entry, frozenset(may | (known.may if known else set())), frozenset(must))
        accelerator = self._entries[entry]["accelerator"]
        if accelerator:
            self._own[accelerator].update(word for word in words if not BARE.fullmatch(word))

    def __call__(self, line: str) -> Resolution:
        """What a line names; any text is an answer, none an error."""
        tokens = self._tokenise(normalise(self._name_in(line)))
        hits = self._hits(tokens)
        firm = [hit for hit in hits if not _bare(tokens, hit)]
        subject = self._subject(firm or hits)
        if subject is None:
            return self._near(line, tokens, self._asked(tokens, hits))
        # A bare 12.0 beside a product may be the version of anything: it is no name there.
        hits = [hit for hit in hits if hit in firm or self._kind(hit.entry) != "architecture" or self._goes_with(hit.entry, subject)]
        others = [n for n in dict.fromkeys(hit.entry for hit in hits) if not self._goes_with(n, subject)]
        if not others and self._changes_nothing(tokens, hits, subject):
            entry = self._entries[subject]
            return Resolution(line, entry["accelerator"], entry["architecture"], self._status(subject))
        return self._near(line, tokens, self._meant([subject, *others]) if firm or others else [])

    def is_frame(self, line: str) -> bool:
        """Whether a line says nothing of a device: it has neither letter nor figure, or a tool prints it around those that do."""
        return not any(map(str.isalnum, line)) or any(frame.search(line.strip()) for frame in self._frames)

    def _name_in(self, line: str) -> str:
        """The name in a line that a tool printed; any other line as it is."""
        line = line.strip()
        return next((match[1] for tool in self._tools if (match := tool.search(line))), line)

    def _hits(self, tokens: list[Token]) -> list[_Hit]:
        """The names in a line from left to right, the longest at each place."""
        hits, at = [], 0
        while at < len(tokens):
            hit = self._longest(tokens, at)
            if hit:
                hits.append(hit)
            at = hit.end if hit else at + 1
        return hits

    def _longest(self, tokens: list[Token], start: int) -> _Hit | None:
        found, joined, gaps = None, "", set()
        for end in range(start, min(start + LONGEST_NAME, len(tokens))):
            if tokens[end].kind == "mark":
                break
            if joined:
                gaps.add(len(joined))
            joined += tokens[end].text
            name = self._names.get(joined)
            if name and gaps <= name.may and name.must <= gaps and not self._size_at(tokens, start):
                found = _Hit(start, end + 1, name.entry)
        return found

    def _kind(self, entry: int) -> str:
        return self._entries[entry]["kind"]

    def _subject(self, hits: list[_Hit]) -> int | None:
        """What the line is about: the first product, else the first architecture; None if it names families only, or nothing."""
        for kind in ("product", "architecture"):
            found = next((hit.entry for hit in hits if self._kind(hit.entry) == kind), None)
            if found is not None:
                return found
        return None

    def _goes_with(self, other: int, subject: int) -> bool:
        """Whether a name says nothing but what the subject is already: its architecture, its family, itself."""
        one, two = self._entries[other], self._entries[subject]
        if one["kind"] == "ask":
            return bool(set(one["candidates"]) & set(self._meant([subject])))
        if one["kind"] == "architecture":
            return one["architecture"] == two["architecture"]
        return other == subject or one["accelerator"] is not None and one["accelerator"] == two["accelerator"]

    def _status(self, subject: int) -> str:
        entry = self._entries[subject]
        if entry["accelerator"]:
            return self._accelerators[entry["accelerator"]]["status"]
        return self._architectures[entry["architecture"]]["status"] or "unknown"

    def _meant(self, entries: Iterable[int]) -> list[str]:
        """The accelerators that names may mean, in the order of the data."""
        meant: set[str] = set()
        for entry in (self._entries[n] for n in entries):
            if entry["kind"] == "ask":
                meant.update(entry["candidates"])
            elif entry["accelerator"]:
                meant.add(entry["accelerator"])
            elif entry["kind"] == "architecture":
                meant.update(self._architectures[entry["architecture"]]["accelerators"])
        return [id for id in self._accelerators if id in meant]

    def _asked(self, tokens: list[Token], hits: list[_Hit]) -> list[str]:
        """The candidates of a line that names families only; none if it gives a model beside them, for that is another product."""
        rest = self._rest(tokens, hits)
        if not hits or any(self._model(tokens, n, rest) for n in rest):
            return []
        sets = [set(self._entries[hit.entry]["candidates"]) for hit in hits]
        wanted = set.intersection(*sets) or set.union(*sets)
        return [id for id in self._accelerators if id in wanted]

    def _model(self, tokens: list[Token], n: int, rest: list[int]) -> bool:
        """Whether a token looks like the number of a model: a figure that is neither a quantity nor a size."""
        figure = any("0" <= sign <= "9" for sign in tokens[n].text)
        return figure and not self._counts(tokens, n, rest) and self._size_at(tokens, n) is None

    def _near(self, line: str, tokens: list[Token], candidates: list[str]) -> Resolution:
        """No verdict: the candidates, or the products whose name is written in the same signs, differently parted or in the plural."""
        words = [token.text for token in tokens if not self._plain(token.text) and token.text not in self._vendor]
        plural = [] if candidates else [word[:-1] for word in words if PLURAL.fullmatch(word)]
        for name in map(self._names.get, ["".join(words), *plural]):
            if name and (meant := self._meant([name.entry])):
                candidates = meant
        return Resolution(line, status="ask" if len(candidates) > 1 else "unknown", candidates=tuple(candidates))

    # What may stand around a name.

    def _rest(self, tokens: list[Token], hits: list[_Hit]) -> list[int]:
        """The tokens outside the names."""
        named = {n for hit in hits for n in range(hit.start, hit.end)}
        return [n for n in range(len(tokens)) if n not in named]

    def _changes_nothing(self, tokens: list[Token], hits: list[_Hit], subject: int) -> bool:
        """Whether nothing outside the names can change which product is meant, or whether it is meant at all."""
        entry, status = self._entries[subject], self._status(subject)
        rest = self._rest(tokens, hits)
        strict = status != "not-listed" or all(_bare(tokens, hit) for hit in hits)
        sized = any(self._size_at(tokens, n) for n in rest)  # "memory" alone may be what the line is about
        vendor = self._vendor_of(entry)
        said = {self._vendor[tokens[n].text] for n in rest if tokens[n].text in self._vendor}
        if said - {vendor}:
            return False
        for n in rest:
            text = tokens[n].text
            size = self._size_at(tokens, n) or (self._size_at(tokens, n - 1) if n - 1 in rest and text in self._units else None)
            harmless = (
                text in self._vendor
                or self._plain(text)
                or text in self._words["joining"] and (tokens[n].kind == "kana" or n + 1 < len(tokens))
                or text in self._words["memory"] and (sized or any(sign.isdigit() for sign in text))
                or self._counts(tokens, n, rest)
                or size is not None and (not strict or self._right_size(entry, size))
                or entry["accelerator"] is not None and text in self._own[entry["accelerator"]] and text not in self._words["hedges"]
                or entry["kind"] == "architecture" and text in self._words["collective"]
                or text in self._words["makers"] and (not strict or bool(said))
                or not strict and self._passes(tokens[n], n < hits[0].start)
            )
            if not harmless:
                return False
        return True

    def _plain(self, text: str) -> bool:
        return any(text in self._words[kind] for kind in ("things", "counts", "marks"))

    def _passes(self, token: Token, before: bool) -> bool:
        """Whether a word may stand beside a product that is not listed anyway: an ordinary one before the name, a Japanese one anywhere."""
        if token.text in self._words["unless_listed"]:
            return True
        if token.text in self._words["hedges"] or token.kind == "mark":
            return False
        return token.kind == "kana" or before and PLAIN_WORD.fullmatch(token.text) is not None

    def _counts(self, tokens: list[Token], n: int, rest: list[int]) -> bool:
        """Whether a token is a quantity of the product, or the sign that multiplies one; figures within a name are none."""
        before = tokens[n - 1].text if n - 1 in rest else ""
        after = tokens[n + 1].text if n + 1 in rest else ""
        if tokens[n].text in self._words["times"]:
            return self._number(before) != self._number(after)  # 2x2 is no quantity
        if not self._number(tokens[n].text):
            return False
        beside = self._words["counts"] | self._words["times"]
        return rest[: n + 1] == list(range(n + 1)) or before in beside or after in beside or after in self._words["things"]

    def _number(self, text: str) -> bool:
        return NUMBER.fullmatch(text) is not None or text in self._words["numerals"]

    def _size_at(self, tokens: list[Token], n: int) -> float | None:
        """The GB of a size that starts at a token: 80GB, 80 GB."""
        match = SIZE.fullmatch(tokens[n].text)
        unit = match and (match[2] or (tokens[n + 1].text if n + 1 < len(tokens) else ""))
        return float(match[1]) * self._units[unit] if unit and unit in self._units else None

    def _right_size(self, entry: dict, size: float) -> bool:
        """Whether a size is one of the product's, where the data gives any."""
        if not entry["accelerator"]:
            return False
        memory = self._accelerators[entry["accelerator"]]["memory"]
        return not memory or any(abs(size - gb) <= gb * SIZE_TOLERANCE for gb in memory)

    def _vendor_of(self, entry: dict) -> str:
        if entry["accelerator"]:
            return self._accelerators[entry["accelerator"]]["vendor"]
        return self._architectures[entry["architecture"]]["vendor"]


def _patterns(rows: list[dict]) -> list[re.Pattern]:
    return [re.compile(row["pattern"], re.IGNORECASE) for row in rows]


def _bare(tokens: list[Token], hit: _Hit) -> bool:
    """Whether a name is but a number: 5090, 10.0."""
    return hit.end == hit.start + 1 and BARE.fullmatch(tokens[hit.start].text) is not None
