"""Taking back: undo, the bin, what was changed by whom, and who keeps score."""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.scoring.names import BadName
from scorepad.store import BINNED, TABLE, WHOLE_GAME, Entry, KeyReused
from scorepad.web import gamelist, scorer, undo
from scorepad.web.changelog import ChangeLog
from scorepad.web.clubs import LoadedGame, current_club, load, new_key
from scorepad.web.forms import STALE, Posted, posted
from scorepad.web.typing_in import plain_number
from scorepad.web.wayback import way_back

pages = Blueprint("mending", __name__)

USED = "Nothing was changed: that page had been used before. Look, and press again."


@pages.post("/games/<number:game>/undo")
def take_back(game: int) -> Any:
    """Takes back the action that the form names, if it is still the last one."""
    loaded, form = load(game), posted()
    flash(_taken_back(loaded, form) if form.fresh else STALE)
    return redirect(way_back(game), 303)


def _taken_back(loaded: LoadedGame, form: Posted) -> str:
    said = request.form.get("undo", "")
    seq = plain_number(said, 15) or 0
    upcoming = undo.next_undo(loaded)
    if upcoming is None or upcoming.seq != seq:
        if undo.was_taken_back(loaded, seq, form.key):
            return f"Taken back: {undo.named(loaded, seq)}."
        return _not_the_last(undo.named(loaded, seq), upcoming)
    try:
        answers = undo.take_back(loaded, upcoming, form.key, form.seen)
    except KeyReused:
        return USED
    if any(answer.status == "conflict" for answer in answers):
        return f"Nothing was undone: somebody else has just changed “{upcoming.text}”. Look, and press again."
    return f"Taken back: {upcoming.text}."


def _not_the_last(name: str, upcoming: undo.Undo | None) -> str:
    asked = f"“{name}” is no longer the last change made here" if name else "the game has moved on"
    now = f"The last change is now “{upcoming.text}”." if upcoming else "Nothing is left to undo."
    return f"Nothing was undone: {asked}. {now}"


@pages.get("/games/<number:game>/history")
def history(game: int) -> Any:
    """What was changed, when and by whom; in one round where ?round says so."""
    loaded = load(game)
    number, before = (plain_number(request.args.get(name, "")) for name in ("round", "before"))
    return render_template("mending/history.html", page=ChangeLog.of(loaded, number, before))


@pages.post("/games/<number:game>/bin")
def to_the_bin(game: int) -> Any:
    """Puts the game into the bin."""
    if said := _binned(game, True):
        flash(said)
        return redirect(url_for("tables.show", game=game), 303)
    flash(f"Game {gamelist.game_mark(game)} is in the bin. Nothing of it is lost.")
    return redirect(url_for("games.index"), 303)


@pages.post("/games/<number:game>/restore")
def restore(game: int) -> Any:
    """Takes the game out of the bin."""
    flash(_binned(game, None) or f"Game {gamelist.game_mark(game)} is back from the bin.")
    return redirect(url_for("tables.show", game=game), 303)


def _binned(game: int, value: bool | None) -> str:
    """Records whether the game is in the bin; gives what kept it from being so, "" if nothing did."""
    load(game)
    form = posted()
    if not form.fresh:
        return STALE
    device = scorer.device()
    entry = Entry(form.key, game, WHOLE_GAME, TABLE, BINNED, value, device=device)
    try:
        (answer,) = current_club().record_all([entry], seen=form.seen)
    except KeyReused:
        return USED
    if answer.status == "conflict":
        return (
            "Nothing was changed: somebody else moved this game meanwhile. Look, and press again."
        )
    return ""


@pages.get("/bin")
def bin_() -> Any:
    """The games in the bin, newest first, a page at a time."""
    before = plain_number(request.args.get("before", ""))
    page = gamelist.game_list(current_club(), before, binned=True)
    return render_template("mending/bin.html", **page)


@pages.get("/games/<number:game>/scorer")
def ask_scorer(game: int) -> Any:
    """Asks who keeps score on this phone."""
    return render_template("mending/scorer.html", game=load(game), typed="", fault="")


@pages.post("/games/<number:game>/scorer")
def set_scorer(game: int) -> Any:
    """Remembers who keeps score on this phone: somebody at the table, a name that was typed, or nobody."""
    loaded, form = load(game), posted()
    typed = request.form.get("name", "")
    try:
        fault = "" if form.fresh else STALE
        if form.fresh:
            scorer.keeps_score(_said(loaded, typed, form.key))
    except (BadName, KeyReused) as error:
        fault = str(error)
    if fault:
        page = render_template("mending/scorer.html", game=loaded, typed=typed, fault=fault)
        return page, 422
    return redirect(way_back(game), 303)


def _said(loaded: LoadedGame, typed: str, key: str) -> int:
    """The id of who keeps score. Raises BadName for a typed name that is none, and for a player who is not here."""
    player = request.form.get("player")
    if player is None:
        near = loaded.agreement.players
        return scorer.named_player(current_club(), typed, near, f"{key}:scorer")
    here = {str(one): one for one in (scorer.NOBODY, *loaded.agreement.players)}
    if player not in here:
        raise BadName("Choose one of the players, or type a name.")
    return here[player]


@pages.app_template_global()
def next_undo(game: LoadedGame) -> undo.Undo | None:
    """What Undo would take back."""
    return undo.next_undo(game)


@pages.app_template_global()
def scorer_here(game: LoadedGame) -> scorer.Scorer | None:
    """Who keeps score on this phone, None while it was not asked."""
    return scorer.scorer(current_club(), game.names)


pages.add_app_template_global(new_key, "new_key")
pages.add_app_template_global(gamelist.game_mark, "game_mark")
pages.add_app_template_global(gamelist.game_mark_name, "game_mark_name")
pages.add_app_template_filter(gamelist.moment, "moment")
