"""A phone that plays over HTTP with any version of Scorepad, and the files that the first version wrote."""

import json
import re
import sqlite3
from contextlib import closing
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from scorepad import paths
from tests.support.waiting import PATIENCE
from tests.web.driving import NAMES, OUT_FIRST, Table, filled
from tests.web.pages import Page

ROUNDS = 4
"""Rounds of a game of Partnership."""
COUNTED = re.compile(r"\d+ [a-z ]+ × [\d,]+ = [−\d,]+|(?:Cards melded|Cards left|Going out): [−\d,]+")
"""A line of points in words, in the format of all versions."""
TOTAL = re.compile(r"Total ([−\d,]+)")
"""A team's total of a round, in versions without a receipt."""
NAMES_OF_FILES = {"club": paths.CLUB, "access": paths.ACCESS}


class Browser:
    """A browser without scripts, for the pages at `origin`."""

    def __init__(self):
        self.origin = self.url = ""
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

    def at(self, link):
        """This browser, pointed at the server that printed a link. Cookies ignore ports."""
        self.origin = link.partition("/in/")[0]
        return self

    def come_in(self, link):
        assert self.at(link).get(link.removeprefix(self.origin)).status == 200

    def get(self, address):
        return self._page(Request(self.origin + address))

    def post(self, address, fields):
        return self._page(Request(self.origin + address, urlencode(fields, doseq=True).encode()))

    def send(self, form, **changes):
        return self.post(form.action, filled(form, changes))

    def _page(self, request):
        try:
            answer = self._opener.open(request, timeout=PATIENCE)
        except HTTPError as refused:
            answer = refused
        with answer:
            self.url = answer.url
            return Page(answer.status, answer.read().decode())


def play(phone, rounds):
    """Play this many rounds: continue the latest game until it ends, then begin the next."""
    game, finished = _latest(phone)
    for number in range(rounds):
        if game == 0 or finished == ROUNDS:
            game, finished = _begin(phone), 0
        finished += 1
        melded = {"team1.melded": str(900 + 15 * number), "team2.melded": str(205 * finished), "seat2.left": "35"}
        page = Table(phone, game).play(finished, **(OUT_FIRST | melded))
        assert page.status == 200


def points(phone):
    """Every line of points of all rounds of all games, then the teams' totals of the round, as its page shows them."""
    lines, game = [], 1
    while phone.get(f"/games/{game}").status == 200:
        for number in range(1, ROUNDS + 1):
            page = phone.get(f"/games/{game}/rounds/{number}")
            row = page.classed("round-sum")
            totals = [cell.text for cell in row[0].all("td")] if row else TOTAL.findall(page.text)
            said = [*COUNTED.findall(page.text), *(f"Total {total}" for total in totals)]
            lines += [f"{game}.{number} {' '.join(line.split())}" for line in said]
        game += 1
    return lines


def _begin(phone):
    form = phone.get("/games/new/partnership").form()
    seats = zip(sorted(name for name in form.names if name.startswith("seat")), NAMES, strict=False)
    phone.send(form, **dict(seats))
    return int(phone.url.rsplit("/", 1)[1])


def _latest(phone):
    """The latest game, and how many of its rounds are finished; 0 without one."""
    game = 1
    while phone.get(f"/games/{game}").status == 200:
        game += 1
    game -= 1
    finished = [number for number in range(1, ROUNDS + 1) if game and _is_finished(phone, game, number)]
    return game, len(finished)


def _is_finished(phone, game, number):
    page = phone.get(f"/games/{game}/rounds/{number}")
    return page.status == 200 and "Going out: " in page.text


def keep(home, folder, lines):
    """Save the files of an instance folder, and the points that were shown, as texts."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, file in NAMES_OF_FILES.items():
        (folder / f"{name}.sql").write_text(dumped(home / file), "utf-8")
    (folder / "points.json").write_text(json.dumps(lines, ensure_ascii=False, indent=1) + "\n", "utf-8")


def dumped(file):
    """An SQLite file as SQL."""
    with closing(sqlite3.connect(file)) as db:
        marks = [f"PRAGMA application_id = {db.execute('PRAGMA application_id').fetchone()[0]};"]
        return "\n".join([*marks, *db.iterdump()]) + "\n"


def restored(folder, home):
    """Create the files in an instance folder from their texts. Return the points that were shown."""
    home.mkdir(mode=0o700)
    for name, file in NAMES_OF_FILES.items():
        with closing(sqlite3.connect(home / file)) as db:
            db.executescript((folder / f"{name}.sql").read_text("utf-8"))
        (home / file).chmod(0o600)
    return json.loads((folder / "points.json").read_text("utf-8"))
