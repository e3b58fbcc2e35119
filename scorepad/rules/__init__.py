"""The rules that a table plays by, as data. Pure; see README.md in this folder."""

from scorepad.rules.document import diff, provenance, to_document
from scorepad.rules.faults import Fault, RulesError
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.parse import choose, from_document, parse
from scorepad.rules.presets import preset, slugs

__all__ = [
    "Fault",
    "RuleSet",
    "RulesError",
    "Table",
    "choose",
    "diff",
    "from_document",
    "parse",
    "preset",
    "provenance",
    "slugs",
    "to_document",
]
