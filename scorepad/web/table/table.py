"""The table: its page, kept in parts that several phones share, and the decisions with one button."""

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple, Self

from flask import abort, current_app, flash, redirect, render_template, request, url_for
from markupsafe import Markup

from scorepad.language.languages import Language
from scorepad.language.words import format_number, reader, say, signed
from scorepad.live.presence import Attendance, PageKind
from scorepad.play import conflicts
from scorepad.play.change_words import changes_of
from scorepad.play.confirmations import CountProgress, counted_so_far
from scorepad.play.conflicts import USED
from scorepad.play.form_data import STALE
from scorepad.play.game import LoadedGame, finisher
from scorepad.play.history import AT_TABLE, REDO, UNDO
from scorepad.play.parse_form import texts
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.play.sheet_form import ENDED, Input, TeamForm, sheet_inputs, team_forms
from scorepad.rules.lookup import exact_bonuses, planned_rounds
from scorepad.rules.model import OpeningStep, RuleSet
from scorepad.rules.words import EndBy, Starts, Winner
from scorepad.scoring.cells import TABLE as WHOLE_TABLE
from scorepad.scoring.cells import (
    CellName,
    CellValue,
    EndDecision,
    PlaceKind,
    Shape,
    StartingSeat,
    counted,
    parse_place,
    parse_value,
)
from scorepad.scoring.game.agreement import PAPER, WHOLE_GAME, is_imported
from scorepad.scoring.game.course import Phase, StartsBecause, Totals, leaders, merits, minimums, team_of
from scorepad.scoring.game.record import END, FINISHED, OPENED, STARTER, RoundRecord
from scorepad.scoring.text.explain import goal
from scorepad.store import Club, Phone
from scorepad.web.app.current import g, load
from scorepad.web.app.permissions import Permission
from scorepad.web.app.templates import STARTS, ending
from scorepad.web.live.live_page import (
    LIVE_PAGES,
    Facts,
    LivePage,
    attendance,
    game_page,
    mark_of,
    news_of_totals,
    own_fragments,
    shown_since,
)
from scorepad.web.result.lead import chance_words, margin
from scorepad.web.result.story_people import stand_in_sentences
from scorepad.web.table.bets import bet_sentences, question
from scorepad.web.table.round_page import ALREADY_WRONG, Note, RoundPage, sheet_numbers


def own_seat(loaded: LoadedGame, round_number: int) -> int | None:
    """Return the seat (from 1) of this phone's scorer, in a round that is being counted on several phones.

    None if no other phone keeps score, this one counts for all teams, the scorer does not sit here, or the round is
    finished.
    """
    presence = g.club.presence
    if g.phone is None or loaded.is_finished(round_number) or presence.counts_all(loaded.id, g.phone.id, round_number):
        return None
    return seat_of_phone(loaded, round_number) if presence.others_score(loaded.id, g.phone.id) else None


def seat_of_phone(loaded: LoadedGame, round_number: int) -> int | None:
    """Return the seat (from 1) of this phone's scorer; None if the scorer is unknown or does not sit here."""
    if g.phone is None or not g.phone.player:
        return None
    seated = loaded.agreement.players_in(round_number)
    player = g.phone.player
    if player not in seated:
        # The person may have been merged into another one since.
        player = g.club.store.people.current([player]).get(player, (player, ""))[0]
    return seated.index(player) + 1 if player in seated else None


BECAUSE = {
    StartsBecause.CHOSEN: "",
    StartsBecause.MOVED_ON: say("the next player starts each round"),
    StartsBecause.BEHIND: say("because the other player is ahead"),
    StartsBecause.CUT: "",
}


# The bar at the top


