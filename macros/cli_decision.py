"""The command that writes a saved decision record for a ticket."""

from __future__ import annotations

import os
from pathlib import Path

import click

from . import decision, decision_words
from .marks import FORMATS
from .tickets import BOTH

WHY = {"not-json": "it is not JSON", "not-record": "it is no decision record", "other-schema": f"its schema is not {decision.SCHEMA}, but"}


@click.command("decision")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--lang", default=BOTH, show_default=True, help="A language code of the data, or both.")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@click.option("--site-url", default=lambda: os.environ.get("SITE_URL", "http://127.0.0.1:8000/"), show_default="SITE_URL or localhost", help="The address the site is served under.")
@click.pass_obj
def write(open_book, file: Path, lang: str, form: str, site_url: str) -> None:
    """A decision record that was saved on the checklist page, to paste into a ticket; its verdict is today's."""
    book = open_book()
    if lang != BOTH and lang not in book.kb.languages:
        raise click.BadParameter(f"`{lang}` is not one of {', '.join([*book.kb.languages, BOTH])}", param_hint="--lang")
    try:
        record, unknown, unfit = decision.read(book, file.read_text("utf-8-sig"))
    except decision.NotARecord as refused:
        raise click.ClickException(f"{file}: {WHY[refused.why]} {refused.version}".rstrip()) from None
    except UnicodeDecodeError:
        raise click.ClickException(f"{file}: it is not UTF-8") from None
    for what, ids in (("not in the data", unknown), ("not a fit value", unfit)):
        if ids:
            click.echo(f"left out, {what}: {', '.join(ids)}", err=True)
    if record.data and record.data != book.data_version:
        click.echo(f"it was made with another state of the data: {record.data}", err=True)
    click.echo(decision_words.text(book, record, lang, form, site_url.rstrip("/") + "/"))
