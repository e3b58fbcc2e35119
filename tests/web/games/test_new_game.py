"""Beginning a game: rules, table, choices, decks, who starts, and rounds on paper. For names, see test_names.py."""

import pytest

from scorepad.rules import preset, slugs, to_document
from scorepad.scoring.game.course import StartsBecause
from tests.web.driving import filled, preset_tables


def games(visitor) -> int:
    return len(visitor.club.games(limit=1000, fields=()))


def good_form(visitor, slug="friends-family"):
    form = visitor.get(f"/games/new/{slug}").form()
    return form, filled(form, {f"seat{seat}": name for seat, name in enumerate("ABCD", start=1)})


def refused(visitor, name, *values):
    """The page that is shown again if an input has these values; without values, the input is missing."""
    form, fields = good_form(visitor)
    page = visitor.post(form.action, fields | {name: list(values)})
    assert page.status == 422
    assert page.form().fields["seat2"] == "B"
    return page


def test_every_rule_set_can_be_chosen_and_has_a_reference_card(visitor):
    asked = visitor.get("/games/new")
    page = visitor.get(asked.links[f"All {len(slugs())} sets"])
    for slug in slugs():
        assert f"/games/new/{slug}" in page.links.values()
        assert page.links[f"Rules of {preset(slug).name}"] == f"/rules/{slug}"


def test_the_rules_played_last_come_first_and_as_they_were_played(first_visitor):
    visitor = first_visitor
    assert "As last time" not in visitor.get("/games/new").text
    assert [heading.text for heading in visitor.get("/games/new", all="1").root.all("h2")] == ["All rules"]
    visitor.begin("friends-family", "2x2", **{"choice.books": "short", "decks": "6"})
    again = visitor.get("/games/new").links["As last time: Friends & Family, 2 players"]
    page = visitor.get("/games/new", all="1")
    addresses = [a for a in page.links.values() if a.startswith("/games/new/")]
    assert addresses[0] == "/games/new/friends-family"
    fields = visitor.get(again).form().fields
    assert (fields["choice.books"], fields["decks"]) == ("short", "6")
    assert "seat3" not in fields


UNSURE = "Not sure"


def answered(visitor, *replies):
    """The page after these replies, each the beginning of a link."""
    page = visitor.get("/games/new")
    for reply in replies:
        (address,) = {url for text, url in page.links.items() if text.startswith(reply)}
        page = visitor.get(address)
    return page


def offered(page):
    return [address.split("?")[0].removeprefix("/games/new/") for address in page.links.values() if "/new/" in address]


@pytest.mark.parametrize(
    ("replies", "heading", "sets"),
    [
        (["One clean", "500 points", "No, nobody"], "These rules fit", ["simpson"]),
        (["More of each", "100 points", "After another"], "These rules fit", ["good-sam"]),
        (["Wild cards", "100 points", "After 4 rounds"], "These rules fit", ["whitnack"]),
        (["One book", "One rank,", "Yes, any"], "These rules fit", ["burraco"]),
        (["One clean", "500 points", "Yes, and"], "These rules come closest", ["partnership"]),
    ],
)
def test_three_questions_lead_to_the_rules_that_fit(first_visitor, replies, heading, sets):
    page = answered(first_visitor, *replies)
    assert page.heading == heading
    assert offered(page)[: len(sets)] == sets
    assert page.root.all("h2")[0].text.endswith("Fits best") == (heading == "These rules fit")


@pytest.mark.parametrize(
    ("replies", "sets"),
    [
        (["One clean", "500 points", "Yes, but"], ["partnership", "friends-family", "simpson"]),
        (["More of each", UNSURE, UNSURE], ["friends-family", "catawba", "good-sam", "vegas"]),
        (
            [UNSURE, UNSURE, UNSURE],
            ["partnership", "southern-ohio", "friends-family", "catawba", "two-handed", "bicycle"],
        ),
    ],
)
def test_of_sets_that_fit_equally_well_none_is_called_the_best(first_visitor, replies, sets):
    page = answered(first_visitor, *replies)
    assert page.heading == "These rules fit"
    assert offered(page) == sets
    assert "Fits best" not in page.text
    assert "equally well" in page.text


def test_each_rule_set_that_does_not_fit_says_in_what(first_visitor):
    page = answered(first_visitor, "One clean", "500 points", "Yes, and")
    assert page.text.count("Differs from what you said about asking the partner.") == 3
    assert page.text.count("Differs from what you said about a red three left in hand.") == 1


