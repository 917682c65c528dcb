"""The decision record as a reader makes it: answers, rules, formats, files, paper; and the page as it is without the script."""

from __future__ import annotations

import gzip
import json
from contextlib import contextmanager
from dataclasses import replace

import minimal
import pytest
from conftest import ROOT, kb
from test_tickets import assert_reads

from macros import csp, decision, decision_data, decision_words, serving, tickets
from macros.decision import Given, Record
from macros.marks import FORMATS
from macros.problem import Invalid

CODES = ["ja", "fr"]
LISTING, CLEAN, PARTS = ("architecture-and-build", "exact-gpu"), ("architecture-and-build", "clean-machine"), "service-completeness"
FILLED = Record(
    "移行 *A* | <B>", "山田, Dupont & Cie", "#482 : 2 x 8", "h100", "2026-12-01",
    answers={
        LISTING: Given("no", "https://e.example/liste_1", "vu le 1er"), CLEAN: Given("yes", "PV_12"),
        ("kernels-and-correctness", "long-context"): Given("no", "", "a\\b"),
        (PARTS, "kv-cache"): Given("external", "https://e.example/kv", "", 12.5), (PARTS, "routing"): Given("external", "", "", 1),
        (PARTS, "authentication"): Given("yes", "IdP"),
    },
)


@contextmanager
def opened(browser, site, code: str, **options):
    """The checklist, with what the page asked for and complained about."""
    context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}} | options)
    page = context.new_page()
    page.requested, page.complaints = [], []
    page.on("request", lambda request: page.requested.append(request.url))
    page.on("console", lambda message: page.complaints.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(f"{site.url}{code}/{site.book.places['checklist'].address}")
    try:
        yield page
        assert not page.complaints
        assert not [url for url in page.requested if not url.startswith((site.url, "data:", "blob:"))]
    finally:
        context.close()


def label(site, code: str, id: str) -> str:
    return site.book.string(code, id)


def item(page, key: tuple[str, str]):
    return page.locator(f'fieldset:has(input[name="kb-{key[0]}-{key[1]}"])')


def fill(page, site, code: str, record: Record) -> None:
    """Enter a record as a reader does, by the labels of the page's language."""
    for name in ("title", "people", "remarks", "date"):
        page.get_by_label(label(site, code, f"decision-{name}"), exact=True).fill(getattr(record, name))
    page.get_by_label(label(site, code, "accelerator"), exact=True).select_option(record.accelerator)
    for key, given in record.answers.items():
        check = site.book.kb.checklist[key[0]]
        own = item(page, key)
        own.get_by_label(site.book.writers[code].plain(decision.answer_name(site.book, check, given.answer)), exact=True).check()
        own.get_by_label(label(site, code, "decision-evidence-field")).fill(given.evidence)
        own.get_by_label(label(site, code, "decision-note")).fill(given.note)
        if given.effort is not None:
            own.get_by_label(label(site, code, "decision-effort")).fill(site.book.locales[code].number(given.effort))


def shown(page) -> str:
    return page.locator(".kb-decision textarea[readonly]").input_value()


def rule_says(page, id: str) -> str:
    return page.locator(f"#rule-{id} .kb-decision__outcome").inner_text()


def sentence(site, code: str, rule: str, case: str, **this: str) -> str:
    return site.book.writers[code].plain(getattr(site.book.kb.checklist_rules[rule], case), this)


def says(page, words: str) -> None:
    """Wait until the status announces something."""
    page.wait_for_function("words => document.querySelector('.kb-decision [role=status]').textContent.includes(words)", arg=words)


def upload(page, content: str, name: str = "decision.json") -> None:
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "application/json", "buffer": content.encode()})


@pytest.mark.parametrize("code", CODES)
def test_a_filled_record_is_written_in_every_format_and_language(site, browser, code):
    with opened(browser, site, code) as page:
        fill(page, site, code, FILLED)
        for language in (*site.languages, tickets.BOTH):
            page.get_by_label(label(site, code, "cite-language"), exact=True).select_option(language)
            for format in FORMATS:
                page.get_by_label(label(site, code, "cite-format"), exact=True).select_option(format)
                assert shown(page) == decision_words.text(site.book, FILLED, language, format, site.url)


