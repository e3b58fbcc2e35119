"""A rule set as a TOML file: for a download, a link, or another program."""

import tomli_w

from scorepad.play.rules.catalog import Listed, Origin
from scorepad.rules.document import Document, to_document
from scorepad.rules.model import RuleSet
from scorepad.rules.own import own_document
from scorepad.rules.presets import preset, slugs
from scorepad.rules.presets import text as preset_text

FIRST = ("schema", "name", "slug", "parent", "summary", "document", "notes")
"""The keys at the start of a file, in this order."""


def toml_of(document: Document) -> str:
    first = {key: document[key] for key in FIRST if key in document}
    return tomli_w.dumps(first | document)


def portable_text(listed: Listed) -> str:
    """Return a rule set as a TOML file that other clubs can read: based on a preset, or whole if it has none above."""
    assert listed.rules is not None
    return (
        preset_text(listed.slug) if listed.origin is Origin.PRESET else toml_of(portable(listed.rules, listed.parent))
    )


def portable(rules: RuleSet, parent: RuleSet | None) -> Document:
    """Return the differences from the nearest preset above a rule set, or the whole document if there is none."""
    above = parent.slug if parent else ""
    if parent and above not in slugs():
        above = parent.parent or ""
    whole = to_document(rules, every_key=True)
    return own_document(preset(above), whole) if above in slugs() else to_document(rules)
