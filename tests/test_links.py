"""Every link of the site leads somewhere: checked over the files and over the served site, each shown to find a fault."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import copy_project, kb, start_server

BIN = Path(sys.executable).parent


def lychee(folder: Path) -> subprocess.CompletedProcess:
    """Check links and fragments between the files of a folder."""
    return subprocess.run(
        [BIN / "lychee", "--offline", "--include-fragments", "--no-progress", "--index-files", "index.html", "--root-dir", folder, f"{folder}/**/*.html"],
        capture_output=True, text=True, check=False,
    )


def linkchecker(url: str) -> subprocess.CompletedProcess:
    """Follow the links of a served site. Fragments are left to lychee, which checks them all in a second."""
    config = Path(__file__).with_name("linkcheckerrc")
    return subprocess.run([BIN / "linkchecker", "--config", config, "--no-status", url], capture_output=True, text=True, check=False)


@pytest.fixture
def spoilt(site, tmp_path):
    """A copy of the site, to be spoilt, with the server for it."""
    folder = tmp_path / "spoilt"
    shutil.copytree(site.folder.resolve(), folder)
    server = start_server(folder)
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".xml"):
            path.write_text(path.read_text("utf-8").replace(site.url, url), "utf-8")
    yield folder, url
    server.shutdown()


def seed(folder: Path, link: str) -> None:
    path = folder / "fr/scope/index.html"
    text = path.read_text("utf-8")
    assert "</article>" in text
    path.write_text(text.replace("</article>", f'<a href="{link}">x</a></article>', 1), "utf-8")


def test_files_link_to_files(site):
    done = lychee(site.folder.resolve())
    assert done.returncode == 0, done.stdout
    total = int(re.search(r"(\d+) Total", done.stdout)[1])
    assert total > 1000, "lychee looked at too few links to mean anything"


@pytest.mark.parametrize("link", ["../no-such-page/", "../faq/#no-such-question", "#no-such-section"])
def test_a_broken_link_between_files_is_found(spoilt, link):
    folder, _ = spoilt
    seed(folder, link)
    done = lychee(folder)
    assert done.returncode == 2 and "1 Error" in done.stdout, done.stdout


def test_the_served_site_links_to_itself(site):
    done = linkchecker(site.url)
    assert done.returncode == 0, done.stdout[-3000:]
    checked = int(re.search(r"(\d+) links", done.stdout)[1])
    assert checked > len(site.pages), "LinkChecker did not even look at every page"


def test_a_broken_link_on_the_served_site_is_found(spoilt):
    folder, url = spoilt
    seed(folder, "../no-such-page/")
    done = linkchecker(url)
    assert done.returncode != 0 and "no-such-page" in done.stdout


@pytest.mark.parametrize("link", ['<a href="../no-such-page/">x</a>', '<a href="../faq/#no-such-question">x</a>', "[x](faq.md)"])
def test_a_broken_link_in_a_template_fails_the_build(tmp_path, link):
    project = copy_project(tmp_path)
    with (project / "docs/scope.md").open("a", encoding="utf-8") as file:
        file.write(f"\n\n{link}\n")
    done = kb("build", "--site", str(tmp_path / "site"), cwd=project)
    assert done.returncode == 1 and "scope/index.html" in done.stderr
    assert not (tmp_path / "site").exists()
