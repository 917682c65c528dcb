"""Verdicts are computed by the rules of the design, on a synthetic list."""

from __future__ import annotations

import minimal
import pytest
from hypothesis import given
from hypothesis import strategies as st
from minimal import REMOVED

from macros.model import Bound
from macros.verdict import Verdicts, judge_version

LIST_NOTHING_NVIDIA = {"targets.cuda": REMOVED}
LIST_HOPPER = {"targets.hopper": {"architecture": "sm-90", "stack": "cuda", "sources": ["notice"]}}


def verdicts(changes=None, formerly_listed=()) -> Verdicts:
    return Verdicts(minimal.kb(changes), frozenset(formerly_listed))


# What a user asks | changes | formerly listed | accelerator | status | reason
STATUSES = [
    ("an architecture on the list", {}, [], "b200", "listed", "listed-architecture"),
    ("another vendor's architecture on the list", {}, [], "ascend-950pr", "listed", "listed-architecture"),
    ("the same major as a listed one", {}, [], "b300", "unconfirmed", "same-major"),
    ("a capability that no source gives", {"architectures.sm-103.compute_capability": REMOVED}, [], "b300", "not-listed", "architecture-not-named"),
    ("an architecture that no source gives", {"accelerators.b300.architecture": REMOVED}, [], "b300", "unconfirmed", "capability-not-established"),
    ("an older architecture of a listed vendor", {}, [], "h100", "not-listed", "architecture-not-named"),
    ("a major above the listed one", {}, [], "rtx-5090", "not-listed", "architecture-not-named"),
    ("a major that starts with the same figure", {"architectures.sm-90.compute_capability": "1.0"}, [], "h100", "not-listed", "architecture-not-named"),
    ("a vendor that is not on the list", {"accelerators.b300.vendor": "amd"}, [], "b300", "not-listed", "vendor-absent"),
    ("a vendor that left the list", LIST_NOTHING_NVIDIA, [], "b200", "not-listed", "vendor-absent"),
    ("once listed, no longer", LIST_NOTHING_NVIDIA, ["sm-100"], "b200", "withdrawn", "withdrawn"),
    ("once listed, and its major still is", {}, ["sm-103"], "b300", "withdrawn", "withdrawn"),
    ("once listed, and listed today", {}, ["b200"], "b200", "listed", "listed-architecture"),
    ("newly listed", LIST_HOPPER, [], "h100", "listed", "listed-architecture"),
]


@pytest.mark.parametrize(("changes", "formerly", "id", "status", "reason"), [row[1:] for row in STATUSES], ids=[row[0] for row in STATUSES])
def test_the_status_of_an_accelerator(changes, formerly, id, status, reason):
    verdict = verdicts(changes, formerly)[id]
    assert (verdict.status, verdict.reason) == (status, reason)
    assert (verdict.target is not None) == (status == "listed")


def test_every_reason_has_a_text(book):
    for kb in (minimal.kb(), book.kb):
        assert {row[5] for row in STATUSES} <= set(kb.reasons)
        assert {row[3] for row in VERSIONS} | {row[5] for row in STACKS} <= set(kb.reasons) | set(kb.outcomes)


def test_the_evidence_is_the_list_then_the_architecture_then_the_product_each_once():
    judged = verdicts({"architectures.sm-100.sources": ["card"], "accelerators.b200.sources": ["notice", "card"]})
    assert judged["b200"].sources == ("notice", "card")
    assert judged["h100"].sources == ("notice", "card"), "not to be on a list is shown by the list"


@pytest.mark.parametrize(
    ("group", "status"),
    [("hopper", "not-listed"), ("rtx", "not-listed"), ("sm100", "listed"), ("blackwell", None), ("empty", None)],
    ids=["one member", "named one by one", "by architecture and by name", "f3 members that differ", "no members"],
)
def test_a_group_has_a_status_only_if_all_members_agree(group, status):
    assert verdicts().group_status(group) == status


