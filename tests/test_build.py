"""A build is complete or it does not happen: bad input is explained, and the last good site stays as it was."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest
from conftest import KB, copy_project, kb

from macros import publish


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project with a good site, built once."""
    project = copy_project(tmp_path_factory.mktemp("project"))
    done = kb("build", cwd=project)
    assert done.returncode == 0, done.stderr
    return project


def served(project) -> dict[str, bytes]:
    """What the site link shows now, by file."""
    folder = project / "site"
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def data(project):
    """The data file of the project, put back as it was after the test."""
    path = project / "data/support.yaml"
    good = path.read_text("utf-8")
    yield path
    path.write_text(good, "utf-8")


@pytest.mark.parametrize(
    ("spoil", "line_of", "said"),
    [
        (lambda t: t.replace("\nstatuses:\n", "\nstatuses:\n  listed: {}\n", 1), None, ["duplicate-key", "already defined on line"]),
        (lambda t: t.replace("min: \"13\"", "min: 13", 1), "min: 13", ["unquoted", 'quote it: "13"']),
        (lambda t: t.replace("{acc.h100}", "{acc.h10}", 1), None, ["placeholder", "h10"]),
        (lambda t: t.replace("    vendor: nvidia", "    vendr: nvidia", 1), "vendr: nvidia", ["unknown-key", "did you mean `vendor`?"]),
        (lambda t: "", None, ["the file is empty"]),
    ],
    ids=["a key twice", "a bare number", "an unknown product", "a misspelt key", "an empty file"],
)
def test_bad_data_is_explained_and_the_last_good_site_stays(project, data, spoil, line_of, said):
    before, target = served(project), os.readlink(project / "site")
    good = data.read_text("utf-8")
    bad = spoil(good)
    assert bad != good
    data.write_text(bad, "utf-8")
    for command in ("check", "build"):
        done = kb(command, cwd=project)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        for part in said:
            assert part in done.stderr, done.stderr
        if line_of:
            number = next(i for i, line in enumerate(bad.splitlines(), 1) if line_of in line)
            assert f"data/support.yaml:{number}:" in done.stderr
    assert os.readlink(project / "site") == target
    assert served(project) == before


def test_a_template_that_fails_leaves_the_last_good_site(project):
    before = served(project)
    template = project / "docs/scope.md"
    good = template.read_text("utf-8")
    try:
        for bad in ("{{ no_such_macro() }}", "{{ section('no-such-section') }}", "{{ undefined_name }}"):
            template.write_text(good + f"\n\n{bad}\n", "utf-8")
            done = kb("build", cwd=project)
            assert done.returncode == 1, bad
            assert "scope.md" in done.stdout + done.stderr
    finally:
        template.write_text(good, "utf-8")
    assert served(project) == before


def test_a_killed_build_leaves_the_last_good_site_and_the_next_one_tidies_up(project):
    before = served(project)
    process = subprocess.Popen([KB, "build"], cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(1.5)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert served(project) == before
    for _ in range(2):
        assert kb("build", cwd=project).returncode == 0
    kept = sorted(path.stem for path in (project / publish.BUILDS).glob("site-*") if path.is_dir())
    assert len(kept) <= publish.KEPT and sorted(path.stem for path in (project / publish.BUILDS).glob("*.memo")) == kept


def test_two_builds_of_one_state_are_byte_identical(project):
    kb("build", cwd=project)
    first = served(project)
    kb("build", cwd=project)
    second = served(project)
    differing = [name for name in first if first[name] != second.get(name)]
    assert not differing and first.keys() == second.keys(), differing


def test_the_site_is_not_built_over_a_folder_of_somebody_elses(project, tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site/precious.txt").write_text("x")
    done = kb("build", "--site", str(tmp_path / "site"), cwd=project)
    assert done.returncode == 1 and "move it away" in done.stderr
    assert (tmp_path / "site/precious.txt").exists()


@pytest.mark.parametrize("arguments", [("verdict", "h1000"), ("verdict", "h100", "--lang", "de"), ("no-such-command",), ("check", "--no-such-option")])
def test_wrong_use_exits_2_and_says_why(arguments):
    done = kb(*arguments)
    assert done.returncode == 2
    assert done.stderr and "Traceback" not in done.stderr


def test_kb_outside_a_project_says_so(tmp_path):
    done = kb("check", cwd=tmp_path)
    assert done.returncode == 2 and "data/support.yaml" in done.stderr


def test_a_build_in_this_process_leaves_the_environment_as_it_was(project, tmp_path):
    before = dict(os.environ)
    with pytest.raises(publish.Failed):
        publish.build(tmp_path, tmp_path / "site", "https://kb.example.com/", private=True)  # no project
    assert dict(os.environ) == before
