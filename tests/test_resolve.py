"""Device names as tools print them and people write them: which product they mean, and when the answer is a question.

The one error that must never happen is a `listed` for a line that does not say that exact product.
"""

from __future__ import annotations

import copy
import datetime
import json
import re
import subprocess
import unicodedata
from functools import cache

import pytest
from conftest import KB, ROOT, kb
from device_lines import CORRECTED, NO_FRAMES, PASTED, ROWS, TOOLS
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from minimal import text as minimal_text

from macros.checks import RULES, Context, names  # noqa: F401  (importing registers the rules)
from macros.ledger import Ledger
from macros.load import parse
from macros.pages import Book
from macros.problem import Invalid
from macros.resolve import Resolver
from macros.resolver_tables import candidates, spellings_of, tables
from macros.source import read

@pytest.fixture(scope="module")
def resolve(book: Book) -> Resolver:
    return Resolver(tables(book.kb, book.verdicts))


def expect(book: Book, resolve: Resolver, line: str, wanted: str) -> None:
    answer, found = resolve(line), resolve(line).as_dict()
    assert found["input"] == line
    word, *named = wanted.split()
    if word in ("ask", "-"):
        assert (answer.accelerator, answer.architecture) == (None, None), answer
        assert answer.status == ("ask" if word == "ask" else "unknown"), answer
        assert set(named) <= set(answer.candidates), answer
        assert word == "ask" or list(answer.candidates) == named, answer
        return
    if word in book.kb.accelerators:
        verdict = book.verdicts[word]
        assert (answer.accelerator, answer.architecture, answer.status) == (word, verdict.accelerator.architecture, verdict.status), answer
    else:
        architecture = word.removesuffix("-arch")
        assert (answer.accelerator, answer.architecture, answer.status) == (None, architecture, book.verdicts.architecture_status(architecture)), answer
    assert answer.candidates == ()


def test_table_is_long_enough():
    assert len(ROWS) >= 150


@pytest.mark.parametrize(("line", "wanted"), ROWS)
def test_line(book, resolve, line, wanted):
    expect(book, resolve, line, wanted)


@pytest.mark.parametrize(("line", "wanted"), TOOLS.items())
def test_line_of_a_tool(book, resolve, line, wanted):
    if wanted == "-":
        assert resolve(line).status in ("unknown", "ask"), resolve(line)
    elif wanted == "ask":
        assert resolve(line).status == "ask"
        assert {"ascend-910", "ascend-910c"} <= set(resolve(line).candidates)
    else:
        expect(book, resolve, line, wanted)


@pytest.mark.parametrize("tool", PASTED)
def test_frames_of_a_tool_are_left_out_and_devices_are_not(book, resolve, tool):
    pasted, wanted = PASTED[tool]
    lines = [line for line in pasted.split("\n") if not resolve.is_frame(line)]
    assert len(lines) == len(wanted), lines
    for line, answer in zip(lines, wanted):
        expect(book, resolve, line, answer)


def test_no_line_of_a_device_is_a_frame(book, resolve):
    named = [line for line, wanted in (*ROWS, *TOOLS.items()) if not wanted.startswith("-")]
    spelt = [spelling for entry in tables(book.kb, book.verdicts)["names"] for spelling in entry["spellings"]]
    assert [line for line in (*named, *spelt, *filter(None, NO_FRAMES)) if resolve.is_frame(line)] == []


@settings(max_examples=300, deadline=None)
@given(
    name=st.sampled_from(["B200", "GB200", "Ascend 950PR", "H100", "910B3"]),
    line=st.sampled_from(["{}", "8x NVIDIA {}", "GPU 0: {} (UUID: GPU-0a1b)", "|   0  {}   On  |   00000000:1B:00.0 Off |   0 |", "| 0  {}  | OK  | 93.1  44  0  / 0  |", "Product Name : {}", "GPU[0] : Card Series: {}", "18:00.0 3D controller: NVIDIA Corporation GH100 [{}]"]),
    around=st.text(" |+-=:\t0123456789abcMiB%", max_size=12), first=st.booleans(),
)
def test_a_line_in_which_a_device_is_named_is_never_left_out(resolve, name, line, around, first):
    line = line.format(name)
    assert not resolve.is_frame(around + line if first else line + around)


