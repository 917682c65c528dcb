"""The `kb` command: check, build, serve, cite and record the knowledge base."""

from __future__ import annotations

import datetime
import gc
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import click

from . import checks, cli_decision, cli_lookup, proof, publish, serving, tickets
from .built import Built
from .checks import site as site_checks
from .ledger import Ledger
from .load import load, schema
from .marks import FORMATS
from .memo import Memo
from .pages import Book
from .problem import Invalid, Problem

SITE_URL = "http://127.0.0.1:8000/"


def today() -> datetime.date:
    """The day of the build, by UTC as MkDocs counts it: that of SOURCE_DATE_EPOCH if it is set, so that a build can be repeated."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.datetime.fromtimestamp(int(epoch), datetime.UTC) if epoch else datetime.datetime.now(datetime.UTC)
    return now.date()


def _root() -> Path:
    """The project's folder: the one above, from here up, that holds the data file."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "data/support.yaml").exists():
            return folder
    raise click.UsageError("no data/support.yaml in this folder or above it: run kb inside the project")


def _shortest(path: Path) -> Path:
    """A path as somebody at this prompt would write it, for messages."""
    return Path(os.path.relpath(path))


def _examine(root: Path, offline: bool = False) -> tuple[Book | None, checks.Report]:
    """The book with the report of all rules; no book if the file cannot be read."""
    try:
        kb, document = load(_shortest(root / "data/support.yaml"))
    except Invalid as invalid:
        return None, checks.Report(invalid.problems)
    book = Book(kb, Ledger(_shortest(root / "data/ledger.jsonl")), today(), offline=offline)
    approvals = checks.Approvals(_shortest(root / "data/reviewed.lock"))
    return book, checks.run(checks.Context(book, document, approvals))


def _fail(problems: list[Problem]) -> None:
    for problem in problems:
        click.echo(str(problem), err=True)
    click.echo(f"{len(problems)} problem(s)", err=True)
    sys.exit(1)


def _sound(root: Path, offline: bool = False) -> tuple[Book, checks.Report]:
    """The book of valid data with the report of all rules; ends the command with every problem otherwise."""
    book, report = _examine(root, offline)
    if report.problems or book is None:
        _fail(report.problems)
    return book, report


def _book(root: Path) -> Book:
    """The book of valid data; ends the command with every problem otherwise."""
    return _sound(root)[0]


@click.group()
@click.pass_context
def main(context: click.Context) -> None:
    """Checks, builds and cites the DeepInfer support knowledge base."""
    gc.set_threshold(100_000, 50, 100)  # nearly all that is read is kept: looking for garbage less often saves a tenth of the time
    context.obj = cache(lambda: _book(_root()))


main.add_command(cli_decision.write)
main.add_command(cli_lookup.resolve)
main.add_command(cli_lookup.advise)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Problems as JSON.")
@click.option("--list", "list_rules", is_flag=True, help="The rules, and how many items each looked at.")
def check(as_json: bool, list_rules: bool) -> None:
    """Report every problem of the data and its texts."""
    _, report = _examine(_root())
    if as_json:
        click.echo(json.dumps([problem.as_dict() for problem in report.problems], ensure_ascii=False, indent=2))
        sys.exit(1 if report.problems else 0)
    if list_rules:
        for rule in checks.RULES.values():
            click.echo(f"{rule.id:24} {report.looked_at.get(rule.id, 0):6}  {rule.sentence}")
    for warning in report.warnings:
        click.echo(f"warning: {warning}", err=True)
    if report.problems:
        _fail(report.problems)
    click.echo(f"good: {len(report.looked_at)} rules over {sum(report.looked_at.values())} items, no problem")


@main.command()
@click.option("--site", "site", type=click.Path(path_type=Path), default=None, help="Where the site appears (a symbolic link). Default: site/ in the project.")
@click.option("--site-url", default=lambda: os.environ.get("SITE_URL", SITE_URL), show_default="SITE_URL or localhost", help="The address the site is served under.")
@click.option("--compress", "compressed", is_flag=True, help="Also write a compressed copy beside each text file, for servers that send those.")
@click.option("--offline", is_flag=True, help="To be read from a disk, without a server: links name files.")
@click.option("--private", is_flag=True, help="Ask search engines to keep out, for a site of a company's own.")
@click.option("--clean", is_flag=True, help="Take nothing from the build before.")
def build(site: Path | None, site_url: str, compressed: bool, offline: bool, private: bool, clean: bool) -> None:
    """Build the site into a new folder and swap it in; a failure leaves the last good site as it was."""
    root = _root()
    if compressed and offline:
        raise click.UsageError("--compress is for a server, --offline for a disk")
    book, report = _sound(root, offline)

    def finish(folder: Path, memo: Memo) -> None:
        """Examine what was built, then write the proof and the server's files into it."""
        examined = site_checks.Examined(Built(book, folder, site_url, memo))
        found = site_checks.run(examined)
        if found.problems:
            _fail(found.problems)
        proof.publish(proof.gather(examined, root, {"data": report.looked_at, "site": found.looked_at}), book, folder)
        if offline:
            return  # no server, no files for one
        try:
            serving.write(examined.built, private)
        except Invalid as invalid:
            _fail(invalid.problems)
        if compressed:
            serving.compress(folder, memo)

    site = site or root / "site"
    try:
        publish.build(root, site, site_url, finish, offline, private, clean)
    except publish.Failed as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"built {site}")


