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
from scorepad.store import Club
from tests.browser.engines import Engine, Phone
from tests.browser.phone import WAITING_JOBS
from tests.support.server import FROM_CHECKOUT, environment, link, start

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

PLUS = '[aria-label="Red books: one more"]'
BLACK = PLUS.replace("Red", "Black")
LEAVING = {
    "by a link": lambda phone, table: phone.tap("#steps a"),
    "by reloading": lambda phone, table: phone.run("() => { setTimeout(() => location.reload()); }"),
    "by an address": lambda phone, table: phone.open(table),
    # To the table, past the step before.
    "by going back": lambda phone, table: phone.run("() => { setTimeout(() => history.go(-2)); }"),
}


class Server:
    """A server that can be killed and started again at its address."""

    def __init__(self, home: Path) -> None:
        self.home, self._environ = home, environment(SCOREPAD_INSTANCE=str(home))
        self._stack = ExitStack()
        self._start(0)

    def _start(self, port: int) -> None:
        running = start(self._environ, FROM_CHECKOUT, subprocess.DEVNULL, "--here", "--link", port=port)
        self.process = self._stack.enter_context(running)
        self.link = link(self.process)
        self.url = self.link.partition("/in/")[0]

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """While it is frozen, the server answers no one."""
        os.killpg(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self.process.pid, signal.SIGCONT)

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        self._start(urlsplit(self.url).port)

    def close(self) -> None:
        self._stack.close()


class Journeys:
    """Four journeys in `engine`."""

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
            phone.open(server.link)
            phone.at("/")
            yield phone

    def test_an_evening_from_the_owners_link_to_the_finish_with_an_undo(self, phone, server):
        begin(phone, server)
        for number in (1, 2):
            phone.tap(PLUS)
            books(phone, str(number))
            phone.sees(f"{number - 1} → {number}", "form.undo button")
        phone.tap(".undo button", "Undo")
        books(phone, "1")
        phone.tap(BLACK)
        phone.tap("a", "Count the round")
        phone.at(COUNTING)
        count(phone, COUNTED)
        phone.at(r"/games/\d+")
        phone.sees("Round 2")
        phone.tap("summary", "This game")
        phone.tap("summary", "End the game here")
        phone.tap("button", "Yes, end it")
        phone.sees("Ann & Carla win", "h1")

    def test_leaving_a_count_early_loses_nothing_and_the_phone_still_stores(self, phone, server):
        table = begin(phone, server)
        for times, (way, leave) in enumerate(LEAVING.items(), start=1):
            phone.open(table)
            phone.at(r"/games/\d+")
            phone.tap("a", "Count the round")
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
            phone.value("(text) => document.getElementsByName('team1.melded')[0].value === text", f"35{times}")
            phone.open(table)
            phone.at(r"/games/\d+")
            has_jobs(phone, 0)
            with server.frozen():
                phone.tap(PLUS)
                has_jobs(phone, 1)
            has_jobs(phone, 0)
        books(phone, "4")

    def test_a_server_killed_and_restarted_loses_no_tap_of_two_phones(self, phone, server):
        table = begin(phone, server)
        with self.engine.phone() as other:
            other.open(server.link)
            other.at("/")
            other.open(table)
            other.at(r"/games/\d+")
            server.kill()
            phone.tap(PLUS)
            other.tap(BLACK)
            for one in (phone, other):
                one.sees("1 change waits: no connection", "[data-waiting]")
                has_jobs(one, 1)
            server.restart()
            for one in (phone, other):
                books(one, "1")
                books(one, "1", "dirty")
                one.value("() => document.querySelector('[data-waiting]').hidden")
            for one in (phone, other):
                one.open(table)
                books(one, "1")
                books(one, "1", "dirty")

    def test_a_round_counted_without_the_server_arrives_once(self, phone, server):
        table = begin(phone, server)
        phone.value(KEPT)
        server.kill()
        phone.tap(PLUS)
        phone.tap(BLACK)
        phone.tap("a", "Count the round")
        count(phone, COUNTED)
        phone.sees("wait: no connection", "[data-waiting]")
        phone.tap("#steps a")
        phone.at(r"/games/\d+")
        phone.sees("The finished round is among them.", "[data-waiting]")
        server.restart()
        phone.sees("Round 2")
        phone.value("() => document.querySelector('[data-waiting]').hidden")
        has_jobs(phone, 0)
        with closing(Club.open(server.home / paths.CLUB)) as club:
            entries = [entry for entry in club.history(int(table.rpartition("/")[2])) if entry.round == 1]
        assert {entry.status for entry in entries} == {"applied"}
        counted = Counter((entry.place, entry.field) for entry in entries)
        assert counted["table", "finished"] == 1
        assert max(counted.values()) == 1, counted


def begin(phone: Phone, server: Server) -> str:
    """Begin a game from the club's first page. Return the URL of its table."""
    phone.open(server.url)
    phone.at("/")
    phone.tap("main a, .bottom a", "game")
    phone.at("/games/new")
    for reply in ("One clean, one dirty", "Yes, but a no does not stop you", "Yes, for an exact cut"):
        phone.tap("a", reply)
    phone.tap("a", "Play Partnership")
    phone.at("/games/new/.+")
    for seat, name in enumerate(PLAYERS, start=1):
        phone.write(f"[name=seat{seat}]", name)
    phone.tap("label", "Bob")
    phone.tap("button", "Begin the game")
    phone.at(r"/games/\d+")
    return phone.run("() => location.origin + location.pathname")


def count(phone: Phone, points: dict[str, str]) -> None:
    """Count a round that Ann ended, and finish it. `points` are what is typed at each step."""
    phone.at(COUNTING)
    phone.tap("label", "Ann went out")
    for step, typed in points.items():
        at_step(phone, step)
        phone.type(typed)
        phone.tap("[data-next]")
    at_step(phone, "check")
    phone.tap("button", "Finish the round")


def books(phone: Phone, number: str, kind: str = "clean") -> None:
    """Wait until the first team's books show this number."""
    phone.value("(name, number) => document.getElementsByName(name)[0]?.value === number", f"team1.{kind}", number)


def at_step(phone: Phone, step: str) -> None:
    phone.value("(step) => document.documentElement.dataset.at === step", step)


def has_jobs(phone: Phone, number: int) -> None:
    """Wait until the phone has stored this number of unsent changes."""
    phone.value(f"async (number) => await ({WAITING_JOBS})() === number", number)
