"""Record everything that Scorepad answers, prints and stores, and compare the present checkout with it.

    python -m bench.freeze record FOLDER
    python -m bench.freeze compare FOLDER

Both take `--checkout PATH`: the code of another checkout, which need not have this script. `compare` prints each
difference once, with the requests that show it, and exits with 1.

What is recorded: a played club, the example club and an empty one, built by the same requests and commands; every row
that this stored; every GET route of the application's URL map as each guest; every command. A new route or command
cannot be forgotten: recording fails if it does not know the arguments for one. The clock is fixed, and `compare` asks a
copy of the recorded files, so that ids, links and cookies stay the same.
"""

import argparse
import datetime
import gzip
import hashlib
import html
import inspect
import io
import itertools
import json
import logging
import os
import re
import shutil
import sys
import tempfile
import time
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Masked(NamedTuple):
    """Text that may differ."""

    where: str  # a pattern of names of documents
    what: str  # a pattern of text
    instead: str  # what is compared instead; # stands for the number of a text, in the order in which they appear
    reason: str

    def apply(self, text: str) -> str:
        numbers: dict[str, int] = {}

        def instead(found: re.Match[str]) -> str:
            return found.expand(self.instead).replace("#", str(numbers.setdefault(found[0], len(numbers) + 1)))

        return re.sub(self.what, instead, text, flags=re.MULTILINE)


PAGE, ACCESS = " GET ", "access.sqlite3"
ON_PURPOSE = (
    Masked(PAGE, r'(name="csrf_token"[^>]* value=")[^"]*', r"\1TOKEN", "a token is signed with the time of its page"),
    Masked(PAGE, r'(name="key"[^>]* value=")[^"]*', r"\1KEY", "each form has a random key"),
    Masked(PAGE, r"/assets/[0-9a-f]{6,}/", "/assets/HASH/", "the hash changes with any asset"),
    Masked("service-worker", r'VERSION = "[0-9a-f]+"', 'VERSION = "HASH"', "the same hash"),
    Masked(PAGE, r'(data-mark="|data: |"mark":")(\d+\.\d+)\.\d+', r"\1\2.N", "versions of presence begin at random"),
    Masked(PAGE, r'(class="digits">)[\d ]+', r"\1CODE", "codes that let a phone in are random"),
    Masked(PAGE, r"work for \d+ minutes", "work for M minutes", "the codes run out by a clock that no one can set"),
    Masked(PAGE, r"(Set-Cookie: scorepad_session[^=]*=)[^;]*", r"\1SESSION", "a new session has a random token"),
    Masked("command token new", r"scorepad_(\d+)_[0-9a-f]+", r"scorepad_\1_SECRET", "tokens are random"),
    Masked("command club new", r"/in/o-\w+", "/in/o-WORD", "a new club has a random generation of links"),
    Masked("stored|file", r"import-(\d+(?:-undo-\d+)?)-[0-9a-f]{16}", r"import-\1-N", "an import has a random key"),
    Masked("stored", r"'[0-9a-f]{8}(?=\.\d+'|')", "'PHONE#", "phones and tokens have random labels"),
    Masked(f"{ACCESS} (phone|token)", r"'[0-9a-f]{64}'", "'HASH'", "their cookies and secrets are random"),
    Masked(f"{ACCESS} (arrival|link|pass)", r"\b\d{5,8}\b(?!-)", "N#", "generations of links begin at random"),
    Masked(
        "club.sqlite3 reach", r"'[0-9a-f]{16}', \d+", "'CLUB', N", "a random name; how often a busy disk was folded"
    ),
    Masked(PAGE, r'<p class="here"[^>]*>[\s\S]*?</p>', "", "a phone counts as present for some seconds of real time"),
    Masked("club.sqlite3 rule_set", r"^(\(\d+, )'[0-9a-f]{32}'", r"\1'KEY'", "a command's form has a random key"),
    Masked("more.js", r"^const BEYOND_ASCII[^§]*?;offer\(\);$", "", "no server refuses cookies of other sites now"),
    Masked("command config", r"^SCOREPAD_THREADS.*\n.*\n", "", "streams hold no thread, so no setting limits these"),
    Masked("command config", r'\{"name": "SCOREPAD_THREADS".*?\}, ', "", "the same"),
)
"""What is random or changes on purpose. A step that changes something on purpose adds a line, with its reason.

The order of attributes in a tag, and white space at tags, are never compared.
"""

UNCOMPARED_HEADERS = frozenset({"ETag", "Last-Modified", "Content-Length", "Date"})
"""ETags are hashes with random parts; the second GET with the same tag shows that they work."""