@main.command()
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Host and port to listen on.")
def serve(address: str) -> None:
    """Serve the site as the files say, and tell what is wrong with them at every change."""
    from .preview import Preview  # here, since it takes MkDocs, which no other command waits for

    root = _root()
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise click.BadParameter(f"`{address}` is not a host and a port, such as 127.0.0.1:8000", param_hint="--address")
    _book(root)

    def report() -> None:
        """What `kb check` says now; on another core, so that no page waits for it."""
        subprocess.run([sys.executable, sys.argv[0], "check"], cwd=root, check=False)

    server = Preview(root, host, int(port), report)
    click.echo(f"serving on {server.url}")
    try:
        server.serve()
    except OSError as error:
        raise click.ClickException(f"cannot listen on {address}: {error.strerror}; name another address with --address") from error
    except KeyboardInterrupt:
        server.shutdown()


@main.command()
@click.argument("id")
@click.option("--lang", default=tickets.BOTH, show_default=True, help="A language code of the data, or both.")
@click.option("--format", "form", type=click.Choice([*FORMATS, "json"]), default="text", show_default=True, help="What the ticket tool reads.")
@click.option("--site-url", default=lambda: os.environ.get("SITE_URL", SITE_URL), show_default="SITE_URL or localhost", help="The address the site is served under.")
def verdict(id: str, lang: str, form: str, site_url: str) -> None:
    """The verdict on an accelerator, to cite in a ticket."""
    book = _book(_root())
    if id not in book.kb.accelerators:
        raise click.BadParameter(f"there is no accelerator `{id}`; known: {', '.join(book.kb.accelerators)}", param_hint="ID")
    if lang != tickets.BOTH and lang not in book.kb.languages:
        raise click.BadParameter(f"`{lang}` is not one of {', '.join([*book.kb.languages, tickets.BOTH])}", param_hint="--lang")
    site_url = site_url.rstrip("/") + "/"
    if form == "json":
        citations = [tickets.cite(book, id, code, site_url) for code in (book.kb.languages if lang == tickets.BOTH else [lang])]
        click.echo(json.dumps([tickets.as_json(citation) for citation in citations], ensure_ascii=False, indent=2))
    else:
        click.echo(tickets.text(book, id, lang, form, site_url))


@main.command()
def record() -> None:
    """Append the verdicts that changed to the ledger."""
    root = _root()
    book, report = _examine(root)
    others = [problem for problem in report.problems if problem.rule not in ("ledger-behind", "reviewed")]
    if others or book is None:
        _fail(others)
    try:
        added = book.ledger.record(book.kb, book.verdicts, book.today)
    except LookupError as error:
        raise click.ClickException(f"{error}; describe it under `changes` first") from error
    for entry in added:
        click.echo(f"{entry.ref} {entry.accelerator} {entry.status}")
    click.echo(f"{len(added)} entries appended")


@main.command()
@click.argument("ids", nargs=-1, metavar="ID...")
@click.option("--all", "everything", is_flag=True, help="Every text that waits for approval.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def approve(ids: tuple[str, ...], everything: bool, yes: bool) -> None:
    """Confirm that a text says the same in every language, as it stands now."""
    if bool(ids) == everything:
        raise click.UsageError("name the texts, or give --all")
    root = _root()
    try:
        kb, _ = load(_shortest(root / "data/support.yaml"))
    except Invalid as invalid:
        _fail(invalid.problems)
    texts = {text.id: text for _, text in kb.texts()}
    approvals = checks.Approvals(_shortest(root / "data/reviewed.lock"))
    pending = approvals.pending(texts.values())
    if unknown := [id for id in ids if id not in texts and id not in approvals.entries]:
        raise click.BadParameter(f"there is no text {', '.join(unknown)}", param_hint="ID")
    if everything and pending and not yes:
        click.echo("\n".join(pending))
        click.confirm(f"Does each of these {len(pending)} texts say the same in {', '.join(kb.languages)}?", abort=True)
    approvals.approve(texts, ids or pending)
    approvals.write()
    click.echo(f"{len(ids or pending)} approved in {approvals.path}")


@main.command("schema")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail if the file is not up to date.")
def write_schema(only_check: bool) -> None:
    """Write data/support.schema.json, which gives editors completion."""
    root = _root()
    path = root / "data/support.schema.json"
    wanted = json.dumps(schema(list(_book(root).kb.languages)), ensure_ascii=False, indent=1) + "\n"
    if path.exists() and path.read_text("utf-8") == wanted:
        click.echo("up to date")
    elif only_check:
        raise click.ClickException("data/support.schema.json is not up to date: run `kb schema`")
    else:
        path.write_text(wanted, "utf-8")
        click.echo(f"wrote {path.relative_to(root)}")