def test_the_members_of_a_group_stand_in_the_order_of_the_file():
    judged = verdicts({"groups.sm100.accelerators": ["ascend-950pr", "h100", "b200"]})
    assert [member.id for member in judged.members(judged.kb.groups["sm100"])] == ["h100", "b200", "ascend-950pr"]


def test_an_architecture_has_the_status_of_its_accelerators():
    assert verdicts().architecture_status("sm-100") == "listed"
    assert verdicts({"accelerators.b300.architecture": "sm-100"}, ["sm-90"]).architecture_status("sm-90") == "withdrawn"
    assert verdicts({"architectures.sm-130": {"name": "SM130", "vendor": "nvidia", "family": "X", "sources": ["card"]}}).architecture_status("sm-130") is None


@pytest.mark.parametrize(("id", "path"), [("b200", "listed"), ("h100", "hopper"), ("rtx-5090", "other"), ("b300", "other"), ("ascend-950pr", "listed")])
def test_the_first_path_that_fits_is_taken(id, path):
    assert verdicts().path(id) == path


def test_a_path_with_status_and_group_needs_both():
    both = {"paths.hopper.status": "listed"}
    assert verdicts(both).path("h100") == "other"
    assert verdicts(both | LIST_HOPPER | {"paths.listed": REMOVED}).path("h100") == "hopper"


def test_nobody_is_left_without_a_path_unseen():
    with pytest.raises(LookupError, match="rtx-5090"):
        verdicts({"paths.other": REMOVED}).path("rtx-5090")


# Bound | version as read on the machine | state | reason
VERSIONS = [
    ({"exact": "3.12"}, "3.12.7", "met", "satisfied"),
    ({"exact": "3.12"}, "3.13.1", "unmet", "outside-bounds"),
    ({"exact": "3.12"}, "3.11.9", "unmet", "outside-bounds"),
    ({"min": "3.12"}, "3.12.7", "met", "satisfied"),
    ({"min": "3.12"}, "3.13.1", "met", "satisfied"),
    ({"min": "3.12"}, "3.11.9", "unmet", "outside-bounds"),
    ({"stated": "3.12"}, "3.12.7", "met", "satisfied"),
    ({"stated": "3.12"}, "3.13.1", "cannot-tell", "newer-not-documented"),
    ({"stated": "3.12"}, "3.11.9", "unmet", "older-than-required"),
    ({"above": "3.12"}, "3.12.7", "unmet", "outside-bounds"),
    ({"above": "3.12"}, "3.13.1", "met", "satisfied"),
    ({"above": "3.12"}, "3.11.9", "unmet", "outside-bounds"),
    ({"max": "3.12"}, "3.12.7", "met", "satisfied"),
    ({"max": "3.12"}, "3.13.1", "unmet", "outside-bounds"),
    ({"max": "3.12"}, "3.11.9", "met", "satisfied"),
    ({"below": "3.12"}, "3.12.7", "unmet", "outside-bounds"),
    ({"below": "3.12"}, "3.12", "unmet", "outside-bounds"),
    ({"below": "3.12"}, "3.11.9", "met", "satisfied"),
    ({"min": "3.12", "below": "3.13"}, "3.12.7", "met", "satisfied"),
    ({"min": "3.12", "below": "3.13"}, "3.13.1", "unmet", "outside-bounds"),
    ({"min": "3.12", "below": "3.13"}, "3.11.9", "unmet", "outside-bounds"),
    ({"min": "13"}, "13.2", "met", "satisfied"),
    ({"min": "13"}, "13.10", "met", "satisfied"),
    ({"min": "13.9"}, "13.10", "met", "satisfied"),
    ({"min": "13.10"}, "13.9", "unmet", "outside-bounds"),
    ({"min": "9"}, "10", "met", "satisfied"),
    ({"stated": "13"}, "13", "met", "satisfied"),
    ({"stated": "13"}, "13.0", "met", "satisfied"),
    ({"stated": "13"}, "13.10.1", "met", "satisfied"),
    ({"stated": "13.0"}, "13", "cannot-tell", "not-precise"),
    ({"stated": "3.12"}, "3", "cannot-tell", "not-precise"),
    ({"stated": "9.2"}, "9", "cannot-tell", "not-precise"),
    ({"min": "3.12"}, "3", "cannot-tell", "not-precise"),
    ({"stated": "3.12"}, "2", "unmet", "older-than-required"),
    ({"stated": "13"}, "14.0", "cannot-tell", "newer-not-documented"),
    ({"stated": "13"}, "130", "cannot-tell", "newer-not-documented"),
    ({"stated": "13"}, "12.9", "unmet", "older-than-required"),
    ({"stated": "13"}, "1.3", "unmet", "older-than-required"),
    ({"stated": "3.12"}, "3.12.0rc1", "met", "satisfied"),
    ({"stated": "13"}, "thirteen", "cannot-tell", "not-a-version"),
    ({"stated": "13"}, "13.0 (driver)", "cannot-tell", "not-a-version"),
    ({"stated": "13"}, "13,0", "cannot-tell", "not-a-version"),
    ({"stated": "13"}, "9" * 5000, "cannot-tell", "not-a-version"),
    ({"min": "13"}, "", "cannot-tell", "not-a-version"),
]