BEGINNING = datetime.datetime(2026, 3, 6, 19, 0, tzinfo=datetime.UTC).timestamp()
A_STEP = 7.0
"""Seconds between two requests of the played club."""
ASKED_AT = BEGINNING + 30 * 86_400
"""When the pages are requested."""

CLUBS = {"played": "", "example": "example", "empty": "empty"}
"""Slugs of the clubs; the first is the home club."""
SCORED_GAME = {"played": 1, "example": 300}
"""The game whose scorer and watcher are guests. The empty club has none, so it has no such guests."""
PHONES = {"owner": [], "scorer": ["--game"], "watcher": ["--watch", "--game"], "reader": ["--reader"]}
"""The arguments of `scorepad link` that let a phone in."""
PROGRAMS = ("read", "score", "feed")
STRANGER = "stranger"

FOR_PROGRAMS = re.compile(r"/api/|/games\.atom")
LEAST, MOST = 3, 6
"""How many addresses of one route are requested in a club, if its pages link to as many."""
MOST_QUERIES, MOST_WITH_QUERIES = 2, 16
"""How many addresses with the same parameters in their query, and how many of one route with any."""

SAMPLES = {
    "/in/<word>": ["/in/o-aaaaaaaaaaaaaaaaaaaaaaaaaa"],
    "/games/<number:game>/rounds/<number:number>/count/<place>/<field>": ["/games/1/rounds/9/count/team1/melded"],
    "/rules/<slug>/edit/<group>": ["/rules/friends-family-2/edit/books", "/rules/partnership/edit/books"],
    **{
        f"/nights/<number:night>{page}": [f"/nights/1{page}"]
        for page in ("", "/board", "/seating", "/picture.png", "/result.csv", "/result.json", "/plan", "/codes")
    },
    "/api/v1/nights/<number:night>": ["/api/v1/nights/1"],
    "/import/template.<ending>": ["/import/template.csv", "/import/template.xlsx"],
}
"""Addresses of routes to which no page links."""

SPREADSHEET = "Date,Team 1,Team 2,Points 1,Points 2\n2019-05-03,Ann & Bob,Carla & Dora,8500,7000\n"
WAITING = SPREADSHEET.replace("2019-05-03", "2019-06-04")

COMMANDS: dict[str, list[str]] = {
    "serve": [],
    "link": ["", "--json", "--game 1", "--game 1 --watch", "--reader --json", "--game 999", "--club empty"],
    "club list": ["", "--json"],
    "club numbers": ["", "--json"],
    "token list": ["", "--json"],
    "games": ["", "--json", "--all", "--bin", "--unfinished", "--club example", "--club empty", "--club none"],
    "game": ["1", "1 --lines", "1 --json", "300 --club example --lines", "999", "1 --round 1"],
    "standings": ["", "--json", "--pairs", "--club example", "--club example --by rating --json", "--club empty"],
    "player": ["Ann", "Ann --json", "Zofia --club example", "Nobody"],
    "records": ["", "--json", "--club example", "--club empty"],
    "score": ["partnership ROUND", "partnership NONSENSE", "nowhere ROUND"],
    "can-go-out": ["partnership QUESTION", "partnership NONSENSE"],
    "draw": ["--people 8 --sittings 7 --json", "--people 12 --sittings 5 --fixed", "--people 3 --sittings 2"],
    "can-open": ["partnership QUESTION", "partnership NONSENSE"],
    "rules list": ["", "--json"],
    "rules show": ["partnership", "partnership --json", "partnership --toml", "nowhere"],
    "rules check": ["RULES", "RULES --json", "NONSENSE"],
    "rules diff": ["partnership vegas", "partnership vegas --json", "partnership vegas --paths"],
    "rules what-if": ["1 partnership", "300 partnership --club example --json"],
    "completion": ["bash", "zsh", "fish"],
    "config": ["", "--json"],
    "export": [
        *(f"{name} --club {club} --out OUT/{club}-{name}" for club in ("example", "empty") for name in (
            "jsonl", "sqlite", "xlsx", "games-csv", "rounds-csv", "standings-csv")),
        "jsonl --out OUT/jsonl", "sqlite --out OUT/sqlite", "xlsx --out OUT/xlsx", "games-csv --out -",
        "rounds-csv --out -", "standings-csv --out - --json",
        *(f"{name} --game 300 --club example --out OUT/game-{name}" for name in ("bgsplay", "picture", "sheet")),
        "picture --game 1 --out OUT/unfinished",
    ],
    "imports list": ["", "--json", "--club empty"],
    "doctor": ["", "--json", "--club example", "--rebuild"],
    "backup": ["OUT/copy.sqlite3", "OUT/copy.sqlite3", "--daily OUT --club example"],
    "league rebuild": ["", "--club example --json"],
    # What follows changes the clubs.
    "token new": ["Another --may score --game 1", "Another --may nothing"],
    "token revoke": ["1", "99"],
    "rules add": ["RULES", "NONSENSE"],
    "import": ["GAMES --rules partnership --dry-run", "GAMES --rules partnership --yes", "GAMES --yes", "NONSENSE"],
    "imports undo": ["1", "99"],
    "imports restore": ["1"],
    "club new": ["another", "another", "No!"],
    "demo": ["--json", "--delete"],
}  # fmt: skip
"""The arguments with which each command runs, in this order, all on one copy of the clubs. Words in capitals are files.

Every command is run with `--help` too.
"""


