"""Get Lighthouse's four mobile scores for each kind of page: `lighthouse.py [WORD]` selects some pages.

Needs node and Lighthouse: `npm install --global lighthouse`, or LIGHTHOUSE with the path of its command. If one of them
is missing, nothing is measured. Performance is simulated from one load, so the best of three runs counts: a busy
machine can only lower it.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import playing
from measure import report, status
from serving import OURS, Visitor, serving

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
BEST, RUNS = 100, 3
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"
SECONDS = 180

Figures = dict[str, int]


def main() -> int:
    """Print the scores of each page. Return 1 if one is below 100."""
    lighthouse = os.environ.get("LIGHTHOUSE") or shutil.which("lighthouse")
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    missing = [name for name, path in (("Lighthouse", lighthouse), ("Chromium", chromium)) if not path]
    if not lighthouse or not chromium:
        print(f"Missing: {', '.join(missing)}. Nothing was measured.")
        return 0
    with (
        tempfile.TemporaryDirectory() as club,
        serving(OURS, Path(club)) as server,
        Visitor(server.port, door=server.door) as visitor,
    ):
        wanted = sys.argv[1] if len(sys.argv) > 1 else ""
        for name, address in _pages(visitor).items():
            if wanted not in name:
                continue
            url = f"http://127.0.0.1:{server.port}{address}"
            figures, reasons = _figures([lighthouse, url], chromium, visitor.cookie)
            note = ", ".join(f"{category} {figure}" for category, figure in figures.items())
            report(f"lighthouse, {name}, missing to 4 × {BEST}", sum(BEST - f for f in figures.values()), 0, note)
            print(*(f"    {reason}" for reason in reasons), sep="\n", end="\n" if reasons else "")
    return status()


def _pages(visitor: Visitor) -> dict[str, str]:
    """Play a game up to its middle and another to its end, in a season. Return the addresses of the pages."""
    year = datetime.now(UTC).year
    season = {"name": "This year", "first_day": f"{year}-01-01", "last_day": "", "figure": "gained", "least": "1"}
    visitor.send(visitor.get("/league/seasons").text, "/league/seasons", season)
    over = playing.begin(visitor)
    playing.play(visitor, over)
    visitor.send(visitor.get(over).text, f"{over}/end", {"decision": "over"})
    table = playing.begin(visitor)
    playing.play(visitor, table)
    evening = re.findall(r"/evenings/([0-9-]{10})", visitor.get("/evenings").text)[0]
    counting = f"{table}/rounds/{playing.FINISHED + 1}/edit"
    return {
        "table": table,
        "counting": counting,
        "result": f"{over}/result",
        "first page": "/",
        "league": "/league",
        "league, people": "/people",
        "league, a person": "/people/1",
        "league, a pair": "/partners/1-3",
        "league, head to head": "/league/versus?one=1&other=2",
        "league, an evening": f"/evenings/{evening}",
        "league, a year": f"/league/year/{year}",
        "league, a season": "/league/seasons/1",
    }


def _figures(command: list[str], chromium: str, cookie: str) -> tuple[Figures, list[str]]:
    """Run Lighthouse up to three times. Return the best scores, and the failed audits of the last run."""
    best, reasons = dict.fromkeys(CATEGORIES, 0), []
    for _ in range(RUNS):
        result = _run(command, chromium, cookie)
        for category in CATEGORIES:
            best[category] = max(best[category], round(BEST * (result["categories"][category]["score"] or 0)))
        reasons = [*_reasons(result)]
        if min(best.values()) == BEST:
            return best, []
    return best, reasons


def _run(command: list[str], chromium: str, cookie: str) -> dict[str, dict[str, dict[str, float]]]:
    options = ["--quiet", "--output=json", f"--chrome-flags={FLAGS}", f"--only-categories={','.join(CATEGORIES)}"]
    headers = f"--extra-headers={json.dumps({'Cookie': cookie})}"
    environ = {**os.environ, "CHROME_PATH": chromium}
    done = subprocess.run(
        [*command, *options, headers], env=environ, stdout=subprocess.PIPE, timeout=SECONDS, check=True
    )
    return json.loads(done.stdout)


def _reasons(result: dict[str, dict[str, dict[str, float]]]) -> Iterator[str]:
    """Yield the failed audits that count towards the scores."""
    for category in CATEGORIES:
        for counted in result["categories"][category]["auditRefs"]:
            audit = result["audits"][counted["id"]]
            if counted["weight"] and audit["score"] is not None and audit["score"] < 1:
                yield f"{category}: {audit['title']} {audit.get('displayValue', '')}".rstrip()


if __name__ == "__main__":
    raise SystemExit(main())