@pytest.mark.parametrize(("bounds", "given_version", "state", "reason"), VERSIONS, ids=[f"{b} and {v[:20] or 'nothing'}" for b, v, _, _ in VERSIONS])
def test_a_version_beside_a_bound(bounds, given_version, state, reason):
    assert judge_version(Bound(**bounds), given_version) == (state, reason)


SERIES = st.lists(st.integers(0, 40), min_size=1, max_size=3).map(lambda parts: ".".join(map(str, parts)))


@given(SERIES, SERIES)
def test_above_is_never_met_with_max_nor_below_with_min(series, version):
    answers = {kind: judge_version(Bound(**{kind: series}), version) for kind in ("exact", "stated", "min", "above", "max", "below")}
    met = {kind: state == "met" for kind, (state, _) in answers.items()}
    if ("cannot-tell", "not-precise") in answers.values():
        assert not any(met.values()), "a version that says too little meets no bound"
        return
    assert met["above"] != met["max"] and met["below"] != met["min"]
    assert met["exact"] == met["stated"] == (met["min"] and met["max"])


@given(st.text(max_size=20))
def test_whatever_is_typed_as_a_version_gets_an_answer(typed):
    assert judge_version(Bound(stated="13"), typed)[0] in ("met", "unmet", "cannot-tell")


GOOD = {"cuda": "13.1", "gcc": "14.2", "python": "3.12.7", "os": "linux"}

