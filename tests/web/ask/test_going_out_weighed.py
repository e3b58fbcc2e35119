"""The page of "may we go out?" apart from the answer: tallies, totals, waiting, and what to consider."""

from tests.web.ask.asking import READY, answer_of, ask_out, question_of
from tests.web.driving import OUT_FIRST

SCORE = "What the round would score"


def _section(page, heading):
    """The text of a section, by its heading."""
    sections = [section for section in page.root.all("section") if section.all("h2")]
    return next(section.text for section in sections if section.all("h2")[0].text == heading)


def test_the_books_tallied_for_the_players_team_are_filled_in(visitor):
    table = visitor.begin("catawba")
    counts = {"team1.clean": "3", "team1.unfinished_sevens": "1", "team2.clean": "2"}
    table.sheet().save(**counts | {"team2.dirty": "4"})
    fields = question_of(ask_out(table, seat="3")).fields
    assert (fields["books.clean"], fields["books.dirty"], fields["begun.sevens"]) == ("3", "", "1")
    assert question_of(ask_out(table, seat="2")).fields["books.dirty"] == "4"


def test_what_is_typed_replaces_what_was_tallied(courtesy):
    courtesy.sheet().save(team1__clean="3")
    for text in ("4", ""):
        fields = question_of(ask_out(courtesy, seat="1", **{"books.clean": text})).fields
        assert fields["books.clean"] == text


def test_a_tap_adds_a_book(courtesy):
    page = ask_out(courtesy, **READY | {"books.dirty": "4", "step": "books.dirty+1"})
    assert question_of(page).fields["books.dirty"] == "5"
    assert answer_of(page) == "Yes"


def test_a_round_that_was_begun_is_scored_as_if_that_player_went_out(courtesy):
    courtesy.sheet().save(team1__melded="700", seat2__left="65", team2__melded="300")
    page = ask_out(courtesy, **READY | {"seat": "3", "partner_says": "yes"})
    assert SCORE in page.text
    assert "Cards melded: 700" in page.lines[0]
    assert "Going out: 100" in page.lines[0]
    assert "Cards left: −65" in page.lines[1]


def test_both_totals_stand_there_with_what_was_before(courtesy):
    courtesy.play(1, **OUT_FIRST)
    courtesy.sheet(2).save(team2__melded="300")
    words = _section(ask_out(courtesy, **READY), SCORE)
    assert "Ann & Carla +3,600 4,500 before, 8,100 after" in words
    assert "Bob & Dora +300 0 before, 300 after" in words
    assert "Not entered yet: the cards melded by Ann & Carla" in words


def test_the_last_round_says_who_would_win(courtesy):
    for number in (1, 2, 3):
        courtesy.play(number, **OUT_FIRST)
    words = _section(ask_out(courtesy, **READY), SCORE)
    assert "The game would end, and Ann & Carla would win." in words


def test_what_waiting_would_gain_and_a_red_three_would_cost_stands_there(visitor, table):
    words = _section(ask_out(visitor.begin("catawba"), **READY, **{"begun.sevens": "1"}), "If you wait")
    assert "1 unfinished book of sevens: −1,000 if you go out now, +1,000 once finished." in words
    assert "Going out pays 500. If the others go out first, they get it." in words
    words = _section(ask_out(table, **READY), "What Carla should think about")
    assert "Each red three in your partner’s hand or foot costs 500." in words
