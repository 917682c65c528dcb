"""A citation says the same in every format: each is read back by a renderer, or by the rules that its tool documents."""

from __future__ import annotations

import dataclasses
import datetime
import json
import re
import unicodedata
from html import unescape

import pytest
import textile
from conftest import kb
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as parser
from markdown_it import MarkdownIt

from macros import tickets
from macros.marks import FORMATS, Block, Run, write
from macros.pages import Book

SITE = "https://kb.example/deep/"
ENTITY = re.compile(r"&#?\w+;")


# -- readers: the visible words of each block, the strong words and the links


@dataclasses.dataclass
class Seen:
    blocks: list[str]
    strong: list[str]
    links: list[str]


def from_html(source: str) -> Seen:
    tree = parser.fragment_fromstring(source, create_parent="div")
    blocks = [tidy(e.text_content()) for e in tree.xpath("//h3 | //p[not(parent::li)] | //li")]
    assert not tree.xpath("//*[not(self::div or self::h3 or self::p or self::ul or self::li or self::strong or self::code or self::a or self::span[@class='caps'])]"), source
    return Seen(blocks, [tidy(e.text_content()) for e in tree.xpath("//strong")], [str(href) for href in tree.xpath("//a/@href")])


def from_markdown(source: str) -> Seen:
    return from_html(MarkdownIt("commonmark").render(source))


def from_textile(source: str) -> Seen:
    # python-textile ends strong words only before Western punctuation; Redmine does before any (`[[:punct:]]`).
    apart = re.sub(r"(?m)^((?:\* )?\*[^*\n]+\*)：", r"\1 ：", source)
    return from_html(textile.textile(apart).replace("</strong> ：", "</strong>："))


JIRA_TOKEN = re.compile(
    r"\\(?P<escaped>[!\[\]^~+?%{}()*_|@-])|\{\*\}(?P<strong>(?:\\.|[^\\])+?)\{\*\}|\{\{(?P<code>(?:\\.|[^\\}])+)\}\}"
    r"|\[(?:(?P<label>(?:\\.|[^\\|\[\]])+)\|)?(?P<address>https?://[^\]|]+)\]|(?P<entity>&#?\w+;)"
)


def from_jira(source: str) -> Seen:
    """By the renderer of Jira Data Center: what a backslash escapes, and entities. There is no package that follows it."""
    seen = Seen([], [], [])

    def token(match: re.Match) -> str:
        if match["strong"]:
            seen.strong.append(tidy(read(match["strong"])))
            return read(match["strong"])
        if match["address"]:
            seen.links.append(match["address"])
            return read(match["label"]) if match["label"] else match["address"]
        return match["escaped"] or unescape(match["entity"] or "") or read(match["code"])

    def read(words: str) -> str:
        return JIRA_TOKEN.sub(token, words)

    for line in filter(None, source.split("\n")):
        assert not re.match(r"(bq\.|h[12456]\.|[-|]|[#-]+ )", line), line
        seen.blocks.append(tidy(read(re.sub(r"^(h3\.|\*) ", "", line))))
    return seen


BACKLOG_TOKEN = re.compile(r"\\(?P<escaped>[\\'%\[\]{&#*+>|-])|''(?P<strong>(?:\\'|[^'])+(?:'[^']+)*)''|\[\[(?:(?P<label>[^>\[\]]+)>)?(?P<address>https?://[^\]]+)\]\]")


def from_backlog(source: str) -> Seen:
    """By the rules of Backlog's own help: a backslash keeps a mark from working. There is no package that follows them."""
    seen = Seen([], [], [])

    def token(match: re.Match) -> str:
        if match["strong"]:
            seen.strong.append(tidy(match["strong"].replace("\\", "")))
            return read(match["strong"])
        if match["address"]:
            seen.links.append(match["address"])
            return match["label"] or match["address"]
        return match["escaped"]

    def read(words: str) -> str:
        return BACKLOG_TOKEN.sub(token, words)

    for line in filter(None, source.split("\n")):
        seen.blocks.append(tidy(read(re.sub(r"^(\*\*|-) ", "", line))))
    return seen


