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
from dataclasses import dataclass
from typing import Any, NamedTuple

import tomli_w

from scorepad.play.rules import own_rules
from scorepad.play.rules.catalog import Listed, Origin, OwnSet, read_version, with_line
from scorepad.play.rules.own_rules import MAX_OPTIONS, Checked, Sender
from scorepad.rules.document import NOT_RULES, Document, plain, to_document
from scorepad.rules.faults import Fault, RulesError, quote
from scorepad.rules.keys import keys_of
from scorepad.rules.model import Book, RuleSet
from scorepad.rules.own import is_own, own_document, slug_of, usual_summary
from scorepad.rules.parse import from_document
from scorepad.rules.presets import preset, slugs
from scorepad.rules.presets import text as preset_text
from scorepad.rules.toml_text import load_toml
from scorepad.store import Club, NoSuchRuleSet

# The zlib dictionary for links: JSON fragments that most links share.
#
# Never change it: existing links could no longer be read. A new packing format gets a new dictionary.


# Common fragments come last, because zlib encodes shorter distances in fewer bits.
WORDS = (
    b'"otherwise":[{"of":["melded"],"when":{"went_out":"either","opened":"either","has":{},"lacks":{"clean":1}},'
    b'"counts":"minus"}]"nothing""plus""left""books"]"yes""no"'
    b'"choices":[{"key":"label":"players":[],"options":[{"value":"usual","label":"As the rules say","set":{},"add":{},'
    b'"reported":[],"assumed":[]}],"typed":true}]'
    b'"combinations":[{"code":"set","label":"Set of books","books":{"clean":1,"dirty":1},"points":500,"times":"once",'
    b'"group":""}]"each"'
    b'"tables":[{"players":4,"teams":2,"decks":5,"jokers":2,"hand":11,"foot":11,"knee":0},{"players":6,"teams":3,'
    b'"deals":[{"rounds":[1],"hand":"usual","foot":"usual","knee":"usual","draw":"usual"}]'
    b'"play.starts":"left_of_dealer""high_cut""behind""play.draw":1,"play.take.cards":"all""play.take.exactly":true,'
    b'"play.take.needs":"top_card_melded""play.turned_up":1,"play.hand_limit":"any""play.passed":"left""play.swipe":true,'
    b'"stock.runs_out":"last_turn""turn_pile""stock.round":"void"'
    b'"melds.smallest":"melds.wilds":"fewer_than_naturals""melds.most_wilds":3,"melds.book_wilds":"up_to_naturals"'
    b'"melds.book_most_wilds":3,"melds.natural_ranks":["7"],"melds.black_threes":"going_out""natural"'
    b'"melds.red_threes":"melds.beyond_book":"any_time""never""melds.books_of_one_rank":1,"melds.sequences":true,'
    b'"melds.sequence_wilds":"melds.opening_most_cards":7,"melds.opening_wilds":"as_any_meld""beside_natural""none"'
    b'"opening.book_points":true,"opening.waived":"hand_empty""opening.by":"total","opening.steps":[{"from":"lowest",'
    b'"minimum":50,"books":[],"players":[]},{"from":1500,"minimum":90,"books":[],"players":[]},{"from":3000,'
    b'"minimum":120,"books":[],"players":[]},{"from":5000,"minimum":150,"books":[],"players":[]}],'
    b'"end.winner":"lowest""end.by":"target","end.rounds":"none","end.targets":[{"players":[],"points":10000}],'
    b'"end.by":"time","end.minutes":90,"end.rounds":3,'
    b'"cards.joker":50,"cards.2":20,"cards.A":"cards.K":"cards.10":5,"cards.9":5,"cards.8":5,"cards.7":"cards.5":'
    b'"threes.red.laid(1).":"threes.black.laid.":"threes.black.held.pays.1.points":0,"threes.red.held.pays":[],'
    b'"threes.red.held.counted":"never","threes.red.laid.counted":"apart","threes.red.laid.pays":[{"from":1,'
    b'"points":100,"per":"card"}],"threes.red.held.pays.1.points":-300,'
    b'"bonuses.exact_cut.cases.1.points":"bonuses.exact_cut.grade_of":"cut","bonuses":[{"code":"special",'
    b'"one":"Own bonus","many":"Own bonuses","kind":"special","per":"team","most":1,"grade_of":"","cases":[{'
    b'"players":[],"rounds":[],"points":100}]}]{"code":"exact_deal","one":"Exact deal",'
    b'"many":"Exact deals","kind":"deal","per":"round"'
    b'"bonuses":[{"code":"near_cut","one":"Near cut","many":"Near cuts","kind":"cut","per":"player","most":1,'
    b'"grade_of":"cut","cases":[{"players":[],"rounds":[],"points":50}]}]'
    b'"remove":["bonuses.exact_cut","books.dirty"]'
    b'{"code":"aces","one":"Book of aces","many":"Books of aces","made_of":"naturals","ranks":["A"],"cards":7,'
    b'"points":1000,"unfinished":-1000,"most":1,"counts_for":["clean"],"begun":"opening","must_finish":true'
    b'{"code":"samba","one":"Sequence","many":"Sequences","made_of":"sequence","made_of":"threes","made_of":"any",'
    b'{"code":"own","one":"Own book","many":"Own books","made_of":"mixed","canasta""any"]'
    b'"add":{"books":[{"code":"sevens","one":"Book of sevens","many":"Books of sevens","made_of":"naturals",'
    b'"ranks":["7"],"cards":7,"points":1500,"unfinished":0,"most":"any","counts_for":["sevens"],"begun":"any_time"},'
    b'{"code":"wild","one":"Wild book","many":"Wild books","made_of":"wilds","ranks":[],"cards":7,"points":2500,'
    b'"unfinished":0,"most":"any","counts_for":["wild"],"begun":"any_time"}],"going_out.cases.1.needs":{"sevens":1,'
    b'"wild":1}'
    b'"books.clean.one":"Natural book","books.clean.many":"Clean books","books.dirty.one":"Mixed canasta","books.dirty.'
    b'many":"Dirty books","books.clean.counts_for":["clean"],"books.clean.unfinished":-100,"books.clean.cards":'
    b'"books.clean.most":"books.dirty.points":"books.clean.points":700,"melds.wild_melds":true,'
    b'"tables.1.decks":6,"tables.1.hand":13,"tables.1.foot":13,"opening.steps.1.minimum":60,"opening.steps.2.minimum":'
    b'"opening.steps.3.minimum":"opening.steps.4.minimum":"going_out.last_card":"discard","going_out.wild_discard":false,'
    b'"going_out.extra_books":"after_needs","going_out.leave":"binding_if_asked""courtesy","going_out.partner_in_foot":true,'
    b'"going_out.without_books":"forbidden","going_out.penalty":0,"going_out.cases.1.points":200,'
    b'"going_out.cases.1.needs.clean":2,"going_out.cases.1.needs.dirty":2,"going_out.cases.1.needs":{"clean":2,"dirty":2}'
    b'"notes":["summary":"slug":"{"name":"Our table","parent":"friends-family","parent":"southern-ohio","parent":"'
    b'simpson","parent":"partnership","set":{'
)


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


