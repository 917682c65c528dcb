"""The proof page: what was read back from the built site, written into it last, so that nobody can type it.

The template leaves marked elements; `publish` fills them after the site was built and examined.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from .built import INDEX
from .document import FILLED_LATER
from .pages import Book
from .readback import API, BADGES, PAGES, RECORDS, ReadBack
from .render import Page, element, html
from .tables import accelerator_link, plain, table

PLACE = "proof"
DATA = ("data/support.yaml", "data/ledger.jsonl")
SURFACES = (PAGES, RECORDS, API, BADGES)


@dataclass(frozen=True)
class Read:
    """What one kind of place says of an accelerator in a language: the label as it stands there, how often the verdict was read, and what it is.

    `status` is empty if the places disagree, or nothing was read.
    """

    words: str
    times: int
    status: str


@dataclass(frozen=True)
class Row:
    """One accelerator: the computed verdict, and what was read of it by surface and language."""

    accelerator: str
    computed: str
    read: dict[str, dict[str, Read]]

    @property
    def agrees(self) -> bool:
        return all(read.status == self.computed for languages in self.read.values() for read in languages.values())


@dataclass(frozen=True)
class Proof:
    """All that the page and the file show. `rules` are, by what they look at, the rules with the number of items each looked at."""

    made_on: str
    files: dict[str, str]
    data_version: str
    verdicts: list[Row]
    rules: dict[str, dict[str, int]]

    @property
    def agrees(self) -> bool:
        return all(row.agrees for row in self.verdicts)


def gather(back: ReadBack, root: Path, rules: Mapping[str, Mapping[str, int]]) -> Proof:
    """The proof of a built site, from the project in `root` and the counts of the rules."""
    book = back.book
    return Proof(
        made_on=book.today.isoformat(),
        files={name: hashlib.sha256((root / name).read_bytes()).hexdigest() for name in DATA},
        data_version=book.data_version,
        verdicts=rows(back),
        rules={kind: dict(counts) for kind, counts in rules.items()},
    )


def rows(back: ReadBack) -> list[Row]:
    """For every accelerator what was read of it. A language that a file for programs does not tell apart counts for each."""
    found: dict[tuple[str, str, str], list] = {}
    for sighting in back.sightings:
        if sighting.kind == "accelerator":
            for code in [sighting.code] if sighting.code else back.built.codes:
                found.setdefault((sighting.subject, sighting.surface, code), []).append(sighting)

    def read(*key: str) -> Read:
        sightings = found.get(key, [])
        statuses = {sighting.status for sighting in sightings}
        label = next((sighting.words for sighting in sightings if sighting.form == "label" and (len(statuses) == 1 or sighting.status != back.computed(sighting))), "")
        return Read(label, len(sightings), statuses.pop() or "" if len(statuses) == 1 else "")

    return [
        Row(id, verdict.status, {surface: {code: read(id, surface, code) for code in back.built.codes} for surface in SURFACES})
        for id, verdict in back.book.verdicts.all.items()
    ]


def as_json(proof: Proof) -> str:
    return json.dumps({"agrees": proof.agrees, **asdict(proof)}, ensure_ascii=False, indent=1) + "\n"


# -- the page


def publish(proof: Proof, book: Book, folder: Path) -> None:
    """Write the proof into a built site: its page in every language, and `proof.json`.

    Raises LookupError if a page has not exactly one place for each part.
    """
    for code in book.kb.languages:
        page = book.page(PLACE, code)
        path = folder / code / page.address / INDEX
        text = path.read_text("utf-8")
        for part, write in PARTS.items():
            place = page.awaited(part)
            if text.count(place) != 1:
                raise LookupError(f"{path}: expected one place for the part `{part}` of the proof, found {text.count(place)}")
            text = text.replace(place, element("div", write(page, proof), **{FILLED_LATER: part}))
        path.write_text(text, "utf-8")
    (folder / "proof.json").write_text(as_json(proof), "utf-8")


def verdict_table(page: Page, proof: Proof) -> str:
    """Every accelerator with the computed verdict and the words that were read."""
    codes = list(page.kb.languages)
    heads = [page.ui("accelerator"), page.ui("proof-computed")]
    heads += [element("th", f"{page.ui('proof-page')} {_in(code, page.kb.languages[code].name)}", scope="col") for code in codes]
    heads += [page.ui(f"proof-{surface}") for surface in SURFACES[1:]]
    body = []
    for row in proof.verdicts:
        cells = [plain(accelerator_link(page, page.kb.accelerators[row.accelerator])), plain(page.badge(row.accelerator))]
        cells += [_read(row, {code: row.read[PAGES][code]}) for code in codes]
        cells += [_read(row, row.read[surface]) for surface in SURFACES[1:]]
        body.append(cells)
    return element("p", _summary(page, proof)) + table(page, page.ui("proof-caption"), heads, body, id="read-back", data_read="")


def _in(code: str, words: str) -> str:
    return element("span", html(words), lang=code)


def _read(row: Row, read: Mapping[str, Read]) -> tuple[str, dict[str, str]]:
    """A cell with the words that were read, in the languages that they were read in, and how often."""
    words = "<br> ".join(f"{_in(code, one.words or '–')} {element('span', f'×{one.times}', class_='kb-times')}" for code, one in read.items())
    agrees = all(one.status == row.computed for one in read.values())
    return plain(words, **({} if agrees else {"class_": "kb-disagrees"}))


def _summary(page: Page, proof: Proof) -> str:
    accelerators, readings = len(proof.verdicts), sum(read.times for row in proof.verdicts for languages in row.read.values() for read in languages.values())
    outcome = "proof-agrees" if proof.agrees else "proof-disagrees"
    return element("strong", page.ui(outcome, accelerators=page.locale.count("accelerators", accelerators), readings=page.locale.count("readings", readings)))


def rule_table(page: Page, proof: Proof) -> str:
    """Every rule with the number of items that it looked at, and the state of the data that all of this is about."""
    stated = {"data": "checks", "site": PLACE}
    body = [
        [plain(element("a", element("code", rule, translate="no"), href=page.href(f"{stated[kind]}#rule-{rule}"))), plain(page.ui(f"proof-over-{kind}")), plain(page.locale.number(count))]
        for kind, counts in proof.rules.items() for rule, count in counts.items()
    ]
    facts = [(page.ui("proof-made-on"), html(page.locale.date(page.book.today)))]
    facts += [(f"SHA-256 {element('code', name, translate='no')}", element("code", digest, translate="no")) for name, digest in proof.files.items()]
    described = element("dl", "".join(element("dt", term) + element("dd", value) for term, value in facts), class_="kb-facts")
    heads = [page.ui(id) for id in ("rule", "proof-over", "rule-items")]
    file = element("p", element("a", page.ui("proof-file"), href=page.site_href("proof.json")))
    return table(page, page.ui("proof-rules-caption"), heads, body, id="rules-applied") + described + file


PARTS = {"verdicts": verdict_table, "rules": rule_table}
