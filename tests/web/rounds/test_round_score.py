"""The score of a round: every line explained, what was waived, and the origin of each number."""

from tests.web.driving import OUT_FIRST


def _score(table, number=1):
    return table.visitor.get(f"{table.address}/rounds/{number}")


def test_every_line_says_in_a_sentence_how_its_points_come_about(table):
    typed = OUT_FIRST | {"seat2.left": "65", "seat4.left": "40", "seat4.red_threes_held": "1"}
    typed |= {"seat3.exact_cut": "1", "team2.clean": "1", "team2.dirty": "2", "team2.melded": "200+185"}
    table.play(1, **typed)
    assert _score(table).lines == [
        ["4 red books × 500 = 2,000", "5 black books × 300 = 1,500", "Cards melded: 900",
         "1 exact cut of 22 × 100 = 100", "Going out: 100"],
        ["1 red book × 500 = 500", "2 black books × 300 = 600", "Cards melded: 385",
         "Cards left: −(65 + 40) = −105", "1 red three left in hand or foot × −500 = −500"],
    ]  # fmt: skip


def test_the_receipt_adds_up_from_books_and_cards_to_the_totals_after_the_round(table):
    table.play(1, **OUT_FIRST)
    adjusted = {"team1.adjustment1.points": "−60", "team1.adjustment1.reason": "Peeked", "team1.clean": "1"}
    table.play(2, **OUT_FIRST | adjusted)
    page = _score(table, 2)
    assert page.receipts == [[
        ("", "Ann & Carla", "Bob & Dora"),
        ("Red books", "1 × 500", "–"),
        ("Black books", "5 × 300 1,500", "–"),
        ("Cards melded", "900", "–"),
        ("Cards left", "–", "–"),
        ("Going out", "100", "–"),
        ("Adjustment", "Peeked −60", "–"),
        ("Round 2", "2,940", "0"),
        ("Total", "4,500 → 7,440", "0 → 0"),
    ]]  # fmt: skip
    assert "Ann & Carla lead by 7,440" in page.text
    assert page.text.count("Nothing was counted.") == 1
    assert page.links["On to round 3"] == table.address


def test_a_receipt_of_many_teams_has_tables_that_fit_beside_each_other_on_a_phone(visitor):
    table = visitor.begin("laguna-woods", "6x3", **{f"seat{n}": name for n, name in enumerate("ABCDEF", start=1)})
    table.sheet().save(**{"team3.melded": "300"})
    ((names, *_),) = _score(table).receipts
    assert names == ("", "A & D", "B & E", "C & F")


def test_points_as_typed_are_not_called_assumed_although_card_values_are(binding):
    binding.play(1, **OUT_FIRST)
    assert not any("assumed" in line for line in _score(binding).lines[0])


def test_an_adjustment_goes_to_the_bonus_with_its_reason_as_text(table):
    reason = "<script>x</script>"
    own_way = {"team2.adjustment1.points": "−50", "team2.adjustment1.reason": reason}
    table.play(1, **OUT_FIRST | own_way)
    page = _score(table)
    assert page.lines[1] == [f"Adjustment, {reason}: −50"]
    assert not [script for script in page.root.all("script") if script.text]
    assert table.record.course.now == (4_500, -50)


def test_a_draft_is_shown_as_far_as_it_was_counted_and_before_it_the_sheet(table):
    answer = table.visitor.client.get(f"{table.address}/rounds/1")
    assert (answer.status_code, answer.location) == (302, f"{table.address}/rounds/1/edit")
    table.sheet().save(team1__melded="300")
    page = _score(table)
    assert page.heading == "Round 1, so far"
    assert page.links["Go on counting"] == f"{table.address}/rounds/1/edit"


def test_the_last_round_leads_to_the_result(table):
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    assert _score(table, 4).links["To the result"] == table.address
