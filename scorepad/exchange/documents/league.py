"""Documents about the league: tables, players, ratings and records."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Literal, TypedDict

from scorepad.exchange.documents.games import Person
from scorepad.league.bets import LEAST
from scorepad.league.club_names import ClubPeople, club_kind_names
from scorepad.league.competitor_figures import CompetitorFigures, own_ranks
from scorepad.league.counterparts import FAIRLY_SURE, MIN_TOGETHER, expected_share, standing_out, sureness
from scorepad.league.facts import WHOLE, CompetitorKey, members
from scorepad.league.figures import (
    MIN_FOR_RECORDS,
    RECORDS,
    SHOWN,
    STREAKS,
    Badge,
    RecordText,
    all_badges,
    has_records,
    value_of,
)
from scorepad.league.prophets import EVER, ProphetTable
from scorepad.league.standings import PROVISIONAL, Figure, RankedStanding, Standing, figure_of
from scorepad.league.table_request import TableRequest
from scorepad.league.tables import RatedDays, with_comparisons, with_ratings
from scorepad.scoring.names import fold_name
from scorepad.store import Club, Player
from scorepad.store.results.rows import CompetitorGame, PairTotals, PlayedKind
from scorepad.store.results.rows import PlayedGame as PlayedGameRow

# People and partnerships, and kinds of game.


class Competitor(TypedDict):
    """A person, or people who play together."""

    key: Annotated[str, "The person's id, or the ids of the partners, ascending: 3, or 3-17"]
    name: str
    people: list[Person]


class Kind(TypedDict):
    """A kind of game: the same rules, at tables of the same size. Points can be compared within one kind."""

    id: int
    name: str
    rules: Annotated[str, "The slug of its rule set"]
    players: int
    teams: int
    decks: int
    games: Annotated[int, "Finished games of this kind"]


def competitor(key: CompetitorKey, people: ClubPeople) -> Competitor:
    """Build the document of a person or partnership from its key."""
    persons: list[Person] = [{"id": person, "name": people.name([person])} for person in members(key)]
    return {"key": key, "name": people.name_of(key), "people": persons}


def number(value: Fraction | float | None) -> float | None:
    """Return a figure as a float rounded to four decimal places."""
    return None if value is None else round(float(value), 4)


# The figures of a person or partnership. docs/league.md explains each.


TABLE_COUNTS = ("went_out", "exact_cuts", "red_threes", "severe", "opened_first", "books", "clean")
"""The fields of a Tally that count events at the table."""


class Rating(TypedDict):
    """How strong a player is, judged by all results."""

    rating: int
    give_or_take: Annotated[int, "19 times in 20 the true strength is no further away than this"]
    provisional: Annotated[
        bool, "Fewer than 10 games: tables by rating leave it out, and pages show it rounded to tens"
    ]


class Figures(TypedDict):
    """The figures over some days. A tie between two teams is half a win for each."""

    games: int
    wins: Annotated[float, "Games won, with the shares of ties"]
    won: Annotated[int, "Games won without a tie"]
    tied: int
    lost: int
    win_share: Annotated[float | None, "Wins divided by games"]
    rounds: int
    points: Annotated[int, "Points of all rounds; they can be compared within one kind of game only"]
    points_a_round: float | None
    above_expected: Annotated[float | None, "Wins less those that tables of these sizes expect"]
    luck_a_round: Annotated[float | None, "Points a round that luck gave, less the club’s; null for several kinds"]
    rating: Rating | None
    rating_gained: Annotated[int | None, "How far the rating rose in these days; null if they have no first day"]
    counts: Annotated[dict[str, int], "What was counted at the table: went_out, exact_cuts, red_threes, severe, …"]


def figures(standing: Standing) -> Figures:
    """Build the document with the figures of a standing."""
    tally = standing.tally
    return {
        "games": tally.games,
        "wins": float(round(standing.wins, 4)),
        "won": tally.wins,
        "tied": tally.ties,
        "lost": tally.lost,
        "win_share": number(standing.win_share),
        "rounds": tally.rounds,
        "points": tally.points,
        "points_a_round": number(standing.points_a_round),
        "above_expected": number(standing.above_expected),
        "luck_a_round": number(standing.luck_above_club),
        "rating": rating(standing),
        "rating_gained": standing.gained,
        "counts": {name: getattr(tally, name) for name in TABLE_COUNTS},
    }


def rating(standing: Standing) -> Rating | None:
    """Build the document with the rating of a standing, None if it has none."""
    if standing.rating is None:
        return None
    shown = standing.rating
    return {"rating": shown.shown, "give_or_take": shown.give_or_take, "provisional": standing.is_provisional}


MAX, USUAL = 100, 50
"""The most rows of a page, and the default."""

Group = Literal["people", "partnerships"]
FigureName = Literal["wins", "share", "rating", "gained", "best", "points", "books", "games"]


class SeasonName(TypedDict):
    """A season of the league."""

    id: int
    name: str


class StandingRow(TypedDict):
    """A row of a table. Equal figures share a rank."""

    rank: Annotated[int | None, "null if there was nothing to compare"]
    competitor: Competitor
    value: Annotated[float | None, "The figure that ranks it; null if there was nothing to compare"]
    figures: Figures


class Standings(TypedDict):
    """A page of a table."""

    group: Group
    by: Annotated[FigureName, "The figure that ranks the table; wins where another cannot be compared"]
    first_day: Annotated[str | None, "The first day (YYYY-MM-DD) whose games count; null from the first game on"]
    last_day: Annotated[str | None, "The last day (YYYY-MM-DD) whose games count; null up to now"]
    season: SeasonName | None
    kind: Annotated[int | None, "The kind of game; null for all kinds"]
    games: Annotated[int, "Finished games in these days"]
    least: Annotated[int, "How many games it takes to be listed"]
    rows: list[StandingRow]
    count: Annotated[int, "Rows of the whole table"]
    next: Annotated[str | None, "The cursor of the next page; null on the last one"]


def standings_document(people: ClubPeople, asked: TableRequest, *, size: int = USUAL) -> Standings:
    """Return a page of a table, after the cursor `asked.query.after` if it is set."""
    query, games, table = asked.query, asked.games, asked.table
    page = with_comparisons(table.page(size, query.after, query.before), games, asked.played, query.group)
    days, season = query.days.rated, query.days.season
    return {
        "group": "people" if query.group == "people" else "partnerships",
        "by": table.figure.value,
        "first_day": days.first,
        "last_day": days.last,
        "season": {"id": season.id, "name": season.name} if season else None,
        "kind": query.kind,
        "games": games.count,
        "least": table.least,
        "rows": [_row(row, table.figure, people) for row in page.rows],
        "count": page.count,
        "next": page.following or None,
    }


def _row(row: RankedStanding, figure: Figure, people: ClubPeople) -> StandingRow:
    standing = row.standing
    value = figure_of(figure, standing) if row.has_figure else None
    if figure is Figure.WINS:
        value = float(standing.wins)
    return {
        "rank": row.rank if row.has_figure else None,
        "competitor": competitor(standing.competitor, people),
        "value": number(value),
        "figures": figures(standing),
    }


# The list of players, and one player with partners, opponents and badges.


LAST = 10
"""The most recent games in a player's document."""

