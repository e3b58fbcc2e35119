"""The list of players, and one player with partners, opponents and badges."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Literal, TypedDict

from scorepad.exchange.documents.figures import Figures, Rating, figures, rating
from scorepad.exchange.documents.values import Person, number
from scorepad.league.club_names import ClubPeople, club_kind_names
from scorepad.league.competitor_figures import CompetitorFigures, own_ranks
from scorepad.league.counterparts import MIN_TOGETHER, expected_share, sureness
from scorepad.league.facts import WHOLE
from scorepad.league.figures import Badge, all_badges
from scorepad.league.standings import Figure, Standing
from scorepad.league.tables import RatedDays, with_ratings
from scorepad.scoring.names import fold_name
from scorepad.store import Club, Player
from scorepad.store.results.rows import CompetitorGame, PairTotals

LAST = 10
"""The most recent games in a player's document."""


class ListedPlayer(TypedDict):
    """A player of the list. Tables leave guests out."""

    id: int
    name: str
    guest: bool
    retired: Annotated[bool, "No longer plays"]
    games: Annotated[int, "Finished games"]
    rating: Annotated[Rating | None, "null without a game"]


class Players(TypedDict):
    """Everyone in the club, by name."""

    players: list[ListedPlayer]


class Counterpart(TypedDict):
    """Someone this player played with, or against, often enough to be listed."""

    player: Person
    games: Annotated[int, "Games together, or meetings"]
    wins: Annotated[float, "Wins in them, with the shares of ties"]
    win_share: float
    expected: Annotated[float, "The share to expect of the next one: few games count for less"]
    sure: Literal["few games", "fairly sure", "sure"]


class EarnedBadge(TypedDict):
    """A badge, earned or not."""

    code: str
    name: str
    meaning: str
    level: Annotated[int | None, "The highest level that was earned, in games; null if none"]
    game: Annotated[int | None, "The game that earned it"]
    next: Annotated[int | None, "The next level; null after the last"]
    count: Annotated[int, "How far it is to the next level, counted no further than the last one"]


class KindFigures(TypedDict):
    """The figures in one kind of game."""

    kind: int
    name: str
    figures: Figures


class PlayedGame(TypedDict):
    """One of the last games."""

    game: int
    day: str
    outcome: Literal["won", "tied", "lost"]
    total: int
    others: Annotated[list[int], "The totals of the other teams"]


class OwnRank(TypedDict):
    """A place in the table of all games by one figure."""

    by: Literal["rating", "wins"]
    rank: Annotated[int | None, "null while games are missing"]
    of: Annotated[int, "How many the table ranks"]
    games_missing: Annotated[int, "How many more games it takes to be ranked"]


class OnePlayer(ListedPlayer):
    """A player with everything that their page shows."""

    figures: Annotated[Figures, "All games of all kinds"]
    ranks: Annotated[list[OwnRank], "Empty for guests, and where only one is ranked"]
    streak: Annotated[int, "Games won in a row now; negative: lost in a row; 0 after a tie"]
    longest_streak: int
    by_kind: Annotated[list[KindFigures], "The most played first"]
    partners: Annotated[list[Counterpart], "Those with whom this player wins most, first"]
    opponents: Annotated[list[Counterpart], "Those against whom this player wins most, first"]
    badges: list[EarnedBadge]
    last_games: Annotated[list[PlayedGame], "The latest first"]


def players_document(club: Club, people: ClubPeople) -> Players:
    """Build the document of everyone in the club who was neither merged nor forgotten."""
    shown = [player for player in people.people.values() if people.has_name(player.id) and player.merged_into is None]
    tallies = club.league.tallies("people")
    standings = [Standing(key, tallies[key], None) for player in shown if (key := str(player.id)) in tallies]
    rated = {of.competitor: of for of in with_ratings(club.league, standings, RatedDays())}
    listed = [_listed(player, rated.get(str(player.id))) for player in shown]
    return {"players": sorted(listed, key=lambda player: (fold_name(player["name"]), player["id"]))}


def _listed(player: Player, standing: Standing | None) -> ListedPlayer:
    games = standing.tally.games if standing else 0
    return {
        "id": player.id,
        "name": player.name,
        "guest": player.guest,
        "retired": player.retired,
        "games": games,
        "rating": rating(standing) if standing and games else None,
    }


def player_document(club: Club, people: ClubPeople, player: Player) -> OnePlayer:
    """Build the document of a player who was neither merged nor forgotten."""
    key = str(player.id)
    own = CompetitorFigures(club, key)
    meetings, records = club.league.meetings, club.league.records
    partners = meetings.partners(key, MIN_TOGETHER)
    longest, streak = records.streaks_of(key)
    return {
        **_listed(player, own.standing),
        "figures": figures(own.standing),
        "ranks": _ranks(own, people),
        "streak": streak,
        "longest_streak": longest,
        "by_kind": _by_kind(club, own),
        "partners": _counterparts(partners, own.standing.win_share or Fraction(1, 2), people),
        "opponents": _counterparts(meetings.opponents(key, MIN_TOGETHER), meetings.share_of_meetings(key), people),
        "badges": [_badge(badge) for badge in all_badges(records.badges(key), records.badge_counts(key))],
        "last_games": [_played(game) for game in club.league.games_of(key, LAST)],
    }


def _ranks(own: CompetitorFigures, people: ClubPeople) -> list[OwnRank]:
    return [
        {
            "by": "rating" if place.figure is Figure.RATING else "wins",
            "rank": place.rank,
            "of": place.count,
            "games_missing": place.missing,
        }
        for place in own_ranks(own, people)
    ]


def _by_kind(club: Club, own: CompetitorFigures) -> list[KindFigures]:
    names = club_kind_names(club, club.league.kinds())
    return [{"kind": kind, "name": names[kind], "figures": figures(standing)} for kind, standing in own.by_kind]


def _counterparts(pairs: Iterable[PairTotals], usual: Fraction, people: ClubPeople) -> list[Counterpart]:
    ranked = [(pair, expected_share(pair, usual)) for pair in pairs if people.is_ranked(pair.other)]
    ranked.sort(key=lambda each: (-each[1], -each[0].games, fold_name(people.name_of(each[0].other))))
    return [
        {
            "player": {"id": int(pair.other), "name": people.name_of(pair.other)},
            "games": pair.games,
            "wins": number(Fraction(pair.share, WHOLE)) or 0.0,
            "win_share": number(Fraction(pair.share, WHOLE * pair.games)) or 0.0,
            "expected": number(expected) or 0.0,
            "sure": sureness(pair.games).value,
        }
        for pair, expected in ranked
    ]


def _badge(badge: Badge) -> EarnedBadge:
    return {
        "code": badge.code,
        "name": badge.text.name,
        "meaning": badge.text.meaning,
        "level": badge.earned.level if badge.earned else None,
        "game": badge.earned.game.game if badge.earned else None,
        "next": badge.next,
        "count": badge.count,
    }


def _played(played: CompetitorGame) -> PlayedGame:
    sides, at = played.game.sides, played.team - 1
    share = sides[at].share
    return {
        "game": played.game.game,
        "day": played.game.day,
        "outcome": "won" if share == WHOLE else "tied" if share else "lost",
        "total": sides[at].total,
        "others": [side.total for side in (*sides[:at], *sides[at + 1 :])],
    }
