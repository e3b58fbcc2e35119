"""The invariants of a season. Each raises `Broken`."""

import hashlib
import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from bench.proofs.season_club import Broken, SeasonClub
from scorepad.play.game import LoadedGame, load
from scorepad.scoring.answers import BadInput, score_document
from scorepad.scoring.game.course import Phase
from scorepad.scoring.sheet import Kind, Sheet
from scorepad.store.file.doctor import examine
from tests.league.clubs import dump, plain_league
from tests.league.comparing import same_games, same_league, same_sums
from tests.league.plain import figures, people_of

Cells = Mapping[tuple[int, str, str], Any]

COMPARED = ("seq", "version", "cells", "values", "names", "record", "is_binned", "conflicts")
"""Attributes of a game in memory that must equal those of the file."""


def check_game(club: SeasonClub, game: int) -> None:
    """Check that a game's cells are right, that totals are sums, and that the pages show them."""
    cells, fresh = check_cells(club, game)
    _check_pages(club, fresh, _check_totals(fresh, cells))
    club.count("games looked at")


def check_cells(club: SeasonClub, game: int) -> tuple[Cells, LoadedGame]:
    """Check that the cells of a game match its log, and that the game in memory equals the one in the file."""
    with club.store.reading() as db:
        entries = db.execute(
            "SELECT round, place, field, value FROM entry WHERE game = ? AND status = 'applied' ORDER BY seq", (game,)
        ).fetchall()
        kept = db.execute("SELECT round, place, field, value FROM cell WHERE game = ?", (game,)).fetchall()
    folded = {(number, place, name): value for number, place, name, value in entries}
    if folded != {(number, place, name): value for number, place, name, value in kept}:
        raise Broken(f"the cells of game {game} are not what its entries say")
    loaded, fresh = club.games.load(game), load(club.store, game)
    for name in COMPARED:
        if getattr(loaded, name) != getattr(fresh, name):
            raise Broken(f"game {game} in memory differs from the file in its {name}")
    return {cell: json.loads(value) for cell, value in folded.items()}, fresh


def _check_totals(loaded: LoadedGame, cells: Cells) -> tuple[int, ...]:
    """Check that the running totals are the sums of the answers of `scorepad score`. Return those that count."""
    course = loaded.record.course
    totals = course.totals[0]
    for number, record in enumerate(loaded.record.rounds[: course.counted], start=1):
        # A reopened round counts with its recorded totals if later ones are finished.
        points = _points(loaded, number, totals, cells) if record.finished else record.totals
        totals = tuple(a + b for a, b in zip(totals, points, strict=True))
        if totals != course.totals[number]:
            raise Broken(f"game {loaded.id}: {course.totals[number]} after round {number}, and not {totals}")
    if totals != course.now:
        raise Broken(f"game {loaded.id} has {course.now}, and its rounds come to {totals}")
    return totals


def _points(loaded: LoadedGame, number: int, before: tuple[int, ...], cells: Cells) -> tuple[int, ...]:
    try:
        answer = score_document(loaded.agreement.rules, _document(loaded.sheet(number), number, before, cells))
    except BadInput as error:
        raise Broken(f"round {number} of game {loaded.id} cannot be scored: {error.problems}") from error
    return tuple(team["total"] for team in answer["teams"])


def _document(sheet: Sheet, number: int, before: tuple[int, ...], cells: Cells) -> dict[str, Any]:
    """Return a round as a document for `scorepad score`."""
    own = {cell[1:]: value for cell, value in cells.items() if cell[0] == number and value is not None}
    ended = own["table", "ended"]
    table = sheet.table
    teams = [_team(sheet, own, at, before[at]) for at in range(table.teams)]
    if ended["as"] == "out":
        teams[(ended["seat"] - 1) % table.teams]["went_out"] = True
    words = "went_out" if ended["as"] == "out" else "stock_ran_out"
    return {"round": number, "players": table.players, "decks": sheet.decks, "ended": words, "teams": teams}


def _team(sheet: Sheet, own: Mapping[tuple[str, str], Any], at: int, before: int) -> dict[str, Any]:
    table = sheet.table
    seats = range(at + 1, table.players + 1, table.teams)
    team: dict[str, Any] = {"score_before": before, "left": [_number(own, f"seat{seat}", "left") for seat in seats]}
    team |= {"melded": _number(own, f"team{at + 1}", "melded")}
    for part in ("books", "unfinished", "bonuses", "threes"):
        team[part] = {}
    places = [f"team{at + 1}", *(f"seat{seat}" for seat in seats)]
    for (place, code), value in own.items():
        field = sheet.by_code.get(code)
        if place not in places or not isinstance(value, dict):
            continue
        if code.startswith("adjustment"):
            points = int(value["typed"].replace("−", "-"))
            team.setdefault("adjustments", []).append({"points": points, "reason": value["reason"]})
        elif code.startswith("lost_"):
            team.setdefault("lost", []).append(code.removeprefix("lost_"))
        elif field is not None and field.kind not in (Kind.MELDED, Kind.LEFT):
            _add(team, field.kind, field.name or code, value["n"])
    return team


