"""The table of the rules that the data and its texts are checked by, made from the registry of the checks; and of those on the built site."""

from __future__ import annotations

from . import checks
from .render import Page, element
from .tables import plain, said, table


def site_rule_table(page: Page) -> str:
    """Each rule on the built site with its sentence; what it looked at is known only when the site is there."""
    rows = [[plain(element("code", id, translate="no"), id=f"rule-{id}"), said(page, text)] for id, text in page.kb.site_rules.items()]
    return table(page, page.ui("site-rules-caption"), [page.ui("rule"), page.ui("rule-says")], rows, stack=True)


def rule_table(page: Page) -> str:
    """Each rule with its sentence and the number of items it looks at."""
    counts = checks.census(page.book)
    rows = []
    for id, count in counts.items():
        name = element("code", id, translate="no")
        rows.append([plain(name, id=f"rule-{id}"), said(page, page.kb.rules[id]), plain(page.locale.number(count))])
    return table(page, page.ui("rules-caption"), [page.ui("rule"), page.ui("rule-says"), page.ui("rule-items")], rows, stack=True)