def test_going_back_keeps_the_earlier_answers(first_visitor):
    first = answered(first_visitor)
    assert first.links["‹ Home"] == "/"
    assert "Question 1 of 3" in [dots["aria-label"] for dots in first.classed("dots")]
    third = answered(first_visitor, "More of each", "100 points")
    back = first_visitor.get(third.links["‹ Back"])
    assert back.heading == "What does going out pay?"
    assert first_visitor.get(back.links["‹ Back"]).heading == "What do you need to go out?"


def test_the_three_can_be_compared_rule_by_rule(first_visitor):
    page = answered(first_visitor, "More of each", UNSURE, UNSURE)
    page = first_visitor.get(page.links["Compare the first three, rule by rule"])
    names = ["Friends & Family and Catawba Valley", "Friends & Family and Good Sam"]
    assert [h2.text for h2 in page.root.all("h2") if h2.text in names] == names
    assert [name for name in ("friends-family", "catawba", "good-sam") if f"/games/new/{name}" in page.links.values()]


def test_what_a_club_has_played_comes_first_where_nothing_else_decides(first_visitor):
    first_visitor.begin("vegas")
    assert offered(answered(first_visitor, "More of each", UNSURE, UNSURE))[0] == "vegas"


@pytest.mark.parametrize("forged", ["301", "-1", "x", "٣", "9" * 400, "1 OR 1"])
def test_an_answer_that_no_rule_set_gives_is_left_out(visitor, forged):
    plain = visitor.get("/games/new")
    for key in ("needs", "end", "nonsense"):
        assert visitor.get("/games/new", **{key: forged}).source == plain.source


def test_a_club_without_own_rules_is_shown_where_to_make_them_before_the_long_list(visitor):
    text = visitor.get("/games/new", all="1").text
    assert text.index("Make your own rules") < text.index("All rules")


def test_only_a_game_of_the_same_rules_can_be_taken_as_a_model(visitor):
    for like in ("999999", "0", "x", "-1", "٣", "9" * 400):
        fields = visitor.get("/games/new/friends-family", like=like).form().fields
        assert fields["choice.books"] == "full"
    other = visitor.begin("partnership", decks="9").game
    assert visitor.get("/games/new/classic", like=str(other)).form().fields["decks"] == "2"


@pytest.mark.parametrize(("slug", "shape"), preset_tables())
def test_each_table_of_each_rule_set_can_begin(visitor, slug, shape):
    table = visitor.begin(slug, shape)
    agreed = table.record.agreement
    assert f"{agreed.table.players}x{agreed.table.teams}" == shape
    assert to_document(agreed.base) == to_document(preset(slug))
    assert agreed.decks == agreed.table.decks
    kept = {(e.place, e.field): e.value for e in table.entries}
    assert kept["table", "rules"] == to_document(preset(slug))
    assert kept["table", "engine"]
    page = table.page()
    assert page.heading == "Round 1"
    assert all(team in page.text for team in agreed.teams)


def test_the_shapes_of_a_table_lead_to_each_other_and_another_is_the_usual_one(visitor):
    page = visitor.get("/games/new/southern-ohio")
    shapes = {text: a for text, a in page.links.items() if "table=" in a}
    assert list(shapes) == [f"{players} players, 2 teams" for players in (4, 6, 8)]
    assert "seat8" in visitor.get(shapes["8 players, 2 teams"]).form().names
    for shape in ("", "5x2", "x", "4", "4x2x2", "٤x٢", "9" * 400):
        page = visitor.get("/games/new/southern-ohio", table=shape)
        assert page.status == 200
        assert page.form().action.endswith("table=4x2"), shape


def test_unknown_rules_are_no_page(visitor):
    for slug in ("nothing", "Partnership", "partnership.toml", "..%2Fclassic"):
        assert visitor.get(f"/games/new/{slug}").status == 404
        assert visitor.post(f"/games/new/{slug}", {"seat1": "Ann"}).status == 404


def test_choices_and_decks_are_those_of_the_form_and_can_be_read_before(visitor):
    table = visitor.begin("friends-family", **{"choice.books": "short", "decks": "6"})
    agreed = table.record.agreement
    assert (agreed.choices["books"], agreed.decks) == ("short", 6)
    assert agreed.rules.going_out.cases[0].needs == {"clean": 1, "dirty": 1}
    page = visitor.get("/games/new/friends-family", table="4x2")
    assert page.root.all("summary")[-3].text == "Choices of these rules: as usual"
    form = page.form()
    page = visitor.post(form.action, filled(form, {"choice.books": "short"}) | {"look": "1"})
    assert "Books needed to go out: Short: 1 red and 1 black; the rest as usual" in page.text
    assert "choice.cards" in form.names
    other = visitor.get("/games/new/friends-family", table="2x2")
    assert "choice.cards" not in other.form().names


