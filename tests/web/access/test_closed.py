"""Nobody enters where they were not let in: every route of the application with every method, for every kind of guest.

What is expected is made from the application's own map of routes, so that none can be forgotten.
"""

import pytest

from scorepad.store import Role
from scorepad.web import create_app
from scorepad.web.access import permissions
from scorepad.web.access.permissions import COOKIE, REQUIRED, Permission
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.guests import Guest, addresses_of, begin, kept, phone_of, play, tells_nothing
from tests.web.pages import Page

OWN = """
    new_game.choose new_game.show new_game.begin settings.show settings.save
    games.bin_ game_actions.move_to_bin game_actions.restore
    people.index people.add people.edit people.change people.ask_merge people.merge people.unmerge
    people.ask_forget people.forget people.undo
    seasons.begin seasons.edit seasons.change seasons.end seasons.remove seasons.restore
    phones.index phones.dismiss phones.readmit phones.renew phones.renew_all
"""
"""What is the owner's alone: new games, settings, rules, deletion, people, seasons, and revoking."""

OPEN = """
    asset pwa.manifest pwa.worker join.enter join.arrive join.ask join.join
"""
"""What anybody may see."""

WATCH = "board.show reference_card.show streams.stream"
"""All that a watcher may see."""

READ = """
    games.index standings.show players.show partnerships.show versus.show records.show seasons.index seasons.show
    reference_card.of_preset
"""
LOOK = "rounds.show change_log.show result.show story.show"
"""All that a reader may see of the club and of a game, besides the board: none of it takes a form."""


@pytest.fixture(scope="module")
def played(app):
    """A game whose every private word is unmistakable, with a finished round and a draft."""
    table = begin(Visitor(app))
    play(table)
    return table


@pytest.fixture(scope="module")
def stranger(app):
    """Somebody who never sat at a table."""
    return Visitor(app).club.people.add("Ysolde").id


@pytest.fixture(scope="module")
def addresses(app, values):
    """An address for every rule."""
    return addresses_of(app, values)


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """The pages of another club."""
    other = create_app(tmp_path_factory.mktemp("elsewhere"))
    yield other
    other.extensions["scorepad.club"].close()


@pytest.fixture(scope="module")
def guests(app, played, elsewhere):
    """Everybody who may come, by what they are."""
    owner = Visitor(app)
    other = owner.begin().game
    access, game = owner.access, played.game
    only_open = frozenset({Permission.OPEN})
    watching, reading = (
        only_open | {Permission.WATCH},
        only_open | {Permission.WATCH, Permission.LOOK, Permission.READ},
    )
    links = (Role.SCORER, game), (Role.WATCHER, game), (Role.READER, 0)
    revoked = [Guest(Visitor(app, *link), only_open) for link in links]
    for link in links:
        access.renew(*link)
    dismissed = [Visitor(app), Visitor(app, Role.SCORER, game)]
    for visitor in dismissed:
        access.dismiss(phone_of(visitor).id)
    foreign = Visitor(app, role=None)
    foreign.client.set_cookie(COOKIE, Visitor(elsewhere).client.get_cookie(COOKIE).value)
    return {
        "nobody": Guest(Visitor(app, role=None), only_open),
        "watcher": Guest(Visitor(app, Role.WATCHER, game), watching),
        "scorer": Guest(
            Visitor(app, Role.SCORER, game), watching | {Permission.LOOK, Permission.SCORE}
        ),
        "reader": Guest(Visitor(app, Role.READER), reading),
        "scorer of another table": Guest(Visitor(app, Role.SCORER, other), only_open),
        "watcher of another table": Guest(Visitor(app, Role.WATCHER, other), only_open),
        "another club's owner": Guest(foreign, only_open),
        "scorer by a revoked link": revoked[0],
        "watcher by a revoked link": revoked[1],
        "reader by a revoked link": revoked[2],
        "owner who was sent away": Guest(dismissed[0], only_open),
        "scorer who was sent away": Guest(dismissed[1], only_open),
    }


WHO = (
    "nobody", "watcher", "scorer", "reader", "scorer of another table", "watcher of another table",
    "another club's owner", "scorer by a revoked link", "watcher by a revoked link", "reader by a revoked link",
    "owner who was sent away", "scorer who was sent away",
)  # fmt: skip


def _kept(app):
    return kept(app.extensions[f"scorepad.{name}"].path for name in ("club", "access"))


def test_every_route_has_a_door_and_every_door_a_route(app):
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert endpoints - REQUIRED.keys() == set()
    assert REQUIRED.keys() - endpoints == set()


@pytest.mark.parametrize(
    ("level", "endpoints"),
    [
        (Permission.OWN, OWN), (Permission.OPEN, OPEN), (Permission.WATCH, WATCH), (Permission.READ, READ),
        (Permission.LOOK, LOOK),
    ],
)  # fmt: skip
def test_no_door_slips_to_another_level(level, endpoints):
    assert {endpoint for endpoint, found in REQUIRED.items() if found is level} == set(
        endpoints.split()
    )


def test_what_only_reads_takes_no_form(app):
    takes = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    levels = {REQUIRED[endpoint] for endpoint in takes - {"join.join"}}
    assert levels == {Permission.SCORE, Permission.OWN}


