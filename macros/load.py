"""Loading the data file: YAML, then the model, with every fault in an editor's words at its line; and its JSON Schema."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from pydantic import ValidationError

from .fields import Id, Line, Url
from .model import KnowledgeBase
from .problem import Invalid, Problem
from .source import Document, Location, read

# What pydantic's type errors expect, in the words of an editor.
EXPECTED = {
    "model_type": "a mapping of keys to values", "dict_type": "a mapping of keys to values", "list_type": "a list", "string_type": "text",
    "int_type": "a whole number", "int_from_float": "a whole number", "bool_type": "true or false", "string_too_short": "a text that is not empty",
}


_read: dict[tuple[str, int, int], KnowledgeBase] = {}


def known(path: Path) -> KnowledgeBase:
    """The model of a file that may have been read before: read anew only if the file has changed since.

    Raises `Invalid` with every problem found.
    """
    state = path.stat()
    key = (str(path.resolve()), state.st_mtime_ns, state.st_size)
    if key not in _read:
        load(path)
    return _read[key]


def load(path: Path | str, text: str | None = None) -> tuple[KnowledgeBase, Document]:
    """Read and validate the data file. Raises `Invalid` with every problem found."""
    state = Path(path).stat() if text is None and Path(path).exists() else None
    document = read(path, text)
    kb = parse(document)
    if state:
        _read.clear()  # one file is all that a build needs
        _read[str(Path(path).resolve()), state.st_mtime_ns, state.st_size] = kb
    return kb, document


def parse(document: Document) -> KnowledgeBase:
    """The model of a document that was read. Raises `Invalid` with every problem found."""
    languages = document.data.get("languages")
    context = {"languages": list(languages)} if isinstance(languages, dict) and languages else {}
    problems = list(document.problems)
    try:
        kb = KnowledgeBase.model_validate(document.data, context=context)
    except ValidationError as error:
        known = document.spoilt | {(problem.line, problem.column) for problem in problems}
        explained = (_explain(document, fault) for fault in error.errors(include_url=False) if not _other_shape(document, fault))
        problems += [problem for problem in explained if (problem.line, problem.column) not in known]
    if problems:
        raise Invalid(problems)
    for at, text in kb.texts():
        text._at = at
    return kb


def schema(languages: list[str]) -> dict:
    """The JSON Schema of the data file for editors; a `Text` has exactly the language keys given."""
    result = KnowledgeBase.model_json_schema()
    text = result["$defs"]["Text"]
    text["properties"] = {code: {"type": "string", "minLength": 1} for code in languages} | text["properties"]
    text["required"] = languages
    text["additionalProperties"] = False
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **result, "title": "DeepInfer support data"}


def _other_shape(document: Document, fault: dict) -> bool:
    """Whether this is a complaint that a list is not a mapping, or the reverse, where either may stand: beside the true one it misleads."""
    shape = {"list_type": dict, "model_type": list}.get(fault["type"])
    in_union = len(_in_file(document, fault["loc"], keep_last=False)) < len(fault["loc"])
    return shape is not None and in_union and isinstance(fault["input"], shape)


def _explain(document: Document, fault: dict) -> Problem:
    """A pydantic error in the words of an editor, at its place in the file."""
    kind, context, found = fault["type"], fault.get("ctx", {}), fault["input"]
    of_key = "[key]" in fault["loc"]
    location = _in_file(document, fault["loc"], keep_last=kind == "missing")
    if kind == "extra_forbidden" or kind == "unknown_language":
        at = location + (context["key"],) if "key" in context else location
        allowed = context.get("allowed") or list(_schema_of(location[:-1]).get("properties", ()))
        near = get_close_matches(str(at[-1]), allowed, 1, 0.5)
        remedy = f"did you mean `{near[0]}`?" if near else f"known here: {', '.join(sorted(allowed))}"
        return document.problem(at, "unknown-key", f"found `{at[-1]}`, which is not known here", remedy, key=True)
    if kind == "missing":
        return document.problem(location[:-1], "missing-key", f"`{location[-1]}` is missing", f"add `{location[-1]}:`", key=True)
    if kind == "string_type" and isinstance(found, (bool, int, float)):
        written = document.written.get(location)
        what = "a yes/no value" if isinstance(found, bool) else "a number"
        return document.problem(location, "unquoted", f"the bare `{written}` is read as {what}, expected a string", f'quote it: "{written}"')
    if kind == "literal_error":
        written = str(found) if of_key else document.written.get(location, str(found))
        near = get_close_matches(written, re.findall(r"'([^']+)'", context["expected"]), 1, 0.5)
        remedy = f"did you mean `{near[0]}`?" if near else "use one of these words" + (", in quotes" if isinstance(found, bool) else "")
        return document.problem(location, "value", f"found `{written}`, expected {context['expected']}", remedy, key=of_key)
    shown = f"`{location[-1]}`" if of_key else _shown(document, location, found)
    if kind == "string_pattern_mismatch":
        return document.problem(location, "pattern", f"found {shown}, expected {_in_words(context['pattern'])}", "correct the spelling", key=of_key)
    if kind in EXPECTED:
        return document.problem(location, "type", f"found {shown}, expected {EXPECTED[kind]}", "see CONTRIBUTING.md, or the completion of your editor", key=of_key)
    return document.problem(location, kind.replace("_", "-"), f"{fault['msg']}; found {shown}", "see CONTRIBUTING.md, or the completion of your editor", key=of_key)


def _in_file(document: Document, location: Location, keep_last: bool) -> Location:
    """A pydantic location without the names of union members and key markers, which are not in the file."""
    value, kept = document.data, ()
    for index, part in enumerate(location):
        if isinstance(value, dict) and part in value:
            kept, value = kept + (part,), value[part]
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            kept, value = kept + (part,), value[part]
        elif keep_last and index == len(location) - 1:
            kept += (part,)
    return kept


@cache
def _whole_schema() -> dict:
    return KnowledgeBase.model_json_schema()


def _schema_of(location: Location) -> dict:
    """The schema that applies at a location of the file; empty where it cannot be told."""
    whole = _whole_schema()
    here = whole
    for part in location:
        here = here.get("properties", {}).get(part) or here.get("additionalProperties") or here.get("items") or _of_pattern(here)
        if not isinstance(here, dict):
            return {}
        for _ in range(2):  # an optional entity is a choice of a reference
            here = next((option for option in here.get("anyOf", ()) if "$ref" in option), here)
            if "$ref" in here:
                here = whole["$defs"][here["$ref"].rsplit("/", 1)[-1]]
    return here


def _of_pattern(here: dict) -> dict:
    return next(iter(here.get("patternProperties", {}).values()), {})


def _shown(document: Document, location: Location, found: object) -> str:
    """A value as it was written in the file (3.10 and not 3.1), or its beginning if it is long."""
    if found is None:
        return "nothing"
    if isinstance(found, dict):
        return f"a mapping of {', '.join(map(str, found))[:60]}" if found else "an empty mapping"
    if isinstance(found, list):
        return f"a list of {len(found)}"
    text = document.written.get(location, str(found))
    return repr(text if len(text) <= 60 else f"{text[:57]}…")


def _in_words(pattern: str) -> str:
    known = {Id: "lower-case ASCII words joined by hyphens (kebab-case)", Url: "an https:// address", Line: "one line of text"}
    return next((words for kind, words in known.items() if kind.__metadata__[0].pattern == pattern), f"the form {pattern}")