def test_the_record_says_what_a_decision_needs(site):
    for code in site.languages:
        written = decision_words.text(site.book, FILLED, code, "text", site.url)
        ref = site.book.ledger.last("h100").ref
        parts = [FILLED.title, FILLED.people, FILLED.remarks, f"h100/{ref}", f"{site.url}r/h100/{ref}/", site.book.data_version, "PV_12", "https://e.example/kv"]
        parts += [site.book.writers[code].plain(question) for check in site.book.kb.checklist.values() for question in check.questions.values()]
        parts += [site.book.writers[code].plain(rule.text) for rule in site.book.kb.checklist_rules.values()]
        assert not [part for part in parts if part not in written]


@pytest.mark.parametrize("format", FORMATS)
def test_the_record_reads_the_same_in_every_format(book, format):
    for code in book.kb.languages:
        blocks = decision_words.blocks(book, FILLED, code, "https://kb.example/")
        assert len(blocks) > 30
        assert_reads(blocks, format)


@pytest.mark.parametrize("code", CODES)
def test_the_first_rule_follows_from_both_questions(site, browser, code):
    with opened(browser, site, code) as page:
        cases = {("yes", "yes"): "clear", ("yes", "no"): "applies", ("no", "yes"): "applies", ("no", "not-yet"): "applies", ("yes", "not-yet"): "undecided", ("not-yet", "not-yet"): "undecided"}
        for (listing, clean), case in cases.items():
            item(page, LISTING).locator(f"input[value={listing}]").check()
            item(page, CLEAN).locator(f"input[value={clean}]").check()
            said = sentence(site, code, "experiment", case)
            assert rule_says(page, "experiment").startswith(said)
            says(page, said)  # who cannot see it hears it
        assert page.locator("#rule-experiment li").count() == 0
        # An answer elsewhere is not its matter.
        item(page, ("kernels-and-correctness", "long-context")).locator("input[value=no]").check()
        assert rule_says(page, "experiment").startswith(sentence(site, code, "experiment", "undecided"))


@pytest.mark.parametrize("code", CODES)
def test_external_parts_bring_their_effort_into_the_cost(site, browser, code):
    def total(days: float, complete: bool) -> None:
        said = rule_says(page, "external-cost")
        assert said.startswith(sentence(site, code, "external-cost", "applies", sum=site.book.locales[code].count("person-days", days)))
        assert (sentence(site, code, "external-cost", "incomplete") in said) is not complete

    with opened(browser, site, code) as page:
        assert rule_says(page, "external-cost") == sentence(site, code, "external-cost", "undecided")
        parts = site.book.kb.checklist[PARTS].parts
        assert len(parts) == 5
        for part in parts:
            own = item(page, (PARTS, part))
            assert not own.locator("[inputmode=decimal]").is_visible()
            own.locator("input[value=yes]").check()
        assert rule_says(page, "external-cost") == sentence(site, code, "external-cost", "clear")
        efforts = {parts[0]: "0.1", parts[1]: "0,2", parts[2]: "１２"}
        for part, typed in efforts.items():
            item(page, (PARTS, part)).locator("input[value=external]").check()
            item(page, (PARTS, part)).locator("[inputmode=decimal]").fill(typed)
        total(12.3, complete=True)
        assert page.locator("#rule-external-cost li").count() == 3
        wrong = item(page, (PARTS, parts[2])).locator("[inputmode=decimal]")
        wrong.fill("-1")
        assert wrong.get_attribute("aria-invalid") == "true"
        total(0.3, complete=False)
        wrong.fill("12")
        item(page, (PARTS, parts[4])).locator("input[value=not-yet]").check()
        total(12.3, complete=False)
        # An effort belongs to the answer: it does not count for a part that is no longer external.
        item(page, (PARTS, parts[4])).locator("input[value=yes]").check()
        item(page, (PARTS, parts[0])).locator("input[value=yes]").check()
        total(12.2, complete=True)


def test_external_is_offered_for_the_parts_of_a_service_only(site, browser):
    with opened(browser, site, "fr") as page:
        offered = page.locator("input[value=external]").evaluate_all("radios => radios.map(radio => radio.name)")
        assert offered == [f"kb-{PARTS}-{part}" for part in site.book.kb.checklist[PARTS].parts]


