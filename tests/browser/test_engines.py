"""Firefox, WebKitGTK and WPE WebKit at a table. Without them, these tests are skipped; .ci/packages installs them."""

import subprocess
from collections.abc import Iterator

import pytest

from tests.browser.engines import ENGINES, Engine, Phone
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
