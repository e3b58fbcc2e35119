"""Compares the ranks on the pages of people and partnerships with those of plain tables."""

from scorepad.league.club_names import ClubPeople
from scorepad.league.competitor_figures import CompetitorFigures, own_ranks
from scorepad.store import Club
from tests.league.comparing import SIZES, key
from tests.league.plain import PlainLeague, competitors_of
from tests.league.plain_tables import own_rank


def same_ranks(club: Club, plain: PlainLeague, most: int) -> int:
    """Check the ranks by rating and by wins. Return the number of ranks of competitors with enough games."""
    people = ClubPeople.of(club)
    alike = {p.id for p in people.people.values() if not (p.guest or p.forgotten or p.merged_into)}
    ranked = 0
    for size in SIZES.values():
        everyone = competitors_of(plain.games, size)
        listed = {who for who in everyone if alike.issuperset(who)}
        for who in sorted(everyone)[:most]:
            shown = [
                (place.figure.value, place.rank, place.count, place.missing)
                for place in own_ranks(CompetitorFigures(club, key(who)), people)
            ]
            expected = [(by, *own_rank(plain, who, by, listed)) for by in ("rating", "wins")]
            has_games = who in listed and plain.results(who)
            assert shown == [place for place in expected if has_games and (place[3] or place[2] > 1)], who
            ranked += sum(place[1] is not None for place in shown)
    return ranked
