"""Who says which team will win: the question at the table, and the page of the bets of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import flash, redirect, render_template, request, url_for

from scorepad.language.words import join_words
from scorepad.league.bets import SURE, USUAL, chance_of
from scorepad.play.bets import BetOutcome, PlacedBet, are_open, own_bet, place_bet, placed_bets
from scorepad.play.form_data import USED
from scorepad.play.game import LoadedGame
from scorepad.scoring.cells import Bet
from scorepad.scoring.game.course import Phase
from scorepad.store import Phone
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.navigation import return_url_in_game
from scorepad.web.live.live_page import Facts


class Way(NamedTuple):
    """A way to be sure: its word, and the chance that it gives the team, in per cent."""

    word: str
    percent: int


def ways(teams: int) -> tuple[Way, ...]:
    return tuple(Way(word, round(100 * chance_of(word, teams))) for word in SURE)


def question(loaded: LoadedGame, phone: Phone | None) -> Facts | None:
    """Return what the table asks the person of a phone, for the macro `bet`; None if it asks nothing."""
    if phone is None or not phone.player or not are_open(loaded) or not loaded.club.takes_bets():
        return None
    own = own_bet(loaded, phone.player)
    if own.is_answered:
        return None
    teams = loaded.agreement.seating[-1].teams
    return teams, own.bet.team if own.bet else 0, ways(len(teams))


def bet_sentences(loaded: LoadedGame) -> tuple[tuple[int, str], ...]:
    """Return who bet on each team, with the team's number: "Ann & Carla: Ann (75 %), Gene (60 %)"."""
    bets = placed_bets(loaded)
    teams = loaded.agreement.teams
    return tuple(
        (team, f"{name}: {_people(of_team)}")
        for team, name in enumerate(teams, start=1)
        if (of_team := [bet for bet in bets if bet.team == team])
    )


def _people(bets: Sequence[PlacedBet]) -> str:
    return ", ".join(f"{bet.name} ({bet.percent} %)" for bet in bets)


def called_it(loaded: LoadedGame) -> str:
    """Return who named the winner of a finished game, "Ann and Gene called it.", "" in a tie and without bets."""
    course = loaded.record.course
    bets = placed_bets(loaded)
    if course.phase is not Phase.OVER or len(course.winners) != 1 or not bets:
        return ""
    names = [bet.name for bet in bets if bet.team in course.winners]
    return f"{join_words(names)} called it." if names else "Nobody called it."


@dataclass(frozen=True, slots=True)
class BetsPage:
    """The bets of a game. `who` is the name of this phone's person, "" if unknown; `own` is their bet."""

    game: LoadedGame
    who: str
    own: Bet | None
    fault: str = ""
    typed: str = ""

    @property
    def is_open(self) -> bool:
        return are_open(self.game)

    @property
    def teams(self) -> tuple[str, ...]:
        return self.game.agreement.seating[-1].teams

    @property
    def ways(self) -> tuple[Way, ...]:
        return ways(len(self.teams))

    @property
    def own_way(self) -> str:
        """How sure this person said they are."""
        return (self.own.sure or USUAL) if self.own else ""

    @property
    def sentences(self) -> tuple[tuple[int, str], ...]:
        return bet_sentences(self.game)

    @property
    def called(self) -> str:
        return called_it(self.game)


def show(game: int) -> Any:
    """Show the bets of a game, or this phone's own while they are secret."""
    return _page(load(game))


def _page(loaded: LoadedGame, fault: str = "", typed: str = "") -> str:
    player = g.phone.player if g.phone else None
    own = own_bet(loaded, player).bet if player else None
    who = loaded.names_with([player]).get(player, "") if player else ""
    return render_template(
        "table/bets.html", page=BetsPage(loaded, who, own, fault, typed), on=loaded.club.takes_bets()
    )


def save(game: int) -> Any:
    """Record the bet of this phone's person. A phone that does not know whose it is sends a name along."""
    assert g.phone is not None
    form, said = valid_submission(), request.form.get("bet", "")
    if not g.club.store.takes_bets():
        flash("Nothing was saved: this club takes no bets now.", "refused")
        return _back(game)
    player = g.phone.player or _named(load(game), request.form.get("name", ""))
    if not player:
        typed = request.form.get("name", "")
        unknown = "The club knows nobody with this name. Whoever keeps score can add you."
        return _page(load(game), unknown if typed.strip() else "Type your name first.", typed), 422
    if player != g.phone.player:
        g.club.access.set_player(g.phone.id, player)
    outcome = place_bet(g.club.games, game, form, player, said)
    if outcome in _REFUSALS:
        flash(_REFUSALS[outcome], "refused")
    return _back(game)


def _back(game: int) -> Any:
    back = return_url_in_game(game) if request.form.get("back") else url_for("bets.show", game=game)
    return redirect(back, 303)


def _named(loaded: LoadedGame, typed: str) -> int | None:
    """Return someone whom the club knows by this name, best one at this table; None if there is nobody."""
    matches = [player.id for player in g.club.store.people.named(typed)]
    return next((player for player in matches if player in loaded.agreement.players), next(iter(matches), None))


_REFUSALS = {
    BetOutcome.LATE: "Your bet came too late: the first round is finished.",
    BetOutcome.UNKNOWN: "Nothing was saved: tap one of the teams.",
    BetOutcome.USED: USED,
}
