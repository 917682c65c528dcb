"""The commands that answer a question about a machine: which product a name means, and how a stack fits the list."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from dataclasses import replace

import click

from . import advise as advice
from .pages import Book
from .resolve import Resolution, Resolver
from .resolver_tables import tables
from .tickets import BOTH

LINE_ENDS = re.compile("[\n\r\u2028\u2029]+")
COLUMNS = ("input", "accelerator", "architecture", "status", "candidates")


def resolver(book: Book) -> Resolver:
    """The resolver over a book's data."""
    return Resolver(tables(book.kb, book.verdicts))


@click.command(epilog="Exit code: 0, whatever the answers; 2 if it was called wrongly.")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--json", "as_json", is_flag=True, help="A list of answers as JSON, one for each name.")
@click.pass_obj
def resolve(open_book, names: tuple[str, ...], as_json: bool) -> None:
    """Which product a device name means, as tools print it or people write it.

    NAME may be a whole line of nvidia-smi, lspci, npu-smi or rocm-smi, or all that they print; a name of - reads the standard
    input. Of several lines, those that tools print around their devices are left out. The status is a verdict, `ask` (several
    candidates) or `unknown`.
    """
    book = open_book()
    find = resolver(book)
    answers = [find(line) for line in _lines(book, find, names, book.kb.languages)]
    if as_json:
        _echo_json(answer.as_dict() for answer in answers)
    else:
        click.echo(_table([COLUMNS, *(_row(answer) for answer in answers)]))


def _echo_json(answers: Iterable[dict]) -> None:
    click.echo(json.dumps(list(answers), ensure_ascii=False, indent=2))


def _lines(book: Book, find: Resolver, names: Iterable[str], codes: Iterable[str]) -> list[str]:
    """The names given. Of those with several lines, and of the standard input in the place of `-`, the lines that are no frame.

    Says on the standard error, in the languages given, how many were left out.
    """
    found: list[str] = []
    left_out = 0
    for name in names:
        lines = LINE_ENDS.split(sys.stdin.read() if name == "-" else name)
        if len(lines) > 1 or name == "-":
            devices = [line for line in lines if not find.is_frame(line)]
            left_out += sum(bool(line.strip()) for line in lines) - len(devices)
            lines = devices
        found += lines
    if left_out:
        for code in codes:
            note = book.writers[code].plain(book.kb.ui["advisor-left-out"], {"n": book.locales[code].number(left_out)})
            click.echo(note, err=True)
    return found


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


@click.command(cls=_Advise, epilog="Exit code: 0 if every line means one product; 1 if a line does not, or there is none; 2 if it was called wrongly.")
@click.option("--accelerator", required=True, metavar="X", help="An id of the data, or a device name or lines as `kb resolve` reads them; - for the standard input.")
@click.option("--lang", default=BOTH, show_default=True, help="A language code of the data, or both.")
@click.option("--json", "as_json", is_flag=True, help="A list of answers as JSON, one for each product and language, then for each line that means none for certain what `kb resolve` says, with the candidates.")
@click.pass_obj
def advise(open_book, accelerator: str, lang: str, as_json: bool, **given: str) -> None:
    """How a whole stack fits the official list, condition by condition."""
    book = open_book()
    if lang != BOTH and lang not in book.kb.languages:
        raise click.BadParameter(f"`{lang}` is not one of {', '.join([*book.kb.languages, BOTH])}", param_hint="--lang")
    codes = list(book.kb.languages) if lang == BOTH else [lang]
    stack = {name.removeprefix("given_"): value for name, value in given.items() if value}
    find = resolver(book)
    resolved = [_of_product(book, find(line)) for line in dict.fromkeys(_lines(book, find, [accelerator], codes))]
    ids = dict.fromkeys(answer.accelerator for answer in resolved if answer.accelerator)
    uncertain = [answer for answer in resolved if not answer.accelerator]
    answers = [advice.advise(book, code, id, stack) for id in ids for code in codes]
    if as_json:
        _echo_json([*map(advice.as_json, answers), *(answer.as_dict() for answer in uncertain)])
    elif answers:
        click.echo("\n\n".join(advice.text(book, answer) for answer in answers))
    for answer in uncertain:
        hint = f"which one is it: {', '.join(answer.candidates)}?" if answer.candidates else "this name is not known; see `kb resolve --help`"
        click.echo(f"{answer.input}: {hint}", err=True)
    sys.exit(1 if uncertain or not answers else 0)


def _of_product(book: Book, answer: Resolution) -> Resolution:
    """An answer for those who must know the product: an architecture alone is the question which of its products is meant."""
    if answer.accelerator or not answer.architecture:
        return answer
    candidates = tuple(id for id, accelerator in book.kb.accelerators.items() if accelerator.architecture == answer.architecture)
    return replace(answer, status="ask" if len(candidates) > 1 else "unknown", candidates=candidates)
