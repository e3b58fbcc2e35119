"""Compares partners and opponents with those of the plain league."""

from fractions import Fraction
from unittest.mock import patch

from scorepad.league import competitor_figures, counterparts
from scorepad.league.club_names import ClubPeople
from scorepad.league.competitor_figures import CompetitorFigures
from scorepad.league.standings import MIN_FOR_TENTHS, Figure, tenth_of, tenths
from scorepad.league.tables import EVERYTHING, PARTNERSHIPS, PlayedGames, league_table
from scorepad.store import Club
from scorepad.store.league import League
from tests.league import plain_counterparts
from tests.league.comparing import key
from tests.league.plain import PlainLeague, figures, partnerships_of, people_of
from tests.league.plain_best import best_game
from tests.league.plain_games import Who


def same_counterparts(league: League, plain: PlainLeague, most: int) -> None:
    """Check everyone's best partners, hardest opponents, rival and nemesis."""
    for who in (*sorted(people_of(plain.games))[:most], *sorted(partnerships_of(plain.games))[:most]):
        met, records = league.meetings.opponents(key(who)), plain_counterparts.opponents(plain, who)
        usual = league.meetings.share_of_meetings(key(who))
        assert usual == plain_counterparts.usual(records)
        rival, nemesis = counterparts.rival(met, str), counterparts.nemesis(met, usual, str)
        assert _keys([rival]) == [*map(key, plain_counterparts.rival(records))]
        assert _keys([nemesis]) == [*map(key, plain_counterparts.nemesis(records, usual))]
        _same_lists(met, records, usual)
    for person in sorted(people_of(plain.games))[:most]:
        _same_partners(league, plain, person)


def same_histogram(club: Club, plain: PlainLeague) -> None:
    """Check the number of ranked partnerships with five or more games in each tenth of the win shares."""
    unlisted = {person.id for person in club.people.everyone() if person.guest or person.forgotten}
    games, people = PlayedGames.over(club.league, EVERYTHING), ClubPeople.of(club)
    table = league_table(games, people, PARTNERSHIPS, figure=Figure.SHARE, least=MIN_FOR_TENTHS)
    sums = [figures(who, plain.games) for who in partnerships_of(plain.games) if not unlisted & {*who}]
    shares = [Fraction(each["share"], 60 * each["games"]) for each in sums if each["games"] >= 5]
    expected = [min(int(share * 10), 9) for share in shares]
    counts = tenths(table.values)
    assert list(counts) == [expected.count(at) for at in range(10)]
    assert [tenth_of(60 * share) for share in shares] == expected


def _same_partners(league: League, plain: PlainLeague, person: Who) -> None:
    pairs, records = league.meetings.partners(key(person)), plain_counterparts.partners(plain, person)
    sums = figures(person, plain.games)
    usual = Fraction(sums["share"], 60 * sums["games"]) if sums["games"] else Fraction(1, 2)
    first = counterparts.most_played(pairs, str)
    assert _keys([first]) == [*map(key, plain_counterparts.most_played(records))]
    _same_lists(pairs, records, usual)


def _same_lists(pairs, records, usual) -> None:
    for highest in (True, False):
        first = counterparts.first_by_share(pairs, usual, str, highest=highest)
        assert _keys(first) == [*map(key, plain_counterparts.by_share(records, usual, highest=highest))]
        named = counterparts.standing_out(pairs, usual, str, best=highest)
        assert _keys(named) == [*map(key, plain_counterparts.standing_out(records, usual, best=highest))]


def _keys(pairs) -> list[str]:
    return [pair.other for pair in pairs if pair]


def same_best_games(club: Club, plain: PlainLeague, least: int) -> None:
    """Check the best game of everyone with `least` or more games of a kind."""
    with patch.object(competitor_figures, "MIN_FOR_BEST", least):
        for who in (*people_of(plain.games), *partnerships_of(plain.games)):
            best = CompetitorFigures(club, key(who)).best_game
            assert (best and (best.value, best.game.game)) == best_game(plain, who, least)
