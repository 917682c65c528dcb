"""The smallest complete knowledge base: five accelerators, two languages. Synthetic: none of it is a fact about a product."""

from __future__ import annotations

import copy
from functools import cache

import yaml

from macros.load import load
from macros.model import KnowledgeBase
from macros.source import read

REMOVED = object()

LANGUAGES = r"""
languages:
  ja:
    name: 日本語
    locale: ja
    theme: ja
    script: japanese
    phrases:
      exact: "{version}のみ"
      stated: "{version}"
      min: "{version}以降"
      above: "{version}より後"
      max: "{version}以前"
      below: "{version}未満"
      requirement: "{name} {bound}"
      quantity: "{number} {unit}"
      sentence_gap: ""
      joiner: "、"
      label: "{label}：{value}"
      parenthesis: "{text}（{remark}）"
    units: {GB: GB, TB: TB, TB/s: TB/s}
    counts:
      accelerators: {other: "{number}件のアクセラレータ"}
    search_separator: '[\s\-\u3000]+'
  fr:
    name: Français
    locale: fr
    theme: fr
    script: latin
    phrases:
      exact: "{version} uniquement"
      stated: "{version}"
      min: "{version} ou ultérieure"
      above: "postérieure à {version}"
      max: "{version} ou antérieure"
      below: "antérieure à {version}"
      requirement: "{name}\u00a0{bound}"
      quantity: "{number}\u00a0{unit}"
      sentence_gap: " "
      joiner: ", "
      label: "{label}\u00a0: {value}"
      parenthesis: "{text} ({remark})"
    units: {GB: Go, TB: To, TB/s: To/s}
    first_of_month: 1er
    date_space: "\u00a0"
    counts:
      accelerators: {one: "{number} accélérateur", other: "{number} accélérateurs"}
      million: {one: "{number} million", other: "{number} millions"}
    default_class: m
    forms:
      le: {m: "le {}", f: "la {}", v: "l’{}", p: "les {}", n: "{}", nv: "{}"}
      Le: {m: "Le {}", f: "La {}", v: "L’{}", p: "Les {}", n: "{}", nv: "{}"}
      de: {m: "du {}", f: "de la {}", v: "de l’{}", p: "des {}", n: "de {}", nv: "d’{}"}
      d: {m: "de {}", f: "de {}", v: "d’{}", p: "de {}", n: "de {}", nv: "d’{}"}
      a: {m: "au {}", f: "à la {}", v: "à l’{}", p: "aux {}", n: "à {}", nv: "à {}"}
    apostrophe: "’"
    spacing:
      - {before: ";?!", space: "\u202f"}
      - {before: ":»", space: "\u00a0"}
      - {after: "«", space: "\u00a0"}
    search_separator: '[\s\-]+'
"""