class Clock:
    """The wall clock of this process: it stands still until someone sets it."""

    def __init__(self) -> None:
        self.now = BEGINNING

    def install(self) -> None:
        """Replace the clock, before anything imports it."""
        clock, real = self, datetime.datetime

        class Kind(type):
            def __instancecheck__(cls, value: object) -> bool:
                return isinstance(value, real)

        class Fixed(real, metaclass=Kind):  # type: ignore[misc, valid-type]
            @classmethod
            def now(cls, tz: datetime.tzinfo | None = None) -> Any:
                return cls.fromtimestamp(clock.now, tz)

        datetime.datetime = Fixed  # type: ignore[misc]
        time.time = lambda: clock.now


CLOCK = Clock()
_TAG = re.compile(r'<(/?[a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*/?>')
_ATTRIBUTE = re.compile(r'[\w:-]+(?:="[^"]*")?')
Documents = dict[str, Any]
"""What was answered, printed or stored, by a name such as "played owner GET /games/1"."""


@dataclass
class Guests:
    """Who asks: the Cookie header of each phone and the token of each program, by club."""

    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    tokens: dict[str, dict[str, str]] = field(default_factory=dict)
    addresses: dict[str, list[str]] = field(default_factory=dict)
    """Addresses in each club to which no page links: the links of phones, and an uploaded file."""

    def of(self, club: str, address: str) -> list[str]:
        programs = self.tokens[club] if FOR_PROGRAMS.match(address) else {}
        return [*self.cookies[club], STRANGER, *programs]


