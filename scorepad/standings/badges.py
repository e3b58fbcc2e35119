"""The badges in words. `scorepad.league.badges` has the rules for earning them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scorepad.league import badges
from scorepad.scoring.text.explain import format_number
from scorepad.store.results.records import STREAK
from scorepad.store.results.rows import EarnedBadge


@dataclass(frozen=True, slots=True)
class BadgeText:
    """A badge's name, what to do in a game, and the text of a level for one game and for `{}` games."""

    name: str
    meaning: str
    once: str
    often: str


BADGES: Mapping[str, BadgeText] = MappingProxyType(
    {
        "game": BadgeText("At the table", "Play a game to its end.", "1 game", "{} games"),
        "won": BadgeText("Winner", "Win a game, without a tie.", "1 game won", "{} games won"),
        STREAK: BadgeText(
            "On a run", "Win games in a row. A loss or a tie ends the run.", "1 game won", "{} games won in a row"
        ),
        "exact_cut": BadgeText(
            "Sharp cut", "Cut exactly the right number of cards at least once in a game.", "1 game", "{} games"
        ),
        "swept": BadgeText(
            "Clean sweep",
            f"Win a game of at least {badges.FEWEST_SWEPT} rounds and score the most in every one.",
            "1 game swept",
            "{} games swept",
        ),
        "turned": BadgeText(
            "Last-round turn",
            "Win a game in which another team led before the last round.",
            "1 game turned",
            "{} games turned",
        ),
        "hair": BadgeText(
            "By a hair",
            f"Win by at most 1 point for every {badges.HAIR} points of your total.",
            "1 close win",
            "{} close wins",
        ),
        "often_out": BadgeText(
            "Out again", f"Go out {badges.OFTEN_OUT} or more times in one game.", "1 game", "{} games"
        ),
        "caught": BadgeText(
            "Caught red-handed", f"Be caught with {badges.CAUGHT} or more red threes in one game.", "1 game", "{} games"
        ),
        "helped": BadgeText(
            "Good neighbour", "Sit in for another player in a game that counts for them.", "1 game", "{} games"
        ),
        "lucky": BadgeText(
            "Lucky",
            "Win a game that was decided by exact cuts, exact deals and red threes.",
            "1 lucky win",
            "{} lucky wins",
        ),
    }
)
"""Every badge, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge as a page shows it: the highest level that was earned, with its game, and the next level.

    `count` is the person's progress: a number of games, or the longest run so far.
    """

    code: str
    text: BadgeText
    earned: EarnedBadge | None
    next: int | None
    count: int

    @property
    def level(self) -> str:
        return level_text(self.text, self.earned.level) if self.earned else ""

    @property
    def progress(self) -> str:
        """The progress to the next level: "37 of 50 games won"; "" after the last level."""
        if self.next is None:
            return ""
        progress = f"{format_number(self.count)} of {level_text(self.text, self.next)}"
        return f"{progress}, the longest run so far" if self.code == STREAK and self.count else progress


def level_text(text: BadgeText, level: int) -> str:
    """Return a level of a badge as text."""
    return text.once if level == 1 else text.often.format(format_number(level))


def all_badges(earned: Iterable[EarnedBadge], counts: Mapping[str, int]) -> list[Badge]:
    """Return every badge, each with its highest earned level, if any."""
    highest = {badge.code: badge for badge in earned}
    return [
        Badge(code, text, highest.get(code), _next_level(code, highest.get(code)), counts[code])
        for code, text in BADGES.items()
    ]


def _next_level(code: str, earned: EarnedBadge | None) -> int | None:
    levels = badges.STREAKS if code == STREAK else badges.LEVELS[code]
    return next((level for level in levels if earned is None or level > earned.level), None)
