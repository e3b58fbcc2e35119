"""Which addresses of a machine phones can use, and in which order."""

from ipaddress import ip_address

import pytest

from scorepad.serving import network
from scorepad.serving.network import Address, ordered


def on(network: str, *ips: str) -> list[Address]:
    return [Address(ip_address(ip), network) for ip in ips]


LAPTOP = on("lo", "127.0.0.1", "::1") + on("wlan0", "169.254.7.7", "fe80::1", "192.168.1.20")
TWO_NETWORKS = on("eth0", "192.168.1.20") + on("wlan0", "192.168.2.30")


@pytest.mark.parametrize(
    ("addresses", "outgoing", "expected"),
    [
        pytest.param(LAPTOP, "", ["192.168.1.20"], id="no loopback and no link-local address"),
        pytest.param(
            on("wlan0", "2001:db8::5", "fd00::2", "10.0.0.7"),
            "",
            ["10.0.0.7", "[2001:db8::5]", "[fd00::2]"],
            id="IPv6 in brackets, after what people can type",
        ),
        pytest.param(
            TWO_NETWORKS,
            "192.168.2.30",
            ["192.168.2.30", "192.168.1.20"],
            id="first the one that reaches other networks",
        ),
        pytest.param(
            on("eth0", "8.8.8.8", "192.168.1.20"), "", ["192.168.1.20", "8.8.8.8"], id="home first"
        ),
        pytest.param(
            on("eth0", "10.0.0.7") + on("bond0", "10.0.0.7"), "", ["10.0.0.7"], id="each once"
        ),
    ],
)
def test_order(addresses, outgoing, expected):
    assert ordered(addresses, outgoing) == tuple(expected)


@pytest.mark.parametrize(
    "name", ["docker0", "br-1f2e", "virbr0", "tun0", "wg0", "utun3", "vEthernet (WSL)", "VMware"]
)
def test_containers_and_tunnels_are_last_even_if_they_reach_other_networks(name):
    addresses = on(name, "172.17.0.1") + on("wlan0", "192.168.1.20", "fd00::2")
    assert ordered(addresses, "172.17.0.1") == ("192.168.1.20", "[fd00::2]", "172.17.0.1")


def test_a_machine_that_does_not_answer_has_no_addresses(monkeypatch):
    def refuse() -> None:
        raise OSError("no such call")

    monkeypatch.setattr("ifaddr.get_adapters", refuse)
    assert network.hosts() == ()


def test_this_machine_answers():
    assert all("127.0.0.1" not in host and host != "[::1]" for host in network.hosts())
