"""Documents about nights of many tables: the list of them, and one with its sittings, its table and its prizes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, TypedDict

from scorepad.exchange.documents.games import Person
from scorepad.league.nights import NightGame, NightTable, Prize
from scorepad.play.nights import Night

Name = Callable[[int], str]


class ListedNight(TypedDict):
    """A night of the list."""

    id: int
    name: str
    planned_at: Annotated[str, "When it was planned (UTC, RFC 3339)"]
    day: Annotated[str | None, "The day for which it is planned (ISO 8601), null if that is open"]
    begins: Annotated[str | None, "The time at which it begins on that day, by the club's clock, such as 19:30"]
    rules: Annotated[str, "The slug of its rule set"]
    sittings: Annotated[int, "How many sittings are planned"]
    begun: Annotated[int, "How many sittings have begun"]
    people: Annotated[int, "How many people are here"]
    counts: Annotated[bool, "Whether its games count in the league"]


class ListedNights(TypedDict):
    """All nights, newest first."""

    nights: list[ListedNight]


class NightTeam(TypedDict):
    """The people of a team, as they were drawn."""

    people: list[Person]


class NightTableDocument(TypedDict):
    """A table of a sitting."""

    number: int
    game: Annotated[int | None, "Its game, null before the sitting begins"]
    rounds: Annotated[int, "Finished rounds"]
    is_over: bool
    teams: list[NightTeam]


class NightSittingDocument(TypedDict):
    """A sitting. Sittings to come may be drawn again."""

    number: int
    begun_at: Annotated[str | None, "When it began (UTC, RFC 3339), null if it has not"]
    tables: list[NightTableDocument]
    out: Annotated[list[Person], "Who sits out"]


class NightStanding(TypedDict):
    """A person, or a pair if partners are fixed, in the table of a night. Equal values share a rank."""

    rank: int
    people: list[Person]
    points: int
    rounds: int
    points_a_round: float
    games: int
    won: Annotated[int, "Games won, or tied for first"]


class NightPrize(TypedDict):
    """A prize of a night, and everyone who won it."""

    prize: Literal["highest", "lowest", "round", "comeback"]
    winners: list[list[Person]]
    value: Annotated[float, "Points, or points a round"]
    sitting: int | None
    table: int | None


class OneNight(TypedDict):
    """A night of many tables."""

    night: ListedNight
    partners: Literal["change", "fixed", "stay"]
    seed: int
    sittings: list[NightSittingDocument]
    standings: list[NightStanding]
    by_round: Annotated[bool, "Ranked by points a round, because not everybody has played the same number of rounds"]
    rounds_left_out: Annotated[int, "Rounds that do not count, because not every table of the sitting has played them"]
    prizes: list[NightPrize]


def listed_night(night: Night, title: str) -> ListedNight:
    return {
        "id": night.id,
        "name": title,
        "planned_at": night.created_at,
        "day": night.day or None,
        "begins": night.begins or None,
        "rules": night.rules,
        "sittings": night.sittings,
        "begun": len(night.begun),
        "people": len(night.here),
        "counts": night.counts,
    }


def night_document(
    night: Night, title: str, name: Name, games: Sequence[NightGame], table: NightTable, prizes: Sequence[Prize]
) -> OneNight:
    """Build the document of a night from its games, its table and its prizes. `name` returns a person's name."""

    def persons(people: Sequence[int]) -> list[Person]:
        return [{"id": person, "name": name(person)} for person in people]

    by_number = {game.number: game for game in games}
    return {
        "night": listed_night(night, title),
        "partners": night.partners.value,
        "seed": night.seed,
        "sittings": [
            {
                "number": number,
                "begun_at": sitting.begun_at or None,
                "tables": [
                    _table(at, teams, sitting.games, by_number, persons)
                    for at, teams in enumerate(sitting.tables, start=1)
                ],
                "out": persons(sitting.out),
            }
            for number, sitting in enumerate(night.drawn, start=1)
        ],
        "standings": [
            {
                "rank": row.rank,
                "people": persons(row.who),
                "points": row.points,
                "rounds": row.rounds,
                "points_a_round": round(float(row.mean), 4),
                "games": row.games,
                "won": row.won,
            }
            for row in table.rows
        ],
        "by_round": table.unequal,
        "rounds_left_out": table.left_out,
        "prizes": [
            {
                "prize": prize.code,
                "winners": [persons(who) for who in prize.who],
                "value": round(float(prize.value), 4),
                "sitting": prize.sitting,
                "table": prize.table,
            }
            for prize in prizes
        ],
    }


def _table(
    at: int,
    teams: Sequence[Sequence[int]],
    games: Sequence[int],
    known: Mapping[int, NightGame],
    persons: Callable[[Sequence[int]], list[Person]],
) -> NightTableDocument:
    number = games[at - 1] if games else None
    game = known.get(number) if number else None
    return {
        "number": at,
        "game": number,
        "rounds": game.played if game else 0,
        "is_over": bool(game and game.is_over),
        "teams": [{"people": persons(team)} for team in teams],
    }
