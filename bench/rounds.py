"""Realistic rounds, generated from a seed: the same seed always gives the same rounds."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from scorepad.rules.lookup import out_case
from scorepad.rules.model import Book, RuleSet
from scorepad.rules.words import Counted
from scorepad.scoring.answers import has_errors
from scorepad.scoring.check import check
from scorepad.scoring.documents import read_round
from scorepad.scoring.sheet import About, Kind, Sheet, build_sheet

Document = dict[str, Any]

_NAMES = ("Ann", "Béla", "Carmen", "Dirk", "Esther", "Frank", "Zoë", "Hugh", "Ida", "Jürgen", "Kay")
_REASONS = ("misdeal", "showed a card", "looked into the foot", "agreed at the table")


def rounds(rules: RuleSet, count: int, seed: int) -> list[Document]:
    """Return random rounds at the rule set's usual table, without errors; a few have warnings."""
    chance = Random(seed)
    drawn = iter(lambda: _round(rules, chance), None)
    return list(islice((document for document in drawn if _is_sound(rules, document)), count))


def _is_sound(rules: RuleSet, document: Document) -> bool:
    entry, _ = read_round(rules, document)
    return entry is not None and not has_errors(check(entry))


def _round(rules: RuleSet, chance: Random) -> Document:
    table = rules.tables[0]
    sheet = build_sheet(rules, table, chance.randint(1, 6), table.decks)
    out = chance.randrange(table.teams) if chance.random() < 0.9 else None
    names = chance.sample(_NAMES, min(len(_NAMES), table.players))
    teams = [_team(sheet, chance, names[at :: table.teams], at == out) for at in range(table.teams)]
    ended = "stock_ran_out" if out is None else "went_out"
    return {"round": sheet.round_number, "players": table.players, "ended": ended, "teams": teams}


def _team(sheet: Sheet, chance: Random, names: Sequence[str], out: bool) -> Document:
    books = {kind.code: _books(sheet, chance, kind, out) for kind in sheet.rules.books}
    held = chance.choice((0, 0, 0, 1, 1, 2))
    team = {
        "name": " and ".join(names),
        "score_before": chance.randrange(-300, 9000, 5),
        "books": {code: count for code, count in books.items() if count},
        "unfinished": _unfinished(sheet, chance, books),
        "melded": _melded(chance, sum(books.values())),
        "left": 0 if out else _left(sheet, chance, held),
        "red_threes": 0 if out else held,
        "bonuses": _bonuses(sheet, chance),
        "went_out": out,
    }
    if out or not isinstance(team["left"], int):
        team["red_threes"] = 0
    if chance.random() < 0.02:
        points, reason = chance.randrange(-200, 200, 50), chance.choice(_REASONS)
        team["adjustments"] = [{"points": points, "reason": reason}]
    return team


def _books(sheet: Sheet, chance: Random, kind: Book, out: bool) -> int:
    """A team that goes out has the books it needs."""
    needs = out_case(sheet.rules, sheet.round_number, sheet.table.players).needs
    if kind.most is not None:
        return int(chance.random() < 0.2) * min(kind.most, 1)
    if out and (kind.code in needs or ("any" in needs and kind is sheet.rules.books[0])):
        return needs.get(kind.code, needs.get("any", 0)) + (chance.random() < 0.2)
    return chance.choice((0, 0, 1, 1, 2)) if kind.code in ("clean", "dirty") else 0


def _unfinished(sheet: Sheet, chance: Random, books: dict[str, int]) -> dict[str, int]:
    return {
        field.name: 1 for field in sheet.unfinished if field.points and not books[field.name] and chance.random() < 0.15
    }


def _melded(chance: Random, books: int) -> int | dict[str, int]:
    if chance.random() < 0.9:
        return books * 7 * chance.randrange(10, 15) // 5 * 5 + chance.randrange(0, 200, 5)
    ranks = chance.sample(("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4"), 4)
    return {"joker": 1, "2": chance.randint(1, 2)} | {rank: chance.randint(3, 7) for rank in ranks}


def _left(sheet: Sheet, chance: Random, held: int) -> Any:
    way = chance.random()
    if way < 0.7:
        return chance.randrange(0, 300, 5)
    if way < 0.85:
        return [chance.randrange(0, 150, 5) for _ in range(sheet.table.team_size)]
    cards = {card: chance.randint(1, 2) for card in chance.sample(("joker", "2", "A", "K", "8"), 3)}
    counted = any(field.threes[-1].counted is not Counted.NEVER for field in sheet.of(Kind.THREES))
    return cards | ({"red3": held} if held and counted else {})


def _bonuses(sheet: Sheet, chance: Random) -> dict[str, int]:
    """At most one bonus, because some exclude each other and two in a round are rare."""
    if not sheet.bonuses or chance.random() < 0.7:
        return {}
    field = chance.choice(sheet.bonuses)
    most = field.most or 1
    return {field.name: chance.randint(1, most * (sheet.table.team_size if field.about is About.SEAT else 1))}
