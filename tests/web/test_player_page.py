"""A player's page: every figure of the tiny league, and everybody who has no such page."""

import pytest

from tests.web.driving import Visitor
from tests.web.kept import ended
from tests.web.tiny_league import USUAL, figure, figures, ids, play, play_tiny_league, table

LONG = "Wilhelmina-Konstanze von und zu Altenbg."
NASTY = "<b>Ann</b> & 'Co'"


@pytest.fixture(scope="module")
def people(app):
    """The ids of the tiny league, by name."""
    return play_tiny_league(Visitor(app))


@pytest.fixture
def ann(visitor, people):
    """Ann's page."""
    page = visitor.get(f"/people/{people['Ann']}")
    assert page.status == 200
    return page


def _part(page, name):
    (found,) = [one for one in page.root.all("section") if one["aria-labelledby"] == name]
    return found


def test_it_has_the_name_with_its_colour_and_a_way_to_change_both(ann, people):
    assert ann.heading == "Ann"
    assert ann.title == "Ann · Scorepad"
    (heading,) = ann.root.all("h1")
    assert heading.all("span")[0]["class"] == "dot colour-2"
    assert ann.links["Change name or colour"] == f"/people/{people['Ann']}/edit"


def test_games_are_counted(ann):
    assert [figure(ann, name) for name in ("games", "wins", "ties", "lost", "share")] == [
        "4",
        "2",
        "1",
        "1",
        "62%",
    ]
    assert figure(ann, "run") == "None: the last game was a tie"
    assert figure(ann, "best_run") == "2 games"


def test_the_rating_is_that_after_the_last_game_and_is_explained(ann):
    table = _part(ann, "rating").all("table")[0]
    assert figures(table, "rating")[0] == figure(ann, "rating")
    assert len(figures(table, "rating")) == 4
    low = int(figure(ann, "rating").replace(",", "")) - int(figure(ann, "give_or_take"))
    assert f"In 19 of 20 cases the true strength is between {low:,} and " in ann.text
    assert "Everybody starts at 1,500 ± 1,000." in ann.text
    assert "Who won is what matters, not by how much" in ann.text


def test_pictures_say_what_they_show(ann):
    rating, spread = ann.root.all("svg")
    for drawn in (rating, spread):
        named = [ann.root.by_id(name).tag for name in drawn["aria-labelledby"].split()]
        assert named == ["title", "desc"]
    assert rating.all("title")[0].text == "The rating over the last 4 games"
    assert rating.all("desc")[0].text.startswith("From ")
    assert spread.all("desc")[0].text == (
        "3,720 points a round: better than 2 of 3. The others have 2,414 to 4,920 points a round."
    )


def test_the_last_games_say_who_won_with_whom_and_against_whom(ann):
    games = _part(ann, "last").all("li")
    assert [one["data-game"] for one in games] == ["4", "3", "2", "1"]
    assert [figure(one, "outcome") for one in games] == ["Tied", "Lost", "Won", "Won"]
    assert games[1].text == "✗ Lost 7 Jan 2026 With Bob 0 Against Carla & Dora 6,000"
    assert games[1].all("a")[0]["href"] == "/games/3/story"


def test_points_a_round_stand_beside_those_of_the_others(ann):
    part = _part(ann, "kinds")
    assert figure(part, "points_a_round") == "3,720"
    assert (figure(part, "better_than"), figure(part, "others")) == ("2", "3")
    beside = [tuple(cell.text for cell in row.all("th", "td")) for row in part.all("tr")[1:5]]
    assert beside == [("Ann", "3,720"), ("Carla", "4,920"), ("Dora", "3,614"), ("Bob", "2,414")]
    assert figure(_part(ann, "rules"), "games") == "4"


def test_best_partners_and_hardest_opponents(ann, people):
    assert table(ann, "partners") == [("Carla Compare with Carla", "3", "83%")]
    assert table(ann, "opponents") == [
        ("Dora Compare with Dora", "4", "62%"),
        ("Bob Compare with Bob", "3", "83%"),
    ]
    address = f"/league/versus?one={people['Ann']}&other={people['Dora']}"
    assert ann.links["Compare with Dora"] == address


def test_badges_are_explained_with_the_game_that_earned_them_and_the_next_level(ann):
    badges = {one["data-badge"]: one for one in _part(ann, "badges").all("li")}
    assert list(badges) == ["game", "won", "turned", "hair"]
    assert badges["game"].text == (
        "At the table 1 game Play a game to its end."
        " 5 Jan 2026 , the game that earned it Next: 10 games"
    )
    assert badges["hair"].all("a")[0]["href"] == "/games/2/story"
    assert "Caught red-handed: in 1 game" in ann.text