FACTS = """
site:
  name: {ja: 名, fr: Nom}
  tagline: {ja: 説明, fr: Devise}
  owner: {ja: 運営者, fr: Responsable}
  subject: infer
  tag: "example,2026"
  unofficial: {ja: 非公式です。, fr: Site non officiel.}
  scope: {ja: 範囲です。, fr: Champ.}
  example: h100

release: {model: flash, requirements: [gcc, python, os], reported_on: 2026-10-20, sources: [notice]}

targets:
  cuda: {architecture: sm-100, stack: cuda, sources: [notice]}
  cann: {architecture: ascend-950, stack: cann, sources: [notice]}

requirements:
  cuda: {name: CUDA, version: {stated: "13"}, stack: true, where_to_look: {ja: 番号, fr: Numéro}, sources: [notice]}
  cann: {name: CANN, version: {stated: "9.2"}, stack: true, where_to_look: {ja: 番号, fr: Numéro}, sources: [notice]}
  gcc: {name: GCC, version: {min: "13"}, where_to_look: {ja: 番号, fr: Numéro}, sources: [notice]}
  python: {name: Python, version: {stated: "3.12"}, where_to_look: {ja: 番号, fr: Numéro}, sources: [notice]}
  os: {name: Linux, one_of: [Linux], where_to_look: {ja: 名, fr: Nom}, sources: [notice]}

vendors:
  nvidia: {name: NVIDIA, grammar: {fr: n}}
  huawei: {name: Huawei, grammar: {fr: n}}
  amd: {name: AMD, grammar: {fr: nv}}

lines:
  datacenter: {label: {ja: データセンター, fr: Centre de données}}

architectures:
  sm-90: {name: SM90, vendor: nvidia, family: Hopper, compute_capability: "9.0", sources: [notice]}
  sm-100: {name: SM100, vendor: nvidia, family: Blackwell, compute_capability: "10.0", sources: [notice]}
  sm-103: {name: SM103, vendor: nvidia, family: Blackwell, compute_capability: "10.3", sources: [notice]}
  sm-120: {name: SM120, vendor: nvidia, family: Blackwell, compute_capability: "12.0", sources: [notice]}
  ascend-950: {name: Ascend 950, vendor: huawei, family: Ascend, grammar: {fr: v}, sources: [notice]}

groups:
  hopper: {name: {ja: Hopper世代, fr: génération Hopper}, architectures: [sm-90]}
  sm100: {name: {ja: SM100世代, fr: génération SM100}, architectures: [sm-100], accelerators: [ascend-950pr]}
  rtx: {name: {ja: RTXシリーズ, fr: série RTX}, accelerators: [rtx-5090]}
  blackwell: {name: {ja: Blackwell世代, fr: génération Blackwell}, architectures: [sm-100, sm-103, sm-120]}
  empty: {name: {ja: 空, fr: vide}}

accelerators:
  h100:
    name: H100
    vendor: nvidia
    line: datacenter
    family: Hopper
    architecture: sm-90
    memory: [{gb: 80, sources: [card]}]
    sources: [card]
  b200: {name: B200, vendor: nvidia, line: datacenter, family: Blackwell, architecture: sm-100, sources: [card]}
  b300: {name: B300, vendor: nvidia, line: datacenter, family: Blackwell, architecture: sm-103, sources: [card]}
  rtx-5090: {name: RTX 5090, vendor: nvidia, line: datacenter, family: Blackwell, architecture: sm-120, grammar: {fr: f}, sources: [card]}
  ascend-950pr: {name: Ascend 950PR, vendor: huawei, line: datacenter, family: Ascend, architecture: ascend-950, grammar: {fr: v}, sources: [card]}

devices:
  sources: [card]
  names:
    - {name: NVIDIA H100 PCIe, architecture: sm-90, accelerator: h100}

components:
  kernels:
    name: Kernels
    lists: [sm-100]
    requires: {cuda: {min: "13.1"}}
    role: {ja: 役割, fr: Rôle}
    documents: {ja: 文書, fr: Documentation}
    sources: [card]

missing_parts:
  cache: {name: {ja: KVキャッシュ, fr: cache KV}, documented: true, effect: {ja: 影響, fr: Effet}, provider: {ja: 担当, fr: Équipe}, sources: [notice]}

models:
  flash: {name: Flash, grammar: {fr: n}}

runtimes:
  server: {name: Server, kind: serving, summary: {ja: 概要, fr: Résumé}, sources: [card]}

support:
  server-flash: {runtime: server, model: flash, examined: [card], cells: {h100: {naming: named, sources: [card]}}}

matrix:
  hopper: {group: hopper, purchase: {ja: 購入, fr: Achat}}

paths:
  listed: {page: home, status: listed, summary: {ja: 一覧, fr: Liste}}
  hopper: {page: scope, group: hopper, summary: {ja: 世代, fr: Génération}}
  other: {page: home, summary: {ja: その他, fr: Autres}}

checklist: {}
checklist_rules: {}

faq:
  why:
    question: {ja: なぜですか。, fr: Pourquoi ?}
    answer:
      first: {ja: 理由です。, fr: C’est ainsi., states: [A1], sources: [notice]}

glossary:
  prefill: {name: {ja: プレフィル, fr: prefill}, english: prefill, definition: {ja: 定義, fr: Définition}}

changes:
  start: {date: 2026-10-21, title: {ja: 開始, fr: Début}, body: {}}

pages:
  home: {address: "", title: {ja: はじめに, fr: Accueil}, nav: {ja: はじめに, fr: Accueil}, description: {ja: 説明, fr: Description}, lead: {ja: 要点です。, fr: Réponse.}}
  scope:
    title: {ja: 範囲, fr: Champ}
    nav: {ja: 範囲, fr: Champ}
    description: {ja: 説明, fr: Description}
    lead: {ja: 要点です。, fr: Réponse.}
    sections:
      matrix: {title: {ja: 表, fr: Tableau}}

names:
  infer: {name: Infer, grammar: {fr: nv}}

numbers:
  gpus: {value: 1234, sources: [notice]}
  floor: {value: 614, unit: GB, sources: [notice]}
  eight: {times: 8, memory_of: h100}

dates:
  release: {date: 2026-10-20, sources: [notice]}

codes:
  build: pip install .

ui:
  source: {ja: 出典, fr: Source}
  numbered: {ja: "出典{this.number}", fr: "Source {this.number}"}
  release-about: {ja: "{this.date}公開、{this.model}", fr: "Version du {this.date}, {this.model}"}

rules: {}

exceptions: []

sources:
  notice:
    title: Notice
    publisher: Maker
    kind: official
    url: https://example.com/notice
    verified_on: 2026-10-21
    review_by: 2027-01-21
    supports: {ja: 一覧, fr: Liste}
  card:
    title: Card
    publisher: Maker
    kind: vendor
    no_url: {ja: 非公開, fr: Non publié}
    published: 2026-10-01
    verified_on: "2026-10-21"
    review_by: 2027-01-21
    supports: {ja: 仕様, fr: Fiche}
"""

