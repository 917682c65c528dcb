"""The verdict on a stack in words: every condition at its boundary, every accelerator, every language, as people and machines read it."""

from __future__ import annotations

import json

import pytest
from conftest import kb
from device_lines import PASTED

from macros import advisor
from macros.advise import advise, as_json, text
from macros.pages import Book
from macros.stack_tables import stack_tables

WHOLE = {"os": "Linux", "gcc": "13.2", "python": "3.12.7", "model": "DeepSeek-V4.1-Flash"}
FITTING = {"b200": WHOLE | {"cuda": "13.2"}, "ascend-950pr": WHOLE | {"cann": "9.2"}}

# accelerator, requirement, given, state, reason
BOUNDARIES = [
    ("b200", "cuda", "12.9", "unmet", "older-than-required"),
    ("b200", "cuda", "13.0", "cannot-tell", "component-asks-more"),
    ("b200", "cuda", "13.1", "met", "satisfied"),
    ("b200", "cuda", "13.2", "met", "satisfied"),
    ("b200", "cuda", "13.10", "met", "satisfied"),
    ("b200", "cuda", "14.0", "cannot-tell", "newer-not-documented"),
    ("b200", "cuda", "thirteen", "cannot-tell", "not-a-version"),
    ("b200", "cuda", "", "cannot-tell", "not-given"),
    ("b200", "cann", "9.2", "unmet", "wrong-vendor-stack"),
    ("ascend-950pr", "cann", "9.1", "unmet", "older-than-required"),
    ("ascend-950pr", "cann", "9.2", "met", "satisfied"),
    ("ascend-950pr", "cann", "9.2.1", "met", "satisfied"),
    ("ascend-950pr", "cann", "9.10", "cannot-tell", "newer-not-documented"),
    ("ascend-950pr", "cann", "9", "cannot-tell", "not-precise"),
    ("ascend-950pr", "cuda", "13.2", "unmet", "wrong-vendor-stack"),
    ("b200", "gcc", "12.4", "unmet", "outside-bounds"),
    ("b200", "gcc", "9.5", "unmet", "outside-bounds"),
    ("b200", "gcc", "13", "met", "satisfied"),
    ("b200", "gcc", "14.1", "met", "satisfied"),
    ("b200", "python", "3.11.9", "unmet", "older-than-required"),
    ("b200", "python", "3.1", "unmet", "older-than-required"),
    ("b200", "python", "3.12", "met", "satisfied"),
    ("b200", "python", "3.12.7", "met", "satisfied"),
    ("b200", "python", "3.13.1", "cannot-tell", "newer-not-documented"),
    ("b200", "python", "3", "cannot-tell", "not-precise"),
    ("b200", "os", "linux", "met", "satisfied"),
    ("b200", "os", "Windows 11", "unmet", "other-name"),
    ("b200", "model", "DeepSeek-V4-Flash", "unmet", "other-name"),
    ("h100", "cuda", "13.2", "cannot-tell", "no-stack-listed"),
]
ROUND = {"listed": "met", "unconfirmed": "cannot-tell", "not-listed": "unmet", "withdrawn": "unmet"}


def condition(book: Book, accelerator: str, requirement: str, given: dict[str, str], code: str | None = None):
    answer = advise(book, code or next(iter(book.kb.languages)), accelerator, given)
    (found,) = [c for c in answer.conditions if c.requirement == requirement]
    return answer, found


@pytest.mark.parametrize(("accelerator", "requirement", "given", "state", "reason"), BOUNDARIES)
def test_boundary(book, accelerator, requirement, given, state, reason):
    for code in book.kb.languages:
        stack = FITTING.get(accelerator, WHOLE) | {requirement: given}
        answer, found = condition(book, accelerator, requirement, stack, code)
        assert (found.state, found.reason, found.given) == (state, reason, given)
        assert found.sentence and found.where_to_look
        assert bool(found.remedy) == (state != "met"), found
        if accelerator in FITTING:
            assert answer.outcome == {"met": "on-matrix", "unmet": "off-matrix", "cannot-tell": "cannot-tell"}[state]


def test_every_requirement_has_a_boundary(book):
    assert {row[1] for row in BOUNDARIES} == set(book.kb.requirements)
    assert {row[3] for row in BOUNDARIES} == {"met", "unmet", "cannot-tell"}


