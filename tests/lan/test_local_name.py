"""The name, told to a network that nobody else is in: this machine's loopback. It is another than scorepad.local, which
a Scorepad that runs here may have just now."""

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, NoReturn

import pytest
from zeroconf import AddressResolver, ServiceInfo, Zeroconf

from scorepad.lan.localname import TAKEN, LocalName

LOOPBACK = ["127.0.0.1"]
NAME = f"scorepad-{os.getpid()}.local"


@pytest.fixture
def name() -> Iterator[LocalName]:
    """The name, not taken yet."""
    one = LocalName(8484, ("127.0.0.1",), NAME, LOOPBACK)
    yield one
    one.give_back()


def as_served(test: Callable[..., None]) -> Callable[..., None]:
    """A test in a thread of its own, as the name is told there: in the main one, browser tests may have left a loop."""

    @wraps(test)
    def run(**fixtures: Any) -> None:
        with ThreadPoolExecutor(1) as threads:
            threads.submit(test, **fixtures).result()

    return run


def found() -> list[str]:
    """The addresses at which somebody else finds the name."""
    with Zeroconf(interfaces=LOOPBACK) as other:
        resolver = AddressResolver(f"{NAME}.")
        resolver.request(other, 1000)
        return resolver.parsed_addresses()


@as_served
def test_others_find_the_name_until_it_is_given_back(name: LocalName) -> None:
    assert name.take() == ""
    assert found() == ["127.0.0.1"]
    name.give_back()
    assert found() == []


@as_served
def test_a_name_that_another_machine_has_is_left_to_it(name: LocalName) -> None:
    info = ServiceInfo(
        "_http._tcp.local.",
        "Theirs._http._tcp.local.",
        port=80,
        server=f"{NAME}.",
        parsed_addresses=["127.0.0.99"],
    )
    with Zeroconf(interfaces=LOOPBACK) as theirs:
        theirs.register_service(info, cooperating_responders=True)
        assert name.take() == TAKEN.format(name=NAME)


@pytest.mark.parametrize("where", ["__init__", "register_service"])
@as_served
def test_a_network_that_refuses_is_a_sentence(
    name: LocalName, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(Zeroconf, where, refuse)
    said = name.take()
    assert said.startswith(f"The name {NAME} could not be told to the network")
    assert "Network is unreachable" in said


@as_served
def test_without_zeroconf_it_is_said_how_to_get_it(
    name: LocalName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    assert name.take().endswith(f"{sys.executable} -m pip install zeroconf")


@as_served
def test_a_name_given_back_before_it_was_taken_is_not_taken(name: LocalName) -> None:
    name.give_back()
    assert name.take() == ""
    assert found() == []
