"""`kb serve` shows at once what an editor saved, exactly as a build would write it, and survives every mistake."""

from __future__ import annotations

import re
import shutil
import socket
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from conftest import copy_project, kb
from test_change_of_list import add_target

from macros import proof, serving
from macros.preview import Edition, Preview

ROOT = Path(__file__).resolve().parent.parent
# Style sheets and scripts are whole; the proof is filled in when the site was read back.
DIFFERENT = re.compile(rf"assets/[\w-]+\.(css|js)|proof\.json|{re.escape(serving.FOLDER)}/.*|.*/{proof.PLACE}/index\.html|.*\.gz")


@pytest.fixture(scope="module")
def edition(site, tmp_path_factory):
    return Edition(ROOT, site.url, tmp_path_factory.mktemp("edition"))


def test_every_file_is_what_a_build_writes(site, edition):
    looked = 0
    for path in sorted(p.relative_to(site.folder).as_posix() for p in site.folder.rglob("*") if p.is_file()):
        if DIFFERENT.fullmatch(path):
            continue
        edition.make(path)
        made = Path(edition.config.site_dir, path)
        assert made.exists(), path
        assert made.read_bytes() == (site.folder / path).read_bytes(), path
        looked += 1
    assert looked > 800


def test_the_style_sheet_is_the_themes_whole_one(site, edition):
    for path in ("assets/theme.css", "assets/kb.css", "assets/resolve.js"):
        edition.make(path)
        assert Path(edition.config.site_dir, path).exists()
    assert len(Path(edition.config.site_dir, "assets/theme.css").read_text("utf-8")) > 2 * len((site.folder / "assets/theme.css").read_text("utf-8"))


def test_only_what_was_asked_for_is_made(site, tmp_path):
    edition = Edition(ROOT, site.url, tmp_path)
    edition.make("fr/accelerators/h100/index.html")
    assert [p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.html")] == ["fr/accelerators/h100/index.html"]


# -- the server


class Editor:
    """Somebody who saves the data file of a project and looks at its pages."""

    def __init__(self, project: Path, server: Preview, reports: list[None]):
        self.path, self.server, self.reports = project / "data/support.yaml", server, reports
        self.good = self.path.read_text("utf-8")

    def save(self, text: str) -> None:
        """Replace the file, as an editor does."""
        scratch = self.path.with_suffix(".new")
        scratch.write_text(text, "utf-8")
        scratch.replace(self.path)

    def page(self, path: str) -> str:
        with urllib.request.urlopen(self.server.url + path) as answer:
            return answer.read().decode()

    def sees(self, path: str, words: str, within: float = 30) -> None:
        end = time.monotonic() + within
        while words not in self.page(path):
            assert time.monotonic() < end, f"{words!r} does not show on {path}"
            time.sleep(0.05)


@pytest.fixture(scope="module")
def editor(tmp_path_factory):
    project = copy_project(tmp_path_factory.mktemp("edited"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    reports: list[None] = []
    server = Preview(project, "127.0.0.1", port, lambda: reports.append(None))
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    while socket.socket().connect_ex(("127.0.0.1", port)):
        time.sleep(0.05)
    yield Editor(project, server, reports)
    server.shutdown()
    thread.join(10)
    shutil.rmtree(project)


@pytest.fixture(autouse=True)
def mended(request):
    yield
    if "editor" in request.fixturenames:
        editor = request.getfixturevalue("editor")
        editor.save(editor.good)


def test_a_saved_text_shows_in_both_languages_and_is_checked(editor):
    heading = re.search(r'(?m)^  bilingual: .*fr: "([^"]+)"', editor.good)[1]
    editor.sees("fr/scope/", heading)
    before = len(editor.reports)
    editor.save(editor.good.replace(f'fr: "{heading}"', 'fr: "Vues côte à côte"'))
    editor.sees("fr/scope/", "Vues côte à côte")
    assert "Vues côte à côte" not in editor.page("ja/scope/")
    end = time.monotonic() + 10
    while len(editor.reports) == before and time.monotonic() < end:
        time.sleep(0.05)
    assert len(editor.reports) > before


def test_a_changed_list_changes_every_verdict(editor):
    editor.sees("r/h100/", 'data-status="not-listed"')
    add_target(editor.path.parent.parent, "sm-90")
    for path in ("fr/accelerators/h100/", "ja/accelerators/h100/", "r/h100/", "api/v1/accelerators/h100.json"):
        editor.sees(path, 'data-status="listed"' if path.endswith("/") else '"status":"listed"')


@pytest.mark.parametrize("spoilt", ["languages: [", "", "statuses: 3\n"])
def test_a_mistake_is_told_and_the_last_good_site_still_shows(editor, capfd, spoilt):
    editor.sees("fr/scope/", "</html>")
    before = editor.page("fr/scope/")
    epoch = editor.server._visible_epoch
    editor.save(spoilt)
    end = time.monotonic() + 20
    while editor.server._visible_epoch == epoch:
        assert time.monotonic() < end
        time.sleep(0.05)
    strip = re.compile(r"livereload\([^)]*\)")
    assert strip.sub("", editor.page("fr/scope/")) == strip.sub("", before)
    said = capfd.readouterr().out
    assert "data/support.yaml:" in said and "still showing the site as it was" in said
    editor.save(editor.good.replace("ja:", "ja: ", 1))
    editor.sees("fr/scope/", "</html>")


def test_an_edition_that_fails_halfway_leaves_the_one_before_whole(editor, capfd):
    editor.sees("fr/scope/", "</html>")
    template = editor.path.parent.parent / "docs/faq.md"
    good, epoch = template.read_text("utf-8"), editor.server._visible_epoch
    template.unlink()
    try:
        end = time.monotonic() + 20
        while editor.server._visible_epoch == epoch:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert "docs/faq.md" in capfd.readouterr().out
        assert "</html>" in editor.page("ja/glossary/") and "</html>" in editor.page("ja/faq/")
    finally:
        template.write_text(good, "utf-8")
    editor.sees("ja/faq/", "</html>")


def test_an_address_that_is_not_there_gets_the_sites_own_page(editor):
    with pytest.raises(urllib.error.HTTPError) as error:
        editor.page("fr/nowhere/")
    assert error.value.code == 404 and "<h1" in error.value.read().decode()


def test_an_open_page_is_told_to_reload(editor):
    assert "livereload(" in editor.page("ja/")


@pytest.mark.parametrize("address", ["8000", "localhost", "localhost:http", ":8000"])
def test_an_address_is_a_host_and_a_port(address):
    done = kb("serve", "--address", address)
    assert done.returncode == 2 and f"`{address}` is not a host and a port" in done.stderr


def test_an_address_that_is_taken_is_named_with_the_remedy():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        address = f"127.0.0.1:{other.getsockname()[1]}"
        done = kb("serve", "--address", address)
    assert done.returncode == 1 and f"cannot listen on {address}" in done.stderr and "--address" in done.stderr
