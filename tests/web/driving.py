"""Play at a table through its pages: open them, fill in their forms, and read what was recorded."""

from dataclasses import dataclass, field

from flask import Flask
from flask.testing import FlaskClient

from scorepad.play.game import load
from scorepad.rules import preset, slugs
from scorepad.store import WHOLE_CLUB, Role
from scorepad.web.app import cookies, permissions
from tests.web.pages import Page

NAMES = ("Ann", "Bob", "Carla", "Dora", "Emil", "Frida", "Gus", "Hanna")

OUT_FIRST = {
    "table.ended": "seat1", "team1.clean": "4", "team1.dirty": "5", "team1.melded": "900", "seat3.left": "0",
    "team2.melded": "0", "seat2.left": "0", "seat4.left": "0",
}  # fmt: skip
"""A round of four players that team 1 wins going out: 4,500 to 0 in `partnership`."""


def phone_cookie(app, slug=""):
    """Return the name of the cookie by which the phones of a club are known over http."""
    return cookies.name_of(cookies.PHONE, app.secret_key, f"_{slug}" if slug else "")


def session_cookie(app, slug=""):
    """Return the name of the cookie with the session over http."""
    return cookies.name_of(cookies.SESSION, app.secret_key, f"_{slug}" if slug else "")


@dataclass
class Visitor:
    """A visitor whose browser runs no scripts. The club's owner by default; `role` None is a phone without a pass."""

    app: Flask
    role: Role | None = Role.OWNER
    game: int = WHOLE_CLUB
    client: FlaskClient = field(init=False)

    def __post_init__(self):
        self.client = self.app.test_client()
        if self.role:
            token = self.access.admit(None, self.role, self.game)
            self.client.set_cookie(phone_cookie(self.app), token)

    @property
    def access(self):
        return self.app.extensions["scorepad.access"]

    @property
    def phone(self):
        """The phone's entry in the access file, None if it was never admitted."""
        return self.access.phone(self.token) if self.token else None

    @property
    def token(self):
        """The phone's token, "" if it has none."""
        cookie = self.client.get_cookie(phone_cookie(self.app)) or self.client.get_cookie(permissions.COOKIE)
        return cookie.value if cookie else ""

    @property
    def passes(self):
        return self.phone.passes if self.phone else frozenset()

    def gains(self, role, game=WHOLE_CLUB):
        """Give the phone one more pass, and the new cookie that comes with it."""
        self.client.set_cookie(phone_cookie(self.app), self.access.admit(self.token, role, game))

    @property
    def club(self):
        return self.app.extensions["scorepad.club"]

    def get(self, address, **args):
        answer = self.client.get(address, query_string=args or None, follow_redirects=True)
        return Page(answer.status_code, answer.text)

    def post(self, address, fields, **more):
        answer = self.client.post(address, data=fields, follow_redirects=True, **more)
        return Page(answer.status_code, answer.text)

    def send(self, form, **changes):
        """Send a form of a page with these texts typed into it; None removes an input."""
        return self.post(form.action, filled(form, changes))

    def entries(self, game):
        return self.club.history(game)

    def begin(self, slug="partnership", table="", **changes):
        """Begin a game with players called `NAMES`."""
        form = self.get(f"/games/new/{slug}", **({"table": table} if table else {})).form()
        names = zip(sorted(n for n in form.names if n.startswith("seat")), NAMES, strict=False)
        answer = self.client.post(form.action, data=filled(form, dict(names) | changes))
        assert answer.status_code == 303, answer.text
        return Table(self, int(answer.location.rsplit("/", 1)[1]))


