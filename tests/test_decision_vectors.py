"""The browser's script and Python write the same record from the same answers, and read the same files, character by character."""

from __future__ import annotations

import datetime
import json
import random
import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from conftest import ROOT

from macros import decision, decision_data, decision_words, tickets
from macros.decision import Given, NotARecord, Record
from macros.marks import FORMATS, Block, Run, in_javascript, write

SITE = "https://kb.example/deep/"
# What formats take for markup, what differs between the two languages' patterns, and what files may hold.
SIGNS = [
    *"*_-+~^%'\"`|\\#[]{}()<>&!?=:;.@$ ,/xXcCrRtTmMo1209PpDhbq\n\t", "é", "日", "。", "：", "（", "（", "code", "quote", "color", "br;", "image",
    "::", "h3.", "bq.", "&lt;", "&#35;", "1. ", "１", "٣", "ⅷ", "²", "\u00a0", "\u3000", "ſ", "\u2028", "\ufeff", "\x85", "𝟙", "𠮷", "🙂", "é", "{{", "{}", "{sign}",
]
ADDRESSES = ["", "https://e.example/a_(b)?x=é&y='1'\"<z>", "http://日本.example/𠮷%20#[x]", "https://e.example/{}/x"]


class Script:
    """The script under Node, with its data."""

    def __init__(self, data: Path):
        self.data = data

    def __call__(self, cases: list) -> list:
        done = subprocess.run(
            ["node", str(ROOT / "tests/decision_vectors.js"), str(self.data), str(ROOT / "docs/assets/decision-text.js")],
            input=json.dumps(cases), capture_output=True, text=True, check=False,
        )
        assert done.returncode == 0, done.stderr
        answers = json.loads(done.stdout)
        assert len(answers) == len(cases) > 0
        return answers


@pytest.fixture(scope="module")
def script(book, tmp_path_factory) -> Script:
    [(_, content)] = decision_data.files(book, SITE)
    path = tmp_path_factory.mktemp("decision") / "data.js"
    path.write_text(content, "utf-8")
    return Script(path)


def words(chance: random.Random, most: int = 9) -> str:
    return "".join(chance.choice(SIGNS) for _ in range(chance.randint(0, most)))


def some_blocks(chance: random.Random) -> list[Block]:
    def run() -> Run:
        role = chance.choice(["text", "strong", "code", "link"])
        return Run(words(chance), role, chance.choice(ADDRESSES) if role == "link" else "")

    return [Block(chance.choice(["heading", "paragraph", "item"]), tuple(run() for _ in range(chance.randint(1, 3)))) for _ in range(chance.randint(1, 4))]


def some_record(book, chance: random.Random) -> Record:
    def given(check) -> Given:
        evidence = chance.choice(["", "https://e.example/x_(1)", "PV 12 | *a*", "javascript:alert(1)", words(chance)])
        return Given(chance.choice(check.answers), decision._clean(evidence), decision._clean(words(chance)), chance.choice([None, 0, 0.125, 1, 1.5, 12.34, 1000000]))

    answers = {(check.id, item): given(check) for check in book.kb.checklist.values() for item in decision.items(book, check) if chance.random() < 0.8}
    live = [id for id, accelerator in book.kb.accelerators.items() if not accelerator.retired_on]
    date = chance.choice(["", "2026-01-01", "2026-12-31", "2027-02-03", "0987-10-20"])
    title, people, remarks = (decision._clean(words(chance, 20)) for _ in range(3))
    return Record(title, people, remarks, chance.choice(["", *live]), date, answers=answers)


def for_script(record: Record) -> dict:
    """A record as the script holds it."""
    answers: dict = {}
    for (check, item), given in record.answers.items():
        answers.setdefault(check, {})[item] = asdict(given)
    return asdict(replace(record, answers={})) | {"answers": answers}


def as_read(found: dict) -> tuple:
    """What the script read, as Python says it."""
    if "why" in found:
        return found["why"], found["version"]
    record = found["record"]
    answers = {(check, item): Given(**given) for check, items in record.pop("answers").items() for item, given in items.items()}
    return Record(**record, answers=answers), sorted(found["unknown"]), sorted(found["unfit"])


def read(book, text: str) -> tuple:
    try:
        record, unknown, unfit = decision.read(book, text)
    except NotARecord as refused:
        return refused.why, refused.version
    return record, sorted(unknown), sorted(unfit)


@pytest.mark.parametrize("format", FORMATS)
def test_both_write_every_format_alike(script, format):
    chance = random.Random(format)
    several = [some_blocks(chance) for _ in range(1500)]
    answers = script([["write", [asdict(block) for block in blocks], format] for blocks in several])
    assert [(blocks, answer) for blocks, answer in zip(several, answers) if answer != write(blocks, format)] == []


def test_a_script_with_other_marks_would_be_noticed(script, tmp_path):
    spoilt = tmp_path / "data.js"
    content = script.data.read_text("utf-8")
    changed = content.replace('"strong":"**{}**"', '"strong":"__{}__"')
    assert changed != content
    spoilt.write_text(changed, "utf-8")
    blocks = [Block("paragraph", (Run("A", "strong"),))]
    case = ["write", [asdict(block) for block in blocks], "markdown"]
    assert script([case]) == [write(blocks, "markdown")] != Script(spoilt)([case])


