"""Everyone's rating, provisional ratings last."""

from typing import Annotated, TypedDict

from scorepad.exchange.documents.figures import Rating, rating
from scorepad.exchange.documents.values import Person
from scorepad.league.club_names import ClubPeople
from scorepad.league.standings import PROVISIONAL, Standing
from scorepad.league.tables import RatedDays, with_ratings
from scorepad.scoring.names import fold_name
from scorepad.store import Club


class PlayerRating(TypedDict):
    """A player's rating."""

    rank: Annotated[int | None, "The rank among settled ratings, equals share one; null while provisional"]
    player: Person
    games: int
    rating: Rating


class Ratings(TypedDict):
    """The ratings of everyone who stands in tables and has a game."""

    provisional_below: Annotated[int, "Fewer games than these make a rating provisional"]
    ratings: Annotated[list[PlayerRating], "The best settled rating first, then provisional ones by games"]


def ratings_document(club: Club, people: ClubPeople) -> Ratings:
    """Build the document of the ratings of a club."""
    played = club.league.tallies("people").items()
    everyone = [Standing(key, tally, None) for key, tally in played if tally.games and people.is_ranked(key)]
    rated = with_ratings(club.league, everyone, RatedDays())
    settled = sorted((of for of in rated if not of.is_provisional), key=lambda of: (-_shown(of), _name(of, people)))
    others = sorted((of for of in rated if of.is_provisional), key=lambda of: (-of.tally.games, _name(of, people)))
    values = [_shown(of) for of in settled]
    return {
        "provisional_below": PROVISIONAL,
        "ratings": [
            *(_row(of, people, values.index(_shown(of)) + 1) for of in settled),
            *(_row(of, people, None) for of in others),
        ],
    }


def _row(standing: Standing, people: ClubPeople, rank: int | None) -> PlayerRating:
    person, rated = int(standing.competitor), rating(standing)
    assert rated is not None
    player: Person = {"id": person, "name": people.name([person])}
    return {"rank": rank, "player": player, "games": standing.tally.games, "rating": rated}


def _shown(standing: Standing) -> int:
    return standing.rating.shown if standing.rating else 0


def _name(standing: Standing, people: ClubPeople) -> str:
    return fold_name(people.name_of(standing.competitor))
