"""Reads a stored version of an own rule set: its rules, and its parent."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from scorepad.rules.document import Document
from scorepad.rules.model import RuleSet
from scorepad.rules.own import is_own, with_same_positions
from scorepad.rules.parse import from_document, no_parent
from scorepad.store import RulesVersion


@dataclass(frozen=True, slots=True)
class OwnSet:
    """A version of an own rule set. `parent` is its parent as it was when the version was saved.

    `document` is what was saved: differences from the parent, or a whole document.
    """

    version: RulesVersion
    rules: RuleSet
    parent: RuleSet | None
    document: Document

    @property
    def slug(self) -> str:
        return self.version.slug

    @property
    def number(self) -> int:
        """The version's number, which is the `base` of the next change."""
        return self.version.number

    @property
    def is_retired(self) -> bool:
        return self.version.is_retired


class _Read(NamedTuple):
    rules: RuleSet
    parent: RuleSet | None
    document: Document


def read_version(version: RulesVersion) -> OwnSet:
    """Read a version. Raises RulesError if this Scorepad cannot play it."""
    return OwnSet(version, *_read(version.document_text, version.parent_text))


@lru_cache(maxsize=200)
def _read(document: str, parent: str) -> _Read:
    above, saved = _parent(parent), json.loads(document)

    def find(slug: str) -> RuleSet:
        return above or no_parent(slug)

    if above and is_own(saved):
        saved = with_same_positions(saved, above, moving=True)
    return _Read(from_document(saved, find), above, saved)


@lru_cache(maxsize=100)
def _parent(text: str) -> RuleSet | None:
    document: dict[str, Any] | None = json.loads(text)
    return None if document is None else from_document(document)
