"""Firefox, WebKitGTK and WPE WebKit at a table. Without them, these tests are skipped; .ci/packages installs them."""

import subprocess
from collections.abc import Iterator

import pytest

from tests.browser.engines import ENGINES, Engine, Phone
from tests.support.relay import Relay
from tests.support.server import FROM_CHECKOUT, environment, link, start


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> Engine:
    engine = request.param
    if not engine.is_installed:
        pytest.skip(f"{engine.name} is not installed (Debian: apt-get install {engine.packages})")
    return engine


@pytest.fixture
def phone(engine: Engine) -> Iterator[Phone]:
    with engine.phone() as phone:
        yield phone


def test_the_owners_link_lets_a_phone_in_and_a_tap_is_sent(phone, tmp_path):
    environ = environment(SCOREPAD_INSTANCE=str(tmp_path / "instance"))
    with start(environ, FROM_CHECKOUT, subprocess.DEVNULL, "--here", "--link") as server:
        phone.open(link(server))
        phone.at("/")
        phone.tap("a", "New game")
        phone.at("/games/new")


BEGINS = """() => {
  const { form } = document.querySelector("[name=seat1]");
  ["Ann", "Bob", "Carla", "Dora"].forEach((name, at) => (form.elements[`seat${at + 1}`].value = name));
  form.submit();
}"""
KEPT = "() => Object.keys(JSON.parse(sessionStorage.getItem('pages /') ?? '{}').pages ?? {}).length === 5"
IS_SENT = "() => document.querySelector('[data-waiting]').hidden && document.querySelector('form.undo') !== null"


def test_a_table_works_on_while_the_server_is_away(phone, tmp_path):
    environ = environment(SCOREPAD_INSTANCE=str(tmp_path / "instance"))
    with start(environ, FROM_CHECKOUT, subprocess.DEVNULL, "--here", "--link") as server:
        entrance = link(server)
        with Relay(entrance.partition("/in/")[0]) as relay:
            phone.open(f"{relay.url}/in/{entrance.partition('/in/')[2]}")
            phone.at("/")
            phone.open(f"{relay.url}/games/new/partnership")
            phone.at("/games/new/partnership")
            phone.run(BEGINS)
            phone.at("/games/1")
            phone.value(KEPT)
            relay.cut()
            phone.tap(".bottom a", "Count the round")
            phone.tap("label", "Ann went out")
            phone.sees("1 change waits: no connection")
            phone.tap("#steps a")
            phone.tap(".bottom a", "May we go out?")
            phone.tap(".names button", "Carla")
            phone.sees("Carla may not go out yet.", "#answer")
            phone.tap(".ways a", "Table")
            phone.tap(".bottom a", "Can we open?")
            phone.sees("You need 50 points.", "#answer")
            phone.tap(".ways a", "Table")
            phone.tap("#menu summary")
            phone.tap("#menu a", "All games")
            phone.sees("No connection", "h1")
            relay.join()
            phone.sees("New game")
            phone.open(f"{relay.url}/games/1")
            phone.value(IS_SENT)
