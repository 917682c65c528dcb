"""Which pages of a build the one before has written already, of the very same parts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from .memo import Memo


class Reuse:
    """The pages of one build, by their path below the site. Without a `memo` every page is written."""

    def __init__(self, memo: Memo | None):
        self._memo = memo
        self._keys: dict[str, str] = {}
        self._kept: set[str] = set()

    def look(self, path: str, parts: Iterable) -> bool:
        """Whether the build before wrote this page of these parts, and nobody changed it since."""
        if self._memo is None:
            return False
        key = self._keys[path] = self._memo.key("page", *map(repr, parts))
        digest = self._memo.get(key)
        if digest and self._before(path).exists() and hashlib.sha256(self._before(path).read_bytes()).digest() == digest:
            self._kept.add(path)
        return path in self._kept

    def __contains__(self, path: str) -> bool:
        return path in self._kept

    def text(self, path: str) -> str:
        """What the build before wrote."""
        return self._before(path).read_text("utf-8")

    def written(self, path: str, output: str) -> None:
        """Note what this build wrote, for the next."""
        if self._memo:
            self._memo.put(self._keys[path], hashlib.sha256(output.encode()).digest())

    def _before(self, path: str) -> Path:
        return self._memo.before / path
