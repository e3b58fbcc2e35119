"""Partners of one round: where one plays alone against the others, what these count is theirs together.

Every team keeps its own counts and its own total. Only what a round is worth, and what going out needs, looks at the
partners together.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from scorepad.rules import codes
from scorepad.rules.lookup import general_threes
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import CardPlace, Color, Counted, LoneHand
from scorepad.scoring.model import Counts, Quantity, Round, TeamRound
from scorepad.scoring.quantity import card_points, threes_in


def partners_of(entry: Round, at: int) -> tuple[int, ...]:
    """Return the other teams that a team (both from 0) counts with in this round."""
    if entry.alone is None or at == entry.alone:
        return ()
    return tuple(other for other in range(len(entry.teams)) if other not in (at, entry.alone))


def shared(entry: Round) -> Round:
    """Return the round with each partner's counts replaced by those of all partners.

    The table's adjustments stay those of one team. So do red threes on a line of their own, if the rules say so.
    """
    if entry.alone is None:
        return entry
    partners = {at: _with_threes_apart(entry.rules, team) for at, team in enumerate(entry.teams) if at != entry.alone}
    together = _together(entry.rules, [*partners.values()])
    own = own_codes(entry.table)
    teams = [_share(together, partners[at], own) if at in partners else team for at, team in enumerate(entry.teams)]
    return replace(entry, teams=tuple(teams))


_RED = tuple(codes.threes_code(Color.RED, place) for place in CardPlace)


def own_codes(table: Table) -> tuple[str, ...]:
    """Return the codes of what partners do not share: red threes, if the rules say so."""
    return _RED if table.lone_hand is LoneHand.OWN_RED_THREES else ()


def _share(together: TeamRound, team: TeamRound, own: Sequence[str]) -> TeamRound:
    threes = {code: n for code, n in together.threes.items() if code not in own}
    threes |= {code: n for code, n in team.threes.items() if code in own}
    return replace(
        together, name=team.name, score_before=team.score_before, threes=threes, adjustments=team.adjustments
    )


def _together(rules: RuleSet, teams: Sequence[TeamRound]) -> TeamRound:
    return TeamRound(
        "",
        books=_sum(team.books for team in teams),
        unfinished=_sum(team.unfinished for team in teams),
        melded=_all_melded(rules, [team.melded for team in teams]),
        left=tuple(packet for team in teams for packet in team.left),
        threes=_sum(team.threes for team in teams),
        bonuses=_sum(team.bonuses for team in teams),
        lost=tuple(dict.fromkeys(code for team in teams for code in team.lost)),
        went_out=any(team.went_out for team in teams),
        ruling=next((team.ruling for team in teams if team.ruling), ""),
    )


def _sum(counts: Iterable[Counts]) -> dict[str, int]:
    return dict(sum(map(Counter, counts), Counter()))


def _all_melded(rules: RuleSet, packets: Sequence[Quantity]) -> Quantity:
    """Return cards if all packets were counted card by card, else points."""
    cards = [packet for packet in packets if isinstance(packet, Mapping)]
    if len(cards) == len(packets):
        return _sum(cards)
    points = sum(packet for packet in packets if isinstance(packet, int))
    return points + sum(card_points(rules, packet, CardPlace.LAID) for packet in cards)


def _with_threes_apart(rules: RuleSet, team: TeamRound) -> TeamRound:
    """Return a team with the threes that have a line of their own taken out of the cards they were counted with."""
    threes, melded, left = Counter(team.threes), team.melded, team.left
    for color in Color:
        for place in CardPlace:
            packets = (melded,) if place is CardPlace.LAID else left
            if general_threes(rules, color, place).counted is Counted.APART:
                threes[codes.threes_code(color, place)] += sum(
                    threes_in(p, color) for p in packets if not isinstance(p, int)
                )
                packets = tuple(_without(packet, f"{color}3") for packet in packets)
            melded, left = (packets[0], left) if place is CardPlace.LAID else (melded, packets)
    return replace(team, threes=dict(+threes), melded=melded, left=left)


def _without(packet: Quantity, card: str) -> Quantity:
    return packet if isinstance(packet, int) else {name: n for name, n in packet.items() if name != card}