LONGEST_WORD = 4_000
"""Characters. Servers and messengers cut off longer URLs."""

MAX_UNPACKED = 40_000
"""Bytes. A whole rule set takes about half of that."""

_SCHEMA = 2
"""The schema of documents in this packing that do not state one."""

_OF_THREES = {"reward": False}
_OF_A_BOOK = {key.name: plain(key.absent, key.none, every_key=True) for key in keys_of(Book) if key.is_optional}
"""The usual values of keys that may be absent."""

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
    return {key: value for key, value in _without_absent(kept).items() if value or key == "set"}


def _without_absent(value: Any) -> Any:
    """Leave out the keys of books and threes that may be absent, where they have their usual value."""
    if isinstance(value, dict):
        usual = _OF_A_BOOK if "made_of" in value else _OF_THREES
        return {key: _without_absent(v) for key, v in value.items() if key not in usual or v != usual[key]}
    return [_without_absent(item) for item in value] if isinstance(value, list) else value


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


# Rules that someone provides as a file, text or link, read and checked before the club saves them.


LONGEST_TEXT = 40_000
"""The most characters of a file that the page accepts."""

TOO_LONG = f"This is too long for this page, which takes {LONGEST_TEXT:,} characters. “scorepad rules add” takes more."


@dataclass(frozen=True, slots=True)
class OfferedRules:
    """Rules as a text, or the faults why they cannot be saved. `parent` is the parent they have here.

    `is_changed` if they differ here from the rules for which the link was created. `kept` is an identical own set,
    `namesake` an own set of which they may be a new version. A preset need not be saved.
    """

    text: str
    rules: RuleSet | None = None
    parent: RuleSet | None = None
    faults: tuple[str, ...] = ()
    is_changed: bool = False
    kept: OwnSet | None = None
    namesake: OwnSet | None = None
    is_preset: bool = False


