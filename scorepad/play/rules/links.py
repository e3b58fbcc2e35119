"""Rules in a link: their version, their parent, and what differs from it, packed into a URL segment, the link's word.

A word starts with the version of the packing format. Text that most links share is in a zlib dictionary, which must
never change.
"""

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from scorepad.play.rules.link_words import WORDS
from scorepad.play.rules.own_rules import MAX_OPTIONS
from scorepad.rules.document import NOT_RULES, Document, to_document
from scorepad.rules.faults import Fault, RulesError
from scorepad.rules.model import RuleSet
from scorepad.rules.own import is_own, slug_of, usual_summary
from scorepad.rules.presets import preset, slugs

LONGEST_WORD = 4_000
"""Characters. Servers and messengers cut off longer URLs."""

MAX_UNPACKED = 40_000
"""Bytes. A whole rule set takes about half of that."""

_SCHEMA = 2
"""The schema of documents in this packing that do not state one."""

_MAY_BE_ABSENT = ("reward", "must_finish")

PATTERN = re.compile(r"/rules/shared/([A-Za-z0-9_-]+)")

_PACKING = "2"
_HEADER = 6
"""Bytes before the document: four for the digest, two for the version."""

_WORDS_OF_1 = (
    b'"choices":[{"key":"label":"options":[{"value":"document":"summary":"notes":[],"slug":"schema":2,"name":"'
    b'"remove":["add":{"bonuses":[{"code":"one":"many":"made_of":"ranks":["cards":"most":"any"}'
    b'"threes.red.held.points":"stock.":"end.target":"end.rounds":"tables.1.decks":"jokers":"hand":"foot":'
    b'"opening.steps.1.minimum":"going_out.cases.1.points":"going_out.cases.1.needs":{"clean":"dirty":'
    b'"books.clean.unfinished":"books.dirty.points":"books.clean.points":,"set":{"parent":"partnership",'
)


class Shared(NamedTuple):
    """The content of a link. Comparing `digest` shows whether the rules are the same on another server."""

    version: int
    digest: str
    document: Document


def pack(rules: RuleSet, document: Document, version: int) -> str:
    """Return the word for a link. It may be longer than `LONGEST_WORD`."""
    text = json.dumps(_without_usual(rules, document), separators=(",", ":"), ensure_ascii=False)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, WORDS)
    header = bytes.fromhex(digest_of(rules)) + version.to_bytes(2)
    packed = header + packer.compress(text.encode()) + packer.flush()
    return _PACKING + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def pack_preset(rules: RuleSet) -> str:
    """Return the word for a link to a preset: only slug and digest, because every Scorepad has the presets."""
    return pack(rules, {"parent": rules.slug}, 0)


def preset_of(shared: Shared) -> str:
    """Return the slug of the preset that a link refers to; "" if it contains rules itself."""
    return str(shared.document["parent"]) if set(shared.document) == {"parent"} else ""


def _without_usual(rules: RuleSet, document: Document) -> Document:
    """Leave out the values that `_with_usual`, or parsing the rules, restores."""
    if not is_own(document):
        return document
    usual = {"schema": _SCHEMA, "slug": slug_of(rules.name), "notes": []}
    if rules.parent in slugs():
        usual["summary"] = usual_summary(preset(rules.parent))
    kept = {key: value for key, value in document.items() if key not in usual or value != usual[key]}
    return {key: value for key, value in _without_false(kept).items() if value or key == "set"}


def _without_false(value: Any) -> Any:
    """Leave out false values of the keys that may be absent: `reward` and `must_finish`."""
    if isinstance(value, dict):
        return {key: _without_false(v) for key, v in value.items() if v is not False or key not in _MAY_BE_ABSENT}
    return [_without_false(item) for item in value] if isinstance(value, list) else value


def _with_usual(document: Any) -> Any:
    if not isinstance(document, dict) or not is_own(document) or set(document) == {"parent"}:
        return document
    return {"schema": _SCHEMA, "slug": slug_of(str(document.get("name"))), "notes": []} | document


def unpack(word: str) -> Shared:
    """Unpack the word of a link. Only its size is checked, not its rules. Raises RulesError if it is malformed."""
    if word[:1] not in _READERS and word[:1].isdigit():
        raise _fault("This link was made by a newer Scorepad. Update Scorepad.")
    try:
        if len(word) > LONGEST_WORD:
            raise ValueError
        packed = base64.b64decode(word[1:] + "=" * (-len(word[1:]) % 4), b"-_", validate=True)
        version, digest, document = _READERS.get(word[:1], _read_2)(packed)
        options = _options(document)
    except (ValueError, TypeError, RecursionError, binascii.Error, zlib.error):
        raise _fault("Part of this link is missing. Ask for it again.") from None
    if type(version) is not int or not isinstance(digest, str) or not isinstance(document, dict):
        raise _fault("This link has no rules in it.")
    if options > MAX_OPTIONS:
        raise _fault(f"These rules have more than {MAX_OPTIONS} choices, which is too many for a link.")
    return Shared(version, digest, document)


def _read_1(packed: bytes) -> Any:
    return _unpacked(packed, _WORDS_OF_1)


def _read_2(packed: bytes) -> Any:
    header, document = packed[:_HEADER], _with_usual(_unpacked(packed[_HEADER:], WORDS))
    return int.from_bytes(header[4:]), header[:4].hex(), document


_READERS: dict[str, Callable[[bytes], Any]] = {"1": _read_1, "2": _read_2}
"""Readers of version, digest and document, by the first character of a word. Old packings stay readable for ever."""


def _unpacked(packed: bytes, words: bytes) -> Any:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS, words)
    text = unpacker.decompress(packed, MAX_UNPACKED)
    if not unpacker.eof:
        raise ValueError
    return json.loads(text.decode())


def digest_of(rules: RuleSet) -> str:
    """Return a short hash that differs for rule sets that play differently."""
    document = {key: value for key, value in to_document(rules).items() if key not in NOT_RULES}
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:8]


def _options(value: Any) -> int:
    """Return the total number of items in a document's lists called `options`."""
    if isinstance(value, dict):
        own = len(value["options"]) if isinstance(value.get("options"), list) else 0
        return own + sum(map(_options, value.values()))
    return sum(map(_options, value)) if isinstance(value, list) else 0


def _fault(message: str) -> RulesError:
    return RulesError((Fault("", message),))
