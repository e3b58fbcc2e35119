"""What the pages of players and partnerships say of each kind of game, beside what plain code makes of it."""

from fractions import Fraction
from itertools import pairwise

from tests.league.page_figures import Pages, figures_in, marked, rows, text
from tests.league.plain import PlainLeague
from tests.league.plain_figures import Figures, Who, everybody, figures, partnerships, team_of
from tests.league.plain_words import amount, average, by_round, key, percent, times
from tests.web.pages import Element

COMPARED = {True: 5, False: 1}
"""In how many kinds a person, and a partnership, is compared with the others."""

NAMED, FEWEST = 50, 4
"""Others in the table, and how many of them have quarters."""

QUARTERS = {"lower": 1, "middle": 2, "upper": 3}


def same_kinds(pages: Pages, there: Element, who: Who, is_person: bool) -> None:
    """Points, play, luck, cuts and threes a round of every kind, and where that is among the others."""
    plain = pages.plain
    shown = [one for one in marked(there, "kind") if one.tag == "table"]
    order = [_kind(pages, one["data-kind"]) for one in shown]
    own = {kind: figures(who, plain.chosen(kind=kind)) for kind in order}
    assert set(order) == played(plain, who)
    assert all(own[one].games >= own[other].games for one, other in pairwise(order))
    for table, kind in zip(shown, order, strict=True):
        _same_split(table, own[kind])
    compared = set()
    for kind in order[: COMPARED[is_person]]:
        others = {one: rate for one, rate in _rates(pages, who, kind).items() if one != who}
        if others and own[kind].rounds:
            compared.add(str(pages.kinds[kind]))
            _same_among(pages, there, kind, own[kind], others)
    assert {one["data-among"] for one in marked(there, "among")} == compared


def same_favourites(pages: Pages, there: Element, who: Who) -> None:
    """The games and the win share by rules, the most played first."""
    found = rows(there, "kind")
    expected = {}
    for kind in played(pages.plain, who):
        own = figures(who, pages.plain.chosen(kind=kind))
        share = percent(own.share) if own.games else "–"
        expected[str(pages.kinds[kind])] = {"games": amount(own.games), "share": share}
    assert dict(found) == expected
    games = [int(cells["games"].replace(",", "")) for _, cells in found]
    assert games == sorted(games, reverse=True)


def played(plain: PlainLeague, who: Who) -> set[str]:
    """The kinds of which they have a game or, a person, a round."""
    return {
        game.kind
        for game in plain.games
        if team_of(who, game) is not None or (len(who) == 1 and figures(who, [game]).rounds)
    }


def _kind(pages: Pages, number: str) -> str:
    (found,) = [kind for kind, known in pages.kinds.items() if str(known) == number]
    return found


def _same_split(table: Element, own: Figures) -> None:
    games, rounds = times(own.games, "game"), times(own.rounds, "round")
    assert table.all("caption")[0].text == f"{games}, {rounds}"
    assert figures_in(table) == {
        "points_a_round": average(own.points_a_round),
        "play_a_round": average(own.play_a_round),
        "luck_a_round": average(own.luck_a_round),
        "exact_cuts_a_round": by_round(own.cuts, own.rounds),
        "red_threes_a_round": by_round(own.threes, own.rounds),
    }


def _rates(pages: Pages, who: Who, kind: str) -> dict[Who, Fraction]:
    """The points a round of all people or partnerships in the tables who have a game of that kind."""
    plain, together = pages.plain, len(who) > 1
    found = pages.rates.setdefault((kind, together), {})
    games = plain.chosen(kind=kind) if not found else []
    for other in partnerships(games) if together else everybody(games):
        theirs = figures(other, games)
        if theirs.games and theirs.rounds and plain.in_tables(other):
            found[other] = Fraction(theirs.points, theirs.rounds)
    return found


def _same_among(
    pages: Pages, there: Element, kind: str, own: Figures, others: dict[Who, Fraction]
) -> None:
    number = str(pages.kinds[kind])
    mine = Fraction(own.points, own.rounds)
    (sentence,) = marked(there, "among", number)
    better = sum(points < mine for points in others.values())
    assert text(sentence, "better_than") == amount(better)
    assert text(sentence, "others") == amount(len(others))
    (table,) = marked(there, "others", number)
    assert text(table, "own") == average(mine)
    order = sorted(others, key=lambda one: (-others[one], pages.plain.by_name(one)))
    expected = [(key(one), {"theirs": average(others[one])}) for one in order[:NAMED]]
    assert rows(table) == expected
    for figure, quarter in QUARTERS.items():
        if len(others) < FEWEST:
            assert not marked(table, "figure", figure)
        else:
            _is_quarter(text(table, figure), sorted(others.values()), quarter)


def _is_quarter(said: str, values: list[Fraction], quarter: int) -> None:
    """A quarter in proportion between neighbours; of a half, a page may go up or down."""
    at = Fraction(quarter * (len(values) - 1), 4)
    below = int(at)
    above = min(below + 1, len(values) - 1)
    exact = values[below] + (values[above] - values[below]) * (at - below)
    assert abs(int(said.replace(",", "").replace("−", "-")) - float(exact)) < 0.5001
