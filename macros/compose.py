"""From YAML text to a tree of nodes with their places, within bounds that no alias or nesting can exceed.

Works on parser events, without recursion, so that depth cannot exhaust the stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import yaml

from .problem import Problem
from .typography import INVISIBLE, JAPANESE_CHARACTER, SOLID_BREAK, code_point, is_full_width_alphanumeric

MAX_DEPTH = 40  # with aliases followed
MAX_ALIASED = 100_000  # values that aliases may add to those written; merging 50 into each of 2,000 accelerators is legal
PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?")

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Mark:
    """Where a value stands, and the line of the alias that brought it here, if one did."""

    line: int
    column: int
    via: int = 0


@dataclass
class Node:
    """A value of the file. A mapping's `value` has its keys and values in turn."""

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


class Composer:
    """Builds the tree of one text. `problems` are its faults; `broken` says that it could not be read to the end."""

    def __init__(self, name: str, text: str):
        self.name, self.text, self.lines = name, text, text.split("\n")
        self.problems: list[Problem] = []
        self.resolver = _Resolver()
        self.anchors: dict[str, Node | None] = {}
        self.spoilt: set[tuple[int, int]] = set()
        self.written = 0
        self.broken = False

    def report(self, mark: Mark, rule: str, message: str, remedy: str = "") -> None:
        self.problems.append(Problem(self.name, mark.line, mark.column, rule, message, remedy))

    def give_up(self, *fault: object) -> None:
        """Report a fault after which nothing can be read."""
        self.report(*fault)
        self.broken = True

    def compose(self) -> Node | None:
        stack: list[tuple[Node, str | None]] = []
        root: Node | None = None
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
                    stack.append((Node(kind, [], mark, height=1), event.anchor))
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
        if "expected ':'" in what and error.context_mark:  # noticed a line too late
            place = error.context_mark
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

    def _place(self, stack: list, node: Node, root: Node | None) -> Node | None:
        if not stack:
            return node
        parent = stack[-1][0]
        parent.value.append(node)
        parent.size += node.size
        parent.height = max(parent.height, node.height + 1)
        return root

    def _alias(self, anchor: str, mark: Mark) -> Node:
        if anchor not in self.anchors:
            self.report(mark, "unknown-alias", f"`*{anchor}` has no anchor before it", f"define `&{anchor}` first")
        elif self.anchors[anchor] is None:
            self.give_up(mark, "self-reference", f"`*{anchor}` stands inside `&{anchor}`", "a value cannot contain itself")
        node = self.anchors.get(anchor)
        return replace(node, via=mark.line) if node else Node("scalar", "", mark, "tag:yaml.org,2002:str")

    def _scalar(self, event: yaml.ScalarEvent, mark: Mark) -> Node:
        value = event.value
        self.written += 1
        last_line = event.end_mark.line + (1 if event.end_mark.column else 0)
        raw = self.lines[event.start_mark.line : last_line]
        before = len(self.problems)
        for character in INVISIBLE.findall(value):
            self.report(_mark_of(character, raw, mark), "invisible-character", f"found {code_point(character)}", "delete it")
        for character in () if value.isascii() else sorted(filter(is_full_width_alphanumeric, set(value))):
            self.report(_mark_of(character, raw, mark), "full-width-character", f"found {code_point(character)}", "write letters and digits in ASCII")
        self._refuse_tag(event.tag, mark)
        tag = "tag:yaml.org,2002:str" if event.style else self.resolver.resolve(yaml.ScalarNode, value, event.implicit)
        if len(raw) > 1 and event.style != "|":
            written = self.text[event.start_mark.index : event.end_mark.index]
            value = _folded_block(value, raw[1:]) if event.style == ">" else _folded_flow(value, written)
        if tag.endswith((":int", ":float")) and not PLAIN_NUMBER.fullmatch(value):
            self.report(mark, "number-in-disguise", f"the bare `{value}` is read as a number in another notation", f'write a plain decimal number, or quote it: "{value}"')
        if len(self.problems) > before:
            self.spoilt.add((mark.line, mark.column))
        return Node("scalar", value, mark, tag)


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
