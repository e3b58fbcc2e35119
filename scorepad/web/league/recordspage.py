"""What the page of records shows: of one kind of game who did best, and who won most games in a row of all kinds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scorepad.league.feats import FeatCode
from scorepad.store.results.rows import Held, PlayedGame, PlayedKind
from scorepad.web.clubs import current_club
from scorepad.web.league.bars import Bars, bars
from scorepad.web.league.kinds import kind_names
from scorepad.web.whos import Shown, Whos, whos
from scorepad.web.words import day, plural

SHOWN = 5
"""The holder of a record, and who comes next."""

_POINTS = ("point", "points")


@dataclass(frozen=True, slots=True)
class Words:
    """A record's name, what is compared, its unit (one of it, and more), and what goes before its day."""

    title: str
    meaning: str
    unit: tuple[str, str]
    before_day: str = ""


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        FeatCode.ROUND: Words("Highest round", "A team’s points in one round.", _POINTS),
        FeatCode.GAME: Words("Highest game", "A team’s total at the end.", _POINTS),
        FeatCode.COMEBACK: Words(
            "Biggest comeback", "How far behind the leader somebody was who still won.", _POINTS
        ),
        FeatCode.NARROWEST: Words(
            "Narrowest win", "By how little somebody won. The least comes first.", _POINTS
        ),
        FeatCode.CLEAN: Words(
            "Most clean books",
            "A team’s clean books in one game.",
            ("clean book", "clean books"),
        ),
        FeatCode.CUTS: Words(
            "Most exact cuts", "One person’s exact cuts in one game.", ("exact cut", "exact cuts")
        ),
        FeatCode.SHAME: Words(
            "Red-three hall of shame",
            "The red threes one person was caught with in one game.",
            ("red three", "red threes"),
        ),
    }
)
"""Every record in words; the order is that of the page."""

STREAKS = MappingProxyType(
    {
        "people": Words(
            "Longest winning streak of a person",
            "Games won one after the other.",
            ("game in a row", "games in a row"),
            "up to ",
        ),
        "partnerships": Words(
            "Longest winning streak of a partnership",
            "Games won together, one after the other.",
            ("game in a row", "games in a row"),
            "up to ",
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a record: how much, whose, in which game, and in which round (0 for the whole game)."""

    value: int
    who: Shown
    game: PlayedGame
    round: int = 0


def place_of(code: str, held: Held, everybody: Whos) -> Place:
    """A place of the record `code`."""
    # Of wins the narrowest is kept as the largest: what is less by so much than nothing.
    value = -held.value if code == FeatCode.NARROWEST else held.value
    return Place(value, everybody.shown(sorted(held.people)), held.game, held.round)


@dataclass(frozen=True)
class Record:
    """A record with everybody on its list, the holder first; `code` names it within the page."""

    code: str
    words: Words
    places: Sequence[Place]

    @property
    def holder(self) -> Place | None:
        """Who holds it; None where nobody does."""
        return self.places[0] if self.places else None

    @property
    def unit(self) -> str:
        """What is counted, as a heading over numbers."""
        return self.words.unit[1].capitalize()

    def said(self, place: Place) -> str:
        """A value with its unit: "4,560 points"."""
        return plural(place.value, *self.words.unit)

    @property
    def picture(self) -> Bars:
        """The list as bars."""
        return bars([(place.who.name, place.value) for place in self.places])

    @property
    def described(self) -> str:
        """The picture in words."""
        return "; ".join(
            f"{at}. {place.who.name}, {self.said(place)}, {day(place.game.day)}"
            for at, place in enumerate(self.places, start=1)
        )


@dataclass(frozen=True)
class RecordsPage:
    """The records of one kind; `chosen` is None in a club without games.

    `unknown` says that a kind was asked for of which no game was played.
    """

    kinds: Sequence[PlayedKind]
    names: Mapping[int, str]
    chosen: PlayedKind | None
    unknown: bool
    everybody: Whos

    @classmethod
    def of(cls, asked: str | None) -> "RecordsPage":
        """The page for a kind as an address names it."""
        kinds = current_club().league.kinds()
        found = {str(one.kind.id): one for one in kinds}.get(asked or "")
        usual = kinds[0] if kinds else None
        unknown = bool(asked and usual and not found)
        return cls(kinds, kind_names(kinds), found or usual, unknown, whos())

    @property
    def records(self) -> list[Record]:
        """Every record of the kind."""
        return [self._record(code) for code in WORDS]

    def _record(self, code: str) -> Record:
        assert self.chosen is not None
        held = current_club().league.records(self.chosen.kind.id, code, SHOWN)
        return Record(code, WORDS[code], [place_of(code, one, self.everybody) for one in held])

    @property
    def streaks(self) -> list[Record]:
        """The longest winning streaks, each with its last game."""
        league = current_club().league
        return [
            Record(
                f"streak-{whose}",
                words,
                [
                    Place(one.length, self.everybody.of_key(one.who), one.game)
                    for one in league.streaks(whose, SHOWN)
                ],
            )
            for whose, words in STREAKS.items()
        ]