def main() -> int:
    """Record or compare. Return 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("record", "compare"))
    parser.add_argument("folder", type=Path, help="the folder of the recording, outside of the repository")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="whose code to run; default: this checkout")
    parser.add_argument("--only", default="", help="compare only documents whose names match this pattern")
    parser.add_argument("--lines", type=int, default=14, help="lines of each difference that are printed")
    given = parser.parse_args()
    begun = time.monotonic()
    _use(given.checkout.resolve())
    folder = given.folder.resolve()
    if given.action == "record":
        if ROOT in (folder, *folder.parents):
            raise SystemExit(f"{folder} is in the repository.")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        documents = _record(folder)
        broken = [name for name, document in documents.items() if document.get("status", 0) >= 500]
        print("".join(f"An error of the server: {name}\n" for name in broken), end="")
        print(f"{len(documents):,} documents recorded in {time.monotonic() - begun:.0f} s.")
        return 0
    recorded = _read(folder)
    now = {name: document for name, document in _compared(folder, recorded) if re.search(given.only, name)}
    recorded = {name: document for name, document in recorded.items() if re.search(given.only, name)}
    count = _report(recorded, json.loads(json.dumps(now)), given.lines)
    print(f"{len(recorded):,} documents compared in {time.monotonic() - begun:.0f} s: {count:,} differ.")
    return int(count > 0)


def _use(checkout: Path) -> None:
    """Fix the clock and the surroundings, and import Scorepad from a checkout."""
    os.environ.update(TZ="UTC", COLUMNS="100", LANG="C.UTF-8", NO_COLOR="1")
    time.tzset()
    for name in [name for name in os.environ if name.startswith("SCOREPAD_")]:
        del os.environ[name]
    sys.dont_write_bytecode = True
    # Tracebacks; what is answered then is status 500.
    logging.disable()
    CLOCK.install()
    sys.path.insert(0, str(checkout))
    import scorepad
    from scorepad import web

    # The tests, with the requests of the played club, are those of this checkout.
    sys.path.remove(str(checkout))
    sys.path.insert(0, str(ROOT))
    if Path(scorepad.__file__).resolve().parents[1] != checkout:
        raise SystemExit(f"There is no Scorepad in {checkout}.")
    create_app, names = web.create_app, inspect.signature(web.create_app).parameters
    # An application with streams, in this checkout and in those until November 2026.
    serving: dict[str, Any] = {"threads": 100} if "threads" in names else {"is_serving": True}
    web.create_app = lambda home, **_: create_app(home, **serving)


def _record(folder: Path) -> Documents:
    home = folder / "home"
    guests = _build(home)
    (folder / "guests.json").write_text(json.dumps(vars(guests)))
    documents = dict(_stored(home, "built"))
    with tempfile.TemporaryDirectory() as name:
        plan = _plan(_copy(home, Path(name) / "home"), guests)
    for part in _replayed(home, guests, plan):
        documents.update(part)
    with gzip.open(folder / "documents.jsonl.gz", "wt", encoding="utf-8") as file:
        for pair in documents.items():
            print(json.dumps(pair, ensure_ascii=False), file=file)
    return documents


def _read(folder: Path) -> Documents:
    with gzip.open(folder / "documents.jsonl.gz", "rt", encoding="utf-8") as file:
        return dict(map(json.loads, file))


def _compared(folder: Path, recorded: Documents) -> Iterator[tuple[str, Any]]:
    """Yield what the present code answers, prints and stores."""
    guests = Guests(**json.loads((folder / "guests.json").read_text()))
    plan: dict[str, dict[str, None]] = {club: {} for club in CLUBS}
    for name in recorded:
        club, _, rest = name.partition(" ")
        if club in CLUBS and " GET " in rest:
            plan[club][rest.partition(" GET ")[2]] = None
    with tempfile.TemporaryDirectory() as name:
        home = Path(name) / "home"
        _build(home)
        yield from _stored(home, "built").items()
    for part in _replayed(folder / "home", guests, {club: list(asked) for club, asked in plan.items()}):
        yield from part.items()


def _replayed(home: Path, guests: Guests, plan: dict[str, list[str]]) -> Iterator[Documents]:
    """Yield what a copy of the clubs answers, and what the commands print on another copy."""
    with tempfile.TemporaryDirectory() as name:
        yield _pages(_copy(home, Path(name) / "home"), guests, plan)
        yield _hosts_pages(_copy(home, Path(name) / "host"))
        yield _commands(_copy(home, Path(name) / "commands"), Path(name))


def _copy(home: Path, copy: Path) -> Path:
    """Copy the clubs, as of the fixed time."""
    CLOCK.now = ASKED_AT
    shutil.copytree(home, copy)
    for path in (copy, *copy.rglob("*")):
        os.utime(path, (ASKED_AT, ASKED_AT))
    return copy


# ---- Build the clubs.


def _build(home: Path) -> Guests:
    """Play an evening, make the example and an empty club, and let all guests in."""
    from tests.golden import storing
    from tests.golden.evening import Evening, command

    CLOCK.now = BEGINNING
    _, *steps = storing.read("evening.jsonl")
    with closing(Evening(home)) as evening:
        for step in steps:
            CLOCK.now += A_STEP
            evening.ask(step)
    CLOCK.now += 86_400
    _must(command(home, "demo"))
    _must(command(home, "club", "new", CLUBS["empty"]))
    _must(command(home, "rules", "add", str(storing.DATA / "ours.toml")))
    with tempfile.TemporaryDirectory() as name:
        (games := Path(name) / "games.csv").write_text(SPREADSHEET)
        _must(command(home, "import", str(games), "--rules", "partnership", "--yes"))
    guests = Guests()
    doors = {club: _doors(home, club, guests) for club in CLUBS}
    with closing(Evening(home)) as evening:
        for club, words in doors.items():
            guests.cookies[club] = {who: _let_in(evening.app, address) for who, address in words.items()}
        guests.addresses["played"].append(_upload(evening.app, guests.cookies["played"]["owner"]))
    return guests


def _must(result: Any) -> str:
    if result.exit_code:
        raise SystemExit(f"A command failed: {result.output}")
    return str(result.stdout)


def _doors(home: Path, club: str, guests: Guests) -> dict[str, str]:
    """Return the path of each phone's link, and give the programs their tokens."""
    from tests.golden.evening import command

    where = ["--club", CLUBS[club]] if CLUBS[club] else []
    paths = {}
    for who, arguments in PHONES.items():
        game = [str(SCORED_GAME[club])] if "--game" in arguments and club in SCORED_GAME else []
        if "--game" not in arguments or game:
            links = json.loads(_must(command(home, "link", "--json", *where, *arguments, *game)))["links"]
            paths[who] = "/" + links[0].split("/", 3)[3]
    guests.tokens[club] = {}
    for may in PROGRAMS:
        made = _must(command(home, "token", "new", may, "--may", may, "--per-minute", "6000", "--json", *where))
        guests.tokens[club][may] = json.loads(made)["text"]
    prefix = f"/c/{CLUBS[club]}" if CLUBS[club] else ""
    guests.addresses[club] = [path.removeprefix(prefix) for path in paths.values()]
    return paths


