"""What a notice says: one line about a game or an evening, written for each service from the result itself.

A name may hold any letter: `Ann_Lee`, `*Bo*`, `<3`, `@everyone`. So a line is kept in pieces, and each service gets the
names written in its own way. A finished text is never converted from one service's format to another's. docs/notices.md
lists what is sent.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from scorepad.language.words import format_number, join_words, plural
from scorepad.league.club_names import ClubPeople, club_kind_names
from scorepad.league.figures import record_line
from scorepad.league.news import night_table
from scorepad.play.game import Games, LoadedGame, team_names
from scorepad.scoring.game.course import Phase, merits
from scorepad.scoring.text.explain import day as day_text
from scorepad.store import Club

MAX_RECORDS = 3
"""The most records of a game that a line names: services cut off long texts."""


class Occasion(StrEnum):
    """When a notice is sent."""

    BEGIN = "game_begins"
    END = "game_ends"
    RECORD = "record_falls"
    EVENING = "evening_closes"
    TEST = "test"


class TypedName(str):
    """A piece of a line that people typed."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A line in pieces, the path of the page it links to, and what programs get in addition."""

    pieces: tuple[str, ...]
    path: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def text(self, markup: Callable[[str], str] = str) -> str:
        """The line, with each name written by `markup`."""
        return "".join(markup(piece) if isinstance(piece, TypedName) else piece for piece in self.pieces)


# How services want names to be written. docs/why/notices.md says why nothing else is done to a text.

_ZERO_WIDTH = "\u200b"


def discord(name: str) -> str:
    """Write a name for Discord, which lets a backslash stand before any mark. It does not stop a mention."""
    return re.sub(r"([\\*_~`|<>#\[\]()\-:.+])", r"\\\1", name).replace("@", f"@{_ZERO_WIDTH}")


def markdown(name: str) -> str:
    """Write a name for services that read Markdown, and HTML inside it."""
    escaped = re.sub(r"([\\`*_{}\[\]()#+\-.!~|>])", r"\\\1", name)
    escaped = re.sub(r"&(?=#?\w+;)", "&amp;", escaped)
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", escaped).replace("@", f"@{_ZERO_WIDTH}")


def slack(name: str) -> str:
    """Write a name for Slack, which cannot escape a mark: an invisible blank on both sides takes its meaning."""
    entities = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"[*_~`]", rf"{_ZERO_WIDTH}\g<0>{_ZERO_WIDTH}", entities)


def html(name: str) -> str:
    """Write a name for services that read HTML."""
    return name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# What happened


def compose(club: Club, games: Games, moment: Occasion, subject: str, *, is_corrected: bool = False) -> Notice | None:
    """Return what to say about a game (its number) or an evening (its day) now; None if there is nothing any more.

    The league must be up to date for a record and an evening. `is_corrected` is for a second result of one game.
    """
    if moment is Occasion.TEST:
        notice: Notice | None = Notice(("This is a test. Here Scorepad will tell what happens.",), "/")
    elif moment is Occasion.EVENING:
        notice = _evening(club, subject)
    else:
        game = games.load(int(subject))
        notice = {Occasion.BEGIN: _begin, Occasion.END: _end, Occasion.RECORD: _record}[moment](game)
    if notice is None:
        return None
    name, corrected = club.name(), ("Corrected: ",) if is_corrected else ()
    facts = {"club": name, **({"corrected": True} if is_corrected else {}), **notice.facts}
    return Notice((*((TypedName(name), ": ") if name else ()), *corrected, *notice.pieces), notice.path, facts)


def result_of(game: LoadedGame) -> str:
    """What a game's notices depend on, as text: "" unless it is over. It has no names, which may change."""
    course = game.record.course
    if game.is_binned or course.phase is not Phase.OVER:
        return ""
    return json.dumps([course.winners, course.now], separators=(",", ":"))


