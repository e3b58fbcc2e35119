"""Rules in a link: their version, what they are laid over, and what differs, packed into a word of an address.

A word begins with the version of the packing. The words that most links share are in `_WORDS`, which must never change.
"""

import base64
import binascii
import hashlib
import json
import re
import zlib
from typing import Any, NamedTuple

from scorepad.rules.document import NOT_RULES, Document, to_document
from scorepad.rules.model import RuleSet
from scorepad.rules.read import Fault, RulesError

LONGEST_WORD = 4_000
"""Characters. Servers and messengers cut longer addresses."""

MOST_UNPACKED = 40_000
"""Bytes. A whole rule set has half of it."""

MOST_OPTIONS = 40
"""Options of choices. Each is tried when the rules are read."""

PATTERN = re.compile(r"/rules/shared/([A-Za-z0-9_-]+)")

_PACKING = "1"
_WORDS = (
    b'"choices":[{"key":"label":"options":[{"value":"document":"summary":"notes":[],"slug":"schema":2,"name":"'
    b'"remove":["add":{"bonuses":[{"code":"one":"many":"made_of":"ranks":["cards":"most":"any"}'
    b'"threes.red.held.points":"stock.":"end.target":"end.rounds":"tables.1.decks":"jokers":"hand":"foot":'
    b'"opening.steps.1.minimum":"going_out.cases.1.points":"going_out.cases.1.needs":{"clean":"dirty":'
    b'"books.clean.unfinished":"books.dirty.points":"books.clean.points":,"set":{"parent":"partnership",'
)


class Shared(NamedTuple):
    """What a link carries. `digest` tells whether the rules come out the same elsewhere."""

    version: int
    digest: str
    document: Document


def pack(rules: RuleSet, document: Document, version: int) -> str:
    """Return the word of a link; it may be longer than `LONGEST_WORD`."""
    text = json.dumps([version, digest_of(rules), document], separators=(",", ":"), ensure_ascii=False)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _WORDS)
    packed = packer.compress(text.encode()) + packer.flush()
    return _PACKING + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(word: str) -> Shared:
    """Return what a word of a link carries, unchecked but for its size. Raises RulesError if it is none."""
    if not word.startswith(_PACKING) and word[:1].isdigit():
        raise _fault("This link was made by a newer Scorepad. Update Scorepad.")
    try:
        if len(word) > LONGEST_WORD:
            raise ValueError
        packed = base64.b64decode(word[1:] + "=" * (-len(word[1:]) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _WORDS)
        text = unpacker.decompress(packed, MOST_UNPACKED)
        if not unpacker.eof:
            raise ValueError
        version, digest, document = json.loads(text.decode())
        options = _options(document)
    except (ValueError, TypeError, RecursionError, binascii.Error, zlib.error):
        raise _fault("This link is not whole: a part of it was lost on the way. Ask for it again.") from None
    if type(version) is not int or not isinstance(digest, str) or not isinstance(document, dict):
        raise _fault("This link has no rules in it.")
    if options > MOST_OPTIONS:
        raise _fault(f"These rules have more than {MOST_OPTIONS} choices, which is too many for a link.")
    return Shared(version, digest, document)


def digest_of(rules: RuleSet) -> str:
    """Return a few letters that differ for rule sets that play differently."""
    document = {key: value for key, value in to_document(rules).items() if key not in NOT_RULES}
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:8]


def _options(value: Any) -> int:
    """Return how many tables a document has within lists called `options`."""
    if isinstance(value, dict):
        own = len(value["options"]) if isinstance(value.get("options"), list) else 0
        return own + sum(map(_options, value.values()))
    return sum(map(_options, value)) if isinstance(value, list) else 0


def _fault(message: str) -> RulesError:
    return RulesError((Fault("", message),))
