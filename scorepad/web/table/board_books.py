"""The current round on the board: the books of each team, those it still needs, and the luck."""

import re
from typing import NamedTuple

from scorepad.play.game import LoadedGame
from scorepad.play.parse_form import shown_text
from scorepad.play.sheet_form import face_of, sheet_inputs
from scorepad.rules.lookup import book_for_need, kinds, luck_codes
from scorepad.rules.model import Book, RuleSet
from scorepad.scoring.cells import Place, PlaceKind
from scorepad.scoring.model import TeamRound
from scorepad.scoring.needs import books_to_finish, missing_books, missing_red_threes
from scorepad.scoring.text.explain import cards_text, lower_first


class BookStack(NamedTuple):
    """The books of one kind that a team has in a round. `face` is the card shown on top, as at the table."""

    face: str
    number: int
    kind: str


def book_stacks(loaded: LoadedGame, round_number: int, team: int) -> tuple[BookStack, ...]:
    """Return the books that a team has in a round so far."""
    rounds = loaded.record.rounds
    counts = rounds[round_number - 1].entry.teams[team - 1].books if round_number <= len(rounds) else {}
    kinds = loaded.agreement.rules.books
    return tuple(BookStack(face_of(kind), n, _short(kind)) for kind in kinds if (n := counts.get(kind.code, 0)))


def books_needed(loaded: LoadedGame, round_number: int, team: int) -> str | None:
    """Return what a team still needs to go out in a round; None if the rules require nothing."""
    sheet, rounds = loaded.sheet(round_number), loaded.record.rounds
    entry = rounds[round_number - 1].entry.teams[team - 1] if round_number <= len(rounds) else TeamRound("")
    rules, case = sheet.rules, sheet.out(entry.concealed)
    missing, threes = missing_books(rules, case, entry.books), missing_red_threes(case, entry)
    begun = {_need(rules, code, count): count for code, count in books_to_finish(rules, entry).items()}
    if not any(case.needs.values()) and case.red_threes == 0 and not begun:
        return None
    # No-break spaces keep each number on one line with its noun.
    needs = [f"{count}\u00a0{_need(rules, need, count)}" for need, count in missing.items()]
    needs += [f"{count}\u00a0{kind} finished" for kind, count in begun.items()]
    return ", ".join([*needs, *([cards_text("red3", threes).replace(" ", "\u00a0")] if threes else [])])


def luck_of_round(loaded: LoadedGame, round_number: int) -> dict[str, list[str]]:
    """Return the luck of a round: from "Exact cut of 22" to the names of those who had it, with "×2" for twice."""
    rules, sheet = loaded.agreement.rules, loaded.sheet(round_number)
    lucky = luck_codes(rules)
    luck: dict[str, list[str]] = {}
    for asked in sheet_inputs(sheet):
        value = loaded.values.get((round_number, asked.place, asked.field)) if asked.field in lucky else None
        count = shown_text(rules, value, asked)
        if count not in ("", "0"):
            name = _name(loaded, round_number, asked.place)
            luck.setdefault(sheet.by_code[asked.field].singular, []).append(
                name if count == "1" else f"{name} ×{count}"
            )
    return luck


def _name(loaded: LoadedGame, round_number: int, place: Place) -> str:
    if place.kind is PlaceKind.SEAT:
        return loaded.seat_name(place.number, round_number)
    return loaded.teams_in(round_number)[place.number - 1]


def _short(kind: Book) -> str:
    """Return the name of a kind without the word "books": "red", "sevens"."""
    return re.sub(r" books$|^books of (?=\w+$)", "", lower_first(kind.plural))


def _need(rules: RuleSet, need: str, count: int) -> str:
    if need == "any" or 1 < len(rules.books) == len({*kinds(rules, need)}):
        return "book" if count == 1 else "books"
    kind = book_for_need(rules, need)
    return _short(kind) if kind and kind.code == need else need
