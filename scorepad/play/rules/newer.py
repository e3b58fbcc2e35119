"""A draft whose rules have a newer version: rebase it on that version, or keep the draft's rules as the next one."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from scorepad.play.rules import own_rules
from scorepad.play.rules.drafts import Draft, add_step, read_step, whole
from scorepad.play.rules.own_rules import Sender
from scorepad.play.rules.versions import OwnSet, read_version
from scorepad.rules.faults import RulesError
from scorepad.rules.model import RuleSet
from scorepad.rules.own import complete, own_document
from scorepad.store import ChangedMeanwhile, Club, StoreError

_NAMES = ("name", "summary", "notes")


def newer_version(club: Club, draft: Draft) -> OwnSet | None:
    """Return the current version of a draft's rules, if the draft started from an older one."""
    if draft.base:
        with suppress(RulesError, StoreError):
            own = own_rules.current(club, draft.slug)
            return own if own.number > draft.base else None
    return None


def begun_with(club: Club, draft: Draft) -> RuleSet:
    """Return the rules that a draft started from. Raises RulesError, NoSuchRuleSet."""
    return read_version(club.rule_sets.version(draft.slug, draft.base)).rules


def take_over(club: Club, draft: Draft, seen: int, sender: Sender) -> Draft:
    """Apply a draft's changes to the newer version. If both changed a value, the draft's value wins.

    Raises ChangedMeanwhile, and RulesError if the newer version no longer has what the draft changed.
    """

    def laid_over(newest: OwnSet) -> Draft:
        began = begun_with(club, draft)
        document, faults = complete(own_document(began, draft.document), lambda _: newest.rules)
        if faults:
            raise RulesError(tuple(faults))
        mine, old, new = draft.document, whole(began), whole(newest.rules)
        names = {key: mine[key] if mine[key] != old[key] else new[key] for key in _NAMES}
        parent = newest.parent or newest.rules
        return replace(draft, base=newest.number, parent=parent, document=new | document | names)

    return _step(club, draft, seen, sender, laid_over)


def keep_mine(club: Club, draft: Draft, seen: int, sender: Sender) -> Draft:
    """Base a draft on the newer version without taking over its changes. Raises ChangedMeanwhile."""

    def following(newest: OwnSet) -> Draft:
        return replace(draft, base=newest.number, parent=newest.rules if draft.is_whole else draft.parent)

    return _step(club, draft, seen, sender, following)


def _step(club: Club, draft: Draft, seen: int, sender: Sender, change: Callable[[OwnSet], Draft]) -> Draft:
    with club.writing():
        if sent := club.rule_drafts.with_key(sender.key):
            return read_step(sent)
        newest = newer_version(club, draft)
        if draft.number != seen or newest is None:
            raise ChangedMeanwhile("Someone else has just changed these rules.")
        return add_step(club, change(newest), sender)
