"""Strict YAML: plain data plus the place of every value, with all reading faults reported at once.

YAML 1.1 as PyYAML reads it, with what misleads an editor refused: duplicate keys, look-alike spaces,
invisible and full-width characters, numbers in disguise, tags, self reference, alias bombs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .compose import PLAIN_NUMBER, Composer, Mark, Node
from .problem import Invalid, Problem
from .typography import code_point

LINE_SEPARATOR = re.compile("[\x85\u2028\u2029]")
# A space in the indentation, or after the colon of a key, that is not the one that YAML knows.
LOOK_ALIKE_SPACE = re.compile(r"[ \t]*+(?:- ++)*+(?:[A-Za-z0-9_-]++:)?+([^\S \t\n])")

Location = tuple[str | int, ...]


@dataclass
class Document:
    """A YAML file as plain data; `marks` and `written` are keyed by location from the root.

    `problems` are faults that did not prevent reading on, so that the model's can be reported with them.
    """

    path: str
    data: object = None
    marks: dict[Location, Mark] = field(default_factory=dict)
    key_marks: dict[Location, Mark] = field(default_factory=dict)
    written: dict[Location, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    spoilt: set[tuple[int, int]] = field(default_factory=set)
    """Line and column of the values that problems are about already: the model has no more to say of them."""

    def mark(self, location: Location, key: bool = False) -> Mark:
        """The mark of a location, or of its nearest enclosing value where it has none itself."""
        if key and location in self.key_marks:
            return self.key_marks[location]
        while location and location not in self.marks:
            location = location[:-1]
        return self.marks.get(location, Mark(1, 1))

    def problem(self, location: Location, rule: str, message: str, remedy: str = "", *, key: bool = False, lang: str = "") -> Problem:
        """A problem at a location of this file."""
        mark = self.mark(location, key)
        if mark.via:
            message += f" (reached through the alias on line {mark.via})"
        return Problem(self.path, mark.line, mark.column, rule, message, remedy, ".".join(map(str, location)), lang)


def read(path: Path | str, text: str | None = None) -> Document:
    """Read a YAML file (or `text` in its place) into a `Document`.

    Raises `Invalid` if it cannot be read to the end; lesser faults are in the document's `problems`.
    """
    name = str(path)
    if text is None:
        try:
            text = Path(path).read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Invalid([_not_utf8(name, error)]) from error
        except OSError as error:
            raise Invalid([Problem(name, 0, 0, "unreadable", f"cannot read the file: {error.strerror}", "check the path")]) from error
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    problems = list(_look_alikes(name, text))
    if problems:  # the parser would take the character for part of a key, or for the end of a line
        raise Invalid(problems)
    composer = Composer(name, text)
    root = composer.compose()
    problems = composer.problems
    if composer.broken:
        raise Invalid(problems)
    if root is None:
        raise Invalid([*problems, Problem(name, 1, 1, "empty", "the file is empty", "it needs a mapping at the top; see CONTRIBUTING.md")])
    if root.kind != "mapping":
        fault = Problem(name, root.mark.line, root.mark.column, "not-a-mapping", f"found a {root.kind} at the top, expected a mapping", "start with `languages:`")
        raise Invalid([*problems, fault])
    document = Document(name, problems=problems, spoilt=composer.spoilt)
    document.data = _construct(root, (), document, problems, 0)
    return document


def _not_utf8(name: str, error: UnicodeDecodeError) -> Problem:
    before = error.object[: error.start].decode("utf-8")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return Problem(name, line, column, "not-utf8", f"byte 0x{error.object[error.start]:02X} is not UTF-8", "save the file as UTF-8")


def _look_alikes(name: str, text: str) -> Iterator[Problem]:
    """Characters that pass for the spaces and line breaks that give YAML its structure."""
    for number, line in enumerate(text.split("\n"), 1):
        if separator := LINE_SEPARATOR.search(line):
            yield Problem(name, number, separator.start() + 1, "line-separator", f"found {code_point(separator[0])}, which YAML takes for the end of the line", "delete it")
        elif space := LOOK_ALIKE_SPACE.match(line):
            yield Problem(name, number, space.start(1) + 1, "look-alike-space", f"found {code_point(space[1])} in the place of a space", "use U+0020 spaces")


def _construct(node: Node, location: Location, document: Document, problems: list[Problem], via: int) -> object:
    via = via or node.via  # the outermost alias is the one in the entry that the reader has to look at
    document.marks[location] = Mark(node.mark.line, node.mark.column, via)
    if node.kind == "scalar":
        document.written[location] = node.value
        return _python_value(node)
    if node.kind == "sequence":
        return [_construct(child, location + (i,), document, problems, via) for i, child in enumerate(node.value)]
    mapping: dict[str, object] = {}
    merges, seen = [], {}
    for key, value in zip(node.value[::2], node.value[1::2]):
        if key.kind == "scalar" and key.value == "<<" and key.tag.endswith(":merge"):
            merges.append((key, value))
            continue
        name = _key_name(key, document, problems)
        if name in seen:
            problems.append(Problem(document.path, key.mark.line, key.mark.column, "duplicate-key", f"`{name}` is already defined on line {seen[name]}", f"keep one of the two (lines {seen[name]} and {key.mark.line})"))
            continue
        seen[name] = key.mark.line
        document.key_marks[location + (name,)] = Mark(key.mark.line, key.mark.column, via)
        mapping[name] = _construct(value, location + (name,), document, problems, via)
    for key, value in merges:
        _merge(key, value, mapping, location, document, problems, via or value.via)
    return mapping


def _merge(key: Node, value: Node, mapping: dict, location: Location, document: Document, problems: list[Problem], via: int) -> None:
    for base in value.value if value.kind == "sequence" else [value]:
        if base.kind != "mapping":
            problems.append(Problem(document.path, key.mark.line, key.mark.column, "merge", f"`<<` needs a mapping, found a {base.kind}", "point it at an anchored mapping"))
            continue
        scratch = Document(document.path)
        merged = _construct(base, location, scratch, problems, via)
        new = {name: content for name, content in merged.items() if name not in mapping}  # the entry's own value wins
        mapping.update(new)
        for source, target in ((scratch.marks, document.marks), (scratch.key_marks, document.key_marks), (scratch.written, document.written)):
            target.update({at: what for at, what in source.items() if len(at) > len(location) and at[len(location)] in new})


def _key_name(key: Node, document: Document, problems: list[Problem]) -> str:
    if key.kind != "scalar":
        problems.append(Problem(document.path, key.mark.line, key.mark.column, "key", f"found a {key.kind} as a key", "keys are plain names"))
        return f"?{key.mark.line}"
    if space := next((c for c in key.value if c.isspace() and c != " "), ""):
        problems.append(Problem(document.path, key.mark.line, key.mark.column, "look-alike-space", f"the key contains {code_point(space)}", "delete it"))
    if not key.tag.endswith((":str", ":merge")):
        problems.append(Problem(document.path, key.mark.line, key.mark.column, "key", f"the bare key `{key.value}` is read as {key.tag.rsplit(':')[-1]}", f'quote it: "{key.value}"'))
    return key.value


def _python_value(node: Node) -> object:
    kind = node.tag.rsplit(":")[-1]
    if kind == "null":
        return None
    if kind == "bool":
        return node.value.lower() in ("yes", "true", "on")
    if kind in ("int", "float") and PLAIN_NUMBER.fullmatch(node.value):
        return int(node.value) if kind == "int" else float(node.value)
    return node.value
