"""Try every action of every form as every kind of guest: those in a table may do it, all others change nothing.

The table is in `rights_actions`, `rights_club`, `rights_imports` and `rights_rules`. The code determines what must be
in it: every route that takes a form, every button of the templates, and every cell that belongs to a whole game. An
action that is not in the table refutes the claim. Then `rights_undo` lets each guest undo what another phone did,
`rights_ended` ends phones and links while their streams are open, and `rights_api` sends requests to the API as every
guest. All of it runs in one process. In the short form, each action is tried by the usual guests and a quarter of the
others, in turn.
"""

import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from flask import Flask

import bench.proofs.rights_club
import bench.proofs.rights_imports
import bench.proofs.rights_rules  # noqa: F401  # adds its actions to the table
from bench.proofs import rights_api, rights_ended, rights_undo
from bench.proofs.common import arguments, verdict
from bench.proofs.rights_actions import ACTIONS, OWNER, SCORER, WATCHER, WHOLE_GAME_FIELDS, Action, Form
from scorepad import paths
from scorepad.scoring.game import agreement
from scorepad.scoring.game.record import END
from scorepad.store import WHOLE_CLUB, Role, engine
from scorepad.web import create_app
from scorepad.web.app.permissions import COOKIE, REQUIRED, Permission
from scorepad.web.exchange import import_work
from tests.support.server import ROOT
from tests.support.speed import compile_once
from tests.support.waiting import PATIENCE
from tests.web.driving import Visitor
from tests.web.guests import Files, Guest

OPEN_TO_ALL = {"join.join", "language.choose", "leave.leave"}
"""Forms that a phone may send without access. They need a code, or end its access."""

ONLY_IN_THE_EXAMPLE = {"example.delete"}
"""A form that only the example club has: tests/cli/test_demo.py sends it."""

ENDS_PHONES = {"phones.renew", "phones.renew_all"}
"""These end the access of guests, so each runs in its own club."""

USUAL = frozenset({"stranger", "reader", WATCHER, SCORER, OWNER})
"""The guests who try every action in the short form, too."""

UNDOES = {"game_actions.take_back", "game_actions.redo"}
"""`rights_undo` tries these."""

NO_ACTIONS = {"base", "from", "back", "undo"}
"""Names of inputs that only say where a form came from; `rights_undo` tries Undo."""

_BUTTON = re.compile(r'<button[^>]*?\bname="([a-z]+)" value="((?:\{\{.*?\}\}|[^"{])*)("|\{)')
_USUAL = re.compile(r'usual_action\("([a-z]+)"\)')
_CELL = re.compile(r'\(?WHOLE_GAME, (?:TABLE|Place\.\w+\(\w+\)), (?:"([a-z]+)"|([A-Z]+))')
_END = re.compile(r"\bEND\b")


def button_names() -> set[str]:
    """Return the buttons of all templates: "action=save", or only "step" if the template computes the value."""
    names = set()
    for template in (ROOT / "templates").rglob("*.html"):
        text = template.read_text("utf-8")
        names |= {f"action={value}" for value in _USUAL.findall(text)}
        for name, value, end in _BUTTON.findall(text):
            is_fixed = "{" not in value and end == '"' and not value.isdigit()
            names.add(f"{name}={value}" if is_fixed or name == "look" else name)
    return names - {"action"}


def whole_game_fields() -> set[str]:
    """Return the fields of a whole game that the code writes or reads."""
    files = [file for folder in ("play", "web") for file in (ROOT / "scorepad" / folder).rglob("*.py")]
    texts = [file.read_text("utf-8") for file in files]
    matches = (match for text in texts for match in _CELL.findall(text))
    fields = {literal or getattr(agreement, constant) for literal, constant in matches}
    return fields | {END[2] for text in texts if _END.search(text)}


class Guests:
    """All kinds of guests: each is a separate phone, and gets its passes for one game after the other."""

    def __init__(self, app: Flask, elsewhere: Flask) -> None:
        self.owner = Visitor(app)
        passes = {
            "stranger": None, "reader": Role.READER, "watcher": Role.WATCHER, SCORER: Role.SCORER,
            "watcher of another table": Role.WATCHER, "scorer of another table": Role.SCORER,
            "watcher by an old link": Role.WATCHER, "scorer by an old link": Role.SCORER,
            "reader by an old link": Role.READER, "owner by an old link": Role.OWNER,
            "scorer who was sent away": Role.SCORER, "owner who was sent away": Role.OWNER,
        }  # fmt: skip
        self._passes = passes
        other = self.owner.begin().game
        self.visitors = {name: _visitor(app, role, other) for name, role in passes.items()}
        self.visitors["owner of another club"] = Visitor(app, None)
        token = Visitor(elsewhere).token
        assert token is not None
        self.visitors["owner of another club"].client.set_cookie(COOKIE, token)
        self.visitors[OWNER] = Visitor(app)
        self.guests = {name: Guest(visitor) for name, visitor in self.visitors.items()}
        access = self.owner.access
        for role in (Role.READER, Role.OWNER):
            access.renew(role)
        for name in ("reader", OWNER):
            _gain(self.visitors[name], Role(name), WHOLE_CLUB)
        _gain(self.owner, Role.OWNER, WHOLE_CLUB)
        away = self.visitors["owner who was sent away"]
        _gain(away, Role.OWNER, WHOLE_CLUB)
        access.dismiss(away.phone.id)

    def come_to(self, game: int) -> None:
        """Give every guest the pass for a game that its name says."""
        access, away = self.owner.access, self.visitors["scorer who was sent away"]
        for role in (Role.WATCHER, Role.SCORER):
            _gain(self.visitors[f"{role} by an old link"], role, game)
            access.renew(role, game)
            _gain(self.visitors[role], role, game)
        access.dismiss(away.phone.id, back=True)
        _gain(away, Role.SCORER, game)
        access.dismiss(away.phone.id)

    def send(self, name: str, form: Form) -> int:
        """Send a form as a guest. Return the status of the answer."""
        # Each guest has its own token and key.
        typed = {field: text for field, text in form.fields.items() if field not in ("csrf_token", "key")}
        with self.guests[name].ask(form.path, "POST", typed | {"key": secrets.token_hex(16)}) as answer:
            return int(answer.status_code)


