"""The pages of a round: its sheet, saving it, resolving a conflict, deleting and confirming it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flask import abort, flash, redirect, render_template, request, url_for

from scorepad.language.words import format_number, join_words
from scorepad.numbers import whole_number
from scorepad.play import conflicts
from scorepad.play.change_words import Change, ChangeWords, changes_of, names_in
from scorepad.play.confirmations import confirm_round, confirmations
from scorepad.play.conflicts import resolve_conflict
from scorepad.play.form_data import Submission, Tap
from scorepad.play.game import LoadedGame, finisher
from scorepad.play.save_round import Outcome, can_delete, delete_round, save_round
from scorepad.play.sheet_form import TeamForm
from scorepad.rules import codes
from scorepad.scoring.cells import PLACE, TABLE
from scorepad.scoring.game.course import Phase, team_of
from scorepad.scoring.game.record import DELETED, FINISHED, round_record
from scorepad.scoring.receipt import Receipt
from scorepad.scoring.sheet import Kind
from scorepad.store import LoggedEntry
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.navigation import return_url_in_game
from scorepad.web.live.live_page import game_page
from scorepad.web.table.round_page import RoundPage
from scorepad.web.table.table import Bar, TablePage, last_finisher, own_seat, seat_of_phone, show_again

# The message after a sheet is saved: what a correction changed

MAX_NAMED = 3
"""Changes that are listed one by one."""


def is_newly_finished(loaded: LoadedGame, form: Submission) -> bool:
    """Return whether a form finished its round. Otherwise it corrected one."""
    return any((entry.place, entry.field) == FINISHED for entry in _applied(loaded, form))


def saved_text(loaded: LoadedGame, round_number: int, form: Submission) -> str:
    """Return what a form did to a round that is now finished: "Corrected: Dora 120 → 90. Bob & Dora now 1,635."."""
    if is_newly_finished(loaded, form):
        return f"Round {round_number} is saved."
    changes = [change for change in changes_of(loaded, _applied(loaded, form)) if not change.is_zero]
    if changes:
        return " ".join([f"Corrected: {_listed(loaded, changes)}.", *_totals(loaded, round_number, changes)])
    by = finisher(loaded, round_number, g.club.access.tokens.names)
    if by and (form.seen or 0) < loaded.cells[round_number, *FINISHED].seq:
        return f"{by} finished round {round_number}."
    return f"Round {round_number} is unchanged."


def _applied(loaded: LoadedGame, form: Submission) -> list[LoggedEntry]:
    return [entry for entry in loaded.club.form_entries(loaded.id, [form.key]) if entry.status == "applied"]


def _listed(loaded: LoadedGame, changes: Sequence[Change]) -> str:
    words = ChangeWords(loaded, names_in(loaded, changes))
    listed = [_changed(words, change) for change in changes[:MAX_NAMED]]
    more = len(changes) - len(listed)
    return "; ".join([*listed, f"and {more} more"] if more else listed)


def _changed(words: ChangeWords, change: Change) -> str:
    round_number, place, field = change.cell
    text = words.text(change)
    subject = words.place(round_number, place) if field == codes.LEFT else text.subject
    return f"{subject} {text.value}".rstrip()


def _totals(loaded: LoadedGame, round_number: int, changes: Sequence[Change]) -> Iterator[str]:
    """Yield the new totals of the teams whose points have changed, in one sentence."""
    old = {change.cell: change.before for change in changes}
    values = {cell: value for cell, value in {**loaded.values, **old}.items() if value is not None}
    before = round_record(loaded.agreement, values, round_number, loaded.record.before(round_number)).totals
    after, now = loaded.record.rounds[round_number - 1].totals, loaded.record.course.now
    teams = [at for at in range(len(now)) if before[at] != after[at]]
    if teams:
        yield join_words([f"{loaded.agreement.teams[at]} now {format_number(now[at])}" for at in teams]) + "."


# The views


def load_round(game: int, round_number: int) -> LoadedGame:
    """Load the game; answer 404 if the round is neither one of its rounds nor the next to play."""
    loaded = load(game)
    check_round(loaded, round_number)
    return loaded


def check_round(loaded: LoadedGame, round_number: int) -> None:
    """Answer 404 if the round is neither one of the game's rounds nor the next to play, unless it was deleted."""
    if not loaded.has_round(round_number):
        may_be_deleted = request.method != "POST" and any(cell[2] == DELETED for cell in loaded.values)
        abort(redirect(url_for("table.show", game=loaded.id)) if may_be_deleted else 404)


@game_page
def show(game: LoadedGame, number: int) -> Any:
    """Show a round's score, with every line explained."""
    check_round(game, number)
    if number > len(game.record.rounds):
        return redirect(url_for(".edit", game=game.id, number=number))
    record = game.record.rounds[number - 1]
    sides, is_deletable = confirmations(game, number), can_delete(game, number)
    page = {"round": record, "number": number, "sides": sides, "is_deletable": is_deletable}
    receipt = Receipt.of(record.entry, record.scores, record.before)
    return render_template("rounds/score.html", game=game, figures=receipt, **page)


@game_page
def edit(game: LoadedGame, number: int) -> Any:
    """Show the sheet of a round with the counts so far. `out` is who went out, if the table has said it."""
    check_round(game, number)
    page = RoundPage.of(game, number, request.args.get("at", ""), own_seat(game, number))
    return _sheet(page.with_out(request.args.get("out", "")))


class TeamCounters(NamedTuple):
    """Who counts for a team of other phones: names, and whether someone does so now."""

    team: str
    names: tuple[str, ...]
    is_counting: bool


