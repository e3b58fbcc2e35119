"""The histogram of the win shares of all partnerships: the position of its bars, and when it is shown."""

from scorepad.web.players.players import drawn
from tests.web.league.reading import counterparts
from tests.web.league.tiny_league import ids, key, play


def test_bars_stand_on_the_line_and_the_highest_fills_the_picture():
    picture = drawn((2, 0, 0, 1, 0, 0, 0, 0, 0, 4), 3)
    assert {bar.y + bar.height for bar in picture.bars} == {picture.bottom}
    assert [bar.height for bar in picture.bars if bar.count] == [64, 32, 128]
    assert (picture.own.x, picture.own.text) == (112, "1")
    assert all(bar.x > 0 and bar.x + picture.thick < picture.width for bar in picture.bars)


def test_it_takes_five_partnerships_with_five_games(first_visitor):
    names = [(f"A{at}", f"B{at}", f"C{at}", f"D{at}") for at in range(3)]
    for four in names:
        for at in range(5):
            play(first_visitor, (6500, 20) if at < 3 else (20, 6500), names=four)
    people = ids(first_visitor)
    page = first_visitor.get(f"/partners/{key(people, 'A0 & C0')}/rules")
    rows = [count for _, count in counterparts(page, "shares")]
    assert rows == ["0", "0", "0", "0", "3", "0", "3", "0", "0", "0"]
    assert counterparts(page, "shares")[6][0] == "60 to 69%, A0 & C0"
    assert "6 partnerships in all. This one is among the 3 that won 60 to 69% of their games." in page.text
    first_visitor.club.people.change(people["A1"], guest=True)
    first_visitor.club.people.change(people["B1"], guest=True)
    for pair in ("A0 & C0", "A1 & C1"):
        assert "shares-title" not in first_visitor.get(f"/partners/{key(people, pair)}/rules").source
