"""The page model of the table during a game, and of the bar that always stays on screen."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from scorepad.play import conflicts
from scorepad.play.game import LoadedGame, finisher
from scorepad.play.parse_form import texts
from scorepad.play.sheet_form import Input, TeamForm, sheet_inputs, team_forms
from scorepad.rules.model import OpeningStep
from scorepad.rules.words import EndBy, Starts
from scorepad.scoring.game.course import Phase, StartsBecause, Totals, minimums
from scorepad.scoring.game.record import RoundRecord
from scorepad.scoring.text.explain import goal
from scorepad.web.app.current import g
from scorepad.web.app.templates import STARTS, ending
from scorepad.web.live.presence import Attendance, attendance
from scorepad.web.result.story_people import stand_in_sentences
from scorepad.web.rounds.round_page import ALREADY_WRONG, Note, RoundPage, sheet_numbers

BECAUSE = {
    StartsBecause.CHOSEN: "",
    StartsBecause.MOVED_ON: "the next player starts each round",
    StartsBecause.BEHIND: "because the other player is ahead",
    StartsBecause.CUT: "",
}


@dataclass(frozen=True, slots=True)
class BarTeam:
    """One team in the bar: its total, the round's points so far, and its opening.

    `total` excludes the round while it is being played, and includes it once it is finished. `so_far` is None while
    nothing is entered in the round.
    """

    team: int
    name: str
    total: int
    minimum: OpeningStep
    opened: bool
    lost: tuple[str, ...]
    so_far: int | None


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of a round. `goal`, what is played to, follows the round's number.

    `starts` says who starts the next round, and is "" for earlier rounds. `asks_start`: the table must choose who.
    """

    round: int
    goal: str
    ends: str
    starts: str
    asks_start: bool
    why: str
    sides: tuple[BarTeam, ...]

    @classmethod
    def of(cls, loaded: LoadedGame, round_number: int) -> Self:
        """Build the bar of a round that has begun, or of the next one."""
        record, course = loaded.record, loaded.record.course
        rules, players = loaded.agreement.rules, loaded.agreement.table.players
        is_next = round_number == course.next_round and course.phase is not Phase.OVER
        entered = record.rounds[round_number - 1] if round_number <= len(record.rounds) else None
        asks_start = is_next and _asks_start(loaded)
        return cls(
            round=round_number,
            goal=goal(rules, players, round_number),
            ends="one more round" if is_next and course.is_extra else ending(rules, players),
            starts=_starts(loaded, asks_start) if is_next else "",
            asks_start=asks_start,
            why=BECAUSE[course.starter.because],
            sides=tuple(_sides(loaded, round_number, entered)),
        )


def _sides(loaded: LoadedGame, round_number: int, entered: RoundRecord | None) -> Iterator[BarTeam]:
    rules, course = loaded.agreement.rules, loaded.record.course
    before = entered.before if entered else loaded.record.before(round_number)
    # Totals include a finished round. The points of a round being played are shown beside them.
    totals = loaded.record.before(round_number + 1) if entered and entered.finished else before
    steps = course.minimums
    if round_number != course.next_round:
        steps = minimums(rules, loaded.agreement.table, round_number, before)
    teams = entered.entry.teams if entered else ()
    names = [team.name for team in teams] if entered else loaded.teams_in(round_number)
    for at, (name, total) in enumerate(zip(names, totals, strict=True)):
        lost = teams[at].lost if teams else ()
        yield BarTeam(
            team=at + 1,
            name=name,
            total=total,
            minimum=steps[at],
            opened=entered is not None and entered.opened[at],
            lost=tuple([kind.plural for kind in rules.books if kind.code in lost]) if lost else (),
            so_far=entered.totals[at] if entered else None,
        )


def _starts(loaded: LoadedGame, asks_start: bool) -> str:
    seat = loaded.record.course.starter.seat
    if asks_start:
        return "Who starts?"
    if seat is None:
        return STARTS[loaded.agreement.rules.play.starts]
    return f"{loaded.seat_name(seat)} starts"


def _asks_start(loaded: LoadedGame) -> bool:
    """Return whether it is unknown who starts the next round: in round 2, for example, if round 1 had no starter."""
    course = loaded.record.course
    is_behind = loaded.agreement.rules.play.starts is Starts.BEHIND
    return course.starter.seat is None and course.next_round > 1 and not is_behind


class ShownInput(NamedTuple):
    """An input with its text and the notes beside it. `player` is the player's name if it belongs to one."""

    input: Input
    text: str
    notes: tuple[Note, ...]
    player: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """The tallies of one team during the round: for the team, and for each of its players."""

    form: TeamForm
    name: str
    tallied: tuple[ShownInput, ...]
    by_player: tuple[ShownInput, ...]
    lost: tuple[ShownInput, ...]
    lost_is_open: bool


