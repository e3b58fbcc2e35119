"""Every action of forms in a game, each with a table where it would work: the expected rights, written by hand.

`@action` gives who may do it, the endpoint, and the buttons it presses, as `button_names` of `rights` returns them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.web.driving import OUT_FIRST, Table, Visitor, filled

OWNER, SCORER, WATCHER = "owner", "scorer", "watcher"
OWNS, SCORES, BETS = frozenset({OWNER}), frozenset({OWNER, SCORER}), frozenset({OWNER, SCORER, WATCHER})
NO_ONE: frozenset[str] = frozenset()

WHOLE_GAME_FIELDS = frozenset(
    {
        "rules",
        "choices",
        "engine",
        "shape",
        "decks",
        "paper",
        "player",
        "nickname",
        "brought",
        "binned",
        "end",
        "night",
        "uncounted",
    }
)
"""What is agreed for a whole game. Everyone at the table may set `end`, only the owner the rest."""


class Form(NamedTuple):
    """A form that would be accepted: its game (0 for none), its path and its fields."""

    game: int
    path: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Action:
    """The action of a form. `records` is false if it only shows another page."""

    name: str
    may: frozenset[str]
    endpoint: str
    buttons: frozenset[str]
    records: bool
    form: Callable[[Visitor], Form]


ACTIONS: list[Action] = []


def action(
    may: frozenset[str], endpoint: str, *buttons: str, records: bool = True
) -> Callable[[Callable[[Visitor], Form]], Callable[[Visitor], Form]]:
    """Add an action to the table."""

    def add(form: Callable[[Visitor], Form]) -> Callable[[Visitor], Form]:
        ACTIONS.append(Action(form.__name__.strip("_"), may, endpoint, frozenset(buttons), records, form))
        return form

    return add


def _at(table: Table, path: str, **fields: Any) -> Form:
    typed = {name.replace("__", "."): text for name, text in fields.items()}
    return Form(table.game, f"{table.address}{path}", typed)


def press(owner: Visitor, path: str, **fields: str) -> None:
    """Send a form as the owner, to reach a state in which another form works."""
    own = owner.get("/join").form("/join").fields
    sent = {"csrf_token": own["csrf_token"], "key": own["key"], "seen": str(owner.club.latest_seq())} | fields
    page = owner.post(path, sent)
    assert page.status == 200, (path, page.said)


def over(owner: Visitor) -> Table:
    """Return a game that its table has ended after one round."""
    table = owner.begin()
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    return table


def _played(owner: Visitor) -> Table:
    table = owner.begin()
    table.play(1, **OUT_FIRST)
    return table


@action(SCORES, "rounds.save", "step")
def tap(owner: Visitor) -> Form:
    return _at(owner.begin(), "/rounds/1/edit", **{"from": "table"}, team1__clean="0", step="team1.clean+1")


@action(SCORES, "rounds.save", "action=save")
def save_what_was_counted(owner: Visitor) -> Form:
    return _at(owner.begin(), "/rounds/1/edit", team1__melded="410", action="save")


@action(SCORES, "rounds.save", "packet")
def count_piles(owner: Visitor) -> Form:
    return _at(owner.begin(), "/rounds/1/edit", team1__melded="410", packet="team1.melded")


@action(SCORES, "rounds.save", "action=finish")
def finish_a_round(owner: Visitor) -> Form:
    return _finishing(owner.begin(), OUT_FIRST)


@action(SCORES, "rounds.save", "action=finish")
def correct_a_round(owner: Visitor) -> Form:
    return _finishing(_played(owner), {"team1.melded": "905"})


def _finishing(table: Table, typed: dict[str, str]) -> Form:
    return _at(table, "/rounds/1/edit", **filled(table.sheet().form, typed), action="finish")


@action(SCORES, "rounds.delete")
def delete_a_round(owner: Visitor) -> Form:
    return _at(_played(owner), "/rounds/1/delete")


@action(SCORES, "rounds.confirm", "team")
def confirm_a_round(owner: Visitor) -> Form:
    return _at(_played(owner), "/rounds/1/confirm", team="2")


@action(NO_ONE, "rounds.save")
def forge_cells_of_the_owner(owner: Visitor) -> Form:
    fields = {f"{place}.{name}": "1" for place in ("table", "seat1", "team1") for name in WHOLE_GAME_FIELDS}
    return _at(owner.begin(), "/rounds/1/edit", action="save", **fields)


@action(SCORES, "rounds.resolve", "choice")
def resolve_a_conflict(owner: Visitor) -> Form:
    return _at(owner.begin(), "/rounds/1/settle", cell="team2.clean", standing="0", choice="=3")


@action(SCORES, "packets.save", "action=keep")
def save_piles(owner: Visitor) -> Form:
    return _at(owner.begin(), "/rounds/1/count/seat1/left", pile__50="2", action="keep")


@action(SCORES, "packets.save", "step", records=False)
def tap_a_pile(owner: Visitor) -> Form:
    return _at(owner.begin(), "/rounds/1/count/seat1/left", step="pile.50+1")


@action(SCORES, "decisions.starter", "seat")
def say_who_starts(owner: Visitor) -> Form:
    return _at(owner.begin(), "/starter", seat="2")


@action(BETS, "bets.save", "bet")
def bet(owner: Visitor) -> Form:
    return _at(owner.begin(), "/bets", name="Ann", bet="1.surely")


@action(BETS, "bets.save", "bet")
def have_no_bet(owner: Visitor) -> Form:
    return _at(owner.begin(), "/bets", name="Ann", bet="0")


@action(SCORES, "decisions.end", "decision=over")
def end_early(owner: Visitor) -> Form:
    return _at(_played(owner), "/end", decision="over")


@action(SCORES, "decisions.end", "decision=uncounted")
def leave_out_of_the_league(owner: Visitor) -> Form:
    return _at(over(owner), "/end", decision="uncounted")


@action(SCORES, "decisions.end", "decision=on")
def reopen(owner: Visitor) -> Form:
    return _at(over(owner), "/end", decision="on")


@action(SCORES, "decisions.end", "decision=on")
def play_one_more_round(owner: Visitor) -> Form:
    table = _played(owner)
    for number in range(2, 5):
        table.play(number, **OUT_FIRST)
    return _at(table, "/end", decision="on")


@action(SCORES, "ask.leave", "says", "seat")
def answer_the_partner(owner: Visitor) -> Form:
    return _at(owner.begin("southern-ohio"), "/out/leave", seat="1", says="yes")


@action(SCORES, "ask.leave", "says")
def remove_the_answer(owner: Visitor) -> Form:
    table = owner.begin("southern-ohio")
    press(owner, f"{table.address}/out/leave", seat="1", says="yes")
    return _at(table, "/out/leave", seat="1", says="")


@action(SCORES, "scorer.save", "player")
def say_who_keeps_score(owner: Visitor) -> Form:
    table = owner.begin()
    return _at(table, "/scorer", player=str(table.loaded.agreement.players[1]))


@action(SCORES, "result.rematch")
def rematch(owner: Visitor) -> Form:
    return _at(over(owner), "/rematch")


@action(OWNS, "game_actions.move_to_bin")
def move_to_the_bin(owner: Visitor) -> Form:
    return _at(owner.begin(), "/bin")


@action(OWNS, "game_actions.restore")
def restore_from_the_bin(owner: Visitor) -> Form:
    table = owner.begin()
    press(owner, f"{table.address}/bin")
    return _at(table, "/restore")


@action(OWNS, "settings.save", "action=keep")
def change_settings(owner: Visitor) -> Form:
    return _at(owner.begin(), "/settings", decks="6", action="keep")


@action(OWNS, "settings.save", "action=preview", "action=edit", "step", "sit", "stand", "move", "look=1", records=False)
def look_at_settings(owner: Visitor) -> Form:
    return _at(owner.begin(), "/settings", decks="6", action="preview")
