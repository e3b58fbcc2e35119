"""Read the documents of `can-go-out`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorepad.rules import lookup
from scorepad.rules.model import RuleSet
from scorepad.rules.words import ALL_CARDS, LastCard
from scorepad.scoring.advice.going_out import OutQuestion, as_if_out
from scorepad.scoring.check import check
from scorepad.scoring.documents.rounds import (
    read_decks,
    read_lost,
    read_round_number,
    read_table,
    read_teams,
    read_threes,
    sheet_for,
)
from scorepad.scoring.documents.values import DocumentReader
from scorepad.scoring.model import NONE, Counts, Ended, Problem, TeamRound

QUESTION_KEYS = frozenset(
    (
        *("round", "players", "decks", "books", "unfinished", "in_foot", "last_card", "card"),
        *("partner_says", "partner_in_foot", "concealed", "lost", "threes", "teams"),
    )
)

_IMPOSSIBLE = ("more_than_the_decks", "premium_twice", "premium_lost")


def read_out(rules: RuleSet, data: object) -> tuple[OutQuestion | None, tuple[Problem, ...]]:
    """Read a question. If the document has errors, return None and all of them.

    The asking team is the one in `teams` with `went_out`, or else the first.
    """
    reader = DocumentReader(rules)
    if not isinstance(data, Mapping):
        reader.wrong_type("", data, "an object")
        return None, tuple(reader.problems)
    question = _question(reader, data)
    if not reader.problems:
        reader.problems += _impossible(question)
    if reader.problems:
        return None, tuple(reader.problems)
    return question, ()


def _question(reader: DocumentReader, data: Mapping[str, Any]) -> OutQuestion:
    reader.check_keys(data, QUESTION_KEYS, "")
    listed = data.get("teams")
    round_number = read_round_number(reader, data)
    table = read_table(reader, data, len(listed) if isinstance(listed, list) else None)
    decks = read_decks(reader, data, table)
    sheet = sheet_for(reader.rules, table, round_number, decks)
    teams = read_teams(reader, sheet, listed) if isinstance(listed, list) else ()
    if listed is not None and not isinstance(listed, list):
        reader.wrong_type("teams", listed, "a list")
    asking = next((team for team in teams if team.went_out), teams[0] if teams else TeamRound(""))
    threes = read_threes(reader, data["threes"], "threes", asking) if "threes" in data else NONE
    out = [number for number, team in enumerate(teams, start=1) if team.went_out]
    if len(out) > 1:
        names = [teams[number - 1].name for number in out]
        reader.error("wrong_out", "teams", out=names, ended=Ended.WENT_OUT)
    has_foot = lookup.has_foot(reader.rules, table, round_number)
    return OutQuestion(
        rules=reader.rules,
        round_number=round_number,
        table=table,
        decks=decks,
        books=_books(reader, data, "books", required=True),
        unfinished=_books(reader, data, "unfinished", required=False),
        # In a game without a foot, `in_foot` is optional.
        in_foot=reader.boolean(data, "in_foot", "", None if has_foot else True),
        last_card=LastCard(reader.word(data, "last_card", ("discard", "meld"), True) or "meld"),
        card=reader.word(data, "card", ALL_CARDS, False),
        partner_says=reader.word(data, "partner_says", ("yes", "no"), False),
        partner_in_foot=_optional(reader, data, "partner_in_foot"),
        concealed=reader.boolean(data, "concealed", "", False),
        lost=read_lost(reader, data.get("lost", []), "lost"),
        threes=threes,
        teams=teams,
        asking_team=out[0] if out else 1,
    )


def _books(reader: DocumentReader, data: Mapping[str, Any], key: str, *, required: bool) -> Counts:
    if key not in data and required:
        reader.error("missing_key", key)
    return reader.counts(data.get(key, {}), key, [book.code for book in reader.rules.books])


def _optional(reader: DocumentReader, data: Mapping[str, Any], key: str) -> bool | None:
    return reader.boolean(data, key, "", False) if key in data else None


def _impossible(question: OutQuestion) -> list[Problem]:
    """Return errors for impossible books: more than the decks hold, or a premium book twice or lost."""
    problems = [p for p in check(as_if_out(question)) if p.code in _IMPOSSIBLE]
    if question.teams:
        return problems
    return [replace(p, path=p.path.removeprefix("teams[0].")) for p in problems]
