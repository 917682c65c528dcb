"""Questions to the advisor with Python's answers, for the browser's code to give the same: names in every spelling, stacks at every boundary."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from device_lines import NO_FRAMES, PASTED, ROWS, TOOLS

from macros.advise import advise
from macros.pages import Book
from macros.resolve import Resolver
from macros.resolver_tables import spellings_of, tables

HEDGED = ["{} or H100", "not {}", "{} 互換", "{}以外", "{}?", "{}A", "X{}", "{} Ti", "{} / {}", "({})"]
AROUND = ["8x {}", "{} x8", "{}を8基", "2 {} GPU", "NVIDIA {}", "Huawei {}", "AMD {}", "{} 80GB", "{}（メモリ180GB）", "d’{}", "Dell PowerEdge {}", "{}s"]
# What JavaScript and Python could read apart: white space, letters of other scripts, signs of two units, names of an object's own members.
ODD = [
    "", " ", "\x1c", "\x85B200\x85", "\ufeffB200", "B200\ufeff", "\u2028B200\u2029", "B\u0301200", "İB200", "B200ı", "ſm_100", "\u212a", "Σ", "ΑΣ B200", "𝐁𝟐𝟎𝟎", "B200 😀", "😀" * 40,
    "constructor", "__proto__", "toString B200", "B200 constructor", "hasOwnProperty", "①", "B²00", "ﷺ", "½ B200", "B200\0", "٣ B200", "x" * 2000, "9" * 400 + "GB B200", "0GB B200", "0 GB H100",
    "Product Name\x85: NVIDIA B200", "GPU 0: NVIDIA\u2028B200 (UUID: GPU-0)", "ΐ", "ﬁ B200", "㎇", "H100 80㎇", "ｱｾﾝﾄﾞ950PR", "ＮＶＩＤＩＡ　Ｂ２００",
]
VERSIONS = ["", " ", "x", "v13", "13!13", "13.0rc1", "13-1", "13.post2", "13.dev0", "13+cu130", "13.", ".13", "13..0", "１３", "13 ", "\x1f13\x1f", "13,1", "0", "13.1.0.0.0", "9" * 30, "9" * 4400, "13a-", "13 rc1", "1e3", "-13", "013", "V13.1", "13.0_1", "13.0c", "13rev"]
NAMES = ["linux", "LINUX", "Linux ", "Windows", "Linux 6", "ſinux", "Linuſ", "İ", "ß"]


def names(book: Book) -> Iterator[str]:
    """Lines of every kind, each of which the resolver must read alike."""
    yield from (line for line, _ in ROWS)
    yield from TOOLS
    yield from ODD
    spellings = [spelling for a in book.kb.accelerators.values() for _, spelling in spellings_of(a)]
    spellings += [device.name for device in book.kb.devices.names] + [form for entry in book.kb.resolver.ambiguous.values() for form in entry.forms]
    for spelling in spellings:
        yield spelling
        yield from (spelling.lower(), spelling.upper(), spelling.replace(" ", "-"), spelling.replace(" ", ""), f"  {spelling}\t", _wide(spelling))
    for accelerator in book.kb.accelerators.values():
        yield from (pattern.replace("{}", accelerator.name) for pattern in (*HEDGED, *AROUND))
    for architecture in book.kb.architectures.values():
        yield from (architecture.name, f"{architecture.name} architecture", f"CUDA {architecture.compute_capability}", f"{architecture.compute_capability}")


def frames() -> Iterator[str]:
    """Lines that are frames of a tool's output, or near to that."""
    for text, _ in PASTED.values():
        for line in text.split("\n"):
            yield line
            yield from (f" {line}\r", line.upper(), f"{line} B200", line.replace("|", "", 1), line.replace("  ", " "), line.replace(" ", "\u00a0"))
    yield from (*NO_FRAMES, *TOOLS, *ODD)


def _wide(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else "\u3000" if sign == " " else sign for sign in text)


def stacks(book: Book) -> Iterator[dict[str, str]]:
    """Stacks around every bound of every requirement: each value alone, and in each stack that fits otherwise."""
    values = {id: _boundaries(book, id) for id in book.kb.requirements}
    yield {}
    for id, given in values.items():
        yield from ({id: value} for value in given)
    yield {id: _fitting(book, id) for id in values}
    for fitting in _fitting_stacks(book):
        yield fitting
        for id, given in values.items():
            yield from (fitting | {id: value} for value in given[:8])
            yield {other: value for other, value in fitting.items() if other != id}


def _fitting_stacks(book: Book) -> Iterator[dict[str, str]]:
    """For each entry of the list, what it asks for and nothing else."""
    for target in book.kb.targets.values():
        yield {id: _fitting(book, id) for id in (target.stack, *book.kb.release.requirements)}


def _bounds(book: Book, id: str) -> list[str]:
    requirement = book.kb.requirements[id]
    asked = [component.requires[id] for component in book.kb.components.values() if id in component.requires]
    return [value for bound in (requirement.version, *asked) if bound for value in bound.bounds.values()]


def _boundaries(book: Book, id: str) -> list[str]:
    """Just below, at, and just above each bound; fewer and more figures; and what is no version at all."""
    requirement = book.kb.requirements[id]
    if requirement.version is None:
        return [*requirement.one_of, *(name.lower() for name in requirement.one_of), *NAMES]
    found = []
    for bound in _bounds(book, id):
        *head, last = map(int, bound.split("."))
        for figure in (last - 1, last, last + 1, last * 10):
            version = ".".join(map(str, [*head, figure]))
            found += [version, f"{version}.0", f"{version}.9", f"{version}.10"]
        found += [".".join(map(str, head))] if head else []
    return list(dict.fromkeys([*found, *VERSIONS]))


def _fitting(book: Book, id: str) -> str:
    requirement = book.kb.requirements[id]
    return requirement.one_of[0] if requirement.version is None else f"{_bounds(book, id)[-1]}.1"


def vectors(book: Book) -> dict:
    """`names`: [line, answer]; `frames`: [line, whether it is left out]; `stacks`: [accelerator, stack, outcome, conditions]."""
    resolve, code = Resolver(tables(book.kb, book.verdicts)), next(iter(book.kb.languages))
    resolved = []
    for line in dict.fromkeys(names(book)):
        answer = resolve(line).as_dict()
        answer.pop("input")
        resolved.append([line, answer])
    judged = []
    for id, given in product(book.kb.accelerators, list(stacks(book))):
        answer = advise(book, code, id, given)
        judged.append([id, given, answer.outcome, [[c.requirement, c.state, c.reason] for c in answer.conditions]])
    left_out = [[line, resolve.is_frame(line)] for line in dict.fromkeys(frames())]
    return {"names": resolved, "frames": left_out, "stacks": judged}
