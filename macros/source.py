"""Strict YAML: plain data plus the place of every value, with all reading faults reported at once.

YAML 1.1 as PyYAML reads it, with what misleads an editor refused: duplicate keys, look-alike spaces,
invisible and full-width characters, numbers in disguise, tags, self reference, alias bombs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from .problem import Invalid, Problem
from .typography import INVISIBLE, JAPANESE_CHARACTER, SOLID_BREAK, code_point, is_full_width_alphanumeric

MAX_DEPTH = 40  # with aliases followed
MAX_ALIASED = 100_000  # values that aliases may add to those written; merging 50 into each of 2,000 accelerators is legal
PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?")
LINE_SEPARATOR = re.compile("[\x85\u2028\u2029]")
# A space in the indentation, or after the colon of a key, that is not the one that YAML knows.
LOOK_ALIKE_SPACE = re.compile(r"[ \t]*+(?:- ++)*+(?:[A-Za-z0-9_-]++:)?+([^\S \t\n])")

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Location = tuple[str | int, ...]


@dataclass(frozen=True)
class Mark:
    """Where a value stands, and the line of the alias that brought it here, if one did."""

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
            message += f" (reached through the alias on line {mark.via})"
        return Problem(self.path, mark.line, mark.column, rule, message, remedy, ".".join(map(str, location)), lang)


@dataclass
class _Node:
    kind: str  # "scalar", "sequence" or "mapping"
    value: object
    mark: Mark
    tag: str = ""
    size: int = 1
    """Values in it, with aliases followed."""
    height: int = 0
    """Levels below it, with aliases followed."""
    via: int = 0
    """The line of the alias that stands for it here."""


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
            text = Path(path).read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Invalid([_not_utf8(name, error)]) from error
        except OSError as error:
            raise Invalid([Problem(name, 0, 0, "unreadable", f"cannot read the file: {error.strerror}", "check the path")]) from error
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    problems = list(_look_alikes(name, text))
    if problems:  # the parser would take the character for part of a key, or for the end of a line
        raise Invalid(problems)
    composer = _Composer(name, text)
    root = composer.compose()
    problems = composer.problems
    if composer.broken:
        raise Invalid(problems)
    if root is None:
        raise Invalid([*problems, Problem(name, 1, 1, "empty", "the file is empty", "it needs a mapping at the top; see CONTRIBUTING.md")])
    if root.kind != "mapping":
        fault = Problem(name, root.mark.line, root.mark.column, "not-a-mapping", f"found a {root.kind} at the top, expected a mapping", "start with `languages:`")
        raise Invalid([*problems, fault])
    document = Document(name, problems=problems)
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


class _Composer:
    """Builds the node tree from parser events, without recursion, so that depth cannot exhaust the stack."""

    def __init__(self, name: str, text: str):
        self.name, self.text, self.lines = name, text, text.split("\n")
        self.problems: list[Problem] = []
        self.resolver = _Resolver()
        self.anchors: dict[str, _Node | None] = {}
        self.written = 0
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
            for event in yaml.parse(self.text, Loader=_LOADER):
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
                    self._refuse_tag(event.tag, mark)
                    if event.anchor:
                        self.anchors[event.anchor] = None  # open: an alias to it now would contain itself
                    stack.append((_Node(kind, [], mark, height=1), event.anchor))
                    self.written += 1
                elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
                    node, anchor = stack.pop()
                    if anchor:
                        self.anchors[anchor] = node
                    root = self._place(stack, node, root)
                if stack and self._too_much(stack, mark):
                    return None
        except yaml.MarkedYAMLError as error:
            self._syntax(error)
        except yaml.reader.ReaderError as error:
            character = error.character if isinstance(error.character, str) else chr(error.character)
            before = self.text[: self.text.find(character)]
            self.give_up(Mark(before.count("\n") + 1, len(before) - before.rfind("\n")), "control-character", f"found {code_point(character)}", "delete it")
        return root

    def _too_much(self, stack: list, mark: Mark) -> bool:
        """Whether what is open is nested too deep or expands to too much; reported if so."""
        top = stack[-1][0]
        if len(stack) - 1 + top.height > MAX_DEPTH:
            self.give_up(mark, "too-deep", f"nested more than {MAX_DEPTH} levels", "flatten this value")
        elif top.size > self.written + MAX_ALIASED:
            self.give_up(mark, "alias-bomb", f"aliases add more than {MAX_ALIASED:,} values", "write the values out, or use fewer aliases")
        return self.broken

    def _syntax(self, error: yaml.MarkedYAMLError) -> None:
        place, what = error.problem_mark or error.context_mark, str(error.problem or error.context)
        line = self.lines[place.line] if place.line < len(self.lines) else ""
        rule, hint = "yaml", "check quotes, indentation and brackets"
        if "nesting depth" in what:
            rule, hint = "too-deep", "flatten this value"
        elif "\t" in line[: place.column + 1]:
            what, hint = f"{what} (there is a tab)", "indent with spaces, never with a tab"
        elif "：" in line:
            hint = "write the colon after a key in ASCII, with a space behind it"
        elif "mapping values" in what:
            hint = "quote a text that contains `: ` or ` #`"
        self.give_up(Mark(place.line + 1, place.column + 1), rule, what, hint)

    def _refuse_tag(self, tag: str | None, mark: Mark) -> None:
        if tag and tag != "!":
            self.report(mark, "tag", f"found the tag {tag}", "tags are not used in this file: quote the value instead")

    def _place(self, stack: list, node: _Node, root: _Node | None) -> _Node | None:
        if not stack:
            return node
        parent = stack[-1][0]
        parent.value.append(node)
        parent.size += node.size
        parent.height = max(parent.height, node.height + 1)
        return root

    def _alias(self, anchor: str, mark: Mark) -> _Node:
        if anchor not in self.anchors:
            self.report(mark, "unknown-alias", f"`*{anchor}` has no anchor before it", f"define `&{anchor}` first")
        elif self.anchors[anchor] is None:
            self.give_up(mark, "self-reference", f"`*{anchor}` stands inside `&{anchor}`", "a value cannot contain itself")
        node = self.anchors.get(anchor)
        return replace(node, via=mark.line) if node else _Node("scalar", "", mark, "tag:yaml.org,2002:str")

    def _scalar(self, event: yaml.ScalarEvent, mark: Mark) -> _Node:
        value = event.value
        self.written += 1
        last_line = event.end_mark.line + (1 if event.end_mark.column else 0)
        raw = self.lines[event.start_mark.line : last_line]
        for character in INVISIBLE.findall(value):
            self.report(_mark_of(character, raw, mark), "invisible-character", f"found {code_point(character)}", "delete it")
        for character in sorted({c for c in value if is_full_width_alphanumeric(c)}):
            self.report(_mark_of(character, raw, mark), "full-width-character", f"found {code_point(character)}", "write letters and digits in ASCII")
        self._refuse_tag(event.tag, mark)
        tag = "tag:yaml.org,2002:str" if event.style else self.resolver.resolve(yaml.ScalarNode, value, event.implicit)
        if len(raw) > 1 and event.style != "|":
            written = self.text[event.start_mark.index : event.end_mark.index]
            value = _folded_block(value, raw[1:]) if event.style == ">" else _folded_flow(value, written)
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


def _folded_flow(value: str, written: str) -> str:
    """The value of a plain or quoted scalar, without the space that YAML puts at a line break next to a Japanese character."""
    joined = SOLID_BREAK.sub("", written)
    if joined == written:
        return value
    return next(event.value for event in yaml.parse(f" {joined}", Loader=_LOADER) if isinstance(event, yaml.ScalarEvent))


def _folded_block(value: str, lines: list[str]) -> str:
    """The same for a `>` block: where its lines have a break and its value a space, the line was folded."""
    first = next((line for line in lines if line.strip(" ")), "")
    indent = len(first) - len(first.lstrip(" ")) - (len(value.lstrip("\n")) - len(value.lstrip("\n ")))
    result, at = "", 0
    for character in "\n".join(line[indent:] for line in lines):
        if at == len(value):
            break
        if value[at] == character:
            result += character
            at += 1
        elif character == "\n" and value[at] == " ":
            left, right = result.rstrip(" \t"), value[at + 1 : at + 2]
            result = left if JAPANESE_CHARACTER.match(left[-1:]) or JAPANESE_CHARACTER.match(right) else f"{result} "
            at += 1
    return result + value[at:]


def _construct(node: _Node, location: Location, document: Document, problems: list[Problem], via: int) -> object:
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


def _merge(key: _Node, value: _Node, mapping: dict, location: Location, document: Document, problems: list[Problem], via: int) -> None:
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


def _key_name(key: _Node, document: Document, problems: list[Problem]) -> str:
    if key.kind != "scalar":
        problems.append(Problem(document.path, key.mark.line, key.mark.column, "key", f"found a {key.kind} as a key", "keys are plain names"))
        return f"?{key.mark.line}"
    if space := next((c for c in key.value if c.isspace() and c != " "), ""):
        problems.append(Problem(document.path, key.mark.line, key.mark.column, "look-alike-space", f"the key contains {code_point(space)}", "delete it"))
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