LABELS = {
    "listed": ("掲載", "Inscrit"), "unconfirmed": ("未確認", "Non confirmé"),
    "not-listed": ("対象外", "Hors liste"), "withdrawn": ("除外", "Retiré"),
}
# Closed vocabularies with a text for each word.
WORDS = {
    "reasons": [
        "listed-architecture", "withdrawn", "vendor-absent", "capability-not-established", "same-major", "architecture-not-named",
    ],
    "outcomes": [
        "on-matrix", "off-matrix", "cannot-tell", "met", "unmet", "not-given", "satisfied", "other-name", "component-asks-more",
        "not-a-version", "not-precise", "older-than-required", "newer-not-documented", "outside-bounds", "wrong-vendor-stack",
    ],
    "bases": ["reported", "inference", "arithmetic", "rule"],
    "namings": ["named", "not-named", "listed-unvalidated", "excluded", "third-party"],
}


def _vocabulary() -> str:
    word = "{ja: 語, fr: Mot, about: vocabulary}"
    lines = ["", "statuses:"]
    for id, (ja, fr) in LABELS.items():
        others = "".join(f", {name}: {word}" for name in ("sentence", "meaning", "procurement", "production", "experiment"))
        lines.append(f"  {id}: {{symbol: x, label: {{ja: {ja}, fr: {fr}, about: vocabulary}}{others}}}")
    for name, ids in WORDS.items():
        lines += ["", f"{name}:", *(f"  {id}: {word}" for id in ids)]
    return "\n".join(lines) + "\n"


TEXT = (LANGUAGES + FACTS + _vocabulary()).lstrip("\n")


def edited(old: str, new: str, text: str = TEXT) -> str:
    """The text with one passage replaced; the passage must stand there once."""
    assert text.count(old) == 1, f"{text.count(old)} times in the text: {old!r}"
    return text.replace(old, new)


def place(text: str, passage: str, within: str | None = None) -> tuple[int, int]:
    """Line and column of the first occurrence of a passage, or of `within` inside it."""
    at = text.index(passage) + (passage.index(within) if within else 0)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


@cache
def _data() -> dict:
    return read("support.yaml", TEXT).data


def data(changes: dict[str, object] | None = None) -> dict:
    """The data as plain values, with the values at dotted paths changed, added, or `REMOVED`."""
    result = copy.deepcopy(_data())
    for path, value in (changes or {}).items():
        *parents, last = path.split(".")
        at = result
        for part in parents:
            at = at.setdefault(part, {}) if isinstance(at, dict) else at[int(part)]
        if value is REMOVED:
            del at[last]
        else:
            at[last if isinstance(at, dict) else int(last)] = value
    return result


def text(changes: dict[str, object] | None = None) -> str:
    """The knowledge base as YAML text; as written above if nothing is changed."""
    return yaml.safe_dump(data(changes), allow_unicode=True, sort_keys=False) if changes else TEXT


def kb(changes: dict[str, object] | None = None) -> KnowledgeBase:
    """The knowledge base, loaded."""
    return load("support.yaml", text(changes))[0]
