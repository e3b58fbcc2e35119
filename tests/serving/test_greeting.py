"""What `serve` prints: the owner's link, its QR code, and what to do if a phone gets no answer."""

import io

import pytest

from scorepad.serving import greeting, terminal_qr

ORIGINS = ("http://192.168.1.20:8484", "http://[fd00::2]:8484")
LINK = "/in/o-secret"


def owner_link_lines(origins=ORIGINS, path=LINK, *, with_code=True):
    return "\n".join(greeting.owner_link_lines(origins, path, with_code=with_code))


def test_the_owners_link_is_printed_with_every_address_and_as_a_code():
    text = owner_link_lines()
    assert "http://192.168.1.20:8484/in/o-secret\n" in text
    assert "http://[fd00::2]:8484/in/o-secret\n" in text
    assert "scans the code below, owns the club" in text
    assert "Players scan the code of their table instead" in text
    assert text.endswith(terminal_qr.code(ORIGINS[0] + LINK))


def test_without_a_terminal_a_link_or_a_network_there_is_no_code():
    for text in (owner_link_lines(with_code=False), owner_link_lines(path="")):
        assert "█" not in text
        assert "below" not in text
    assert "/in/" not in text
    assert greeting.ASK_FOR_LINK in text
    assert owner_link_lines(origins=()) == greeting.NO_NETWORK


def test_the_code_fits_a_terminal_of_80_by_24():
    longest = "http://192.168.100.200:65535/c/" + "club-of-forty-letters-" * 2 + "/in/o-" + "a" * 26
    lines = terminal_qr.code(longest).splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 79


class Terminal(io.TextIOWrapper):
    def isatty(self):
        return True


@pytest.mark.parametrize(("encoding", "shown"), [("utf-8", True), ("ascii", False), ("cp1252", False)])
def test_a_terminal_shows_a_code_if_its_encoding_has_the_blocks(encoding, shown):
    assert terminal_qr.shows(Terminal(io.BytesIO(), encoding)) is shown
    assert not terminal_qr.shows(io.TextIOWrapper(io.BytesIO(), encoding))


@pytest.mark.parametrize(
    ("platform", "installed", "advice"),
    [
        ("linux", {"ufw"}, "sudo ufw allow 8484/tcp"),
        ("linux", {"firewall-cmd"}, "sudo firewall-cmd --add-port=8484/tcp"),
        ("darwin", set(), "System Settings, Network, Firewall"),
        ("win32", set(), "tick private networks"),
    ],
)
def test_the_advice_is_for_the_firewall_of_this_machine(platform, installed, advice):
    text = "\n".join(greeting.firewall_advice(8484, platform, installed.__contains__))
    assert advice in text
    assert text.count("sudo") == len(installed)


def test_firewalls_are_found_outside_of_path(tmp_path, monkeypatch):
    (tmp_path / "ufw").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "ufw").chmod(0o755)
    monkeypatch.setattr(greeting, "_SBIN", str(tmp_path))
    monkeypatch.setenv("PATH", "/nowhere")
    assert "sudo ufw allow 8485/tcp" in "".join(greeting.firewall_advice(8485, "linux"))