def _let_in(app: Any, address: str) -> str:
    """Let a phone in by its link. Return its cookies as a header."""
    from tests.golden.evening import HERE

    client, cookies = app.test_client(), {}
    # The last page has a form, so that the session has a token.
    waiting = [address, re.sub("/(in|operator)/.*", "/leave", address)]
    while waiting:
        CLOCK.now += 1
        answer = client.get(waiting.pop(0), base_url=HERE)
        for header in answer.headers.getlist("Set-Cookie"):
            cookie, _, value = header.partition(";")[0].partition("=")
            cookies[cookie] = value
        if answer.status_code == 303:
            waiting.insert(0, answer.headers["Location"].replace(HERE, ""))
    if answer.status_code != 200:
        raise SystemExit(f"A link was answered {answer.status_code}.")
    return "; ".join(f"{cookie}={value}" for cookie, value in cookies.items() if value)


def _upload(app: Any, cookies: str) -> str:
    """Upload a spreadsheet. Return the address of its preview."""
    from tests.golden import page
    from tests.golden.evening import HERE

    client = app.test_client(use_cookies=False)
    shown = page.read(client.get("/import", base_url=HERE, headers={"Cookie": cookies}).text)
    (form,) = [form for form in shown.forms if "csrf_token" in form.sent]
    fields = form.sent | {"file": (io.BytesIO(WAITING.encode()), "more.csv")}
    answer = client.post(form.to.split()[1], base_url=HERE, headers={"Cookie": cookies}, data=fields)
    return str(answer.headers["Location"]).replace(HERE, "")


# ---- What is stored.


def _stored(home: Path, when: str) -> Documents:
    """Return all rows and the schema of every file below a folder, a table each."""
    documents: Documents = {}
    for path in sorted(home.rglob("*.sqlite3")):
        club = path.parent.relative_to(home).as_posix()
        for table, lines in _dump(path).items():
            documents[f"stored {when} {club} {path.name} {table}"] = {"body": "\n".join(lines)}
    return documents


def _dump(path: Path) -> dict[str, list[str]]:
    from sqlite_utils.utils import sqlite3

    tables: dict[str, list[str]] = {}
    with closing(sqlite3.connect(path)) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        schema = db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        tables["schema"] = [f"user_version {version}", *(str(row[2]) for row in schema)]
        for name in (row[1] for row in schema if row[0] == "table"):
            tables[name] = [str(row) for row in db.execute(f'SELECT * FROM "{name}"')]
    return tables


# ---- Which pages there are.


def _plan(home: Path, guests: Guests) -> dict[str, list[str]]:
    """Return the addresses to request in each club: of each route those that its pages link to, up to a few."""
    from tests.golden.evening import Evening

    with closing(Evening(home)) as evening:
        crawls: dict[str, Crawl] = {}
        for club in CLUBS:
            others = crawls["played"].arguments if crawls else []
            crawls[club] = Crawl(Asker(evening.app, club, guests), others)
            crawls[club].run(guests.addresses[club])
    # A stream counts as a phone that is present, for some seconds, and pages show that. So streams are requested last.
    return {club: sorted(crawl.asked, key=lambda address: "/stream" in address) for club, crawl in crawls.items()}


