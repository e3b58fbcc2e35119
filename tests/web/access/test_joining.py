"""Joining by a link, which leaves the URL immediately, and what is refused: forged links, foreign cookies."""

from contextlib import closing

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from scorepad.serving import invite_links
from scorepad.store import Role, access
from scorepad.web import create_app
from scorepad.web.access import join
from scorepad.web.app.permissions import COOKIE
from tests.web.driving import Visitor, session_cookie
from tests.web.guests import tells_nothing
from tests.web.hosting import clubs_of
from tests.web.pages import Page


@pytest.mark.parametrize(
    ("role", "of_a_table", "leads_to"),
    [
        (Role.OWNER, False, "Games"),
        (Role.READER, False, "Games"),
        (Role.SCORER, True, "Who are you?"),
        (Role.WATCHER, True, "Round 1 of 4"),
    ],
)
def test_a_link_lets_a_phone_in_and_stays_nowhere(newcomer, link, game, role, of_a_table, leads_to):
    number = game if of_a_table else 0
    address = link(role, number)
    answer = newcomer.client.get(address, follow_redirects=True)
    assert answer.status_code == 200
    assert Page(200, answer.text).heading == leads_to
    word = address.rpartition("/")[2]
    assert answer.history[0].location == "/in?opened=link"
    assert not any(word in step.location for step in answer.history)
    assert word not in answer.text
    assert newcomer.passes == {(role, number)}
    with newcomer.client.session_transaction() as session:
        assert word not in session.values()


def test_a_phone_collects_passes_and_stays_one_phone(newcomer, link, game):
    before = len(newcomer.access.phones())
    for role, number in ((Role.WATCHER, game), (Role.SCORER, game), (Role.READER, 0)) * 2:
        newcomer.get(link(role, number))
    assert len(newcomer.passes) == 3
    assert len(newcomer.access.phones()) == before + 1


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_messenger_without_cookies_becomes_no_phone(app, visitor, link, game, method):
    before = visitor.access.phones()
    messenger = app.test_client(use_cookies=False)
    for _ in range(3):
        assert messenger.open(link(Role.SCORER, game), method=method).location == "/in?opened=link"
        messenger.open("/in", method=method)
    assert visitor.access.phones() == before


def test_a_head_lets_nobody_in_and_takes_no_link_away(newcomer, link, game):
    newcomer.client.get(link(Role.SCORER, game))
    assert newcomer.client.head("/in").status_code == 200
    assert newcomer.passes == frozenset()
    newcomer.get("/in")
    assert newcomer.passes == {(Role.SCORER, game)}


def test_the_bare_address_leads_a_phone_home(app, game):
    scorer = Visitor(app, Role.SCORER, game)
    assert scorer.client.get("/in").location == f"/games/{game}"


BLOCKED, AGAIN = "This browser blocks cookies", "Open the link again"


@pytest.mark.parametrize(
    ("address", "cookie", "heading"),
    [
        ("/in?opened=link", None, BLOCKED),
        # No cookie was set before, so none is blocked.
        ("/in", None, AGAIN),
        ("/in?opened=link", "place=home", AGAIN),
        ("/in", "place=home", AGAIN),
    ],
)
def test_a_phone_that_brings_no_link_is_told_the_true_reason(app, address, cookie, heading):
    headers = {} if cookie is None else {"Cookie": cookie}
    answer = app.test_client(use_cookies=False).get(address, headers=headers)
    page = Page(answer.status_code, answer.text)
    assert (page.status, page.heading) == (403, heading)


@pytest.mark.parametrize("role", [Role.SCORER, Role.WATCHER])
def test_a_new_link_ends_the_old_one(app, visitor, newcomer, link, role):
    game = visitor.begin().game
    old, inside = link(role, game), Visitor(app, role, game)
    visitor.access.renew(role, game)
    page = newcomer.get(old)
    assert (page.status, page.heading) == (410, "This link no longer works")
    assert inside.passes == newcomer.passes == frozenset()
    newcomer.get(link(role, game))
    assert newcomer.passes == {(role, game)}


def test_a_link_lets_nobody_in_after_a_new_one_or_into_an_unknown_game(visitor, newcomer, link):
    game = visitor.begin().game
    newcomer.client.get(link(Role.SCORER, game))
    visitor.access.renew(Role.SCORER, game)
    for address in ("/in", link(Role.SCORER, 99_999)):
        assert newcomer.get(address).status == 410
    assert newcomer.passes == frozenset()


def test_a_link_of_a_game_in_the_bin_leads_to_it_and_cannot_take_it_out(visitor, newcomer, link):
    table = visitor.begin()
    visitor.send(table.page().form("/bin"))
    newcomer.get(link(Role.SCORER, table.game))
    page = newcomer.get(table.address)
    assert "This game is in the bin" in page.text
    assert not [form for form in page.forms if form.action.endswith("/restore")]