def _visitor(app: Flask, role: Role | None, game: int) -> Visitor:
    is_of_club = role in (Role.OWNER, Role.READER)
    return Visitor(app, role, WHOLE_CLUB if is_of_club or role is None else game)


def _gain(visitor: Visitor, role: Role, game: int) -> None:
    visitor.gains(role, game)


@contextmanager
def club() -> Iterator[Flask]:
    """Yield the app of a new club."""
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
        app = create_app(Path(folder), is_serving=True)
        with closing(app.extensions["scorepad.clubs"]):
            yield app


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(1, 1, "every action of every form as every kind of guest")
    compile_once()
    # On a slow machine a refusal to wait longer would look like a missing right.
    engine.BUSY_SECONDS = import_work.AT_FIRST = PATIENCE
    faults = _unknown()
    tries = refused = 0
    endings = [each for each in ACTIONS if each.endpoint in ENDS_PHONES]
    others = [each for each in ACTIONS if each not in endings]
    with club() as elsewhere:
        for shared in (others, *([each] for each in endings)):
            with club() as app:
                guests = Guests(app, elsewhere)
                with closing(Files(app.config["HOME"] / name for name in (paths.CLUB, paths.ACCESS))) as files:
                    for number, each in enumerate(shared):
                        unusual = [name for name in guests.guests if name not in USUAL]
                        left_out = {*unusual} - {*unusual[number % 4 :: 4]} if asked.short else set()
                        wrong, tried, no = _faults_of(each, guests, files, left_out)
                        faults += wrong
                        tries, refused = tries + tried, refused + no
    undone, undo_faults = rights_undo.run(club)
    ended, ended_faults = rights_ended.run(club)
    asked, api_faults = rights_api.run(club)
    figures = {"actions": len(ACTIONS), "tries": tries, "of them refused": refused} | undone | ended | asked
    return verdict("rights", figures, [*faults, *undo_faults, *ended_faults, *api_faults])


def _unknown() -> list[str]:
    """Return the actions that only the code has, and those that only the table has."""
    with club() as app:
        rules = [rule for rule in app.url_map.iter_rules() if not rule.endpoint.startswith("api.")]
        posts = {rule.endpoint for rule in rules if "POST" in (rule.methods or ())}
    pairs = (
        (
            "route",
            posts - OPEN_TO_ALL - {"game_actions.take_back", "game_actions.redo"} - ONLY_IN_THE_EXAMPLE,
            {each.endpoint for each in ACTIONS},
        ),
        ("button", button_names() - NO_ACTIONS, {name for each in ACTIONS for name in each.buttons}),
        ("field of a whole game", whole_game_fields(), set(WHOLE_GAME_FIELDS)),
    )
    odd = [f"{what} {name}" for what, code, table in pairs for name in sorted(code ^ table)]
    levels = {OWNER: Permission.OWN, SCORER: Permission.SCORE, WATCHER: Permission.BET}
    wrong = [each.name for each in ACTIONS if each.may and REQUIRED[each.endpoint] != levels[min(each.may, key=_rank)]]
    return [f"{name} is not in both the code and the table" for name in odd] + [f"{name}: its route" for name in wrong]


def _rank(name: str) -> int:
    return (WATCHER, SCORER, OWNER).index(name)


def _faults_of(each: Action, guests: Guests, files: Files, left_out: set[str]) -> tuple[list[str], int, int]:
    """Try an action as the guests: first those who may not do it, then those who may, each at a separate table."""
    faults = []
    form = _form(each, guests)
    before = files.rows()
    not_allowed = [name for name in guests.guests if name not in each.may | left_out]
    for name in not_allowed:
        status = guests.send(name, form)
        if files.rows() != before:
            faults.append(f"{name} could {each.name}")
            before = files.rows()
        may_ask = each.may == frozenset() and name in (SCORER, OWNER)
        faults += [f"{name} was answered {status}: {each.name}"] * (status != 403 and not may_ask)
    for number, name in enumerate(sorted(each.may, key=_rank)):
        form = _form(each, guests) if number else form
        before = files.rows()
        status = guests.send(name, form)
        faults += [f"{name} was refused, {status}: {each.name}"] * (status not in (200, 303))
        faults += [f"{name} changed {'nothing' if each.records else 'something'}: {each.name}"] * (
            (files.rows() != before) != each.records
        )
    return faults, len(not_allowed) + len(each.may), len(not_allowed)


def _form(each: Action, guests: Guests) -> Form:
    # What Undo takes back is in the session of the phone that did it.
    form = each.form(guests.owner if SCORER in each.may else guests.visitors[OWNER])
    if form.game:
        guests.come_to(form.game)
        if "generation" in form.fields:
            generation = guests.owner.access.generation(form.fields["role"], form.game)
            form = form._replace(fields=form.fields | {"generation": generation})
    return form


if __name__ == "__main__":
    raise SystemExit(main())
