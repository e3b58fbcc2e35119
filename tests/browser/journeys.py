"""What is played in every promised browser, besides Chromium. Each browser's test file makes a class of these tests.

A class an engine and a file an engine: xdist then plays them side by side.
"""

import os
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorepad import paths
from scorepad.store import Club, LoggedEntry
from tests.browser.engines import Engine, Phone
from tests.browser.phone import WAITING_JOBS
from tests.support.relay import Relay
from tests.support.server import FROM_CHECKOUT, environment, link, start
from tests.support.waiting import PATIENCE

PLAYERS = ("Ann", "Bob", "Carla", "Dora")
COUNTED = {
    "team1.melded": "410",
    "seat3.left": "0",
    "tally1": "",
    "team2.melded": "385",
    "seat2.left": "65",
    "seat4.left": "30",
}
"""What is typed at each step, in order. A player who went out is skipped, and so are books that were tallied."""

COUNTING = r"/games/\d+/rounds/1/edit"
KEPT = """() => {
  const { table, pages } = JSON.parse(sessionStorage.getItem("pages /") ?? "{}");
  return table === location.pathname && Object.keys(pages).length === 5;
}"""
"""Whether the open table has taken its companions along."""

NOTES = "Object.keys(localStorage).filter((name) => name.startsWith('job ')).length"
FIRST_STEP_OR_NONE = f"""() => {{
  globalThis.countingSince ??= performance.now();
  if (document.documentElement.dataset.at === "table.ended") return "first";
  return performance.now() - countingSince > {PATIENCE / 4 * 1000} && "none";
}}"""
"""Whether a counting page shows its first step, or none in a quarter of the time that every wait has."""

PLUS = '[aria-label="Red books: one more"]'
BLACK = PLUS.replace("Red", "Black")
LEAVING = {
    "by a link": lambda phone, table: phone.tap("#steps a"),
    "by reloading": lambda phone, table: phone.run("() => { setTimeout(() => location.reload()); }"),
    "by an address": lambda phone, table: phone.open(table),
    # To the table, past the step before.
    "by going back": lambda phone, table: phone.run("() => { setTimeout(() => history.go(-2)); }"),
}


KILLED, CUT = "the server is killed", "the network swallows everything"
away = pytest.mark.parametrize("why", [KILLED, CUT])


class Server:
    """A server that can be killed and started again, behind a line that can be cut."""

    def __init__(self, home: Path) -> None:
        self.home, self._environ = home, environment(SCOREPAD_INSTANCE=str(home))
        self._stack = ExitStack()
        address = self._start()
        self.line = self._stack.enter_context(Relay(address.partition("/in/")[0]))
        self.url = self.line.url
        self.link = self.url + urlsplit(address).path

    def _start(self) -> str:
        running = start(self._environ, FROM_CHECKOUT, subprocess.DEVNULL, "--here", "--link")
        self.process = self._stack.enter_context(running)
        return link(self.process)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """While it is frozen, the server answers no one."""
        os.killpg(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self.process.pid, signal.SIGCONT)

    @contextmanager
    def away(self, why: str) -> Iterator[None]:
        """The server cannot be reached meanwhile, for a reason in AWAY."""
        if why == CUT:
            self.line.swallow()
        else:
            self.line.cut()
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(PATIENCE)
        try:
            yield
        finally:
            if why == KILLED:
                self.line.lead_to(self._start().partition("/in/")[0])
            self.line.join()

    def close(self) -> None:
        self._stack.close()


LOADED = "() => document.querySelector('[data-awake]')?.textContent !== ''"
"""Whether the scripts of a board have run: it then says if it stays awake."""

HAD_ITS_MOMENT = "(game) => localStorage.getItem('scorepad-moment')?.startsWith(`${game}-1-`)"
"""Whether the moment after round 1 was shown. It may be gone by now."""

SEND_AS_ANOTHER = """async (page, selector, fields) => {
  const text = await (await fetch(page)).text();
  const form = new DOMParser().parseFromString(text, "text/html").querySelector(selector);
  const body = new URLSearchParams({ ...Object.fromEntries(new FormData(form)), ...fields });
  fetch(form.getAttribute("action"), { method: "POST", body, keepalive: true }).catch(() => {});
}"""
"""Sends a form of another page while this one is open, as another phone would. This one may go on before the answer."""