@pytest.mark.parametrize("kept", [7, None, [], "x", {"a": 1}])
def test_a_session_that_says_anything_breaks_nothing(newcomer, kept):
    with newcomer.client.session_transaction() as session:
        session["link"] = kept
    assert newcomer.get("/in").status == 403


def test_a_phone_that_was_sent_away_is_told_so(newcomer, link, game):
    newcomer.get(link(Role.SCORER, game))
    newcomer.access.dismiss(newcomer.phone.id)
    page = newcomer.get(link(Role.SCORER, game))
    assert (page.status, page.heading) == (403, "This phone was sent away")
    assert "has sent this phone away" in newcomer.get("/join").text
    page = newcomer.get(f"/games/{game}")
    assert (page.status, page.heading) == (403, "This phone was sent away")
    assert page.links["Type your table’s code"] == "/join"


def test_where_no_room_is_left_the_owner_is_told_what_to_do(newcomer, link, game, monkeypatch):
    monkeypatch.setattr(access, "MAX_PHONES", 1)
    page = newcomer.get(link(Role.SCORER, game))
    assert (page.status, page.heading) == (503, "There is no room for another phone")
    assert "make new links" in page.text


def test_a_setting_says_how_many_phones_one_link_lets_in(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_PHONES_PER_LINK", "2")
    with closing(clubs_of(app := create_app(tmp_path))) as clubs:
        game = Visitor(app).begin().game
        purpose = Role.SCORER, game
        path = invite_links.link_path(app.config["HOME"], *purpose)
        pages = [Visitor(app, None).get(path) for _ in range(3)]
        assert [page.status for page in pages] == [200, 200, 503]
        assert "2 phones keep score at this table" in pages[2].text
        assert len(clubs.home.access.phones()) == 3


@pytest.mark.parametrize("game", ["1", "999", ""])
@pytest.mark.parametrize("role", Role)
def test_a_forged_link_lets_nobody_in(app, newcomer, elsewhere, role, game):
    letter, number = role[0], int(game or 0)
    secret, now = str(app.secret_key), newcomer.access.generation(role, number)
    forged = {
        f"{letter}{game}-{'a' * 26}",
        join.link_word(str(elsewhere.secret_key), "", role, number, now),
        join.link_word(secret, "other-club", role, number, now),
        join.link_word(secret, "", role, number, now + 1),
        f"{letter}{game}-{'A' * 26}",
        f"{letter}{game}-" + "\u0131" * 26,
        *("x", "s12", "o-" + "a" * 25, "s0-" + "a" * 26, "%00", "é" * 500),
    }
    for word in forged:
        answer = newcomer.client.get(f"/in/{word}", follow_redirects=True)
        assert answer.status_code == (410 if join.link_purpose(word) else 404), word
        tells_nothing(answer, word)
    assert newcomer.client.get("/").location == "/join"
    assert newcomer.passes == frozenset()


RAW = st.one_of(
    st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")),
    st.text(max_size=100),
    st.sampled_from(["a", "0" * 32, "0" * 4096, '"\\073"', "None", "1", "' OR 1=1 --", "%00"]),
)


def _as_header(text):
    line = text.replace("\r", "").replace("\n", "")
    return line.encode("utf-8", "surrogatepass").decode("latin-1")


@settings(
    max_examples=60,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(phone=RAW, session=RAW, name=st.sampled_from([COOKIE, f"{COOKIE}_x", "session", ""]))
@example(phone="0" * 4096, session="x" * 4096, name=COOKIE)
@example(phone="\udcff\ud800", session="\x00", name=COOKIE)
def test_no_cookie_that_we_did_not_give_lets_anybody_in(app, played, phone, session, name):
    phone, session = _as_header(phone), _as_header(session)
    headers = {"Cookie": f"{COOKIE}={phone}; session={session}; {name}={phone}"}
    client = app.test_client(use_cookies=False)
    starter = f"{played.address}/starter"
    for method, address in (("GET", played.address), ("POST", starter), ("GET", "/")):
        answer = client.open(address, method=method, data={"seat": "1"}, headers=headers)
        assert answer.status_code == 403 or (answer.status_code, answer.location) == (302, "/join")
        tells_nothing(answer, address)


def test_a_session_of_somebody_else_is_no_pass(app, visitor, played):
    fields = visitor.get(played.address).form("/starter").fields
    before = visitor.club.latest_seq()
    thief = app.test_client()
    name = session_cookie(app)
    thief.set_cookie(name, visitor.client.get_cookie(name).value)
    assert thief.get(played.address).status_code == 403
    assert thief.post(f"{played.address}/starter", data={**fields, "seat": "2"}).status_code == 403
    assert visitor.club.latest_seq() == before