def test_every_accelerator_in_every_language(book):
    for code in book.kb.languages:
        for id, verdict in book.verdicts.all.items():
            answer = advise(book, code, id, WHOLE)
            first = answer.conditions[0]
            assert (first.requirement, first.state) == ("accelerator", ROUND[verdict.status]), id
            assert answer.status == verdict.status and answer.path == book.verdicts.path(id)
            words = text(book, answer)
            for shown in (answer.label, answer.sentence, answer.outcome_words, answer.path_title, first.sentence):
                assert shown and shown in words
            assert "{" not in words and "}" not in words
            assert answer.outcome != "on-matrix"  # no stack is given
            assert {c.requirement for c in answer.conditions} >= set(book.kb.release.requirements)


def test_only_a_listed_accelerator_can_be_on_the_matrix(book):
    every = WHOLE | {"cuda": "13.2"}
    outcomes = {id: advise(book, "fr", id, every).outcome for id in book.kb.accelerators}
    assert {id for id, outcome in outcomes.items() if outcome == "on-matrix"} == {id for id, v in book.verdicts.all.items() if v.target and v.target.stack == "cuda"}
    assert outcomes["h100"] == "off-matrix" and outcomes["b300"] == "cannot-tell"


def test_the_number_that_is_meant(book):
    """f5: the driver's utility shows another CUDA number than the one that is wanted."""
    for code in book.kb.languages:
        answer, cuda = condition(book, "b200", "cuda", FITTING["b200"], code)
        assert cuda.state == "met"
        for command in ("nvcc --version", "nvidia-smi"):
            assert command in cuda.where_to_look
        assert cuda.where_to_look in text(book, answer)


def test_remedies_name_what_to_use(book):
    wanted = {("gcc", "12"): {"ja": "13以降", "fr": "13 ou ultérieure"}, ("cuda", "13.0"): {"ja": "13.1以降", "fr": "13.1 ou ultérieure"}, ("python", "3.13"): {"ja": "3.12", "fr": "3.12"}}
    for (requirement, given), words in wanted.items():
        for code, phrase in words.items():
            _, found = condition(book, "b200", requirement, FITTING["b200"] | {requirement: given}, code)
            assert phrase in found.remedy


def test_unknown_requirement_is_refused(book):
    with pytest.raises(KeyError):
        advise(book, "fr", "b200", {"cudaa": "13"})


def test_json_is_the_same_structure(book):
    answer = advise(book, "ja", "b200", FITTING["b200"])
    assert json.loads(json.dumps(as_json(answer)))["conditions"][1]["requirement"] == "cuda"


# The command.


def test_command_answers_in_both_languages():
    done = kb("advise", "--accelerator", "NVIDIA B200", "--cuda", "13.2", "--gcc", "13", "--python", "3.12", "--os", "Linux", "--model", "deepseek-v4.1-flash", "--json")
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    assert [(a["lang"], a["accelerator"], a["outcome"]) for a in answers] == [("ja", "b200", "on-matrix"), ("fr", "b200", "on-matrix")]


def test_command_has_an_option_for_each_requirement(book):
    done = kb("advise", "--help")
    assert done.returncode == 0
    for id in book.kb.requirements:
        assert f"--{id} " in done.stdout


def test_command_asks_which_product_is_meant():
    for name, candidates in {"RTX 6000": ("rtx-a6000", "quadro-rtx"), "sm_100": ("b200", "gb200"), "B200 or H100": ("b200", "h100"), "nonsense": ()}.items():
        done = kb("advise", "--accelerator", name)
        assert done.returncode == 1 and done.stdout == ""
        assert all(candidate in done.stderr for candidate in candidates), done.stderr
        (answer,) = json.loads(kb("advise", "--accelerator", name, "--json").stdout)
        assert (answer["input"], answer["accelerator"]) == (name, None)
        assert answer["status"] == ("ask" if candidates else "unknown") and set(candidates) <= set(answer["candidates"])


def test_command_answers_every_product_of_a_pasted_table(book):
    table = PASTED["nvidia-smi of earlier drivers"][0].replace("Tesla T4  ", "NVIDIA B200").replace("NVIDIA GeForce ...  WDDM ", "NVIDIA H100       Off  ")
    done = kb("advise", "--accelerator", f"{table}\nRTX 6000", "--lang", "fr", "--json")
    assert done.returncode == 1
    assert [(answer["accelerator"], answer["status"]) for answer in json.loads(done.stdout)] == [("b200", "listed"), ("h100", "not-listed"), (None, "ask")]
    assert done.stderr.startswith(book.writers["fr"].plain(book.kb.ui["advisor-left-out"], {"n": "20"})), done.stderr
    nothing = kb("advise", "--accelerator", "+----+\n", "--json")
    assert (nothing.returncode, json.loads(nothing.stdout)) == (1, [])


