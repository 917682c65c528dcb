"""Version 1 of the API as it was promised, and what breaks that promise.

    python tests/api_snapshot.py

writes the schemas of today to tests/api_v1_snapshot/. It refuses if they would break a consumer of those that are there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from macros.api import ENDPOINTS
from macros.api_schema import json_schema
from macros.load import load

ROOT = Path(__file__).resolve().parent.parent
SNAPSHOT = ROOT / "tests/api_v1_snapshot"
ADDRESS = "https://kb.example/api/v1/schema/"


def today() -> dict[str, dict]:
    """The schema of every file, under an address that is the same everywhere."""
    languages = list(load(ROOT / "data/support.yaml")[0].languages)
    return {endpoint.name: json_schema(endpoint.model, languages, f"{ADDRESS}{endpoint.name}.json") for endpoint in ENDPOINTS}


def promised() -> dict[str, dict]:
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(SNAPSHOT.glob("*.json"))}


def breaks(old: dict[str, dict], new: dict[str, dict]) -> list[str]:
    """What a consumer of the old schemas could no longer rely on with the new ones."""
    found = [f"{name}: the file is gone" for name in old if name not in new]
    return found + [fault for name in old if name in new for fault in _compare(old[name], new[name], old[name], new[name], name)]


def _compare(old: dict, new: dict, whole_old: dict, whole_new: dict, at: str) -> Iterator[str]:
    old_forms, new_forms = _forms(old, whole_old), _forms(new, whole_new)
    if old_forms.keys() != new_forms.keys():
        yield f"{at}: was {'/'.join(old_forms)}, is {'/'.join(new_forms)}"
        return
    for kind, was in old_forms.items():
        now = new_forms[kind]
        if was.get("format") != now.get("format"):
            yield f"{at}: the format was {was.get('format')}, is {now.get('format')}"
        if gone := _values(was) - _values(now):
            yield f"{at}: the values {sorted(gone)} are gone"
        if "enum" not in was and "const" not in was and _values(now):
            yield f"{at}: was free, is one of {sorted(_values(now))}"
        for name, schema in was.get("properties", {}).items():
            if name not in now.get("properties", {}):
                yield f"{at}.{name}: the field is gone"
            else:
                yield from _compare(schema, now["properties"][name], whole_old, whole_new, f"{at}.{name}")
        for name in set(was.get("required", ())) - set(now.get("required", ())):
            if name in now.get("properties", {}):
                yield f"{at}.{name}: is no longer always present"
        for part in ("items", "additionalProperties"):
            if isinstance(was.get(part), dict):
                yield from _compare(was[part], now.get(part, {}), whole_old, whole_new, f"{at}[]")


def _forms(schema: dict, whole: dict) -> dict[str, dict]:
    """The types that a value may have, each with its schema; references followed."""
    if "$ref" in schema:
        return _forms(whole["$defs"][schema["$ref"].rsplit("/", 1)[-1]], whole)
    forms: dict[str, dict] = {}
    for choice in schema.get("anyOf", [schema]):
        forms |= _forms(choice, whole) if choice is not schema else {schema.get("type", "anything"): schema}
    return dict(sorted(forms.items()))


def _values(schema: dict) -> set:
    return set(schema.get("enum", [schema["const"]] if "const" in schema else []))


def main() -> int:
    new = today()
    if faults := breaks(promised(), new):
        print("\n".join(faults), "these break version 1: put it back, or publish a version 2 beside it", sep="\n", file=sys.stderr)
        return 1
    SNAPSHOT.mkdir(exist_ok=True)
    for name, schema in new.items():
        SNAPSHOT.joinpath(f"{name}.json").write_text(json.dumps(schema, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"wrote {len(new)} schemas to {SNAPSHOT.relative_to(ROOT)}/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
