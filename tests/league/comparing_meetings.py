"""The pages of two who met beside what plain code makes of the same games."""

from itertools import accumulate

from tests.league.page_figures import (
    Pages,
    figures_in,
    game_of,
    marked,
    part,
    rows,
    section,
    text,
    texts,
)
from tests.league.plain import PlainLeague, Versus
from tests.league.plain_figures import Who, figures, results
from tests.league.plain_words import amount, day, key, percent, times
from tests.web.pages import Element, Page

LAST, DRAWN = 10, 30
"""Meetings that are listed, and that are drawn."""


def same_meetings(pages: Pages, one: Who, other: Who) -> None:
    """All that the page of two people, or of two partnerships, says."""
    plain = pages.plain
    page = pages.open("/league/versus", one=key(one), other=key(other))
    met = plain.versus(one, other)
    if met.meetings:
        _same_sums(page, plain, met, (one, other))
        _same_course(part(page, "ahead"), plain, met, (one, other))
        _same_runs(part(page, "runs"), plain, met, (one, other))
        _same_last(part(page, "last"), plain, met, (one, other))
    else:
        assert "They have never played against each other." in page.text
    if len(one) == 1:
        _same_together(part(page, "together"), plain, one[0], other[0])
    else:
        assert section(page, "together") is None


def _leads(plain: PlainLeague, ahead: int, both: tuple[Who, Who]) -> str:
    if ahead == 0:
        return "They are level."
    verb = "leads" if len(both[0]) == 1 else "lead"
    name = plain.name(both[0] if ahead > 0 else both[1])
    return f"{name} {verb} by {times(abs(ahead), 'meeting')}."


def _same_sums(page: Page, plain: PlainLeague, met: Versus, both: tuple[Who, Who]) -> None:
    assert text(page, "leads") == _leads(plain, met.won - met.lost, both)
    there = part(page, "meetings")
    count = times(len(met.meetings), "meeting")
    assert there.all("h2")[0].text == count
    won, lost = {"wins": amount(met.won)}, {"wins": amount(met.lost)}
    assert rows(there) == [(key(both[0]), won), (key(both[1]), lost)]
    assert texts(there, "ties") == [amount(met.tied)]
    one, other = (plain.name(who) for who in both)
    said = f"Of {count} {one} won {met.won}, {other} won {met.lost}, {met.tied} tied."
    (picture,) = there.all("svg")
    assert picture.all("desc")[0].text == said
    drawn = [amount(number) for number in (met.won, met.tied, met.lost) if number]
    shown = [one.text for one in picture.all("text")]
    assert set(shown) <= set(drawn)


def _same_course(there: Element, plain: PlainLeague, met: Versus, both: tuple[Who, Who]) -> None:
    """By how much one was ahead after each of the last meetings, in the table and in words."""
    ahead = [0, *accumulate(one.outcome for one in met.meetings)]
    before = max(len(met.meetings) - DRAWN, 0)
    names = {1: plain.name(both[0]), -1: plain.name(both[1]), 0: "Level"}
    expected = []
    for number, by in enumerate(ahead[before + 1 :], start=before + 1):
        who = names[(by > 0) - (by < 0)]
        expected.append((str(number), {"ahead": who, "by": amount(abs(by))}))
    assert rows(there, "meeting") == expected
    verb = "was" if len(both[0]) == 1 else "were"
    drawn, said = ahead[before:], ""
    if max(drawn) > 0:
        said += f"{names[1]} {verb} ahead by {max(drawn)} at most. "
    if min(drawn) < 0:
        said += f"{names[-1]} {verb} ahead by {-min(drawn)} at most. "
    (picture,) = there.all("svg")
    assert picture.all("desc")[0].text == said + _leads(plain, ahead[-1], both)


def _same_runs(there: Element, plain: PlainLeague, met: Versus, both: tuple[Who, Who]) -> None:
    (run,) = marked(there, "run")
    assert run["data-run"] == str(met.run)
    count = "meeting" if abs(met.run) == 1 else times(abs(met.run), "meeting")
    name = plain.name(both[0] if met.run > 0 else both[1])
    said = f"{name} won the last {count}" if met.run else "None: the last meeting was a tie"
    assert run.text == said
    longest = [(one["data-who"], one.text) for one in marked(there, "figure", "longest")]
    assert longest == [
        (key(both[0]), times(met.longest, "meeting")),
        (key(both[1]), times(met.longest_of_other, "meeting")),
    ]


def _same_last(there: Element, plain: PlainLeague, met: Versus, both: tuple[Who, Who]) -> None:
    """The last ten meetings, the last first."""
    days = {game.number: game.day for game in plain.games}
    last = met.meetings[-LAST:][::-1]
    assert [int(one["data-game"]) for one in marked(there, "game")] == [one.game for one in last]
    for line, meeting in zip(marked(there, "game"), last, strict=True):
        winner = plain.name(both[0] if meeting.outcome > 0 else both[1])
        assert text(line, "outcome") == (f"{winner} won" if meeting.outcome else "A tie")
        assert [one.text for one in line.all("b")] == [amount(meeting.mine), amount(meeting.theirs)]
        assert day(days[meeting.game]) in line.text
        assert game_of(line.all("a")[0]) == meeting.game


def _same_together(there: Element, plain: PlainLeague, one: int, other: int) -> None:
    """How two people do in one team."""
    games = [game for game in plain.games if any({one, other} <= {*team} for team in game.people)]
    if not games:
        assert "They have never played together." in there.text
        return
    own = figures((one,), games)
    assert len(results((one,), games)) == len(games)
    assert figures_in(there) == {
        "together_games": times(len(games), "game"),
        "together_wins": amount(own.alone),
        "together_share": percent(own.share),
    }