def offer_of_text(club: Club, text: str) -> OfferedRules:
    """Read the text of a file, or a link, as rules for this club. Faults are in the result."""
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    if len(text) > LONGEST_TEXT:
        return OfferedRules("", faults=(TOO_LONG,))
    if (link := PATTERN.search(text)) and "\n" not in text.strip():
        return offer_of_link(link[1], club)
    try:
        checked = own_rules.check(club, load_toml(text))
    except RulesError as error:
        return OfferedRules(text, faults=tuple(with_line(text, fault) for fault in error.faults))
    return _offer(club, text, checked, is_changed=False)


def offer_of_link(word: str, club: Club | None = None) -> OfferedRules:
    """Read a link as rules for a club. Without a club, only presets can be parents, and own sets are not compared."""
    try:
        shared = unpack(word)
        if slug := preset_of(shared):
            return _offer_of_preset(slug, shared.digest)
        if club:
            checked = own_rules.check(club, shared.document)
            is_changed = digest_of(checked.rules) != shared.digest
            return _offer(club, toml_of(shared.document), checked, is_changed=is_changed)
        rules = from_document(shared.document, preset)
        own_rules.check_name(rules.name)
    except RulesError as error:
        return OfferedRules("", faults=tuple(map(str, error.faults)))
    parent = preset(rules.parent) if rules.parent in slugs() else None
    return OfferedRules(toml_of(shared.document), rules, parent, is_changed=digest_of(rules) != shared.digest)


def _offer_of_preset(slug: str, digest: str) -> OfferedRules:
    """Return a preset as an offer. Raises RulesError if this Scorepad does not have it."""
    if slug not in slugs():
        fault = f"The rules {quote(slug)} do not come with this Scorepad. Update Scorepad, or ask for them as a file."
        raise RulesError((Fault("", fault),))
    rules = preset(slug)
    return OfferedRules(preset_text(slug), rules, is_changed=digest_of(rules) != digest, is_preset=True)


def keep(club: Club, text: str, base: int | None, sender: Sender) -> OwnSet:
    """Save offered rules: as a new version of the own set with their slug, or as a new set if `base` is None.

    `base` is the version that the page showed. Raises RulesError and StoreError.
    """
    data = load_toml(text)
    if base is None:
        return own_rules.save_new(club, data, sender)
    return own_rules.save_version(club, own_rules.check(club, data).stated_slug, data, base, sender)


def _offer(club: Club, text: str, checked: Checked, *, is_changed: bool) -> OfferedRules:
    try:
        namesake = read_version(club.rule_sets.latest(checked.stated_slug))
    except (NoSuchRuleSet, RulesError):
        namesake = None
    kept = own_rules.same_set(club, checked)
    return OfferedRules(text, checked.rules, checked.parent, is_changed=is_changed, kept=kept, namesake=namesake)