def test_every_device_of_the_data(book, resolve):
    assert len(book.kb.devices.names) >= 200
    for device in book.kb.devices.names:
        answer = resolve(device.name)
        assert (answer.architecture, answer.accelerator) == (device.architecture, device.accelerator), device.name
        assert answer.status in ("listed", "unconfirmed", "not-listed")


def test_corrected_rows_are_the_only_ones_where_number_and_generation_part(book, resolve):
    """The series that a GeForce number belongs to gives the architecture; only the corrected rows look alike and are not."""
    series = {"2": "sm-75", "3": "sm-86", "4": "sm-89", "5": "sm-120"}
    for name, architecture in CORRECTED.items():
        assert resolve(name).architecture == architecture, name
    for device in book.kb.devices.names:
        number = re.search(r"RTX ([2-5])0\d0\b", device.name)
        if number and "GeForce" in device.name and device.name not in CORRECTED and "RTX 2050" not in device.name:
            assert device.architecture == series[number[1]], device.name


def test_every_name_alias_and_variant(book, resolve):
    for accelerator in book.kb.accelerators.values():
        for _, spelling in spellings_of(accelerator):
            assert resolve(spelling).accelerator == accelerator.id, spelling


def test_every_ambiguous_form_asks(book, resolve):
    for entry in book.kb.resolver.ambiguous.values():
        for form in entry.forms:
            answer = resolve(form)
            assert answer.status == "ask", form
            assert list(answer.candidates) == candidates(book.kb, book.verdicts, entry.id), form


# Properties.

NAMES = ["B200", "GB200", "HGX B200", "DGX B200", "GB200 NVL72", "Ascend 950PR", "Ascend 950DT", "Atlas 350", "昇騰950PR"]
OTHERS = ["H100", "RTX 5090", "GeForce RTX 4070 Ti SUPER", "A100 SXM4 80GB", "RTX PRO 6000 Blackwell Server Edition", "Instinct MI300X", "Ascend 910B3", "B300 SXM6", "B100"]
NASTY = ["no", "not", "or", "USRP", "equivalent", "like", "kit", "M6", "X", "D", "Ti", "SUPER", "Ultra", "?", "互換", "以外", "予定", "sans", "ou", "0", "00", "B", "v2", "予備", "for", "+", "*", "…", "\u200b", "\u0336", "H100", "RTX", "Hopper", "AMD", "sm_90", "9.0"]


def _vendor(book: Book, name: str) -> str:
    return next(book.kb.vendors[a.vendor].name for a in book.kb.accelerators.values() if name in [s for _, s in spellings_of(a)])


def wide(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else "\u3000" if sign == " " else sign for sign in text)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_mangled_names_keep_their_verdict(book, resolve, data):
    name = data.draw(st.sampled_from(NAMES + OTHERS))
    wanted = resolve(name)
    assert wanted.accelerator
    gap = data.draw(st.sampled_from([" ", "  ", "-", "_", "\u3000", "\u00a0", "\t"]))
    line = name.replace(" ", gap)
    line = data.draw(st.sampled_from([str, str.lower, str.upper, str.title, wide]))(line)
    before = data.draw(st.sampled_from(["", "8x ", "8 x ", "8× ", "2 ", "  ", "・", "- "]))
    vendor = data.draw(st.sampled_from(["", _vendor(book, name) + " "]))
    sizes = [memory.gb for memory in book.kb.accelerators[wanted.accelerator].memory]
    size = data.draw(st.sampled_from(["", *(f" {gb}{unit}" for gb in sizes for unit in ("GB", " GB", "Go", " GiB"))]))
    after = data.draw(st.sampled_from(["", " GPU", " x8", " ×8", "を8基", " HBM3e", "搭載サーバー", " ", "、"]))
    answer = resolve(before + vendor + line + size + after)
    assert (answer.accelerator, answer.status) == (wanted.accelerator, wanted.status), before + vendor + line + size + after


@cache
def _harmless(book: Book, accelerator: str | None) -> set[str]:
    """Every word that may stand beside a listed product, by the lists of the data and by the product's own names."""
    words = book.kb.resolver.words
    lists = [words.counts, words.things, words.times, words.numerals, words.memory, words.joining, words.collective, words.makers, words.marks, list(book.kb.resolver.units)]
    lists += [[vendor.name, *book.kb.resolver.vendors.get(vendor.id, [])] for vendor in book.kb.vendors.values()]
    lists += [[s for _, s in spellings_of(a)] for a in book.kb.accelerators.values() if a.id == accelerator]
    lists += [form.forms for form in book.kb.resolver.ambiguous.values() if accelerator in candidates(book.kb, book.verdicts, form.id)]
    found = {"sm", "sm100", "100", "100a", "compute", "capability", "cap", "cc", "capacité", "de", "calcul", "演算能力"}
    for word in (unicodedata.normalize("NFKC", w).lower() for entries in lists for w in entries):
        found |= {word, *re.split(r"[ _-]", word)}
    return found