@pytest.mark.parametrize("code", CODES)
def test_the_computed_verdict_is_shown_and_a_contradiction_named(site, browser, code):
    labels = {id: site.book.writers[code].plain(status.label) for id, status in site.book.kb.statuses.items()}
    with opened(browser, site, code) as page:
        warning = page.locator(f"#{LISTING[0]}-{LISTING[1]} .kb-note")
        for id in ("h100", "b200", "b300"):
            status = site.book.verdicts[id].status
            page.get_by_label(label(site, code, "accelerator"), exact=True).select_option(id)
            badge = page.locator(f'.kb-decision__subject .verdict[data-accelerator="{id}"][data-status="{status}"]')
            assert badge.inner_text().endswith(labels[status])
            for answer in ("yes", "no", "not-yet"):
                item(page, LISTING).locator(f"input[value={answer}]").check()
                assert warning.is_visible() is (answer == ("no" if status == "listed" else "yes"))
                if warning.is_visible():
                    assert labels[status] in warning.inner_text() and warning.inner_text() in shown(page)
        page.get_by_label(label(site, code, "accelerator"), exact=True).select_option("")
        assert not page.locator(".kb-decision__subject .verdict").count() and not warning.is_visible()


@pytest.mark.parametrize("code", CODES)
def test_a_record_is_saved_and_opened_again(site, browser, code, tmp_path):
    other = next(c for c in CODES if c != code)
    with opened(browser, site, code) as page:
        fill(page, site, code, FILLED)
        with page.expect_download() as download:
            page.get_by_role("button", name=label(site, code, "decision-save")).click()
        assert download.value.suggested_filename == "decision-h100-2026-12-01.json"
        path = tmp_path / "saved.json"
        download.value.save_as(path)
        before = shown(page)
    record, unknown, unfit = decision.read(site.book, path.read_text("utf-8"))
    ref = site.book.ledger.last("h100").ref
    assert (unknown, unfit) == ([], []) and (record.data, record.ref) == (site.book.data_version, ref)
    assert decision_words.text(site.book, record, code, "text", site.url) == before
    with opened(browser, site, other) as page:
        page.get_by_label(label(site, other, "decision-title"), exact=True).fill("gone")
        upload(page, path.read_text("utf-8"))
        says(page, label(site, other, "decision-loaded"))
        assert page.locator(".kb-decision [role=status]").inner_text() == label(site, other, "decision-loaded")
        assert shown(page) == decision_words.text(site.book, FILLED, other, "text", site.url)


@pytest.mark.parametrize("code", CODES)
def test_a_wrong_file_says_what_is_wrong_and_changes_nothing(site, browser, code):
    def said(id: str, **this: str) -> str:
        return site.book.writers[code].plain(site.book.kb.ui[f"decision-{id}"], this)

    with opened(browser, site, code) as page:
        fill(page, site, code, FILLED)
        before = shown(page)
        head = {"kind": decision.KIND, "schema": decision.SCHEMA}
        for content, words in (("{", said("not-json")), ('{"title": "x"}', said("not-record")), (json.dumps(head | {"schema": 99}), said("other-schema", version="99"))):
            upload(page, content)
            says(page, words)
            assert shown(page) == before
        strange = {"title": "kept", "data": "0123", "accelerator": "h100", "ref": "2020-01-01", "answers": {"nothing": {}, LISTING[0]: {LISTING[1]: {"answer": "no"}, "clean-machine": {"answer": "perhaps"}}}}
        upload(page, json.dumps(head | strange))
        says(page, said("loaded"))
        for words in (said("unknown", ids="nothing"), said("bad", ids="architecture-and-build.clean-machine.answer"), said("other-data", version="0123"), said("other-ref", before="2020-01-01", after=site.book.ledger.last("h100").ref)):
            assert words in page.locator(".kb-decision [role=status]").inner_text()
        assert shown(page) == decision_words.text(site.book, Record("kept", accelerator="h100", answers={LISTING: Given("no")}), code, "text", site.url)


@pytest.mark.parametrize("code", CODES)
def test_a_switch_of_language_takes_the_answers_along_and_leaves_nothing_behind(site, browser, code):
    other = next(c for c in CODES if c != code)
    with opened(browser, site, code) as page:
        fill(page, site, code, FILLED)
        page.click(f"header a[data-switch={other}]")
        page.wait_for_url(f"**/{other}/checklist/*")
        assert shown(page) == decision_words.text(site.book, FILLED, other, "text", site.url)
        assert page.evaluate("[localStorage, sessionStorage].every(kept => !JSON.stringify(kept).includes('Dupont'))")
        page.reload()
        assert page.get_by_label(label(site, other, "decision-people"), exact=True).input_value() == ""


