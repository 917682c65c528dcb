"""Building and serving through MkDocs: into a new folder, swapped in only when it is complete."""

from __future__ import annotations

import filecmp
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from .memo import Memo, beside

BUILDS = ".build"
KEPT = 2  # the site that is served and the one before it


class Failed(Exception):
    """The site could not be built; the one before it is untouched."""


memo: Memo | None = None
"""What the build that is running may take from the one before; the hook of MkDocs, which nothing can be handed to, looks here."""


def build(root: Path, site: Path, site_url: str, finish: Callable[[Path, Memo], None] | None = None, offline: bool = False, private: bool = False, clean: bool = False) -> Path:
    """Build the project into a fresh folder, `finish` it, and make `site` a symbolic link to it, in one step; `offline`, for a disk.

    A `private` site asks search engines to keep out. A `clean` build takes nothing from the one before. Returns the folder. Raises `Failed`, or what `finish` raises; whatever happens before the last step leaves `site` as it was.
    """
    if site.exists() and not site.is_symlink():
        raise Failed(f"{site} is a folder, not the link that this command makes: move it away")
    builds = site.parent / BUILDS
    builds.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="site-", dir=builds))
    folder.chmod(0o755)
    before = site.resolve() if site.exists() else None
    try:
        _fill(root, folder, None if clean else before, site_url, finish, offline, private)
    except BaseException:
        _remove(folder)
        raise
    if before:
        _share(before, folder)
    link = builds / f"{folder.name}.link"
    link.symlink_to(os.path.relpath(folder, site.parent))
    os.replace(link, site)
    _forget(builds, keep=folder)
    return folder


def _fill(root: Path, folder: Path, before: Path | None, site_url: str, finish: Callable[[Path, Memo], None] | None, offline: bool, private: bool) -> None:
    global memo
    memo = Memo(root, folder, before)
    try:
        settings = {"SITE_URL": site_url, "PRIVATE": str(private).lower()}
        if _mkdocs(root, settings, "build", "--strict", "--no-directory-urls" if offline else "--use-directory-urls", "--site-dir", str(folder)) != 0:
            raise Failed("the build failed; the last good site is still in place")
        if finish:
            finish(folder, memo)
    finally:
        memo.close()
        memo = None


def _mkdocs(root: Path, settings: dict[str, str], *arguments: str) -> int:
    """Run MkDocs in this process, so that what was read for the checks need not be read again; returns its exit status.

    `settings` are for mkdocs.yml, which takes them from the environment.
    """
    try:
        # Material's notice on its own end of life is not about this build.
        with _environment(settings | {"NO_MKDOCS_2_WARNING": "1"}):
            from mkdocs.__main__ import cli

            # Never --quiet: it drops the warnings that --strict counts, and a broken link would pass.
            cli([*arguments, "--config-file", str(root / "mkdocs.yml")], standalone_mode=False)
    except click.ClickException as error:  # MkDocs has it among the bases of its own
        error.show()
        return 1
    except SystemExit:  # a plugin that gives up
        return 1
    return 0


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    """The environment with other values for a while."""
    before = os.environ.copy()
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _share(before: Path, folder: Path) -> None:
    """Let what did not change be the very file of the build before: its date stays, so that browsers and caches keep what they have."""
    for path in folder.rglob("*"):
        old = before / path.relative_to(folder)
        if path.is_file() and old.is_file() and filecmp.cmp(old, path, shallow=False):
            path.unlink()
            path.hardlink_to(old)


def _forget(builds: Path, keep: Path) -> None:
    """Remove older builds, among them what a killed build left behind, and what builds kept whose folder is gone."""
    old = sorted((f for f in builds.glob("site-*") if f.is_dir() and f != keep), key=lambda f: f.stat().st_mtime)
    for folder in old[: max(0, len(old) - KEPT + 1)]:
        _remove(folder)
    for kept in builds.glob("*.memo"):
        if not kept.with_suffix("").is_dir():
            kept.unlink()


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    beside(folder).unlink(missing_ok=True)
