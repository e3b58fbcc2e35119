"""Change the closed file of a club of three games, a byte or a stored value at a time, and open every page.

This uses `create_app` and the test client, because a server for each fault would prove the same. Every page and every
form must be answered, none with 500, and a game that works must not be marked as damaged. A byte of text may break one
game, and no other while the list of games can be read. `scorepad doctor` must find everything that breaks a page; for
figures of the league the page itself says what to do. A file that is refused as a whole is refused with an explanation.
"""

import faulthandler
import logging
import re
import shutil
import signal
import tempfile
from collections import Counter
from pathlib import Path

from flask.testing import FlaskClient

from bench.proofs.common import arguments, verdict
from bench.proofs.damaging import GAMES, draw_faults, make, whereabouts
from scorepad.paths import CLUB
from scorepad.store import StoreError
from scorepad.store.file.doctor import examine
from scorepad.web import create_app
from scorepad.web.app import freshness
from scorepad.web.app.permissions import COOKIE
from scorepad.web.games.game_list import DAMAGED
from tests.support.speed import MEMORY, compile_once, is_suitable
from tests.support.waiting import PATIENCE

TIMES, SHORT = 750, 6
PAGES = (
    "/", "/bin", "/phones", "/games/new", "/games/new/partnership", "/rules/partnership", "/people", "/people/1",
    "/people/1/games", "/people/1/partners", "/people/1/badges",
    "/people/1/rules", "/people/1/year/2026", "/league/year/2026", "/league/clock", "/evenings", "/evenings/teams",
    "/people/1/edit", "/people/1/merge", "/people/13", "/people/1/forget", "/partners/1-3", "/league",
    "/league/records", "/league/versus?a=1&b=2", "/league/seasons", "/league/seasons/1", "/league/seasons/1/edit",
    *(f"/league/seasons/1/{leaf}" for leaf in ("months", "records", "nights", "sheet")),
)  # fmt: skip
OF_A_GAME = ("", "/history", "/result")
OF_THE_LAST = (
    "/board", "/story", "/rules", "/settings", "/scorer", "/invite", "/open", "/open?team=1&K.naturals=3", "/out",
    "/out?seat=1", "/rounds/1", "/rounds/2", "/rounds/2/edit", "/rounds/2/count/team1/melded",
    "/rounds/2/count/seat1/left",
)  # fmt: skip
FORMS = ("/undo", "/rounds/2/edit", "/rounds/2/settle", "/end", "/settings", "/rematch")
FIGURES = ("pages and forms", "answers of 500", "with a sentence instead", "games named as damaged",
    "named by their table only", "files refused as a whole")  # fmt: skip
INPUT = re.compile(r'name="([^"]*)" value="([^"]*)"')


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(TIMES, SHORT, "faults in the closed file")
    logging.disable()  # Hide the expected tracebacks of the server's log.
    faulthandler.register(signal.SIGVTALRM, chain=True)
    compile_once()
    freshness.WAIT = PATIENCE
    counts: Counter[str] = Counter()
    faults: list[str] = []
    memory = MEMORY if is_suitable(MEMORY) else None
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-", dir=memory) as made:
        token = make(Path(made))
        for number, fault in enumerate(draw_faults(Path(made), asked.seed, asked.count)):
            with tempfile.TemporaryDirectory(prefix="scorepad-proof-", dir=memory) as folder:
                shutil.copytree(made, folder, dirs_exist_ok=True)
                fault.apply(Path(folder) / CLUB)
                signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)  # A page that never finishes is a fault, too.
                objections = _look(Path(folder), token, counts, in_text=fault.in_text)
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if objections:
                where = whereabouts(Path(made) / CLUB, fault)
                faults += [f"fault {number}, {fault.words} ({where}): {objection}" for objection in objections]
    figures = {"changed bytes": asked.count - asked.count // 3, "changed values": asked.count // 3}
    return verdict("damage", figures | {name: counts[name] for name in FIGURES}, faults)


def _look(folder: Path, token: str, counts: Counter[str], *, in_text: bool) -> list[str]:
    """Open every page of a damaged club, and send its forms. Return the faults."""
    try:
        app = create_app(folder)
    except StoreError:
        counts["files refused as a whole"] += 1
        return []
    client = app.test_client()
    client.set_cookie(COOKIE, token)
    games = [f"/games/{game}" for game in range(1, GAMES + 1)]
    asked = [
        *PAGES,
        *(game + page for game in games for page in OF_A_GAME),
        *(games[-1] + page for page in OF_THE_LAST),
    ]
    answers = {path: client.get(path, follow_redirects=True) for path in asked}
    statuses = {path: answer.status_code for path, answer in answers.items()}
    faults = []
    if statuses["/"] == 200:
        faults += _list_is_right(answers["/"].text, statuses, games, counts, in_text=in_text)
    refused = [path for path, answer in answers.items() if answer.status_code == 503]
    unexplained = [path for path in refused if "league rebuild" not in answers[path].text]
    club = app.extensions["scorepad.club"]
    if unexplained and all(finding.ok for finding in examine(club)):
        faults.append(f"{unexplained[0]} cannot be read, and `scorepad doctor` says that all is well")
    statuses |= _send_forms(client, games[0], answers[games[0]].text)
    counts["pages and forms"] += len(statuses)
    counts["answers of 500"] += sum(status == 500 for status in statuses.values())
    counts["with a sentence instead"] += sum(status == 503 for status in statuses.values())
    club.close()
    app.extensions["scorepad.access"].close()
    return [f"{path} answered {status}" for path, status in statuses.items() if status == 500] + faults


def _send_forms(client: FlaskClient, game: str, table: str) -> dict[str, int]:
    """Send the forms of a game with the values of its table. Return their statuses by what was sent."""
    fields = dict(INPUT.findall(table)) | {"step": "team1.clean+1", "from": "table", "decision": "over"}
    statuses = {}
    for number, path in enumerate(FORMS):
        key = {"key": f"{number:032x}"}
        statuses[f"a form to {game}{path}"] = client.post(game + path, data=fields | key).status_code
    return statuses


def _list_is_right(
    text: str, statuses: dict[str, int], games: list[str], counts: Counter[str], *, in_text: bool
) -> list[str]:
    """Compare the list of games with the answers of their tables. Return the faults."""
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