@pytest.mark.parametrize("command", ["advise", "resolve"])
def test_help_says_the_exit_codes(command):
    said = " ".join(kb(command, "--help").stdout.split())
    assert "Exit code: 0" in said and "2 if it was called wrongly" in said


def test_command_refuses_wrong_use():
    assert kb("advise").returncode == 2
    assert kb("advise", "--accelerator", "b200", "--lang", "xx").returncode == 2
    assert kb("advise", "--accelerator", "b200", "--rust", "1").returncode == 2


# The tables that a browser judges by.


def place(given: str, series: str) -> str:
    """Where a version stands beside a series, told by figures alone, as a browser does it."""
    wanted = [int(figure) for figure in series.split(".")]
    figures = [int(figure) for figure in given.split(".")]
    figures = (figures + [0] * len(wanted))[: len(wanted)]
    return "in" if figures == wanted else "older" if figures < wanted else "newer"


ALLOWED = {"min": {"in", "newer"}, "above": {"newer"}, "max": {"in", "older"}, "below": {"older"}, "exact": {"in"}}


def judge(tables: dict, id: str, given: str) -> tuple[str, str]:
    """A requirement judged from the tables and nothing else."""
    (requirement,) = [row for row in tables["requirements"] if row["id"] == id]
    if not given:
        return "cannot-tell", "not-given"
    if not requirement["bounds"]:
        return ("met", "satisfied") if given.lower() in map(str.lower, requirement["one_of"]) else ("unmet", "other-name")
    if not all(part.isdecimal() for part in given.split(".")):
        return "cannot-tell", "not-a-version"

    def against(rows: list[dict[str, str]]) -> tuple[str, str]:
        bounds = {bound["kind"]: bound["version"] for bound in rows}
        if any(len(given.split(".")) < len(value.split(".")) and (value + ".").startswith(given + ".") for value in bounds.values()):
            return "cannot-tell", "not-precise"
        if "stated" in bounds:
            return {"in": ("met", "satisfied"), "older": ("unmet", "older-than-required"), "newer": ("cannot-tell", "newer-not-documented")}[place(given, bounds["stated"])]
        within = all(place(given, value) in ALLOWED[kind] for kind, value in bounds.items())
        return ("met", "satisfied") if within else ("unmet", "outside-bounds")

    answer = against(requirement["bounds"])
    asked = (row["bounds"] for component in tables["components"] for row in component["requires"] if row["requirement"] == id)
    return ("cannot-tell", "component-asks-more") if answer[0] == "met" and any(against(bounds)[0] != "met" for bounds in asked) else answer


def test_tables_are_enough_to_judge_a_stack(book):
    tables = json.loads(json.dumps(stack_tables(book)))
    targets = {target["architecture"]: target["stack"] for target in tables["targets"]}
    compared = 0
    for _, requirement, given, _, reason in BOUNDARIES:
        if reason in ("wrong-vendor-stack", "no-stack-listed"):
            continue
        for id in book.kb.accelerators:
            conditions = book.verdicts.judge_stack(id, {requirement: given}).conditions
            for condition in conditions:
                if condition.requirement == requirement and condition.reason != "wrong-vendor-stack":
                    assert judge(tables, requirement, given) == (condition.state, condition.reason)
                    compared += 1
            stack = targets.get(book.kb.accelerators[id].architecture)
            assert (requirement in [c.requirement for c in conditions]) >= (requirement in tables["release"] or stack == requirement)
    assert compared > 500


def test_the_browser_has_the_words_of_every_answer(book):
    rows = {row["id"]: row for row in stack_tables(book)["requirements"]}
    for code in book.kb.languages:
        assert rows["gcc"]["phrase"][code] == book.writers[code].requirement("gcc")
        outcomes = advisor.words(book, code)["outcomes"]
        assert list(outcomes) == list(book.kb.outcomes)
        for id, words in outcomes.items():
            assert words and "{this" not in words, id
        assert "{given}" in outcomes["not-a-version"]
