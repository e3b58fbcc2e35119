"""Finding people by name, and adding those who are new."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorepad.play.setup_form import find_or_add, find_or_add_player


@pytest.mark.parametrize(
    "add", [find_or_add, lambda club, name, key: find_or_add_player(club, name, (), key)], ids=["seat", "scorer"]
)
def test_a_new_name_that_two_phones_add_at_once_is_one_person(club, monkeypatch, add):
    both, real = threading.Barrier(2), club.people.named

    def named(name):
        people = real(name)
        if not looked.is_set():
            both.wait(10)
            looked.set()
        return people

    looked = threading.Event()
    monkeypatch.setattr(club.people, "named", named)
    with ThreadPoolExecutor(2) as phones:
        first, second = phones.map(lambda key: add(club, "Zoe", key), ("key-1", "key-2"))
    assert first == second
