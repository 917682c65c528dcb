"""The guided readings: about half an hour for each role, every stop a page that is there, every answer one click away."""

from __future__ import annotations

import re

import pytest
from test_browser import address, opened


@pytest.fixture(scope="module", params=["ja", "fr"])
def code(request) -> str:
    return request.param


def test_each_role_takes_about_half_an_hour_and_says_so(site, code):
    page, kb = site.page(code, "onboarding"), site.book.kb
    assert set(kb.onboarding) == {"procurement", "engineer", "editor"}
    for id, role in kb.onboarding.items():
        heading = page.get_element_by_id(id)
        total = heading.xpath("string(following-sibling::p[1])")
        stops = heading.xpath("following-sibling::ol[1]/li")
        minutes = [int(re.search(r"\d+", stop.xpath("string(*[@class='kb-minutes'])"))[0]) for stop in stops]
        assert minutes == [stop.minutes for stop in role.steps.values()]
        assert 25 <= sum(minutes) <= 35
        assert re.findall(r"\d+", total) == [str(sum(minutes))], total


def test_each_stop_links_to_its_page_and_says_what_to_know_then(site, code):
    page, kb = site.page(code, "onboarding"), site.book.kb
    for id, role in kb.onboarding.items():
        for key, stop in role.steps.items():
            item = page.get_element_by_id(f"{id}-{key}")
            wanted = site.book.page("onboarding", code).href(f"{stop.page}#{stop.section}" if stop.section else stop.page)
            assert item.xpath("a/@href") == [wanted]
            assert item.xpath("p/@data-text") == [stop.know.id]


def test_each_role_has_three_or_four_questions_with_an_answer_and_its_page(site, code):
    page, kb = site.page(code, "onboarding"), site.book.kb
    for id, role in kb.onboarding.items():
        assert 3 <= len(role.questions) <= 4
        for key, question in role.questions.items():
            part = page.get_element_by_id(f"{id}-check-{key}")
            assert part.tag == "details" and part.get("open") is None
            assert part.xpath("summary/@data-text") == [question.question.id]
            assert part.xpath("p/@data-text") == [question.answer.id]
            assert len(part.xpath("p[last()]/a/@href")) == 1


def test_an_answer_that_presupposes_a_verdict_says_so(book):
    answers = [question.answer for role in book.kb.onboarding.values() for question in role.questions.values()]
    with_verdict = [answer for answer in answers if "{verdict." in answer["fr"]]
    assert with_verdict and all(answer.conditions for answer in with_verdict)


def test_the_answers_open_without_a_script(site, browser, code):
    with opened(browser, java_script_enabled=False, viewport={"width": 360, "height": 800}) as page:
        page.goto(address(site, code, "onboarding"))
        first = page.locator(".kb-question").first
        assert not first.locator("p").first.is_visible()
        first.locator("summary").click()
        assert first.locator("p").first.is_visible()
        page.keyboard.press("Enter")
        assert not first.locator("p").first.is_visible()
