"""Lose the whole host at random moments while Litestream replicates the club: a phone plays on from the replica.

Litestream runs with the configuration of docs/hosting.md. Server and Litestream are killed with -9 and the club's
folder is removed: in the middle of play, while the table pauses, after a stop. Both files are restored in a new folder
with the commands of docs/hosting.md, `scorepad doctor` must say that all is well, and the phone continues there. It
resends its last form, as if the answer was lost. Only the newest acknowledged forms may be missing, without gaps, and
none older than a second. No entry number that a phone may have seen may be reused.
"""

import random
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from bench.proofs.common import arguments, doctor, running, verdict
from bench.proofs.phones import HUNG_UP, Phone, Player, begin, wrong_entries
from scorepad import paths
from scorepad.store.engine import sqlite3
from tests.hosting.programs import example, output, program, replace, restore
from tests.support import server
from tests.support.waiting import until

LOSSES, SHORT = 30, 2
MAX_SECONDS = 1.0
KINDS = ("started again", "playing", "idle", "after a pause", "stopped")
LONGEST_PAUSE = 6.0
"""Seconds; the log is checkpointed after three."""

MAX_FORMS = 12


@dataclass(slots=True)
class Host:
    """An instance folder that Litestream replicates, and the server on it if it runs."""

    home: Path
    replica: Path
    faults: list[str]
    lost_at: float = 0.0
    _replicating: subprocess.Popen[bytes] | None = None
    _serving: ExitStack = field(default_factory=ExitStack)
    _kill: Callable[[], None] = lambda: None

    def serve(self, player: Player) -> None:
        """Start the server, and point the phone at it."""
        running_server = self._serving.enter_context(running(self.home, self.faults))
        self._kill = running_server.kill
        player.phone.hang_up()
        player.phone.port = running_server.port

    def stop(self) -> None:
        """Stop the server, as for an update. Litestream keeps running."""
        self._serving.close()

    @property
    def _socket(self) -> Path:
        return self.home.with_name("ls.sock")

    def replicate(self) -> None:
        """Start Litestream, and wait until it has replicated everything."""
        config = self.home.with_name("litestream.yml")
        changes = {
            "/run/litestream/litestream.sock": str(self._socket),
            "/var/lib/scorepad/clubs": str(self.home),
            "/media/replica/clubs": str(self.replica),
            "recursive: true": "recursive: false",
        }
        config.write_text(replace(example("yaml", "dbs:"), changes))
        self._socket.unlink(missing_ok=True)
        command = [program("litestream"), "replicate", "-config", str(config)]
        self._replicating = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        for name in (paths.CLUB, paths.ACCESS):
            # Not in its first second: Litestream would lose the lock that keeps others from emptying the log.
            until(lambda own=f".{name}-litestream": any(self.home.glob(f"{own}/ltx/0/*.ltx")))
            output(program("litestream"), "sync", "-wait", "-socket", str(self._socket), str(self.home / name))

    def lose(self) -> None:
        """Kill server and Litestream, and move the folder away."""
        self.lost_at = time.monotonic()
        assert self._replicating
        self._replicating.kill()
        self._kill()
        self._replicating.wait()
        self.home.rename(self.home.with_name("lost"))

    def restore(self) -> "Host":
        """Restore both files and the key on a new host."""
        lost = self.home.with_name("lost")
        self.home.mkdir(mode=0o700)
        restore(self.home, self.replica)
        shutil.copy(lost / "secret-key", self.home)
        return Host(self.home, self.replica, self.faults)


