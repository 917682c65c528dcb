"""A private site asks search engines to keep out, everywhere; a public one only where something better is to be found."""

from __future__ import annotations

import pytest
from conftest import kb
from lxml import html

from macros import serving


def robots(folder) -> dict[str, list[str]]:
    return {path.relative_to(folder).as_posix(): html.fromstring(path.read_bytes()).xpath("//meta[@name='robots']/@content") for path in folder.rglob("*.html")}


@pytest.fixture(scope="module")
def private(tmp_path_factory):
    site = tmp_path_factory.mktemp("private") / "site"
    done = kb("build", "--private", "--site", str(site))
    assert done.returncode == 0, done.stderr
    return site.resolve()


def test_every_file_of_a_private_site_keeps_search_engines_out(private):
    found = robots(private)
    assert len(found) > 400 and {tuple(asked) for asked in found.values()} == {("noindex",)}
    assert 'X-Robots-Tag "noindex"' in (private / serving.FOLDER / "headers.conf").read_text("utf-8")


def test_a_public_site_lets_them_in(site):
    out = {path for path, asked in robots(site.folder.resolve()).items() if asked}
    pages = {f"{code}/{place.address}index.html" for code in site.languages for place in site.book.places.values()}
    records = {f"r/{id}/index.html" for id in site.book.kb.accelerators}
    assert not out & (pages | records | {"index.html"}) and "404.html" in out
    assert "X-Robots-Tag" not in (site.folder / serving.FOLDER / "headers.conf").read_text("utf-8")