@pytest.mark.parametrize("code", CODES)
def test_leaving_with_unsaved_answers_is_asked_about(site, browser, code):
    with opened(browser, site, code) as page:
        asked = []
        page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        page.reload()
        assert asked == []
        page.get_by_label(label(site, code, "decision-people"), exact=True).click()
        page.keyboard.type("x")
        page.reload()
        assert asked == ["beforeunload"]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_begun_record_is_printed_in_the_place_of_the_page(site, browser, code, scheme):
    with opened(browser, site, code, color_scheme=scheme) as page:
        page.emulate_media(media="print")
        article = page.locator("article")
        plain = article.inner_text()
        page.emulate_media(media="screen")
        fill(page, site, code, FILLED)
        page.get_by_label(label(site, code, "cite-language"), exact=True).select_option(tickets.BOTH)
        page.emulate_media(media="print")
        printed = article.inner_text()
        assert not page.locator("article :is(input, select, textarea, button, fieldset):visible").count()
        for language in site.languages:
            assert page.locator(f".kb-decision__sheet section[lang={language}] h3").first.is_visible()
            assert site.book.locales[language].count("person-days", 13.5) in printed
        for words in ("PV_12", "山田, Dupont & Cie", "移行 *A* | <B>"):
            assert words in printed and words not in plain
        lightness = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number)")
        assert lightness[:3] == [255, 255, 255] or lightness[3:] == [0], "dark on light"


@pytest.mark.parametrize("code", CODES)
def test_without_answers_or_without_a_script_the_page_prints_as_it_is(site, browser, code):
    wanted = [site.book.writers[code].plain(text) for check in site.book.kb.checklist.values() for text in (*check.questions.values(), *check.evidence.values())]
    wanted += [site.book.writers[code].plain(rule.text) for rule in site.book.kb.checklist_rules.values()]
    seen = []
    for script in (True, False):
        with opened(browser, site, code, java_script_enabled=script) as page:
            if not script:
                assert not page.locator("article :is(input, select, textarea, button, fieldset)").count()
            page.emulate_media(media="print")
            seen.append(page.locator("article").inner_text().split())
            missing = [words for words in wanted if "".join(words.split()) not in "".join(seen[-1])]
            assert not missing
    assert seen[0] == seen[1]


@pytest.mark.parametrize("code", CODES)
def test_every_control_has_a_name_and_the_keyboard_reaches_it(site, browser, code):
    with opened(browser, site, code) as page:
        assert page.locator(".kb-decision [role=status]").count() == 1
        unnamed = page.locator("article :is(input:not([type=file]), select, textarea)").evaluate_all("controls => controls.filter(c => !c.labels.length || !c.labels[0].textContent.trim()).length")
        assert unnamed == 0
        for fieldset in page.locator("article fieldset").all():
            assert (legend := fieldset.locator("> legend")).text_content().strip()
            assert legend.evaluate("legend => getComputedStyle(legend, '::first-letter').textTransform") == "uppercase"
        item(page, LISTING).locator("input:checked").focus()
        page.keyboard.press("ArrowUp")
        assert item(page, LISTING).locator("input[value=no]").is_checked()
        page.keyboard.press("Tab")
        page.keyboard.type("https://e.example/")
        page.keyboard.press("Tab")
        page.keyboard.type("note")
        assert "https://e.example/" in shown(page) and "note" in shown(page)


@pytest.mark.parametrize("code", CODES)
def test_the_text_is_copied(site, browser, code):
    with opened(browser, site, code) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        fill(page, site, code, FILLED)
        page.get_by_role("button", name=label(site, code, "cite-copy"), exact=True).click()
        says(page, label(site, code, "cite-copied"))
        assert page.evaluate("navigator.clipboard.readText()") == shown(page)
    with opened(browser, site, code) as page:
        page.evaluate("() => { Document.prototype.execCommand = () => false; Navigator.prototype.__defineGetter__('clipboard', () => undefined) }")
        page.get_by_role("button", name=label(site, code, "cite-copy"), exact=True).click()
        says(page, label(site, code, "decision-by-hand"))


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("code", CODES)
def test_the_form_fits(site, browser, code, width):
    with opened(browser, site, code, viewport={"width": width, "height": 800}) as page:
        fill(page, site, code, FILLED)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_form_works_under_the_policy_and_from_disk(site, browser, tmp_path):
    policy = (site.folder / serving.FOLDER / "csp.txt").read_text("utf-8").strip()
    assert csp.RULE and "default-src 'none'" in policy
    context = browser.new_context()
    page = context.new_page()
    blocked = []
    page.on("console", lambda message: blocked.append(message.text) if message.type == "error" else None)
    page.route("**/fr/checklist/", lambda route: route.fulfill(response=(response := route.fetch()), headers=response.headers | {"content-security-policy": policy}))
    page.goto(f"{site.url}fr/checklist/")
    fill(page, site, "fr", FILLED)
    assert shown(page) == decision_words.text(site.book, FILLED, "fr", "text", site.url)
    with page.expect_download() as download:
        page.get_by_role("button", name=label(site, "fr", "decision-save")).click()
    assert json.loads(download.value.path().read_text("utf-8"))["title"] == FILLED.title
    assert not blocked
    page.goto((site.folder / "fr/checklist/index.html").as_uri())
    fill(page, site, "fr", FILLED)
    assert shown(page) == decision_words.text(site.book, FILLED, "fr", "text", site.url)
    context.close()


