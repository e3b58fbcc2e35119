"""The kinds of game of a club: their names, and how one person or partnership compares in each with all others."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import count

from scorepad.league.competitors import CompetitorKey
from scorepad.league.facts import GameKind, Tally
from scorepad.league.standings import Standing, usual_least
from scorepad.play.game import values_of
from scorepad.scoring.game.agreement import WHOLE_GAME, Agreement, agreement
from scorepad.scoring.text.explain import plural
from scorepad.store import Club
from scorepad.store.results.places import Places, Ranking
from scorepad.store.results.rows import PlayedKind
from scorepad.web.league.charts import Spread, spread_of
from scorepad.web.league.figures import whole
from scorepad.web.league.others import Others, by_points, others_of, points_a_round
from scorepad.web.league.stored_table import RatedDays, StoredTable
from scorepad.web.people.people_view import PeopleView

COMPARED = 5
"""How many kinds have a comparison with all others: those played most."""

LISTED = 10
"""How many of the others the table beside the picture lists, the best ones. The whole table is a page of its own."""

_DETAILS: tuple[Callable[[GameKind], str], ...] = (
    lambda kind: plural(kind.players, "player", "players"),
    lambda kind: plural(kind.teams, "team", "teams"),
    lambda kind: plural(kind.decks, "deck", "decks"),
)


Choices = Mapping[str, str]
"""What a table chose, in words, by the key of each choice."""


def club_kind_names(club: Club, kinds: Sequence[PlayedKind]) -> dict[int, str]:
    """The names of a club's kinds by id."""
    return kind_names(kinds, partial(_choices_of, club))


def kind_names(
    kinds: Iterable[PlayedKind], choices_of: Callable[[Sequence[int]], Mapping[int, Choices]] = lambda games: {}
) -> dict[int, str]:
    """The names of kinds by id: "Vegas, 6 players" if Vegas is played by four as well.

    Kinds that differ in a choice have it in their name: "Good Sam, three rounds". Others are numbered from the second
    on, in the order of their first games: "Vegas (2)". `choices_of` reads the choices of games, for those with equal
    names alone.
    """
    kinds = list(kinds)
    names = {kind.kind.id: kind.kind.name for kind in kinds}
    for detail in _DETAILS:
        for group in _same_names(kinds, names):
            details = {kind.kind.id: detail(kind.kind) for kind in group}
            if len(set(details.values())) > 1:
                names |= {id: f"{names[id]}, {text}" for id, text in details.items()}
    if alike := _same_names(kinds, names):
        chosen = choices_of([kind.first_game for group in alike for kind in group])
        for group in alike:
            names |= _with_choices(group, names, chosen)
    for group in _same_names(kinds, names):
        for kind in sorted(group, key=lambda kind: kind.first)[1:]:
            names[kind.kind.id] = _free_name(names[kind.kind.id], set(names.values()))
    return names


def _same_names(kinds: Sequence[PlayedKind], names: dict[int, str]) -> list[list[PlayedKind]]:
    """The groups of kinds that share a name."""
    groups: dict[str, list[PlayedKind]] = {}
    for kind in kinds:
        groups.setdefault(names[kind.kind.id], []).append(kind)
    return [group for group in groups.values() if len(group) > 1]


def _with_choices(
    group: Sequence[PlayedKind], names: Mapping[int, str], chosen: Mapping[int, Choices]
) -> dict[int, str]:
    """The names of kinds with the choices in which they differ."""
    choices = {kind.kind.id: chosen.get(kind.first_game, {}) for kind in group}
    keys = {key: None for of_kind in choices.values() for key in of_kind}
    differ = [key for key in keys if len({of_kind.get(key) for of_kind in choices.values()}) > 1]
    return {
        id: ", ".join([names[id], *(of_kind[key] for key in differ if key in of_kind)])
        for id, of_kind in choices.items()
    }


def _choices_of(club: Club, games: Sequence[int]) -> dict[int, Choices]:
    """What the tables of these games chose."""
    agreed = {}
    for game, cells in club.readable_cells(games, round=WHOLE_GAME).items():
        if values := values_of(cells):
            agreed[game] = _in_words(agreement(values, {}))
    return agreed


def _in_words(agreed: Agreement) -> Choices:
    words = {}
    for choice in agreed.base.choices:
        value = agreed.choices.get(choice.key, choice.usual)
        label = next((option.label for option in choice.options if option.value == value), value)
        words[choice.key] = label[:1].lower() + label[1:]
    return words