@dataclass
class Table:
    """A game, played through its pages by one visitor."""

    visitor: Visitor
    game: int

    @property
    def address(self):
        return f"/games/{self.game}"

    @property
    def entries(self):
        return self.visitor.entries(self.game)

    @property
    def loaded(self):
        return load(self.visitor.club, self.game)

    @property
    def record(self):
        return self.loaded.record

    @property
    def teams(self):
        """The teams of the first round's entry."""
        return self.record.rounds[0].entry.teams

    @property
    def melded(self):
        """The melded points of the teams in the first round."""
        return [team.melded for team in self.teams]

    @property
    def values(self):
        """The values of the cells that are not empty."""
        cells = self.visitor.club.cells(self.game)
        return {name: cell.value for name, cell in cells.items() if cell.value is not None}

    def applied(self, name):
        """The values that were applied to a field, in order."""
        return [e.value for e in self.entries if e.field == name and e.status == "applied"]

    def page(self):
        return self.visitor.get(self.address)

    def sheet(self, number=1):
        """Open the sheet of a round."""
        return SheetPage(self, self.visitor.get(f"{self.address}/rounds/{number}/edit"))

    def play(self, number=1, **typed):
        """Type a round into its sheet and finish it, confirming any warnings."""
        sheet = self.sheet(number).finish(**typed)
        if sheet.page.status == 422 and "confirm" in sheet.form.names:
            sheet = sheet.finish(confirm=True)
        assert sheet.page.status == 200, sheet.page.said
        return sheet.page

    def keeps_score(self, name):
        """Say who keeps score on this phone, by tapping a player, or "Only watching"."""
        page = self.visitor.get(f"{self.address}/scorer")
        (button,) = [button for button in page.root.all("button") if button.text == name]
        form = next(form for form in page.forms if form.action.endswith("/scorer"))
        return self.visitor.post(form.action, form.fields | {"player": button["value"]})

    def tap(self, step, page=None, **typed):
        """Type into the table page, or into an older copy of it, and tap one of its buttons."""
        form = (page or self.page()).form("/edit")
        return self.visitor.post(form.action, filled(form, typed) | {"step": step})

    def decide(self, **decision):
        """Press one of the table's buttons: `seat` says who starts, `decision` is about the end."""
        ending = "/starter" if "seat" in decision else "/end"
        return self.visitor.send(self.page().form(ending), **decision)


@dataclass
class SheetPage:
    """The page of a round's sheet, with a form to send."""

    table: Table
    page: Page

    @property
    def form(self):
        return self.page.form("/edit")

    def _press(self, action, typed):
        if typed.pop("confirm", False):
            boxes = [box for box in self.page.root.all("input") if box["name"] == "confirm"]
            (box,) = [box for box in boxes if "disabled" not in box.attributes]
            typed["confirm"] = box["value"]
        fields = filled(self.form, typed) | {"action": action}
        return SheetPage(self.table, self.table.visitor.post(self.form.action, fields))

    def finish(self, **typed):
        return self._press("finish", typed)

    def save(self, **typed):
        return self._press("save", typed)


def has_opened(page, team):
    """Whether a page of a table says that the team has opened."""
    return "opened" in page.classed("side")[team - 1]["class"].split()


def level_round(table, number):
    """Play a round in which the stock ran out and no one scored."""
    points = [n for n in table.sheet(number).form.names if n.endswith((".melded", ".left"))]
    table.play(number, **{"table.ended": "stock"}, **dict.fromkeys(points, "0"))


def filled(form, changes):
    """Return what a browser sends of a form with these texts typed into it; None removes an input.

    `team1__clean` is the input `team1.clean`. Fails if the form has no such input.
    """
    changes = {name.replace("__", "."): text for name, text in changes.items()}
    unknown = changes.keys() - form.names - {"action", "decision", "seat", "confirm"}
    assert not unknown, f"no input is called {unknown}: {sorted(form.names)}"
    fields = {**form.fields, **changes}
    texts = {name: str(text) if type(text) is int else text for name, text in fields.items()}
    return {name: text for name, text in texts.items() if text is not None}


def preset_tables():
    """Return every preset with each of its tables, as in URLs: ("partnership", "4x2")."""
    return [(slug, f"{t.players}x{t.teams}") for slug in slugs() for t in preset(slug).tables]


POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The policy of every page: it loads from and sends to this server only, and allows nothing inline."""


def guarded(answer):
    """Fail unless a response has every security header, and shows no traceback."""
    expected = {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    assert {name: answer.headers[name] for name in expected} == expected
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert b"Traceback" not in answer.data
