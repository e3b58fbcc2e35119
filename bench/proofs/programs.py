"""Hand our files to other programs, and import what they save: the same games must come back.

Asked are LibreOffice, gnumeric, khal and promtool where they are installed, SheetJS and exceljs where npm is, and
libraries of Python, which pip installs into a temporary folder. What is missing is named.
"""

import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.proofs.common import SKIPPED, verdict
from scorepad import paths
from scorepad.exchange.exports import EXPORTS, no_report, write_file
from scorepad.exchange.exports.spreadsheets import games_table, rounds_table
from scorepad.exchange.imports import pipeline
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.plan import Decisions, Refused
from scorepad.store import Club
from tests.support.server import environment, get, serving

LONGEST = 600
"""Seconds that a program may take."""

PAST = """\
Date,Round,Rules,Team 1,Team 2,Points 1,Points 2
2019-05-03,,partnership,-Änne & Lu,\"""Smith, John"" & Bo",-50,4100
2019-05-04,1,partnership,0012 Kim & Ann,Zoë & 😀 Flo,-50,900
2019-05-04,2,partnership,0012 Kim & Ann,Zoë & 😀 Flo,1200,0
1999-12-31,,two-handed,Total Li,1e5 Max,1000,2000
2024-02-29,,two-handed,TRUE,D'Arcy,999990,-5
"""
"""Names that a spreadsheet program could take for a formula, a number, a truth value or several people."""

PYTHON = (
    "pandas==3.1.1", "polars==2.1.0", "duckdb==2.0.1", "openpyxl==3.1.5", "fastexcel==0.21.0", "XlsxWriter==3.3.1",
    "feedparser==6.0.14", "recurring-ical-events==3.8.2", "prometheus-client==0.26.0",
)  # fmt: skip

IN_PYTHON = """
import datetime, duckdb, feedparser, icalendar, pandas, polars, recurring_ical_events
from prometheus_client.parser import text_string_to_metric_families as metrics

days = [datetime.date(2019, 5, 3), datetime.date(2019, 5, 4), datetime.date(1999, 12, 31), datetime.date(2024, 2, 29)]
pandas.read_csv("rounds.csv").to_csv("pandas/rounds.csv", index=False)
with pandas.ExcelWriter("pandas/club.xlsx") as book:
    for name, sheet in pandas.read_excel("club.xlsx", sheet_name=None).items():
        sheet.to_excel(book, sheet_name=name, index=False)
polars.read_csv("rounds.csv", try_parse_dates=True).write_csv("polars/rounds.csv")
polars.read_excel("club.xlsx", sheet_name="Rounds").write_excel("polars/rounds.xlsx")
duckdb.sql("COPY (FROM 'rounds.csv') TO 'duckdb/rounds.csv' (FORMAT csv)")
types = dict(duckdb.sql("SELECT unnest(columns).name, unnest(columns).type FROM sniff_csv('rounds.csv')").fetchall())
assert (types["Date"], types["Round"], types["Points 1"]) == ("DATE", "BIGINT", "BIGINT"), types
feed = feedparser.parse(open("games.atom", "rb").read())
assert (feed.bozo, feed.version, len(feed.entries)) == (False, "atom10", 4), feed
nights = recurring_ical_events.of(icalendar.Calendar.from_ical(open("evenings.ics", "rb").read()))
assert [len(nights.at(day)) for day in days] == [1] * 4
assert {family.name for family in metrics(open("metrics").read())} >= {"scorepad_requests", "scorepad_streams_open"}
"""

IN_NODE = """
const sheets = require("xlsx"), exceljs = require("exceljs");
const book = sheets.readFile("club.xlsx");
for (const kind of ["xlsx", "ods", "xls"]) sheets.writeFile(book, `SheetJS/club.${kind}`, {bookType: kind});
book.SheetNames = ["Rounds"];
sheets.writeFile(book, "SheetJS/rounds.csv", {bookType: "csv"});
(async () => {
  const other = new exceljs.Workbook();
  await other.xlsx.readFile("club.xlsx");
  await other.xlsx.writeFile("exceljs/club.xlsx");
})();
"""

KHAL = """
[calendars]
[[home]]
path = {0}/khal/calendar
[sqlite]
path = {0}/khal/khal.db
[locale]
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
timeformat = %H:%M
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
"""


def main() -> int:
    """Print the result line. Return 0 if the claim holds, 77 if no program is here."""
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as name:
        folder = Path(name)
        wanted = _write_files(folder)
        asked = {program: ask for program, (needs, ask) in PROGRAMS.items() if shutil.which(needs)}
        if not asked:
            print("programs: skipped: none of them is installed")
            return SKIPPED
        faults = [fault for program, ask in asked.items() for fault in _ask(folder, program, ask)]
        files = sorted(file for file in folder.glob("*/*.*") if file.suffix in ENDINGS)
        faults += [fault for file in files for fault in _differences(folder, file, wanted)]
    missing = ", ".join(PROGRAMS.keys() - asked.keys()) or "none"
    return verdict("programs", {"files came back": len(files), "asked": ", ".join(asked), "missing": missing}, faults)


