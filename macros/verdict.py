"""Verdicts, computed and never typed: the status of an accelerator, and how a stack fits the reported list.

The rules are those of the design: listed, unconfirmed, not listed; and for a stack met, unmet, cannot tell.
They rest on the official list as reported (facts FA-06, FA-07) and say no more than it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from packaging.version import Version

from .fields import StatusId
from .model import Accelerator, Bound, Component, Group, KnowledgeBase, Requirement, Target

State = Literal["met", "unmet", "cannot-tell"]
Outcome = Literal["on-matrix", "off-matrix", "cannot-tell"]

# Where a version may stand beside the series that a bound names. 3.12.7 is in the series 3.12, so it is not above 3.12.
ALLOWED = {"exact": {"in"}, "min": {"in", "newer"}, "above": {"newer"}, "max": {"in", "older"}, "below": {"older"}}
# A `stated` version speaks for its own series: an older one is unmet, a newer one is not documented.
STATED: dict[str, tuple[State, str]] = {
    "older": ("unmet", "older-than-required"), "in": ("met", "satisfied"), "newer": ("cannot-tell", "newer-not-documented"),
}


@dataclass(frozen=True)
class Verdict:
    """The status of one accelerator, why, and the sources behind it."""

    accelerator: Accelerator
    status: StatusId
    reason: str
    target: Target | None
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Condition:
    """One condition of a stack: its state, the reason's id, and the values that the reason's sentence needs."""

    requirement: str
    state: State
    reason: str
    given: str = ""
    asked_by: Component | None = None
    asked: Bound | None = None


@dataclass(frozen=True)
class StackAnswer:
    verdict: Verdict
    conditions: tuple[Condition, ...]
    outcome: Outcome


@dataclass
class Verdicts:
    """All verdicts of a knowledge base. `formerly_listed` are the architectures that the ledger once had on the list."""

    kb: KnowledgeBase
    formerly_listed: frozenset[str] = field(default=frozenset())

    def __getitem__(self, accelerator_id: str) -> Verdict:
        return self.all[accelerator_id]

    @cached_property
    def all(self) -> dict[str, Verdict]:
        return {id: self._judge(accelerator) for id, accelerator in self.kb.accelerators.items()}

    @cached_property
    def _targets(self) -> dict[str, Target]:
        return {target.architecture: target for target in self.kb.targets.values()}

    def _judge(self, accelerator: Accelerator) -> Verdict:
        target = self._targets.get(accelerator.architecture or "")
        status, reason = self._status(accelerator, target)
        return Verdict(accelerator, status, reason, target, self._evidence(accelerator, target))

    def _status(self, accelerator: Accelerator, target: Target | None) -> tuple[StatusId, str]:
        if target:
            return "listed", "listed-architecture"
        if accelerator.architecture in self.formerly_listed:
            return "withdrawn", "withdrawn"
        if accelerator.vendor not in {self.kb.architectures[a].vendor for a in self._targets}:
            return "not-listed", "vendor-absent"
        if accelerator.architecture is None:
            return "unconfirmed", "capability-not-established"
        if _major(self._capability(accelerator.architecture)) in self._listed_majors:
            return "unconfirmed", "same-major"
        return "not-listed", "architecture-not-named"

    def _capability(self, architecture: str) -> str | None:
        return self.kb.architectures[architecture].compute_capability

    @cached_property
    def _listed_majors(self) -> set[str]:
        """Compute-capability majors on the list: binaries and kernels are commonly shared within a major."""
        return {major for architecture in self._targets if (major := _major(self._capability(architecture)))}

    def _evidence(self, accelerator: Accelerator, target: Target | None) -> tuple[str, ...]:
        """The sources that a verdict rests on: the list, the architecture, the product; each once, in that order."""
        listed = target.sources if target else [s for t in self.kb.targets.values() for s in t.sources]
        architecture = self.kb.architectures[accelerator.architecture].sources if accelerator.architecture else []
        return tuple(dict.fromkeys([*listed, *architecture, *accelerator.sources]))

    def members(self, group: Group) -> list[Accelerator]:
        """The accelerators of a group, in the order of the file."""
        return [a for a in self.kb.accelerators.values() if _is_member(a, group)]

    def group_status(self, group_id: str) -> StatusId | None:
        """The status of a group, if all members agree; else None."""
        return self._group_statuses[group_id]

    @cached_property
    def _group_statuses(self) -> dict[str, StatusId | None]:
        return {group.id: _agreed(self[member.id].status for member in self.members(group)) for group in self.kb.groups.values()}

    def architecture_status(self, architecture_id: str) -> StatusId | None:
        """The status of an architecture's accelerators, if they agree; else None."""
        return _agreed(v.status for v in self.all.values() if v.accelerator.architecture == architecture_id)

    def path(self, accelerator_id: str) -> str:
        """The migration path that an accelerator is sent down: the first that fits, in the order of the file."""
        verdict = self[accelerator_id]
        for path in self.kb.paths.values():
            if path.status and path.status != verdict.status:
                continue
            if path.group and not _is_member(verdict.accelerator, self.kb.groups[path.group]):
                continue
            return path.id
        raise LookupError(f"no migration path for {accelerator_id}: the last path must take everybody else")

    def judge_stack(self, accelerator_id: str, given: Mapping[str, str]) -> StackAnswer:
        """How a stack fits the list. `given` maps requirement ids to versions or names as read on the machine.

        A condition that is not given is met by nobody: it cannot be told. The worst state decides the outcome.
        """
        verdict = self[accelerator_id]
        wanted = [self.kb.requirements[r] for r in self.kb.release.requirements]
        if verdict.target:
            wanted.insert(0, self.kb.requirements[verdict.target.stack])
        conditions = [_accelerator_condition(verdict)]
        conditions += [self._judge_requirement(requirement, given.get(requirement.id, "").strip()) for requirement in wanted]
        conditions += [
            Condition(id, "unmet", "wrong-vendor-stack", value.strip())
            for id, value in given.items()
            if value.strip() and verdict.target and self.kb.requirements[id].stack and id != verdict.target.stack
        ]
        states = {condition.state for condition in conditions}
        outcome: Outcome = "off-matrix" if "unmet" in states else "cannot-tell" if "cannot-tell" in states else "on-matrix"
        return StackAnswer(verdict, tuple(conditions), outcome)

    def _judge_requirement(self, requirement: Requirement, given: str) -> Condition:
        if not given:
            return Condition(requirement.id, "cannot-tell", "not-given")
        if requirement.version is None:
            known = given.casefold() in (name.casefold() for name in requirement.one_of)
            return Condition(requirement.id, "met" if known else "unmet", "satisfied" if known else "other-name", given)
        state, reason = judge_version(requirement.version, given)
        if state == "met":
            for component in self.kb.components.values():
                asked = component.requires.get(requirement.id)
                if asked and judge_version(asked, given)[0] != "met":
                    return Condition(requirement.id, "cannot-tell", "component-asks-more", given, component, asked)
        return Condition(requirement.id, state, reason, given)


