"""No page offers what its phone may not do: every link and form that a scorer, watcher or reader sees is permitted."""

from urllib.parse import urlsplit

import pytest

from scorepad.store import WHOLE_CLUB, Role
from scorepad.web.app import permissions
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.pages import Page


@pytest.fixture(scope="module")
def club(app):
    """A club with a season and with games in every state: over, live with a draft, in the bin."""
    owner = Visitor(app)
    over, live = (owner.begin("good-sam", **{"choice.length": "time"}) for _ in range(2))
    for table in (over, live):
        table.play(1, **OUT_FIRST)
    over.decide(decision="over")
    live.sheet(2).save(**{"team1.melded": "300"})
    binned = owner.begin()
    owner.send(binned.page().form("/bin"))
    form = owner.get("/league/seasons").form("/seasons")
    season = {"name": "Winter", "first_day": "2020-01-01", "last_day": "", "least": "1"}
    assert owner.post(form.action, form.fields | season | {"figure": "wins"}).status == 200
    return {"over": over.game, "live": live.game, "binned": binned.game}


def path(address):
    """A URL without its query, so that each page is visited once."""
    return urlsplit(address).path


def own_links(page):
    """The targets of a page's links, except those that open a messenger or stay on the page."""
    links = [link["href"] for link in page.root.all("a")]
    assert all(links)
    return [link for link in links if link.startswith("/")]


def may_send(visitor, form, here):
    match = visitor.app.url_map.bind("localhost").match
    endpoint, values = match(path(form.action or here), method=(form.method or "get").upper())
    allowed = permissions.permissions_of(visitor.phone, values.get("game"))
    return permissions.REQUIRED[endpoint] in allowed


def walk(visitor):
    """The pages that can be reached by links from the home page. Fails if one of them offers what is refused."""
    seen, waiting, refused = set(), ["/"], []
    while waiting:
        address = waiting.pop()
        if path(address) in seen:
            continue
        seen.add(path(address))
        answer = visitor.client.get(address, follow_redirects=True)
        here = answer.request.path
        if answer.status_code != 200 or (here == "/join" and path(address) != "/join"):
            refused.append(f"{address}: {answer.status_code}")
            continue
        seen.add(here)
        if answer.mimetype != "text/html":
            continue
        page = Page(answer.status_code, answer.text)
        waiting += own_links(page)
        refused += [f"{here}: {f.action}" for f in page.forms if not may_send(visitor, f, here)]
    assert refused == []
    return seen


READ = "/league /league/records /league/seasons /games/{live}/board /games/{over}/result /games/{over}/story"


@pytest.mark.parametrize(
    ("role", "state", "reaches"),
    [
        (Role.SCORER, "over", "/games/{over}/result"),
        (Role.SCORER, "live", "/games/{live}/rounds/2/edit"),
        (Role.SCORER, "binned", "/games/{binned}/invite"),
        (Role.WATCHER, "over", "/games/{over}/board"),
        (Role.WATCHER, "live", "/games/{live}/rules"),
        (Role.WATCHER, "binned", "/games/{binned}/board"),
        (Role.READER, None, READ),
        (Role.OWNER, None, "/phones /people /games/{live}/invite /bin /games/new"),
    ],
)
def test_a_phone_is_offered_only_what_is_open_to_it(app, club, role, state, reaches):
    seen = walk(Visitor(app, role, club.get(state, WHOLE_CLUB)))
    assert set(reaches.format(**club).split()) <= seen
    others = [f"/games/{game}" for other, game in club.items() if state and other != state]
    assert not [address for address in seen if address.startswith(tuple(others))]


@pytest.mark.parametrize("role", list(Role))
def test_an_unknown_address_leads_to_where_the_phone_is_let_in(app, club, role):
    game = club["live"] if role in (Role.SCORER, Role.WATCHER) else WHOLE_CLUB
    visitor = Visitor(app, role, game)
    page = visitor.get("/nowhere")
    assert page.status == 404
    assert {visitor.get(address).status for address in own_links(page)} <= {200}


def test_the_scorer_of_a_table_that_plays_again_is_let_in_at_the_new_one(app, club):
    visitor, watcher = (Visitor(app, role, club["over"]) for role in (Role.SCORER, Role.WATCHER))
    page = visitor.get(f"/games/{club['over']}/result")
    assert "your next table" not in page.text
    assert visitor.send(page.form("/rematch")).heading == "Round 1"
    links = visitor.get(f"/games/{club['over']}/result").links
    table = links["On to the rematch"]
    assert visitor.get(table).heading == "Round 1"
    assert watcher.get(f"{table}/board").status == 200
    assert watcher.get(f"{table}/result").status == 403


def test_a_watcher_who_asks_for_a_closed_page_is_led_to_the_board(app, club):
    page = Visitor(app, Role.WATCHER, club["live"]).get("/people")
    assert (page.status, page.links["To the board"]) == (403, f"/games/{club['live']}/board")
