"""A real nginx on loopback, as deploy/nginx.conf sets it up: for tests and measurements."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = shutil.which("nginx") or "/usr/sbin/nginx"
PLACE = "/srv/deepinfer-kb/site"


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder of its own for a site and its server: nginx works as another user, who cannot look into pytest's."""
    with tempfile.TemporaryDirectory(prefix="kb-nginx-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def serving(folder: Path, web: Path, port: int) -> Iterator[None]:
    """nginx while it serves a built site: `web` is the folder of the host's root, `folder` that of the site in it."""
    config = web.parent / "nginx.conf"
    config.write_text(_configuration(folder, web, port), "utf-8")
    checked = subprocess.run([PROGRAM, "-t", "-c", config], capture_output=True, text=True, check=False)
    assert checked.returncode == 0 and "warn" not in checked.stderr, checked.stderr
    process = subprocess.Popen([PROGRAM, "-g", "daemon off;", "-c", config], stderr=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield
    finally:
        process.terminate()
        process.wait(10)


def _configuration(folder: Path, web: Path, port: int) -> str:
    """A whole configuration around deploy/nginx.conf: only its folders and its port are exchanged, and it stays on loopback."""
    text = (ROOT / "deploy/nginx.conf").read_text("utf-8")
    for old, new in ((f"include {PLACE}/", f"include {folder}/"), (f"root {PLACE};", f"root {web};"), ("listen 8080;", f"listen 127.0.0.1:{port};")):
        assert old in text
        text = text.replace(old, new)
    places = "\n".join(f"{name}_temp_path {web.parent}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    return f"pid {web.parent}/nginx.pid;\nerror_log {web.parent}/error.log;\nevents {{}}\nhttp {{\naccess_log off;\ninclude /etc/nginx/mime.types;\n{places}\n{text}\n}}\n"


def _wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nginx does not answer on port {port}")