def _agreed(statuses: Iterable[StatusId]) -> StatusId | None:
    """The status of all, if there is one."""
    found = set(statuses)
    return found.pop() if len(found) == 1 else None


def _is_member(accelerator: Accelerator, group: Group) -> bool:
    return accelerator.id in group.accelerators or accelerator.architecture in group.architectures


def _accelerator_condition(verdict: Verdict) -> Condition:
    state: State = {"listed": "met", "unconfirmed": "cannot-tell"}.get(verdict.status, "unmet")
    return Condition("accelerator", state, verdict.reason, verdict.accelerator.id)


def _major(capability: str | None) -> str | None:
    """The major of a compute capability: 10.3 -> 10. Never of `100`, which is a name and not a number."""
    return capability.split(".")[0] if capability else None


def judge_version(bound: Bound, given: str) -> tuple[State, str]:
    """Whether a version satisfies a bound, and the id of the reason. All bounds go by series."""
    try:
        version = Version(given)
    except ValueError:  # not a version, or figures too long for one
        return "cannot-tell", "not-a-version"
    if any(_is_part_of(version, value) for value in bound.bounds.values()):
        return "cannot-tell", "not-precise"
    if bound.stated:
        return STATED[_place(version, bound.stated)]
    within = all(_place(version, value) in ALLOWED[kind] for kind, value in bound.bounds.items())
    return ("met", "satisfied") if within else ("unmet", "outside-bounds")


def _is_part_of(version: Version, series: str) -> bool:
    """Whether a version says less than the bound asks: `3` beside `3.12` may be any of its series."""
    wanted = Version(series).release
    return len(version.release) < len(wanted) and wanted[: len(version.release)] == version.release


def _place(version: Version, series: str) -> str:
    """Where a version stands beside a series: `older`, `in` or `newer`. 13.10 is in 13, and newer than 13.9."""
    wanted = Version(series).release
    release = (*version.release, *[0] * len(wanted))[: len(wanted)]
    return "in" if release == wanted else "older" if release < wanted else "newer"
