"""Every kind of guest requests every route of the API. A table says who may; the others read and change nothing."""

from contextlib import closing

import pytest

from scorepad.web import create_app
from tests.web.api.programs import GUESTS, MAY_REFUSE, expected, guests, requests
from tests.web.driving import Visitor
from tests.web.guests import PRIVATE, Files, begin, play
from tests.web.hosting import clubs_of


@pytest.fixture(scope="module")
def played(app):
    play(table := begin(Visitor(app)))
    return table


@pytest.fixture(scope="module")
def everyone(app, played, tmp_path_factory):
    with closing(clubs_of(elsewhere := create_app(tmp_path_factory.mktemp("elsewhere")))):
        yield guests(app, elsewhere, played.game)


@pytest.fixture(scope="module")
def files(app):
    with closing(Files([app.extensions["scorepad.club"].path])) as files:
        yield files


@pytest.mark.parametrize("who", GUESTS)
def test_every_route_lets_in_whom_the_table_says(everyone, files, played, who):
    for route, address, request in requests(played.game):
        before, wanted = files.rows(), expected(who, route)
        with everyone[who].ask(address, **request) as answer:
            refused = answer.status_code == 409 and route.endpoint in MAY_REFUSE
            assert (200 if refused else answer.status_code) == wanted, (route.endpoint, answer.text)
            if wanted != 200:
                assert answer.mimetype == "application/problem+json"
                assert [word for word in PRIVATE if word in answer.text] == []
                assert ("WWW-Authenticate" in answer.headers) == (wanted == 401)
                assert files.rows() == before, route.endpoint
            assert "Set-Cookie" not in answer.headers


def test_whether_there_is_such_a_game_is_a_secret(everyone, played):
    for who in ("no token", "a token for another game"):
        there, nowhere = (everyone[who].ask(f"/games/{game}/live") for game in (played.game, 999))
        assert (there.status_code, there.text) == (nowhere.status_code, nowhere.text)
