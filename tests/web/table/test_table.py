"""The table between rounds: totals, minimums, who starts, and messages about that."""

from scorepad.web.table import table as table_view
from tests.web.driving import OUT_FIRST, level_round
from tests.web.rounds.conflicting import THREE_OR_FOUR, at_once, boxes, resolve, two_phones

AHEAD = {"table.ended": "seat1", "team1.clean": "4", "team1.dirty": "5", "team1.melded": "1000"}
AHEAD |= {"team2.melded": "0", "seat2.left": "0"}
"""A round of two players that the first wins."""


def _minimums(table):
    return [mark.text for mark in table.page().classed("off")]


def _starts(table):
    return table.page().classed("bar-round")[0].all("span")[-1].text


def _totals(page):
    return [total.text for total in page.classed("big")]


def test_totals_add_up_round_by_round_each_leading_to_its_explanation(table):
    assert _minimums(table) == ["Needs 50 to open"] * 2
    table.play(1, **OUT_FIRST)
    assert _minimums(table) == ["Needs 90 to open"] * 2
    table.play(2, **OUT_FIRST | {"team2.melded": "35", "seat2.left": "100"})
    page = table.page()
    assert _totals(page) == ["9,000", "−65"]
    rows = [row.text for row in page.root.all("tr")]
    assert rows == ["Round Ann & Carla Bob & Dora", "1 +4,500 4,500 0 0", "2 +4,500 9,000 −65 −65"]
    assert page.links["2"] == f"{table.address}/rounds/2"


def test_a_new_table_says_what_is_played_and_a_round_only_begun_does_not_count(table):
    page = table.page()
    assert "Partnership Hand & Foot, 4 rounds, 5 decks" in page.text
    assert page.links["Count the round"] == f"{table.address}/rounds/1/edit"
    assert _totals(page) == ["0", "0"]
    table.sheet(1).save(team1__melded="300")
    page = table.page()
    assert _totals(page) == ["0", "0"]
    assert page.classed("so-far")[0].text == "So far +300"
    assert page.root.all("table") == []


def test_minimums_follow_each_players_own_total_and_who_is_behind_starts(visitor):
    table = visitor.begin("two-handed")
    assert "to 10,000 points" in table.page().text
    table.play(1, **AHEAD)
    assert _minimums(table) == ["Needs 90 to open", "Needs 50 to open"]
    assert _starts(table) == "Bob starts"
    assert "Bob starts: because the other player is ahead." in table.page().text


def test_who_starts_follows_the_rules_until_somebody_says_who(table, binding):
    assert _starts(binding) == "Left of dealer starts"
    assert _starts(table) == "First cutter starts"
    for seat, name in (("3", "Carla"), ("2", "Bob"), ("3", "Carla")):
        table.decide(seat=seat)
        assert _starts(table) == f"{name} starts"
    assert table.record.rounds == ()
    level_round(table, 1)
    assert _starts(table) == "Dora starts"
    assert "Dora starts: the next player starts each round." in table.page().text
    level_round(table, 2)
    assert _starts(table) == "Ann starts"


def test_a_seat_that_is_not_at_the_table_or_a_stale_page_decides_nothing(table, nothing_recorded):
    form = table.page().form("/starter")
    nothing_recorded()
    for seat in ("", "0", "5", "Ann", "٣", "9" * 400, "-1"):
        page = table.visitor.send(form, seat=seat)
        assert page.said == "Nothing was changed: choose who starts.", seat
    page = table.visitor.send(form, seat="3", csrf_token="x")
    assert (page.status, page.heading) == (422, "Round 1")


def test_a_page_that_was_used_or_is_older_overwrites_no_starter(table):
    mine, theirs = table.page().form("/starter"), table.page().form("/starter")
    for _ in range(2):
        assert table.visitor.send(theirs, seat="3").status == 200
    page = table.visitor.send(theirs, seat="2")
    assert page.said.startswith("Nothing was changed: that page was already sent once.")
    page = table.visitor.send(mine, seat="2")
    assert page.said.startswith("Someone else decided this first")
    assert table.applied("starter") == [{"seat": 3}]
    table.decide(seat="2")
    assert _starts(table) == "Bob starts"


def test_the_table_of_a_game_that_is_over_leads_to_its_result(table):
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    answer = table.visitor.client.get(table.address)
    assert (answer.status_code, answer.location) == (302, f"{table.address}/result")
    page = table.page()
    assert page.heading.partition(" by ")[0] == "Ann & Carla win"
    assert "to open" not in page.text
    sheets = [table.visitor.get(f"{table.address}/rounds/{number}/edit") for number in (4, 5)]
    assert [sheet.status for sheet in sheets] == [200, 404]


def _bar(table):
    return table.sheet(1).page.classed("bar-round")[0].text


def _starts_fold(table):
    return next(fold for fold in table.page().root.all("details") if fold["id"] == "starts")


def test_a_question_further_up_is_linked_beside_what_is_done_next(app):
    ann, bob = phones = two_phones(app)
    assert ann.page().classed("to-settle") == []
    at_once(phones, *THREE_OR_FOUR)
    for page in (ann.page(), bob.sheet().page):
        (link,) = page.classed("to-settle")
        assert link.text == "Two phones differ: Red books, Ann & Carla"
        assert link["href"].removeprefix("#") in [box["id"] for box in boxes(page)]
    resolve(bob, "4")
    assert bob.page().classed("to-settle") == []