class Crawl:
    """The addresses of one club, found from its pages as the owner sees them."""

    def __init__(self, asker: "Asker", others: list[dict[str, Any]]) -> None:
        self.asked: list[str] = []
        self.arguments: list[dict[str, Any]] = []
        """The arguments of all addresses that were found."""
        self._others = others
        self._asker = asker
        self._urls = asker.app.url_map.bind("")
        self._rules = [rule for rule in asker.app.url_map.iter_rules() if "GET" in rule.methods]
        self._found: dict[tuple[str, ...], list[str]] = defaultdict(list)
        """Addresses by route, choices in the path, and names in the query."""
        self._counts: dict[tuple[str, ...], int] = defaultdict(int)

    def run(self, addresses: list[str]) -> None:
        """Request pages until no page links to anything new, and each route has been requested."""
        self._add(rule.rule for rule in self._rules if not rule.arguments)
        self._add(addresses)
        self._add(itertools.chain(*SAMPLES.values()))
        self._ask_all()
        for rule in self._rules:
            self._fill(rule)
        self._ask_all()
        known = {key[0] for key, found in self._found.items() if found}
        for rule in self._rules:
            if rule.rule not in known:
                raise SystemExit(
                    f"No page links to {rule.rule}, and no other route has its arguments "
                    f"({', '.join(sorted(rule.arguments))}): add an address to SAMPLES."
                )

    def _add(self, addresses: Iterable[str]) -> None:
        from werkzeug.exceptions import HTTPException

        for address in addresses:
            path, _, query = address.partition("?")
            try:
                rule, arguments = self._urls.match(path, method="GET", return_rule=True)
            except HTTPException:
                # Not a page: nothing, or only the action of a form.
                continue
            choices = [str(arguments[name]) for name, kind in rule._converters.items() if hasattr(kind, "items")]
            names = sorted({pair.partition("=")[0] for pair in query.split("&")}) if query else []
            assets = [path] if "version" in arguments else []
            found = self._found[rule.rule, *assets, *choices, "?", *names]
            if address not in found:
                found.append(address)
                self.arguments.append(arguments)

    def _ask_all(self) -> None:
        """Request the found addresses, the first and the last of each kind in turn, and add what they link to."""
        while True:
            waiting = []
            for key, found in list(self._found.items()):
                if key[-1] != "?":
                    with_queries = sum(n for k, n in self._counts.items() if k[0] == key[0] and k[-1] != "?")
                    most = MOST_QUERIES if with_queries < MOST_WITH_QUERIES else 0
                else:
                    most = MOST
                left = [address for address in found if address not in self.asked]
                if left and self._counts[key] < most:
                    waiting.append((key, left[0 if self._counts[key] % 2 == 0 else -1]))
            if not waiting:
                return
            for key, address in waiting:
                self._counts[key] += 1
                self.asked.append(address)
                self._add(self._links(self._asker.ask("owner", address)))

    def _links(self, document: Any) -> Iterator[str]:
        from tests.golden import page

        text = document["body"]
        prefix = self._asker.prefix
        for link in re.findall(r"""["'(\s>](?:http://[\w.]+:\d+)?(/[^\s"'<>()\\#]*)""", html.unescape(text)):
            if link.startswith(prefix + "/") and (prefix or not link.startswith("/c/")):
                yield re.sub(r"/assets/[0-9a-f]+/", "/assets/@/", link.removeprefix(prefix))
        if document["status"] == 200 and document["headers"].get("Content-Type", "").startswith("text/html"):
            for form in page.read(text).forms:
                method, action = form.to.split(" ", 1)
                if method == "GET" and action.startswith(prefix + "/"):
                    query = "&".join(f"{name}={value}" for name, value in form.sent.items() if " " not in value)
                    yield f"{action.removeprefix(prefix).partition('?')[0]}?{query}"

    def _fill(self, rule: Any) -> None:
        """Add addresses of a route with the arguments of others."""
        plain = [found for key, found in self._found.items() if key[0] == rule.rule and key[-1] == "?"]
        if not rule.arguments or sum(map(len, plain)) >= LEAST:
            return
        choices = {name: sorted(kind.items) for name, kind in rule._converters.items() if hasattr(kind, "items")}
        names = [name for name in rule.arguments if name not in choices]
        for arguments in (self.arguments, self._others):
            whole = [{name: known[name] for name in names} for known in arguments if known.keys() >= set(names)]
            if not whole:
                pools = [[known[name] for known in arguments if name in known] for name in names]
                whole = [dict(zip(names, each, strict=False)) for each in zip(*pools, strict=False)]
            unique = [dict(pairs) for pairs in dict.fromkeys(tuple(sorted(one.items())) for one in whole)]
            for one, *each in itertools.product(unique[:LEAST], *choices.values()):
                values = one | dict(zip(choices, each, strict=True))
                self._add([self._urls.build(rule.endpoint, values)])
            if unique:
                return


# ---- What is answered.