ENDINGS = (".csv", ".ods", ".xls", ".xlsx")
SHEETS = {"club": ("Games", "Rounds"), "rounds": ("",)}
"""The sheets of a file by its name, "" for its only one."""


def _write_files(folder: Path) -> dict[str, object]:
    """Write our files, and return the rows of the games and rounds in them."""
    home = folder / "instance"
    home.mkdir()
    (folder / "past.csv").write_text(PAST, "utf-8")
    with Club.open(home / paths.CLUB) as club:
        pipeline.record(club, ImportFile(folder / "past.csv", "past.csv"), Decisions(rules="partnership"))
        for name, file in (("rounds-csv", "rounds.csv"), ("xlsx", "club.xlsx")):
            write_file(EXPORTS[name], club, folder / file, no_report)
        wanted = {"Games": _rows(club, games_table), "Rounds": _rows(club, rounds_table)}
    with serving(environment(SCOREPAD_INSTANCE=str(home), SCOREPAD_METRICS="local")) as url:
        for name in ("games.atom", "evenings.ics", "metrics"):
            status, body = get(f"{url}/{name}")
            assert status == 200, (name, status)
            (folder / name).write_bytes(body)
    return wanted


def _rows(club: Club, table: Callable[..., Any]) -> list[object]:
    return sorted(([str(row[0]), *row[2:]] for row in table(club, no_report).rows), key=repr)


def _ask(folder: Path, program: str, ask: Callable[[Path, Path], Iterator[list[str]]]) -> Iterator[str]:
    """Run the commands of a program. Yield what failed."""
    own = folder / program
    own.mkdir()
    for command in ask(folder, own):
        environ = environment(HOME=str(own), XDG_CONFIG_HOME=str(own), TZ="Europe/Berlin")
        done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, timeout=LONGEST)
        if done.returncode:
            yield f"{program}: {(done.stdout + done.stderr)[-300:]}"


def _differences(folder: Path, file: Path, wanted: dict[str, object]) -> Iterator[str]:
    """Import a file that a program saved, and yield how it differs from what it was given."""
    for sheet in SHEETS[file.stem]:
        home = folder / f"{file.parent.name}-{file.name}-{sheet}.sqlite3"
        with Club.open(home) as club:
            try:
                pipeline.record(club, ImportFile(file, file.name), Decisions(rules="partnership", sheet=sheet))
            except Refused as error:
                yield f"{file.parent.name} {file.name} {sheet}: {error}"
                continue
            table = games_table if sheet == "Games" else rounds_table
            if (seen := _rows(club, table)) != wanted[sheet or "Rounds"]:
                yield f"{file.parent.name} {file.name} {sheet}: {seen}"


def _libreoffice(folder: Path, own: Path) -> Iterator[list[str]]:
    for kind in ("ods", "xlsx", "xls"):
        yield ["soffice", "--headless", "--convert-to", kind, "--outdir", str(own), str(folder / "club.xlsx")]


def _gnumeric(folder: Path, own: Path) -> Iterator[list[str]]:
    for kind in ("ods", "xlsx", "xls"):
        yield ["ssconvert", str(folder / "club.xlsx"), str(own / f"club.{kind}")]


def _python(folder: Path, own: Path) -> Iterator[list[str]]:
    venv.create(own, with_pip=True)
    for name in ("pandas", "polars", "duckdb"):
        (folder / name).mkdir()
    python = str(own / "bin" / "python")
    yield [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", *PYTHON]
    yield [python, "-c", IN_PYTHON]


def _node(folder: Path, own: Path) -> Iterator[list[str]]:
    for name in ("SheetJS", "exceljs"):
        (folder / name).mkdir()
    (folder / "package.json").write_text('{"private": true}')
    npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    yield [*npm, "xlsx@0.18.5", "exceljs@4.4.0"]
    yield ["node", "-e", IN_NODE]


def _promtool(folder: Path, own: Path) -> Iterator[list[str]]:
    yield ["sh", "-c", "promtool check metrics < metrics"]


def _khal(folder: Path, own: Path) -> Iterator[list[str]]:
    (own / "calendar").mkdir()
    (own / "khal").mkdir()
    (own / "khal" / "config").write_text(KHAL.format(folder))
    yield ["khal", "import", "--batch", "-a", "home", "evenings.ics"]
    yield ["sh", "-c", "khal list 2019-05-03 2d | grep -c 'Hand and Foot, 1 game' | grep -qx 2"]


PROGRAMS: dict[str, tuple[str, Callable[[Path, Path], Iterator[list[str]]]]] = {
    "LibreOffice": ("soffice", _libreoffice),
    "gnumeric": ("ssconvert", _gnumeric),
    "python": (sys.executable, _python),
    "node": ("npm", _node),
    "promtool": ("promtool", _promtool),
    "khal": ("khal", _khal),
}
"""For each program the command that shows that it is here, and what runs it."""


if __name__ == "__main__":
    raise SystemExit(main())
