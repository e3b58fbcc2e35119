"""Texts for records. `scorepad.league.record_candidates` has the rules for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scorepad.league.record_candidates import RecordCode
from scorepad.store.results.rows import RecordHolder

SHOWN = 5
"""The number of best achievements that a record lists."""


@dataclass(frozen=True, slots=True)
class RecordText:
    """A record's title, what it compares, its unit (singular and plural), and the text before its day."""

    title: str
    meaning: str
    unit: tuple[str, str]
    before_day: str = ""


_POINTS = ("point", "points")
_IN_A_ROW = ("game in a row", "games in a row")

RECORDS: Mapping[str, RecordText] = MappingProxyType(
    {
        RecordCode.ROUND: RecordText("Highest round", "A team’s points in one round.", _POINTS),
        RecordCode.GAME: RecordText("Highest game", "A team’s total at the end.", _POINTS),
        RecordCode.COMEBACK: RecordText(
            "Biggest comeback", "How far behind the leader a winning team once was.", _POINTS
        ),
        RecordCode.NARROWEST: RecordText(
            "Narrowest win", "The winner’s lead at the end. The smallest comes first.", _POINTS
        ),
        RecordCode.CLEAN: RecordText(
            "Most clean books", "A team’s clean books in one game.", ("clean book", "clean books")
        ),
        RecordCode.CUTS: RecordText(
            "Most exact cuts", "One player’s exact cuts in one game.", ("exact cut", "exact cuts")
        ),
        RecordCode.SHAME: RecordText(
            "Red-three hall of shame",
            "The red threes one player was caught with in one game.",
            ("red three", "red threes"),
        ),
    }
)
"""Every record, in the order of the page."""

STREAKS: Mapping[str, RecordText] = MappingProxyType(
    {
        "people": RecordText("Longest winning streak of a person", "Games won in a row.", _IN_A_ROW, "up to "),
        "partnerships": RecordText(
            "Longest winning streak of a partnership", "Games won together in a row.", _IN_A_ROW, "up to "
        ),
    }
)


def value_of(code: str, holder: RecordHolder) -> int:
    """Return the value to show for a record. Margins are stored as negative numbers: the narrowest is the largest."""
    return -holder.value if code == RecordCode.NARROWEST else holder.value
