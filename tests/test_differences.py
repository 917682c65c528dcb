"""The 54 differences of meaning between the two earlier articles: each kind, made again in the texts of today, is found.

Each is made in one language, in every text that makes the statement there. What must find it is named: `statement` is the
specification in statements.yml, the rest are rules on the texts or on the built site. That nobody approved the edit of
one side must show besides.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from test_statements import SPECIFICATION, carriers, lacking

from macros.built import Built
from macros.checks import RULES
from macros.checks.site import SITE_RULES
from macros.cli import today

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from drift_subject import APPROVAL, Data, Pages  # noqa: E402

STATEMENT = "statement"


@dataclass(frozen=True)
class Difference:
    """`where` is a statement of the brief, the id of a text, or the path of a built page; `old` a regular expression."""

    id: str
    gist: str
    where: str
    code: str
    old: str
    new: str
    by: tuple[str, ...] = (STATEMENT,)

    def __str__(self) -> str:
        return self.id


DIFFERENCES = [
    Difference("G1", "“cannot be confirmed” for “not announced or documented”", "A2", "ja", "サポートの発表や説明は見つかりませんでした", "サポートは確認できません"),
    Difference("G2", "Huawei is named on one side only", "A4", "fr", r" de \{vendor\.huawei\}", "", (STATEMENT, "placeholders-equal")),
    Difference("G3", "whatever is not listed, for an architecture", "A6", "ja", "一覧にないアーキテクチャは", "一覧に載っていないものは"),
    Difference("G4", "going live, for operating in production", "A6", "fr", "comme pour la production", "comme pour la mise en production"),
    Difference("G5", "an absolute, for an experimental patch", "A7", "fr", "qu’un correctif expérimental ne pourra", "que rien ne pourra"),
    Difference("G6", "“currently” is dropped", "A3", "fr", "La version actuelle", "La version"),
    Difference("G7", "“depends on”, for “is a combination of”", "B1", "fr", "il s’agit d’une combinaison, celle d’une", "elle dépend d’une"),
    Difference("G8", "a reference topology, for that of a benchmark", "B3", "fr", "topologie de son banc d’essai", "topologie de référence"),
    Difference("G9", "the scale-up domain for one of the two figures only", "B3", "fr", r"Dans un domaine scale-up, elle affecte (.*)\.", r"Elle affecte \1 dans un domaine scale-up."),
    Difference("G10", "one document under two names", "A0", "fr", "questions-réponses", "FAQ"),
    Difference("G11", "what H100s can do, for how many would be needed", "B4", "fr", r"combien de \{acc\.h100\} il faudrait", "ce que peut {acc.h100|le}"),
    Difference("G12", "an architecture passes for a product", "C1", "ja", r"\{arch\.sm-90\}アーキテクチャも", "{arch.sm-90}も"),
    Difference("G13", "guaranteed to run, for established as compatible", "C2", "ja", "との互換性は立証できません", "の動作までは保証されません"),
    Difference("G14", "sensitive to, for strongly dependent on", "C3", "fr", "dépendent fortement de", "sont sensibles à"),
    Difference("G15", "three things, for three levels of validation", "C5", "ja", "三つの段階", "三つ"),
    Difference("G16", "“reaches” a latency, for “is validated at” it", "C5", "fr", "est validé à une latence et à un débit", "atteint une latence et un débit"),
    Difference("G17", "compiled code, for a build", "C6", "ja", "ビルドの成功", "コード生成の成功"),
    Difference("G18", "other Hopper architectures, for other SM90 products", "pages.migration-hopper.title", "fr", r"autres \{arch\.sm-90\}", "autres architectures {name.hopper}", ("placeholders-equal",)),
    Difference("G19", "“at present” is dropped", "D2", "fr", "à ce jour, ", ""),
    Difference("G20", "“officially” on one side only", "D2", "ja", "公式にサポートされた", "サポートされた"),
    Difference("G21", "“reasonable” steps on one side, plain ones on the other", "pages.migration-hopper.sections.port.title", "fr", "six étapes", "les étapes raisonnables", ("numbers-agree",)),
    Difference("G22", "“compare”, for “compare and verify”", "D3", "fr", ", et vérifiez-les", ""),
    Difference("G23", "“keep”, for “consider adopting”", "D3", "fr", "N’envisagez d’adopter le portage que", "Ne gardez le portage que"),
    Difference("G24", "“your” checkpoint is dropped", "D4", "ja", "お使いの", ""),
    Difference("G25", "all three document it, whatever the model", "D4", "fr", "Ce que chacun cite dépend du modèle :|ce que chacun documente change avec le modèle", "Tous trois le citent :"),
    Difference("G26", "“needed” is dropped from what guides the choice", "D5", "fr", "d’après vos propres besoins sur", "d’après"),
    Difference("G27", "an economical equivalent, for a cheap substitute", "E2", "fr", "ne remplace à bas coût ni", "n’est un équivalent économique, pour"),
    Difference("G28", "“is realistic”, for “prefer”", "E3", "ja", "を優先してください", "が現実的です"),
    Difference("G29", "a permission, for an instruction", "E4", "fr", r"Gardez", "Libre à vous de garder"),
    Difference("G30", "information on a forum, for a claim", "E5", "ja", "フォーラム上の主張", "フォーラム上の情報"),
    Difference("G31", "finished, for complete", "F2", "ja", "完全なオンライン", "完成済みのオンライン"),
    Difference("G32", "“not implemented”, for “not included”", "F3", "ja", "公開版に同梱されていません", "未実装です"),
    Difference("G33", "any of three kinds of team, for one that meets all three", "F4", "ja", "次の三つの条件をすべて満たすチーム", "次のいずれかに当たるチーム", (STATEMENT, "numbers-agree")),
    Difference("G34", "willing, for able and willing", "F4", "fr", r"capable de (.*), et disposée à le faire", r"prête à \1"),
    Difference("G35", "“evaluate”, for “benchmark”", "F4", "fr", "le soumettre à un banc d’essai", "l’évaluer"),
    Difference("G36", "finished, for ready to use", "G2", "ja", "すぐに使える", "完成した"),
    Difference("G37", "a colon with nothing after it", "{code}/constraints/index.html", "fr", r'<table(?:(?!</table>).)*data-text="missing_parts.*?</table>', "", ("same-tables", "same-texts")),
    Difference("G38", "“by itself” is dropped", "G4", "ja", "それだけでは", ""),
    Difference("G39", "“at least” is dropped from what the checklist asks", "pages.checklist.lead", "fr", r" C’est un minimum\.", "", ("limits-agree",)),
    Difference("G40", "coverage, for verification", "H2", "fr", "Vérification des noyaux", "Couverture des noyaux"),
    Difference("G41", "identical output, for the expected one", "H2", "fr", "la sortie attendue", "une sortie identique"),
    Difference("G42", "it works, for it works correctly", "H2", "ja", "でも正しく動作", "でも動作"),
    Difference("G43", "memory, for memory use", "H3", "fr", "l’occupation mémoire", "la mémoire"),
    Difference("G44", "where it is provided, for where it comes from", "H4", "ja", "どこから得ますか", "どこで提供しますか"),
    Difference("G45", "it is left open whether one “no” is enough", "H5", "ja", "どちらか一方でも", ""),
    Difference("G46", "work, for engineering effort", "H6", "fr", "le travail d’ingénierie", "le travail"),
    Difference("G47", "“can it run”, for “does it run”", "I1", "fr", "fonctionne-t-il", "peut-il fonctionner"),
    Difference("G48", "possible in some cases, for perhaps possible", "I1", "ja", "可能かもしれません", "可能な場合があります"),
    Difference("G49", "the supported hardware, for the entry of the list", "I1", "ja", "の項目は", "のサポート対象は"),
    Difference("G50", "documents, for names explicitly", "I2", "ja", "アーキテクチャを明記し", "アーキテクチャを文書に示し"),
    Difference("G51", "“instead” is dropped from the question", "I3", "fr", " à la place", ""),
    Difference("G52", "a target of a port, for a candidate", "I3", "fr", "un candidat à un portage futur", "une cible de portage"),
    Difference("G53", "compared with the checkpoint, for compared on it", "I3", "fr", "les résultats que donnent ces runtimes sur votre propre", "les résultats avec votre propre"),
    Difference("G54", "“exact” is dropped from the architecture", "J1", "fr", "l’architecture exacte", "l’architecture"),
]


@pytest.fixture(scope="module")
def data() -> Data:
    return Data.open(ROOT, today())


@pytest.fixture(scope="module")
def pages(site, data) -> Pages:
    return Pages(Built(data.book, site.folder.resolve(), site.url))


def words_changed(difference: Difference, words: str) -> str:
    return re.sub(difference.old, difference.new, words, flags=re.DOTALL)


def full(groups: list[list], difference: Difference) -> list[list]:
    """The groups of texts that make the statement in full."""
    return [texts for texts in groups if not lacking(texts, SPECIFICATION[difference.where], difference.code)]


def spoilt(text, difference: Difference):
    copy = text.model_copy()
    copy.__pydantic_extra__ = text.languages | {difference.code: words_changed(difference, text[difference.code])}
    copy._at = text.at
    return copy


@pytest.mark.parametrize("difference", [d for d in DIFFERENCES if not d.where.endswith(".html")], ids=str)
def test_a_difference_between_texts_is_found(data, difference):
    groups = list(carriers(data.book, difference.where).values()) or [[data.context.texts_by_id[difference.where]]]
    changed = [text for texts in groups for text in texts if words_changed(difference, text[difference.code]) != text[difference.code]]
    assert changed, f"no text says it as the difference expects: {difference.old}"
    if STATEMENT in difference.by:
        assert full(groups, difference)
        assert not full([[spoilt(text, difference) for text in texts] for texts in groups], difference), "the specification is met all the same"
    named = [data.of_text(text, {difference.code: words_changed(difference, text[difference.code])}) for text in changed]
    assert all(APPROVAL in rules for rules in named)
    assert {rule for rule in difference.by if rule != STATEMENT} <= set.union(set(), *named)


@pytest.mark.parametrize("difference", [d for d in DIFFERENCES if d.where.endswith(".html")], ids=str)
def test_a_difference_between_pages_is_found(pages, difference):
    path = difference.where.format(code=difference.code)
    text = pages.good.read(path).decode()
    assert pages.naming(path, text) == set()
    after = words_changed(difference, text)
    assert after != text
    assert set(difference.by) <= pages.naming(path, after)


def test_all_54_are_here_and_each_names_what_finds_it():
    assert [difference.id for difference in DIFFERENCES] == [f"G{number}" for number in range(1, 55)]
    assert all(difference.by for difference in DIFFERENCES)
    assert {rule for difference in DIFFERENCES for rule in difference.by} <= {STATEMENT, *RULES, *SITE_RULES}
