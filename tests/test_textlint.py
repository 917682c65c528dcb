"""textlint's preset for Japanese technical writing, over every Japanese text as its readers see it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from macros.checks import Context, Side
from macros.source import Document
from macros.usage import PLACE

HERE = Path(__file__).resolve().parent / "textlint"
pytestmark = pytest.mark.slow


def lint(texts: list[str], folder: Path) -> list[tuple[int, str]]:
    """The findings on some texts, as (index of the text, rule and message)."""
    program = HERE / "node_modules/.bin/textlint"
    assert program.exists(), "make setup installs textlint"
    path = folder / "texts.txt"
    path.write_text("\n\n".join(texts) + "\n", "utf-8")
    done = subprocess.run([program, "--config", HERE / ".textlintrc.yml", "--format", "json", path], cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    result, = json.loads(done.stdout)
    return [((found["line"] - 1) // 2, f"{found['ruleId']}: {found['message']}") for found in result["messages"]]


def as_read(side: Side) -> str:
    """The words on one line; a command, which no reader pronounces, is one word."""
    return side.rendered.replace(PLACE, "コマンド").replace("\n", " ")


def test_the_japanese_texts_follow_the_preset(book, tmp_path: Path):
    sides = Context(book, Document("data/support.yaml")).sides_of("japanese")
    assert len(sides) > 500
    findings = lint([as_read(side) for side in sides], tmp_path)
    assert [f"{sides[index].text.id}: {message}" for index, message in findings] == []


FAULTS = {
    "no-dropping-the-ra": "この一覧は誰でも見れます。",
    "no-mix-dearu-desumasu": "一覧にあります。これは事実である。",
    "ja-no-redundant-expression": "確認することができます。",
    "no-doubled-joshi": "本書は一覧は示しません。",
    "no-exclamation-question-mark": "動きます！",
    "max-ten": "これは、一覧の、項目の、順序の、問題です。",
}


def test_seeded_faults_are_found_where_they_stand(tmp_path: Path):
    good = "一覧に載っています。"
    found = lint([good, *FAULTS.values(), good], tmp_path)
    assert {(index, message.partition(":")[0].rpartition("/")[2]) for index, message in found} >= set(enumerate(FAULTS, 1))
    assert {index for index, _ in found} == set(range(1, len(FAULTS) + 1))