class Asker:
    """Sends the requests of one club's guests to the application, and returns the responses as documents."""

    def __init__(self, app: Any, club: str, guests: Guests) -> None:
        self.app = app
        # A stream without news sends comments so often, in seconds.
        app.config["HEARTBEAT"] = 0.1
        self.prefix = f"/c/{CLUBS[club]}" if CLUBS[club] else ""
        self._cookies = guests.cookies.get(club, {})
        self._tokens = guests.tokens.get(club, {})
        self._version = ""

    def ask(self, who: str, address: str) -> Any:
        """Return the response to a GET, and the status of the same GET with the response's ETag."""
        CLOCK.now += 1
        headers = {"Cookie": self._cookies[who]} if who in self._cookies else {}
        if who in self._tokens:
            if address.startswith("/games.atom"):
                address = f"/games.atom?token={self._tokens[who]}"
            headers["Authorization"] = f"Bearer {self._tokens[who]}"
        document, tag = self._get(address.replace("/@/", f"/{self._assets()}/"), headers)
        if tag:
            again, _ = self._get(address.replace("/@/", f"/{self._assets()}/"), {**headers, "If-None-Match": tag})
            document["same tag"] = again["status"]
        return document

    def _assets(self) -> str:
        """Return the version in the addresses of assets."""
        from tests.golden.evening import HERE

        if not self._version:
            text = self.app.test_client().get(f"{self.prefix}/join", base_url=HERE).text
            self._version = re.findall(r"/assets/([0-9a-f]+)/", text)[0]
        return self._version

    def _get(self, address: str, headers: dict[str, str]) -> tuple[Any, str]:
        from tests.golden.evening import HERE

        client = self.app.test_client(use_cookies=False)
        until = time.monotonic() + 60
        while True:
            with closing(client.get(self.prefix + address, base_url=HERE, headers=headers)) as answer:
                body = _first_event(answer) if answer.mimetype == "text/event-stream" else answer.get_data()
                kept = {name: value for name, value in answer.headers.items() if name not in UNCOMPARED_HEADERS}
            # The page of an uploaded file reloads itself while the file is read.
            if "/import/" not in address or b'http-equiv="refresh"' not in body or time.monotonic() > until:
                break
            time.sleep(0.05)
        return {"status": answer.status_code, "headers": kept, "body": _text(body)}, answer.headers.get("ETag", "")


def _first_event(answer: Any) -> bytes:
    """Read a stream up to its first event, if it has one at once, and leave out its comments."""
    read = b""
    for part in itertools.islice(answer.response, 2):
        read += part if isinstance(part, bytes) else part.encode()
        if b"data:" in read:
            break
    return b"\n".join(line for line in read.splitlines() if not line.startswith(b":"))


def _pages(home: Path, guests: Guests, plan: dict[str, list[str]]) -> Documents:
    """Return the response to each address as each guest, and the list of routes."""
    from tests.golden.evening import Evening

    documents: Documents = {}
    with closing(Evening(home)) as evening:
        rules = evening.app.url_map.iter_rules()
        documents["routes"] = {"body": "\n".join(sorted(f"{rule.rule} {sorted(rule.methods)}" for rule in rules))}
        for club, addresses in plan.items():
            asker = Asker(evening.app, club, guests)
            for address in addresses:
                for who in guests.of(club, address):
                    documents[f"{club} {who} GET {address}"] = asker.ask(who, address)
    documents.update(_stored(home, "after all pages"))
    return documents


HOSTS_SETTINGS = {"SCOREPAD_OPEN": "1", "SCOREPAD_DEVELOPMENT": "1"}


def _hosts_pages(home: Path) -> Documents:
    """Return the routes that only some settings add: visitors who start clubs, and the page of components."""
    from tests.golden.evening import Evening, command

    with closing(Evening(home)) as evening:
        usual = {rule.rule for rule in evening.app.url_map.iter_rules()}
    link = json.loads(_must(command(home, "club", "numbers", "--link", "--json")))["link"]
    door = "/" + link.split("/", 3)[3]
    addresses = {"/operator/<word>": ["/operator/nobody"]}
    os.environ.update(HOSTS_SETTINGS)
    documents = {}
    try:
        with closing(Evening(home)) as evening:
            guests = Guests({"played": {"operator": _let_in(evening.app, door)}}, {"played": {}})
            asker = Asker(evening.app, "played", guests)
            for rule in evening.app.url_map.iter_rules():
                if rule.rule in usual or "GET" not in rule.methods:
                    continue
                if rule.arguments and rule.rule not in addresses:
                    raise SystemExit(f"The arguments of {rule.rule} are unknown: add an address.")
                for address in addresses.get(rule.rule, [rule.rule]):
                    for who in guests.of("played", address):
                        documents[f"host {who} GET {address}"] = asker.ask(who, address)
    finally:
        for name in HOSTS_SETTINGS:
            del os.environ[name]
    return documents


def _text(body: bytes) -> str:
    """Return a body as text: the parts of a ZIP file, the rows of a database, the hash of a picture."""
    if body.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(body)) as parts:
            return "\n".join(f"{name}:\n{_text(parts.read(name))}" for name in sorted(parts.namelist()))
    if body.startswith(b"SQLite format 3"):
        with tempfile.NamedTemporaryFile() as file:
            Path(file.name).write_bytes(body)
            return "\n".join(line for lines in _dump(Path(file.name)).values() for line in lines)
    try:
        return body.decode()
    except UnicodeDecodeError:
        return f"{len(body)} bytes, SHA-256 {hashlib.sha256(body).hexdigest()}"


