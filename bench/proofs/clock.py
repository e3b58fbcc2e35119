"""Step the clock of a running server, from -20,000 days to +10 years, while a phone taps and another one listens.

Every form must be recorded, even if its page was rendered before the step. The stream of a phone must report the taps,
a code that was shown before the step must let a phone in, and no page may be answered with 500.
"""

import http.client
import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bench.proofs.common import arguments, club_folder, doctor, running, verdict
from bench.proofs.phones import Phone, Player, begin, hidden, wrong_entries
from scorepad.paths import CLUB
from scorepad.store.engine import sqlite3
from scorepad.web.app.permissions import COOKIE
from tests.support.server import owner_token
from tests.support.waiting import PATIENCE

TIMES, SHORT = 10, 1
DAY = 86_400
STEPS = (-20_000 * DAY, -3_600, 0, 3_600, 3_650 * DAY)
"""Seconds to add to the time."""

STEPS_CLOCK = Path(__file__).parent / "clock_steps"
HOST = "scorepad.test"
"""Not this machine's own name, because a page at that name shows no codes."""

TAPS = 3
PAGES = ("/", "/league", "/league/seasons", "/people", "/phones", "{}", "{}/history", "{}/story", "{}/result")
DIGITS = re.compile(r'class="digits">([0-9 ]+)<')


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(TIMES, SHORT, "the clock steps while taps go on")
    faults: list[str] = []
    counts = dict.fromkeys(("steps of the clock", "pages", "events that came", "phones that a code let in"), 0)
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as aside, club_folder() as folder:
        offset = Path(aside) / "offset"
        offset.write_text("0")
        environment = {"PYTHONPATH": str(STEPS_CLOCK), "PROOF_CLOCK": str(offset), "SCOREPAD_HOSTS": HOST}
        with running(folder, faults, **environment) as server:
            player = Player(Phone(server.port), begin(Phone(server.port)))
            with _stream(server.port, player.table) as events:
                for step in [step for _ in range(asked.count) for step in STEPS]:
                    player.prepare()
                    digits = _shown_code(player)
                    offset.write_text(str(step))
                    faults += [f"{step:+,} s: {fault}" for fault in _look(player, digits, events, counts)]
        entries, lost, doubled, half = wrong_entries(folder, [player])
        years = _years(folder)
        objection = doctor(folder)
    faults += [f"{lost} lost, {doubled} doubled, {half} half"] * bool(lost or doubled or half)
    faults += [objection] * bool(objection) + ["the clock did not step"] * (len(years) < 3)
    figures: dict[str, object] = counts | {"acknowledged forms": len(player.acknowledged), "entries": entries}
    figures |= {"lost": lost, "doubled": doubled, "half": half, "years of entries": " ".join(years)}
    return verdict("clock", figures, faults)


def _look(player: Player, digits: str, events: Iterator[int], counts: dict[str, int]) -> list[str]:
    """Tap and open pages after a step. Return the faults."""
    faults = []
    for _ in range(TAPS):
        answer = player.play()
        faults += [f"a tap was answered {answer.status}"] * (answer.status != 303)
    for page in PAGES:
        status = player.phone.get(page.format(player.table)).status
        faults += [f"{page} was answered {status}"] * (status not in (200, 302))
    guest = Phone(player.phone.port, token="")
    came = guest.send(guest.get("/join").text, "/join", {"code": digits})
    is_in = came.status == 303 and guest.get(player.table).status == 200
    guest.hang_up()
    faults += [f"a code let no one in: {came.status}"] * (not is_in)
    latest = int(hidden(player.phone.get(player.table).text, "seen"))
    next(seq for seq in events if seq >= latest)
    counts["steps of the clock"] += 1
    counts["pages"] += len(PAGES)
    counts["events that came"] += 1
    counts["phones that a code let in"] += is_in
    return faults


def _shown_code(player: Player) -> str:
    page = player.phone.ask("GET", f"{player.table}/invite", Host=HOST)
    shown = DIGITS.search(page.text)
    return shown[1] if shown else ""


@contextmanager
def _stream(port: int, table: str) -> Iterator[Iterator[int]]:
    """Open the stream of another phone. Yield its events as the latest entry that each reports."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as wire:
        wire.request("GET", f"{table}/stream", headers={"Cookie": f"{COOKIE}={owner_token(1)}"})
        answer = wire.getresponse()
        yield (int(json.loads(line[6:])["mark"].partition(".")[0]) for line in answer if line.startswith(b"data: "))


def _years(folder: Path) -> list[str]:
    """Return the years in which entries were recorded, by the server's clock."""
    with closing(sqlite3.connect(folder / CLUB)) as db:
        return [year for (year,) in db.execute("SELECT DISTINCT substr(at, 1, 4) FROM entry ORDER BY 1")]


if __name__ == "__main__":
    raise SystemExit(main())
