"""From texts to words: placeholders become phrases of each language, and one that cannot is refused by name."""

from __future__ import annotations

import minimal
import pytest

from macros.locale import Locale
from macros.phrases import Span, UnknownPlaceholder, Writer, placeholders, references
from macros.verdict import Verdicts


def writers(changes=None) -> tuple[Writer, Writer]:
    kb = minimal.kb(changes)
    return tuple(Writer(kb, Verdicts(kb), Locale(kb.languages[code])) for code in ("ja", "fr"))


JA, FR = writers()

PLACEHOLDERS = [
    ("an accelerator", "{acc.h100}", "H100", "H100"),
    ("an architecture", "{arch.sm-90}", "SM90", "SM90"),
    ("a vendor", "{vendor.nvidia}", "NVIDIA", "NVIDIA"),
    ("a model", "{model.flash}", "Flash", "Flash"),
    ("a component", "{comp.kernels}", "Kernels", "Kernels"),
    ("a runtime", "{run.server}", "Server", "Server"),
    ("another name", "{name.infer}", "Infer", "Infer"),
    ("a group", "{group.hopper}", "Hopper世代", "génération Hopper"),
    ("a missing part", "{part.cache}", "KVキャッシュ", "cache KV"),
    ("a stated version", "{req.cuda}", "CUDA 13", "CUDA\u00a013"),
    ("a minimum version", "{req.gcc}", "GCC 13以降", "GCC\u00a013 ou ultérieure"),
    ("a requirement without a version", "{req.os}", "Linux", "Linux"),
    ("what a component asks", "{asks.kernels.cuda}", "CUDA 13.1以降", "CUDA\u00a013.1 ou ultérieure"),
    ("a number", "{n.gpus}", "1,234", "1\u202f234"),
    ("a quantity", "{n.floor}", "614 GB", "614\u00a0Go"),
    ("a computed quantity", "{n.eight}", "640 GB", "640\u00a0Go"),
    ("a date", "{date.release}", "2026年10月20日", "20\u00a0octobre\u00a02026"),
    ("a verdict", "{verdict.h100}", "対象外", "Hors liste"),
    ("a verdict that nobody confirmed", "{verdict.b300}", "未確認", "Non confirmé"),
    ("the verdict of a group", "{verdict.hopper}", "対象外", "Hors liste"),
    ("a status", "{status.listed}", "掲載", "Inscrit"),
    ("a term", "{term.prefill}", "プレフィル", "prefill"),
    ("a command", "{code.build}", "pip install .", "pip install ."),
    ("a source", "{src.notice}", "Notice", "Notice"),
    ("a page", "{link.scope}", "範囲", "Champ"),
    ("a section", "{link.scope.matrix}", "表", "Tableau"),
    ("a path", "{path.hopper}", "範囲", "Champ"),
    ("a string of the interface", "{ui.source}", "出典", "Source"),
    ("an article", "{acc.rtx-5090|le}", "RTX 5090", "la RTX 5090"),
    ("an elision", "{acc.ascend-950pr|de}", "Ascend 950PR", "de l’Ascend 950PR"),
    ("a contraction with the default class", "{acc.h100|a}", "H100", "au H100"),
    ("a capital at the start", "{acc.ascend-950pr|Le}", "Ascend 950PR", "L’Ascend 950PR"),
    ("a word without an article", "{vendor.amd|de}", "AMD", "d’AMD"),
    ("a requirement in a form", "{req.cuda|de}", "CUDA 13", "du CUDA\u00a013"),
]


@pytest.mark.parametrize(("text", "ja", "fr"), [row[1:] for row in PLACEHOLDERS], ids=[row[0] for row in PLACEHOLDERS])
def test_what_a_placeholder_becomes(text, ja, fr):
    assert (JA.plain(text), FR.plain(text)) == (ja, fr)


def test_what_a_placeholder_points_at():
    assert JA.spans("A{link.scope.matrix}B") == [Span("A"), Span("表", "link", "scope#matrix"), Span("B")]
    kinds = {"{link.scope}": ("link", "scope"), "{path.hopper}": ("link", "scope"), "{src.notice}": ("source", "notice"), "{term.prefill}": ("term", "prefill"), "{code.build}": ("code", ""), "{verdict.h100}": ("verdict", "h100")}
    for text, expected in kinds.items():
        (span,) = FR.spans(text)
        assert (span.kind, span.target) == expected


def test_authored_words_are_typeset_and_commands_are_not():
    writer = writers({"codes.build": "echo 'a' ; b : c"})[1]
    assert writer.plain("Lancez l'outil : {code.build} !") == "Lancez l’outil\u00a0: echo 'a' ; b : c\u202f!"


def test_a_pattern_is_filled_in():
    assert FR.plain(FR.kb.ui["numbered"], {"number": "3"}) == "Source 3"
    assert FR.plain("{this.x|de}", {"x": "Ascend", "x-class": "v"}) == "de l’Ascend"


def test_a_text_of_the_data_is_written_in_the_writers_language():
    text = JA.kb.pages["scope"].lead
    assert (JA.plain(text), FR.plain(text)) == ("要点です。", "Réponse.")


@pytest.mark.parametrize(
    ("text", "changes", "says"),
    [
        ("{acc.h1000}", {}, "h1000"),
        ("{foo.h100}", {}, "foo"),
        ("{acc.h100|du}", {}, "du"),
        ("{date.release|de}", {}, "no forms"),
        ("{}", {}, "kind.id"),
        ("{acc}", {}, "kind.id"),
        ("{ acc.h100 }", {}, "kind.id"),
        ("{acc.H100}", {}, "kind.id"),
        ("{this.x}", {}, "x"),
        ("{link.scope.nowhere}", {}, "nowhere"),
        ("{asks.kernels.gcc}", {}, "gcc"),
        ("{asks.kernels}", {}, "''"),
        ("{verdict.blackwell}", {}, "do not agree"),
        ("{verdict.nobody}", {}, "nobody"),
        ("{n.eight}", {"accelerators.h100.memory": []}, "memory of h100"),
        ("{acc.h100|le}", {"accelerators.h100.grammar": {"fr": "x"}}, "x"),
        ("{ui.source}", {"ui.source": {"ja": "{ui.source}", "fr": "{ui.source}"}}, "inside itself"),
        ("{ui.source}", {"ui.source": {"ja": "{term.prefill}", "fr": "{term.prefill}"}, "glossary.prefill.name": {"ja": "{ui.source}", "fr": "{ui.source}"}}, "inside itself"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("{") else "",
)
def test_a_placeholder_that_cannot_be_written_is_refused_by_name(text, changes, says):
    with pytest.raises(UnknownPlaceholder) as caught:
        writers(changes)[1].plain(f"a {text} b")
    assert says in str(caught.value)


def test_a_refusal_leaves_the_writer_as_it_was():
    writer = writers()[1]
    for _ in range(2):
        with pytest.raises(UnknownPlaceholder, match="there is no"):
            writer.plain("{acc.none}")
    assert writer.plain("{acc.h100} {acc.h100}") == "H100 H100", "the same name twice in a row is no circle"


def test_the_placeholders_of_a_text():
    text = "a {acc.h100|de} b {n.gpus}{acc.h100}"
    assert placeholders(text) == [("acc.h100", "de"), ("n.gpus", ""), ("acc.h100", "")]
    assert list(references(text)) == ["acc.h100", "n.gpus", "acc.h100"]