# ---- What commands print.


def _commands(home: Path, folder: Path) -> Documents:
    """Return what each command prints, the files that they write, and what they store."""
    from tests.golden import storing
    from tests.golden.evening import command

    out = folder / "out"
    out.mkdir()
    files = {"GAMES": WAITING, "NONSENSE": "[nonsense\n", "ROUND": "{}", "QUESTION": "{}"}
    for question in storing.read("documents.jsonl"):
        name = "ROUND" if question["words"][0] == "score" else "QUESTION"
        if "lines" in question and len(question["lines"]) == 1 and files[name] == "{}":
            files[name] = json.dumps(question["lines"][0])
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text)
    paths = {name: str(folder / f"{name}.csv") for name in files} | {"RULES": str(storing.DATA / "ours.toml")}
    documents: Documents = {}

    def run(name: str, arguments: str = "") -> None:
        words = [paths.get(word, word.replace("OUT", str(out))) for word in arguments.split()]
        CLOCK.now += 1
        result = command(home, *name.split(), *words)
        text = f"exit {result.exit_code}\n{_text(result.stdout_bytes)}\n{_text(result.stderr_bytes)}"
        for path, word in ((str(home), "HOME"), (str(folder), "FOLDER"), (str(storing.DATA), "DATA")):
            text = text.replace(path, word)
        number = sum(known.startswith(f"command {name} {arguments}") for known in documents)
        documents[f"command {name} {arguments} #{number}"] = {"body": text}

    groups, commands = _verbs()
    if missing := set(commands) - set(COMMANDS):
        raise SystemExit(f"COMMANDS has no arguments for `scorepad {min(missing)}`.")
    for name in (*groups, *commands):
        run(name, "--help")
    for name, lines in COMMANDS.items():
        for arguments in lines:
            if name in commands:
                run(name, arguments)
    for path in sorted(out.rglob("*")):
        documents[f"file {path.relative_to(out)}"] = {"body": _text(path.read_bytes())}
    documents.update(_stored(home, "after all commands"))
    return documents


def _verbs() -> tuple[list[str], list[str]]:
    """Return the groups of commands, "" first, and the commands."""
    import click

    from scorepad.cli import main as program

    groups, commands, waiting = [], [], [("", program)]
    while waiting:
        name, verb = waiting.pop(0)
        if isinstance(verb, click.Group):
            groups.append(name)
            context = click.Context(verb)
            inside = ((each, verb.get_command(context, each)) for each in verb.list_commands(context))
            waiting += [(f"{name} {each}".strip(), command) for each, command in inside]
        else:
            commands.append(name)
    return groups, commands


# ---- What differs.


def _report(recorded: Documents, now: Documents, most: int) -> int:
    """Print each difference once, with the names of its documents. Return how many documents differ."""
    same: dict[str, list[str]] = defaultdict(list)
    for name in {**recorded, **now}:
        was, is_now = _plain(name, recorded.get(name)), _plain(name, now.get(name))
        if was != is_now:
            lines = list(unified_diff(was, is_now, "recorded", "now", lineterm="", n=1))[2:]
            shown = [re.sub(r"^@@.*@@", "@@", line)[:220] for line in lines]
            rest = [f"… {len(shown) - most} more lines"] if len(shown) > most else []
            same["\n".join("    " + line for line in [*shown[:most], *rest])].append(name)
    for text, names in sorted(same.items(), key=lambda pair: -len(pair[1])):
        others = f" and {len(names) - 3} more" if len(names) > 3 else ""
        print(f"{'; '.join(names[:3])}{others}\n{text}\n")
    return sum(map(len, same.values()))


def _plain(name: str, document: Any) -> list[str]:
    """Return the lines to compare of a document."""
    if document is None:
        return []
    lines = [f"{key}: {value}" for key, value in document.items() if key in ("status", "same tag")]
    lines += sorted(f"{key}: {value}" for key, value in document.get("headers", {}).items())
    text = "\n".join([*lines, document["body"]])
    for masked in ON_PURPOSE:
        if re.search(masked.where, name):
            text = masked.apply(text)
    return _lines(text)


def _lines(text: str) -> list[str]:
    """Split text at its tags as well, and sort the attributes of each tag."""
    text = _TAG.sub(lambda tag: f"\n<{' '.join([tag[1], *sorted(_ATTRIBUTE.findall(tag[2]))])}>\n", text)
    return [line.strip() for line in text.splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(main())
