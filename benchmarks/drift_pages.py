"""Faults in one file of the built site, and edits of it that change nothing for a reader."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from drift_subject import Edit, Family, Pages, shuffled

FAULTS: list[Family] = []
HARMLESS: list[Family] = []
# How a change of a page is made: it gets the match, the random generator, the pages and the language.
New = Callable[[re.Match, random.Random, Pages, str], str]


def kept(match: re.Match, new: str, group: int = 1) -> str:
    """The match with one of its groups replaced."""
    start, end = (at - match.start() for at in match.span(group))
    return match[0][:start] + new + match[0][end:]


def on_pages(families: list[Family], name: str, pattern: str, new: New, head: bool = False, languages: tuple[str, ...] | None = None) -> None:
    """A family of edits: one match of a pattern on a page, below the frame unless `head`, gives way to something else."""
    compiled = re.compile(pattern, re.DOTALL)

    def edits(pages: Pages, generator: random.Random, code: str, count: int) -> Iterator[Edit]:
        for path in shuffled((path for path in pages.texts if path.startswith(f"{code}/")), generator):
            text = pages.texts[path]
            start = 0 if head else text.index("<article")
            end = text.index("<article") if head else text.index("</article")
            for match in shuffled(compiled.finditer(text, start, end), generator):
                words = new(match, generator, pages, code)
                if words != match[0]:
                    yield Edit(path, pages.naming(path, text[: match.start()] + words + text[match.end() :]))
                    count -= 1
                    break
            if not count:
                return

    families.append(Family(name, edits, languages=languages))


def fault(name: str, pattern: str, new: New, head: bool = False) -> None:
    on_pages(FAULTS, f"page: {name}", pattern, new, head)


def harmless(name: str, pattern: str, new: New, languages: tuple[str, ...] | None = None) -> None:
    on_pages(HARMLESS, name, pattern, new, languages=languages)


def gone(match: re.Match, generator: random.Random, pages: Pages, code: str) -> str:
    return ""


def other(code: str) -> str:
    return {"ja": "fr", "fr": "ja"}[code]


def number(match: re.Match, generator: random.Random, pages: Pages, code: str) -> str:
    return kept(match, str(int(match[1]) + generator.randrange(1, 9)))


# -- figures

fault("a number is another", r">[^<>{}&#]*?(?<![\w.,\u00a0\u202f-])([0-9]+)(?=[ \u00a0\u202f]?(?:GPU|基|枚|Go|GB|cartes))", number)
fault("a unit is another", r"[0-9][ \u00a0\u202f](GB|Go|TB|To)(?![\w/])", lambda m, g, p, c: kept(m, {"GB": "TB", "Go": "To", "TB": "GB", "To": "Go"}[m[1]]))
fault("a unit is that of the other language", r"[0-9][ \u00a0\u202f](GB|Go|TB|To)(?![\w/])", lambda m, g, p, c: kept(m, {"GB": "Go", "Go": "GB", "TB": "To", "To": "TB"}[m[1]]))
fault("a date in words is another", r">[^<>]*?([0-9]{1,2})(?:er)?(?=[ \u00a0\u202f](?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)[ \u00a0\u202f][0-9]{4}|日)", lambda m, g, p, c: kept(m, str(int(m[1]) % 27 + 2)))
fault("a date for programs is another", r'<time[^>]*datetime="[0-9]{4}-([0-9]{2})', lambda m, g, p, c: kept(m, f"{int(m[1]) % 12 + 1:02}"))
# Not in the samples of citations, which the tests of the tickets read back.
fault("a product's name is another's", r"<(?!pre|code)[a-z0-9]+(?: [^>]*)?>[^<>]*?\b(H100|B200|B300|SM90|SM100)\b", lambda m, g, p, c: kept(m, {"H100": "H200", "B200": "GB200", "B300": "B200", "SM90": "SM100", "SM100": "SM90"}[m[1]]))
fault("a version has a comma", r">[^<>]*?\b3(\.)12\b", lambda m, g, p, c: kept(m, ","))

# -- parts of a page

ITEM = r"<li[^>]*>(?:(?!</?li|</?[ou]l).)*</li>"
fault("a step is lost", rf'<ol class="kb-steps">(?:{ITEM})*?({ITEM})', lambda m, g, p, c: kept(m, ""))
fault("two steps change places", rf'<ol class="kb-steps">(?:{ITEM})*?(({ITEM})({ITEM}))', lambda m, g, p, c: kept(m, m[3] + m[2]))
fault("a bullet is lost", rf"<ul>(?:{ITEM})*?({ITEM})", lambda m, g, p, c: kept(m, ""))
fault("a paragraph is lost", r'<p data-text="[^"]*"[^>]*>(?:(?!</p>).)*</p>', gone)
fault("a caveat is lost", r'<div class="kb-note"(?:(?!</div>).)*</div>', gone)
fault("a warning is a remark", r'<div class="kb-note" data-weight="(\w+)"', lambda m, g, p, c: kept(m, {"info": "warning", "warning": "info"}[m[1]]))
fault("the mark of what a text rests on is lost", r'<span class="kb-basis"(?:(?!</span>).)*</span>', gone)
fault("the mark of what a text rests on is another", r'<span class="kb-basis" data-basis="(\w+)"', lambda m, g, p, c: kept(m, "rule" if m[1] != "rule" else "inference"))
fault("a row of a table is lost", r"<tr><th scope=\"row\"(?:(?!</tr>).)*</tr>", gone)
fault("a cell of a table is lost", r"<td(?:(?!</td>|<td).)*</td>", gone)
fault("an anchor is renamed", r'<(?:h2|h3|li|tr|p|div)[^>]* id="([^"]+)"', lambda m, g, p, c: kept(m, f"{m[1]}-{g.randrange(2, 9)}"))
fault("a heading has another rank", r"<h2([^>]*)>((?:(?!</h2>).)*)</h2>", lambda m, g, p, c: f"<h3{m[1]}>{m[2]}</h3>")
fault("a command is another", r"<code[^>]*>([^<]{3,})</code>", lambda m, g, p, c: kept(m, f"{m[1]} -v"))

# -- links and sources

fault("a link leads to another page", r'<p data-text[^>]*>(?:(?!</p>).)*?<a href="(\.\./[^"]*)"', lambda m, g, p, c: kept(m, m[1].rstrip("/").rpartition("/")[0] + "/nowhere/"))
fault("a link leads into the other language", r'<p data-text[^>]*>(?:(?!</p>).)*?<a href="(\.\./[^"#]*)', lambda m, g, p, c: kept(m, f"{p.good.site_url}{other(c)}/scope/"))
fault("a link leads to a section that is not there", r'<(?:p|li|td) data-text[^>]*>(?:(?!</p>|</li>|</td>).)*?<a href="\.\./[^"#]*(?:#([^"]*))?"', lambda m, g, p, c: m[0].replace(f"#{m[1]}", "#nowhere") if m[1] else f'{m[0][:-1]}#nowhere"')
fault("a link is lost", r'<(?:p|li|td) data-text[^>]*>(?:(?!</p>|</li>|</td>).)*?(<a href="\.\.[^>]*>([^<]*)</a>)', lambda m, g, p, c: kept(m, m[2]))
fault("a source leads elsewhere", r'<li id="source-[^"]*"><a href="(https://[^"]*)"', lambda m, g, p, c: kept(m, "https://example.org/"))
fault("a source is lost", r'<li id="source-[^"]*">(?:(?!</li>).)*</li>', gone)
fault("a language link leads to another page", r'<a href="([^"]*)"[^>]* data-switch', lambda m, g, p, c: kept(m, f"{p.good.site_url}{other(c)}/glossary/" if "glossary" not in m[1] else f"{p.good.site_url}{other(c)}/faq/"))
fault("the counterpart is not named", r'<link rel="alternate ?" hreflang="\w+" [^>]*>', gone, head=True)
fault("the page is marked as the other language", r'<html lang="(\w+)"', lambda m, g, p, c: kept(m, other(c)), head=True)

# -- verdicts

VERDICT = r'<span class="verdict[^"]*" data-(?:accelerator|group)="[^"]*" data-status="{}"><span aria-hidden="true">{}</span> <span[^>]*>{}</span></span>'


def label(pages: Pages, code: str, unlike: str, generator: random.Random) -> str:
    """The label of another status than the one whose label this is."""
    writer = pages.good.book.writers[code]
    return generator.choice([words for status in pages.good.book.kb.statuses.values() if (words := writer.plain(status.label)) != unlike])


fault("a verdict is another in words", VERDICT.format("[^\"]*", "[^<]*", "([^<]*)"), lambda m, g, p, c: kept(m, label(p, c, m[1], g)))
fault("a verdict has another mark", VERDICT.format("([^\"]*)", "[^<]*", "[^<]*"), lambda m, g, p, c: kept(m, g.choice([id for id in p.good.book.kb.statuses if id != m[1]])))
fault("a verdict has another symbol", VERDICT.format("[^\"]*", "([^<]*)", "[^<]*"), lambda m, g, p, c: kept(m, g.choice([status.symbol for status in p.good.book.kb.statuses.values() if status.symbol != m[1]])))
fault("a verdict is lost from the catalogue", r'<tr[^>]*><th scope="row"(?:(?!</tr>).)*?(<span class="verdict" data-accelerator(?:(?!</span></span>).)*</span></span>)', lambda m, g, p, c: kept(m, ""))
fault("a picture or label is read out as something else", r'<(?:img|td|sup class="kb-ref"><a|div class="kb-scroll")[^>]* (?:alt|aria-label|data-label)="([^"]*)"', lambda m, g, p, c: kept(m, label(p, c, "", g)))
fault("a placeholder shows", r"<(?:p|li|td)[^>]*>([^<]{4,})", lambda m, g, p, c: kept(m, "{acc.h100} " + m[1]))


def on_files(name: str, path: str, pattern: str | None, new: New | None) -> None:
    """A family of faults in files for one accelerator, whose path is a pattern; no pattern: the file is removed."""

    def edits(pages: Pages, generator: random.Random, code: str, count: int) -> Iterator[Edit]:
        for id in shuffled(pages.good.book.kb.accelerators, generator):
            file = path.format(id=id, code=code)
            text = pages.good.read(file).decode()
            match = re.search(pattern.replace("CODE", code), text, re.DOTALL) if pattern else None
            after = None if pattern is None else text[: match.start()] + new(match, generator, pages, code) + text[match.end() :]
            yield Edit(file, pages.naming(file, after))
            count -= 1
            if not count:
                return

    FAULTS.append(Family(f"file: {name}", edits))


on_files("a badge shows another verdict", "badge/{id}.{code}.svg", r"<text[^>]*>[^<]*</text><text[^>]*>\S+ ([^<]*)", lambda m, g, p, c: kept(m, label(p, c, m[1], g)))
on_files("a badge says another verdict", "badge/{id}.{code}.svg", r"<title>[^<]*[:：]\s*([^<]*)", lambda m, g, p, c: kept(m, label(p, c, m[1], g)))
on_files("the API has another status", "api/v1/accelerators/{id}.json", r'"status":"([^"]*)"', lambda m, g, p, c: kept(m, g.choice([id for id in p.good.book.kb.statuses if id != m[1]])))
on_files("the API has another label", "api/v1/accelerators/{id}.json", r'"label":\{[^}]*?"CODE":"([^"]*)"', lambda m, g, p, c: kept(m, label(p, c, m[1], g)))
on_files("a record shows another verdict", "r/{id}/index.html", r'<section[^>]* lang="CODE">.*?<span class="verdict verdict--large"[^>]*>.*?</span> <span[^>]*>([^<]*)', lambda m, g, p, c: kept(m, label(p, c, m[1], g)))
on_files("a page was not built", "{code}/accelerators/{id}/index.html", None, None)

# -- what changes nothing

harmless("HTML: white space between elements", r"</p>|</li>|</tr>", lambda m, g, p, c: f"{m[0]}\n\n    ")
harmless("HTML: a comment", r"<(?:h2|p|ul)\b", lambda m, g, p, c: f"<!-- checked -->{m[0]}")
harmless("HTML: attributes in another order", r'<p (data-text="[^"]*") (class="[^"]*")', lambda m, g, p, c: f"<p {m[2]} {m[1]}")
harmless("HTML: one more class", r'class="([^"]*)"', lambda m, g, p, c: kept(m, f"{m[1]} kb-new"))
harmless("HTML: an entity for a character", r">[^<>&]*?([éèà。、’])[^<>]*<", lambda m, g, p, c: kept(m, f"&#{ord(m[1])};"))
harmless("HTML: another no-break space", r"[0-9](\u00a0)(?=[A-Z])|«(\u00a0)|(\u202f)[;?!]", lambda m, g, p, c: m[0].replace("\u202f", "\u00a0") if "\u202f" in m[0] else m[0].replace("\u00a0", "\u202f"), languages=("fr",))