def _free_name(name: str, taken: set[str]) -> str:
    """The first of "Vegas (2)", "Vegas (3)" and so on that is not taken."""
    return next(new for at in count(2) if (new := f"{name} ({at})") not in taken)


@dataclass(frozen=True, slots=True)
class Rival:
    """Another person or partnership that played this kind of game, with their points a round."""

    key: CompetitorKey
    name: str
    points: float


@dataclass(frozen=True)
class KindFigures:
    """One competitor's figures in one kind of game; `others` compares them with everyone else, if there are others."""

    kind: int
    name: str
    standing: Standing
    others: Others | None = None
    best: tuple[Rival, ...] = ()

    @property
    def tally(self) -> Tally:
        return self.standing.tally

    @cached_property
    def picture(self) -> Spread | None:
        """The points a round among those of the others; None without others."""
        if self.others is None or not self.tally.rounds:
            return None
        return spread_of(points_a_round(self.tally), self.others.drawn, self.others.quarters)

    @property
    def picture_text(self) -> str:
        others = self.others
        if others is None:
            return ""
        sentences = [
            f"{whole(self.standing.points_a_round)} points a round: better than {others.below} of {others.count}.",
            f"The others have {whole(others.drawn[0])} to {whole(others.drawn[-1])} points a round.",
        ]
        if cut := others.quarters:
            sentences.append(
                f"Half of them have {whole(cut.lower)} to {whole(cut.upper)}, and the middle is {whole(cut.middle)}."
            )
        return " ".join(sentences)


def figures_by_kind(club: Club, people: PeopleView, key: CompetitorKey, compared: int = COMPARED) -> list[KindFigures]:
    """The kinds that a person or partnership played, most played first; the first few with a comparison."""
    tallies = club.league.tallies_by_kind(key)
    kinds = club.league.kinds()
    names = club_kind_names(club, kinds)
    played = _most_played_first(kinds, tallies)
    luck = club_luck(kinds, club.league.club_tallies())
    others = _others(club, key, {kind: tallies[kind] for kind in played[:compared] if tallies[kind].rounds})
    return [
        KindFigures(
            kind=kind,
            name=names[kind],
            standing=Standing(key, tallies[kind], None, club_luck=luck.get(kind)),
            others=others.get(kind),
            best=_best(club, people, key, kind) if others.get(kind) else (),
        )
        for kind in played
    ]


def club_luck(kinds: Iterable[PlayedKind], tallies: Mapping[int, Tally]) -> dict[int, Fraction]:
    """The luck a round of the whole club in each kind whose rules have lines of luck."""
    return {
        kind.kind.id: Fraction(tally.luck, tally.rounds)
        for kind in kinds
        if kind.kind.has_luck and (tally := tallies.get(kind.kind.id)) and tally.rounds
    }


def _others(club: Club, key: CompetitorKey, tallies: Mapping[int, Tally]) -> dict[int, Others | None]:
    """Everyone else in the kinds of these tallies."""
    places = club.league.places
    rankings = [_ranked(places, key, kind) for kind in tallies]
    listed = places.kinds_of(key)
    return {
        kind: others_of(of_kind, points_a_round(tally), is_listed=kind in listed and tally.games >= ranking.least)
        for (kind, tally), ranking, of_kind in zip(tallies.items(), rankings, places.values(rankings), strict=True)
    }


def _ranked(places: Places, key: CompetitorKey, kind: int) -> Ranking:
    """The table of those with the usual smallest number of games of a kind."""
    ranking = by_points(key, kind)
    return replace(ranking, least=usual_least(places.busiest(ranking)))


def _most_played_first(kinds: Iterable[PlayedKind], tallies: Mapping[int, Tally]) -> list[int]:
    """The kinds with these tallies, most games first; among equals the one that the club plays more."""
    played = [kind.kind.id for kind in kinds if kind.kind.id in tallies]
    return sorted(played, key=lambda kind: -tallies[kind].games)


def _best(club: Club, people: PeopleView, key: CompetitorKey, kind: int) -> tuple[Rival, ...]:
    """The best of the others, equals by name."""
    table = StoredTable(club.league.places, _ranked(club.league.places, key, kind), people, RatedDays())
    rivals = [
        standing for standing in table.standings(LISTED + 1) if standing.competitor != key and standing.tally.rounds
    ]
    return tuple(
        Rival(standing.competitor, people.name_of(standing.competitor), points_a_round(standing.tally))
        for standing in rivals[:LISTED]
    )
