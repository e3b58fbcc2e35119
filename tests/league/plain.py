"""The league of docs/league.md by brute force: slow, simple, and without anything of `scorepad.league`.

`PlainLeague` works out every figure again for each question. Its figures have the names of the league's own.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from fractions import Fraction
from math import sqrt

from openskill.models import PlackettLuce

from scorepad.scoring.names import fold_name
from tests.league.plain_games import EMPTY, Game, People, Who

WIN = 12
"""A win, in the parts in which the league counts shares."""
MEAN, DEVIATION, BETA, TAU = 1500.0, 500.0, 250.0, 5.0
Rating = tuple[float, float]
START: Rating = (MEAN, DEVIATION)

RECORDS = ("round", "game", "comeback", "narrowest", "clean", "cuts", "shame")


def people_of(games: Sequence[Game]) -> set[Who]:
    """Everyone who sat in a round."""
    rounds = [round_ for game in games for round_ in game.rounds]
    return {(person,) for round_ in rounds for person in round_.seats if person != EMPTY}


def partnerships_of(games: Sequence[Game]) -> set[Who]:
    """Two or more people of one team who get the credit for a game."""
    return {tuple(sorted(team)) for game in games for team in game.people if len(team) > 1}


def figures(who: Who, games: Sequence[Game]) -> Counter[str]:
    """All sums for a person or a partnership over these games."""
    sums: Counter[str] = Counter()
    for game in games:
        team = game.team_of(who)
        if team is not None:
            sums["games"] += 1
            sums["wins"] += game.outcome(team) == 1
            sums["ties"] += game.outcome(team) == 0
            sums["share"] += WIN // len(game.winners) if team in game.winners else 0
        if len(who) == 1 or team is not None:
            _add_rounds(sums, who, game)
    return sums


def _add_rounds(sums: Counter[str], who: Who, game: Game) -> None:
    for round_ in game.rounds:
        team = round_.team_of(who)
        if team is None:
            continue
        sums["rounds"] += 1
        for name in ("points", "luck", "books", "clean"):
            sums[name] += getattr(round_, name)[team]
        sums["opened_first"] += round_.opened == team
        for seat, person in enumerate(round_.seats):
            if person in who:
                sums["exact_cuts"] += round_.cuts[seat]
                sums["red_threes"] += round_.threes[seat]
                sums["went_out"] += round_.out == seat
                sums["severe"] += round_.out == seat and round_.severe


def streaks(outcomes: Sequence[int]) -> list[int]:
    """The streak after each game: wins (1) counted up, lost games (-1) down, a tie (0) ends it."""
    after: list[int] = []
    for outcome in outcomes:
        before = after[-1] if after else 0
        after.append(before + outcome if before * outcome > 0 else outcome)
    return after


class PlainLeague:
    """The league of a club. `games` are those that count, in the order of play."""

    def __init__(self, games: list[Game], people: People) -> None:
        self.games = games
        self.people = people
        self.ratings = list(_replay(games))

    def name(self, who: Who) -> str:
        return " & ".join(self.people[person].name for person in who)

    def in_tables(self, who: Who) -> bool:
        """Whether they are in tables: guests and forgotten people are not."""
        return not any(self.people[person].guest or self.people[person].forgotten for person in who)

    def chosen(
        self, first: date | None = None, last: date | None = None, kind: str | None = None
    ) -> list[Game]:
        """The games of these days, both included, and of one kind or of all."""
        return [
            game
            for game in self.games
            if (first or date.min) <= game.day <= (last or date.max) and kind in (None, game.kind)
        ]

    def standings(
        self, by: str, games: list[Game], size: int, last: date | None = None, least: int = 1
    ) -> list[tuple[int, Who]]:
        """The table of people (`size` 1) or partnerships (2): rank and competitor. No figure comes last."""
        rows = {}
        for who in partnerships_of(games) if size == 2 else people_of(games):
            sums = figures(who, games)
            if sums["games"] >= max(least, 1) and self.in_tables(who):
                rows[who] = self.value(by, who, sums, last)
        ranks = {
            who: 1 + sum(_is_more(other, value) for other in rows.values())
            for who, value in rows.items()
        }
        return sorted(
            ((ranks[who], who) for who in rows), key=lambda row: (row[0], *self.by_name(row[1]))
        )

    def value(self, by: str, who: Who, sums: Counter[str], last: date | None) -> Fraction | None:
        """What a table compares; None without a round to divide by."""
        match by:
            case "wins":
                return Fraction(sums["share"], WIN)
            case "share":
                return Fraction(sums["share"], WIN * sums["games"])
            case "points":
                return Fraction(sums["points"], sums["rounds"]) if sums["rounds"] else None
            case "rating":
                return Fraction(round(self.rating(who, last)[0]))
        return Fraction(sums[by])

    def by_name(self, who: Who) -> tuple[str, Who]:
        """The order of names."""
        return fold_name(self.name(who)), who

    def results(self, who: Who) -> list[tuple[Game, int]]:
        """The games they get the credit for, each with its outcome."""
        teams = [(game, game.team_of(who)) for game in self.games]
        return [(game, game.outcome(team)) for game, team in teams if team is not None]

    def streaks(self, who: Who) -> list[int]:
        """The streak after each of their games."""
        return streaks([outcome for _, outcome in self.results(who)])

    def meetings(self, who: Who, other: Who) -> list[tuple[int, int]]:
        """The games of two against each other: 1 if the first had more points, 0 for a tie, -1 if fewer."""
        found = []
        for game in self.games:
            team, theirs = game.team_of(who), game.team_of(other)
            if team is not None and theirs is not None and team != theirs:
                mine, others = game.totals[team], game.totals[theirs]
                found.append((game.number, (mine > others) - (mine < others)))
        return found

    def together(self, person: Who, other: Who) -> list[Game]:
        """The games of two people in one team."""
        return [
            game
            for game in self.games
            if game.team_of(person) is not None and game.team_of(person) == game.team_of(other)
        ]

    def rating(self, who: Who, last: date | None = None) -> Rating:
        """The rating after the last game up to a day, or now; of a partnership the mean."""
        count = sum(1 for game in self.games if game.day <= (last or date.max))
        each = [self._rating(person, count) for person in who]
        mean = sum(mu for mu, _ in each) / len(each)
        return mean, sqrt(sum(sigma * sigma for _, sigma in each)) / len(each)

    def _rating(self, person: int, games: int) -> Rating:
        changes = (change[person] for change in self.ratings[:games][::-1] if person in change)
        return next(changes, START)

    def records(
        self, code: str, games: Sequence[Game], top: int
    ) -> list[tuple[int, int, Collection[int], int]]:
        """The best of these games: value, game, people and round; the earlier one first if equal."""
        sign = 1 if code == "narrowest" else -1
        found = [
            (sign * value, order, at, (value, game.number, people, number))
            for order, game in enumerate(games)
            for value, at, people, number in _candidates(code, game)
            if people
        ]
        return [place for *_, place in sorted(found, key=lambda row: row[:3])[:top]]

    def longest_streaks(self, size: int, top: int) -> list[tuple[int, Who, int]]:
        """The longest winning streaks: length, whose, and the last game; the one reached first if equal."""
        found = []
        for who in partnerships_of(self.games) if size == 2 else people_of(self.games):
            after = self.streaks(who)
            longest = max([0, *after])
            if longest:
                last = self.results(who)[after.index(longest)][0]
                found.append((-longest, self.games.index(last), who, last.number))
        return [(-length, who, last) for length, _, who, last in sorted(found)[:top]]


def _is_more(value: Fraction | None, other: Fraction | None) -> bool:
    return value is not None and (other is None or value > other)


def _candidates(code: str, game: Game) -> Iterator[tuple[int, int, list[int], int]]:
    """Value, team or seat, people and round of all that may be a record in this game."""
    if code in ("cuts", "shame"):
        yield from _of_people(code, game)
        return
    for team, people in enumerate(game.people):
        others = [total for at, total in enumerate(game.totals) if at != team]
        if code == "round":
            best = max(game.rounds, key=lambda round_: round_.points[team])
            yield best.points[team], team, best.sat(team), best.number
            continue
        value = {
            "game": game.totals[team],
            "clean": sum(round_.clean[team] for round_ in game.rounds),
            "comeback": max(max(totals) - totals[team] for totals in game.after),
            "narrowest": game.totals[team] - max(others),
        }[code]
        if code == "game" or (value > 0 and (code == "clean" or game.winners == [team])):
            yield value, team, people, 0


def _of_people(code: str, game: Game) -> Iterator[tuple[int, int, list[int], int]]:
    for (person,) in people_of([game]):
        sat = [
            (round_, round_.seats.index(person)) for round_ in game.rounds if person in round_.seats
        ]
        value = sum(
            (round_.cuts if code == "cuts" else round_.threes)[seat] for round_, seat in sat
        )
        if value:
            yield value, min(seat for _, seat in sat), [person], 0


def _replay(games: Sequence[Game]) -> Iterator[dict[int, Rating]]:
    """The new ratings after each game, of those who were rated in it."""
    model = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA, tau=TAU)
    now: dict[int, Rating] = {}
    for game in games:
        playing = [team for team, people in enumerate(game.people) if people]
        change = {}
        if len(playing) > 1:
            before = [
                [model.rating(*now.get(person, START)) for person in game.people[team]]
                for team in playing
            ]
            ranks = [
                1 + sum(total > game.totals[team] for total in game.totals) for team in playing
            ]
            for team, rated in zip(playing, model.rate(before, ranks=ranks), strict=True):
                for person, rating in zip(game.people[team], rated, strict=True):
                    change[person] = rating.mu, rating.sigma
        now |= change
        yield change
