"""The commands that answer a question about a machine: which product a name means, and how a stack fits the list."""

from __future__ import annotations

import json
import sys

import click

from . import advise as advice
from .pages import Book
from .resolve import Resolution, Resolver
from .resolver_tables import tables
from .tickets import BOTH

COLUMNS = ("input", "accelerator", "architecture", "status", "candidates")


def resolver(book: Book) -> Resolver:
    """The resolver over a book's data."""
    return Resolver(tables(book.kb, book.verdicts))


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--json", "as_json", is_flag=True, help="A list of answers as JSON, one for each name.")
@click.pass_obj
def resolve(open_book, names: tuple[str, ...], as_json: bool) -> None:
    """Which product a device name means, as tools print it or people write it.

    NAME may be a whole line of nvidia-smi, lspci, npu-smi or rocm-smi. A name of - reads lines from the standard input;
    lines without a letter or figure are passed over. The status is a verdict, `ask` (several candidates) or `unknown`.
    """
    find = resolver(open_book())
    answers = [find(name) for name in _lines(names)]
    if as_json:
        click.echo(json.dumps([answer.as_dict() for answer in answers], ensure_ascii=False, indent=2))
    else:
        click.echo(_table([COLUMNS, *(_row(answer) for answer in answers)]))


def _lines(names: tuple[str, ...]) -> list[str]:
    """The names given, with the lines of the standard input in the place of `-`."""
    lines: list[str] = []
    for name in names:
        lines += [name] if name != "-" else (line.rstrip("\r\n") for line in sys.stdin if any(map(str.isalnum, line)))
    return lines


def _row(answer: Resolution) -> tuple[str, ...]:
    # Tabs and control characters of a pasted line would break the table.
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in answer.input).split())
    return line, answer.accelerator or "-", answer.architecture or "-", answer.status, " ".join(answer.candidates) or "-"


def _table(rows: list[tuple[str, ...]]) -> str:
    widths = [max(len(row[n]) for row in rows) for n in range(len(COLUMNS) - 1)]
    return "\n".join("  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[-1]]) for row in rows)


class _Advise(click.Command):
    """A command with one option for each requirement of the data."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        known = super().get_params(ctx)
        requirements = ctx.obj().kb.requirements.values() if ctx.obj else ()
        options = [
            click.Option([f"--{r.id}", f"given_{r.id}"], default="", metavar="VERSION" if r.version else "NAME", help=f"The {r.name} of the machine." if r.version else f"The name on the machine; the list names {', '.join(r.one_of)}.")
            for r in requirements
        ]
        return [*known[:1], *options, *known[1:]]


@click.command(cls=_Advise)
@click.option("--accelerator", required=True, metavar="X", help="An id of the data, or a device name as `kb resolve` reads it.")
@click.option("--lang", default=BOTH, show_default=True, help="A language code of the data, or both.")
@click.option("--json", "as_json", is_flag=True, help="A list of answers as JSON, one for each language.")
@click.pass_obj
def advise(open_book, accelerator: str, lang: str, as_json: bool, **given: str) -> None:
    """How a whole stack fits the official list, condition by condition."""
    book = open_book()
    if lang != BOTH and lang not in book.kb.languages:
        raise click.BadParameter(f"`{lang}` is not one of {', '.join([*book.kb.languages, BOTH])}", param_hint="--lang")
    stack = {name.removeprefix("given_"): value for name, value in given.items() if value}
    id = accelerator if accelerator in book.kb.accelerators else _meant(book, accelerator)
    answers = [advice.advise(book, code, id, stack) for code in (book.kb.languages if lang == BOTH else [lang])]
    if as_json:
        click.echo(json.dumps([advice.as_json(answer) for answer in answers], ensure_ascii=False, indent=2))
    else:
        click.echo("\n\n".join(advice.text(book, answer) for answer in answers))


def _meant(book: Book, name: str) -> str:
    """The accelerator that a name means; ends the command with the candidates where it is not certain."""
    answer = resolver(book)(name)
    if answer.accelerator:
        return answer.accelerator
    of_architecture = [id for id, a in book.kb.accelerators.items() if answer.architecture and a.architecture == answer.architecture]
    candidates = answer.candidates or of_architecture
    hint = f"which one is it: {', '.join(candidates)}?" if candidates else "this name is not known; see `kb resolve --help`"
    click.echo(f"{name}: {hint}", err=True)
    sys.exit(1)
