"""The league shows names of any length in full and as text."""

import pytest

from tests.web.league.reading import LEAGUE, figure, standings
from tests.web.league.tiny_league import ids, play

PAIRS = (
    ("Wilhelmina-Konstanze von und zu Altenbg.", "Maximilian-Ferdinand Graf Hohenlohe-Lan."),
    ("<b>Ann</b> & 'Co'", 'Bob"<i> & Co'),
    ("<script>alert(1)</script>", "W" * 40),
    ("O'Neil & Sons", "Élise"),
)


@pytest.mark.parametrize("pair", PAIRS)
def test_every_page_shows_names_as_they_were_typed(first_visitor, pair):
    first, second = pair
    play(first_visitor, (6500, 20), names=(first, "Bob", second, "Dora"))
    people = ids(first_visitor)
    table = first_visitor.get(LEAGUE)
    assert {name for _, name, _ in standings(table)} == {*pair, "Bob", "Dora"}
    player, other = (first_visitor.get(f"/people/{people[name]}/games") for name in (first, "Bob"))
    assert player.heading == first
    assert f"Against {first} & {second} 6,500" in other.text
    partners = first_visitor.get(f"/partners/{people[first]}-{people[second]}/games")
    assert partners.heading == f"{first} & {second}"
    assert [total.text for total in partners.root.all("b")] == ["6,500", "20"]
    versus = first_visitor.get("/league/versus", one=people[first], other=people["Bob"])
    assert versus.heading == f"{first} against Bob"
    assert figure(versus, "leads") == f"{first} leads by 1 meeting."
    for page in (table, player, other, partners, versus):
        assert not page.root.all("i")
        assert "<script>alert" not in page.source


def test_a_long_name_is_cut_in_a_picture_and_whole_in_its_description(first_visitor):
    for _ in range(2):
        play(first_visitor, (6500, 20), names=("W" * 40, "Bob", "Carla", "Dora"))
    people = ids(first_visitor)
    picture = first_visitor.get("/league/versus", one=people["W" * 40], other=people["Bob"]).root.all("svg")[1]
    assert "W" * 40 in picture.all("desc")[0].text
    assert all("W" * 40 not in text.text for text in picture.all("text"))
    assert "♠" in picture.text
