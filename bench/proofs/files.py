"""Break the files and the disk of a running server while a phone taps: nothing acknowledged may be lost.

In turn: the log is deleted, the main file is moved away and back, no file may grow (RLIMIT_FSIZE, Linux only), the disk
is full, and the folder is read-only, also after the log was deleted. The last three need a separate disk, and are
skipped if the script may not mount one; the line says so. A refused tap must be a page that says why, and no page may
be answered with 500. While the disk is full, /healthz must say so. After each fault the same server must accept taps
again, without a restart. Started on a read-only disk, a server shows its
pages and refuses taps. At the end `scorepad doctor` must
say that all is well.
"""

import html
import re
import resource
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from bench.proofs import mounts
from bench.proofs.common import Running, arguments, club_folder, doctor, running, verdict
from bench.proofs.phones import Answer, Phone, Player, begin, wrong_entries
from scorepad.paths import CLUB
from tests.support.waiting import until

TIMES, SHORT = 100, 1
TAPS = 4
"""Taps before, during and after a fault."""

PAGES = ("/", "/league", "/people", "{}")
SENTENCE = re.compile(
    r"was moved or replaced while|disk is full|The disk failed while|Not saved yet|cannot be opened|disk is read-only"
)


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(TIMES, SHORT, "files, room and rights taken away while taps go on")
    is_own_disk = mounts.may_mount()
    faults: list[str] = []
    refused: Counter[str] = Counter()
    with ExitStack() as stack:
        folder = stack.enter_context(club_folder(mounts.small_disk if is_own_disk else None))
        tried = {name: fault for name, fault in FAULTS.items() if is_own_disk or name not in ON_OWN_DISK}
        with running(folder, []) as server:
            player = Player(Phone(server.port), begin(Phone(server.port)))
            for number in range(asked.count):
                for name, fault in tried.items():
                    _tap(player, faults)
                    heal = fault(folder, server)
                    refused[name] += _try(player, name, faults)
                    is_watched = name == WATCHED and not number
                    _wait_for_health(player, 503, is_watched)
                    heal()
                    until(lambda: player.play().status == 303)
                    _wait_for_health(player, 200, is_watched)
            player.phone.hang_up()
        faults += _start_read_only(folder, player) if is_own_disk else []
        entries, lost, doubled, half = wrong_entries(folder, [player])
        objection = doctor(folder)
    faults += [f"{lost} lost, {doubled} doubled, {half} half"] * bool(lost or doubled or half)
    faults += [objection] * bool(objection)
    faults += [
        f"{name}: refused nothing, so it proved nothing" for name in tried if name in REFUSING and not refused[name]
    ]
    figures: dict[str, object] = {f"times each of {len(tried)} faults": asked.count}
    figures |= {"acknowledged forms": len(player.acknowledged), "entries": entries}
    figures |= {"lost": lost, "doubled": doubled, "half": half}
    figures |= {f"refused {name}": refused[name] for name in tried}
    left_out = {} if is_own_disk else {"full disk and read-only folder": "this user may not mount a disk for a"}
    return verdict("files", figures | left_out, faults)


def _tap(player: Player, faults: list[str]) -> None:
    for _ in range(TAPS):
        status = player.play().status
        faults += [f"a tap on sound files was answered {status}"] * (status != 303)


def _try(player: Player, name: str, faults: list[str]) -> int:
    """Tap and open pages during a fault. Return how many taps were refused; each must say why."""
    refused = 0
    for _ in range(TAPS):
        player.prepare()
        answer = player.play()
        if answer.status != 303:
            refused += 1
            faults += [f"{name}: {unclear}" for unclear in _unclear(answer)]
    for page in PAGES:
        status = player.phone.get(page.format(player.table)).status
        faults += [f"{name}: {page} was answered {status}"] * (status not in (200, 503))
    return refused


def _wait_for_health(player: Player, status: int, is_watched: bool) -> None:
    if is_watched:
        until(lambda: player.phone.get("/healthz").status == status)


def _unclear(answer: Answer) -> list[str]:
    text = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())
    clear = answer.status == 503 and SENTENCE.search(text)
    return [] if clear else [f"a refusal says {answer.status}: {text[:300]}"]


def _start_read_only(folder: Path, player: Player) -> list[str]:
    """Start a server on a read-only disk, which must show pages and refuse taps, and again when it is writable."""
    mounts.make_read_only(folder)
    with running(folder, []) as server:
        player.phone.port = server.port
        player.prepare()
        faults = [f"a tap on a read-only disk: {unclear}" for unclear in _unclear(player.play())]
        statuses = {page: player.phone.get(page.format(player.table)).status for page in PAGES}
        player.phone.hang_up()
    faults += [
        f"on a read-only disk {page} was answered {status}" for page, status in statuses.items() if status != 200
    ]
    mounts.make_writable(folder)
    with running(folder, []) as server:
        player.phone.port = server.port
        status = player.play().status
        player.phone.hang_up()
    return faults + [f"a tap after a start on a read-only disk was answered {status}"] * (status != 303)


def _delete_the_log(folder: Path, server: Running) -> Callable[[], None]:
    folder.joinpath(f"{CLUB}-wal").unlink()
    return lambda: None


def _move_the_file(folder: Path, server: Running) -> Callable[[], None]:
    away = folder / "moved away"
    (folder / CLUB).rename(away)

    def heal() -> None:
        away.rename(folder / CLUB)

    return heal


def _let_no_file_grow(folder: Path, server: Running) -> Callable[[], None]:
    """Limit the size of files to the current size of the log."""
    soft, hard = resource.prlimit(server.process, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process, resource.RLIMIT_FSIZE, (1, hard))

    def heal() -> None:
        resource.prlimit(server.process, resource.RLIMIT_FSIZE, (soft, hard))

    return heal


def _fill_the_disk(folder: Path, server: Running) -> Callable[[], None]:
    mounts.fill(folder / "ballast")
    return (folder / "ballast").unlink


def _make_read_only(folder: Path, server: Running) -> Callable[[], None]:
    """Make the folder read-only. Open files stay writable: Linux makes no disk read-only under a writing program."""
    view = ExitStack()
    view.enter_context(mounts.read_only_view(folder))
    return view.close


def _delete_the_log_and_make_read_only(folder: Path, server: Running) -> Callable[[], None]:
    _delete_the_log(folder, server)
    return _make_read_only(folder, server)


FAULTS = {
    "without the log": _delete_the_log,
    "without the file": _move_the_file,
    "where no file may grow": _let_no_file_grow,
    "on a full disk": _fill_the_disk,
    "in a read-only folder": _make_read_only,
    "without the log in a read-only folder": _delete_the_log_and_make_read_only,
}
ON_OWN_DISK = tuple(FAULTS)[3:]
WATCHED = "on a full disk"
"""The fault that `/healthz` must report, once, because its answer is cached for some seconds."""
REFUSING = [name for name in FAULTS if name not in ("without the log", "in a read-only folder")]


if __name__ == "__main__":
    raise SystemExit(main())