def explained(book: Book, line: str, accelerator: str | None) -> bool:
    """Whether every word of a line is a harmless one, a number or a size: told apart from the resolver's own reading of it."""
    rest = unicodedata.normalize("NFKC", re.sub(r"(?i)[™®]|\((tm|r)\)", " ", line)).lower().strip().removesuffix(".")
    for word in sorted(_harmless(book, accelerator), key=len, reverse=True):
        if not word.isascii() or not word.isalnum():
            rest = rest.replace(word, " ")
    known = _harmless(book, accelerator)
    joined = {re.sub(r"[ _-]", "", s).lower() for a in book.kb.accelerators.values() if a.id == accelerator for _, s in spellings_of(a)}
    for word in re.split(r"[\s_\-‐‒–—]+", rest):
        if not word or word in known | joined or re.fullmatch(r"[1-9][0-9]*(\.[0-9]+)?([a-z]+)?", word) and (re.sub(r"^[0-9.]+", "", word) in known | {""}):
            continue
        if re.fullmatch(r"(\d+x)?(.*?)(x\d+)?", word)[2] in known | joined | {""}:
            continue
        return False
    return True


@settings(max_examples=400, deadline=None)
@given(
    name=st.sampled_from([*NAMES, "sm_100", "10.0"]),
    extra=st.one_of(st.sampled_from(NASTY), st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=6), st.text(min_size=1, max_size=4)),
    glue=st.sampled_from(["", " ", "-", "/", ", "]), first=st.booleans(),
)
@example(name="B200", extra="a", glue=" ", first=False)
@example(name="B200", extra="or", glue="-", first=False)
def test_names_glued_with_anything_are_listed_only_if_it_is_harmless(book, resolve, name, extra, glue, first):
    line = extra + glue + name if first else name + glue + extra
    answer = resolve(line)
    if answer.status == "listed":
        assert explained(book, line, answer.accelerator or "b200"), (line, answer)


@settings(max_examples=150, deadline=None)
@given(name=st.sampled_from(NAMES), extra=st.sampled_from(NASTY), first=st.booleans())
def test_nasty_words_never_leave_a_listed(resolve, name, extra, first):
    for glue in ("", " ", "-", " (", "、"):
        line = extra + glue + name if first else name + glue + extra
        assume(not (glue == "" and extra == "…"))
        assert resolve(line).status != "listed", line


@settings(max_examples=300, deadline=None)
@given(words=st.lists(st.one_of(st.sampled_from([*NAMES, *OTHERS, *NASTY, "NVIDIA", "8x", "GPU", "サーバー", "を", "avec", "180GB", "Dell"]), st.text(max_size=3)), max_size=6), gap=st.sampled_from([" ", "", "/"]))
def test_listed_only_if_every_other_word_is_harmless(book, resolve, words, gap):
    line = gap.join(words)
    answer = resolve(line)
    assert answer.status in ("listed", "unconfirmed", "not-listed", "ask", "unknown")
    if answer.status == "listed":
        assert explained(book, line, answer.accelerator or "b200"), (line, answer)
    if answer.status in ("ask", "unknown"):
        assert (answer.accelerator, answer.architecture) == (None, None)
        assert (len(answer.candidates) > 1) == (answer.status == "ask")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_an_answer(resolve, text):
    assert resolve(text).input == text


def test_the_oracle_fires(book):
    """The tests above would prove nothing if every line were explained."""
    assert explained(book, "8x NVIDIA B200 180GB", "b200")
    assert not explained(book, "USRP B200", "b200")
    assert not explained(book, "B200 互換", "b200")
    assert not explained(book, "B2000", "b200")


# The rules on the data.


def _problems(changes: dict, rule: str) -> list[str]:
    document = read("support.yaml", minimal_text(copy.deepcopy(changes)))
    context = Context(Book(parse(document), Ledger("none.jsonl"), datetime.date(2026, 11, 1)), document)
    return [problem.message for item in RULES[rule].items(context) for problem in RULES[rule].check(context, item)]


