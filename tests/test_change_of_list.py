"""When the official list changes, the editor is led to every sentence that it makes false."""

from __future__ import annotations

import json

import yaml
from conftest import ROOT, copy_project, kb

from macros.words import Text


def add_target(project, architecture: str) -> None:
    """List one more architecture, under the stack of the first target."""
    path = project / "data/support.yaml"
    text = path.read_text("utf-8")
    sources = yaml.safe_load(text)["targets"]
    like = next(iter(sources.values()))
    line = json.dumps({"architecture": architecture, "stack": like["stack"], "sources": like["sources"]})
    path.write_text(text.replace("\ntargets:\n", f"\ntargets:\n  test-target: {line}\n", 1), "utf-8")


def presupposing(book, status: str, **subjects: set[str]) -> set[str]:
    """The ids of the texts that presuppose a status of one of the subjects."""
    return {
        text.id
        for _, text in book.kb.texts()
        for condition in text.conditions
        if condition.status == status and any(getattr(condition, kind) in ids for kind, ids in subjects.items())
    }


def test_listing_sm90_names_every_text_that_becomes_false(tmp_path, book):
    project = copy_project(tmp_path)
    add_target(project, "sm-90")
    done = kb("check", "--json", cwd=project)
    assert done.returncode == 1
    problems = json.loads(done.stdout)
    named = {problem["id"] for problem in problems if problem["rule"] == "holds-when"}
    hopper = {a.id for a in book.kb.accelerators.values() if a.architecture == "sm-90"}
    groups = {g.id for g in book.kb.groups.values() if hopper & {m.id for m in book.verdicts.members(g)}}
    expected = presupposing(book, "not-listed", accelerator=hopper, architecture={"sm-90"}, group=groups)
    assert named == expected
    assert len(expected) >= 10, "the site says of Hopper in many places that it is not on the list"
    # Each is a sentence in the file, at its line.
    lines = (ROOT / "data/support.yaml").read_text("utf-8").splitlines()
    assert all(1 <= problem["line"] <= len(lines) + 1 for problem in problems if problem["rule"] == "holds-when")
    behind = {problem["id"] for problem in problems if problem["rule"] == "ledger-behind"}
    assert hopper <= behind, "the ledger is told to be behind as well"


def test_the_list_of_today_makes_no_text_false(book):
    assert all(isinstance(text, Text) for _, text in book.kb.texts())
    done = kb("check", "--json")
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout) == []
