"""Which addresses of a machine phones can use, how they are saved, and what `serve` says if they have changed."""

import json
from ipaddress import ip_address

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.serving import greeting, network
from scorepad.serving.network import Address, ordered

HOME = Reachable(8484, ("192.168.1.20", "[fd00::2]"))


def on(network, *ips):
    return [Address(ip_address(ip), network) for ip in ips]


@pytest.mark.parametrize(
    ("addresses", "outgoing", "expected"),
    [
        pytest.param(
            on("lo", "127.0.0.1", "::1") + on("wlan0", "169.254.7.7", "fe80::1", "192.168.1.20"),
            "", "192.168.1.20", id="no loopback and no link-local address",
        ),
        pytest.param(
            on("wlan0", "2001:db8::5", "fd00::2", "10.0.0.7"),
            "", "10.0.0.7 [2001:db8::5] [fd00::2]", id="IPv6 in brackets, after what people can type",
        ),
        pytest.param(
            on("eth0", "192.168.1.20") + on("wlan0", "192.168.2.30"),
            "192.168.2.30", "192.168.2.30 192.168.1.20", id="first the one that reaches other networks",
        ),
        pytest.param(on("eth0", "8.8.8.8", "192.168.1.20"), "", "192.168.1.20 8.8.8.8", id="home first"),
        pytest.param(on("eth0", "10.0.0.7") + on("bond0", "10.0.0.7"), "", "10.0.0.7", id="each once"),
    ],
)  # fmt: skip
def test_order(addresses, outgoing, expected):
    assert ordered(addresses, outgoing) == tuple(expected.split())


@pytest.mark.parametrize("name", ["docker0", "br-1f2e", "virbr0", "tun0", "wg0", "utun3", "vEthernet (WSL)", "VMware"])
def test_containers_and_tunnels_are_last_even_if_they_reach_other_networks(name):
    addresses = on(name, "172.17.0.1") + on("wlan0", "192.168.1.20", "fd00::2")
    assert ordered(addresses, "172.17.0.1") == ("192.168.1.20", "[fd00::2]", "172.17.0.1")


def test_this_machine_has_addresses_for_phones_or_does_not_answer(monkeypatch):
    assert all("127.0.0.1" not in host and host != "[::1]" for host in network.hosts())

    def refuse():
        raise OSError("no such call")

    monkeypatch.setattr("ifaddr.get_adapters", refuse)
    assert network.hosts() == ()


def test_addresses_are_saved_for_this_user_only_and_where_that_is_possible(tmp_path):
    addresses.save(tmp_path, HOME)
    assert addresses.load(tmp_path) == HOME
    (file,) = tmp_path.iterdir()
    assert (file.name, file.stat().st_mode & 0o777) == ("addresses.json", 0o600)
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
        # A second network, or another IPv6 address, which changes daily.
        (HOME, Reachable(8484, ("10.0.0.7", "192.168.1.20"))),
        (HOME, Reachable(8484, ("192.168.1.20", "[fd00::77]"))),
        (Reachable(8484, HOME.hosts, here=True), HOME),
    ],
)
def test_serve_says_nothing_while_phones_reach_the_old_address(before, now):
    assert list(greeting.changed(before, now)) == []


@pytest.mark.parametrize("now", [Reachable(8484, ("192.168.1.31",)), Reachable(8485, ("192.168.1.20",))])
def test_serve_explains_a_new_address_and_how_to_keep_one(now):
    text = "\n".join(greeting.changed(HOME, now))
    for sentence in (
        "Last time phones used http://192.168.1.20:8484",
        "are sent when that address answers again",
        "scan the code again",
        "set a fixed one for this machine in the router",
    ):
        assert sentence in text
