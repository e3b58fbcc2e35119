"""What lets nobody in: forged and old links, a cookie of another club or none of ours, somebody else's session."""

from contextlib import closing

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from scorepad import paths
from scorepad.store import Role
from scorepad.web import create_app
from scorepad.web.access import links
from scorepad.web.access.permissions import COOKIE, REQUIRED, Permission
from tests.web.driving import Visitor
from tests.web.guests import Guest, addresses_of, begin, kept, phone_of, play, tells_nothing
from tests.web.hosting import Member, clubs_of, make_club


@pytest.fixture(scope="module")
def played(app):
    """A game whose every private word is unmistakable."""
    table = begin(Visitor(app))
    play(table)
    return table


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """The pages of another club."""
    with closing(clubs_of(other := create_app(tmp_path_factory.mktemp("elsewhere")))):
        yield other


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """A home that has another club too, where a game is played, and the folder of both."""
    home = tmp_path_factory.mktemp("host")
    make_club(home, "thursday")
    (home / paths.CLUB).touch()
    with closing(clubs_of(app := create_app(home))):
        table = begin(Member(app, home, "thursday"))
        table.sheet(1).save(**{"team1.melded": "7315"})
        yield app, home


def test_the_owner_of_one_club_is_nobody_in_another_under_a_prefix(host, values, posts):
    app, home = host
    guest = Guest(_under_every_name(Visitor(app)), prefix="/c/thursday")
    files = [paths.club_dir(home, "thursday") / name for name in (paths.CLUB, paths.ACCESS)]
    before = kept(files)
    for endpoint, address, methods in addresses_of(app, values):
        for method in methods - {"OPTIONS"} if REQUIRED[endpoint] is not Permission.OPEN else ():
            answer = guest.ask(address, method, posts.get(address))
            assert answer.status_code == 403 or answer.location == "/c/thursday/join", address
            tells_nothing(answer, f"{method} {address}")
    assert kept(files) == before


def _under_every_name(visitor):
    """Somebody whose browser sends the cookie of one club to another, under the name that counts there."""
    for club in ("", "_thursday"):
        visitor.client.set_cookie(f"{COOKIE}{club}", visitor.client.get_cookie(COOKIE).value)
    return visitor


@pytest.mark.parametrize("game", ["1", "999", ""])
@pytest.mark.parametrize("letter", "owrs")
def test_a_forged_link_lets_nobody_in(app, elsewhere, letter, game):
    guest = Visitor(app, role=None)
    role = {"o": Role.OWNER, "w": Role.WATCHER, "r": Role.READER, "s": Role.SCORER}[letter]
    now = guest.access.generation(role, int(game or 0))
    forged = {
        f"{letter}{game}-{'a' * 26}",
        links.word(str(elsewhere.secret_key), "", role, int(game or 0), now),
        links.word(str(app.secret_key), "other-club", role, int(game or 0), now),
        links.word(str(app.secret_key), "", role, int(game or 0), now + 1),
        f"{letter}{game}-{'A' * 26}",
        f"{letter}{game}-" + "\u0131" * 26,
    }
    for word in forged:
        answer = guest.client.get(f"/in/{word}", follow_redirects=True)
        assert answer.status_code in (404, 410), word
        tells_nothing(answer, word)
    assert guest.client.get("/").location == "/join"


def test_the_link_before_the_one_that_is_good_now_lets_nobody_in(app, played):
    owner = Visitor(app)
    generation = owner.access.generation(Role.SCORER, played.game)
    old, new = (
        links.word(str(app.secret_key), "", Role.SCORER, played.game, number)
        for number in (generation - 1, generation)
    )
    guest = Visitor(app, role=None)
    assert guest.get(f"/in/{old}").heading == "This link no longer works"
    assert guest.client.get(played.address).status_code == 403
    assert guest.get(f"/in/{new}").status == 200
    assert guest.client.get(played.address).status_code == 200


def test_a_phone_that_is_sent_away_is_out_at_once_and_may_be_let_in_again(app, played):
    owner, guest = Visitor(app), Visitor(app, Role.SCORER, played.game)
    assert guest.client.get(played.address).status_code == 200
    owner.access.dismiss(phone_of(guest).id)
    assert guest.client.get(played.address).status_code == 403
    owner.access.dismiss(phone_of(guest).id, back=True)
    assert guest.client.get(played.address).status_code == 200


RAW = st.one_of(
    st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")),
    st.text(max_size=100),
    st.sampled_from(["a", "0" * 32, "0" * 4096, '"\\073"', "None", "1", "' OR 1=1 --", "%00"]),
)


@settings(
    max_examples=60,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(phone=RAW, session=RAW, name=st.sampled_from([COOKIE, f"{COOKIE}_x", "session", ""]))
@example(phone="0" * 4096, session="x" * 4096, name=COOKIE)
@example(phone="\udcff\ud800", session="\x00", name=COOKIE)
def test_no_cookie_that_we_did_not_give_lets_anybody_in(app, played, phone, session, name):
    clean = [
        "".join(c for c in text if c not in "\r\n")
        .encode("utf-8", "surrogatepass")
        .decode("latin-1")
        for text in (phone, session)
    ]
    cookies = f"{COOKIE}={clean[0]}; session={clean[1]}; {name}={clean[0]}"
    client = app.test_client(use_cookies=False)
    for method, address in (
        ("GET", played.address),
        ("POST", f"{played.address}/starter"),
        ("GET", "/"),
    ):
        answer = client.open(
            address, method=method, data={"seat": "1"}, headers={"Cookie": cookies}
        )
        assert answer.status_code in (302, 403), address
        assert answer.status_code == 403 or answer.location == "/join"
        tells_nothing(answer, address)


def test_a_session_of_somebody_else_is_no_pass(app, played):
    owner = Visitor(app)
    owner.get(played.address)
    thief = app.test_client()
    thief.set_cookie("session", owner.client.get_cookie("session").value)
    assert thief.get(played.address).status_code == 403
    fields = owner.get(played.address).form("/starter").fields
    before = owner.club.latest_seq()
    assert thief.post(f"{played.address}/starter", data={**fields, "seat": "2"}).status_code == 403
    assert owner.club.latest_seq() == before
