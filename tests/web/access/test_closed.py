"""Access control: every route of the application with every method, for every kind of guest.

The cases are generated from the application's URL map, so that no route can be forgotten.
"""

import pytest

from scorepad.store import Role
from scorepad.web.app import permissions
from scorepad.web.app.permissions import COOKIE, REQUIRED, Permission
from tests.web.access.conftest import token_of
from tests.web.driving import Visitor
from tests.web.guests import Guest, addresses_of, kept, tells_nothing
from tests.web.pages import Page

OPEN, WATCH, BET, READ_GAME, SCORE, READ, OWN = Permission

ENDPOINTS = {
    OPEN: """
        asset favicon pwa.away pwa.manifest pwa.worker join.enter join.arrive join.ask join.join leave.ask leave.leave
        rule_links.show rule_links.download language.show language.choose api_page.show feed.show calendar.show
        api.openapi api.score api.can_go_out api.can_open
    """,
    WATCH: "board.show overlay.show reference_card.show streams.stream bets.show",
    BET: "bets.save",
    READ_GAME: """
        rounds.show change_log.show result.show picture.show story.show paper.of_game what_if.show bg_stats.download
        api.game api.game_round api.live api.game_changes
    """,
    READ: """
        games.index games.continue_ https.show
        standings.show players.show partnerships.show versus.show versus.everyone prophets.show records.show
        seasons.index seasons.show seasons.picture evenings.picture
        evenings.index evenings.show rules.index rules.show rules.download rule_links.share comparing.show
        paper.blank other_rules.show which.show
        api.games api.standings api.players api.player api.ratings api.prophets api.records api.rule_sets
        api.rule_set api.changes
        nights.index nights.show nights.board nights.seating nights.picture nights.result_csv nights.result_json
        api.nights api.night years.person years.partnership years.club years.newest
    """,
    OWN: """
        new_game.choose new_game.show new_game.begin settings.show settings.save
        games.bin_ game_actions.move_to_bin game_actions.restore
        people.index people.add people.edit people.change people.ask_merge people.merge people.unmerge
        people.ask_forget people.forget people.undo
        seasons.begin seasons.edit seasons.change seasons.end seasons.remove seasons.restore clock.show clock.change
        club_name.show club_name.change club_name.say_chances club_name.set_language club_name.take_bets
        rule_changes.save rule_files.add rule_files.look rule_files.keep_
        rule_editor.new rule_editor.begin rule_editor.show rule_editor.change rule_editor.ask rule_editor.save
        night_plan.new night_plan.add night_plan.edit night_plan.change night_plan.draw_again night_plan.begin
        night_plan.pairs night_plan.pair
        night_plan.take_back night_plan.decide night_plan.remove night_plan.restore nights.codes
        phones.index phones.dismiss phones.readmit phones.renew phones.renew_all phones.allow
        phones.confirm tokens.index tokens.make tokens.revoke notices.index notices.add notices.edit notices.change
        notices.test notices.pause notices.resume notices.delete notices.restore example.ask example.delete fair.show
        exports.index exports.download
        imports.index imports.look imports.show imports.decide imports.discard imports.past imports.undo
        import_templates.download
        api.begin api.change_settings api.add_player api.change_player
    """,
}
"""The expected permissions, written down independently. All other endpoints need SCORE."""

MAY = {
    "watcher": {OPEN, WATCH, BET},
    "scorer": {OPEN, WATCH, BET, READ_GAME, SCORE},
    "reader": {OPEN, WATCH, READ_GAME, READ},
}
GUESTS = (
    *MAY, "nobody", "scorer of another table", "watcher of another table", "another club's owner",
    "scorer by a revoked link", "watcher by a revoked link", "reader by a revoked link", "owner who was sent away",
    "scorer who was sent away",
)  # fmt: skip
"""All kinds of guests. Those that are not in MAY see only what is open."""

UNKNOWN = {"game": 999, "person": 999, "season": 999, "night": 999, "phone": 999, "who": "998-999", "day": "999"}
every_guest = pytest.mark.parametrize("who", GUESTS)


@pytest.fixture(scope="module")
def addresses(app, values):
    return addresses_of(app, values)


@pytest.fixture(scope="module")
def guests(app, played, elsewhere):
    """A guest of each kind, by kind."""
    owner, game = Visitor(app), played.game
    other = owner.begin().game
    links = {"scorer": (Role.SCORER, game), "watcher": (Role.WATCHER, game), "reader": (Role.READER, 0)}  # fmt: skip
    visitors = {f"{who} by a revoked link": Visitor(app, *link) for who, link in links.items()}
    for link in links.values():
        owner.access.renew(*link)
    visitors |= {
        "nobody": Visitor(app, None),
        **{who: Visitor(app, *link) for who, link in links.items()},
        "scorer of another table": Visitor(app, Role.SCORER, other),
        "watcher of another table": Visitor(app, Role.WATCHER, other),
        "another club's owner": Visitor(app, None),
        "owner who was sent away": Visitor(app),
        "scorer who was sent away": Visitor(app, Role.SCORER, game),
    }
    visitors["another club's owner"].client.set_cookie(COOKIE, token_of(Visitor(elsewhere)))
    for who in ("owner", "scorer"):
        owner.access.dismiss(visitors[f"{who} who was sent away"].phone.id)
    return {who: Guest(visitors[who], frozenset(MAY.get(who, {OPEN}))) for who in GUESTS}


