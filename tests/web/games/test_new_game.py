"""Beginning a game: rules, table, choices, decks and who starts. Names have a file of their own."""

import pytest

from scorepad.rules import preset, slugs, to_document
from scorepad.scoring.game.course import StartsBecause
from tests.web.driving import filled, preset_tables


def _games(visitor) -> int:
    return len(visitor.club.games(limit=1000, fields=()))


@pytest.fixture
def no_game(visitor, nothing_recorded):
    """Fails if a game was begun, or a person kept."""
    before = _games(visitor), visitor.club.people.active()
    yield
    assert (_games(visitor), visitor.club.people.active()) == before


def test_every_rule_set_can_be_chosen(visitor):
    page = visitor.get("/games/new")
    for slug in slugs():
        assert f"/games/new/{slug}" in page.links.values()
        assert preset(slug).name in page.text


def test_nothing_was_played_lately_in_a_new_club(first_visitor):
    page = first_visitor.get("/games/new")
    assert "As last time" not in page.text
    assert [h.text for h in page.root.all("h2")] == []


def test_the_rules_played_last_come_first_and_as_they_were_played(visitor):
    visitor.begin("friends-family", "2x2", **{"choice.books": "short", "decks": "6"})
    page = visitor.get("/games/new")
    again = page.links["As last time: Friends & Family, 2 players"]
    slugs_listed = [a for a in page.links.values() if a.startswith("/games/new/")]
    assert slugs_listed[1] == "/games/new/friends-family"
    fields = visitor.get(again).form().fields
    assert (fields["choice.books"], fields["decks"]) == ("short", "6")
    assert "seat3" not in fields


@pytest.mark.parametrize("like", ["999999", "0", "x", "-1", "٣", "9" * 400])
def test_a_game_that_is_not_there_cannot_be_taken_as_a_model(visitor, like):
    fields = visitor.get("/games/new/friends-family", like=like).form().fields
    assert fields["choice.books"] == "full"


def test_a_game_of_other_rules_cannot_be_taken_as_a_model(visitor):
    other = visitor.begin("partnership", decks="9").game
    assert visitor.get("/games/new/classic", like=str(other)).form().fields["decks"] == "2"


def test_each_rule_set_leads_to_its_reference_card(visitor):
    page = visitor.get("/games/new")
    assert page.links["Rules of Partnership Hand & Foot"] == "/rules/partnership"


@pytest.mark.parametrize(("slug", "shape"), preset_tables())
def test_each_table_of_each_rule_set_can_begin(visitor, slug, shape):
    table = visitor.begin(slug, shape)
    agreed = table.record.agreement
    assert f"{agreed.table.players}x{agreed.table.teams}" == shape
    assert to_document(agreed.base) == to_document(preset(slug))
    assert agreed.decks == agreed.table.decks
    page = table.page()
    assert page.heading == "Round 1"
    assert all(team in page.text for team in agreed.teams)


def test_the_shapes_of_a_table_lead_to_each_other(visitor):
    page = visitor.get("/games/new/southern-ohio")
    shapes = {text: a for text, a in page.links.items() if "table=" in a}
    assert list(shapes) == [f"{players} players, 2 teams" for players in (4, 6, 8)]
    assert "seat8" in visitor.get(shapes["8 players, 2 teams"]).form().names


@pytest.mark.parametrize("shape", ["", "5x2", "x", "4", "4x2x2", "٤x٢", "9" * 400])
def test_a_table_the_rules_do_not_have_is_the_usual_one(visitor, shape):
    page = visitor.get("/games/new/southern-ohio", table=shape)
    assert page.status == 200
    assert page.form().action.endswith("table=4x2")


@pytest.mark.parametrize("slug", ["nothing", "Partnership", "partnership.toml", "..%2Fclassic"])
def test_unknown_rules_are_no_page(visitor, slug):
    assert visitor.get(f"/games/new/{slug}").status == 404
    assert visitor.post(f"/games/new/{slug}", {"seat1": "Ann"}).status == 404


def test_choices_and_decks_are_those_of_the_form(visitor):
    table = visitor.begin("friends-family", **{"choice.books": "short", "decks": "6"})
    agreed = table.record.agreement
    assert agreed.choices["books"] == "short"
    assert agreed.decks == 6
    assert agreed.rules.going_out.cases[0].needs == {"clean": 1, "dirty": 1}


def test_a_choice_that_is_not_for_this_table_is_not_offered(visitor):
    names = {
        shape: visitor.get("/games/new/friends-family", table=shape).form().names
        for shape in ("4x2", "2x2")
    }
    assert "choice.cards" in names["4x2"]
    assert "choice.cards" not in names["2x2"]


def test_who_starts_may_be_said_or_left_open(visitor):
    said = visitor.begin(starter="seat3").record.course.starter
    left_open = visitor.begin().record.course.starter
    assert (said.seat, said.because) == (3, StartsBecause.CHOSEN)
    assert (left_open.seat, left_open.because) == (None, StartsBecause.CUT)


def test_what_is_chosen_can_be_read_without_opening_it(visitor):
    summary = visitor.get("/games/new/friends-family").root.all("summary")[-2].text
    assert summary == "Choices of these rules: as usual"
    form = visitor.get("/games/new/friends-family").form()
    page = visitor.post(form.action, filled(form, {"choice.books": "short"}) | {"look": "1"})
    assert "Books needed to go out: Short: 1 red and 1 black; the rest as usual" in page.text