class RoundRow(NamedTuple):
    """A round in the list of rounds so far: each team's points, and its total after the round."""

    number: int
    on_paper: bool
    finished: bool
    points: Totals
    after: Totals


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table: the bar, a panel for each team, and the rounds so far.

    `rest` are the round's counts that have no input here, as JSON by input name: the phone's total needs them.
    `round_page` is not None if there are notes about entries. Only `questions` differ from phone to phone: they mark
    the answer that came from this phone.
    """

    game: LoadedGame
    bar: Bar
    round_page: RoundPage | None
    numbers: str
    panels: tuple[Panel, ...]
    rest: str
    seats: tuple[tuple[int, str], ...]
    round: int
    rows: tuple[RoundRow, ...]
    stand_ins: tuple[str, ...]
    phase: Phase
    by_time: bool
    questions: tuple[conflicts.Question, ...]
    present: Attendance | None
    finisher: str | None

    @classmethod
    def of(cls, loaded: LoadedGame, round_page: RoundPage | None = None) -> Self:
        """Build the page. `round_page` is a form that was not saved, with its notes."""
        course, agreed = loaded.record.course, loaded.agreement
        round_number = course.next_round
        rounds = loaded.record.rounds
        problems = rounds[round_number - 1].problems if round_number <= len(rounds) else ()
        if round_page is None and any(problem.code in ALREADY_WRONG for problem in problems):
            round_page = RoundPage.of(loaded, round_number)
        players = agreed.seating[-1].players
        names = {at: loaded.names.get(p, f"Seat {at}") for at, p in enumerate(players, start=1)}
        sheet = loaded.sheet(round_number)
        forms = team_forms(sheet)
        inputs, notes = sheet_inputs(sheet), round_page.notes if round_page else ()
        shown = round_page.texts if round_page else texts(agreed.rules, loaded.values, round_number, inputs)
        return cls(
            game=loaded,
            bar=Bar.of(loaded, round_number),
            round_page=round_page,
            numbers=sheet_numbers(sheet),
            panels=tuple(_panels(forms, agreed.seating[-1].teams, names, shown, notes)),
            rest=_rest(forms, shown),
            seats=tuple(names.items()),
            round=round_number,
            rows=tuple(
                RoundRow(round_number, record.on_paper, record.finished, record.totals, after)
                for round_number, (record, after) in enumerate(zip(rounds, course.totals[1:], strict=False), 1)
            ),
            stand_ins=stand_in_sentences(loaded) if len(agreed.seating) > 1 else (),
            finisher=last_finisher(loaded),
            phase=course.phase,
            by_time=agreed.rules.end.by is EndBy.TIME,
            questions=conflicts.questions(loaded, g.phone) if loaded.conflicts else (),
            present=attendance(loaded),
        )


def last_finisher(loaded: LoadedGame) -> str | None:
    """Return who finished the latest round, "" if unknown; None once something is entered in the next one."""
    rounds, course = loaded.record.rounds, loaded.record.course
    is_new = course.phase is Phase.PLAYING and 0 < len(rounds) < course.next_round and not rounds[-1].on_paper
    return finisher(loaded, len(rounds), g.club.access.tokens.names) if is_new else None


def _panels(
    forms: Sequence[TeamForm],
    teams: Sequence[str],
    names: Mapping[int, str],
    shown: Mapping[str, str],
    notes: Sequence[Note],
) -> Iterator[Panel]:
    def with_text(asked: Input, player: str = "") -> ShownInput:
        beside = tuple(note for note in notes if note.name == asked.name) if notes else ()
        return ShownInput(asked, shown[asked.name], beside, player)

    for form, team in zip(forms, teams, strict=True):
        lost = tuple(with_text(asked) for asked in form.lost)
        yield Panel(
            form=form,
            name=team,
            tallied=tuple(with_text(asked) for asked in form.tallied),
            by_player=tuple(with_text(asked, names[seat.seat]) for seat in form.seats for asked in seat.tallied),
            lost=lost,
            lost_is_open=any(asked.text or asked.notes for asked in lost),
        )


def _rest(forms: Sequence[TeamForm], shown: Mapping[str, str]) -> str:
    here = {asked.name for form in forms for asked in (*form.tallied, *form.lost)}
    here |= {i.name for form in forms for seat in form.seats for i in seat.tallied}
    rest = {name: text for name, text in shown.items() if text not in ("", "0") and name not in here}
    return json.dumps(rest, ensure_ascii=False)
