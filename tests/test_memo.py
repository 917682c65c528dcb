"""What a build takes from the one before is what it would have written itself, whatever was edited in between."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import copy_project, kb

from macros import memo, outputs, publish

SITE = "https://kb.example.com/"


def files(folder: Path) -> dict[str, bytes]:
    folder = folder.resolve()  # the link leads elsewhere after the next build
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def sub(pattern: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        text, count = re.subn(pattern, new, text, count=1)
        assert count == 1, pattern
        return text

    return change


DATA = "data/support.yaml"
EDITS: dict[str, tuple[str, Callable[[str], str]]] = {
    "a string of the frame": (DATA, sub(r'(\n  breadcrumb: .*fr: ")', r"\1Voici ")),
    "a string of the pages": (DATA, sub(r'(\n  record-history: .*fr: ")', r"\1Tout ")),
    "the name of a language": (DATA, sub(r'(\n    name: )"?Français"?', r'\1"Le français"')),
    "the name of the site": (DATA, sub(r'(\nsite:\n(?:.*\n)*?\s+fr: ")', r"\1Le ")),
    "the title of a page": (DATA, sub(r'(\n  scope:\n(?:.*\n)*?      fr: ")', r"\1Ici : ")),
    "the name of a product": (DATA, sub(r'(\n  h200:\n    name: ")H200', r"\1H200 Z")),
    "a note on a product": (DATA, sub(r'(\n  h100:\n    name: (?:.*\n)*?        fr: ")', r"\1Bref : ")),
    "the title of a source": (DATA, sub(r'(\n  cann-900:\n(?:.*\n)*?    title: ")', r"\1About ")),
    "a definition of the glossary": (DATA, sub(r'(\n  prefill:\n(?:    .*\n)*?    definition:\n(?:.*\n)*?      fr: ")', r"\1Bref : ")),
    "the label of a status": (DATA, sub(r'(\n  unconfirmed:\n    symbol: .*\n    label:\n.*\n      fr: ")', r"\1Encore ")),
    "a template of the theme": ("overrides/main.html", sub(r"\{% block extrahead %\}", '{% block extrahead %}<meta name="made" content="by hand">')),
    "a template of a page": ("docs/scope.md", lambda text: f"{text}\n<p>More.</p>\n"),
    "the style sheet": ("docs/assets/kb.css", lambda text: f"{text}\n.kb-lead {{ color: red }}\n"),
    "the configuration": ("mkdocs.yml", sub(r"    - navigation.top\n", "")),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return copy_project(tmp_path_factory.mktemp("memo"))


@pytest.fixture(scope="module")
def build(project):
    """Build the pages of the project, in this process and without what stands beside them; `clean`, or after what was built."""
    before, outputs.OUTPUTS = outputs.OUTPUTS, ()
    directory = os.getcwd()
    os.chdir(project)

    def build(name: str, **options) -> dict[str, bytes]:
        publish.build(project, project / name / "site", SITE, **options)
        return files(project / name / "site")

    for name in ("warm", "clean"):
        (project / name).mkdir()
    build("warm")
    yield build
    os.chdir(directory)
    outputs.OUTPUTS = before


@pytest.mark.parametrize("edit", EDITS)
def test_after_any_edit_both_builds_are_byte_for_byte_the_same(project, build, edit):
    name, change = EDITS[edit]
    path = project / name
    good = path.read_text("utf-8")
    unchanged = files(project / "warm/site")  # of the edit before
    path.write_text(change(good), "utf-8")
    try:
        warm, clean = build("warm"), build("clean", clean=True)
    finally:
        path.write_text(good, "utf-8")
    assert warm.keys() == clean.keys() and len(warm) > 200
    assert [name for name in warm if warm[name] != clean[name]] == []
    assert warm != unchanged, "the edit changed nothing"


def test_from_disk_and_at_another_address_too(project, build):
    assert build("warm", offline=True) == build("clean", clean=True, offline=True)


# -- the whole command


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    project = copy_project(tmp_path_factory.mktemp("whole"))
    assert kb("build", cwd=project).returncode == 0
    return project


def inodes(project: Path) -> dict[str, int]:
    folder = (project / "site").resolve()
    return {path.relative_to(folder).as_posix(): path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


def test_a_build_touches_only_what_changed(whole):
    before = inodes(whole)
    edited = [whole / DATA, whole / "data/reviewed.lock"]
    good = [path.read_text("utf-8") for path in edited]
    edited[0].write_text(EDITS["a note on a product"][1](good[0]), "utf-8")
    try:
        assert kb("approve", "--all", "--yes", cwd=whole).returncode == 0
        done = kb("build", cwd=whole)
    finally:
        for path, text in zip(edited, good):
            path.write_text(text, "utf-8")
    assert done.returncode == 0, done.stderr
    after = inodes(whole)
    changed = {name for name in after if after[name] != before.get(name)}
    assert "fr/accelerators/h100/index.html" in changed
    # The proof and the advisor name the state of the data that they are about.
    others = {name for name in changed if name.endswith(".html") and not re.search("/(h100|proof|advisor)/", name)}
    assert not others and len(changed) < len(after) / 4


def test_nothing_changed_nothing_touched(whole):
    assert kb("build", cwd=whole).returncode == 0
    before = inodes(whole)
    assert kb("build", cwd=whole).returncode == 0
    assert inodes(whole) == before


def test_what_cannot_be_read_is_made_anew(whole):
    folder = (whole / "site").resolve()
    good = files(folder)
    memo.beside(folder).write_bytes(b"no database at all, but longer than a header of one" * 10)
    done = kb("build", cwd=whole)
    assert done.returncode == 0, done.stderr
    assert files(whole / "site") == good


def test_a_file_that_somebody_changed_is_not_taken(whole):
    folder = (whole / "site").resolve()
    page = folder / "fr/accelerators/h100/index.html"
    good = page.read_text("utf-8")
    page.unlink()
    page.write_text(good.replace("</article>", "<p>changed by hand</p></article>"), "utf-8")
    assert kb("build", cwd=whole).returncode == 0
    assert (whole / "site/fr/accelerators/h100/index.html").read_text("utf-8") == good


def test_keys_tell_parts_from_their_neighbours():
    assert memo.digest("ab", "c") != memo.digest("a", "bc") and memo.digest("a", b"b") == memo.digest("a", "b")
