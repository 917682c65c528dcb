"""Every statement of the brief is made, in every language, with the parts that carry its meaning, on a built page."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
import yaml

from macros.phrases import references

SPECIFICATION = yaml.safe_load(Path(__file__).with_name("statements.yml").read_text("utf-8"))

# All statements of the brief. Typed here, so that one cannot be dropped from the specification unseen.
COUNTS = {"A": range(9), "B": range(1, 7), "C": range(1, 8), "D": range(1, 6), "E": range(1, 6), "F": range(1, 7), "G": range(1, 6), "H": range(1, 7), "I": range(1, 8), "J": range(1, 2)}
STATEMENTS = [f"{letter}{number}" for letter, numbers in COUNTS.items() for number in numbers]


def carriers(book, statement: str) -> dict[str, list]:
    """The texts that carry a statement, by the part of the data that they stand in together (a page, a question, the foot of the site)."""
    found = defaultdict(list)
    for at, text in book.kb.texts():
        if statement in text.states:
            found[".".join(map(str, at[: 1 if at[0] == "site" else 2]))].append(text)
    return found


def lacking(texts: list, wanted: dict, code: str) -> list[str]:
    """What a group of texts lacks of a statement in one language."""
    words = " ".join(text[code] for text in texts)
    named = set(references(words))
    missing = [placeholder for placeholder in wanted.get("placeholders", []) if placeholder not in named]
    missing += [pattern for pattern in wanted.get("words", {}).get(code, []) if not re.search(pattern, words)]
    if wanted.get("basis") and not any(text.basis == wanted["basis"] for text in texts):
        missing.append(f"basis: {wanted['basis']}")
    return missing


def test_the_specification_has_every_statement(book):
    assert sorted(SPECIFICATION) == sorted(STATEMENTS)
    silent = [(id, code) for id, wanted in SPECIFICATION.items() for code in book.kb.languages if not wanted.get("words", {}).get(code)]
    assert not silent, f"these ask for no words: {silent}"


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_is_made_in_full_in_every_language(book, statement):
    groups = carriers(book, statement)
    assert groups, f"no text carries {statement}"
    for code in book.kb.languages:
        gaps = {where: lacking(texts, SPECIFICATION[statement], code) for where, texts in groups.items()}
        assert any(not gap for gap in gaps.values()), (statement, code, gaps)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_stands_on_a_built_page_of_every_language(site, statement):
    wanted = {text.id: text for texts in carriers(site.book, statement).values() for text in texts}
    for code in site.languages:
        shown = set()
        for (language, _), page in site.pages.items():
            if language == code:
                for element in page.xpath("//*[@data-text]"):
                    if (id := element.get("data-text")) in wanted and element.text_content().strip():
                        shown.add(id)
        missing = set(wanted) - shown
        assert not missing, f"{statement} {code}: not on any page: {missing}"


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_tag_and_names_alone_do_not_carry_a_statement(book, statement):
    for texts in carriers(book, statement).values():
        for code in book.kb.languages:
            emptied = []
            for text in texts:
                names = " ".join(f"{{{name}}}" for name in references(text[code]))
                copy = text.model_copy()
                copy.__pydantic_extra__ = dict.fromkeys(book.kb.languages, names or "…")
                emptied.append(copy)
            assert lacking(emptied, SPECIFICATION[statement], code), (statement, code)
