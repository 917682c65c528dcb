"""Approvals: which edits of a text ask for a new confirmation, and what `kb approve` records."""

from __future__ import annotations

from pathlib import Path

import minimal
import pytest
from conftest import copy_project, kb
from test_checks import HERE, found, said

from macros.checks import Approvals

TEXT = said("一つ目の理由です。二つ目の理由です。", "Voici une raison. En voici une autre.")


@pytest.fixture
def approved(tmp_path: Path) -> Approvals:
    """The minimal data with `TEXT`, approved, written and read again."""
    approvals = Approvals(tmp_path / "reviewed.lock")
    texts = {text.id: text for _, text in minimal.kb(TEXT).texts()}
    approvals.approve(texts, texts)
    approvals.write()
    return Approvals(tmp_path / "reviewed.lock")


def messages(changes: dict, approvals: Approvals) -> list[str]:
    return [f"{problem.message} {problem.remedy}" for problem in found("reviewed", changes, approvals)]


def test_what_was_approved_is_no_problem(approved: Approvals):
    assert messages(TEXT, approved) == []


@pytest.mark.parametrize(("changed", "other", "words"), [
    ("fr", "ja", said("一つ目の理由です。二つ目の理由です。", "Voici une raison. En voici deux autres.")),
    ("ja", "fr", said("一つ目の理由です。三つ目の理由です。", "Voici une raison. En voici une autre.")),
])
def test_one_side_edited_names_the_side_and_shows_both(approved: Approvals, changed: str, other: str, words: dict):
    message, = messages(words, approved)
    assert f"only {changed} changed" in message and f"{other} did not" in message
    assert all(side in message for side in words[HERE].values())
    assert f"kb approve {HERE}" in message


def test_both_sides_edited(approved: Approvals):
    message, = messages(said("理由です。", "Une raison."), approved)
    assert "every language changed" in message


@pytest.mark.parametrize("words", [
    said("一つ目の理由です。\n二つ目の理由です。", "Voici une raison.\nEn voici une autre."),
    said("一つ目の\n  理由です。二つ目の理由です。  ", "Voici une   raison. En voici une autre.  \n"),
])
def test_wrapping_and_spaces_do_not_count(approved: Approvals, words: dict):
    assert messages(words, approved) == []


def test_a_text_that_is_new(approved: Approvals):
    message, = messages(TEXT | {"faq.why.answer.second": {"ja": "追加です。", "fr": "Un ajout."}}, approved)
    assert "never confirmed" in message and "kb approve faq.why.answer.second" in message


def test_a_text_that_is_gone(approved: Approvals):
    message, = messages(TEXT | {"matrix.hopper": minimal.REMOVED}, approved)
    assert "no text has this id" in message and "kb approve matrix.hopper.purchase" in message


def test_a_line_that_is_no_approval(approved: Approvals):
    approved.path.write_text(approved.path.read_text() + "<<<<<<< ours\n")
    assert any("line" in message and "is no approval" in message for message in messages(TEXT, Approvals(approved.path)))


def test_approving_again_clears_it(approved: Approvals):
    edited = said("理由です。", "Une raison.")
    texts = {text.id: text for _, text in minimal.kb(edited).texts()}
    approved.approve(texts, [HERE])
    assert messages(edited, approved) == []


def test_the_file_is_sorted_with_a_digest_for_each_language(approved: Approvals):
    lines = approved.path.read_text().splitlines()
    assert lines == sorted(lines, key=lambda line: line.split("\t")[0])
    assert all([part.split(":")[0] for part in line.split("\t")[1:]] == ["ja", "fr"] for line in lines)


# -- the command


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return copy_project(tmp_path / "project")


def edit(project: Path) -> None:
    path = project / "data/support.yaml"
    text = path.read_text("utf-8")
    old = 'name: {ja: "アクセラレータ", fr: "accélérateur"}'
    assert text.count(old) == 1
    path.write_text(text.replace(old, 'name: {ja: "アクセラレータ", fr: "accélérateurs"}'), "utf-8")


def test_the_command_approves_one_text(project: Path):
    assert kb("check", cwd=project).returncode == 0
    edit(project)
    done = kb("check", cwd=project)
    assert done.returncode == 1 and "only fr changed" in done.stderr
    assert kb("approve", "glossary.accelerator.name", cwd=project).returncode == 0
    assert kb("check", cwd=project).returncode == 0


def test_all_asks_first_and_takes_no_for_an_answer(project: Path):
    edit(project)
    before = (project / "data/reviewed.lock").read_text()
    asked = kb("approve", "--all", cwd=project)
    assert asked.returncode == 1 and "glossary.accelerator.name" in asked.stdout
    assert (project / "data/reviewed.lock").read_text() == before
    assert kb("approve", "--all", "--yes", cwd=project).returncode == 0
    assert kb("check", cwd=project).returncode == 0


@pytest.mark.parametrize("arguments", [["no.such.text"], [], ["--all", "glossary.accelerator.name"]])
def test_wrong_use(project: Path, arguments: list[str]):
    assert kb("approve", *arguments, cwd=project).returncode == 2