@dataclass(frozen=True, slots=True)
class BarTeam:
    """One team in the bar: its total, by how much it leads, the round's points so far, and its opening.

    `total` excludes the round while it is being played, and includes it once it is finished, and so does `lead`, which
    is 0 for all but a single leader. `so_far` is None while nothing is entered in the round.
    """

    team: int
    name: str
    total: int
    lead: int
    minimum: OpeningStep
    opened: bool
    lost: tuple[str, ...]
    so_far: int | None


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of a round. `goal`, what is played to, follows the round's number. `planned` is the number of rounds of
    the game, None if it does not end after a number of rounds.

    `starts` says who starts the next round, and is "" for earlier rounds. `asks_start`: the table must choose who.
    """

    round: int
    goal: str
    planned: int | None
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
            planned=record.played.decision.last_round or planned_rounds(rules, round_number),
            ends=say("one more round") if is_next and course.is_extra else ending(rules, players),
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
    ranked = merits(rules, totals)
    for at, (name, total) in enumerate(zip(names, totals, strict=True)):
        lost = teams[at].lost if teams else ()
        yield BarTeam(
            team=at + 1,
            name=name,
            total=total,
            lead=margin(ranked) if at + 1 in leaders(ranked) else 0,
            minimum=steps[at],
            opened=entered is not None and entered.opened[at],
            lost=tuple([kind.plural for kind in rules.books if kind.code in lost]) if lost else (),
            so_far=entered.totals[at] if entered else None,
        )


def _starts(loaded: LoadedGame, asks_start: bool) -> str:
    seat = loaded.record.course.starter.seat
    if asks_start:
        return say("Who starts?")
    if seat is None:
        return STARTS[loaded.agreement.rules.play.starts]
    return say("{player} starts", player=loaded.seat_name(seat))


def _asks_start(loaded: LoadedGame) -> bool:
    """Return whether it is unknown who starts the next round: in round 2, for example, if round 1 had no starter."""
    course = loaded.record.course
    is_behind = loaded.agreement.rules.play.starts is Starts.BEHIND
    return course.starter.seat is None and course.next_round > 1 and not is_behind


@dataclass(frozen=True, slots=True)
class Moment:
    """What all phones show for two seconds: after a round the totals, who leads now, and what was special.

    `leader` is the single leading team, 0 in a tie. During a round the moment is about something rare that was just
    laid down, and `leader` is the team that did: then there are no `teams`.
    """

    name: str
    round: int
    planned: int | None
    leader: int
    words: str
    special: str
    teams: tuple[tuple[int, str, int, int], ...]
    """Each team's number and name, and its total before and after the round."""

    @classmethod
    def of(cls, loaded: LoadedGame) -> Self | None:
        """Return the moment of what was just entered; None if that was nothing special, or after a while."""
        if last_finisher(loaded) is None:
            return cls._in_round(loaded) if loaded.recent[0].at >= shown_since() else None
        is_new = loaded.cells[len(loaded.record.rounds), *FINISHED].at >= shown_since()
        return cls._after_round(loaded) if is_new else None

    @classmethod
    def _in_round(cls, loaded: LoadedGame) -> Self | None:
        """Return the moment of a very large book, or of an exact cut, that was just entered at the table."""
        entry, rules = loaded.recent[0], loaded.agreement.rules
        course, number = loaded.record.course, loaded.record.course.next_round
        is_here = entry.round == number and entry.status == "applied" and ":undo-" not in entry.key
        if course.phase is not Phase.PLAYING or not is_here or entry.field not in _rare_codes(rules):
            return None
        if not any((counted(new.before) or 0) < (counted(new.after) or 0) for new in changes_of(loaded, [entry])):
            return None
        place, names = parse_place(entry.place), loaded.teams_in(number)
        is_seat = place.kind is PlaceKind.SEAT
        team = team_of(place.number, loaded.agreement.table) if is_seat else place.number
        return cls(
            name=f"{loaded.id}-{number}-{entry.seq}",
            round=number,
            planned=planned_rounds(rules, number),
            leader=team,
            words=say("{what}!", what=_rare_codes(rules)[entry.field]),
            special=loaded.seat_name(place.number, number) if is_seat else names[team - 1],
            teams=(),
        )

    @classmethod
    def _after_round(cls, loaded: LoadedGame) -> Self:
        rules, number = loaded.agreement.rules, len(loaded.record.rounds)
        record, after = loaded.record.rounds[-1], loaded.record.course.now
        names = loaded.teams_in(number)
        (leader, *tied), before = leaders(merits(rules, after)), leaders(merits(rules, record.before))
        return cls(
            name=f"{loaded.id}-{number}-{loaded.cells[number, *FINISHED].seq}",
            round=number,
            planned=planned_rounds(rules, number),
            leader=0 if tied else leader,
            words=say("All level") if tied else _leading(loaded, names[leader - 1], is_new=(leader,) != before),
            special=_special(loaded, number),
            teams=tuple(zip(range(1, len(names) + 1), names, record.before, after, strict=True)),
        )