def _begin(game: LoadedGame) -> Notice | None:
    if game.is_binned or game.record.course.phase is Phase.OVER:
        return None
    teams = team_names(game.record, game.names)
    pieces = (f"Game {game.id} begins: ", *_joined(teams, " against "), ". ", TypedName(game.agreement.rules.name), ".")
    return Notice(pieces, f"/games/{game.id}/board", {"game": _game_facts(game)})


def _end(game: LoadedGame) -> Notice | None:
    if not result_of(game):
        return None
    course, teams = game.record.course, team_names(game.record, game.names)
    winners = [teams[number - 1] for number in course.winners]
    won = (*_joined(winners, " and "), " won") if len(winners) == 1 else ("a tie of ", *_joined(winners, " and "))
    best_first = sorted(
        range(len(teams)), key=lambda at: -merits(game.agreement.rules, course.now)[at]
    )  # ties stay in the order of the table
    totals = [piece for at in best_first for piece in (", ", TypedName(teams[at]), f" {format_number(course.now[at])}")]
    rounds = f", {plural(course.counted, 'round', 'rounds')}." if course.counted else "."
    pieces = (f"Game {game.id}: ", *won, ". ", *totals[1:], ". ", TypedName(game.agreement.rules.name), rounds)
    return Notice(pieces, f"/games/{game.id}/result", {"game": _game_facts(game)})


def _game_facts(game: LoadedGame) -> dict[str, Any]:
    course, teams = game.record.course, team_names(game.record, game.names)
    listed = [{"number": at + 1, "name": name, "total": course.now[at]} for at, name in enumerate(teams)]
    is_over = course.phase is Phase.OVER
    return {
        "id": game.id,
        "rules": game.agreement.rules.name,
        "teams": listed,
        "rounds": course.counted,
        "winners": list(course.winners) if is_over else [],
    }


def _record(game: LoadedGame) -> Notice | None:
    club = game.club
    with club.reading():
        records = club.league.news.of_games([game.id])[0].records if result_of(game) else ()
        kinds = club_kind_names(club, club.league.kinds()) if records else {}
        people = ClubPeople.of(club)
    if not records:
        return None
    pieces: list[str] = []
    facts = []
    for news in records:
        who, kind, line = people.name(sorted(news.record.people)), kinds.get(news.kind, ""), record_line(news.record)
        facts.append({"code": str(news.record.code), "who": who, "rules": kind, "value": abs(news.record.value)})
        if len(facts) <= MAX_RECORDS:
            pieces += [" " if pieces else "", TypedName(who), line, TypedName(kind), "."]
    if len(facts) > MAX_RECORDS:
        pieces.append(f" And {plural(len(facts) - MAX_RECORDS, 'more record', 'more records')}.")
    return Notice(tuple(pieces), f"/games/{game.id}/result", {"game": _game_facts(game), "records": facts})


def _evening(club: Club, day: str) -> Notice | None:
    with club.reading():
        games = club.league.evenings.games(day)
        people = ClubPeople.of(club)
    if not games:
        return None
    seated = {person for facts in games for side in facts.sides for person in side.people}
    best = [people.name_of(row.standing.competitor) for row in night_table(games, people.is_ranked) if row.rank == 1]
    title = f"{date.fromisoformat(day):%A}, {day_text(day)}"
    played = f"{plural(len(games), 'game', 'games')}, {plural(len(seated), 'person', 'people')}"
    # As on the page of an evening: a table of one game says nothing.
    of_night = ("Best of the night: ", TypedName(join_words(best)), ".") if len(games) > 1 and best else ()
    facts = {"day": day, "games": len(games), "people": len(seated), "best": best if of_night else []}
    return Notice((f"{title}: {played}.", *((" ", *of_night) if of_night else ())), f"/evenings/{day}", facts)


def _joined(names: "tuple[str, ...] | list[str]", between: str) -> tuple[str, ...]:
    """Names as pieces of a line, with words between them."""
    return tuple(piece for name in names for piece in (between, TypedName(name)))[1:]
