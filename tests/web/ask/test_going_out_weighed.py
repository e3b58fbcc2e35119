"""What stands on the page of "may we go out?" beside the answer: tallies, totals, waiting, and what to weigh."""

from tests.web.ask.asking import READY, answer_of, ask_out, question_of
from tests.web.driving import OUT_FIRST


def _text_of(page, heading):
    """What a section says under its heading."""
    sections = [s for s in page.root.all("section") if s.all("h2")]
    return next(s.text for s in sections if s.all("h2")[0].text == heading)


def test_nobody_is_chosen_and_each_name_is_a_button(courtesy):
    page = ask_out(courtesy)
    buttons = [b for b in page.root.all("button") if b["name"] == "seat"]
    assert [(b["value"], b.text) for b in buttons] == [
        ("1", "Ann"),
        ("2", "Bob"),
        ("3", "Carla"),
        ("4", "Dora"),
    ]


def test_without_a_player_there_is_no_answer_but_a_question(courtesy):
    page = ask_out(courtesy, **{"books.clean": "4"})
    assert (page.status, answer_of(page)) == (200, None)
    assert "Choose who would go out" in page.said
    assert question_of(page).fields["books.clean"] == "4"


def test_the_books_tallied_for_the_player_s_team_stand_there_already(visitor):
    table = visitor.begin("catawba")
    table.sheet().save(
        **{
            "team1.clean": "3",
            "team1.unfinished_sevens": "1",
            "team2.clean": "2",
            "team2.dirty": "4",
        }
    )
    fields = question_of(ask_out(table, seat="3")).fields
    assert (fields["books.clean"], fields["books.dirty"], fields["begun.sevens"]) == ("3", "", "1")
    assert question_of(ask_out(table, seat="2")).fields["books.dirty"] == "4"


def test_what_is_typed_goes_over_what_was_tallied(courtesy):
    courtesy.sheet().save(**{"team1.clean": "3"})
    fields = question_of(ask_out(courtesy, seat="1", **{"books.clean": "4"})).fields
    assert fields["books.clean"] == "4"
    emptied = question_of(ask_out(courtesy, seat="1", **{"books.clean": ""})).fields
    assert emptied["books.clean"] == ""


def test_a_tap_adds_a_book(courtesy):
    page = ask_out(courtesy, **READY | {"books.dirty": "4", "step": "books.dirty+1"})
    assert question_of(page).fields["books.dirty"] == "5"
    assert answer_of(page) == "Yes"


def test_both_totals_stand_there_with_what_was_before(courtesy):
    courtesy.play(1, **OUT_FIRST)
    courtesy.sheet(2).save(**{"team2.melded": "300"})
    page = ask_out(courtesy, **READY)
    said = _text_of(page, "What the round would score now")
    assert "Ann & Carla +3,600 4,500 before, 8,100 after" in said
    assert "Bob & Dora +300 0 before, 300 after" in said
    assert "not counted yet: the cards melded by Ann & Carla" in said


def test_the_last_round_tells_who_would_win(courtesy):
    for number in (1, 2, 3):
        courtesy.play(number, **OUT_FIRST)
    said = _text_of(ask_out(courtesy, **READY), "What the round would score now")
    assert "The game would end, and Ann & Carla would win." in said


def test_what_waiting_would_gain_is_told(visitor):
    page = ask_out(visitor.begin("catawba"), **READY, **{"begun.sevens": "1"})
    said = _text_of(page, "If you wait")
    assert "1 unfinished book of sevens: −1,000 if you go out now, +1,000 once finished." in said
    assert "Going out pays 500. If the others go out first, they get it." in said


def test_the_partner_is_told_what_a_red_three_costs(table):
    said = _text_of(ask_out(table, **READY), "What your partner should weigh")
    assert "Each red three in your partner’s hand or foot costs 500." in said


def test_only_what_the_rules_ask_for_is_asked(visitor, table, courtesy):
    assert (
        not {"card", "last_card", "concealed", "partner_in_foot"}
        & question_of(ask_out(table, seat="1")).names
    )
    assert {"card", "last_card"} <= question_of(ask_out(courtesy, seat="1")).names
    assert "last_card" in question_of(ask_out(visitor.begin("bicycle"), seat="1")).names
