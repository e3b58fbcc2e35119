"""The local name, announced on loopback only. It is not scorepad.local, which a running Scorepad may have."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import wraps

import pytest
from zeroconf import AddressResolver, ServiceInfo, Zeroconf, current_time_millis

from scorepad.serving import local_name
from scorepad.serving.local_name import TAKEN, LocalName
from tests.support.waiting import PATIENCE, until

LOOPBACK = ["127.0.0.1"]
NAME = f"scorepad-{os.getpid()}.local"


@pytest.fixture
def name(monkeypatch):
    """The name, not taken yet. It hardly waits for other machines: only one test has one."""
    monkeypatch.setattr(local_name, "_MILLISECONDS_TO_ASK", 1)
    name = LocalName(8484, ("127.0.0.1",), NAME, LOOPBACK)
    yield name
    name.give_back()


def as_served(test):
    """Run a test in its own thread, as `serve` does: browser tests may have left an event loop in the main thread."""

    @wraps(test)
    def run(**fixtures):
        with ThreadPoolExecutor(1) as threads:
            threads.submit(test, **fixtures).result()

    return run


def is_known(network):
    """Whether another machine still knows the name. It remembers a name for minutes, unless it was given back."""
    now = current_time_millis()
    return any(not record.is_expired(now) for record in network.cache.entries_with_name(f"{NAME}."))


@as_served
def test_others_find_the_name_until_it_is_given_back(name):
    assert name.take() == ""
    resolver = AddressResolver(f"{NAME}.")
    with Zeroconf(interfaces=LOOPBACK) as other:
        assert resolver.request(other, 1000 * PATIENCE)
        assert resolver.parsed_addresses() == ["127.0.0.1"]
        assert is_known(other)
        name.give_back()
        until(lambda: not is_known(other))


@as_served
def test_a_name_of_another_machine_is_not_taken(name, monkeypatch):
    monkeypatch.setattr(local_name, "_MILLISECONDS_TO_ASK", 1000 * PATIENCE)
    service, ips = "_http._tcp.local.", ["127.0.0.99"]
    info = ServiceInfo(service, f"Theirs.{service}", 80, server=f"{NAME}.", parsed_addresses=ips)
    with Zeroconf(interfaces=LOOPBACK) as theirs:
        theirs.register_service(info, cooperating_responders=True)
        assert name.take() == TAKEN.format(name=NAME)


@pytest.mark.parametrize("where", ["__init__", "register_service"])
@as_served
def test_a_network_that_fails_is_a_sentence(name, monkeypatch, where):
    def refuse(*_, **__):
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(Zeroconf, where, refuse)
    sentence = name.take()
    assert sentence.startswith(f"The name {NAME} could not be announced")
    assert "Network is unreachable" in sentence


@as_served
def test_without_zeroconf_the_sentence_says_how_to_install_it(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    assert name.take().endswith(f"{sys.executable} -m pip install zeroconf")


def test_an_image_that_nothing_can_be_installed_into_gets_no_such_advice(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert "pip" not in (said := name.take())
    assert "zeroconf" in said


@as_served
def test_a_name_given_back_before_it_was_taken_is_not_taken(name, monkeypatch):
    registered = []
    monkeypatch.setattr(Zeroconf, "register_service", lambda _, info, **__: registered.append(info))
    name.give_back()
    assert name.take() == ""
    assert registered == []
