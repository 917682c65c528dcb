"""The MkDocs hook: one build makes every language, each with its own pages, navigation, search index and siblings.

MkDocs loads this file by its path, outside the package: hence the absolute imports.
"""

from __future__ import annotations

import copy
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import ChoiceLoader, FileSystemBytecodeCache, PrefixLoader
from markupsafe import escape
from mkdocs.exceptions import Abort, BuildError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation, Section
from mkdocs.utils import get_build_datetime, get_relative_url, write_file
from mkdocs.utils.meta import get_data

from macros.finished import Finished
from macros.frame import Frame
from macros import assets, memo, outputs, publish, searchindex, sections, structured, styles
from macros.pages import Book
from macros.problem import Invalid
from macros.reuse import Reuse

ROOT_PAGE = "index.md"
NOT_FOUND = "404.html"
COMPILED = ".build/templates"
STYLES = f"assets/{assets.STYLES}"
SEARCH_INDEX = "search/search_index.json"


class Site:
    """One build: the book, its frame, and what MkDocs made of each page."""

    def __init__(self, book: Book, config):
        self.book, self.frame = book, Frame(book)
        self.codes = self.frame.codes
        self.palette, self.features = config.theme["palette"], config.theme["features"]
        self.root = urlsplit(config.site_url or "/").path
        self.used = styles.Site()
        self.reuse = Reuse(publish.memo)
        self.files: dict[tuple[str, str], File] = {}
        self.navigation: dict[str, Navigation] = {}
        # What a search looks through, by language and address; the theme's plugin is left with its configuration.
        self.sections: dict[str, dict[str, list[sections.Section]]] = {code: {} for code in self.codes}

    def speak(self, config, code: str) -> None:
        """Turn the theme to a language, until the next page is written."""
        config.theme["language"] = self.book.locales[code].language.theme
        config["site_name"] = self.frame.about(code, "name")
        config["site_description"] = self.frame.about(code, "tagline")
        config.theme["palette"] = copy.deepcopy(self.palette)
        for scheme in config.theme["palette"]:
            scheme["toggle"]["name"] = self.frame.string(code, scheme["toggle"]["name"])


site: Site


def on_config(config):
    """Read the book anew for each build, so that `mkdocs serve` shows every edit."""
    global site
    try:
        root, day = Path(config.config_file_path).parent, get_build_datetime().date()
        site = Site(Book.open(root, day, config.site_url, offline=not config.use_directory_urls, private=config.extra["private"]), config)
    except Invalid as invalid:
        raise Abort(str(invalid)) from None
    config.theme.static_templates.update(f"{code}/{NOT_FOUND}" for code in site.codes)
    # Without it the theme's first inline script differs with the depth of the page, and needs a CSP hash for each.
    config.extra["scope"] = site.root
    if not config.use_directory_urls:  # to be read from disk, where a browser starts no worker
        config.extra["polyfills"] = ["assets/iframe-worker.js"]
    return config


@event_priority(100)  # before plugins that look at the files
def on_files(files, config):
    """Replace the templates, which are in no language, by a page for each language."""
    written = {file.src_uri: file for file in files.documentation_pages()}
    wanted = {place.template for place in site.book.places.values() if not place.accelerator}
    faults = [f"docs/{name}: a page of data/support.yaml has no template; write it" for name in sorted(wanted - set(written))]
    faults += [f"docs/{name}: no page of data/support.yaml belongs to this template; add the page, or remove it" for name in sorted(set(written) - wanted)]
    if faults:
        raise Abort("\n".join(faults))
    for file in written.values():
        files.remove(file)
    templates = {name: get_data(file.content_string) for name, file in written.items()}
    for code in site.codes:
        for place in site.book.places.values():
            page = Finished(site.book.page(place.id, code), config, None if place.accelerator else templates[place.template])
            files.append(page.file)
            site.files[place.id, code] = page.file
            site.frame.urls[place.id, code] = page.file.url
    files.append(File.generated(config, ROOT_PAGE, content="---\ntemplate: root.html\nsearch: {exclude: true}\n---\n"))
    return files


def on_nav(nav, config, files):
    """A navigation for each language. An accelerator's page stays out of it (every page carries all of it) but knows its parent."""
    for code in site.codes:
        items, pages = [], []
        for places in site.book.navigation():
            group = [site.files[place.id, code].page for place in places]
            pages += group
            items.append(group[0] if len(group) == 1 else Section(site.frame.string(code, "nav-migration"), group))
        _relate(code, items, pages)
        site.navigation[code] = Navigation(items, pages)
        site.navigation[code].homepage = site.files["home", code].page
    root = files.get_file_from_path(ROOT_PAGE).page
    root.parent = root.previous_page = root.next_page = None
    return site.navigation[site.codes[0]]


def _relate(code: str, items: list, pages: list) -> None:
    """Titles, parents and neighbours, within one language."""
    for (_, other), file in site.files.items():
        if other == code:
            parent = site.frame.parent(file.kb.place)
            file.page.title = escape(file.kb.nav)
            file.page.parent = parent and site.files[parent.id, code].page
            file.page.previous_page = file.page.next_page = None
    for section in items:
        for page in section.children or ():
            page.parent = section
    for before, after in zip(pages, pages[1:]):
        before.next_page, after.previous_page = after, before


@event_priority(-100)  # after the macros have been rendered
def on_page_markdown(markdown, page, config, files):
    if not hasattr(page.file, "kb"):
        return markdown
    return markdown if page.file.kb.place.accelerator else site.book.finish(page.file.kb, markdown)


def on_page_content(html, page, config, files):
    if hasattr(page.file, "kb"):
        site.sections[page.file.kb.code][page.file.kb.address] = sections.cut(html, page.file.kb.title)
    return html


