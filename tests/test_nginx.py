"""The site on a real nginx, as deploy/nginx.conf sets it up, at the root of a host and below a path."""

from __future__ import annotations

import gzip
import shutil
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import nginx
import pytest
from conftest import kb

from macros import serving

BROWSER = {"Accept-Encoding": "gzip, br"}


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Served:
    """A running nginx. `root` is the path of the site on its host."""

    port: int
    root: str
    folder: Path

    def get(self, address: str, **headers: str) -> Answer:
        """Ask for an address below the site. Header names are written with underscores."""
        return self.get_absolute(self.root + address, **headers)

    def get_absolute(self, path: str, **headers: str) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response: HTTPResponse = connection.getresponse()
        # Several headers of one name are one list.
        answer = Answer(response.status, {name.lower(): ", ".join(response.headers.get_all(name)) for name in response.headers}, response.read())
        connection.close()
        return answer

    def leads(self, address: str, **headers: str) -> tuple[int, str | None]:
        """The status of an address, and where it redirects to."""
        answer = self.get(address, **headers)
        return answer.status, answer.headers.get("location")


@pytest.fixture(scope="module", params=["/", "/kb/"], ids=["at the root", "below a path"])
def served(request):
    port = nginx.free_port()
    with nginx.scratch() as scratch:
        web = scratch / "web"
        if request.param != "/":
            web.mkdir()
        folder = web / request.param.strip("/")
        done = kb("build", "--compress", "--site", str(folder), "--site-url", f"http://127.0.0.1:{port}{request.param}")
        assert done.returncode == 0, done.stdout + done.stderr
        with nginx.serving(folder, web, port):
            yield Served(port, request.param, folder)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("fr-FR,fr;q=0.9,en;q=0.8", "fr"), ("ja", "ja"), ("ja-JP,ja;q=0.9,fr;q=0.8", "ja"), ("en-US,en;q=0.9,fr;q=0.5,ja;q=0.4", "fr"), ("FR-ca", "fr"),
        ("fr;q=0, ja;q=0.3", "ja"), ("de-DE,de;q=0.9", None), ("frr, jam", None), ("*", None), ("", None),
    ],
)
def test_the_root_leads_to_the_readers_language_or_asks(served, accepted, language):
    answer = served.get("", Accept_Language=accepted)
    if language:
        assert (answer.status, answer.headers["location"]) == (302, f"{served.root}{language}/")
    else:
        assert answer.status == 200 and b"data-follow" in answer.body
    assert "accept-language" in answer.headers["vary"].lower()


def test_a_choice_of_language_comes_before_the_browsers(served):
    assert served.leads("", Accept_Language="ja", Cookie="kb_language=fr") == (302, f"{served.root}fr/")
    assert served.leads("", Accept_Language="ja", Cookie="kb_language=xx") == (302, f"{served.root}ja/")
    assert served.leads("?from=ticket", Accept_Language="ja") == (302, f"{served.root}ja/?from=ticket")
    assert served.leads("fr/", Accept_Language="ja") == (200, None), "only the root leads elsewhere"


@pytest.mark.parametrize(
    ("asked", "canonical"),
    [
        ("r/H100/", "r/h100/"), ("R/h100", "r/h100/"), ("r/h100", "r/h100/"), ("FR/Accelerators/Ascend-950PR/", "fr/accelerators/ascend-950pr/"),
        ("ja/scope", "ja/scope/"), ("r/H100/?ref=2026-11-30", "r/h100/?ref=2026-11-30"),
    ],
)
def test_every_address_has_one_spelling(served, asked, canonical):
    assert served.leads(asked) == (301, served.root + canonical)
    assert served.leads(canonical) == (200, None)


@pytest.mark.parametrize(("asked", "file"), [("ja/inexistant/", "ja/404.html"), ("fr/inexistant", "fr/404.html"), ("fr/r/x/", "fr/404.html"), ("inexistant/", "404.html"), ("français/", "404.html"), ("frx/", "404.html")])
def test_a_missing_page_is_answered_in_its_language(served, asked, file):
    answer = served.get(asked.replace("ç", "%C3%A7"))
    assert answer.status == 404
    assert answer.body == (served.folder / file).read_bytes()
    assert "content-security-policy" in answer.headers and "cache-control" not in answer.headers


