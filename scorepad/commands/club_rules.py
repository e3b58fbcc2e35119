"""The rule sets of a club on the command line. Nothing is created or opened for a club that does not exist."""

import os
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from typing import NamedTuple

from scorepad import paths
from scorepad.commands.console import fail, fail_as, readable_instance
from scorepad.play.rules import own_rules
from scorepad.play.rules.catalog import Listed, Origin, find_listed, list_all, parent_of
from scorepad.play.rules.own_rules import Sender
from scorepad.play.rules.sharing import portable_text
from scorepad.rules.model import RuleSet
from scorepad.rules.toml_text import load_toml
from scorepad.store import Club, NoSuchRuleSet, StoreError


class Kept(NamedTuple):
    """A rule set that was added: its name, slug and version, and whether it was new."""

    name: str
    slug: str
    version: int
    is_new: bool


@contextmanager
def club_of(slug: str) -> Iterator[Club | None]:
    """Open the club `slug`, "" for the one at home; None if there is none at home. Exits with a message on errors."""
    try:
        home = paths.present_instance(os.environ) and readable_instance()
        file = home and paths.club_dir(home, slug) / paths.CLUB
        if slug and not (file and file.exists()):
            fail(paths.no_such_club(home or paths.instance_dir(os.environ), slug))
        with closing(Club.open(file)) if file and file.exists() else nullcontext() as club:
            yield club
    except (paths.FolderError, StoreError) as error:
        fail_as(error)


def listed_sets(slug: str) -> list[Listed]:
    """Return the club's own sets that are not retired, and the files in the instance folder."""
    with club_of(slug) as club:
        everything = list_all(club) if club else []
    return [listed for listed in everything if listed.origin is not Origin.PRESET and not listed.is_retired]


def rules_of_club(name: str, slug: str) -> RuleSet | None:
    """Return a rule set of a club, None if there is no club at home. Raises RulesError if the club does not have it."""
    with club_of(slug) as club:
        return find_listed(club, name).rules if club else None


def parent_in_club(rules: RuleSet, slug: str) -> RuleSet | None:
    """Return the parent of a rule set of a club, None if it has none."""
    with club_of(slug) as club:
        return parent_of(club, rules) if club else None


def toml_in_club(name: str, slug: str) -> str:
    """Return the TOML text of a rule set of a club. Raises RulesError."""
    with club_of(slug) as club:
        assert club is not None, "its rules were read just now"
        return portable_text(find_listed(club, name))


def add_rules(text: str, slug: str) -> Kept:
    """Add the rules in a TOML text to a club: as a new version of its own set with this slug, or as a new set.

    Raises RulesError.
    """
    with club_of(slug) as club:
        if club is None:
            fail(paths.no_such_club(paths.instance_dir(os.environ), slug))
        data, sender = load_toml(text), Sender(secrets.token_hex(16))
        stated = own_rules.check(club, data).stated_slug
        try:
            base = club.rule_sets.latest(stated).number
        except NoSuchRuleSet:
            own, before = own_rules.save_new(club, data, sender), 0
        else:
            own, before = own_rules.save_version(club, stated, data, base, sender), base
        return Kept(own.rules.name, own.slug, own.number, own.number != before)
