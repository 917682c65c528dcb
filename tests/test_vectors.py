"""Python and the browser's code give the same answer to every question of `vectors`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from vectors import vectors

from macros import api

RESOLVE = ROOT / "docs/assets/resolve.js"


@pytest.fixture(scope="module")
def asked(book, tmp_path_factory) -> tuple[Path, Path]:
    """The tables as the API serves them, and the questions with Python's answers."""
    folder = tmp_path_factory.mktemp("vectors")
    (folder / "resolver.json").write_text(dict(api.files(book, "/"))[f"{api.ROOT}resolver.json"], "utf-8")
    (folder / "vectors.json").write_text(json.dumps(vectors(book), ensure_ascii=True), "utf-8")
    return folder / "resolver.json", folder / "vectors.json"


def differences(code: Path, data: Path, questions: Path) -> dict:
    done = subprocess.run(["node", str(ROOT / "tests/vectors.js"), str(code), str(data), str(questions)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_browser_answers_as_python_does(book, asked):
    found = differences(RESOLVE, *asked)
    assert found["names"] >= 2000 and found["frames"] >= 500 and found["stacks"] >= 5000
    assert not found["differences"], (len(found["differences"]), found["differences"][:5])


def test_the_questions_reach_every_kind_of_answer(book, asked):
    content = json.loads(asked[1].read_text("utf-8"))
    assert {answer["status"] for _, answer in content["names"]} == {"ask", "unknown", *(v.status for v in book.verdicts.all.values())}
    assert {left_out for _, left_out in content["frames"]} == {True, False}
    assert {accelerator for accelerator, *_ in content["stacks"]} == set(book.kb.accelerators)
    assert {outcome for _, _, outcome, _ in content["stacks"]} == {"on-matrix", "off-matrix", "cannot-tell"}
    reasons = {reason for *_, conditions in content["stacks"] for _, _, reason in conditions}
    said = {id.removeprefix("remedy-") for id in book.kb.outcomes if id.startswith("remedy-")}
    assert reasons >= said, said - reasons


@pytest.mark.parametrize(
    ("fault", "into"),
    [
        ("[1-9][0-9]{0,3}$", "[0-9]{1,4}$"),  # 0 would be a quantity
        ("hit.end : at + 1", "hit.end : at + 2"),
        ("frame.test(stripped)", "frame.test(line)"),
        ("figure < wanted[n]", "figure > wanted[n]"),
        ("words.hedges(token.text) || ", ""),
        ('stack && rules.requirements[key].stack', "rules.requirements[key].stack"),
    ],
)
def test_a_fault_in_the_browsers_code_is_found(asked, tmp_path, fault, into):
    code = RESOLVE.read_text("utf-8")
    assert code.count(fault) == 1, fault
    (tmp_path / "resolve.js").write_text(code.replace(fault, into), "utf-8")
    assert differences(tmp_path / "resolve.js", *asked)["differences"], fault