def test_every_answer_has_the_headers_of_security_once(served):
    policy = (served.folder / serving.FOLDER / "csp.txt").read_text("utf-8").strip()
    for address in ("fr/", "r/h100/", "assets/kb.css", "api/v1/index.json", "feeds/fr.json", "nothing-here"):
        headers = served.get(address).headers
        assert headers["content-security-policy"] == policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "strict-transport-security" not in headers
        assert headers["server"] == "nginx", "no version"


def test_only_names_with_a_hash_are_kept_without_asking(served):
    below = served.folder.resolve()
    for path in sorted((below / "assets").rglob("*.min.*")):
        if path.suffix in (".js", ".css") and path.parent.name in ("javascripts", "stylesheets", "workers"):
            assert "immutable" in served.get(path.relative_to(below).as_posix()).headers["cache-control"], path
    for address in ("", "fr/", "assets/kb.css", "fr/search/search_index.json", "api/v1/index.json", "assets/javascripts/lunr/tinyseg.js"):
        assert served.get(address).headers["cache-control"] == "no-cache", address
    tag = served.get("fr/").headers["etag"]
    assert served.get("fr/", If_None_Match=tag).status == 304


def test_prebuilt_copies_are_sent_to_those_who_take_them(served):
    for address, file in (("fr/", "fr/index.html"), ("assets/kb.css", "assets/kb.css"), ("sitemap.xml", "sitemap.xml"), ("api/v1/index.json", "api/v1/index.json"), ("feeds/fr.atom", "feeds/fr.atom")):
        packed, plain = served.get(address, **BROWSER), served.get(address)
        assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
        assert packed.body == (served.folder / f"{file}.gz").read_bytes(), "the very copy, not one made now"
        assert gzip.decompress(packed.body) == plain.body == (served.folder / file).read_bytes()
        assert "accept-encoding" in packed.headers["vary"].lower()


def test_data_badges_and_feeds_may_be_read_by_other_sites_and_nothing_else(served):
    for address in ("api/v1/index.json", "badge/h100.fr.svg", "feeds/ja.atom", "feeds/ja.json", "api/v1/no-such.json"):
        assert served.get(address).headers["access-control-allow-origin"] == "*", address
    for address in ("", "fr/", "r/h100/", "assets/kb.css", "sitemap.xml"):
        assert "access-control-allow-origin" not in served.get(address).headers, address


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("fr/", "text/html"), ("api/v1/index.json", "application/json"), ("feeds/fr.atom", "application/atom+xml"), ("feeds/fr.json", "application/feed+json"),
        ("badge/h100.fr.svg", "image/svg+xml"), ("assets/lang.js", "application/javascript"), ("assets/kb.css", "text/css"),
    ],
)
def test_every_kind_of_file_says_what_it_is(served, address, kind):
    assert served.get(address).headers["content-type"] == f"{kind}; charset=utf-8"


def test_what_is_for_the_server_is_not_for_readers(served):
    for name in ("csp.txt", "headers.conf", "maps.conf"):
        assert (served.folder / serving.FOLDER / name).exists()
        assert served.get(f"{serving.FOLDER}/{name}").status == 404


def test_nothing_is_served_outside_the_path(served):
    if served.root != "/":
        assert served.get_absolute("/").status in (403, 404)
        assert served.get_absolute("/fr/").status == 404


def test_two_compressions_of_one_state_are_the_same(served, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(served.folder.resolve(), copy)
    before = {path: path.read_bytes() for path in copy.rglob("*.gz")}
    for path in before:
        path.unlink()
    assert serving.compress(copy) == len(before) > 300
    assert {path: path.read_bytes() for path in copy.rglob("*.gz")} == before
    small = [path for path in copy.rglob("*.json") if path.stat().st_size <= serving.SMALLEST]
    assert not any(path.with_name(f"{path.name}.gz").exists() for path in small)
