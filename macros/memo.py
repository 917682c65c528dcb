"""What a build keeps for the next one: results that depend on nothing but their key.

A key is the digest of everything that a result is made of, the code and the libraries included. What one build did not use,
the next will not find.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

CODE = ("macros/**/*.py", "overrides/**/*", "mkdocs.yml")
LIBRARIES = ("jinja2", "lxml", "mkdocs", "mkdocs-material", "mkdocs-macros-plugin")


def code(root: Path) -> str:
    """The digest of what turns data into pages in a project."""
    files = sorted(path for pattern in CODE for path in root.glob(pattern) if path.is_file())
    return digest(*(f"{name} {version(name)}" for name in LIBRARIES), *(part for path in files for part in (path.relative_to(root).as_posix(), path.read_bytes())))


def digest(*parts: str | bytes) -> str:
    """A digest of parts, each told from its neighbours."""
    total = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        total.update(b"%d:" % len(content))
        total.update(content)
    return total.hexdigest()


def beside(folder: Path) -> Path:
    """The file with what the build in a folder kept."""
    return folder.with_suffix(".memo")


class Memo:
    """The results of the build in `folder`, and those of the build before it, whose folder is `before`.

    `root` is the project. What the build before kept and this one did not ask for is forgotten. A file that cannot be read
    is no loss: all that is in it can be made again.
    """

    def __init__(self, root: Path, folder: Path, before: Path | None = None):
        self.before, self._code = before, code(root)
        self._new = sqlite3.connect(beside(folder))
        # It is written once, and worth nothing if it is not written to its end.
        self._new.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE results (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID")
        self._old = sqlite3.connect(beside(before)) if before and beside(before).exists() else None

    def key(self, kind: str, *parts: str | bytes) -> str:
        """The key of a result of this kind, made of these parts."""
        return digest(self._code, kind, *parts)

    def get(self, key: str) -> bytes | None:
        """A result of the build before, which is kept on; None if there is none."""
        try:
            row = self._old and self._old.execute("SELECT value FROM results WHERE key = ?", (key,)).fetchone()
        except sqlite3.DatabaseError:
            row = self._old = None
        if row:
            self.put(key, row[0])
        return row[0] if row else None

    def put(self, key: str, value: bytes) -> None:
        self._new.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, value))

    def made(self, kind: str, parts: Iterable[str | bytes], make: Callable[[], bytes]) -> bytes:
        """A result, made if the build before has not kept it."""
        key = self.key(kind, *parts)
        if (value := self.get(key)) is None:
            self.put(key, value := make())
        return value

    def close(self) -> None:
        """Write what is kept."""
        self._new.commit()
        self._new.close()
        if self._old:
            self._old.close()
