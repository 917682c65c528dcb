"""What a browser needs to judge a stack as `verdict` does, as plain values: bounds, targets, and the words of every answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .model import Bound
from .words import Text

if TYPE_CHECKING:
    from .pages import Book


class _Left(Mapping):
    """Leaves `{this.…}` in a sentence as `{…}`, for the values that only the browser knows."""

    def __getitem__(self, key: str) -> str:
        return "{" + key + "}"

    def __iter__(self):
        return iter(())

    def __len__(self) -> int:
        return 0

    def get(self, key: str, default: object = None) -> object:
        return default  # no word class: the sentences about a condition ask for no form


def stack_tables(book: Book) -> dict:
    """Everything that a judgement of a stack rests on, fit for JSON. Words are by language; `{name}` in them is filled in by the reader."""
    kb = book.kb

    def words(text: Text) -> dict[str, str]:
        return {code: writer.plain(text, _Left()) for code, writer in book.writers.items()}

    def bound(value: Bound) -> dict:
        return {"bounds": value.bounds, "words": {code: locale.bound(value.bounds) for code, locale in book.locales.items()}}

    return {
        "release": kb.release.requirements,
        "targets": {target.architecture: target.stack for target in kb.targets.values()},
        "requirements": {
            id: {
                "name": requirement.name,
                "version": bound(requirement.version) if requirement.version else None,
                "one_of": requirement.one_of,
                "stack": requirement.stack,
                "wanted": {code: writer.requirement(id) for code, writer in book.writers.items()},
                "where_to_look": words(requirement.where_to_look),
            }
            for id, requirement in kb.requirements.items()
        },
        "components": [
            {"name": component.name, "requires": {id: bound(asked) for id, asked in component.requires.items()}}
            for component in kb.components.values()
            if component.requires
        ],
        "accelerators": {
            id: {"name": verdict.accelerator.name, "architecture": verdict.accelerator.architecture, "status": verdict.status, "path": book.verdicts.path(id)}
            for id, verdict in book.verdicts.all.items()
        },
        "statuses": {id: words(status.label) for id, status in kb.statuses.items()},
        "outcomes": {id: words(text) for id, text in kb.outcomes.items()},
    }
