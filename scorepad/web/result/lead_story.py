"""The story of the lead from a game's totals, as facts and sentences: who led, lead changes, the deciding round.

Teams count from 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorepad.scoring.game.course import Totals, leaders
from scorepad.scoring.text.explain import format_number, plural
from scorepad.web.app.templates import stopped


@dataclass(frozen=True, slots=True)
class Peak:
    """The most points of a team in, or after, one round."""

    round: int
    team: int
    points: int


@dataclass(frozen=True, slots=True)
class LeadStory:
    """Which team led after round `first` and after each later one; None if no team did.

    `changes` counts how often another team took the lead. `decided` is the round since which the winner led, None in a
    tie. `largest` is the largest lead after a round, `biggest` the most points in a round; None if there were none.
    """

    first: int
    led: tuple[int | None, ...]
    changes: int
    decided: int | None
    largest: Peak | None
    biggest: Peak | None

    @property
    def last(self) -> int:
        """The last round."""
        return self.first + len(self.led) - 1


def lead_story(totals: Sequence[Totals], first: int = 0) -> LeadStory:
    """Derive the story from the totals after round `first` and after each later one; the most points lead."""
    led = tuple(map(_leader, totals))
    leaders_in_turn = [team for team in led if team is not None]
    leads = [
        Peak(round_number, team, margin(after))
        for round_number, (after, team) in enumerate(zip(totals, led, strict=True), start=first)
        if round_number > first and team is not None
    ]
    gains = [
        Peak(round_number, team, after - before)
        for round_number, pair in enumerate(pairwise(totals), start=first + 1)
        for team, (before, after) in enumerate(zip(*pair, strict=True), start=1)
        if after > before
    ]
    return LeadStory(
        first=first,
        led=led,
        changes=sum(a != b for a, b in pairwise(leaders_in_turn)),
        decided=_decided(led, first),
        largest=max(leads, key=lambda peak: peak.points, default=None),
        biggest=max(gains, key=lambda peak: peak.points, default=None),
    )


def _leader(totals: Totals) -> int | None:
    leading, *others = leaders(totals)
    return None if others else leading


def margin(totals: Totals) -> int:
    """Return the points between the best and the second-best team, 0 in a tie."""
    best, second = sorted(totals, reverse=True)[:2]
    return best - second


def _decided(led: Sequence[int | None], first: int) -> int | None:
    if led[-1] is None:
        return None
    others = [position for position, team in enumerate(led) if team != led[-1]]
    return first + max(others, default=-1) + 1


def story_sentences(story: LeadStory, teams: Sequence[str], *, over: bool = True) -> list[str]:
    """Return the story in words. While the game goes on (`over` is False), nothing is decided."""
    if story.last == story.first:
        return []
    sentences = [_course(story, teams, over)]
    if story.last - story.first > 1:
        sentences += [_largest(story.largest, teams)] if story.largest else []
        sentences += [_biggest(story.biggest, teams)] if story.biggest else []
    return sentences


def chart_description(story: LeadStory, teams: Sequence[str], *, over: bool = True) -> str:
    """Return a text description of the lead chart."""
    largest = [_largest(story.largest, teams)] if story.largest else []
    return " ".join([_course(story, teams, over), *largest])


def decided_headline(story: LeadStory) -> str:
    """Return when the game was decided, as a headline, "" if no round was played here."""
    if story.last == story.first:
        return ""
    if story.decided is None:
        return "It was not: the game ended in a tie"
    return f"Round {story.decided}" if story.decided > story.first else "Before the first round here"


def _course(story: LeadStory, teams: Sequence[str], over: bool) -> str:
    return _whole_course(story, teams) if over else _course_so_far(story, teams)


def _course_so_far(story: LeadStory, teams: Sequence[str]) -> str:
    """Return who leads a game in progress, and since when."""
    changed = f"The lead has changed hands {_times(story.changes)}. " if story.changes else ""
    leader = story.led[-1]
    if leader is None:
        has_led = any(team is not None for team in story.led)
        return f"{changed}No team is ahead now." if has_led else "No team has been ahead so far."
    name = teams[leader - 1]
    if story.decided == story.first:
        return f"{name} began with the lead and has kept it so far."
    return f"{changed}{name} has led since round {story.decided}."


def _whole_course(story: LeadStory, teams: Sequence[str]) -> str:
    changed = f"The lead changed hands {_times(story.changes)}."
    winner = story.led[-1]
    if winner is None:
        return _tie_course(story, teams, changed)
    name = teams[winner - 1]
    if story.decided == story.first:
        return f"{name} began with the lead and kept it."
    if story.last == 1:
        return "The only round decided it."
    if story.decided == 1:
        return f"{name} led from the first round to the last."
    before = changed if story.changes else _before(story)
    if story.decided == story.last:
        return f"{before} The last round decided it: {name} came out ahead."
    return f"{before} Round {story.decided} decided it: from then on {name} led."


def _before(story: LeadStory) -> str:
    """Return what preceded the decisive round, if the lead never changed hands."""
    before = story.led[: (story.decided or 0) - story.first]
    if any(team is not None for team in before):
        return "The lead was lost for a while, but no other team took it."
    return "At first no team led."


def _tie_course(story: LeadStory, teams: Sequence[str], changed: str) -> str:
    leader = next((team for team in story.led if team is not None), None)
    if leader is None:
        return "No team was ever ahead."
    before = changed if story.changes else f"{teams[leader - 1]} led for a while."
    return f"{before} In the end no team was ahead."


def _largest(peak: Peak, teams: Sequence[str]) -> str:
    points = plural(peak.points, "point", "points")
    name = teams[peak.team - 1]
    return stopped(f"The lead was largest after round {peak.round}: {points} for {name}")


def _biggest(peak: Peak, teams: Sequence[str]) -> str:
    points = plural(peak.points, "point", "points")
    name = teams[peak.team - 1]
    return stopped(f"The biggest round was round {peak.round}: {points} for {name}")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{format_number(count)} times")
