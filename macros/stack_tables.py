"""The tables that a stack is judged by as plain values, from the data: what `verdict` knows, for the browser and readers of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .model import Bound

if TYPE_CHECKING:
    from .pages import Book


def stack_tables(book: Book) -> dict:
    """Everything that a judgement of a stack rests on beside the accelerator, in the fields of `api_resolver.Resolver`."""
    kb = book.kb
    return {
        "release": kb.release.requirements,
        "targets": [{"architecture": target.architecture, "stack": target.stack} for target in kb.targets.values()],
        "requirements": [requirement_row(book, id) | {"stack": requirement.stack} for id, requirement in kb.requirements.items()],
        "components": [
            {"id": component.id, "name": component.name, "requires": [{"requirement": id, "bounds": bounds(asked)} for id, asked in component.requires.items()]}
            for component in kb.components.values()
            if component.requires
        ],
    }


def requirement_row(book: Book, id: str) -> dict:
    """A requirement in the fields of `api_model.Requirement`."""
    requirement = book.kb.requirements[id]
    return {
        "id": id,
        "name": requirement.name,
        "phrase": {code: writer.requirement(id) for code, writer in book.writers.items()},
        "bounds": bounds(requirement.version),
        "one_of": requirement.one_of,
    }


def bounds(bound: Bound | None) -> list[dict[str, str]]:
    """A version bound in the fields of `api_model.Bound`; none of no bound."""
    return [{"kind": kind, "version": version} for kind, version in bound.bounds.items()] if bound else []
