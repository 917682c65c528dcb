"""Strict YAML: plain data plus the place of every value, with all reading faults reported at once.

YAML 1.1 as PyYAML reads it, with what misleads an editor refused: duplicate keys, look-alike spaces,
invisible and full-width characters, numbers in disguise, self reference, alias bombs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from .problem import Invalid, Problem
from .typography import INVISIBLE, code_point, is_full_width_alphanumeric, join, one_line

MAX_DEPTH = 40
MAX_NODES = 2_000_000  # after expansion of aliases; 2,000 accelerators need about 200,000
PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")

Location = tuple[str | int, ...]


@dataclass(frozen=True)
class Mark:
    """Where a value stands, and through which line it was merged in, if it was."""

    line: int
    column: int
    via: int = 0


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
            message += f" (reached through the merge on line {mark.via})"
        return Problem(self.path, mark.line, mark.column, rule, message, remedy, ".".join(map(str, location)), lang)


@dataclass
class _Node:
    kind: str  # "scalar", "sequence" or "mapping"
    value: object
    mark: Mark
    tag: str = ""
    size: int = 1


class _Resolver(yaml.resolver.Resolver):
    """YAML 1.1 types, except that a date stays the string that was written."""


_Resolver.yaml_implicit_resolvers = {
    first: [pair for pair in pairs if not pair[0].endswith(":timestamp")]
    for first, pairs in yaml.resolver.Resolver.yaml_implicit_resolvers.items()
}


def read(path: Path | str, text: str | None = None) -> Document:
    """Read a YAML file (or `text` in its place) into a `Document`.

    Raises `Invalid` if it cannot be read to the end; lesser faults are in the document's `problems`.
    """
    name = str(path)
    if text is None:
        try:
            text = Path(path).read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Invalid([_not_utf8(name, Path(path).read_bytes(), error)]) from error
        except OSError as error:
            raise Invalid([Problem(name, 0, 0, "unreadable", f"cannot read the file: {error.strerror}", "check the path")]) from error
    problems = list(_look_alike_spaces(name, text))
    if problems:  # the parser would take the character for part of a key
        raise Invalid(problems)
    composer = _Composer(name, text)
    root = composer.compose()
    problems = composer.problems
    if root is None and not problems:
        problems.append(Problem(name, 1, 1, "empty", "the file is empty", "it needs a mapping at the top; see CONTRIBUTING.md"))
    elif root is not None and root.kind != "mapping":
        problems.append(Problem(name, root.mark.line, root.mark.column, "not-a-mapping", f"found a {root.kind} at the top, expected a mapping", "start with `languages:`"))
    if composer.broken or root is None or root.kind != "mapping":
        raise Invalid(problems)
    document = Document(name, problems=problems)
    document.data = _construct(root, (), document, problems, 0)
    return document


def _not_utf8(name: str, raw: bytes, error: UnicodeDecodeError) -> Problem:
    line = raw[: error.start].count(b"\n") + 1
    column = error.start - raw.rfind(b"\n", 0, error.start)
    return Problem(name, line, column, "not-utf8", f"byte 0x{raw[error.start]:02X} is not UTF-8", "save the file as UTF-8")


def _look_alike_spaces(name: str, text: str):
    for number, line in enumerate(text.splitlines(), 1):
        lead = line[: len(line) - len(line.lstrip())]
        for column, character in enumerate(lead, 1):
            if character not in " \t":
                yield Problem(name, number, column, "look-alike-space", f"the line is indented with {code_point(character)}", "indent with U+0020 spaces")
                break


class _Composer:
    """Builds the node tree from parser events, without recursion, so that depth cannot exhaust the stack."""

    def __init__(self, name: str, text: str):
        self.name, self.text, self.lines = name, text, text.split("\n")
        self.problems: list[Problem] = []
        self.resolver = _Resolver()
        self.anchors: dict[str, _Node | None] = {}
        self.broken = False

    def report(self, mark: Mark, rule: str, message: str, remedy: str = "") -> None:
        self.problems.append(Problem(self.name, mark.line, mark.column, rule, message, remedy))

    def give_up(self, *fault: object) -> None:
        """Report a fault after which nothing can be read."""
        self.report(*fault)
        self.broken = True

    def compose(self) -> _Node | None:
        stack: list[tuple[_Node, str | None]] = []
        root: _Node | None = None
        documents = 0
        try:
            for event in yaml.parse(self.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
                mark = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        self.give_up(mark, "two-documents", "a second document starts here", "remove the `---`")
                        return None
                elif isinstance(event, yaml.AliasEvent):
                    root = self._place(stack, self._alias(event.anchor, mark), root)
                elif isinstance(event, yaml.ScalarEvent):
                    node = self._scalar(event, mark)
                    if event.anchor:
                        self.anchors[event.anchor] = node
                    root = self._place(stack, node, root)
                elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
                    kind = "sequence" if isinstance(event, yaml.SequenceStartEvent) else "mapping"
                    if len(stack) >= MAX_DEPTH:
                        self.give_up(mark, "too-deep", f"nested more than {MAX_DEPTH} levels", "flatten this value")
                        return None
                    if event.anchor:
                        self.anchors[event.anchor] = None  # open: an alias to it now would contain itself
                    stack.append((_Node(kind, [], mark, event.tag or ""), event.anchor))
                elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
                    node, anchor = stack.pop()
                    if anchor:
                        self.anchors[anchor] = node
                    root = self._place(stack, node, root)
                if stack and stack[-1][0].size > MAX_NODES:
                    self.give_up(mark, "alias-bomb", f"aliases expand to more than {MAX_NODES:,} values", "write the values out, or use fewer aliases")
                    return None
        except yaml.MarkedYAMLError as error:
            place = error.problem_mark or error.context_mark
            hint = "quote a text that contains `: ` or ` #`" if "mapping values" in str(error.problem) else "check quotes, indentation and brackets"
            self.give_up(Mark(place.line + 1, place.column + 1), "yaml", f"{error.problem or error.context}", hint)
        except yaml.reader.ReaderError as error:
            character = error.character if isinstance(error.character, str) else chr(error.character)
            before = self.text[: self.text.find(character)]
            self.give_up(Mark(before.count("\n") + 1, len(before) - before.rfind("\n")), "control-character", f"found {code_point(character)}", "delete it")
        return root

    def _place(self, stack: list, node: _Node, root: _Node | None) -> _Node | None:
        if not stack:
            return node
        parent = stack[-1][0]
        parent.value.append(node)
        parent.size += node.size
        return root

    def _alias(self, anchor: str, mark: Mark) -> _Node:
        if anchor not in self.anchors:
            self.report(mark, "unknown-alias", f"`*{anchor}` has no anchor before it", f"define `&{anchor}` first")
        elif self.anchors[anchor] is None:
            self.give_up(mark, "self-reference", f"`*{anchor}` stands inside `&{anchor}`", "a value cannot contain itself")
        return self.anchors.get(anchor) or _Node("scalar", "", mark, "tag:yaml.org,2002:str")

    def _scalar(self, event: yaml.ScalarEvent, mark: Mark) -> _Node:
        value = event.value
        last_line = event.end_mark.line + (1 if event.end_mark.column else 0)
        raw = self.lines[event.start_mark.line : last_line]
        for character in INVISIBLE.findall(value):
            self.report(_mark_of(character, raw, mark), "invisible-character", f"found {code_point(character)}", "delete it")
        for character in sorted({c for c in value if is_full_width_alphanumeric(c)}):
            self.report(_mark_of(character, raw, mark), "full-width-character", f"found {code_point(character)}", "write letters and digits in ASCII")
        if event.tag and event.tag != "!":
            self.report(mark, "tag", f"found the tag {event.tag}", "tags are not used in this file: quote the value instead")
        tag = "tag:yaml.org,2002:str" if event.style else self.resolver.resolve(yaml.ScalarNode, value, event.implicit)
        if event.style != "|" and len(raw) > 1:
            value = _refold(value, raw)
        if tag.endswith((":int", ":float")) and not PLAIN_NUMBER.fullmatch(value):
            self.report(mark, "number-in-disguise", f"the bare `{value}` is read as a number in another notation", f'write a plain decimal number, or quote it: "{value}"')
        return _Node("scalar", value, mark, tag)


def _mark_of(character: str, raw: list[str], fallback: Mark) -> Mark:
    """Where a character stands in the lines of a scalar; the scalar itself if it was written as an escape."""
    for offset, line in enumerate(raw):
        start = fallback.column - 1 if offset == 0 else 0
        if (column := line.find(character, start)) >= 0:
            return Mark(fallback.line + offset, column + 1)
    return fallback


def _refold(value: str, raw: list[str]) -> str:
    """Undo the space that YAML folding puts at a line break next to a Japanese character."""
    for above, below in zip(raw, raw[1:]):
        left, right = above.strip(" \t")[-6:], below.strip(" \t")[:6]
        if left and right:
            value = value.replace(f"{left} {right}", join(left, right), 1)
    return value


def _construct(node: _Node, location: Location, document: Document, problems: list[Problem], via: int) -> object:
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
        _merge(key, value, mapping, location, document, problems)
    return mapping


def _merge(key: _Node, value: _Node, mapping: dict, location: Location, document: Document, problems: list[Problem]) -> None:
    for base in value.value if value.kind == "sequence" else [value]:
        if base.kind != "mapping":
            problems.append(Problem(document.path, key.mark.line, key.mark.column, "merge", f"`<<` needs a mapping, found a {base.kind}", "point it at an anchored mapping"))
            continue
        scratch = Document(document.path)
        merged = _construct(base, location, scratch, problems, key.mark.line)
        for name, content in merged.items():
            if name not in mapping:  # the entry's own value wins over the merged one
                mapping[name] = content
                for kind in ("marks", "key_marks", "written"):
                    source, target = getattr(scratch, kind), getattr(document, kind)
                    target.update({at: what for at, what in source.items() if at[: len(location) + 1] == location + (name,)})


def _key_name(key: _Node, document: Document, problems: list[Problem]) -> str:
    if key.kind != "scalar":
        problems.append(Problem(document.path, key.mark.line, key.mark.column, "key", f"found a {key.kind} as a key", "keys are plain names"))
        return f"?{key.mark.line}"
    if not key.tag.endswith((":str", ":merge")):
        problems.append(Problem(document.path, key.mark.line, key.mark.column, "key", f"the bare key `{key.value}` is read as {key.tag.rsplit(':')[-1]}", f'quote it: "{key.value}"'))
    return key.value


def _python_value(node: _Node) -> object:
    kind = node.tag.rsplit(":")[-1]
    if kind == "null":
        return None
    if kind == "bool":
        return node.value.lower() in ("yes", "true", "on")
    if kind in ("int", "float") and PLAIN_NUMBER.fullmatch(node.value):
        return int(node.value) if kind == "int" else float(node.value)
    return node.value
