"""What is read aloud after a round: sentences in the pages of the check, the table, the board and the result."""

import pytest

from tests.web.driving import OUT_FIRST, level_round
from tests.web.kept import brought, keep


def _spoken(page):
    """The sentences of a page that are read aloud, and the round that they are kept under."""
    (box,) = [box for box in page.root.all("div") if box["class"] == "aloud"]
    return [p.text.replace(" .", ".") for p in box.all("p")], box["data-aloud"]


def test_table_board_and_result_say_the_last_round_the_totals_and_who_leads(table):
    assert _spoken(table.page()) == ([], f"{table.game} 0")
    table.play(1, **OUT_FIRST | {"seat2.left": "120"})
    sentences = [
        "Round 1.",
        "Ann and Carla: 4,500 points, now 4,500.",
        "Bob and Dora: −120 points, now −120.",
        "Ann and Carla lead by 4,620.",
    ]
    for page in (table.page(), table.visitor.get(f"{table.address}/board")):
        assert _spoken(page) == (sentences, f"{table.game} 1")
    for number in (2, 3, 4):
        table.play(number, **OUT_FIRST)
    sentences, key = _spoken(table.visitor.get(f"{table.address}/result"))
    assert (sentences[0], key) == ("Round 4.", f"{table.game} 4")
    assert sentences[1:] == [
        "Ann and Carla: 4,500 points, now 18,000.",
        "Bob and Dora: 0 points, now −120.",
        "Ann and Carla win by 18,120.",
    ]


def test_the_check_says_the_round_that_is_being_counted_from_what_its_page_shows(table):
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(**{"team1.clean": "1"})
    page = table.visitor.get(f"{table.address}/rounds/2/edit")
    sentences, key = _spoken(page)
    assert (sentences[:2], key) == (["Round 2.", "Ann and Carla: 500 points, now 5,000."], "")
    filled = [
        (span["data-score"], span["data-total-before"]) for span in page.root.all("span") if "points" not in span.text
    ]
    assert ("team1.total", "") in filled
    assert ("", "4500") in filled


def test_a_correction_is_not_read_aloud(table):
    table.play(1, **OUT_FIRST)
    assert 'class="aloud"' not in table.visitor.get(f"{table.address}/rounds/1/edit").source


def test_teams_with_the_same_total_share_the_lead_and_a_player_leads_alone(table, visitor):
    level_round(table, 1)
    assert _spoken(table.page())[0][-1] == "Ann and Carla and Bob and Dora have the same total."
    alone = visitor.begin("two-handed")
    alone.play(1, **{"table.ended": "seat1", "team1.clean": "7", "team1.dirty": "1", "team1.melded": "900",
                     "team2.melded": "0", "seat2.left": "0"})  # fmt: skip
    assert _spoken(alone.page())[0][-1].startswith("Ann leads by ")


def test_a_round_on_paper_is_not_read_aloud(visitor):
    table = keep(visitor, "partnership", paper=2, cells=brought(2000, 2500))
    assert _spoken(table.page()) == ([], f"{table.game} 2")


@pytest.mark.parametrize("name", ["Salt & Pepper", "<b>"])
def test_names_are_words_and_no_markup(visitor, name):
    table = visitor.begin(seat1=name)
    table.play(1, **OUT_FIRST)
    assert _spoken(table.page())[0][1].startswith(f"{name.replace('&', 'and')} and Carla: ")