def test_what_happened_at_the_table_is_counted_in_all_and_by_round(first_visitor):
    cells = ended(2) | {
        (1, "seat1", "exact_cut"): {"as": "count", "n": 1},
        (2, "seat1", "red_threes_held"): {"as": "count", "n": 2},
        (1, "team1", "clean"): {"as": "count", "n": 3},
        (1, "team1", "dirty"): {"as": "count", "n": 1},
    }
    play(first_visitor, (0, 10), (0, 0), slug="partnership", cells=cells)
    page = first_visitor.get(f"/people/{ids(first_visitor)['Ann']}")
    part = _part(page, "deeds")
    counted = {
        name: (figure(part, name), figure(part, f"{name}_a_round"))
        for name in ("exact_cuts", "red_threes", "books", "clean", "went_out", "severe")
    }
    assert counted == {
        "exact_cuts": ("1", "0.50"),
        "red_threes": ("2", "1.00"),
        "books": ("4", "2.00"),
        "clean": ("3", "1.50"),
        "went_out": ("0", "0.00"),
        "severe": ("0", "0.00"),
    }


def test_luck_and_play_are_the_two_parts_of_a_round(first_visitor):
    cells = ended(1) | {(1, "seat1", "exact_cut"): {"as": "count", "n": 1}}
    play(first_visitor, (300, 0), slug="partnership", cells=cells)
    page = first_visitor.get(f"/people/{ids(first_visitor)['Ann']}")
    names = ("points_a_round", "play_a_round", "luck_a_round", "exact_cuts_a_round")
    assert [figure(page, name) for name in names] == ["400", "300", "100", "1.00"]


def test_somebody_without_a_game_has_a_page_that_says_so(visitor, people):
    added = visitor.club.people.add("Newcomer")
    page = visitor.get(f"/people/{added.id}")
    assert page.heading == "Newcomer"
    assert "No game that counts yet." in page.text
    assert "No badge yet." in page.text
    assert not page.root.all("svg")


def test_one_game_is_enough_for_a_page(first_visitor):
    play(first_visitor, (6500, 20))
    page = first_visitor.get(f"/people/{ids(first_visitor)['Ann']}")
    assert "The rating over the last game" in page.text
    assert figure(page, "best_run") == "1 game"
    assert "Nobody yet: it takes three games together." in page.text
    assert figure(page, "others") == "3"


def test_who_only_sat_in_for_somebody_has_rounds_and_no_games(first_visitor):
    stand_in = first_visitor.club.people.add("Sitter")
    cells = {(2, "seat1", "player"): {"id": stand_in.id}, (3, "seat1", "player"): {"id": 2}}
    play(first_visitor, (100, 0), (3000, 50), (6500, 20), cells=cells)
    page = first_visitor.get(f"/people/{stand_in.id}")
    assert "so far they have only sat in for others" in page.text
    assert figure(_part(page, "kinds"), "points_a_round") == "3,000"
    assert "Good neighbour" in _part(page, "badges").all("h3")[0].text


def test_a_guest_and_who_retired_are_said_to_be(first_visitor):
    play(first_visitor, (6500, 20))
    number = ids(first_visitor)["Ann"]
    first_visitor.club.people.change(number, guest=True, retired=True)
    page = first_visitor.get(f"/people/{number}")
    assert "A guest: plays for the others' figures and stands in no table." in page.text
    assert "Plays no more." in page.text


def test_guests_are_no_ones_best_partner_and_in_no_spread(first_visitor):
    people = play_tiny_league(first_visitor)
    first_visitor.club.people.set_guest(people["Carla"], True)
    page = first_visitor.get(f"/people/{people['Ann']}")
    assert "Nobody yet: it takes three games together." in page.text
    assert figure(page, "others") == "2"


@pytest.mark.parametrize("number", ["99999", "0", "x", "9" * 30])
def test_nobody_is_not_found(visitor, people, number):
    assert visitor.get(f"/people/{number}").status == 404


def test_who_was_merged_leads_to_who_they_are(first_visitor):
    people = play_tiny_league(first_visitor)
    first_visitor.club.people.add("Annie")
    annie = ids(first_visitor)["Annie"]
    first_visitor.club.people.merge(annie, people["Ann"])
    answer = first_visitor.client.get(f"/people/{annie}")
    assert (answer.status_code, answer.location) == (303, f"/people/{people['Ann']}")


def test_who_was_forgotten_has_no_page_and_is_somebody_on_the_others(first_visitor):
    people = play_tiny_league(first_visitor)
    first_visitor.club.people.forget(people["Carla"])
    gone = first_visitor.get(f"/people/{people['Carla']}")
    assert gone.status == 410
    assert "forgotten" in gone.text
    page = first_visitor.get(f"/people/{people['Ann']}")
    assert "With Somebody" in page.text
    assert "Carla" not in page.source


@pytest.mark.parametrize("name", [LONG, NASTY])
def test_names_stand_there_as_they_were_typed(first_visitor, name):
    play(first_visitor, (6500, 20), names=("Emil", name, *USUAL[2:]))
    number = ids(first_visitor)[name]
    page = first_visitor.get(f"/people/{number}")
    assert page.heading == name
    other = first_visitor.get(f"/people/{ids(first_visitor)['Emil']}")
    assert f"Against {name} & Dora 20" in other.text


def test_a_page_that_did_not_change_is_not_sent_again(visitor, ann, people):
    address = f"/people/{people['Ann']}"
    visitor.get("/people")
    tag = visitor.client.get(address).headers["ETag"]
    assert visitor.client.get(address, headers={"If-None-Match": tag}).status_code == 304
    assert visitor.client.post(address, data={"x": "1"}).status_code == 405
