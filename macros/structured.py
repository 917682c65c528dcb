"""Structured data: what a page is, in the words that stand on it, for search engines and other machines (schema.org)."""

from __future__ import annotations

import json

from . import bodies
from .render import Page

# Inside an HTML script element these would end it, or hide what follows; in JSON each may be written as an escape.
ESCAPES = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&"})


def script(page: Page, site_url: str) -> str:
    """The element for the head of a page that is written: its as-of date comes from the sources it cited."""
    text = json.dumps(describe(page, site_url), ensure_ascii=False, separators=(",", ":"))
    return f'<script type="application/ld+json">{text.translate(ESCAPES)}</script>'


def describe(page: Page, site_url: str) -> dict:
    """A page of questions, or an article. Nobody is named as author; whoever runs the site publishes it."""
    kb, plain = page.kb, page.writer.plain
    about = page.title if page.place.accelerator else kb.names[kb.site.subject].name
    facts = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "@id": page.book.url(site_url, page.place.id, page.code),
        "headline": page.title,
        "description": page.description,
        "inLanguage": page.code,
        "dateModified": page.as_of().isoformat(),
        "isPartOf": {"@type": "WebSite", "name": plain(kb.site.name), "url": page.book.url(site_url, "home", page.code)},
        "about": {"@type": "Thing", "name": about},
        "publisher": {"@type": "Organization", "name": plain(kb.site.owner)},
    }
    if page.place.id == "faq":
        facts |= {"@type": "FAQPage", "mainEntity": [_question(page, id, site_url) for id in kb.faq]}
    return facts


def _question(page: Page, id: str, site_url: str) -> dict:
    question = page.kb.faq[id]
    answer = {"@type": "Answer", "text": bodies.plain(page.writer, question.answer)}
    return {"@type": "Question", "@id": page.book.url(site_url, f"faq#{id}", page.code), "name": page.writer.plain(question.question), "acceptedAnswer": answer}
