"""The ledger: append-only, chained, and equal to the verdicts of today; what breaks it is reported at its line."""

from __future__ import annotations

import datetime
import json

import minimal
import pytest

from macros import ledger as ledgers
from macros.ledger import Ledger
from macros.problem import Invalid
from macros.verdict import Verdicts

DAY = datetime.date(2026, 10, 21)
LATER = datetime.date(2026, 11, 3)
LIST_HOPPER = {"targets.hopper": {"architecture": "sm-90", "stack": "cuda", "sources": ["notice"]}}
UNLIST_B200 = {"targets.cuda": minimal.REMOVED, "targets.hopper": {"architecture": "sm-90", "stack": "cuda", "sources": ["notice"]}}


def explained(path, changes=None):
    """The data with a change for each line of the ledger, so that no verdict lacks an explanation of its own."""
    change = {"date": "2026-10-22", "title": {"ja": "題", "fr": "Titre"}, "body": {}}
    return minimal.kb({f"changes.after-{n}": change for n, _ in enumerate(Ledger(path).lines, 1)} | (changes or {}))


def record(path, changes=None, today=DAY) -> list[ledgers.Entry]:
    """Record the verdicts of the data into the ledger file, as `kb record` does."""
    ledger, kb = Ledger(path), explained(path, changes)
    return ledger.record(kb, Verdicts(kb, ledger.formerly_listed), today)


def problems(path, changes=None) -> list[tuple[str, int, str]]:
    """What a check of the ledger file says: rule, line, accelerator."""
    ledger, kb = Ledger(path), explained(path, changes)
    return [(p.rule, p.line, p.id) for p in ledgers.check(ledger, kb, Verdicts(kb, ledger.formerly_listed))]


@pytest.fixture
def path(tmp_path):
    """A ledger with the five verdicts, and a sixth line after a change of the list."""
    path = tmp_path / "ledger.jsonl"
    assert len(record(path)) == 5
    assert len(record(path, LIST_HOPPER, LATER)) == 1
    assert problems(path, LIST_HOPPER) == []
    return path


def rewrite(path, change) -> None:
    lines = path.read_text("utf-8").splitlines()
    change(lines)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def test_the_first_record_writes_every_verdict(tmp_path):
    path = tmp_path / "ledger.jsonl"
    assert problems(path) == [("ledger-behind", 0, id) for id in minimal.kb().accelerators]
    added = record(path)
    assert [entry.accelerator for entry in added] == list(minimal.kb().accelerators)
    assert {entry.ref for entry in added} == {"2026-10-21"}
    assert problems(path) == []
    first = json.loads(path.read_text("utf-8").splitlines()[0])
    assert first["previous"] == "" and first["change"] == "start" and [(s["id"], s["verified_on"]) for s in first["sources"]] == [("notice", "2026-10-21"), ("card", "2026-10-21")]


def test_an_empty_file_is_an_empty_ledger(tmp_path):
    path = tmp_path / "ledger.jsonl"
    path.write_text("")
    assert Ledger(path).entries == []
    assert len(record(path)) == 5 and problems(path) == []


def test_a_second_record_appends_nothing(path):
    before = path.read_bytes()
    assert record(path, LIST_HOPPER, LATER) == []
    assert path.read_bytes() == before


def test_a_change_of_the_list_is_appended_and_what_was_there_stays(tmp_path):
    path = tmp_path / "ledger.jsonl"
    record(path)
    before = path.read_bytes()
    assert ("ledger-behind", 0, "h100") in problems(path, LIST_HOPPER)
    (entry,) = record(path, LIST_HOPPER, LATER)
    assert (entry.accelerator, entry.status, entry.ref) == ("h100", "listed", "2026-11-03")
    assert path.read_bytes().startswith(before)
    assert entry.previous == ledgers.digest(before.decode().splitlines()[-1])
    assert [e.status for e in Ledger(path).history("h100")] == ["listed", "not-listed"]
    assert Ledger(path).last("h100").status == "listed"


@pytest.mark.parametrize(
    ("changes", "appended"),
    [
        ({"requirements.gcc.version": {"min": "14"}}, 5),
        ({"requirements.cuda.version": {"stated": "14"}}, 1),
        ({"sources.notice.verified_on": "2026-11-01"}, 0),
        ({"accelerators.h100.name": "H100 SXM"}, 0),
        ({"architectures.sm-103.compute_capability": "11.0"}, 1),
    ],
    ids=["a requirement of all", "a requirement of one target", "a source read again", "a name", "another reason"],
)
def test_what_makes_a_new_verdict(tmp_path, changes, appended):
    path = tmp_path / "ledger.jsonl"
    record(path)
    assert len(record(path, changes, LATER)) == appended
    assert problems(path, changes) == []


