"""The Nu HTML checker finds no error in any page of the site."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

JAR = Path(__file__).with_name("browser") / "node_modules/vnu-jar/build/dist/vnu.jar"
# What the checker says that is no fault here, each with its reason.
ACCEPTED: dict[str, str] = {}


def errors(*paths: Path) -> list[dict]:
    """What the checker complains about in some files or folders, all in one process."""
    assert JAR.exists(), "make setup installs vnu-jar"
    command = ["java", "-Xss4m", "-jar", str(JAR), "--skip-non-html", "--errors-only", "--format", "json", "--exit-zero-always", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stderr)["messages"]


def test_no_page_has_an_error(site):
    found = [message for message in errors(site.folder.resolve()) if message["message"] not in ACCEPTED]
    shown = sorted({f"{message['message']} {message.get('extract', '')[:120]!r}" for message in found})
    assert not found, "\n".join([f"{len(found)} errors", *shown[:30], *sorted({message["url"] for message in found})[:5]])


def test_a_seeded_error_is_found_where_it_is(site, tmp_path):
    page = (site.folder / "fr/scope/index.html").read_text("utf-8")
    (tmp_path / "good.html").write_text(page, "utf-8")
    (tmp_path / "bad.html").write_text(page.replace("</article>", "<ul><p>x</p></ul></article>"), "utf-8")
    found = errors(tmp_path)
    assert found and {Path(message["url"]).name for message in found} == {"bad.html"}
