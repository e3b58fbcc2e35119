"""Reads the documents of `can-go-out`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorepad.rules.model import RuleSet
from scorepad.rules.words import LastCard
from scorepad.scoring.check import check
from scorepad.scoring.going_out import OutQuestion, as_if_out
from scorepad.scoring.model import Counts, Ended, Problem
from scorepad.scoring.quantity import NAMES
from scorepad.scoring.reading.rounds import (
    MOST_DECKS,
    MOST_ROUNDS,
    read_lost,
    read_table,
    read_teams,
)
from scorepad.scoring.reading.values import Reading
from scorepad.scoring.sheet import sheet

_QUESTION = frozenset(
    (
        *("round", "players", "decks", "books", "unfinished", "in_foot", "last_card", "card"),
        *("partner_says", "partner_in_foot", "concealed", "lost", "teams"),
    )
)

_IMPOSSIBLE = ("more_than_the_decks", "premium_twice", "premium_lost")


def read_out(rules: RuleSet, data: object) -> tuple[OutQuestion | None, tuple[Problem, ...]]:
    """A question from its document, or None with every error in it.

    Where `teams` are given, the one marked `went_out` is the one that asks; the first where none is marked.
    """
    reading = Reading(rules)
    if not isinstance(data, Mapping):
        reading.wrong("", data, "an object")
        return None, tuple(reading.problems)
    question = _question(reading, data)
    if not reading.problems:
        reading.problems += _impossible(question)
    if reading.problems:
        return None, tuple(reading.problems)
    return question, ()


def _question(reading: Reading, data: Mapping[str, Any]) -> OutQuestion:
    reading.known(data, _QUESTION, "")
    given = data.get("teams")
    number = reading.ranged(data, "round", (1, MOST_ROUNDS), None)
    table = read_table(reading, data, len(given) if isinstance(given, list) else None)
    decks = reading.ranged(data, "decks", (1, MOST_DECKS), table.decks)
    page = sheet(reading.rules, table, max(number, 1), min(max(decks, 1), MOST_DECKS))
    teams = read_teams(reading, page, given) if isinstance(given, list) else ()
    if given is not None and not isinstance(given, list):
        reading.wrong("teams", given, "a list")
    out = [at for at, team in enumerate(teams) if team.went_out]
    if len(out) > 1:
        names = [teams[at].name for at in out]
        reading.fault("wrong_out", "teams", out=names, ended=Ended.WENT_OUT)
    return OutQuestion(
        rules=reading.rules,
        number=number,
        table=table,
        decks=decks,
        books=_books(reading, data, "books", needed=True),
        unfinished=_books(reading, data, "unfinished", needed=False),
        # A game without a foot has none to pick up.
        in_foot=reading.flag(data, "in_foot", "", None if table.foot else True),
        last_card=LastCard(reading.word(data, "last_card", ("discard", "meld"), True) or "meld"),
        card=reading.word(data, "card", NAMES, False),
        partner_says=reading.word(data, "partner_says", ("yes", "no"), False),
        partner_in_foot=_maybe(reading, data, "partner_in_foot"),
        concealed=reading.flag(data, "concealed", "", False),
        lost=read_lost(reading, data.get("lost", []), "lost"),
        teams=teams,
        asking=out[0] if out else 0,
    )


def _books(reading: Reading, data: Mapping[str, Any], key: str, needed: bool) -> Counts:
    if key not in data and needed:
        reading.fault("missing_key", key)
    return reading.counts(data.get(key, {}), key, [kind.code for kind in reading.rules.books])


def _maybe(reading: Reading, data: Mapping[str, Any], key: str) -> bool | None:
    return reading.flag(data, key, "", False) if key in data else None


def _impossible(question: OutQuestion) -> list[Problem]:
    """Books that cannot be: more than the decks hold, a premium one twice or lost."""
    entry = as_if_out(question)
    found = [p for p in check(entry) if p.code in _IMPOSSIBLE]
    if question.teams:
        return found
    return [replace(p, path=p.path.removeprefix("teams[0].")) for p in found]