LEFT_FOR_A_BOARD = "(path) => location.pathname !== path && location.pathname.endsWith('/board')"

SPEAKS_IF_IT_CAN = """() => {
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  return document.querySelector(".aloud").hidden !== voices.some(({ lang }) => lang.toLowerCase().startsWith("en"));
}"""


class Journeys:
    """Journeys in `engine`."""

    engine: Engine

    @pytest.fixture(scope="class")
    @classmethod
    def server(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
        cls.engine.require()
        server = Server(tmp_path_factory.mktemp("club") / "instance")
        yield server
        server.close()

    @pytest.fixture(scope="class")
    @classmethod
    def phone(cls, server: Server) -> Iterator[Phone]:
        """A phone that the owner's link let in. It and its club are used by all journeys, because they start slowly."""
        with cls.engine.phone() as phone:
            let_in(phone, server)
            yield phone

    def test_an_evening_from_the_owners_link_to_the_finish_with_an_undo(self, phone, server):
        table = begin(phone, server)
        for number in (1, 2):
            phone.tap(PLUS)
            books(phone, str(number))
            phone.sees(f"{number - 1} → {number}", "form.undo button")
        phone.tap(".undo button", "Undo")
        books(phone, "1")
        phone.tap(BLACK)
        has_jobs(phone, 0)
        phone.tap("a", "Count the round")
        phone.at(COUNTING)
        count(phone, COUNTED)
        phone.at(r"/games/\d+")
        phone.sees("Round 2")
        # Its moment takes a tap, and stands beside the body.
        phone.value(HAD_ITS_MOMENT, table.rpartition("/")[2])
        phone.value("() => document.documentElement.lastElementChild === document.body")
        phone.tap("summary", "This game")
        phone.tap("summary", "End the game here")
        phone.tap("button", "Yes, end it")
        phone.sees("Ann & Carla win", "h1")
        ended = phone.run("() => location.pathname")
        phone.tap("button", "Rematch")
        phone.value("(ended) => !location.pathname.startsWith(ended)", ended.removesuffix("/result"))
        phone.sees("Round 1 of 4")

    def test_a_round_has_its_moment_and_the_board_the_lead_and_a_voice_only_where_there_is_one(self, phone, server):
        table = begin(phone, server)
        phone.open(f"{table}/scorer")
        phone.sees("Who are you?", "h1")
        phone.tap("button", "Ann")
        phone.at(r"/games/\d+")
        phone.sees("Ann keeps score on this phone")
        phone.tap(PLUS)
        books(phone, "1")
        phone.tap(BLACK)
        # The count asks again for books that are still on their way.
        has_jobs(phone, 0)
        phone.tap("a", "Ann goes out")
        count(phone, COUNTED, is_out=True)
        phone.at(r"/games/\d+")
        phone.value(HAD_ITS_MOMENT, table.rpartition("/")[2])
        phone.open(f"{table}/board")
        phone.sees("Round 2", "h1")
        phone.sees("▲", ".board-lead")
        assert phone.run("() => document.querySelectorAll('.board-top .full').length") == 1
        phone.value(LOADED)
        phone.value(SPEAKS_IF_IT_CAN)
        assert "Ann and Carla: " in phone.run("() => document.querySelector('.aloud').textContent")
        phone.run(SEND_AS_ANOTHER, table, "form[action$='/end']", {"decision": "over"})
        phone.sees("won", "h1")
        phone.run(SEND_AS_ANOTHER, f"{table}/result", "#rematch", {})
        # The board follows by itself to the new table, where nothing is counted yet.
        phone.value(LEFT_FOR_A_BOARD, f"{urlsplit(table).path}/board")
        phone.sees("Nothing is counted yet")

    def test_leaving_a_count_early_loses_nothing_and_the_phone_still_stores(self, phone, server):
        table = begin(phone, server)
        for times, (way, leave) in enumerate(LEAVING.items(), start=1):
            phone.open(table)
            phone.at(r"/games/\d+")
            phone.tap("a", "Go on counting" if times > 1 else "Count the round")
            phone.at(COUNTING)
            phone.tap('[data-go="team1.melded"]')
            at_step(phone, "team1.melded")
            phone.type(f"35{times}")
            phone.run("() => { globalThis.isLeft = false; }")
            leave(phone, table)
            phone.value("() => globalThis.isLeft !== false")
            phone.at(COUNTING if "reload" in way else r"/games/\d+")
            phone.open(f"{table}/rounds/1/edit")
            phone.at(COUNTING)
            types(phone, f"35{times}")
            phone.open(table)
            phone.at(r"/games/\d+")
            has_jobs(phone, 0)
            with server.frozen():
                phone.tap(PLUS)
                has_jobs(phone, 1)
            has_jobs(phone, 0)
        books(phone, "4")

    @away
    def test_what_was_typed_without_the_server_is_there_after_leaving_and_arrives_once(self, phone, server, why):
        table = begin(phone, server)
        phone.value(KEPT)
        phone.tap("a", "Count the round")
        phone.at(COUNTING)
        phone.tap('[data-go="team1.melded"]')
        at_step(phone, "team1.melded")
        with server.away(why):
            phone.type("35")
            phone.sees("wait", "[data-waiting]")
            phone.tap("#steps a")
            phone.at(r"/games/\d+")
            phone.tap("a", "Count the round")
            phone.at(COUNTING)
            types(phone, "35")
            phone.run("() => history.back()")
            phone.at(r"/games/\d+")
            phone.run("() => history.forward()")
            phone.at(COUNTING)
            types(phone, "35")
            phone.tap('[data-go="team1.melded"]')
            phone.type("357")
            types(phone, "357")
            # Nothing is told of a page that is loading, nor of the browser's own page after it.
            phone.run("() => { setTimeout(() => location.reload()); }")
        phone.open(f"{table}/rounds/1/edit")
        phone.at(COUNTING)
        types(phone, "357")
        has_jobs(phone, 0)
        recorded = [(entry.value, entry.status) for entry in entries(server, table) if entry.field == "melded"]
        assert recorded == [({"as": "points", "typed": text}, "applied") for text in ("35", "357")], recorded

    @away
    def test_no_tap_of_two_phones_is_lost(self, phone, server, why):
        table = begin(phone, server)
        with self.engine.phone() as other:
            let_in(other, server)
            other.open(table)
            other.at(r"/games/\d+")
            with server.away(why):
                phone.tap(PLUS)
                other.tap(BLACK)
                for one in (phone, other):
                    one.sees("1 change waits: no connection", "[data-waiting]")
                    has_jobs(one, 1)
            for one in (phone, other):
                books(one, "1")
                books(one, "1", "dirty")
                one.value("() => document.querySelector('[data-waiting]').hidden")
            for one in (phone, other):
                one.open(table)
                books(one, "1")
                books(one, "1", "dirty")

    @away
    def test_a_round_counted_without_the_server_arrives_once(self, phone, server, why):
        table = begin(phone, server)
        phone.value(KEPT)
        with server.away(why):
            phone.tap(PLUS)
            phone.tap(BLACK)
            phone.tap("a", "Count the round")
            count(phone, COUNTED, may_lack_steps=self.engine.forgets)
            phone.sees("wait: no connection", "[data-waiting]")
            phone.tap("#steps a")
            phone.at(r"/games/\d+")
            phone.sees("The finished round is among them.", "[data-waiting]")
            phone.tap("#menu summary")
            phone.tap("a", "All games")
            phone.sees("No connection", "h1")
            phone.tap("a", "Back to the table")
            phone.at(r"/games/\d+")
        phone.sees("Round 2")
        phone.value("() => document.querySelector('[data-waiting]').hidden")
        has_jobs(phone, 0)
        recorded = entries(server, table)
        assert {entry.status for entry in recorded} == {"applied"}
        counted = Counter((entry.place, entry.field) for entry in recorded)
        assert counted["table", "finished"] == 1
        assert max(counted.values()) == 1, counted

    @away
    def test_both_questions_are_answered_without_the_server(self, phone, server, why):
        table = begin(phone, server)
        phone.value(KEPT)
        with server.away(why):
            phone.tap("a", "May we go out?")
            phone.at(r"/games/\d+/out")
            phone.tap("button", "Carla")
            phone.sees("Carla may not go out yet.", "#answer")
            phone.run("() => history.back()")
            phone.at(r"/games/\d+")
            phone.tap("a", "Can we open?")
            phone.at(r"/games/\d+/open")
            for rank, times in (("K", 3), ("A", 3)):
                for _ in range(times):
                    phone.tap(f"[data-step='{rank}.naturals+1']")
            phone.sees("points", "[data-verdict=yes]")
            phone.tap(".names label")
            phone.tap("button", "Mark as opened")
            phone.at(r"/games/\d+")
            phone.sees("1 change waits: no connection", "[data-waiting]")
        phone.value("() => document.querySelector('[data-waiting]').hidden")
        recorded = [(entry.value, entry.status) for entry in entries(server, table) if entry.field == "opened"]
        assert recorded == [({"yes": True}, "applied")], recorded


def let_in(phone: Phone, server: Server) -> None:
    """Let a phone in by the owner's link."""
    phone.open(server.link)
    phone.at("/")


def begin(phone: Phone, server: Server) -> str:
    """Begin a game from the club's first page. Return the URL of its table."""
    # A journey before this one may have left connections dead, and a browser waits for one of its few.
    server.line.hang_up()
    phone.open(server.url)
    phone.at("/")
    phone.tap("a[href$='/games/new']")
    phone.at("/games/new")
    for reply in ("One clean, one dirty", "500 points", "Yes, but a no does not stop you"):
        phone.tap("a", reply)
    phone.tap("a", "Play Partnership")
    phone.at("/games/new/.+")
    for seat, name in enumerate(PLAYERS, start=1):
        phone.write(f"[name=seat{seat}]", name)
    phone.tap("label", "Bob")
    phone.tap("button", "Begin the game")
    phone.at(r"/games/\d+")
    return phone.run("() => location.origin + location.pathname")


def entries(server: Server, table: str) -> list[LoggedEntry]:
    """Return what was recorded of a game's first round."""
    with closing(Club.open(server.home / paths.CLUB)) as club:
        return [entry for entry in club.history(int(table.rpartition("/")[2])) if entry.round == 1]


def types(phone: Phone, text: str) -> None:
    """Wait until the first team's melded points show what was typed."""
    phone.value("(text) => document.getElementsByName('team1.melded')[0]?.value === text", text)


def count(phone: Phone, points: dict[str, str], is_out: bool = False, may_lack_steps: bool = False) -> None:
    """Count a round that Ann ended, and finish it. `points` are typed at each step. `is_out`: the table said who.

    `may_lack_steps`: the plain form may be all that is left, without a server and in a browser that forgets files.
    """
    phone.at(COUNTING)
    if may_lack_steps and phone.value(FIRST_STEP_OR_NONE) == "none":
        phone.tap("label", "Ann went out")
        for name, typed in points.items():
            if typed:
                phone.write(f"[name='{name}']", typed)
    else:
        if not is_out:
            at_step(phone, "table.ended")
            phone.tap("label", "Ann went out")
        for step, typed in points.items():
            at_step(phone, step)
            phone.type(typed)
            phone.tap("[data-next]")
        at_step(phone, "check")
        phone.sees("Cards melded", "#receipt")
    phone.tap("button", "Finish the round")


def books(phone: Phone, number: str, kind: str = "clean") -> None:
    """Wait until the first team's books show this number."""
    phone.value("(name, number) => document.getElementsByName(name)[0]?.value === number", f"team1.{kind}", number)


def at_step(phone: Phone, step: str) -> None:
    phone.value("(step) => document.documentElement.dataset.at === step", step)


def has_jobs(phone: Phone, number: int) -> None:
    """Wait until the phone has stored this number of unsent changes, in its database or as notes.

    The database of WebKit 2.38 stays locked if a page is left in the moment in which a transaction begins.
    """
    phone.value(f"async (number) => Math.max(await ({WAITING_JOBS})(), 0) + {NOTES} === number", number)
