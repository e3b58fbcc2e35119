"""No page offers what its phone may not do: every link and form that a scorer, a watcher or a reader sees is open."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from scorepad.store import WHOLE_CLUB, Role
from scorepad.web.access import permissions
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.pages import Page


@pytest.fixture(scope="module")
def club(app):
    """A club with a game in every state: over, being played with a draft, asked whether it ended, in the bin.

    Gives the games by what they are.
    """
    owner = Visitor(app)
    over = owner.begin("good-sam", **{"choice.length": "time"})
    over.play(1, **OUT_FIRST)
    over.decide(decision="over")
    live = owner.begin("good-sam", **{"choice.length": "time"})
    live.play(1, **OUT_FIRST)
    live.sheet(2).save(**{"team1.melded": "300"})
    binned = owner.begin()
    owner.send(binned.page().form("/bin"))
    form = owner.get("/league/seasons").form("/seasons")
    season = {"name": "Winter", "first_day": "2020-01-01", "last_day": "", "least": "1"}
    assert owner.post(form.action, form.fields | season | {"figure": "wins"}).status == 200
    return {"over": over.game, "live": live.game, "binned": binned.game}


def place(address: str) -> str:
    """An address without what is asked of its page: that is walked once."""
    return urlsplit(address).path


def ours(page: Page) -> Iterator[str]:
    """Where the links of a page lead, but for those that leave it to a messenger or stay on it."""
    for one in page.root.all("a"):
        assert one["href"], one.text
        if one["href"].startswith("/"):
            yield one["href"]


def level_of(
    visitor: Visitor, address: str, method: str
) -> tuple[permissions.Permission, int | None]:
    """What a phone must be let in for, to ask this of an address."""
    endpoint, values = visitor.app.url_map.bind("localhost").match(place(address), method=method)
    return permissions.REQUIRED[endpoint], values.get("game")


def closed_doors(visitor: Visitor, start: str) -> tuple[set[str], list[str]]:
    """The places that can be reached from a page by its links, and what is offered there and refused."""
    seen, waiting, refused = set[str](), [start], list[str]()
    token = visitor.client.get_cookie(permissions.COOKIE).value
    while waiting:
        address = waiting.pop()
        if place(address) in seen:
            continue
        seen.add(place(address))
        answer = visitor.client.get(address, follow_redirects=True)
        came_to = answer.request.path
        if answer.status_code != 200 or (came_to == "/join" and place(address) != "/join"):
            refused.append(f"{address}: {answer.status_code}")
            continue
        seen.add(came_to)
        page = Page.of(answer.status_code, answer.text)
        waiting += ours(page)
        for form in page.forms:
            action = form.action or came_to
            needed, game = level_of(visitor, action, (form.method or "get").upper())
            if needed not in permissions.permissions_of(visitor.access.phone(token), game):
                refused.append(f"{came_to}: a form to {action}")
    return seen, refused


CASES = [
    (Role.SCORER, "over", "/games/{}/result"),
    (Role.SCORER, "live", "/games/{}/rounds/2/edit"),
    (Role.SCORER, "binned", "/games/{}/invite"),
    (Role.WATCHER, "over", "/games/{}/board"),
    (Role.WATCHER, "live", "/games/{}/rules"),
    (Role.WATCHER, "binned", "/games/{}/board"),
]


@pytest.mark.parametrize(("role", "which", "reaches"), CASES)
def test_a_phone_of_one_table_is_offered_nothing_that_is_closed_to_it(
    app, club, role, which, reaches
):
    visitor = Visitor(app, role, club[which])
    seen, refused = closed_doors(visitor, "/")
    assert refused == []
    assert reaches.format(club[which]) in seen
    others = [f"/games/{game}" for name, game in club.items() if name != which]
    assert not [one for one in seen if one.startswith(tuple(others))]


def test_a_reader_is_offered_everything_to_read_and_nothing_to_do(app, club):
    visitor = Visitor(app, Role.READER, WHOLE_CLUB)
    seen, refused = closed_doors(visitor, "/")
    assert refused == []
    for reaches in ("/league", "/league/records", "/league/seasons", f"/games/{club['live']}/board",
                    f"/games/{club['over']}/result", f"/games/{club['over']}/story"):  # fmt: skip
        assert reaches in seen, sorted(seen)


def test_an_owner_reaches_every_page_from_the_list_of_games(app, club):
    seen, refused = closed_doors(Visitor(app), "/")
    assert refused == []
    for reaches in ("/phones", "/people", f"/games/{club['live']}/invite", "/bin", "/games/new"):
        assert reaches in seen, sorted(seen)


@pytest.mark.parametrize("role", list(Role))
def test_a_page_that_is_nowhere_leads_to_where_the_phone_is_let_in(app, club, role):
    game = club["live"] if role in (Role.SCORER, Role.WATCHER) else WHOLE_CLUB
    visitor = Visitor(app, role, game)
    page = visitor.get("/nowhere")
    assert page.status == 404
    for address in ours(page):
        assert visitor.get(address).status == 200


def test_who_scores_a_table_that_plays_again_is_let_in_at_the_new_one(app, club):
    visitor = Visitor(app, Role.SCORER, club["over"])
    watcher = Visitor(app, Role.WATCHER, club["over"])
    page = visitor.get(f"/games/{club['over']}/result")
    assert "your next table" not in page.text
    new = visitor.send(page.form("/rematch"))
    assert new.heading == "Round 1"
    after = visitor.get(f"/games/{club['over']}/result")
    (leads,) = [to for said, to in after.links.items() if said.startswith("On to your next table")]
    assert visitor.get(leads).heading == "Round 1"
    assert watcher.get(f"{leads}/board").status == 200
    assert watcher.get(f"{leads}/result").status == 403


def test_a_phone_that_was_sent_away_is_told_so_where_it_was(app, club):
    visitor = Visitor(app, Role.SCORER, club["live"])
    token = visitor.client.get_cookie(permissions.COOKIE).value
    visitor.access.dismiss(visitor.access.phone(token).id)
    page = visitor.get(f"/games/{club['live']}")
    assert (page.status, page.heading) == (403, "This phone was sent away")
    assert page.links["Type the code of your table"] == "/join"


def test_a_watcher_who_asks_for_what_is_closed_is_led_to_the_board(app, club):
    page = Visitor(app, Role.WATCHER, club["live"]).get("/people")
    assert (page.status, page.links["To the board"]) == (403, f"/games/{club['live']}/board")