def test_who_keeps_score_is_said_below_the_counts(table):
    text = table.page().text
    assert text.index("Red books") < text.index("No name yet for this phone")
    table.keeps_score("Ann")
    text = table.page().text
    assert text.index("Red books") < text.index("Ann keeps score on this phone")


def test_the_leader_is_said_after_finished_rounds_only(table):
    table.sheet(1).save(team1__clean="3")
    assert not table.page().classed("lead")
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(team2__clean="30")
    (lead,) = table.page().classed("lead")
    assert lead.text == "leads by ▲ 4,500"
    (side,) = table.page().classed("leads")
    assert side["data-team"] == "1"


def test_the_rounds_are_dots(table):
    table.play(1, **OUT_FIRST)
    strip = table.page().classed("strip")[0]
    assert [dot["class"] for dot in strip.all("i")] == ["full", "half", "ring", "ring"]


def test_a_round_half_counted_says_how_far_it_is(table):
    assert "Count the round" in table.page().links
    table.sheet(1).save(**{"table.ended": "seat1", "team1.melded": "900", "seat3.left": "0"})
    assert table.page().links["Go on counting (3 of 6)"] == f"{table.address}/rounds/1/edit"


def test_the_moment_after_a_round_has_the_totals_and_one_sentence_until_something_is_entered(table):
    assert not table.page().in_templates("moment")
    table.play(1, **OUT_FIRST)
    (moment,) = table.page().in_templates("moment")
    assert moment["data-team"] == "1"
    assert "Ann & Carla take the lead 4,500" in moment.text
    assert "Bob & Dora 0" in moment.text
    table.play(2, **OUT_FIRST | {"team1.clean": "5"})
    (moment,) = table.visitor.get(f"{table.address}/board").in_templates("moment")
    assert "Ann & Carla lead 9,500 Biggest round of this game: +5,000" in moment.text
    assert [number["data-sum-from"] for number in moment.elements if number["data-sum-to"]] == ["4500", "0"]
    table.sheet(3).save(team1__clean="1")
    assert not table.page().in_templates("moment")


def test_the_moment_says_an_exact_cut_first(table):
    table.play(1, **OUT_FIRST | {"seat3.exact_cut": "1"})
    assert "Exact cut of 22!" in table.page().in_templates("moment")[0].text


def test_a_book_of_a_thousand_points_and_an_exact_cut_have_their_moments(visitor, table):
    def moments(of):
        pages = of.page(), of.visitor.get(f"{of.address}/board")
        return [" ".join(moment.text for moment in page.in_templates("moment")) for page in pages]

    table.sheet(1).save(team1__clean="1")
    assert moments(table) == ["", ""]
    table.sheet(1).save(seat2__exact_cut="1")
    assert moments(table) == ["Exact cut of 22! Bob"] * 2
    table.sheet(1).save(seat2__exact_cut="")
    assert moments(table) == ["", ""]
    wild = visitor.begin("dearie")
    book = next(kind for kind in wild.record.agreement.rules.books if kind.points >= 1000)
    wild.sheet(1).save(**{f"team2__{book.code}": "1"})
    assert moments(wild) == [f"{book.singular}: {book.points:,} points! Bob & Dora"] * 2
    wild.sheet(1).save(**{f"team2__{book.code}": ""})
    assert moments(wild) == ["", ""]


def test_a_round_that_is_over_is_said_so_and_the_next_asks_who_starts(table):
    assert "open" not in _starts_fold(table).attributes
    assert _bar(table) == "Counting round 1"
    level_round(table, 1)
    assert _bar(table) == "Correcting round 1 it is finished"
    words = "Round 1 is finished. What you change here corrects it."
    assert words in table.sheet(1).page.text
    asks = _starts_fold(table)
    assert "open" in asks.attributes
    assert asks.all("summary")[0].text == "Who starts?"
    table.decide(seat="3")
    assert _starts_fold(table).all("summary")[0].text == "Somebody else starts"


def test_the_bar_says_what_is_played_to(table, binding, visitor):
    by_time = visitor.begin("good-sam", **{"choice.length": "time"})
    bars = [each.page().classed("bar-round")[0].all("strong")[0].text for each in (table, binding, by_time)]
    assert bars == ["Round 1 of 4", "Round 1, to 6,000", "Round 1"]


def test_counts_and_their_plus_have_hooks_for_programs(table):
    source = table.page().source
    assert 'name="team1.clean" value="0" data-count="team1.clean"' in source
    assert 'value="team1.clean+1" data-step="team1.clean+1"' in source


def test_forms_with_long_texts_do_not_fill_the_memory(table):
    sizes = []
    for digit in "789":
        page = table.visitor.send(table.page().form("/edit"), **{"team1.clean": digit * 5_000})
        assert (page.status, digit * 5_000 in page.source) == (422, True)
        sizes.append(table_view._rendered.cache_info().currsize)
    assert sizes[0] == sizes[1] == sizes[2]
