"""Lose one of two hosts in play: the other one restores its clubs and serves them, within a minute.

Each host has its own clubs, whose files Litestream replicates. Caddy routes each club's prefix to its host. A phone
plays in every club, over https. Scorepad and Litestream of the first host are killed with -9, and its folder is
removed. The commands of docs/hosting.md restore its clubs on the other host, which keeps serving meanwhile, and Caddy
gets the new paths. The time is measured from the kill until every club's page is back. Nothing may be missing that was
acknowledged before the last completed replication, and each phone plays on with its cookie.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.proofs.common import arguments, running, verdict
from bench.proofs.phones import HUNG_UP
from scorepad import paths
from scorepad.serving import invite_links
from scorepad.store import Club
from tests.hosting.programs import CERTIFICATE, OPTIONS, Phone, example, output, program, replace
from tests.hosting.programs import running as running_program
from tests.hosting.test_two_hosts import NAME
from tests.support.waiting import until
from tests.web.driving import filled
from tests.web.hosting import make_club

CLUBS, SHORT = 12, 2
MAX_SECONDS = 60.0
TAPS = 10
FILES = (paths.CLUB, paths.ACCESS)


@dataclass
class Host:
    """A machine: an instance folder, Scorepad, and Litestream with its own folder in the replica."""

    folder: Path
    name: str
    key: Path
    clubs: list[str]
    stack: ExitStack = field(default_factory=ExitStack)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.home = self.folder / self.name
        for club in self.clubs:
            make_club(self.home, club)
        shutil.copy(self.key, self.home)
        for club in self.clubs:
            invite_links.link_path(self.home, slug=club)
        settings = {"SCOREPAD_PROXIES": "1", "SCOREPAD_HOSTS": NAME}
        self.server = self.stack.enter_context(running(self.home, self.faults, **settings))
        changes = {
            "/run/litestream/litestream.sock": str(self.socket),
            "/var/lib/scorepad/clubs": str(self.home / paths.CLUBS),
            "/media/replica/clubs": str(self.replica),
        }
        config = self.folder / f"{self.name}.yml"
        config.write_text(replace(example("yaml", "dbs:"), changes))
        command = [program("litestream"), "replicate", "-config", str(config)]
        self.litestream = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        self.stack.callback(self._end_litestream)

    @property
    def socket(self) -> Path:
        return self.folder / f"{self.name}.sock"

    @property
    def replica(self) -> Path:
        return self.folder / "replica" / self.name

    def replicate(self, club: str) -> None:
        """Wait until the replica has everything in a club."""
        for name in FILES:
            file = paths.club_dir(self.home, club) / name
            # Not in its first second, see docs/hosting.md.
            until(lambda file=file: any(file.parent.glob(f".{file.name}-litestream/ltx/0/*.ltx")))
            output(program("litestream"), "sync", "-wait", "-socket", str(self.socket), str(file))

    def lose(self) -> None:
        """Kill everything, and move the folder away."""
        self.server.kill()
        self.litestream.send_signal(signal.SIGKILL)
        self.home.rename(self.home.with_name("lost"))

    def take_over(self, club: str, other: "Host") -> None:
        """Restore a club of another host, with the commands of the docs."""
        changes = {
            "litestream restore": f"{program('litestream')} restore",
            "/var/lib/scorepad": str(self.home),
            "/media/replica/first": str(other.replica),
            "thursday": club,
        }
        output("sh", "-ec", replace(example("sh", "restoring"), changes))

    def _end_litestream(self) -> None:
        self.litestream.kill()
        self.litestream.wait()


@contextmanager
def caddy(folder: Path, listener: socket.socket) -> Iterator[Path]:
    """Run Caddy with the Caddyfile in a folder. Yield the certificate of its authority."""
    command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with running_program(command, "certificate obtained successfully", listener):
        yield folder / "caddy/pki/authorities/local/root.crt"


def write_caddyfile(folder: Path, listener: socket.socket, first: int, second: int, clubs: list[str]) -> None:
    """Write the Caddyfile of the docs, with these clubs at the second host."""
    origin = f"https://{NAME}:{listener.getsockname()[1]}"
    text = re.sub(
        "path /c/friday .*", "path " + " ".join(f"/c/{c} /c/{c}/*" for c in clubs), example("caddy", "@second")
    )
    certificate = CERTIFICATE.format(socket=listener.fileno())
    changes = {f"{NAME} {{\n": f"{origin} {certificate}", "127.0.0.1:8484": f"127.0.0.1:{first}"}
    text = replace(text, changes | {"10.0.0.2:8484": f"127.0.0.1:{second}"})
    admin = f"admin unix/{folder / 'admin.sock'}"
    options = OPTIONS.format(storage=folder / "caddy").replace("admin off", admin)
    (folder / "Caddyfile").write_text(options + text)


def reload_caddy(folder: Path) -> None:
    admin = ["--address", f"unix/{folder / 'admin.sock'}"]
    output(program("caddy"), "reload", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile"), *admin)


@dataclass
class Player:
    """A phone in a club, and the acknowledged number of books at its table."""

    club: str
    phone: Phone
    table: str = ""
    taps: int = 0

    def begin(self, home: Path) -> None:
        assert self.phone.get(invite_links.link_path(home, slug=self.club)).status == 200
        form = self.phone.get(f"/c/{self.club}/games/new/partnership").form()
        seats = {name: f"Player {name}" for name in form.names if name.startswith("seat")}
        page = self.phone.send(form.action, filled(form, seats))
        self.table = page.form("/starter").action.removesuffix("/starter")

    def tap(self, times: int) -> None:
        """Add books. Each tap must be answered with the table."""
        for _ in range(times):
            form = self.phone.get(self.table).form("/edit")
            page = self.phone.send(form.action, form.fields | {"step": "team1.clean+1"})
            assert page.status == 200
            self.taps += 1

    @property
    def is_served(self) -> bool:
        try:
            page = self.phone.get(self.table)
        except HUNG_UP:
            # With its new configuration, Caddy closes connections of the old one.
            return False
        # A phone without access gets the front page.
        return page.status == 200 and any(form.action.endswith("/edit") for form in page.forms)

    def kept(self, home: Path) -> int:
        """Return how many books the file of the club has."""
        with Club.open(paths.club_dir(home, self.club) / paths.CLUB) as club:
            cell = club.cells(1).get((1, "team1", "clean"))
        return int(cell.value["n"]) if cell and isinstance(cell.value, dict) else 0


def _secret_key(folder: Path) -> Path:
    """Create a key for both hosts, so that links and phones stay valid."""
    key = folder / "secret-key"
    key.write_text(os.urandom(32).hex())
    key.chmod(0o600)
    return key


def lose_one(folder: Path, count: int) -> tuple[dict[str, object], list[str]]:
    """Play, lose the first host, and play on. Return the figures, and the faults."""
    clubs = [f"club-{number}" for number in range(count)]
    key = _secret_key(folder)
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        first, second = Host(folder, "first", key, clubs), Host(folder, "second", key, ["friday"])
        for host in (first, second):
            stack.enter_context(host.stack)
        write_caddyfile(folder, listener, first.server.port, second.server.port, second.clubs)
        authority = stack.enter_context(caddy(folder, listener))
        origin = f"https://{NAME}:{listener.getsockname()[1]}"
        players = [Player(club, Phone(origin, authority)) for club in (*clubs, "friday")]
        for player in players:
            player.begin((second if player.club == "friday" else first).home)
            player.tap(TAPS)
        for club in clubs:
            first.replicate(club)
        replicated = {player.club: player.taps for player in players}
        for player in players:
            player.tap(TAPS // 2)
        acknowledged = sum(player.taps for player in players[:-1])
        start = time.monotonic()
        first.lose()
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(lambda club: second.take_over(club, first), clubs))
        write_caddyfile(folder, listener, first.server.port, second.server.port, [*clubs, "friday"])
        reload_caddy(folder)
        until(lambda: all(player.is_served for player in players))
        seconds = time.monotonic() - start
        kept = {player.club: player.kept(second.home) for player in players}
        faults = [f"{club} has {kept[club]} of {taps}" for club, taps in replicated.items() if kept[club] < taps]
        missing = acknowledged - sum(kept[club] for club in clubs)
        for player in players:
            player.tap(1)
        faults += [f"{p.club} did not go on" for p in players if p.kept(second.home) != kept[p.club] + 1]
    faults += second.faults
    figures: dict[str, object] = {"clubs": count, "acknowledged taps": acknowledged, "of them missing": missing}
    faults += [f"it took {seconds:.0f} s"] * (seconds > MAX_SECONDS and count > SHORT)
    return figures | {"seconds until all are served": f"{seconds:.1f}"}, faults


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(CLUBS, SHORT, "clubs of a host that is lost")
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
        return verdict("two_hosts", *lose_one(Path(folder), asked.count))


if __name__ == "__main__":
    raise SystemExit(main())
