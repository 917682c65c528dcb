"""Style sheets without what no page of the site needs: comments, rules that cannot apply, variables that nothing reads.

A rule goes when it asks for an element, a class or an attribute that no page has and no script sets. The theme covers dozens
of components; a site uses some, and every reader pays for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Components that the theme's script knows how to build, but only in pages that ask for them. No page of ours does.
UNUSED = re.compile(r"(--)?md-(annotation|banner|consent|feedback|mermaid|source|status|tag|version|tabs|tooltip|social|sidebar__toggle)|tabbed-|footnote-")
# The theme's script sets this attribute on every page that opens, and takes it away: its rule, for each element that there is, has
# all of them styled anew, twice. Without it, colours fade when a reader chooses between light and dark.
COSTLY = "[data-md-color-switching]"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# What may hold a brace, a comma or a semicolon without meaning one.
OPAQUE = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\\.|url\([^)"\']*\)')
NESTING = ("@media", "@supports")
CLASS = re.compile(r"\.((?:\\.|[\w-])+)")
ELEMENT = re.compile(r"(?:^|[\s>+~])([a-z][a-z0-9]*)")
FUNCTION = re.compile(r":[\w-]+\((?:[^()]|\([^()]*\))*\)")
EXACT_ATTRIBUTE = re.compile(r"\[([\w-]+)=[\"']?([^\"'\]]*)[\"']?\]")
VARIABLE = re.compile(r"(--[\w-]+):")


class Site:
    """What the pages of a site may match: every element and class in a page or named in a script, and the values of attributes."""

    def __init__(self):
        self.elements: set[str] = set()
        self.classes: set[str] = set()
        self.values: set[tuple[str, str]] = set()
        self.variables: set[str] = set()

    def add_script(self, script: str) -> None:
        """Note every word of a script that may be an element or a class (theirs and ours have a hyphen), and the variables that it reads."""
        self.elements.update(re.findall(r"(?<![\w-])[a-z][a-z0-9]*(?![\w-])", script))
        self.classes |= {word for word in re.findall(r"[A-Za-z]\w*-[\w-]+", script) if not UNUSED.match(word)}
        self.variables |= {name for name in re.findall(r"--[a-z][\w-]+", script) if not UNUSED.match(name)}

    def add_page(self, page: str) -> None:
        """Note the elements and classes of a page, and the attributes that the theme has rules for."""
        self.elements.update(re.findall(r"<([a-z][a-z0-9]*)", page))
        for value in set(re.findall(r'class="([^"]*)"', page)):
            self.classes.update(value.split())
        self.values.update(re.findall(r' (data-md-color-primary|data-md-color-accent|dir|lang)="([^"]*)"', page))

    def knows(self, selector: str) -> bool:
        """Whether something may match a selector. What stands in :not() and the like is not asked for."""
        if COSTLY in selector:
            return False
        asked = FUNCTION.sub("", selector)
        if not all(name.replace("\\", "") in self.classes for name in CLASS.findall(asked)):
            return False
        if not self.elements.issuperset(ELEMENT.findall(EXACT_ATTRIBUTE.sub("", asked))):
            return False
        watched = {name for name, _ in self.values}
        return all((name, value) in self.values for name, value in EXACT_ATTRIBUTE.findall(asked) if name in watched)


def reduce(css: str, site: Site, others: str = "") -> str:
    """A style sheet reduced to what the site needs. `others` are sheets beside it, which may read its variables."""
    css = "".join(_rules(COMMENT.sub("", css), site))
    read = site.variables | _read(others)
    while (less := _without_unused_variables(css, read | _read(css))) != css:
        css = less
    return css


def squeeze(css: str) -> str:
    """A style sheet without comments, and without white space that separates nothing."""
    return re.sub(r"\s*([{};])\s*", r"\1", re.sub(r"\s+", " ", COMMENT.sub("", css))).strip()


def _read(css: str) -> set[str]:
    return set(re.findall(r"var\((--[\w-]+)", css))


def _rules(css: str, site: Site) -> Iterator[str]:
    """The rules that are kept, in order."""
    for head, body in _blocks(css):
        if body is None:  # a statement, such as @charset
            yield head
        elif head.startswith(NESTING):
            if inner := "".join(_rules(body, site)):
                yield f"{head}{{{inner}}}"
        elif head.startswith("@"):
            yield f"{head}{{{body}}}"
        elif kept := [selector for selector in _split(head, ",") if site.knows(selector)]:
            yield f"{','.join(kept)}{{{body}}}"


def _blocks(css: str) -> Iterator[tuple[str, str | None]]:
    """Head and body of each block at the top; the body is None where there is none."""
    start = opened = depth = position = 0
    while position < len(css):
        if opaque := OPAQUE.match(css, position):
            position = opaque.end()
            continue
        character = css[position]
        position += 1
        if character == "{":
            depth += 1
            opened = opened if depth > 1 else position
        elif character == "}":
            depth -= 1
            if depth == 0:
                yield css[start : opened - 1].strip(), css[opened : position - 1]
                start = position
        elif character == ";" and depth == 0:
            yield css[start:position].strip(), None
            start = position


def _split(text: str, at: str) -> list[str]:
    """The parts between a character, where it stands in no bracket or string."""
    parts, depth, position, start = [], 0, 0, 0
    while position < len(text):
        if opaque := OPAQUE.match(text, position):
            position = opaque.end()
            continue
        depth += (text[position] in "([") - (text[position] in ")]")
        if text[position] == at and depth == 0:
            parts.append(text[start:position])
            start = position + 1
        position += 1
    return [part for part in [*parts, text[start:]] if part.strip()]


def _without_unused_variables(css: str, read: set[str]) -> str:
    """The rules without the declarations of variables that nothing reads."""
    kept = []
    for head, body in _blocks(css):
        if body is None:
            kept.append(head)
        elif head.startswith(NESTING):
            if inner := _without_unused_variables(body, read):
                kept.append(f"{head}{{{inner}}}")
        elif head.startswith("@") or "--" not in body:
            kept.append(f"{head}{{{body}}}")
        elif declarations := [part for part in _split(body, ";") if not (name := VARIABLE.match(part.strip())) or name[1] in read]:
            kept.append(f"{head}{{{';'.join(declarations)}}}")
    return "".join(kept)