def _add(team: dict[str, Any], kind: Kind, name: str, number: int) -> None:
    if kind is Kind.THREES:
        color, _, place = name.split("_")
        at = team["threes"].setdefault(color, {})
        at[place] = at.get(place, 0) + number
    else:
        part = team[{Kind.BOOK: "books", Kind.UNFINISHED: "unfinished"}.get(kind, "bonuses")]
        part[name] = part.get(name, 0) + number


def _number(own: Mapping[tuple[str, str], Any], place: str, field: str) -> int:
    value = own.get((place, field))
    return sum(int(part) for part in value["typed"].split("+")) if value else 0


def _check_pages(club: SeasonClub, loaded: LoadedGame, totals: tuple[int, ...]) -> None:
    """Check that the table, or the result, and the list show these totals."""
    page = club.get(f"/games/{loaded.id}")
    if loaded.record.course.phase is Phase.OVER:
        shown = _final_totals(page)
    else:
        shown = _numbers(r'<span class="big">([^<]*)</span>', page)
    if shown != list(totals):
        raise Broken(f"the page of game {loaded.id} shows {shown}, and not {totals}")
    listed = club.get("/bin" if loaded.is_binned else "/")
    card = re.search(rf'href="/games/{loaded.id}">(.*?)</a>', listed, re.DOTALL)
    if card and (figures := _numbers(r'<span class="figures">([^<]*)</span>', card[1])) and figures != list(totals):
        raise Broken(f"the list shows {figures} for game {loaded.id}, and not {totals}")


def _final_totals(page: str) -> list[int]:
    """Return a result's totals in the order of the teams. With three teams or more the page begins with the winner."""
    sections = re.findall(r'<section data-team="(\d+)"(.*?)</section>', page, re.DOTALL)
    return _numbers(
        r'<span data-total="[^"]*">([^<]*)</span>', "".join(text for _team, text in sorted(sections, key=_team_number))
    )


def _team_number(section: tuple[str, str]) -> int:
    return int(section[0])


def _numbers(pattern: str, page: str) -> list[int]:
    texts = [unescape(text) for text in re.findall(pattern, page)]
    return [int(text.replace(",", "").replace("−", "-")) for text in texts]


class Log:
    """The entries of a club so far. The log may only grow."""

    def __init__(self) -> None:
        self._seq = 0
        self._count = 0
        self._hash = hashlib.sha256()

    def check(self, club: SeasonClub, *, whole: bool = False) -> int:
        """Check the new entries, or all of them. Return the number of entries."""
        with club.store.reading() as db:
            count = db.execute("SELECT count(*) FROM entry WHERE seq <= ?", (self._seq,)).fetchone()[0]
            if count != self._count:
                raise Broken(f"{self._count} entries were there, and {count} are")
            new = db.execute("SELECT * FROM entry WHERE seq > ? ORDER BY seq", (self._seq,)).fetchall()
            old = db.execute("SELECT * FROM entry WHERE seq <= ? ORDER BY seq", (self._seq,)) if whole else ()
            again = hashlib.sha256()
            for row in old:
                again.update(repr(tuple(row)).encode())
        if whole and again.digest() != self._hash.digest():
            raise Broken("an entry has changed since it was written")
        for row in new:
            self._hash.update(repr(tuple(row)).encode())
            self._seq = row[0]
        self._count += len(new)
        return self._count


def check_league(club: SeasonClub, *, thoroughly: bool) -> None:
    """Check that the stored league equals a rebuild and a simple recalculation, and that the standings show it."""
    club.store.league.catch_up()
    kept = dump(club.store)
    plain = plain_league(club.store)
    try:
        if thoroughly:
            same_league(club.store, plain)
        else:
            same_games(club.store.league, plain)
            same_sums(club.store.league, plain)
    except AssertionError as error:
        raise Broken(f"the league is not what its games say: {error}") from error
    _check_standings(club, plain)
    club.store.league.rebuild()
    rebuilt = dump(club.store)
    if rebuilt != kept:
        wrong = [name for name in kept if kept[name] != rebuilt[name]]
        raise Broken(f"a rebuild changes {', '.join(wrong)}")


def _check_standings(club: SeasonClub, plain: Any) -> None:
    page = unescape(club.get("/league?over=all&by=wins"))
    text = re.search(r'id="drawn-text">(.*?)</desc>', page, re.DOTALL)
    if text is None:
        return
    names = club.store.people.names([person for (person,) in people_of(plain.games)])
    wins = {names[person]: figures((person,), plain.games)["wins"] for (person,) in people_of(plain.games)}
    for name, number in re.findall(r"[0-9]+\. ([^,]*), ([0-9,]+)", text[1]):
        if wins.get(name) != int(number.replace(",", "")):
            raise Broken(f"the standings give {name} {number} wins, and not {wins.get(name)}")


def check_file(club: SeasonClub) -> None:
    """Check that `scorepad doctor` finds no fault."""
    wrong = [finding.sentence for finding in examine(club.store) if not finding.ok]
    if wrong:
        raise Broken(f"doctor: {wrong}")