def _compiled(root: Path) -> Path:
    """The folder of compiled templates. They are found by their text, but depend on the code that sets up the templates, too."""
    folder = root / COMPILED / memo.code(root)[:12]
    folder.mkdir(parents=True, exist_ok=True)
    for other in folder.parent.iterdir():
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def on_env(env, config, files):
    # Without the templates' own indentation: it is a tenth of each page.
    env.trim_blocks = env.lstrip_blocks = True
    # `xx/404.html` is the template `404.html`, in the language xx.
    env.loader = ChoiceLoader([env.loader, PrefixLoader(dict.fromkeys(site.codes, env.loader))])
    env.auto_reload = False  # it lives for one build
    env.bytecode_cache = FileSystemBytecodeCache(str(_compiled(Path(config.config_file_path).parent)))
    for (id, code), file in site.files.items():
        if site.reuse.look(file.dest_uri, _parts(id, code, file.page, config)):
            file.page.meta["template"] = "kept.html"
    return env


def _parts(id: str, code: str, page, config) -> Iterator:
    """What a page is made of, beside the code: its content, and all that stands around it."""
    yield code, id, config.site_url, config.use_directory_urls, config.extra["private"], page.url, page.content, page.meta
    yield structured.script(page.file.kb, config.site_url)
    yield [other and (other.title, getattr(other, "url", "")) for other in (page.previous_page, page.next_page, *page.ancestors)]
    yield [(item.title, [(below.title, below.url) for below in item.children or [item]]) for item in site.navigation[code].items]
    yield site.frame.parts(code, id)


@event_priority(100)  # before plugins that look at the language
def on_page_context(context, page, config, nav):
    if page.file.dest_uri in site.reuse:
        return {"kept": site.reuse.text(page.file.dest_uri)}
    if not hasattr(page.file, "kb"):
        context["kb"] = site.frame.view(None, "home")
        return context
    code = page.file.kb.code
    site.speak(config, code)
    page.meta["title"], page.meta["description"] = escape(page.file.kb.title), escape(page.file.kb.description)
    page.canonical_url = page.canonical_url.removesuffix(site.book.index)
    # A page that keeps something in its address takes no feature that writes there.
    config.theme["features"] = [feature for feature in site.features if feature not in page.meta.get("without", ())]
    context["nav"] = site.navigation[code]
    context["kb"] = site.frame.view(code, page.file.kb.place.id)
    context["structured_data"] = structured.script(page.file.kb, config.site_url)
    return context


def on_template_context(context, template_name, config):
    code = template_name.rpartition("/")[0] or None
    context["kb"] = site.frame.view(code, "home")
    context["sitemap"] = site.frame.sitemap()
    if code:
        site.speak(config, code)
        context["nav"] = site.navigation[code]
        # The page is served in place of any address below. MkDocs provides for that at the root only.
        context["base_url"] = site.root
    return context


def on_post_page(output, page, config):
    if not hasattr(page.file, "kb"):
        return output
    if page.file.dest_uri not in site.reuse:
        output = _mend(output, page.file.kb.code, page.file.kb.place.id, get_relative_url(f"{page.file.kb.code}/", page.url))
        site.reuse.written(page.file.dest_uri, output)
    site.used.add_page(output)
    return output


def on_post_template(output_content, template_name, config):
    code = template_name.rpartition("/")[0]
    if not code:
        return output_content
    output = _mend(output_content, code, "not-found", f"{site.root}{code}/")
    site.used.add_page(output)
    return output


def _mend(output: str, code: str, id: str, base: str) -> str:
    """What the theme's templates leave to be done, each exactly once: a theme that has changed stops the build."""
    for old, new in (
        (r"<body ", f'<body data-page="{id}" '),
        # The search looks for its index below this address: the language's, not the site's.
        (r'("base": )"[^"]*"', rf"\1{json.dumps(base)}"),
        (r'(data-md-component="search" role="dialog")', rf'\1 aria-label="{site.frame.string(code, "search-dialog")}"'),
        # HTML allows the attribute on text fields only.
        (r'(type="checkbox" id="__drawer") autocomplete="off"', r"\1"),
        (r'(type="checkbox" id="__search") autocomplete="off"', r"\1"),
    ):
        output, found = re.subn(old, new, output)
        if found != 1:
            raise BuildError(f"the theme has changed: {old} was found {found} times; mend macros/site.py")
    if 'id="__toc"' not in output:
        # Outside the navigation there is no such control.
        output = output.replace(' for="__toc"', "")
    return output.replace(' tabindex=""', "")


@event_priority(-100)  # after the search plugin has written its index
def on_post_build(config):
    for path, text in outputs_of(config):  # one after the other: together they take more memory than the pages
        write_file(text.encode(), str(Path(config.site_dir, path)))
    write_search(config)
    shutil.rmtree(Path(config.site_dir, "search"))  # the theme's own, which is empty
    assets.write(Path(config.site_dir, "assets"), site.used)


def outputs_of(config) -> Iterator[tuple[str, str]]:
    """What is served beside the pages: path below the site, text."""
    return outputs.files(site.book, config.site_url)


def write_search(config) -> None:
    """One search index for each language, below its home page. Every page must have been read."""
    theme = json.loads(config.plugins["material/search"].search_index.generate_search_index(None))["config"]
    for code, locale in site.book.locales.items():
        pages = {place.address: site.sections[code][place.address] for place in site.book.places.values()}
        index = searchindex.index(theme, pages, locale.language, searchindex.asked(site.book, code), site.book.index)
        text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
        target = Path(config.site_dir) / code / SEARCH_INDEX
        write_file(text.encode(), str(target))
        if not config.use_directory_urls:  # from disk a page may load a script, but no data
            write_file(f"var __index={text}".encode(), str(target.with_suffix(".js")))