def _leading(loaded: LoadedGame, team: str, *, is_new: bool) -> str:
    if loaded.agreement.table.team_size > 1:
        return say("{team} take the lead", team=team) if is_new else say("{team} lead", team=team)
    return say("{player} takes the lead", player=team) if is_new else say("{player} leads", player=team)


_LARGE_BOOK = 1000
"""Points of a book that is worth a sentence."""


@lru_cache(maxsize=64)
def _rare_codes(rules: RuleSet) -> Mapping[str, str]:
    """Return the fields that are worth a moment, with its words: very large books, and exact cuts and deals."""
    books = {kind.code: kind for kind in rules.books if kind.points >= _LARGE_BOOK}
    exact = exact_bonuses(rules)
    points = {
        code: say("{book}: {points} points", book=kind.singular, points=format_number(kind.points))
        for code, kind in books.items()
    }
    return points | {bonus.code: bonus.singular for bonus in rules.bonuses if bonus.code in exact}


def _special(loaded: LoadedGame, number: int) -> str:
    """Return one sentence about what was special in a round, "" if nothing was."""
    rules, rounds = loaded.agreement.rules, loaded.record.rounds
    had = {field: place for (at, place, field), value in loaded.values.items() if at == number and counted(value)}
    for code, words in _rare_codes(rules).items():
        if code in had:
            place = parse_place(had[code])
            by_team = place.kind is PlaceKind.TEAM
            if not by_team:
                return say("{what}!", what=words)
            return say("{what} for {team}!", what=words, team=loaded.teams_in(number)[place.number - 1])
    best = max(rounds[number - 1].totals)
    earlier = [points for record in rounds[: number - 1] if not record.on_paper for points in record.totals]
    is_biggest = earlier and best > max(earlier) and rules.end.winner is not Winner.LOWEST
    return say("Biggest round of this game: {points}", points=signed(best)) if is_biggest else ""


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
    is_marked: bool
    """Whether someone marked the team as opened."""


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
    `counted` says how far the round is counted, None before its first count. `may_go_out` are the seats, names and
    teams of the players, until somebody has said who went out.
    `round_page` is not None if there are notes about entries.
    """

    game: LoadedGame
    bar: Bar
    round_page: RoundPage | None
    numbers: str
    panels: tuple[Panel, ...]
    rest: str
    seats: tuple[tuple[int, str], ...]
    may_go_out: tuple[tuple[int, str, int], ...]
    round: int
    rows: tuple[RoundRow, ...]
    stand_ins: tuple[str, ...]
    phase: Phase
    by_time: bool
    present: Attendance | None
    finisher: str | None
    chance: str
    bets: tuple[tuple[int, str], ...]
    counted: CountProgress | None
    moment: Moment | None

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
        names = {at: loaded.names.get(p, say("Seat {n}", n=at)) for at, p in enumerate(players, start=1)}
        sheet = loaded.sheet(round_number)
        forms = team_forms(sheet)
        inputs, notes = sheet_inputs(sheet), round_page.notes if round_page else ()
        shown = round_page.texts if round_page else texts(sheet.rules, loaded.values, round_number, inputs)
        is_open = course.phase is Phase.PLAYING and not shown[ENDED.name]
        return cls(
            game=loaded,
            bar=Bar.of(loaded, round_number),
            round_page=round_page,
            numbers=sheet_numbers(sheet),
            panels=tuple(_panels(forms, agreed.seating[-1].teams, names, shown, notes)),
            rest=_rest(forms, shown),
            seats=tuple(names.items()),
            may_go_out=tuple((at, name, team_of(at, agreed.table)) for at, name in names.items() if is_open),
            round=round_number,
            rows=tuple(
                RoundRow(round_number, record.on_paper, record.finished, record.totals, after)
                for round_number, (record, after) in enumerate(zip(rounds, course.totals[1:], strict=False), 1)
            ),
            stand_ins=stand_in_sentences(loaded) if len(agreed.seating) > 1 else (),
            finisher=last_finisher(loaded),
            chance=chance_words(loaded) if loaded.club.says_chances() else "",
            bets=bet_sentences(loaded),
            phase=course.phase,
            by_time=agreed.rules.end.by is EndBy.TIME,
            present=attendance(loaded),
            counted=counted_so_far(loaded, round_number),
            moment=Moment.of(loaded),
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
    def with_text(field: Input, player: str = "") -> ShownInput:
        beside = tuple(note for note in notes if note.name == field.name) if notes else ()
        return ShownInput(field, shown[field.name], beside, player)

    for form, team in zip(forms, teams, strict=True):
        lost = tuple(with_text(field) for field in form.lost)
        yield Panel(
            form=form,
            name=team,
            tallied=tuple(with_text(field) for field in form.tallied),
            by_player=tuple(with_text(field, names[seat.seat]) for seat in form.seats for field in seat.tallied),
            lost=lost,
            lost_is_open=any(each.text or each.notes for each in lost),
            is_marked=any(field.field == OPENED and shown[field.name] for field in form.tallied),
        )


def _rest(forms: Sequence[TeamForm], shown: Mapping[str, str]) -> str:
    here = {field.name for form in forms for field in (*form.tallied, *form.lost)}
    here |= {i.name for form in forms for seat in form.seats for i in seat.tallied}
    rest = {name: text for name, text in shown.items() if text not in ("", "0") and name not in here}
    return json.dumps(rest, ensure_ascii=False)


# The views


_LONGEST_CACHED = 20
"""Letters of the longest input text that is cached, so that forms with long texts cannot fill the memory."""


@game_page
def show(game: LoadedGame) -> Any:
    if game.record.course.phase is Phase.OVER:
        return redirect(url_for("result.show", game=game.id))
    return TABLE.answer(game)


def show_again(page: TablePage, notice: str = "") -> str:
    """Render the table for a form that was not saved."""
    return _page(page, mark_of(page.game), own_fragments(page.game, _own(page.game, g.phone)), notice)


def _page(page: TablePage, mark: str, own: Mapping[str, Markup], notice: str = "") -> str:
    # A form that was not saved may have long texts.
    render = _rendered.__wrapped__ if page.round_page else _rendered
    part = partial(render, request.script_root, reader())
    return render_template("table/table.html", page=page, mark=mark, own=own, notice=notice, part=part)


def table_input(field: Input, text: str, *others: Hashable) -> Markup:
    """Return an input of a table, from a `ShownInput`. Its HTML contains nothing of a visitor, such as a token."""
    render = _rendered if len(text) <= _LONGEST_CACHED else _rendered.__wrapped__
    return render(request.script_root, reader(), "input", field, text, *others)


@lru_cache(maxsize=4096)
def _rendered(root: str, language: Language | None, name: str, *values: Hashable) -> Markup:
    """Return a part rendered from its values alone. `root` is the prefix of the club, which links and icons contain.

    `language` is the reader's: each language has its own parts.
    """
    html: Markup = getattr(current_app.jinja_env.get_template("table/_parts.html").module, name)(*values)
    return html


def _own(loaded: LoadedGame, phone: Phone | None) -> dict[str, Facts | None]:
    """Return what the fragments for one phone alone show."""
    scorer = _scorer(loaded, phone)
    questions = conflicts.questions(loaded, phone) if loaded.conflicts else ()
    undo, redo = (way.offered(loaded, phone, AT_TABLE) for way in (UNDO, REDO))
    return {
        "undo": (undo, redo) if undo or redo else None,
        "keeper": (scorer,),
        "bet": question(loaded, phone),
        "news": news_of_totals(loaded, phone),
        "questions": (questions, loaded.record.course.next_round) if questions else None,
        "to_settle": (questions,) if questions else None,
    }


def _scorer(loaded: LoadedGame, phone: Phone | None) -> str:
    """Return the name of a phone's scorer, "" if unknown."""
    return loaded.names_with([phone.player]).get(phone.player, "") if phone and phone.player else ""