def _kept(app):
    return kept(app.extensions[f"scorepad.{name}"].path for name in ("club", "access"))


def test_every_route_needs_one_permission_and_what_only_reads_takes_no_form(app):
    rules = list(app.url_map.iter_rules())
    assert {rule.endpoint for rule in rules} == REQUIRED.keys()
    for level, endpoints in ENDPOINTS.items():
        assert {name for name, needed in REQUIRED.items() if needed is level} == {*endpoints.split()}
    questions = {"api.score", "api.can_go_out", "api.can_open"}
    of_all = {"join.join", "language.choose", "leave.leave"}
    forms = {rule.endpoint for rule in rules if "POST" in rule.methods} - of_all - questions
    assert {REQUIRED[endpoint] for endpoint in forms} == {BET, SCORE, OWN}


def test_a_route_without_a_permission_lets_nobody_in(visitor, monkeypatch):
    monkeypatch.delitem(permissions.REQUIRED, "people.index")
    assert visitor.client.get("/people").status_code == 403


def test_the_owner_sees_the_private_words(visitor, played):
    visitor.club.people.add("Ysolde")
    table = visitor.get(played.address).source
    assert all(word in table for word in ("Xanthippos", "Wolframine", "7,315"))
    assert "Nebelkraehe" in visitor.get(f"{played.address}/story").source
    assert "Ysolde" in visitor.get("/people").source


@every_guest
def test_who_was_not_let_in_reads_nothing_and_changes_nothing(app, guests, addresses, posts, who):
    guest = guests[who]
    refused = [address for address in addresses if REQUIRED[address[0]] not in guest.may]
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


@every_guest
def test_who_was_let_in_reads_what_the_owner_reads(guests, addresses, visitor, who):
    guest = guests[who]
    for endpoint, address, methods in addresses:
        # Each is led to its own page of the same game: see test_installing.py.
        if REQUIRED[endpoint] not in guest.may - {OPEN} or "GET" not in methods or endpoint == "games.continue_":
            continue
        with guest.ask(address, "GET") as theirs, visitor.client.get(address) as owners:
            assert (theirs.status_code, theirs.location) == (owners.status_code, owners.location)
            if theirs.mimetype == "text/html" and theirs.status_code == 200:
                pages = [Page(200, answer.text) for answer in (theirs, owners)]
                assert pages[0].heading == pages[1].heading, address


@every_guest
def test_the_methods_of_an_address_are_told_without_a_private_word(app, guests, addresses, who):
    before = _kept(app)
    for endpoint, address, methods in addresses:
        with guests[who].ask(address, "OPTIONS") as answer:
            assert set(answer.headers["Allow"].split(", ")) >= methods, endpoint
            tells_nothing(answer, address)
    assert _kept(app) == before


@pytest.mark.parametrize("who", ["nobody", "scorer of another table", "another club's owner"])
def test_whether_there_is_such_a_game_or_person_is_a_secret(app, guests, values, who):
    pairs = zip(addresses_of(app, values), addresses_of(app, values | UNKNOWN), strict=True)
    for (endpoint, there, methods), (_, nowhere, _) in pairs:
        if there == nowhere or REQUIRED[endpoint] is OPEN:
            continue
        for method in methods - {"OPTIONS"}:
            answers = [guests[who].ask(address, method) for address in (there, nowhere)]
            assert answers[0].status_code == answers[1].status_code, endpoint
            assert answers[0].text == answers[1].text, endpoint


@pytest.mark.parametrize("number", ["999", "0", "x", "9" * 400])
def test_an_unknown_number_is_no_page_to_the_owner(app, visitor, values, posts, number):
    guest = Guest(visitor)
    pairs = zip(addresses_of(app, values), addresses_of(app, values | UNKNOWN), strict=True)
    for (_, there, methods), (_, nowhere, _) in pairs:
        for method in methods - {"OPTIONS"} if there != nowhere else ():
            answer = guest.ask(nowhere.replace("999", number), method, posts.get(there))
            assert answer.status_code == 404, f"{method} {nowhere}"


@pytest.mark.parametrize("address", ["/nowhere", "/games/1/nowhere", "/games/x", "/metrics"])
def test_an_unknown_address_tells_nothing(guests, address):
    for guest in guests.values():
        answer = guest.visitor.client.get(address)
        assert answer.status_code == 404
        tells_nothing(answer, address)