class WhoCounts(NamedTuple):
    """Who counts what, if several phones count a round.

    `own` is the team of this phone, "" if it counts for all teams. `others` are the other teams. `everybody` are the
    people whose phones count for all teams too.
    """

    own: str
    others: tuple[TeamCounters, ...]
    everybody: tuple[str, ...]


def who_counts(page: RoundPage) -> WhoCounts | None:
    """Return who counts what in the round of a page; None if this phone alone counts it."""
    loaded, number, presence = page.game, page.number, g.club.presence
    own = None if page.final else seat_of_phone(loaded, number)
    if g.phone is None or own is None or not presence.others_score(loaded.id, g.phone.id):
        return None
    seated, teams = loaded.agreement.players_in(number), loaded.teams_in(number)
    # Of a person's phones, the one that counts comes last.
    present = [phone for phone in presence.here(loaded.id) if phone.scores and phone.player in seated]
    phones = {seated.index(phone.player) + 1: phone for phone in present}

    def counters(form: TeamForm) -> TeamCounters:
        seats = [seat.seat for seat in form.seats if seat.seat in phones]
        names = tuple(loaded.seat_name(seat, number) for seat in seats)
        return TeamCounters(teams[form.team - 1], names, any(phones[seat].counting for seat in seats))

    own_team = team_of(own, loaded.agreement.table)
    everybody = [seat for seat, phone in phones.items() if phone.counts_all == number and seat != own]
    return WhoCounts(
        "" if page.mine is None else teams[own_team - 1],
        tuple(counters(form) for form in page.forms if form.team != own_team),
        tuple(loaded.seat_name(seat, number) for seat in sorted(everybody)),
    )


def save(game: int, number: int) -> Any:
    """Save a sheet. Finish the round if that button was pressed and there are no problems."""
    form = g.form
    outcome = save_round(g.club.games, game, number, form)
    if not outcome.saved:
        return _show_again(outcome, number)
    if outcome.saved == "finished":
        return _after_finish(load(game), number, form)
    if packet := _packet():
        return redirect(url_for("packets.show", game=game, number=number, **packet), 303)
    if "step" not in request.form and request.form.get("action") == "save":
        flash("Saved. The score shows what you have counted so far.")
    return redirect(_url_at_tap(game, number, form.tap), 303)


def _after_finish(game: LoadedGame, round_number: int, form: Submission) -> Any:
    """Redirect to the table, which says who finished the round; after a correction, to the score with a message."""
    is_new = is_newly_finished(game, form)
    if not is_new or (last_finisher(game) is None and game.record.course.phase is not Phase.OVER):
        flash(saved_text(game, round_number, form))
    return redirect(
        url_for("table.show" if is_new else ".show", game=game.id, number=None if is_new else round_number), 303
    )


def _show_again(returned: Outcome, round_number: int) -> Any:
    """Show a form that was not saved on its own page again, with everything that was typed and all faults."""
    game = g.game = conflicts.with_new_conflicts(returned.game)
    page = RoundPage.of(game, round_number, mine=own_seat(game, round_number)).with_returned(returned)
    status = 200 if returned.unfinished else 422
    if request.form.get("from") == "table" and round_number == game.record.course.next_round:
        return show_again(TablePage.of(game, page)), status
    return _sheet(page), status


def _sheet(page: RoundPage) -> str:
    bar = Bar.of(page.game, page.number)
    return render_template("rounds/edit.html", page=page, bar=bar, sharing=who_counts(page))


def resolve(game: int, number: int) -> Any:
    """Resolve a conflict in this round, and redirect to the page of the form."""
    outcome = resolve_conflict(g.club.games, game, number, g.form)
    if isinstance(outcome, str):
        flash(outcome, "refused")
        return redirect(return_url_in_game(game), 303)
    g.game = conflicts.with_new_conflicts(outcome.game)
    page = RoundPage.of(g.game, number).with_returned(outcome)
    return _sheet(page), 422


def delete(game: int, number: int) -> Any:
    """Delete a round that was entered by mistake."""
    if refusal := delete_round(g.club.games, game, number, valid_submission()):
        flash(refusal, "refused")
        return redirect(return_url_in_game(game), 303)
    loaded = load(game)
    totals = zip(loaded.agreement.teams, loaded.record.course.now, strict=True)
    flash(f"Round {number} is deleted. {', '.join(f'{name} {format_number(total)}' for name, total in totals)}.")
    return redirect(url_for("table.show", game=game), 303)


def confirm(game: int, number: int) -> Any:
    """Record that a side agrees with a finished round."""
    team = whole_number(request.form.get("team", "")) or 0
    names = dict(enumerate(load_round(game, number).teams_in(number), start=1))
    refusal = confirm_round(g.club.games, game, number, valid_submission(), team)
    if refusal:
        flash(refusal, "refused")
    else:
        flash(f"Round {number} is confirmed for {names.get(team)}.")
    return redirect(url_for(".show", game=game, number=number), 303)


def open_questions(game: LoadedGame) -> tuple[conflicts.OpenQuestion, ...]:
    """Return the open conflicts of a table as questions for this phone."""
    return conflicts.questions(game, g.phone)


def _packet() -> dict[str, Any] | None:
    """Return the place and field of the cards to count in piles, if that button was pressed."""
    place, _, field = request.form.get("packet", "").partition(".")
    if field not in (Kind.MELDED, Kind.LEFT) or place == TABLE or not PLACE.fullmatch(place):
        return None
    return {"place": place, "field": field}


def _url_at_tap(game: int, round_number: int, tap: Tap | None) -> str:
    """Return the URL of the form's page, with an anchor at the tapped button."""
    name = tap.name if tap else None
    if request.form.get("from") == "table":
        return url_for("table.show", game=game, _anchor=name)
    # `at` opens the fold that contains the button.
    return url_for(".edit", game=game, number=round_number, at=name, _anchor=name)
