"""What `serve` says of the ways in: the owner's link, its code, and what to do where a phone gets no answer."""

import io
from typing import Any

import pytest

from scorepad.lan import firewall, greeting, qr

ORIGINS = ("http://192.168.1.20:8484", "http://[fd00::2]:8484")
LINK = "/in/o-secret"


def ways_in(**options: Any) -> str:
    """The lines as one text."""
    owner, origins = options.pop("owner", LINK), options.pop("origins", ORIGINS)
    return "\n".join(greeting.ways_in(origins, owner, **{"with_code": True} | options))


def test_the_owners_link_is_told_at_every_address() -> None:
    said = ways_in()
    assert "http://192.168.1.20:8484/in/o-secret\n" in said
    assert "http://[fd00::2]:8484/in/o-secret\n" in said


def test_it_is_said_what_the_code_gives_and_where_players_find_theirs() -> None:
    said = ways_in()
    assert "scans the code below, owns the club" in said
    assert "Players scan the code of their table instead" in said
    assert said.endswith(qr.code(ORIGINS[0] + LINK))


def test_without_a_terminal_no_code_is_drawn_or_spoken_of() -> None:
    said = ways_in(with_code=False)
    assert "█" not in said
    assert "below" not in said


def test_where_the_link_is_kept_back_so_is_its_code() -> None:
    said = ways_in(owner="")
    assert "/in/" not in said
    assert "█" not in said
    assert "“scorepad link” prints the owner's link." in said


def test_a_machine_in_no_network_says_so() -> None:
    assert ways_in(origins=()) == greeting.NO_NETWORK


def test_the_code_is_small_enough_for_a_terminal_of_80_by_24() -> None:
    longest = "http://192.168.100.200:65535/c/" + "club-of-forty-letters-" * 2 + "/in/o-" + "a" * 26
    lines = qr.code(longest).splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 79


class Terminal(io.TextIOWrapper):
    """A terminal with this encoding."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "shown"), [("utf-8", True), ("ascii", False), ("cp1252", False)]
)
def test_a_code_is_drawn_where_a_terminal_has_what_it_is_drawn_with(
    encoding: str, shown: bool
) -> None:
    assert qr.shows(Terminal(io.BytesIO(), encoding)) is shown


def test_a_code_is_drawn_into_no_file() -> None:
    assert not qr.shows(io.TextIOWrapper(io.BytesIO(), "utf-8"))


@pytest.mark.parametrize(
    ("platform", "here", "said"),
    [
        ("linux", {"ufw"}, "sudo ufw allow 8484/tcp"),
        ("linux", {"firewall-cmd"}, "sudo firewall-cmd --add-port=8484/tcp"),
        ("darwin", set[str](), "System Settings, Network, Firewall"),
        ("win32", set[str](), "tick private networks"),
    ],
)
def test_the_firewall_that_is_here_is_spoken_of(platform: str, here: set[str], said: str) -> None:
    assert said in "\n".join(firewall.advice(8484, platform, here.__contains__))


def test_no_other_firewall_is() -> None:
    assert "sudo" not in "".join(firewall.advice(8484, "linux", lambda program: False))


def test_firewalls_are_looked_for_where_they_live(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ufw").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "ufw").chmod(0o755)
    monkeypatch.setattr(firewall, "_SBIN", str(tmp_path))
    monkeypatch.setenv("PATH", "/nowhere")
    assert "sudo ufw allow 8485/tcp" in "".join(firewall.advice(8485, "linux"))
