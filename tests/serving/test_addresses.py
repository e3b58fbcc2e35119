"""The saved addresses, and what `serve` says if they have changed."""

import json

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.serving import greeting

HOME = Reachable(8484, ("192.168.1.20", "[fd00::2]"))


def test_they_are_saved_for_this_user_only(tmp_path):
    addresses.save(tmp_path, HOME)
    assert addresses.load(tmp_path) == HOME
    (file,) = tmp_path.iterdir()
    assert (file.name, file.stat().st_mode & 0o777) == ("addresses.json", 0o600)


def test_a_folder_that_cannot_be_written_is_ignored(tmp_path):
    addresses.save(tmp_path / "nowhere", HOME)
    assert addresses.load(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"port": 8484}', '{"port": "8484", "hosts": [], "here": false}',
     '{"port": 0, "hosts": [], "here": false}', '{"port": 8484, "hosts": {}, "here": false}', "\x00"],
)  # fmt: skip
def test_a_broken_file_is_ignored(tmp_path, text):
    (tmp_path / "addresses.json").write_text(text)
    assert addresses.load(tmp_path) is None


def test_anything_but_a_host_is_dropped(tmp_path):
    hosts = ["10.0.0.7", 'x"><script>', 7, "", "[fd00::2]", "a b", "scorepad.local"]
    data = {"port": 8484, "hosts": hosts, "here": False}
    (tmp_path / "addresses.json").write_text(json.dumps(data))
    expected = Reachable(8484, ("10.0.0.7", "[fd00::2]", "scorepad.local"))
    assert addresses.load(tmp_path) == expected


def test_there_is_no_address_for_phones_while_only_this_machine_is_served():
    assert HOME.origins == ("http://192.168.1.20:8484", "http://[fd00::2]:8484")
    assert Reachable(8484, HOME.hosts, here=True).origins == ()


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (None, HOME),
        (HOME, HOME),
        (HOME, Reachable(8484)),
        (Reachable(8484), HOME),
        # A second network, or another IPv6 address, which changes every day.
        (HOME, Reachable(8484, ("10.0.0.7", "192.168.1.20"))),
        (HOME, Reachable(8484, ("192.168.1.20", "[fd00::77]"))),
        (Reachable(8484, HOME.hosts, here=True), HOME),
    ],
)
def test_serve_says_nothing_while_phones_reach_the_old_address(before, now):
    assert list(greeting.changed(before, now)) == []


@pytest.mark.parametrize(
    "now", [Reachable(8484, ("192.168.1.31",)), Reachable(8485, ("192.168.1.20",))]
)
def test_serve_explains_a_new_address_and_how_to_keep_one(now):
    text = "\n".join(greeting.changed(HOME, now))
    assert "Last time phones used http://192.168.1.20:8484" in text
    assert "waits at the old address" in text
    assert "scan the code again" in text
    assert "set a fixed one for this machine in the router" in text
