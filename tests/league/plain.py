"""The league of docs/league.md by brute force: slow, simple, and independent of `scorepad.league`.

`PlainLeague` recomputes every figure for each call. Its figures have the same names as the league's.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta
from functools import cached_property

from openskill.models import PlackettLuce, PlackettLuceRating

from tests.league.plain_games import EMPTY, Game, Who

WIN = 60
"""One win, in the units of the league's shares."""

MEAN, DEVIATION, BETA, TAU = 1500.0, 200.0, 600.0, 2.0
Rating = tuple[float, float]
START: Rating = (MEAN, DEVIATION)


def people_of(games: Sequence[Game]) -> set[Who]:
    """Return everyone who sat in a round or gets the credit for a game."""
    sat = [person for game in games for round_ in game.rounds for person in round_.seats if person != EMPTY]
    return {(person,) for person in sat} | {(person,) for game in games for team in game.people for person in team}


def partnerships_of(games: Sequence[Game]) -> set[Who]:
    """Return the partnerships: two or more people of one team who get the credit for a game."""
    return {tuple(sorted(team)) for game in games for team in game.people if len(team) > 1}


def competitors_of(games: Sequence[Game], size: int) -> set[Who]:
    """Return the people (`size` 1) or partnerships (2)."""
    return partnerships_of(games) if size == 2 else people_of(games)


def figures(who: Who, games: Sequence[Game]) -> Counter[str]:
    """Return all sums for a person or partnership over these games."""
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
        sums["itemised"] += round_.itemised
        sums["itemised_points"] += round_.points[team] if round_.itemised else 0
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
    """Return the streak after each game: wins (1) count up, lost games (-1) count down, a tie (0) ends it."""
    after: list[int] = []
    for outcome in outcomes:
        before = after[-1] if after else 0
        after.append(before + outcome if before * outcome > 0 else outcome)
    return after


class PlainLeague:
    """The league of a club. `games` are those that count, in the order of play."""

    def __init__(self, games: list[Game]) -> None:
        self.games = games

    @cached_property
    def ratings(self) -> list[dict[int, Rating]]:
        """The new ratings after each game, of the people rated in it."""
        return list(_replay(self.games))

    def chosen(self, first: date | None = None, last: date | None = None, kind: str | None = None) -> list[Game]:
        """Return the games of these days, inclusive, and of one kind or of all."""
        first, last = first or date.min, last or date.max
        return [g for g in self.games if first <= g.day <= last and kind in (None, g.kind)]

    def ratings_until(self, last: date | None) -> dict[int, Rating]:
        """Return everyone's rating after their last game up to a day, or now."""
        ratings: dict[int, Rating] = {}
        for game, change in zip(self.games, self.ratings, strict=True):
            ratings |= change if game.day <= (last or date.max) else {}
        return ratings

    def gained(self, who: Who, first: date, last: date | None) -> int:
        """Return how far the shown rating, a mean over people, rose from before the first day to after the last."""
        eve = first - timedelta(days=1) if first > date.min else date.min
        ends = [self.ratings_until(day) for day in (eve, last)]
        before, after = [round(sum(end.get(p, START)[0] for p in who) / len(who)) for end in ends]
        return after - before

    def results(self, who: Who) -> list[tuple[Game, int]]:
        """Return the games for which they get the credit, each with its outcome."""
        teams = [(game, game.team_of(who)) for game in self.games]
        return [(game, game.outcome(team)) for game, team in teams if team is not None]

    def streaks(self, who: Who) -> list[int]:
        """Return the streak after each of their games."""
        return streaks([outcome for _, outcome in self.results(who)])

    def meetings(self, who: Who, other: Who) -> list[tuple[int, int]]:
        """Return the games of two against each other: 1 if the first was ahead, 0 for a tie, -1 if behind."""
        met = []
        for game in self.games:
            team, theirs = game.team_of(who), game.team_of(other)
            if team is not None and theirs is not None and team != theirs:
                mine, others = game.totals[team], game.totals[theirs]
                met.append((game.number, (mine > others) - (mine < others)))
        return met

    def together(self, person: Who, other: Who) -> list[Game]:
        """Return the games of two people in one team."""
        teams = [(game, game.team_of(person)) for game in self.games]
        return [game for game, team in teams if team is not None and team == game.team_of(other)]

    def always_with(self, person: int) -> list[int]:
        """Return who played exactly the same games as this person, always in the same team."""
        games = [game.number for game, _ in self.results((person,))]
        others = [who for (who,) in sorted(people_of(self.games)) if who != person]
        return [
            other
            for other in others
            if games
            and games == [game.number for game, _ in self.results((other,))]
            and games == [game.number for game in self.together((person,), (other,))]
        ]

    def records(self, code: str, games: Sequence[Game], top: int) -> list[tuple[int, int, Collection[int], int]]:
        """Return the best of these games: value, game, people and round; in a tie the earlier one first."""
        sign = 1 if code == "narrowest" else -1
        rows = [
            (sign * value, order, at, (value, game.number, people, number))
            for order, game in enumerate(games)
            for value, at, people, number in _candidates(code, game)
            if people
        ]
        return [place for *_, place in sorted(rows, key=lambda row: row[:3])[:top]]

    def longest_streaks(self, size: int, top: int) -> list[tuple[int, Who, int]]:
        """Return the longest winning streaks: length, whose, and the last game; in a tie the one reached first."""
        rows = []
        for who in competitors_of(self.games, size):
            after = self.streaks(who)
            longest = max([0, *after])
            if longest:
                last = self.results(who)[after.index(longest)][0]
                rows.append((-longest, self.games.index(last), who, last.number))
        return [(-length, who, last) for length, _, who, last in sorted(rows)[:top]]


