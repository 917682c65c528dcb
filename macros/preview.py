"""The site while it is edited: after a change the data is read anew, and a page is made when somebody asks for it.

What is shown is what a build writes, from the same functions. Only style sheets and scripts are whole: which rules of the
theme are needed is known when every page is.
"""

from __future__ import annotations

import os
import tempfile
import threading
import traceback
from collections.abc import Callable
from pathlib import Path

from mkdocs.commands import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import get_files, set_exclusions
from mkdocs.structure.nav import get_navigation
from mkdocs.utils import write_file

POLL = 0.1  # seconds between two looks at the files


class Edition:
    """The site as its files say at one moment. Raises MkDocsException if they are at fault.

    `address` is where it is served, ending in a slash; what is made goes below `folder`.
    """

    def __init__(self, root: Path, address: str, folder: Path):
        self.config = load_config(str(root / "mkdocs.yml"), site_dir=str(folder), site_url=address)
        plugins = self.config.plugins
        plugins.on_startup(command="serve", dirty=False)
        self.config = plugins.on_config(self.config)
        plugins.on_pre_build(config=self.config)
        files, env = get_files(self.config), self.config.theme.get_env()
        files.add_files_from_theme(env, self.config)
        self.files = plugins.on_files(files, config=self.config)
        set_exclusions(self.files, self.config)
        self.nav = plugins.on_nav(get_navigation(self.files, self.config), config=self.config, files=self.files)
        self.env = plugins.on_env(env, config=self.config, files=self.files)
        self.hook = self.config.hooks["macros/site.py"]
        self._site = self.hook.site
        self.pages = {file.dest_uri: file.page for file in self.files.documentation_pages()}
        self.static = {file.dest_uri: file for file in self.files if not file.is_documentation_page()}
        self._beside = self.hook.outputs_of(self.config)
        self._read: set[str] = set()
        self._made: set[str] = set()

    def make(self, path: str) -> None:
        """Write a file of the site, by its path below it; nothing if there is none."""
        if path not in self._made:
            self.hook.site = self._site  # MkDocs has one hook for all editions, and one that failed leaves its own site in it
            self._write(path)
            self._made.add(path)

    def _write(self, path: str) -> None:
        if path in self.pages:
            self._populate(path)
            build._build_page(self.pages[path], self.config, self.files.documentation_pages(), self.nav, self.env)
        elif path in self.config.theme.static_templates:
            build._build_theme_template(path, self.env, self.files, self.config, self.nav)
        elif path in self.static:
            self.static[path].copy_file()
        elif path == self.hook.STYLES:
            sheets = [file.content_bytes for name, file in sorted(self.static.items()) if name.startswith("assets/stylesheets/") and name.endswith(".css")]
            write_file(b"".join(sheets), os.path.join(self.config.site_dir, path))
        elif path.endswith(self.hook.SEARCH_INDEX):
            for page in self.pages:
                self._populate(page)
            self.hook.write_search(self.config)
        else:
            for name, text in self._beside:
                self._made.add(name)
                write_file(text.encode(), os.path.join(self.config.site_dir, name))
                if name == path:
                    break

    def _populate(self, path: str) -> None:
        if path not in self._read:
            build._populate_page(self.pages[path], self.config, self.files)
            self._read.add(path)


class Preview(LiveReloadServer):
    """MkDocs' server of a project, which shows the newest edition that could be read.

    `report` is called after each change, in the background, with nothing.
    """

    def __init__(self, root: Path, host: str, port: int, report: Callable[[], None]):
        self.project, self.report = root, report
        self._folder = tempfile.TemporaryDirectory(prefix="kb-")
        super().__init__(self.renew, host, port, self._folder.name, polling_interval=POLL)
        self.build_delay = POLL / 2
        self._making = threading.Lock()
        self._show()
        for name in (*self.edition.config.watch, "docs", "mkdocs.yml"):
            self.watch(str(root / name))
        self.error_handler = self._error

    def _show(self) -> None:
        with self._making:  # no page of the edition before is made meanwhile
            self.edition = Edition(self.project, self.url, Path(tempfile.mkdtemp(dir=self._folder.name)))
            self.root = self.edition.config.site_dir

    def renew(self) -> None:
        """Read everything anew. If that fails, say why, and go on showing the edition before."""
        try:
            self._show()
        except MkDocsException as error:
            print(f"{error}\nstill showing the site as it was")
            return
        threading.Thread(target=self.report, daemon=True).start()

    def serve_request(self, environ, start_response):
        """Make what is asked for, then let MkDocs serve it."""
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore").removeprefix("/")
        try:
            if not path.startswith("livereload/"):
                self._make(path)
        except (Exception, SystemExit):  # whatever the page runs into; the macros plugin leaves in its own way
            start_response("500 Internal Server Error", [("Content-Type", "text/plain; charset=utf-8")])
            return [traceback.format_exc().encode()]
        return super().serve_request(environ, start_response)

    def _make(self, path: str) -> None:
        with self._epoch_cond:  # of the files as they are now
            self._epoch_cond.wait_for(lambda: self._visible_epoch == self._wanted_epoch)
        with self._making:
            self.edition.make(f"{path}index.html" if not path or path.endswith("/") else path)

    def _error(self, code: int) -> bytes | None:
        """The site's page for an error, if it has one."""
        self._make(path := f"{code}.html")
        file = Path(self.root, path)
        return file.read_bytes() if file.exists() else None
