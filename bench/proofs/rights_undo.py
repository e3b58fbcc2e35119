"""Try Undo and Redo of each kind of cell: only the phone that made a change can undo it, and an owner's change only
while it is an owner's phone."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from flask import Flask

from bench.proofs.rights_actions import Form, press
from scorepad.store import Role
from tests.web.driving import OUT_FIRST, Table, Visitor

Club = Callable[[], AbstractContextManager[Flask]]


class Kind(NamedTuple):
    """A kind of change: what the phone does, and whether only an owner's phone may do and undo it."""

    do: Callable[[Table], object]
    is_owners: bool = False


def _post(table: Table, path: str, **fields: str) -> None:
    press(table.visitor, f"{table.address}{path}", **fields)


def _conflict_settled(table: Table) -> None:
    _post(table, "/rounds/1/settle", cell="team2.clean", standing="0", choice="=3")


def _settings(**fields: str) -> Callable[[Table], None]:
    return lambda table: _post(table, "/settings", action="keep", **fields)


def _ended(table: Table) -> None:
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")


KINDS = {
    "a tap": Kind(lambda table: table.tap("team1.clean+1")),
    "points of a team": Kind(lambda table: table.sheet().save(**{"team1.melded": "300"})),
    "cards of a seat": Kind(lambda table: table.sheet().save(**{"seat1.left": "30"})),
    "an adjustment": Kind(
        lambda table: table.sheet().save(**{"team1.adjustment1.points": "-50", "team1.adjustment1.reason": "late"})
    ),
    "the end of a round": Kind(lambda table: table.sheet().save(**{"table.ended": "seat1"})),
    "a finished round": Kind(lambda table: table.play(1, **OUT_FIRST)),
    "a deleted round": Kind(lambda table: (table.play(1, **OUT_FIRST), _post(table, "/rounds/1/delete"))),
    "a confirmed round": Kind(lambda table: (table.play(1, **OUT_FIRST), _post(table, "/rounds/1/confirm", team="2"))),
    "who starts": Kind(lambda table: table.decide(seat="2")),
    "the end of the game": Kind(_ended),
    "going on": Kind(lambda table: (_ended(table), _post(table, "/end", decision="on"))),
    "a settled conflict": Kind(_conflict_settled),
    "the rules": Kind(_settings(rules="classic"), is_owners=True),
    "the decks": Kind(_settings(decks="6"), is_owners=True),
    "rounds on paper": Kind(_settings(paper="2"), is_owners=True),
    "points brought": Kind(_settings(**{"team1.brought": "500"}), is_owners=True),
    "a nickname": Kind(_settings(**{"team1.nickname": "The Foxes"}), is_owners=True),
    "a seat": Kind(_settings(seat1="Zoltan"), is_owners=True),
    "the bin": Kind(lambda table: _post(table, "/bin"), is_owners=True),
}


def run(club: Club) -> tuple[dict[str, object], list[str]]:
    """Undo each kind as other phones, as the same phone, and as the same phone after it is no longer an owner's."""
    faults: list[str] = []
    tries = 0
    with club() as app:
        owner = Visitor(app)
        for name, kind in KINDS.items():
            for keeps_owning in (True, False):
                tries += _try(app, owner, name, kind, faults, keeps_owning=keeps_owning)
    return {"kinds of Undo": len(KINDS), "tries of Undo": tries}, faults


def _try(app: Flask, owner: Visitor, name: str, kind: Kind, faults: list[str], *, keeps_owning: bool) -> int:
    """Make the change on one phone, undo it on others, then on the phone itself. Return the number of tries."""
    game = owner.begin().game
    mine = Visitor(app)
    mine.gains(Role.SCORER, game)
    table = Table(mine, game)
    before = {cell.seq for cell in owner.club.cells(game).values()}
    kind.do(table)
    assert {cell.seq for cell in owner.club.cells(game).values()} != before, name
    form = table.page().form("/undo")
    others = {
        "another owner": owner,
        "another scorer": Visitor(app, Role.SCORER, game),
        "a watcher": Visitor(app, Role.WATCHER, game),
        "a reader": Visitor(app, Role.READER),
        "a scorer of another table": Visitor(app, Role.SCORER, owner.begin().game),
        "a stranger": Visitor(app, None),
    }
    for who, other in others.items():
        faults += [f"{who} took back {name}"] * _changes(other, game, form)
    if not keeps_owning:
        owner.access.renew(Role.OWNER, keep=owner.phone.id)
    expected = keeps_owning or not kind.is_owners
    words = "could not take back" if expected else "took back as a scorer"
    faults += [f"the phone {words} {name}"] * (_changes(mine, game, form) != expected)
    if not keeps_owning:
        return len(others) + 1
    again = table.page().form("/redo")
    for who, other in others.items():
        faults += [f"{who} did {name} again"] * _changes(other, game, again)
    owner.access.renew(Role.OWNER, keep=owner.phone.id)
    words = "did again as a scorer" if kind.is_owners else "could not do again"
    faults += [f"the phone {words} {name}"] * (_changes(mine, game, again) == kind.is_owners)
    owner.gains(Role.OWNER)
    return 2 * len(others) + 2


def _changes(visitor: Visitor, game: int, form: Form) -> bool:
    """Send the Undo form of another phone with one's own token. Return whether anything was recorded."""
    own = visitor.get("/join").form("/join").fields
    before = visitor.club.latest_seq()
    # The redirect is not needed.
    visitor.client.post(form.action, data=form.fields | {"csrf_token": own["csrf_token"], "key": own["key"]})
    return bool(visitor.club.latest_seq() != before)