# What a user has | accelerator | what differs from a good stack | the condition in question | state | reason | outcome
STACKS = [
    ("everything", "b200", {}, "cuda", "met", "satisfied", "on-matrix"),
    ("a newer minor of the stated version", "b200", {"cuda": "13.2"}, "cuda", "met", "satisfied", "on-matrix"),
    ("two-figure minor", "b200", {"cuda": "13.10"}, "cuda", "met", "satisfied", "on-matrix"),
    ("less than one component asks", "b200", {"cuda": "13.0"}, "cuda", "cannot-tell", "component-asks-more", "cannot-tell"),
    ("only the major of the version", "b200", {"cuda": "13"}, "cuda", "cannot-tell", "component-asks-more", "cannot-tell"),
    ("a newer series", "b200", {"cuda": "14.0"}, "cuda", "cannot-tell", "newer-not-documented", "cannot-tell"),
    ("an older series", "b200", {"cuda": "12.9"}, "cuda", "unmet", "older-than-required", "off-matrix"),
    ("a newer compiler than the minimum", "b200", {"gcc": "15"}, "gcc", "met", "satisfied", "on-matrix"),
    ("an older compiler", "b200", {"gcc": "12.4"}, "gcc", "unmet", "outside-bounds", "off-matrix"),
    ("a newer Python", "b200", {"python": "3.13.1"}, "python", "cannot-tell", "newer-not-documented", "cannot-tell"),
    ("an older Python", "b200", {"python": "3.11.9"}, "python", "unmet", "older-than-required", "off-matrix"),
    ("another system", "b200", {"os": "Windows"}, "os", "unmet", "other-name", "off-matrix"),
    ("the system in capitals", "b200", {"os": " LINUX "}, "os", "met", "satisfied", "on-matrix"),
    ("a condition not given", "b200", {"gcc": REMOVED}, "gcc", "cannot-tell", "not-given", "cannot-tell"),
    ("a condition left blank", "b200", {"gcc": "  "}, "gcc", "cannot-tell", "not-given", "cannot-tell"),
    ("something that is no version", "b200", {"gcc": "the newest"}, "gcc", "cannot-tell", "not-a-version", "cannot-tell"),
    ("the other vendor's stack as well", "b200", {"cann": "9.2"}, "cann", "unmet", "wrong-vendor-stack", "off-matrix"),
    ("the other vendor's stack left blank", "b200", {"cann": " "}, "cuda", "met", "satisfied", "on-matrix"),
    ("only the other vendor's stack", "ascend-950pr", {}, "cuda", "unmet", "wrong-vendor-stack", "off-matrix"),
    ("its own stack", "ascend-950pr", {"cuda": REMOVED, "cann": "9.2.1"}, "cann", "met", "satisfied", "on-matrix"),
    ("an accelerator that is not listed", "h100", {}, "accelerator", "unmet", "architecture-not-named", "off-matrix"),
    ("an accelerator that is not confirmed", "b300", {}, "accelerator", "cannot-tell", "same-major", "cannot-tell"),
    ("one unmet and one not given", "b200", {"gcc": "12", "os": REMOVED}, "gcc", "unmet", "outside-bounds", "off-matrix"),
]


@pytest.mark.parametrize(("id", "differs", "condition", "state", "reason", "outcome"), [row[1:] for row in STACKS], ids=[row[0] for row in STACKS])
def test_a_stack_is_judged_condition_by_condition_and_the_worst_decides(id, differs, condition, state, reason, outcome):
    stack = {key: value for key, value in (GOOD | differs).items() if value is not REMOVED}
    answer = verdicts().judge_stack(id, stack)
    (judged,) = [c for c in answer.conditions if c.requirement == condition]
    assert (judged.state, judged.reason) == (state, reason)
    assert answer.outcome == outcome
    worst = max((c.state for c in answer.conditions), key=["met", "cannot-tell", "unmet"].index)
    assert outcome == {"met": "on-matrix", "cannot-tell": "cannot-tell", "unmet": "off-matrix"}[worst]


def test_the_component_that_asks_for_more_is_named_with_what_it_asks():
    (condition,) = [c for c in verdicts().judge_stack("b200", GOOD | {"cuda": "13.0"}).conditions if c.requirement == "cuda"]
    assert condition.asked_by.id == "kernels" and condition.asked.bounds == {"min": "13.1"} and condition.given == "13.0"


def test_nothing_given_cannot_be_told_and_is_never_a_no():
    answer = verdicts().judge_stack("b200", {})
    assert answer.outcome == "cannot-tell"
    assert [c.reason for c in answer.conditions[1:]] == ["not-given"] * 4


def test_software_does_not_make_an_unlisted_accelerator_listed():
    answer = verdicts().judge_stack("h100", GOOD)
    assert answer.outcome == "off-matrix"
    assert {c.state for c in answer.conditions[1:]} == {"met"}


# f2. The majors of compute capabilities: 10.0 is ten, and never one.
@pytest.mark.parametrize(("capability", "status"), [("10.0", "unconfirmed"), ("10.9", "unconfirmed"), ("1.0", "not-listed"), ("9.0", "not-listed"), ("12.1", "not-listed")])
def test_f2_the_major_of_a_capability_is_what_stands_before_the_dot(capability, status):
    assert verdicts({"architectures.sm-103.compute_capability": capability})["b300"].status == status