@dataclass(slots=True)
class Evening:
    """A phone that plays through all losses, and the counts."""

    player: Player
    faults: list[str]
    answered: dict[str, float] = field(default_factory=dict)
    last: str = ""
    missing: int = 0
    asked: int = 0
    longest: float = 0.0

    def play(self, forms: int) -> None:
        """Send forms, each of which must succeed. Raises one of HUNG_UP."""
        for _ in range(forms):
            status = self._send()
            self.faults += [f"a form was answered {status}"] * (status != 303)

    def _send(self) -> int:
        """Send the waiting form, or else the next. If it is acknowledged, store the time."""
        key, body, _ = self.player.prepare()
        status = self.player.play().status
        if status == 303:
            self.answered[key] = time.monotonic()
            self.last = body
        return status

    def play_until_lost(self, host: Host) -> None:
        """Play, and lose the host at a random moment."""
        timer = threading.Timer(random.uniform(0, 1), host.lose)
        timer.start()
        try:
            while True:
                self.play(1)
        except HUNG_UP:
            pass
        finally:
            timer.join()

    def lose(self, host: Host, kind: str) -> None:
        """Play on a host until it is lost."""
        self.play(random.randint(1, MAX_FORMS))
        if kind == "idle":
            time.sleep(random.uniform(0, LONGEST_PAUSE))
        elif kind == "after a pause":
            time.sleep(random.uniform(LONGEST_PAUSE / 2, LONGEST_PAUSE))
        elif kind == "stopped":
            host.stop()
            time.sleep(random.uniform(0, LONGEST_PAUSE / 3))
        elif kind == "started again":
            host.stop()
            host.serve(self.player)
        if kind in ("idle", "stopped"):
            host.lose()
        else:
            self.play_until_lost(host)
        host.stop()

    def compare(self, host: Host) -> None:
        """Find what is missing in the restored file, and forget that it was acknowledged."""
        kept = _keys(host.home)
        here = [key in kept for key in self.answered]
        if here != sorted(here, reverse=True):
            self.faults.append("a form is missing that was acknowledged before another that is there")
        for key in [key for key in self.answered if key not in kept]:
            self.missing += 1
            self.longest = max(self.longest, host.lost_at - self.answered.pop(key))
            del self.player.acknowledged[key]

    def go_on(self, home: Path) -> None:
        """Resend the last form, as if its answer was lost, then the waiting one, then the next."""
        waiting, *_ = self.player.prepare()
        again = self.player.phone.ask("POST", f"{self.player.table}/rounds/1/edit", self.last)
        for status in (again.status, self._send()):
            # The page asks if a form had seen an entry that is missing.
            self.asked += status == 422
            self.faults += [f"a form that waited was answered {status}"] * (status not in (303, 422))
        if waiting in self.answered and waiting not in _keys(home):
            # Its changes were restored, and a form that changes nothing leaves no entry.
            del self.answered[waiting], self.player.acknowledged[waiting]
        self.player.give_up()
        self.play(1)


def _column(home: Path, name: str) -> list[str]:
    with closing(sqlite3.connect(home / paths.CLUB)) as db:
        return [row[0] for row in db.execute(f"SELECT {name} FROM entry ORDER BY seq")]


def _keys(home: Path) -> set[str]:
    """Return the keys of the forms in a club's file."""
    return {key[:32] for key in _column(home, "key")}


def _go_on(host: Host, evening: Evening) -> Host:
    """Restore the host, check it, and serve it to the phone."""
    lost = host.home.with_name("lost")
    seen = _column(lost, "seq")[-1]
    again = host.restore()
    evening.compare(host)
    shutil.rmtree(lost)
    kept = len(_column(again.home, "seq"))
    objection = doctor(again.home)
    evening.faults += [objection] * bool(objection)
    again.serve(evening.player)
    evening.go_on(again.home)
    numbers = _column(again.home, "seq")[kept:]
    evening.faults += [f"entry {min(numbers)} has a number that phones have seen"] * (min(numbers) <= seen)
    return again


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(LOSSES, SHORT, "losses of a host that is replicated")
    random.seed(asked.seed)
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
        host = Host(Path(folder) / "home", Path(folder) / "replica", faults)
        server.let_owners_in(host.home)
        evening = Evening(Player(Phone(0), ""), faults)
        host.serve(evening.player)
        evening.player.table = begin(evening.player.phone)
        for number in range(asked.count):
            host.replicate()
            evening.lose(host, KINDS[number % len(KINDS)])
            host = _go_on(host, evening)
        host.stop()
        entries, lost, doubled, half = wrong_entries(host.home, [evening.player])
    faults += [f"{lost} lost, {doubled} doubled, {half} half"] * bool(lost or doubled or half)
    faults += [f"{evening.longest:.2f} s are missing"] * (not asked.short and evening.longest > MAX_SECONDS)
    figures: dict[str, object] = {"losses": asked.count, "acknowledged forms": len(evening.answered) + evening.missing}
    figures |= {
        "of them missing": evening.missing,
        "asked about": evening.asked,
        "entries": entries,
        "doubled": doubled,
        "half": half,
    }
    if not asked.short:
        figures["ms at most before a loss"] = f"{evening.longest * 1000:.0f}"
    return verdict("restore", figures, faults)


if __name__ == "__main__":
    raise SystemExit(main())
