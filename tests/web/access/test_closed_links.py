"""What lets nobody in: forged links, a cookie of another club or none of ours, somebody else's session."""

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
from tests.web.guests import Guest, addresses_of, begin, kept, tells_nothing
from tests.web.hosting import Member, clubs_of, make_club


def test_the_owner_of_one_club_is_nobody_in_another(tmp_path, values, posts):
    make_club(tmp_path, "thursday")
    (tmp_path / paths.CLUB).touch()
    files = [paths.club_dir(tmp_path, "thursday") / name for name in (paths.CLUB, paths.ACCESS)]
    with closing(clubs_of(app := create_app(tmp_path))):
        table = begin(Member(app, tmp_path, "thursday"))
        table.sheet(1).save(**{"team1.melded": "7315"})
        visitor = Visitor(app)
        token = visitor.client.get_cookie(COOKIE).value
        visitor.client.set_cookie(f"{COOKIE}_thursday", token)
        guest = Guest(visitor, prefix="/c/thursday")
        before = kept(files)
        for endpoint, address, methods in addresses_of(app, values):
            if REQUIRED[endpoint] is Permission.OPEN:
                continue
            for method in methods - {"OPTIONS"}:
                answer = guest.ask(address, method, posts.get(address))
                assert answer.status_code == 403 or answer.location == "/c/thursday/join", address
                tells_nothing(answer, f"{method} {address}")
        assert kept(files) == before


@pytest.mark.parametrize("game", ["1", "999", ""])
@pytest.mark.parametrize(
    ("letter", "role"),
    [("o", Role.OWNER), ("w", Role.WATCHER), ("r", Role.READER), ("s", Role.SCORER)],
)
def test_a_forged_link_lets_nobody_in(app, newcomer, elsewhere, letter, role, game):
    number = int(game or 0)
    secret, now = str(app.secret_key), newcomer.access.generation(role, number)
    forged = {
        f"{letter}{game}-{'a' * 26}",
        links.word(str(elsewhere.secret_key), "", role, number, now),
        links.word(secret, "other-club", role, number, now),
        links.word(secret, "", role, number, now + 1),
        f"{letter}{game}-{'A' * 26}",
        f"{letter}{game}-" + "\u0131" * 26,
    }
    for word in forged:
        answer = newcomer.client.get(f"/in/{word}", follow_redirects=True)
        assert answer.status_code == (410 if links.purpose(word) else 404), word
        tells_nothing(answer, word)
    assert newcomer.client.get("/").location == "/join"
    assert newcomer.passes == frozenset()


RAW = st.one_of(
    st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")),
    st.text(max_size=100),
    st.sampled_from(["a", "0" * 32, "0" * 4096, '"\\073"', "None", "1", "' OR 1=1 --", "%00"]),
)


def _as_header(text):
    """The text as it can be sent in a header."""
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
    thief.set_cookie("session", visitor.client.get_cookie("session").value)
    assert thief.get(played.address).status_code == 403
    assert thief.post(f"{played.address}/starter", data={**fields, "seat": "2"}).status_code == 403
    assert visitor.club.latest_seq() == before