def from_text(source: str) -> Seen:
    lines = [tidy(re.sub("^- ", "", line)) for line in source.split("\n") if line]
    return Seen(lines, [], re.findall(r"https?://\S+", source))


READERS = {"text": from_text, "markdown": from_markdown, "jira": from_jira, "textile": from_textile, "backlog": from_backlog, "html": from_html}


def tidy(words: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", words).split())


def expected(blocks: list[Block], format: str) -> Seen:
    """What a reader must see: the words of each block; an address where a link has no words or cannot carry them."""
    shown = []
    for block in blocks:
        words = []
        for run in block.runs:
            bare = run.role == "link" and run.address and (format == "text" or not run.words or set(run.words) & set(FORMATS[format].not_in_link))
            words.append(" ".join(filter(None, [run.words, run.address])) if bare else run.words)
        shown.append(tidy("".join(words)))
    runs = [run for block in blocks for run in block.runs]
    strong = [] if format == "text" else [tidy(run.words) for run in runs if run.role == "strong"]
    return Seen(shown, strong, [run.address for run in runs if run.role == "link" and run.address])


def assert_reads(blocks: list[Block], format: str) -> None:
    source = write(blocks, format)
    assert READERS[format](source) == expected(blocks, format), source


# -- every citation


def test_every_format_has_a_reader():
    assert set(READERS) == set(FORMATS)


@pytest.mark.parametrize("format", FORMATS)
def test_every_citation_reads_the_same_in_every_format(book, format):
    read = 0
    for id in book.kb.accelerators:
        for code in book.kb.languages:
            blocks = tickets.blocks(book, tickets.cite(book, id, code, SITE))
            assert len(blocks) > 12
            assert_reads(blocks, format)
            read += 1
    assert read == len(book.kb.accelerators) * len(book.kb.languages)


def test_a_reader_notices_a_changed_word(book):
    blocks = tickets.blocks(book, tickets.cite(book, "h100", "fr", SITE))
    for format, reader in READERS.items():
        assert reader(write(blocks, format).replace("SM90", "SM100")) != expected(blocks, format)


def test_a_citation_says_all_that_a_ticket_needs(book):
    for id, verdict in book.verdicts.all.items():
        for code in book.kb.languages:
            text = tickets.text(book, id, code, "text", SITE)
            citation = tickets.cite(book, id, code, SITE)
            ref = book.ledger.last(id).ref
            for part in (citation.label, verdict.accelerator.name, id, citation.sentence, citation.reason, citation.procurement, citation.as_of_words, citation.release, citation.notice):
                assert part and part in text, (id, code, part)
            assert f"{id}/{ref}" in text and f"{SITE}r/{id}/{ref}/" in text and f"{SITE}r/{id}/\n" in text
            for source in verdict.sources:
                assert book.kb.sources[source].title in text and (book.kb.sources[source].url or "") in text
            assert bool(citation.conditions) == (verdict.status == "listed")
            assert all(condition in text for condition in citation.conditions)


@pytest.mark.parametrize("format", FORMATS)
def test_all_languages_stand_one_after_the_other_under_their_names(book, format):
    whole = tickets.text(book, "b200", tickets.BOTH, format, SITE)
    at = -1
    for code, language in book.kb.languages.items():
        part = tickets.text(book, "b200", code, format, SITE)
        assert part in whole and whole.index(language.name) < whole.index(part) > at
        at = whole.index(part)


def test_a_citation_says_that_a_source_is_overdue(book):
    later = Book(book.kb, book.ledger, datetime.date(2100, 1, 1))
    for code in book.kb.languages:
        warning = book.string(code, "cite-overdue")
        assert warning in tickets.text(later, "h100", code, "text", SITE)
        assert warning not in tickets.text(book, "h100", code, "text", SITE)


# -- words that look like markup

LISTED = [Block("paragraph", (Run("Prérequis :"),)), Block("item", (Run("un"),)), Block("item", (Run("deux"),))]


@pytest.mark.parametrize("label", ["非対応。", "新規（NEW）", "H100", "« Hors liste »", "対応"])
@pytest.mark.parametrize("separator", ["：", "\u00a0: "])
@pytest.mark.parametrize("format", [format for format in FORMATS if format != "text"])
def test_a_label_is_strong_beside_any_punctuation(format, label, separator):
    block = Block("item", (Run(label, "strong"), Run(separator), Run("移行先は別です。")))
    assert READERS[format](write([block], format)).strong == [tidy(label)]
    assert_reads([block], format)


def test_strong_closed_behind_a_full_stop_would_not_be_bold():
    assert from_markdown("これは**非対応。**移行先は別です。").strong == []


@pytest.mark.parametrize("format", FORMATS)
def test_a_list_after_a_sentence_is_a_list(format):
    source = write(LISTED, format)
    assert_reads(LISTED, format)
    if format != "html":
        assert source.startswith("Prérequis :\n\n")
    if format in ("markdown", "textile", "html"):
        rendered = {"markdown": MarkdownIt("commonmark").render, "textile": textile.textile, "html": str}[format](source)
        assert len(parser.fragment_fromstring(rendered, create_parent="div").xpath("./ul/li")) == 2


# What each format writes for words that look like its markup. Those of Jira were also checked with Atlassian's converter
# (@atlaskit/editor-wikimarkup-transformer), except the entities: only Data Center reads those, and no backslash works there.
HOSTILE = {
    "jira": {
        "H100-SXM5 … RTX-5090, 10-20": "H100-SXM5 … RTX-5090, 10-20",
        "--flag -x-": r"\-\-flag \-x\-",
        "{code} [x] (x) :)": r"\{code\} \[x\] \(x) :\)",
        "a_b_c _a_ 2*3 *b*": r"a_b_c \_a\_ 2*3 \*b\*",
        "a|b <13 !x! ??x??": r"a\|b <13 \!x\! \?\?x\?\?",
        "#482 について": "#482 について",
        "# 482": "&#35; 482",
        "h1. x": "&#104;1. x",
        "bq. x": "&#98;q. x",
        "a\\b &lt; R&D": "a&#92;b &#38;lt; R&D",
        "« Quoi ? » ; non !": r"« Quoi ? » ; non \!",
    },
    "textile": {
        "H100-SXM5 … RTX-5090, 10-20": "H100-SXM5 … RTX-5090, 10-20",
        "--flag -x-": "&#45;&#45;flag &#45;x&#45;",
        "a_b_c _a_ *b*": "a_b_c &#95;a&#95; &#42;b&#42;",
        '"a":b': "&#34;a&#34;:b",
        "#482 について": "&#35;482 について",
        "h1. x": "&#104;1. x",
        "SM90(x) 10x20 (c)": "SM90&#40;x) 10&#120;20 &#40;c&#41;",
    },
    "backlog": {
        "H100-SXM5 10-20 --flag": "H100-SXM5 10-20 --flag",
        "''a'' l'un": r"\'\'a\'\' l'un",
        "[[a]] [x]": r"\[\[a\]\] [x]",
        "{code} &br; %%a%% 100%": r"\{code} \&br; \%\%a\%\% 100%",
        "* a": r"\* a",
        "- a": r"\- a",
        "|a|b|": r"\|a|b|",
        "#482 について #image(x)": r"#482 について \#image(x)",
    },
    "markdown": {
        "#482 について": r"\#482 について",
        "a|b <13 *x* _y_ a_b `c`": r"a\|b \<13 \*x\* \_y\_ a_b \`c\`",
        "1. x": r"1\. x",
        "- x": r"\- x",
        "[x](y) ~z~ $a$ &lt;": r"\[x\](y) \~z\~ \$a\$ \&lt;",
        "H100-SXM5 10-20": "H100-SXM5 10-20",
    },
    "html": {"l’Ascend < 950 & \"B200\" &lt;": "<p>l’Ascend &lt; 950 &amp; \"B200\" &amp;lt;</p>"},
}


@pytest.mark.parametrize("format, words, written", [(format, *pair) for format, pairs in HOSTILE.items() for pair in pairs.items()])
def test_words_that_look_like_markup(format, words, written):
    block = Block("paragraph", (Run(words),))
    assert write([block], format) == written
    assert_reads([block], format)


@pytest.mark.parametrize("code", ["a|b", "<13", "*x* _y_", "`tick`", "a``b", "{x}", "--flag", "C:\\x"])
def test_code_is_shown_literally(code):
    block = Block("item", (Run("A", "strong"), Run("："), Run(code, "code")))
    for format in FORMATS:
        assert_reads([block], format)


@pytest.mark.parametrize("words", ["A (B)", "(A) B", "A | B", "A: B > C", "[A] B", 'A "B"', "A_B", ":", "$", "-", r"A\B", r"\;"])
def test_the_words_of_a_link_are_all_shown(words):
    for format in FORMATS:
        assert_reads([Block("item", (Run(words, "link", "https://e.example/x/"),))], format)


def test_an_address_cannot_end_its_own_mark():
    url = "https://e.example/a_(b)/[c]*d*?x=1&y;=2#e"
    encoded = "https://e.example/a_%28b%29/%5Bc%5D%2Ad%2A?x=1&y%3B=2#e"
    for format, reader in READERS.items():
        assert reader(write([Block("item", (Run("T", "link", url),))], format)).links == [encoded]


PRINTABLE = st.text(
    st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Me")) | st.sampled_from("*_-+~^%'\"`|\\#[]{}()<>&!?=:;.@ "), min_size=1, max_size=24
).map(str.strip).filter(tidy)


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=200, deadline=None, derandomize=True)
@given(title=PRINTABLE, sentence=PRINTABLE, item=PRINTABLE, source=PRINTABLE)
def test_any_words_come_through(format, title, sentence, item, source):
    blocks = [
        Block("heading", (Run(title),)),
        Block("paragraph", (Run(sentence),)),
        Block("item", (Run("判定", "strong"), Run("："), Run(item))),
        Block("item", (Run(source, "link", "https://e.example/x/"),)),
    ]
    assert_reads(blocks, format)


# -- the command


def test_the_command_writes_the_formats_in_all_languages(book):
    for format in ("text", "html"):
        done = kb("verdict", "rtx-5090", "--lang", tickets.BOTH, "--format", format, "--site-url", SITE.rstrip("/"))
        assert done.returncode == 0, done.stderr
        assert done.stdout.removesuffix("\n") == tickets.text(book, "rtx-5090", tickets.BOTH, format, SITE)


def test_the_command_gives_the_facts_as_json(book):
    done = kb("verdict", "b200", "--format", "json", "--site-url", SITE)
    citations = json.loads(done.stdout)
    assert [citation["lang"] for citation in citations] == list(book.kb.languages)
    for citation in citations:
        assert citation == json.loads(json.dumps(tickets.as_json(tickets.cite(book, "b200", citation["lang"], SITE))))
        assert citation["permalink"] == f"{SITE}r/b200/" and citation["cited_state"].startswith(f"{SITE}r/b200/20")


@pytest.mark.parametrize("arguments", [["b200", "--format", "word"], ["b200", "--lang", "xx"], ["nothing"]])
def test_the_command_refuses_what_it_does_not_know(arguments):
    done = kb("verdict", *arguments)
    assert done.returncode == 2 and "Error" in done.stderr
