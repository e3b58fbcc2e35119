"""Flip random bytes in the closed file of a club of three played games, half of them in text, and open every page.

In this process, through `create_app` and the test client: a server for each flip would prove the same. Every page must
answer, none with 500, and a game that works must not be named as damaged. A flip in text may take down one game, and
no other while the list of games can be read. The list reads what stands, and a table also its log: a fault in the log
alone is named by the table only, which is counted, and by `scorepad doctor`, which must find whatever breaks a game. A
file that is refused as a whole is refused with a sentence.
"""

import logging
import random
import re
import shutil
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from bench.proofs.common import arguments, verdict
from scorepad.paths import ACCESS, CLUB
from scorepad.store import Access, Role, StoreError
from scorepad.store.file.doctor import examine
from scorepad.web import create_app
from scorepad.web.access.permissions import COOKIE
from scorepad.web.games.game_list import DAMAGED
from tests.web.driving import OUT_FIRST, Visitor

FLIPS, SHORT = 500, 40
GAMES = 3
TEXT = re.compile(rb"[ -~]{4,}")
PAGES = ("/", "/league", "/people", "/seasons", "/phones", "/games/new/partnership")
OF_A_GAME = ("", "/history", "/board", "/rounds/1", "/result")


def main() -> int:
    """Print the line. Returns 0 if the claim holds."""
    asked = arguments(FLIPS, SHORT, "random byte flips in the closed file")
    logging.disable()  # The tracebacks that belong into the server's log.
    draw = random.Random(asked.seed)
    counts: Counter[str] = Counter()
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as made:
        token = _make(Path(made))
        whole = (Path(made) / CLUB).read_bytes()
        text = [at for run in TEXT.finditer(whole) for at in range(*run.span())]
        for number in range(asked.count):
            at = draw.choice(text) if number % 2 else draw.randrange(len(whole))
            flipped = bytearray(whole)
            flipped[at] ^= draw.randrange(1, 256)
            with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
                shutil.copytree(made, folder, dirs_exist_ok=True)
                (Path(folder) / CLUB).write_bytes(flipped)
                found = _look(Path(folder), token, counts, in_text=bool(number % 2))
            faults += [f"byte {at} made {flipped[at]}: {fault}" for fault in found]
    figures = {"flips": asked.count, "of them in text": asked.count // 2}
    figures |= {name: counts[name] for name in ("pages", "answers of 500", "pages with a sentence instead")}
    figures |= {
        name: counts[name]
        for name in ("games named as damaged", "named by their table only", "files refused as a whole")
    }
    return verdict("damage", figures, faults)


def _make(folder: Path) -> str:
    """A club of three games with a finished round each, closed. Returns the owner's token."""
    app = create_app(folder)
    visitor = Visitor(app)
    for game in range(GAMES):
        # A person whose name is damaged takes down the games of that person.
        seats = {f"seat{seat}": f"Player {game}{seat}" for seat in range(1, 5)}
        visitor.begin(**seats).play(1, **OUT_FIRST)
    visitor.get("/league")
    app.extensions["scorepad.club"].close()
    app.extensions["scorepad.access"].close()
    with closing(Access.open(folder / ACCESS)) as access:
        return access.let_in(None, Role.OWNER)


def _look(folder: Path, token: str, counts: Counter[str], *, in_text: bool) -> list[str]:
    """Open every page of a damaged club. Returns what is wrong."""
    try:
        app = create_app(folder)
    except StoreError:
        counts["files refused as a whole"] += 1
        return []
    client = app.test_client()
    client.set_cookie(COOKIE, token)
    games = [f"/games/{game}" for game in range(1, GAMES + 1)]
    asked = [*PAGES, *(game + page for game in games for page in OF_A_GAME)]
    answers = {path: client.get(path, follow_redirects=True) for path in asked}
    statuses = {path: answer.status_code for path, answer in answers.items()}
    counts["pages"] += len(answers)
    counts["answers of 500"] += sum(status == 500 for status in statuses.values())
    counts["pages with a sentence instead"] += sum(status == 503 for status in statuses.values())
    faults = [f"{path} answered {status}" for path, status in statuses.items() if status == 500]
    if statuses["/"] == 200:
        faults += _list_is_right(answers["/"].text, statuses, games, counts, in_text=in_text)
    club = app.extensions["scorepad.club"]
    if any(statuses[game] != 200 for game in games) and all(found.ok for found in examine(club)):
        faults.append("a game cannot be read, and `scorepad doctor` says that all is well")
    club.close()
    app.extensions["scorepad.access"].close()
    return faults


def _list_is_right(
    text: str, statuses: dict[str, int], games: list[str], counts: Counter[str], *, in_text: bool
) -> list[str]:
    """Compare the list of games with what their tables answered. Returns what is wrong."""
    items = text.split("<li")
    named = {game for game in games for item in items if f'"{game}"' in item and DAMAGED in item}
    broken = {game for game in games if statuses[game] != 200}
    counts["games named as damaged"] += len(named)
    counts["named by their table only"] += len(broken - named)
    faults = [f"{game} works, and is named as damaged" for game in named - broken]
    if in_text and len(broken) > 1:
        faults.append(f"took down {len(broken)} games")
    return faults


if __name__ == "__main__":
    raise SystemExit(main())
