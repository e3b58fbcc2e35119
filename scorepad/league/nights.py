"""The table of a night of many tables and its prizes, as functions of its games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate
from typing import Literal, get_args

People = tuple[int, ...]

PrizeCode = Literal["highest", "lowest", "round", "comeback"]
"""The table's first and last, the most points of a round, and the winners who were furthest behind."""

PRIZES: tuple[PrizeCode, ...] = get_args(PrizeCode)


@dataclass(frozen=True, slots=True)
class NightRound:
    """A finished round of a table: who sat in each team, and the points of each.

    `count` is more than 1 for rounds that were played on paper, of which only the points together are known.
    """

    teams: tuple[People, ...]
    points: tuple[int, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class NightGame:
    """A game of a night. `has_lowest`: the lowest total wins."""

    number: int
    sitting: int
    table: int
    rounds: tuple[NightRound, ...]
    is_over: bool
    has_lowest: bool = False

    @property
    def played(self) -> int:
        """How many rounds are finished."""
        return sum(played.count for played in self.rounds)


@dataclass(frozen=True, slots=True)
class NightRow:
    """A person or a pair in the table of a night. Equal values share a rank."""

    rank: int
    who: People
    points: int
    rounds: int
    games: int
    won: int
    """Games won or tied for first."""

    @property
    def mean(self) -> Fraction:
        """Points a round."""
        return Fraction(self.points, self.rounds) if self.rounds else Fraction(0)


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize of a night, and who won it, several if they are equal. `value` is in points."""

    code: PrizeCode
    who: tuple[People, ...]
    value: Fraction
    sitting: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class NightTable:
    """The table of a night. It is by points a round if people have played `unequal` numbers of rounds.

    `left_out` is the number of rounds that count for nobody, because not every table of the sitting has played them.
    """

    rows: tuple[NightRow, ...]
    unequal: bool
    left_out: int

    def value(self, row: NightRow) -> Fraction:
        """What ranks a row: its points, or its points a round."""
        return row.mean if self.unequal else Fraction(row.points)


@dataclass(slots=True)
class _Sum:
    points: int = 0
    rounds: int = 0
    games: set[int] = field(default_factory=set)
    won: int = 0


def night_table(games: Sequence[NightGame], *, by_pairs: bool, cut: bool) -> NightTable:
    """Return the table of a night, the best first.

    Numbers of rounds that differ are never added up: the table is then by points a round. `cut` leaves out the rounds
    that not every table of a sitting has played.
    """
    counted = {game.number: tuple(_counted(game, games, cut=cut)) for game in games}
    sums: dict[People, _Sum] = {}
    for game in games:
        for played in counted[game.number]:
            for team, points in zip(played.teams, played.points, strict=True):
                for who in [tuple(sorted(team))] if by_pairs else [(person,) for person in team]:
                    own = sums.setdefault(who, _Sum())
                    own.points, own.rounds = own.points + points, own.rounds + played.count
                    own.games.add(game.number)
        for team in _winners(game):
            for who in [tuple(sorted(team))] if by_pairs else [(person,) for person in team]:
                if who in sums:
                    sums[who].won += 1
    unequal = len({own.rounds for own in sums.values()}) > 1
    sign = -1 if any(game.has_lowest for game in games) else 1
    rows = [NightRow(0, who, own.points, own.rounds, len(own.games), own.won) for who, own in sums.items()]
    worth = {row.who: sign * (row.mean if unequal else Fraction(row.points)) for row in rows}
    ordered = sorted(rows, key=lambda row: -worth[row.who])
    # Equal values share the rank of the first of them. A board of 100 people is ranked after each tap.
    ranks = {worth[row.who]: len(ordered) - at for at, row in enumerate(reversed(ordered))}
    ranked = [replace(row, rank=ranks[worth[row.who]]) for row in ordered]
    all_rounds = sum(game.played for game in games)
    used = sum(played.count for rounds in counted.values() for played in rounds)
    return NightTable(tuple(ranked), unequal, all_rounds - used)


def _counted(game: NightGame, games: Sequence[NightGame], *, cut: bool) -> Iterator[NightRound]:
    most = min(other.played for other in games if other.sitting == game.sitting) if cut else game.played
    until = 0
    for played in game.rounds:
        until += played.count
        if until <= most:
            yield played


def _totals(game: NightGame) -> list[tuple[int, ...]]:
    """The running totals, higher is better, from before the first round on."""
    sign = -1 if game.has_lowest else 1
    points = [tuple(sign * own for own in played.points) for played in game.rounds]
    start = (0,) * (len(points[0]) if points else 0)
    return list(accumulate(points, lambda a, b: tuple(x + y for x, y in zip(a, b, strict=True)), initial=start))


def _winners(game: NightGame) -> list[People]:
    if not game.is_over or not game.rounds:
        return []
    last = _totals(game)[-1]
    return [team for team, total in zip(game.rounds[-1].teams, last, strict=True) if total == max(last)]


def night_prizes(games: Sequence[NightGame], table: NightTable, codes: Iterable[PrizeCode]) -> list[Prize]:
    """Return these prizes, without those that nobody can have won yet."""
    wanted = [_prize(code, games, table) for code in codes]
    return [prize for prize in wanted if prize is not None]


def _prize(code: PrizeCode, games: Sequence[NightGame], table: NightTable) -> Prize | None:
    if code == "highest":
        return _of_table("highest", table, 1)
    if code == "lowest":
        last = max((row.rank for row in table.rows), default=1)
        return _of_table("lowest", table, last) if last > 1 else None
    return _best("round", _rounds(games)) if code == "round" else _best("comeback", _comebacks(games))


def _of_table(code: PrizeCode, table: NightTable, rank: int) -> Prize | None:
    rows = [row for row in table.rows if row.rank == rank]
    return Prize(code, tuple(row.who for row in rows), table.value(rows[0])) if rows else None


Feat = tuple[int, People, NightGame]
"""How many points, who, and where."""


def _rounds(games: Sequence[NightGame]) -> Iterator[Feat]:
    for game in games:
        for played in game.rounds:
            if played.count == 1:
                yield from ((points, team, game) for team, points in zip(played.teams, played.points, strict=True))


def _comebacks(games: Sequence[NightGame]) -> Iterator[Feat]:
    """Yield how far the winners of each game were behind at most."""
    for game in games:
        winners = _winners(game)
        if len(winners) == 1:
            at = game.rounds[-1].teams.index(winners[0])
            behind = max(max(totals) - totals[at] for totals in _totals(game))
            if behind:
                yield behind, winners[0], game


def _best(code: PrizeCode, feats: Iterable[Feat]) -> Prize | None:
    listed = list(feats)
    most = max((points for points, _, _ in listed), default=0)
    first = [(who, game) for points, who, game in listed if points == most]
    if most <= 0:
        return None
    game = first[0][1] if len(first) == 1 else None
    who = tuple(dict.fromkeys(who for who, _ in first))
    return Prize(code, who, Fraction(most), game.sitting if game else None, game.table if game else None)