TABLE = LivePage(
    PageKind.TABLE, "", Permission.SCORE, lambda loaded, mark, own: _page(TablePage.of(loaded), mark, own), _own
)
LIVE_PAGES[TABLE.kind] = TABLE


# Decisions with one button: who starts, the end of the game


def starter(game: int) -> Any:
    """Record who starts the next round."""
    # Read as the writer, so that no other phone can finish the round in between.
    with g.club.store.writing(game):
        upcoming = upcoming_round(g.club.store, game)
        if upcoming is None:
            abort(404)
        seats = {str(seat): seat for seat in range(1, upcoming.players + 1)}
        seat = seats.get(request.form.get("seat", ""))
        if seat is None:
            flash(say("Nothing was changed: choose who starts."), "refused")
            return _back(game)
        return _decide(game, (upcoming.number, WHOLE_TABLE, STARTER), StartingSeat(seat))


def end(game: int) -> Any:
    """Record the table's decision about the end: the game is over, with or without the league, or goes on."""
    # Read as the writer, so that no other phone can finish a round in between.
    with g.club.store.writing(game):
        decision = _decision(load(game), request.form.get("decision", ""))
        if decision is None:
            # A form that is sent twice must not complain about its own decision.
            if not g.club.store.form_entries(game, [g.form.key]):
                flash(say("Nothing was changed: the game has changed since you opened that page."), "refused")
            return _back(game)
        return _decide(game, END, decision)