GOOD = {"resolver": {"ambiguous": {"family": {"forms": ["Family"], "accelerators": ["h100", "b200"]}}, "words": {"things": ["GPU"], "hedges": ["not"]}}}


@pytest.mark.parametrize(
    ("rule", "changes", "found"),
    [
        ("name-of-one", {"accelerators.b200.aliases": ["h-100"]}, "h100 is written so, too"),
        ("name-unambiguous", {"accelerators.b200.aliases": ["FAMILY"]}, "resolver.ambiguous.family"),
        ("ambiguous-asks", {"resolver.ambiguous.lone": {"forms": ["Lone"], "accelerators": ["h100"]}}, "fewer than two"),
        ("ambiguous-asks", {"resolver.ambiguous.twin": {"forms": ["family"], "accelerators": ["h100", "b200"]}}, "has the same form"),
        ("harmless-word", {"resolver.words.things": ["Not"]}, "among the harmless"),
    ],
)
def test_rule_on_names(rule, changes, found):
    assert _problems(GOOD, rule) == []
    assert any(found in message for message in _problems(GOOD | changes, rule))


@pytest.mark.parametrize(
    ("kind", "pattern", "complaint"),
    [
        ("frames", "No processes", "expected `^` and `$`"), ("frames", "^(No) processes$", "expected 0 group"), ("frames", r"^\d+$", "none of"),
        ("frames", r"^[\s|]+$", "no \\s in brackets"), ("frames", "^(?<!a)b$", "expected 0 group"), ("frames", "^[$", "not a regular expression"),
        ("tools", "^GPU$", "expected 1 group"), ("tools", "^(?P<name>GPU)$", "expected 1 group"),
    ],
)
def test_a_pattern_that_is_no_portable_one_is_refused(kind, pattern, complaint):
    with pytest.raises(Invalid) as refused:
        parse(read("support.yaml", minimal_text(copy.deepcopy({f"resolver.{kind}": {"some": pattern}}))))
    assert any(complaint in problem.message for problem in refused.value.problems), refused.value.problems


# The command.


def test_command_prints_json_as_designed():
    done = kb("resolve", "--json", "NVIDIA B200", "RTX 6000", "sm_100", "nonsense")
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    assert [list(answer) for answer in answers] == [["input", "accelerator", "architecture", "status", "candidates"]] * 4
    assert answers[0] == {"input": "NVIDIA B200", "accelerator": "b200", "architecture": "sm-100", "status": "listed", "candidates": []}
    assert answers[1]["status"] == "ask" and "rtx-a6000" in answers[1]["candidates"]
    assert answers[2] == {"input": "sm_100", "accelerator": None, "architecture": "sm-100", "status": "listed", "candidates": []}
    assert answers[3] == {"input": "nonsense", "accelerator": None, "architecture": None, "status": "unknown", "candidates": []}


def piped(text: str, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([str(KB), *arguments], cwd=ROOT, input=text, capture_output=True, text=True, check=False)


def test_command_reads_lines_and_leaves_frames_out(book):
    done = piped(PASTED["nvidia-smi"][0], "resolve", "-")
    assert done.returncode == 0, done.stderr
    rows = done.stdout.rstrip("\n").split("\n")
    assert rows[0].split() == ["input", "accelerator", "architecture", "status", "candidates"]
    assert [row.split()[-2] for row in rows[1:]] == ["listed", "not-listed"]
    left_out = sum(bool(line) for line in PASTED["nvidia-smi"][0].split("\n")) - 2
    for code in book.kb.languages:
        assert book.writers[code].plain(book.kb.ui["advisor-left-out"], {"n": str(left_out)}) in done.stderr
    asked = kb("resolve", "--json", "No running processes found", "+---+")
    assert [answer["status"] for answer in json.loads(asked.stdout)] == ["unknown", "unknown"] and not asked.stderr, "what is asked one by one is answered"


def test_command_answers_a_pasted_table_in_one_argument():
    done = kb("resolve", "--json", PASTED["nvidia-smi -L"][0])
    assert [answer["accelerator"] for answer in json.loads(done.stdout)] == ["a100", "b200"]
    assert done.stderr


def test_command_needs_a_name():
    assert kb("resolve").returncode == 2
