"""What is kept of the last addresses, and what is said when they have changed."""

import json
from pathlib import Path

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.lan import greeting

HOME = Reachable(8484, ("192.168.1.20", "[fd00::2]"))


def test_they_come_back_as_they_were_kept(tmp_path: Path) -> None:
    addresses.keep(tmp_path, HOME)
    assert addresses.last(tmp_path) == HOME
    assert [file.name for file in tmp_path.iterdir()] == ["addresses.json"]


def test_they_are_for_this_user_alone(tmp_path: Path) -> None:
    addresses.keep(tmp_path, HOME)
    assert (tmp_path / "addresses.json").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    addresses.keep(tmp_path / "nowhere", HOME)
    assert addresses.last(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"port": 8484}', '{"port": "8484", "hosts": [], "here": false}',
     '{"port": 0, "hosts": [], "here": false}', '{"port": 8484, "hosts": {}, "here": false}', "\x00"],
)  # fmt: skip
def test_a_file_of_no_use_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "addresses.json").write_text(text)
    assert addresses.last(tmp_path) is None


def test_what_is_no_host_is_passed_over(tmp_path: Path) -> None:
    hosts = ["10.0.0.7", 'x"><script>', 7, "", "[fd00::2]", "a b", "scorepad.local"]
    kept = {"port": 8484, "hosts": hosts, "here": False}
    (tmp_path / "addresses.json").write_text(json.dumps(kept))
    found = addresses.last(tmp_path)
    assert found
    assert found.hosts == ("10.0.0.7", "[fd00::2]", "scorepad.local")


def test_where_this_machine_alone_is_served_no_phone_is_sent_anywhere() -> None:
    assert HOME.origins == ("http://192.168.1.20:8484", "http://[fd00::2]:8484")
    assert Reachable(8484, HOME.hosts, here=True).origins == ()


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (None, HOME),
        (HOME, HOME),
        (HOME, Reachable(8484)),
        (Reachable(8484), HOME),
        # A second network, or another IPv6 address, as they come every day.
        (HOME, Reachable(8484, ("10.0.0.7", "192.168.1.20"))),
        (HOME, Reachable(8484, ("192.168.1.20", "[fd00::77]"))),
        (Reachable(8484, HOME.hosts, here=True), HOME),
    ],
)
def test_nothing_is_said_while_phones_find_what_they_know(
    before: Reachable | None, now: Reachable
) -> None:
    assert list(greeting.changed(before, now)) == []


@pytest.mark.parametrize(
    "now", [Reachable(8484, ("192.168.1.31",)), Reachable(8485, ("192.168.1.20",))]
)
def test_a_new_address_is_said_with_what_it_means_and_how_to_keep_one(now: Reachable) -> None:
    said = "\n".join(greeting.changed(HOME, now))
    assert "last time phones came in at http://192.168.1.20:8484" in said
    assert "waits at the address where it was typed" in said
    assert "scan the code anew" in said
    assert "set a fixed one for this machine in the router" in said
