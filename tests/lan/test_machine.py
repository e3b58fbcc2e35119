"""Which of a machine's addresses phones are told, and in which order."""

from ipaddress import ip_address

import pytest

from scorepad.lan import machine
from scorepad.lan.machine import Address, ordered


def of(network: str, *ips: str) -> list[Address]:
    """The addresses of one network."""
    return [Address(ip_address(ip), network) for ip in ips]


def test_phones_are_told_neither_loopback_nor_link_local_addresses() -> None:
    found = of("lo", "127.0.0.1", "::1") + of("wlan0", "169.254.7.7", "fe80::1", "192.168.1.20")
    assert ordered(found) == ("192.168.1.20",)


def test_an_ipv6_address_stands_in_brackets_and_after_those_that_people_can_type() -> None:
    assert ordered(of("wlan0", "2001:db8::5", "fd00::2", "10.0.0.7")) == (
        "10.0.0.7",
        "[2001:db8::5]",
        "[fd00::2]",
    )


def test_the_address_by_which_this_machine_leaves_comes_first() -> None:
    found = of("eth0", "192.168.1.20") + of("wlan0", "192.168.2.30")
    assert ordered(found, "192.168.2.30")[0] == "192.168.2.30"
    assert ordered(found, "192.168.1.20")[0] == "192.168.1.20"


@pytest.mark.parametrize(
    "network", ["docker0", "br-1f2e", "virbr0", "tun0", "wg0", "utun3", "vEthernet (WSL)", "VMware"]
)
def test_containers_and_tunnels_come_last_even_where_this_machine_leaves_by_them(
    network: str,
) -> None:
    found = of(network, "172.17.0.1") + of("wlan0", "192.168.1.20", "fd00::2")
    assert ordered(found, "172.17.0.1") == ("192.168.1.20", "[fd00::2]", "172.17.0.1")


def test_a_home_comes_before_the_open_network() -> None:
    assert ordered(of("eth0", "8.8.8.8", "192.168.1.20"))[0] == "192.168.1.20"


def test_an_address_on_two_networks_is_told_once() -> None:
    assert ordered(of("eth0", "10.0.0.7") + of("bond0", "10.0.0.7")) == ("10.0.0.7",)


def test_a_machine_that_cannot_be_asked_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OSError("no such call")

    monkeypatch.setattr("ifaddr.get_adapters", refuse)
    assert machine.hosts() == ()


def test_this_machine_is_asked() -> None:
    assert all("127.0.0.1" not in host and host != "[::1]" for host in machine.hosts())
