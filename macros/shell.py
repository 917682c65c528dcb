"""A page that stands alone, without the theme: for records that must not change with it, and for two languages at once."""

from __future__ import annotations

import posixpath

from .render import attributes, element, html


def shell(address: str, *, lang: str, title: str, description: str, main: str, canonical: str, indexed: bool = True, styles: tuple[str, ...] = ("assets/kb.css", "assets/alone.css"), scripts: tuple[str, ...] = (), preview: bool = False) -> str:
    """A whole HTML document.

    `address` is its own, below the site and ending in a slash; `lang` the language of what is outside marked parts;
    `main` finished HTML; `canonical` the absolute address. With `preview`, a pasted link unfurls into title and description.
    """
    up = posixpath.relpath("/", posixpath.join("/", address)) + "/"
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        element("title", html(title)),
        f"<meta{attributes(name='description', content=description)}>",
        f"<link{attributes(rel='canonical', href=canonical)}>",
        f"<link{attributes(rel='icon', href=up + 'assets/favicon.svg')}>",
        *(f"<link{attributes(rel='stylesheet', href=up + style)}>" for style in styles),
    ]
    if not indexed:
        head.append('<meta name="robots" content="noindex">')
    if preview:
        facts = {"og:type": "article", "og:title": title, "og:description": description, "og:url": canonical}
        head += [f"<meta{attributes(property=name, content=value)}>" for name, value in facts.items()]
    body = element("main", main) + "".join(element("script", "", src=up + script) for script in scripts)
    return f'<!doctype html>\n<html lang="{lang}">\n<head>\n' + "\n".join(head) + f'\n</head>\n<body class="kb-bare kb-alone">\n{body}\n</body>\n</html>\n'
