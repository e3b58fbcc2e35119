"""What badges are called, and what earned them, in words. `scorepad.league.badges` says when they are earned."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scorepad.league import badges
from scorepad.scoring.explain import number
from scorepad.store.results.honours import STREAK
from scorepad.store.results.rows import Earned


@dataclass(frozen=True, slots=True)
class Words:
    """A badge: its name, what has to be done in a game, and a level of it, for one and for `{}` games."""

    name: str
    meaning: str
    once: str
    often: str


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "game": Words("At the table", "Play a game to its end.", "1 game", "{} games"),
        "won": Words("Winner", "Win a game alone, not in a tie.", "1 game won", "{} games won"),
        STREAK: Words(
            "On a run",
            "Win games in a row; a game that is lost or tied ends it.",
            "1 game won",
            "{} games won in a row",
        ),
        "exact_cut": Words(
            "Sharp cut",
            "Cut exactly the right number of cards, at least once in a game.",
            "in 1 game",
            "in {} games",
        ),
        "swept": Words(
            "Clean sweep",
            f"Win a game of at least {badges.FEWEST_SWEPT} rounds and be the best in every one of them.",
            "1 game swept",
            "{} games swept",
        ),
        "turned": Words(
            "Last-round turn",
            "Win a game in which another team led before the last round.",
            "1 game turned",
            "{} games turned",
        ),
        "hair": Words(
            "By a hair",
            f"Win by at most 1 point for every {badges.HAIR} of your own total.",
            "1 close win",
            "{} close wins",
        ),
        "often_out": Words(
            "Out again",
            f"Go out at least {badges.OFTEN_OUT} times in one game.",
            "in 1 game",
            "in {} games",
        ),
        "caught": Words(
            "Caught red-handed",
            f"Be caught with at least {badges.CAUGHT} red threes in one game.",
            "in 1 game",
            "in {} games",
        ),
        "helped": Words(
            "Good neighbour",
            "Sit in for somebody in a game that belongs to somebody else.",
            "in 1 game",
            "in {} games",
        ),
        "lucky": Words(
            "Lucky",
            "Win a game that exact cuts and red threes decided.",
            "1 lucky win",
            "{} lucky wins",
        ),
    }
)
"""Every badge, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge as a page shows it: the highest level reached, if any, with its game, and the next level."""

    code: str
    words: Words
    earned: Earned | None
    next: int | None

    @property
    def level(self) -> str:
        """The level that was reached, in words."""
        return _level(self.words, self.earned.level) if self.earned else ""

    @property
    def hint(self) -> str:
        """The next level in words; "" after the last."""
        return "" if self.next is None else _level(self.words, self.next)


def _level(words: Words, level: int) -> str:
    return words.once if level == 1 else words.often.format(number(level))


def shown(earned: Iterable[Earned]) -> list[Badge]:
    """All badges there are, each at the highest level that was earned."""
    highest: dict[str, Earned] = {}
    for one in earned:
        if one.code not in highest or one.level > highest[one.code].level:
            highest[one.code] = one
    return [
        Badge(code, words, highest.get(code), _next(code, highest.get(code)))
        for code, words in WORDS.items()
    ]


def _next(code: str, reached: Earned | None) -> int | None:
    levels = badges.STREAKS if code == STREAK else badges.LEVELS[code]
    return next((level for level in levels if reached is None or level > reached.level), None)