def _candidates(code: str, game: Game) -> Iterator[tuple[int, int, list[int], int]]:
    """Yield the value, team or seat, people and round of every candidate for a record in this game."""
    if code in ("cuts", "shame"):
        yield from _of_people("cuts" if code == "cuts" else "threes", game)
        return
    for team, people in enumerate(game.people):
        if code == "round":
            if not game.rounds:
                continue
            best = max(game.rounds, key=lambda round_: round_.points[team])
            yield best.points[team], team, best.sat(team), best.number
            continue
        others = [total for at, total in enumerate(game.totals) if at != team]
        value = {
            "game": game.totals[team],
            "clean": sum(round_.clean[team] for round_ in game.rounds),
            "comeback": max(max(totals) - totals[team] for totals in game.after),
            "blown": max(totals[team] - max(totals[:team] + totals[team + 1 :]) for totals in game.after),
            "narrowest": game.totals[team] - max(others),
        }[code]
        has_it = code == "clean" or (team not in game.winners if code == "blown" else game.winners == [team])
        if code == "game" or (value > 0 and has_it):
            yield value, team, people, 0


def _of_people(count: str, game: Game) -> Iterator[tuple[int, int, list[int], int]]:
    for (person,) in people_of([game]):
        sat = [(r, r.seats.index(person)) for r in game.rounds if person in r.seats]
        value = sum(getattr(round_, count)[seat] for round_, seat in sat)
        if value:
            yield value, min(seat for _, seat in sat), [person], 0


def _replay(games: Sequence[Game]) -> Iterator[dict[int, Rating]]:
    """Yield the new ratings after each game, of the people rated in it."""
    model = PlackettLuce(mu=0.0, sigma=DEVIATION, beta=BETA, tau=TAU, gamma=lambda *_: 1.0)
    now: dict[int, Rating] = {}
    for game in games:
        teams = [(people, total) for people, total in zip(game.people, game.totals, strict=True) if people]
        change = {}
        if len(teams) > 1:
            before = [[_around_zero(model, now.get(p, START)) for p in people] for people, _ in teams]
            ranks = [1 + sum(other > total for other in game.totals) for _, total in teams]
            for (people, _), rated in zip(teams, model.rate(before, ranks=ranks), strict=True):
                change |= {p: (new.mu + MEAN, new.sigma) for p, new in zip(people, rated, strict=True)}
        now |= change
        yield change


def _around_zero(model: PlackettLuce, rating: Rating) -> PlackettLuceRating:
    mean, deviation = rating
    return model.rating(mean - MEAN, deviation)
