"""Fixtures: a club in a fresh folder, its application, and visitors of its pages."""

import tomllib
from contextlib import closing
from datetime import date

import pytest

from scorepad.live.codes import Purpose
from scorepad.live.delivery import Kind
from scorepad.live.notices import NoticeAddress
from scorepad.play.nights import NightTerms, terms_document
from scorepad.play.rules import own_rules
from scorepad.play.rules.own_rules import Sender
from scorepad.play.rules.sharing import pack
from scorepad.store import WHOLE_CLUB, Role
from scorepad.store.imports import NewImport
from scorepad.store.tokens import TokenRole
from scorepad.web import create_app
from scorepad.web.access import join
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.guests import addresses_of, begin, play
from tests.web.hosting import clubs_of


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The application of a club that the tests of a module share. Each test begins its own games."""
    with closing(clubs_of(app := create_app(tmp_path_factory.mktemp("club")))):
        yield app


@pytest.fixture
def visitor(app):
    return Visitor(app)


@pytest.fixture
def first_visitor(tmp_path):
    """A visitor of a new, empty club."""
    with closing(clubs_of(app := create_app(tmp_path))):
        yield Visitor(app)


@pytest.fixture
def table(visitor):
    """A game of `partnership` for four, just begun."""
    return visitor.begin()


@pytest.fixture
def begun(table):
    """A game with one finished round: Ann & Carla have 4,500."""
    table.play(1, **OUT_FIRST)
    return table


@pytest.fixture
def courtesy(visitor):
    """A table of `friends-family`: books full, discard a natural card, ask the partner."""
    return visitor.begin("friends-family")


@pytest.fixture
def binding(visitor):
    """A table of `southern-ohio`, where the partner must be asked and a no stops you."""
    return visitor.begin("southern-ohio")


@pytest.fixture
def nothing_recorded(visitor):
    """Fail at the end of the test if anything was recorded since this fixture was set up or last called."""
    before = [visitor.club.latest_seq()]

    def look_again():
        before[0] = visitor.club.latest_seq()

    yield look_again
    assert visitor.club.latest_seq() == before[0]


@pytest.fixture(scope="module")
def played(app):
    """A game that ends by time, so that every route has something to record, with a finished round and a draft.

    Its names, totals and reasons appear nowhere else.
    """
    table = begin(Visitor(app))
    play(table)
    return table


@pytest.fixture(scope="module")
def values(app, played):
    """The values of the variables in URLs, by name."""
    visitor = Visitor(app)
    generation = visitor.access.generation(Role.OWNER)
    stranger = visitor.club.people.add("Stranger").id
    for name in ("Overlay", "Sheet"):
        visitor.access.tokens.new(name, TokenRole.READ)
    for key in "ab":
        # Nothing is sent to it: the page's test says that it is in a private network.
        address = NoticeAddress(0, key, "Hook", Kind.JSON, "http://127.0.0.1:9/", "127.0.0.1:9", frozenset())
        clubs_of(app).home.notices.add(address, "http://localhost")
    house = own_rules.save_new(visitor.club, tomllib.loads(HOUSE), Sender("house"))
    first = date(2026, 1, 1)
    season = visitor.club.seasons.add(
        key="winter", name="Winter", first_day=first, last_day=None, figure="wins", least=1
    )
    return {
        "game": played.game,
        "person": stranger,
        "season": season.id,
        "night": visitor.club.nights.add(terms_document(NightTerms(rules="partnership")), key="night").id,
        "day": "2026-01-05",
        "who": f"1-{stranger}",
        "phone": Visitor(app, Role.READER).access.phones()[0].id,
        "number": 2,
        "part": "games",
        "leaf": "records",
        "year": 2026,
        "as_": "png",
        "token": waiting_file(app),
        "ending": "csv",
        "slug": house.slug,
        "group": "books",
        "packed": pack(house.rules, house.document, 1),
        "place": "seat1",
        "field": "left",
        "word": join.link_word(app.secret_key, "", Role.OWNER, WHOLE_CLUB, generation),
        "version": app.jinja_env.globals["asset_version"],
        "name": "scorepad.css",
        "export": "jsonl",
    }


def waiting_file(app):
    """Store an uploaded file and two imports. Return the token of the file."""
    folder = app.config["HOME"] / "imports"
    folder.mkdir()
    (folder / ("0" * 32)).write_text("Date,Team 1,Team 2,Points 1,Points 2\n2019-05-03,Ann,Bob,1,2\n")
    for number in (1, 2):
        with app.extensions["scorepad.club"].imports.recording(NewImport(f"{number:064x}", "a.csv", "a spreadsheet")):
            pass
    return "0" * 32


@pytest.fixture(scope="module")
def routes(app, values):
    """Every URL with the methods that it accepts."""
    methods = {}
    for _, address, allowed in addresses_of(app, values):
        methods.setdefault(address, set()).update(allowed)
    return methods


SEASON = {"name": "Old", "first_day": "2024-01-01", "last_day": "", "figure": "wins", "least": "1"}

NIGHT = {"names": "Xenia", "rules": "partnership", "partners": "change", "sittings": "2", "rounds": "", "minutes": ""}

NOTHING_TYPED = (
    "/seasons/1/end", "/seasons/1/remove", "/seasons/1/restore", "/rematch", "/bin", "/restore", "/unmerge",
    "/take-back", "/dismiss", "/readmit", "/delete", "/revoke", "/import", "/discard", "/import/2/undo",
    f"/import/file/{'0' * 32}", "/2/test", "/2/pause", "/2/resume", "/notices/2/delete", "/notices/2/restore",
    *(f"/nights/1/{end}" for end in ("draw", "begin", "take-back", "remove", "restore")),
)  # fmt: skip

HOUSE = 'schema = 2\nname = "House"\nparent = "classic"\nset = { }\n'

GOOD = {end: {} for end in NOTHING_TYPED} | {
    "/club/name": {"name": "Thursday", "before": ""},
    "/club/chances": {"decision": "yes"},
    "/club/bets": {"decision": "yes"},
    "/club/language": {"language": "de"},
    "/language": {"language": "en"},
    "/nights/new": NIGHT,
    "/nights/1/plan": NIGHT,
    "/nights/1/pairs": {"person": ["1", "2"]},
    "/nights/1/decide": {"decision": "cut"},
    "/rules/new": {"like": "partnership"},
    "/house/edit/books": {"books.dirty.points": "350", "action": "done"},
    "/house/edit": {"action": "discard"},
    "/league/seasons": SEASON | {"last_day": "2024-03-31"},
    "/clock/use": {"zone": "Asia/Tokyo"},
    "/seasons/1/edit": SEASON | {"first_day": "2025-01-01"},
    "/out/leave": {"seat": "1", "says": "yes"},
    "/leave": {},
    "/starter": {"seat": "2"},
    "1/bets": {"bet": "1", "name": "Zenobia"},
    "/rounds/2/confirm": {"team": "2"},
    "/end": {"decision": "over"},
    "/count/seat1/left": {"pile.50": "2", "action": "keep"},
    "/rounds/2/edit": {"team1.melded": "410", "action": "save"},
    "/rounds/2/settle": {"cell": "team2.clean", "standing": "0", "choice": "=3"},
    "/undo": {"undo": "1"},
    "/redo": {"undo": "1"},
    "/scorer": {"player": "1"},
    "/settings": {"decks": "9", "action": "keep"},
    "/people": {"name": "Zacharias"},
    "/edit": {"name": "Stanislaus", "colour": "1"},
    "/merge": {"into": "1"},
    "/forget": {"sure": "1"},
    "/renew": {"role": "reader", "game": "0", "generation": "1", "sure": "1"},
    "/renew-all": {"sure": "1"},
    "/uses": {"most": "7"},
    "/tokens": {"name": "Overlay", "may": "read", "game": "", "ends": "", "per_minute": "60"},
    "/confirm": {"arrival": "0"},
    "/notices": {"address": "http://127.0.0.1:9/", "kind": "json", "evening_closes": "1", "may_be_private": "1"},
    "/notices/2": {"kind": "json", "evening_closes": "1", "may_be_private": "1"},
    "/rules/add": {"text": HOUSE.replace("House", "Brought")},
    "/rules/add/keep": {"text": HOUSE.replace("House", "Kept")},
    "/house/change": {"action": "rename", "name": "Hut", "version": "1"},
    "/house": {f"seat{seat}": f"Player {seat}" for seat in range(1, 5)} | {"decks": "2"},
}
"""A valid form for each route that records something, by the end of its URL."""

NO_ENTRY = ("/undo", "/redo", "/rounds/2/confirm", "/scorer", "/leave", "/join", "/bets", "/language")
"""Routes that append no entry to the log here; their own tests cover them. An undo depends on the last change, only a
finished round is confirmed, no bet is taken after the first round, the phone stores who keeps score, and another of
these routes has ended the game before anyone asks leave. Changes of people, seasons, phones are no entries either."""


def records_no_entry(address):
    """Whether a URL appends nothing to the log of entries."""
    starts = ("/club", "/people", "/league", "/phones", "/notices", "/rules", "/import", "/nights")
    return address.startswith(starts) or address.endswith(NO_ENTRY)


@pytest.fixture(scope="module")
def posts(app, routes, played):
    """The URLs that record something, each with a valid form."""
    # Only an example club can be deleted.
    addresses = [address for address in routes if "POST" in routes[address] and address != "/example/delete"]
    # Last the URLs that delete a round, then the one by which the phone leaves the club: later requests would fail.
    addresses.sort(key=lambda address: (address == "/leave", address.endswith("/delete")))
    generation = app.extensions["scorepad.access"].generation(Role.SCORER, played.game)
    purpose = Purpose(Role.SCORER, played.game, generation)
    codes = app.extensions["scorepad.clubs"].home.codes
    good = {**GOOD, "/join": {"code": codes.show(purpose).digits}}
    assert len(addresses) == len(good)
    return {a: next(good[end] for end in good if a.endswith(end)) for a in addresses}


@pytest.fixture
def own(visitor, played):
    """The hidden fields of a valid form: CSRF token, key, and the latest entry that its page had seen."""
    form = visitor.get(played.address).form("/starter")
    return {name: form.fields[name] for name in ("csrf_token", "key", "seen")}