def _decision(loaded: LoadedGame, button: str) -> EndDecision | None:
    """Return the decision that a button stands for; None if the table does not have that button now."""
    course = loaded.record.course
    by_time = loaded.agreement.rules.end.by is EndBy.TIME
    match button:
        case "over" if course.phase is Phase.ASKS:
            return EndDecision(over_after=course.ends_after)
        case "over" | "uncounted" if course.phase is Phase.PLAYING and course.next_round > 1:
            counts = button == "over"
            return EndDecision(over_after=course.next_round - 1, in_league=counts) if counts or not by_time else None
        case "over" | "uncounted" if course.ended_early and course.in_league != (button == "over"):
            return EndDecision(over_after=course.ends_after, in_league=button == "over")
        case "on" if course.phase is not Phase.PLAYING and not is_imported(loaded.values):
            return EndDecision(not_before=course.next_round - (course.phase is Phase.ASKS))
    return None


def _decide(game: int, cell: CellName, value: CellValue) -> Any:
    """Record a decision, and redirect to the table."""
    form = g.form
    if not form.is_valid:
        return show_again(TablePage.of(load(game)), STALE), 422
    match record_cell(g.club.store, game, form, cell, value):
        case Recorded.KEY_REUSED:
            flash(USED, "refused")
        case Recorded.CONFLICT:
            flash(
                say("Someone else decided this first, so nothing was overwritten. Look, then choose again."), "refused"
            )
    return _back(game)


def _back(game: int) -> Any:
    return redirect(url_for("table.show", game=game), 303)


class UpcomingRound(NamedTuple):
    """The round to play next: its number, and the number of players."""

    number: int
    players: int


def upcoming_round(club: Club, game: int) -> UpcomingRound | None:
    """Return the round to play next; None if there is no such game. Does not load the whole game, which is slow."""
    fields = club.table_values(game, ("shape", FINISHED[1], PAPER))
    values = {name: parse_value(value) for name, value in fields.items()}
    shape = values.get((WHOLE_GAME, "shape"))
    if not isinstance(shape, Shape):
        return None
    finished = [round_number for round_number, field in values if field == FINISHED[1]]
    paper = counted(values.get((WHOLE_GAME, PAPER))) or 0
    return UpcomingRound(max([paper, *finished]) + 1, shape.players)
