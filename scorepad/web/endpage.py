"""What the page of a finished game shows: who won and how, the picture of the lead, its table, the text to send.

The picture and its table are the same while a game is being played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from scorepad.rules import lookup
from scorepad.rules.words import EndBy
from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.explain import number
from scorepad.scoring.game import Phase, Totals
from scorepad.scoring.record import RoundRecord
from scorepad.web import resulttext, shortnames
from scorepad.web.clubs import LoadedGame, new_key
from scorepad.web.lead import LETTER, NAMES, WIDTH, Picture, picture
from scorepad.web.story import Story, described, margin, sentences, story
from scorepad.web.storywho import with_pages
from scorepad.web.whos import Shown
from scorepad.web.words import plural

AHEAD = " ahead"
"""What follows a team's name on its side of the picture of two."""

_ON_A_PHONE = 30
"""Letters of the text that stand in a line of a narrow phone."""

_LONG, _LONGER = 7, 10
"""Characters from which a total is written smaller, and smaller still."""


@dataclass(frozen=True, slots=True)
class Side:
    """One team at the end; `size` is how wide its total is: "", "long" or "longer"."""

    name: str
    total: int
    wins: bool
    size: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of rounds; `number` is None where it is no single round. What does not count has no totals."""

    label: str
    number: int | None
    points: Totals | None
    totals: Totals | None


@dataclass(frozen=True)
class EndPage:
    """A game that is over, as its page shows it; also what of it can be shown before."""

    game: LoadedGame
    key: str

    @classmethod
    def of(cls, loaded: LoadedGame) -> "EndPage":
        """The page of a game."""
        return cls(loaded, new_key())

    @cached_property
    def teams(self) -> list[Side]:
        """Every team with its final total."""
        course = self.game.record.course
        named = zip(self.game.agreement.teams, course.now, strict=True)
        return [
            Side(name, total, at in course.winners, _size(total))
            for at, (name, total) in enumerate(named)
        ]

    @property
    def winners(self) -> list[str]:
        """The names of the teams with the most points."""
        return [team.name for team in self.teams if team.wins]

    @property
    def tie(self) -> bool:
        """Whether several teams have the most points."""
        return len(self.winners) > 1

    @property
    def headline(self) -> str:
        """Who won."""
        return "A tie" if self.tie else f"{self.winners[0]} won"

    @property
    def by_how_much(self) -> str:
        """How far the winner is ahead."""
        totals = self.game.record.course.now
        if self.tie:
            return (
                f"{' and '.join(self.winners)} have {plural(max(totals), 'point', 'points')} each."
            )
        points = plural(margin(totals), "point", "points")
        if len(totals) == 2:
            return f"Ahead by {points}."
        second = sorted(totals)[-2]
        names = " and ".join(team.name for team in self.teams if team.total == second)
        return f"Ahead of {names} by {points}."

    @property
    def how(self) -> str:
        """How the game ended."""
        return how_it_ended(self.game)

    @property
    def can_go_on(self) -> bool:
        """Whether it ended because the table said so, which it may take back."""
        return bool(self.game.values.get((WHOLE_GAME, "table", "end")))

    @cached_property
    def paper(self) -> int:
        """How many rounds were played on paper before the first one here."""
        rounds = self.game.record.rounds
        return next((at for at, one in enumerate(rounds) if not one.on_paper), len(rounds))

    @cached_property
    def _totals(self) -> tuple[Totals, ...]:
        """The totals from where the game began here to its end."""
        course = self.game.record.course
        return course.totals[min(self.paper, course.counted) : course.counted + 1]

    @cached_property
    def picture(self) -> Picture | None:
        """The picture of the lead; None where no round was played here."""
        return picture(self._totals, self.paper)

    @cached_property
    def told(self) -> Story:
        """What follows from the totals: who led, what decided it."""
        return story(self._totals, self.paper)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.record.course.phase is Phase.OVER

    @property
    def described(self) -> str:
        """The picture in words."""
        return described(self.told, self.game.agreement.teams, over=self.over)

    @property
    def story(self) -> list[str]:
        """Who led, how often that changed, what decided it."""
        return sentences(self.told, self.game.agreement.teams, over=self.over)

    @property
    def short_names(self) -> list[str]:
        """The teams' names as they fit into the picture, kept apart from what stands beside them in whatever script."""
        names = self.game.agreement.teams
        if len(names) == 2:
            room = (WIDTH - self.picture.left) / LETTER if self.picture else 0
            cut = [shortnames.short_team(name, room - shortnames.width(AHEAD)) for name in names]
            return [f"\u2068{name}\u2069{AHEAD}" for name in cut]
        room = (NAMES - LETTER) / LETTER
        return [f"\u2068{shortnames.short_team(name, room)}\u2069" for name in names]

    @cached_property
    def rows(self) -> list[Row]:
        """The table of rounds."""
        return list(_rows(self.game, self.paper))

    @cached_property
    def text(self) -> str:
        """The result as text."""
        final = [(team.name, team.total) for team in self.teams]
        head = [f"{self.headline}.", self.by_how_much, self.how]
        return resulttext.result_text(
            [line.replace("−", "-") for line in head],
            self.game.agreement.rules.name,
            final,
            [resulttext.TextRound(_called(row), row.points, row.totals) for row in self.rows],
        )

    @property
    def people(self) -> list[Shown]:
        """Those who sat in the game and have a page."""
        return with_pages(self.game)

    @property
    def text_rows(self) -> int:
        """How many lines the text takes on a phone, where long ones are broken."""
        return sum(1 + len(line) // _ON_A_PHONE for line in self.text.splitlines())

    @property
    def by_message(self) -> str:
        """The link that sends it as a text message."""
        return resulttext.by_message(self.text)

    @property
    def by_mail(self) -> str:
        """The link that sends it as a mail."""
        return resulttext.by_mail(f"{self.game.agreement.rules.name}: {self.headline}", self.text)


def _size(total: int) -> str:
    written = len(number(total))
    return "longer" if written > _LONGER else "long" if written > _LONG else ""


def how_it_ended(loaded: LoadedGame) -> str:
    """What ended the game: its rounds, its target, the clock, or the table's word."""
    course, end = loaded.record.course, loaded.agreement.rules.end
    last = course.counted
    if last == 0:
        return "No round counts."
    if end.by is EndBy.TIME:
        return f"Time was up after round {last}."
    if end.by is EndBy.TARGET:
        target = lookup.target_for(loaded.agreement.rules, loaded.agreement.table.players).points
        if max(course.now) >= target:
            return f"The target of {number(target)} points was reached in round {last}."
    elif end.rounds is not None and last >= end.rounds:
        all_of_them = last == end.rounds > 1
        return f"All {last} rounds were played." if all_of_them else f"Round {last} was the last."
    whole = f" of {end.rounds}" if end.rounds else ""
    return f"The table ended it early, after round {last}{whole}."


def _rows(loaded: LoadedGame, paper: int) -> Iterator[Row]:
    record = loaded.record
    brought = loaded.agreement.brought
    if paper:
        yield Row("On paper: " + (f"1 to {paper}" if paper > 1 else "1"), None, None, brought)
    elif any(brought):
        yield Row("Brought forward", None, None, brought)
    for at, one in enumerate(record.rounds[paper:], start=paper + 1):
        counts = at <= record.course.counted
        totals = record.course.totals[at] if counts else None
        points = None if one.on_paper else one.totals
        yield Row(f"{at}{_mark(one, counts)}", at, points, totals)


def _mark(one: RoundRecord, counts: bool) -> str:
    if one.on_paper:
        return ", on paper"
    if counts:
        return "" if one.finished else ", open again"
    return ", not counted" if one.finished else ", so far, not counted"


def _called(row: Row) -> str:
    return row.label if row.number is None else f"Round {row.label}"