SOME_GAMES = 14
"""Games from which `sure` is no longer "few games"."""


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
    sure: Annotated[
        Literal["few games", "fairly sure", "sure"], "By the number of games: fewer than 14, fewer than 89, or more"
    ]
    certainty: Annotated[Literal["a hint", "fairly sure"], "As pages say it: fairly sure within 10 points, from 89 on"]
    stands_out: Annotated[
        bool, "More than chance: a partner clearly above the usual share, or an opponent clearly below it"
    ]


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
    evenings_in_a_row: Annotated[int, "On how many of the club’s last evenings in a row this player played"]
    longest_evenings_in_a_row: int
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
    partners, opponents = meetings.partners(key, MIN_TOGETHER), meetings.opponents(key, MIN_TOGETHER)
    longest, streak = records.streaks_of(key)
    return {
        **_listed(player, own.standing),
        "figures": figures(own.standing),
        "ranks": _ranks(own, people),
        "streak": streak,
        "longest_streak": longest,
        "evenings_in_a_row": own.evenings_in_a_row[0],
        "longest_evenings_in_a_row": own.evenings_in_a_row[1],
        "by_kind": _by_kind(club, own),
        "partners": _counterparts(partners, own.standing.win_share or Fraction(1, 2), people, best=True),
        "opponents": _counterparts(opponents, meetings.share_of_meetings(key), people, best=False),
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


def _counterparts(pairs: Iterable[PairTotals], usual: Fraction, people: ClubPeople, *, best: bool) -> list[Counterpart]:
    listed = [pair for pair in pairs if people.is_ranked(pair.other)]
    named = {pair.other for pair in standing_out(listed, usual, people.name_of, best=best)}
    ranked = [(pair, expected_share(pair, usual)) for pair in listed]
    ranked.sort(key=lambda each: (-each[1], -each[0].games, fold_name(people.name_of(each[0].other))))
    return [
        {
            "player": {"id": int(pair.other), "name": people.name_of(pair.other)},
            "games": pair.games,
            "wins": number(Fraction(pair.share, WHOLE)) or 0.0,
            "win_share": number(Fraction(pair.share, WHOLE * pair.games)) or 0.0,
            "expected": number(expected) or 0.0,
            "sure": "few games" if pair.games < SOME_GAMES else "fairly sure" if pair.games < FAIRLY_SURE else "sure",
            "certainty": sureness(pair.games).value,
            "stands_out": pair.other in named,
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


# Everyone's rating, provisional ratings last.


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
            *(_rating_row(of, people, values.index(_shown(of)) + 1) for of in settled),
            *(_rating_row(of, people, None) for of in others),
        ],
    }


def _rating_row(standing: Standing, people: ClubPeople, rank: int | None) -> PlayerRating:
    person, rated = int(standing.competitor), rating(standing)
    assert rated is not None
    player: Person = {"id": person, "name": people.name([person])}
    return {"rank": rank, "player": player, "games": standing.tally.games, "rating": rated}


def _shown(standing: Standing) -> int:
    return standing.rating.shown if standing.rating else 0


def _name(standing: Standing, people: ClubPeople) -> str:
    return fold_name(people.name_of(standing.competitor))


# The records of each kind of game, and the longest winning streaks.


class Achievement(TypedDict):
    """A place on a record's list."""

    value: int
    competitor: Competitor
    game: int
    round: Annotated[int | None, "The round; null if it is about a whole game"]
    day: Annotated[str, "The day of the game; of a streak that of its last game (YYYY-MM-DD)"]


class Record(TypedDict):
    """A record with the best, the best first."""

    code: str
    title: str
    meaning: str
    unit: Annotated[str, "What the values count, in the plural"]
    best: list[Achievement]


class Records(TypedDict):
    """The records of one kind of game, and the streaks of all."""

    kinds: Annotated[list[Kind], "The kinds of game that were played, the most played first"]
    kind: Annotated[int | None, "The kind that the records are of; null in a club without a finished game"]
    least: Annotated[int, "How many games of a kind it takes to have records"]
    records: Annotated[list[Record], "Of fewer games than that, no one is the best of any"]
    streaks: list[Record]


def kinds_of(club: Club) -> list[Kind]:
    """Return the kinds of game of a club, most played first."""
    kinds = club.league.kinds()
    names = club_kind_names(club, kinds)
    return [_kind(played, names[played.kind.id]) for played in kinds]


def _kind(played: PlayedKind, name: str) -> Kind:
    kind = played.kind
    return {
        "id": kind.id,
        "name": name,
        "rules": kind.slug,
        "players": kind.players,
        "teams": kind.teams,
        "decks": kind.decks,
        "games": played.games,
    }


def records_document(club: Club, people: ClubPeople, kind: int | None = None) -> Records:
    """Return the records of a kind, or of the kind played most. Raises KeyError for a kind that was never played."""
    kinds = kinds_of(club)
    if kind is not None and kind not in [played["id"] for played in kinds]:
        raise KeyError(kind)
    chosen = kind if kind is not None else next((played["id"] for played in kinds), None)
    limit = SHOWN if any(played["id"] == chosen and has_records(played["games"]) for played in kinds) else 0
    return {
        "kinds": kinds,
        "kind": chosen,
        "least": MIN_FOR_RECORDS,
        "records": [] if chosen is None else [record_document(club, people, chosen, code, limit) for code in RECORDS],
        "streaks": [_streaks(club, people, group) for group in STREAKS],
    }


def record_document(
    club: Club, people: ClubPeople, kind: int, code: str, limit: int = SHOWN, days: tuple[str, str] | None = None
) -> Record:
    """Return a record of a kind of game, of all time or of some days."""
    holders = club.league.records.best(kind, code, limit, days)
    best = [
        _achievement(value_of(code, held), "-".join(map(str, sorted(held.people))), held.game, people, held.round)
        for held in holders
    ]
    return _titled(str(code), RECORDS[code], best)


def _streaks(club: Club, people: ClubPeople, group: str) -> Record:
    streaks = club.league.records.longest_streaks(group, SHOWN)
    best = [_achievement(streak.length, streak.competitor, streak.game, people) for streak in streaks]
    return _titled(f"streak-{group}", STREAKS[group], best)


def _titled(code: str, text: RecordText, best: list[Achievement]) -> Record:
    return {"code": code, "title": text.title, "meaning": text.meaning, "unit": text.unit[1], "best": best}


def _achievement(
    value: int, key: CompetitorKey, game: PlayedGameRow, people: ClubPeople, round: int = 0
) -> Achievement:
    holder: Competitor = competitor(key, people) if key else {"key": "", "name": people.name([]), "people": []}
    return {"value": value, "competitor": holder, "game": game.game, "round": round or None, "day": game.day}


class PersonsBets(TypedDict):
    """What someone's bets before games came to."""

    rank: Annotated[int | None, "By the Brier score; null with fewer settled bets than `least`"]
    person: Person
    bets: Annotated[int, "How many are settled"]
    right: Annotated[int, "On how many the team won alone"]
    score: Annotated[float, "The mean Brier score: lower is better"]
    clear: Annotated[bool, "Whether it is better than a coin, and more than chance"]


class Prophets(TypedDict):
    """Who knew before the first round which team would win."""

    least: Annotated[int, "How many settled bets it takes to be ranked"]
    games: Annotated[int, "How many games have a settled bet"]
    coin: Annotated[float | None, "The score of a coin in these games: 0.25 with two teams"]
    forecast: Annotated[float | None, "The score of the ratings, in those of these games that two teams played"]
    prophets: Annotated[list[PersonsBets], "Those with enough bets by rank, then the others by their number of bets"]


def prophets_document(club: Club, people: ClubPeople, days: tuple[str, str] = EVER) -> Prophets:
    """Return the table of prophets of the games of these days (ISO, both included)."""
    table = ProphetTable.of(club, people, days)
    return {
        "least": LEAST,
        "games": table.games,
        "coin": number(table.coin),
        "forecast": number(table.forecast),
        "prophets": [
            {
                "rank": row.rank,
                "person": {"id": row.prophet.person, "name": row.name},
                "bets": row.prophet.bets,
                "right": row.prophet.right,
                "score": round(float(row.prophet.score), 4),
                "clear": row.is_clear,
            }
            for row in table.rows
        ],
    }