def test_several_entries_of_a_day_are_numbered(path):
    (second,) = record(path, None, LATER)
    (third,) = record(path, LIST_HOPPER, LATER)
    assert [e.ref for e in Ledger(path).history("h100")] == ["2026-11-03-3", "2026-11-03-2", "2026-11-03", "2026-10-21"]
    assert (second.status, third.status) == ("withdrawn", "listed"), "what was once listed is withdrawn, not merely absent"


def test_what_leaves_the_list_is_withdrawn(tmp_path):
    path = tmp_path / "ledger.jsonl"
    record(path)
    by_id = {entry.accelerator: entry.status for entry in record(path, UNLIST_B200, LATER)}
    assert by_id == {"b200": "withdrawn", "h100": "listed", "b300": "not-listed"}
    assert Ledger(path).formerly_listed == {"sm-100", "sm-90", "ascend-950"}


def test_what_was_ascribed_to_a_listed_architecture_by_mistake_is_not_withdrawn(tmp_path):
    path = tmp_path / "ledger.jsonl"
    record(path)
    assert {e.accelerator: e.status for e in record(path, {"accelerators.b200.architecture": "sm-120"}, LATER)} == {"b200": "not-listed"}


def test_a_change_names_the_reason(tmp_path):
    path = tmp_path / "ledger.jsonl"
    record(path)
    text = {"ja": "題", "fr": "Titre"}
    changes = LIST_HOPPER | {
        "changes.for-b200": {"date": "2026-12-01", "title": text, "body": {}, "accelerators": ["b200"]},
        "changes.for-h100": {"date": "2026-11-02", "title": text, "body": {}, "accelerators": ["h100"]},
    }
    assert [entry.change for entry in record(path, changes, LATER)] == ["for-h100"]


def test_a_verdict_without_a_reason_is_not_recorded(tmp_path):
    path = tmp_path / "ledger.jsonl"
    with pytest.raises(LookupError, match="h100"):
        record(path, {"changes.start.accelerators": ["b200"]})
    assert not path.exists()


def test_a_change_that_explains_one_verdict_does_not_explain_the_next(tmp_path):
    path = tmp_path / "ledger.jsonl"
    record(path)
    kb = minimal.kb(LIST_HOPPER)
    with pytest.raises(LookupError, match="h100"):
        Ledger(path).record(kb, Verdicts(kb), LATER)
    assert len(Ledger(path).entries) == 5


def test_a_change_that_vanished_is_reported(tmp_path):
    path = tmp_path / "ledger.jsonl"
    record(path)
    other = {"changes.start": minimal.REMOVED, "changes.other": {"date": "2026-10-21", "title": {"ja": "題", "fr": "Titre"}, "body": {}}}
    assert problems(path) == []
    assert problems(path, other) == [("ledger-change", 0, "start")]


def test_an_entry_keeps_the_words_of_its_day(tmp_path):
    path = tmp_path / "ledger.jsonl"
    record(path)
    entry = Ledger(path).last("b200")
    assert (entry.name, entry.vendor, entry.architecture, entry.architecture_name) == ("NVIDIA B200", "NVIDIA", "sm-100", "SM100")
    assert (entry.model, entry.released) == ("Flash", "2026-10-20")
    assert [(s.title, s.url, s.kind) for s in entry.sources] == [("Notice", "https://example.com/notice", "official"), ("Card", "", "vendor")]
    assert {code: words.label for code, words in entry.words.items()} == {"ja": "掲載", "fr": "Inscrit"}
    assert entry.words["fr"].requirements == {"cuda": "CUDA\u00a013", "gcc": "GCC\u00a013 ou ultérieure", "python": "Python\u00a03.12", "os": "Linux"}
    assert entry.words["ja"].requirements["gcc"] == "GCC 13以降"
    assert record(path, {"accelerators.b200.name": "B200 SXM", "statuses.listed.label.fr": "Retenu", "sources.notice.title": "Other"}, LATER) == []