def test_the_scripts_are_small_and_on_the_checklist_only(site):
    scripts = [path for path in decision_data.SCRIPTS if "decision" in path]
    own = b"".join((ROOT / "docs" / path).read_bytes() for path in scripts if path.startswith("assets/"))
    assert 0 < len(gzip.compress(own)) <= 10_000
    loading = {address for (_, address), page in site.pages.items() if any("decision" in src for src in page.xpath("//script/@src"))}
    assert loading == {site.book.places["checklist"].address}
    assert all((site.folder / path).exists() for path in scripts)


def test_the_command_writes_a_saved_record(book, tmp_path):
    answers: dict = {}
    for (check, id), given in FILLED.answers.items():
        answers.setdefault(check, {})[id] = {"answer": given.answer, "evidence": given.evidence, "note": given.note, "effort": given.effort}
    content = {"kind": decision.KIND, "schema": decision.SCHEMA, "title": FILLED.title, "people": FILLED.people, "remarks": FILLED.remarks, "accelerator": "h100", "date": FILLED.date, "answers": answers}
    path = tmp_path / "record.json"
    path.write_text(json.dumps(content), "utf-8")
    done = kb("decision", str(path), "--format", "jira", "--site-url", "https://kb.example")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.removesuffix("\n") == decision_words.text(book, FILLED, tickets.BOTH, "jira", "https://kb.example/")
    path.write_text(json.dumps(content | {"nothing": 1, "date": "tomorrow", "data": "0123"}), "utf-8")
    done = kb("decision", str(path), "--lang", "fr")
    assert done.returncode == 0 and "nothing" in done.stderr and "date" in done.stderr and "0123" in done.stderr
    assert decision_words.text(book, replace(FILLED, date=""), "fr", "text", "http://127.0.0.1:8000/") in done.stdout
    for wrong, why in (("{", "not JSON"), ("{}", "no decision record"), (json.dumps(content | {"schema": 9}), "9")):
        path.write_text(wrong, "utf-8")
        done = kb("decision", str(path))
        assert done.returncode == 1 and why in done.stderr


WORDS = {"ja": "語", "fr": "Mot"}
POINT = {"title": WORDS, "questions": {"one": WORDS}, "answers": ["yes", "no", "not-yet"], "evidence": {}}
RULE = {"text": WORDS, "when": {"check": "point", "answer": "no"}, "applies": WORDS, "undecided": WORDS, "clear": WORDS}


@pytest.mark.parametrize(("point", "rule", "complaint"), [
    ({}, {}, ""),
    ({"listing": "one"}, {}, ""),
    ({"listing": "two"}, {}, "`listing` names none of the questions"),
    ({"parts": ["kv-cache"], "questions": {"one": WORDS, "two": WORDS}}, {}, "exactly one question"),
    ({"answers": ["yes", "no"]}, {}, "`not-yet` must be among the answers"),
    ({"answers": ["yes", "perhaps", "not-yet"]}, {}, "perhaps"),
    ({}, {"effort": True, "incomplete": WORDS}, ""),
    ({}, {"effort": True}, "`effort` and `incomplete` go together"),
])
def test_the_data_of_a_point_and_of_a_rule_must_fit_together(point, rule, complaint):
    changes = {"checklist.point": POINT | point, "checklist_rules.rule": RULE | rule}
    if not complaint:
        assert minimal.kb(changes).checklist_rules["rule"].when.check == "point"
        return
    with pytest.raises(Invalid) as refused:
        minimal.kb(changes)
    assert complaint in str(refused.value.problems[0])