def test_the_patterns_have_no_class_that_the_two_languages_read_differently():
    looked_at = 0
    for marks in FORMATS.values():
        for rule in (*marks.escapes, *marks.address_escapes):
            here, there = rule.pattern, in_javascript(rule.pattern)
            assert "(?<" not in there, "browsers look behind only since lately"
            assert not set("wWdDsSbB") & {after for before, after in zip(there, there[1:]) if before == "\\"}, (here, there)
            looked_at += 1
    assert looked_at > 8


@pytest.mark.parametrize("format", FORMATS)
def test_both_write_the_same_record(script, book, format):
    chance = random.Random(f"record {format}")
    cases = [(some_record(book, chance), language) for _ in range(40) for language in (*book.kb.languages, tickets.BOTH)]
    cases += [(Record(), code) for code in book.kb.languages]
    answers = script([["text", for_script(record), language, format] for record, language in cases])
    for (record, language), answer in zip(cases, answers):
        assert answer == decision_words.text(book, record, language, format, SITE)


def test_both_write_every_accelerator(script, book):
    live = [id for id, accelerator in book.kb.accelerators.items() if not accelerator.retired_on]
    cases = [(Record(accelerator=id, answers={("architecture-and-build", "exact-gpu"): Given("yes")}), code) for id in live for code in book.kb.languages]
    answers = script([["text", for_script(record), code, "text"] for record, code in cases])
    assert answers == [decision_words.text(book, record, code, "text", SITE) for record, code in cases]


def test_both_say_days_alike(script, book):
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(days=n) for n in range(365)]
    for code, locale in book.locales.items():
        assert script([["speak", code, "date", day.isoformat()] for day in days]) == [locale.date(day) for day in days]


def test_both_say_numbers_alike(script, book):
    hundredths = [0, 1, 10, 50, 99, 100, 105, 150, 199, 200, 99999, 100000, 123456, 1234567, 100000000, 123456789]
    for code, locale in book.locales.items():
        assert script([["speak", code, "number", n] for n in hundredths]) == [locale.number(n / 100) for n in hundredths]


def test_both_read_back_what_the_script_saves(script, book):
    chance = random.Random("saved")
    records = [some_record(book, chance) for _ in range(60)]
    saved = script([["save", for_script(record)] for record in records])
    for record, text, answer in zip(records, saved, script([["read", text] for text in saved])):
        expected = replace(record, data=book.data_version, ref=book.ledger.last(record.accelerator).ref if record.accelerator else "")
        assert read(book, text) == (expected, [], [])
        assert as_read(answer) == (expected, [], [])


def file(**values: object) -> str:
    return json.dumps({"kind": decision.KIND, "schema": decision.SCHEMA} | values)


def answered(**values: object) -> str:
    return file(answers={"architecture-and-build": {"exact-gpu": values}})


# What a file may hold, and what is said of it: why it is refused, or what is left out as unknown and as unfit.
FILES = {
    "": "not-json", "{": "not-json", '{"kind": NaN}': "not-json", "[]": "not-record", "null": "not-record", "7": "not-record", '{"kind": "other"}': "not-record",
    json.dumps({"kind": decision.KIND}): "other-schema", file(schema=2): "other-schema", file(schema="1"): "other-schema", file(schema=True): "other-schema",
    file(): ([], []),
    file(title="a\u0000b\u202ec\n", extra=1): (["extra"], []),
    file(accelerator="h999"): (["h999"], []), file(accelerator="constructor"): (["constructor"], []), file(accelerator=7, title=[]): ([], ["accelerator", "title"]),
    file(date="2026-02-30"): ([], ["date"]), file(date="20261020"): ([], ["date"]), file(date=5): ([], ["date"]), file(date="0000-01-01"): ([], ["date"]), file(date="2026-02-28"): ([], []),
    file(answers=[]): ([], ["answers"]), file(answers={"nothing": {}, "architecture-and-build": []}): (["nothing"], ["architecture-and-build"]),
    file(answers={"__proto__": {}, "architecture-and-build": {"toString": {}, "exact-gpu": 1}}): (["__proto__", "architecture-and-build.toString"], ["architecture-and-build.exact-gpu"]),
    answered(answer="no", evidence="x", note="y", effort=None): ([], []),
    answered(answer="external"): ([], ["architecture-and-build.exact-gpu.answer"]), answered(answer=["no"], evidence=1): ([], ["architecture-and-build.exact-gpu.answer", "architecture-and-build.exact-gpu.evidence"]),
    answered(effort=-1): ([], ["architecture-and-build.exact-gpu.effort"]), answered(effort="3"): ([], ["architecture-and-build.exact-gpu.effort"]), answered(effort=True): ([], ["architecture-and-build.exact-gpu.effort"]),
    answered(effort=2e6): ([], ["architecture-and-build.exact-gpu.effort"]), answered(effort=2.5, more=1): (["architecture-and-build.exact-gpu.more"], []),
    answered(note="\ud83d"): ([], []),
}


def test_both_say_the_same_of_every_file(script, book):
    answers = script([["read", text] for text in FILES])
    for (text, expected), answer in zip(FILES.items(), answers):
        found = read(book, text)
        assert as_read(answer) == found, text
        assert found[0] == expected if isinstance(expected, str) else found[1:] == expected, text