# What somebody did to the file of six lines | how | rule, line
BROKEN = [
    ("a status edited", lambda lines: lines.__setitem__(1, lines[1].replace('"listed"', '"not-listed"')), ("ledger-chain", 3)),
    ("a date edited", lambda lines: lines.__setitem__(2, lines[2].replace("2026-10-21", "2026-10-20")), ("ledger-chain", 4)),
    ("one space added", lambda lines: lines.__setitem__(3, lines[3] + " "), ("ledger-chain", 5)),
    ("the first line removed", lambda lines: lines.pop(0), ("ledger-chain", 1)),
    ("a line removed", lambda lines: lines.pop(2), ("ledger-chain", 3)),
    ("two lines exchanged", lambda lines: lines.__setitem__(slice(1, 3), [lines[2], lines[1]]), ("ledger-chain", 2)),
    ("a line repeated", lambda lines: lines.insert(2, lines[1]), ("ledger-chain", 3)),
    ("a line that is not JSON", lambda lines: lines.__setitem__(2, "<<<<<<< HEAD"), ("ledger-line", 3)),
    ("a blank line", lambda lines: lines.insert(2, ""), ("ledger-line", 3)),
    ("a line cut short", lambda lines: lines.__setitem__(5, lines[5][:50]), ("ledger-line", 6)),
    ("a field missing", lambda lines: lines.__setitem__(2, lines[2].replace('"status"', '"x"')), ("ledger-line", 3)),
    ("a field too many", lambda lines: lines.__setitem__(2, lines[2].replace("{", '{"x":1,', 1)), ("ledger-line", 3)),
    ("a status that does not exist", lambda lines: lines.__setitem__(1, lines[1].replace('"listed"', '"maybe"')), ("ledger-line", 2)),
    ("a number for a date", lambda lines: lines.__setitem__(1, lines[1].replace('"date":"2026-10-21"', '"date":2026')), ("ledger-line", 2)),
    ("a day that is none", lambda lines: lines.__setitem__(1, lines[1].replace('"date":"2026-10-21"', '"date":"2026-10-32"')), ("ledger-line", 2)),
    ("a reference that is a path", lambda lines: lines.__setitem__(1, lines[1].replace('"ref":"2026-10-21"', '"ref":"../x"')), ("ledger-line", 2)),
    ("a list for an entry", lambda lines: lines.__setitem__(1, "[]"), ("ledger-line", 2)),
]


@pytest.mark.parametrize(("change", "expected"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_ledger_that_was_tampered_with_is_reported_at_the_line(path, change, expected):
    rewrite(path, change)
    found = [(rule, line) for rule, line, _ in problems(path, LIST_HOPPER)]
    assert found[0] == expected
    before = path.read_bytes()
    with pytest.raises(Invalid):
        record(path, {"requirements.gcc.version": {"min": "15"}}, LATER)
    assert path.read_bytes() == before, "nothing is appended to a broken ledger"


def test_a_missing_field_is_named(path):
    rewrite(path, lambda lines: lines.__setitem__(2, lines[2].replace('"status"', '"x"')))
    assert "`status`" in Ledger(path).problems[0].message


def test_the_last_line_changed_or_removed_shows_against_the_data(path):
    rewrite(path, lambda lines: lines.pop())
    assert problems(path, LIST_HOPPER) == [("ledger-behind", 0, "h100")]


def test_bytes_that_are_no_text_are_a_problem(path):
    path.write_bytes(path.read_bytes() + b"\xff\xfe\n")
    assert ("ledger-line", 7, "") in problems(path, LIST_HOPPER)


def test_a_file_without_its_last_line_break_is_not_spoilt_by_the_next_record(path):
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    assert problems(path, LIST_HOPPER) == []
    assert len(record(path, None, LATER)) == 1
    assert problems(path) == []
    assert len(path.read_text("utf-8").splitlines()) == 7


def test_names_with_any_character_stay_on_one_line(tmp_path):
    path = tmp_path / "ledger.jsonl"
    changes = {"requirements.os.one_of": ["Linux é 漢 \"x\" \\n"]}
    record(path, changes)
    assert problems(path, changes) == []


def test_an_accelerator_that_vanished_is_reported_once(path):
    gone = LIST_HOPPER | {"accelerators.h100": minimal.REMOVED, "numbers.eight": minimal.REMOVED}
    assert problems(path, gone) == [("ledger-orphan", 0, "h100")]