def test_the_first_player_may_be_chosen_or_left_open(visitor):
    chosen = visitor.begin(starter="seat3").record.course.starter
    left_open = visitor.begin().record.course.starter
    assert (chosen.seat, chosen.because) == (3, StartsBecause.CHOSEN)
    assert (left_open.seat, left_open.because) == (None, StartsBecause.CUT)


@pytest.fixture
def no_game(visitor, nothing_recorded):
    """Fail if a game was begun, or a person added."""
    before = games(visitor), visitor.club.people.active()
    yield
    assert (games(visitor), visitor.club.people.active()) == before


@pytest.mark.usefixtures("no_game")
class TestNothingIsBegun:
    """A form with a fault is shown again with what was typed, and nothing is saved."""

    @pytest.mark.parametrize("values", [[], ["neither"], [""], ["full", "short"], ["full", "full"]])
    def test_by_a_choice_that_is_missing_forged_or_doubled(self, visitor, values):
        page = refused(visitor, "choice.books", *values)
        assert "Choose one of these" in page.beside("choice.books") or len(values) > 1
        assert ("do not belong to it: choice.books" in page.said) == (len(values) > 1)

    @pytest.mark.parametrize(
        ("name", "texts", "fault"),
        [
            ("decks", ["", "0", "31", "-1", "five", "٥", "５", "1.5", "5 5", "9" * 400, "0" * 5000 + "5"],
             "Type a number of decks from 1 to 30."),
            ("team2.brought", ["x", "1.5", "--5", "٣", "9" * 400, "1450 pts"],
             "Type the total as a number, such as 1450 or −200."),
            ("paper", ["-1", "100", "x", "٣", "9" * 400], "Type how many rounds were played, 0 to 99."),
            ("paper", ["4", "9"], "These rules play 4 rounds"),
            ("starter", ["seat5", "seat0", "1", "Ann", "seat٣"], "Choose one of the seats, or leave it open."),
        ],
    )  # fmt: skip
    def test_by_a_value_that_is_none_or_out_of_range(self, visitor, name, texts, fault):
        for text in texts:
            page = refused(visitor, name, text)
            assert page.beside(name).startswith(fault), text
            assert name == "starter" or page.form().fields[name] == text

    @pytest.mark.parametrize("name", ["seat5", "rules", "choice.wilds", "<script>"])
    def test_by_an_input_the_form_does_not_have(self, visitor, name):
        assert f"do not belong to it: {name}." in refused(visitor, name, "1").said


def test_a_page_that_came_back_can_be_sent_once_it_is_put_right(visitor):
    page = visitor.send(refused(visitor, "csrf_token", "stale").form())
    assert page.heading == "Round 1"
    assert "A & C" in page.text


def test_going_back_to_correct_a_name_begins_the_game_that_was_typed(visitor):
    form, fields = good_form(visitor)
    visitor.post(form.action, fields)
    corrected = visitor.post(form.action, fields | {"seat2": "Bea"})
    assert corrected.status == 200
    assert "Bea & D" in corrected.text


def test_a_game_begun_on_paper_goes_on_with_its_totals_its_round_and_its_starter(visitor):
    brought = {"team1.brought": "1,450", "team2.brought": "−200", "paper": "2"}
    table = visitor.begin(starter="seat4", **brought)
    course = table.record.course
    assert (course.now, course.next_round) == ((1450, -200), 3)
    assert (course.starter.seat, course.starter.because) == (4, StartsBecause.CHOSEN)
    assert [step.minimum for step in course.minimums] == [120, 120]
    assert table.page().heading == "Round 3"


def test_a_starter_is_kept_for_the_round_to_play_and_zeros_not_at_all(visitor):
    table = visitor.begin(paper="2")
    table.decide(seat="3")
    assert [(e.round, e.value) for e in table.entries if e.field == "starter"] == [(3, {"seat": 3})]
    assert table.record.course.starter.seat == 3
    table = visitor.begin(**{"team1.brought": "0", "paper": "0"})
    assert not [e for e in table.entries if e.field in ("brought", "paper")]