def test_a_route_without_a_door_lets_nobody_in(app, visitor, monkeypatch):
    monkeypatch.delitem(permissions.REQUIRED, "people.index")
    assert visitor.client.get("/people").status_code == 403


def test_the_owner_sees_the_private_words(visitor, played, stranger):
    table, result = visitor.get(played.address), visitor.get(f"{played.address}/story")
    for word in ("Xanthippos", "Wolframine", "7,315"):
        assert word in table.source
    assert "Nebelkraehe" in result.source
    assert "Ysolde" in visitor.get("/people").source


@pytest.mark.parametrize("who", WHO)
def test_whoever_was_not_let_in_reads_nothing_and_changes_nothing(
    app, guests, addresses, posts, who
):
    guest = guests[who]
    refused = [one for one in addresses if REQUIRED[one[0]] not in guest.may]
    assert len(refused) > 20
    before = _kept(app)
    for endpoint, address, methods in refused:
        for method in methods - {"OPTIONS"}:
            with guest.ask(address, method, posts.get(address)) as answer:
                tells_nothing(answer, f"{method} {address}")
                if answer.status_code != 403:
                    assert (answer.status_code, method in ("GET", "HEAD")) == (302, True), endpoint
                    assert endpoint in ("games.index", "table.show"), endpoint
    assert _kept(app) == before


@pytest.mark.parametrize(
    ("who", "endpoint", "leads_to"),
    [
        ("nobody", "games.index", "/join"),
        ("scorer by a revoked link", "games.index", "/join"),
        ("another club's owner", "games.index", "/join"),
        ("owner who was sent away", "games.index", "/join"),
        ("watcher", "games.index", "/games/1/board"),
        ("watcher", "table.show", "/games/1/board"),
        ("reader", "table.show", "/games/1/board"),
        ("scorer", "games.index", "/games/1"),
    ],
)
def test_where_somebody_is_led_instead(guests, addresses, who, endpoint, leads_to):
    address = next(address for name, address, _ in addresses if name == endpoint)
    answer = guests[who].visitor.client.get(address)
    assert (answer.status_code, answer.location) == (302, leads_to)


@pytest.mark.parametrize("who", WHO)
def test_whoever_was_let_in_reads_what_the_owner_reads(app, guests, addresses, visitor, who):
    guest = guests[who]
    for endpoint, address, methods in addresses:
        if REQUIRED[endpoint] not in guest.may - {Permission.OPEN} or "GET" not in methods:
            continue
        with guest.ask(address, "GET") as theirs, visitor.client.get(address) as owners:
            assert (theirs.status_code, theirs.location) == (owners.status_code, owners.location)
            if theirs.mimetype == "text/html" and theirs.status_code == 200:
                pages = [Page.of(200, answer.text) for answer in (theirs, owners)]
                assert pages[0].heading == pages[1].heading, address


def test_a_scorer_records_at_the_own_table(app, values, posts):
    table = begin(Visitor(app))
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(**{"team1.melded": "300"})
    before = _kept(app)
    guest = Guest(Visitor(app, Role.SCORER, table.game), frozenset())
    scored = {
        address.replace("/games/1/", f"/games/{table.game}/"): posts[address]
        for endpoint, address, methods in addresses_of(app, values)
        if REQUIRED[endpoint] is Permission.SCORE and "POST" in methods
    }
    assert len(scored) >= 8
    for number, (address, typed) in enumerate(scored.items()):
        answer = guest.ask(address, "POST", typed | {"key": f"{number:032x}"})
        assert answer.status_code == 303, address
    assert phone_of(guest.visitor).label in {one.device.partition(".")[0] for one in table.entries}
    assert _kept(app) != before


@pytest.mark.parametrize("who", WHO)
def test_what_may_be_done_is_told_without_a_word_of_what_is_there(app, guests, addresses, who):
    before = _kept(app)
    for endpoint, address, methods in addresses:
        with guests[who].ask(address, "OPTIONS") as answer:
            assert set(answer.headers["Allow"].split(", ")) >= methods, endpoint
            tells_nothing(answer, address)
    assert _kept(app) == before


@pytest.mark.parametrize("who", ["nobody", "scorer of another table", "another club's owner"])
def test_whether_there_is_such_a_game_or_person_is_not_told(app, guests, values, who):
    there = addresses_of(app, values)
    nowhere = addresses_of(
        app, values | {"game": 999, "person": 999, "season": 999, "phone": 999, "who": "998-999"}
    )
    for (endpoint, address, methods), (_, missing, _) in zip(there, nowhere, strict=True):
        if address == missing or REQUIRED[endpoint] is Permission.OPEN:
            continue
        for method in methods - {"OPTIONS"}:
            answers = [guests[who].ask(one, method) for one in (address, missing)]
            assert answers[0].status_code == answers[1].status_code, endpoint
            assert answers[0].text == answers[1].text, endpoint


@pytest.mark.parametrize("address", ["/nowhere", "/games/1/nowhere", "/games/x"])
def test_an_address_that_is_nowhere_tells_nothing(guests, address):
    for guest in guests.values():
        answer = guest.visitor.client.get(address)
        assert answer.status_code == 404
        tells_nothing(answer, address)