def _new(visitor, slug="friends-family"):
    """A filled-in form, ready to be spoiled."""
    form = visitor.get(f"/games/new/{slug}").form()
    return form, filled(form, {f"seat{seat}": name for seat, name in enumerate("ABCD", start=1)})


def _spoiled(visitor, name, *values):
    """The page that comes back when an input says this instead; no value takes it away."""
    form, fields = _new(visitor)
    fields[name] = list(values)
    page = visitor.post(form.action, fields)
    assert page.status == 422
    assert page.form().fields["seat2"] == "B"
    return page


@pytest.mark.usefixtures("no_game")
class TestNothingIsBegun:
    """A form with a fault comes back with what was typed, and nothing is kept."""

    @pytest.mark.parametrize("values", [[], ["neither"], [""], ["full", "short"], ["full", "full"]])
    def test_by_a_choice_that_is_missing_forged_or_doubled(self, visitor, values):
        page = _spoiled(visitor, "choice.books", *values)
        assert "Choose one of these" in page.beside("choice.books") or len(values) > 1
        assert ("does not belong to it: choice.books" in page.said) == (len(values) > 1)

    @pytest.mark.parametrize(
        "decks", ["", "0", "31", "-1", "five", "٥", "５", "1.5", "5 5", "9" * 400, "0" * 5000 + "5"]
    )
    def test_by_decks_that_are_no_number_of_decks(self, visitor, decks):
        page = _spoiled(visitor, "decks", decks)
        assert page.beside("decks") == "Type a number of decks from 1 to 30."
        assert page.form().fields["decks"] == decks

    @pytest.mark.parametrize("total", ["x", "1.5", "--5", "٣", "9" * 400, "1450 pts"])
    def test_by_a_total_that_is_no_number(self, visitor, total):
        page = _spoiled(visitor, "team2.brought", total)
        assert page.beside("team2.brought") == "Type the total as a number, such as 1450 or −200."
        assert page.form().fields["team2.brought"] == total

    @pytest.mark.parametrize("rounds", ["-1", "100", "x", "٣", "9" * 400])
    def test_by_rounds_on_paper_that_are_no_number_of_rounds(self, visitor, rounds):
        page = _spoiled(visitor, "paper", rounds)
        assert page.beside("paper") == "Type how many rounds were played, 0 to 99."

    @pytest.mark.parametrize("rounds", ["4", "9"])
    def test_by_more_rounds_on_paper_than_the_rules_play(self, visitor, rounds):
        page = _spoiled(visitor, "paper", rounds)
        assert page.beside("paper").startswith("These rules play 4 rounds")

    @pytest.mark.parametrize("starter", ["seat5", "seat0", "1", "Ann", "seat٣"])
    def test_by_a_starter_who_has_no_seat(self, visitor, starter):
        page = _spoiled(visitor, "starter", starter)
        assert page.beside("starter") == "Choose one of the seats, or leave it open."

    @pytest.mark.parametrize("name", ["seat5", "rules", "choice.wilds", "<script>"])
    def test_by_an_input_the_form_does_not_have(self, visitor, name):
        page = _spoiled(visitor, name, "1")
        assert f"does not belong to it: {name}." in page.said

    @pytest.mark.parametrize("token", [[], [""], ["forged"], ["İ.x.y"]])
    def test_without_a_token_of_ours(self, visitor, token):
        page = _spoiled(visitor, "csrf_token", *token)
        assert "lost its connection" in page.said

    @pytest.mark.parametrize(("name", "value"), [("key", "1"), ("key", "A" * 32), ("seen", "-1")])
    def test_by_own_fields_that_no_page_of_ours_has(self, visitor, name, value):
        assert "lost its connection" in _spoiled(visitor, name, value).said

    def test_by_a_token_from_somebody_elses_page(self, visitor, app):
        form, fields = _new(visitor)
        stranger = type(visitor)(app)
        stranger.get("/games/new/classic")
        assert stranger.post(form.action, fields).status == 422


def test_a_page_that_came_back_can_be_sent_once_it_is_put_right(visitor):
    page = _spoiled(visitor, "csrf_token", "stale")
    form = page.form()
    answer = visitor.send(form)
    assert answer.heading == "Round 1"
    assert "A & C" in answer.text


def test_a_double_tap_begins_one_game(visitor):
    form, fields = _new(visitor)
    before = _games(visitor)
    first, second = visitor.post(form.action, fields), visitor.post(form.action, fields)
    assert (first.status, first.text) == (200, second.text)
    assert _games(visitor) == before + 1


def test_whoever_goes_back_to_mend_a_name_begins_the_game_that_was_typed(visitor):
    form, fields = _new(visitor)
    visitor.post(form.action, fields)
    mended = visitor.post(form.action, fields | {"seat2": "Bea"})
    assert mended.status == 200
    assert "Bea & D" in mended.text


def test_a_game_keeps_its_rules_in_full(visitor):
    table = visitor.begin("catawba")
    kept = {(e.place, e.field): e.value for e in table.entries}
    assert kept["table", "rules"]["slug"] == "catawba"
    assert kept["table", "rules"]["books"]
    assert kept["table", "engine"]
