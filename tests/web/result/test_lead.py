"""The line of the lead: its parts, labels and names, and the story beside it."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.web.app.short_names import first_letters, letters, short, short_team, width
from scorepad.web.result.lead import (
    HEIGHT,
    WIDTH,
    chart_description,
    lead_chart,
    lead_story,
    spread,
    step_of,
    story_sentences,
)

TEAMS = ("Ann & Carla", "Bob & Dora")
POINTS = st.integers(-(10**9), 10**9)


def totals_of(*rounds, brought=(0, 0)):
    totals = [brought]
    for points in rounds:
        totals.append(tuple(a + b for a, b in zip(totals[-1], points, strict=True)))
    return totals


def story_of(*rounds, first=0, teams=TEAMS, **more):
    return story_sentences(lead_story(totals_of(*rounds, **more), first), teams)


def test_two_teams_are_one_line_above_level_while_the_first_leads():
    drawn = lead_chart(totals_of((100, 0), (0, 300)))
    start, ahead, behind = drawn.line
    assert start.y == drawn.zero
    assert ahead.y < drawn.zero < behind.y
    assert behind.y - drawn.zero == pytest.approx(2 * (drawn.zero - ahead.y), abs=0.2)
    assert [(dot.team, dot.by) for dot in drawn.dots] == [(1, 100), (2, 200)]


def test_the_line_is_cut_where_the_lead_changes_hands():
    drawn = lead_chart(totals_of((100, 0), (0, 300), (200, 0), (0, 0), (5, 0)))
    assert [run.team for run in drawn.runs] == [1, 2, 0, 1]
    first, second, level, last = drawn.runs
    assert first.points[-1] == second.points[0]
    assert first.points[-1].y == second.points[-1].y == level.points[-1].y == last.points[0].y == drawn.zero
    assert drawn.dots[2].team == 0


def test_three_teams_are_three_lines_of_totals():
    drawn = lead_chart(totals_of((100, 0, 300), (100, 50, 0), brought=(0, 0, 0)))
    assert (drawn.line, drawn.runs, drawn.dots) == ((), (), ())
    assert [len(line.points) for line in drawn.lines] == [3, 3, 3]
    assert drawn.lines[2].end.y < drawn.lines[0].end.y < drawn.lines[1].end.y


def test_without_a_lead_the_line_runs_through_the_middle_and_without_a_round_there_is_none():
    drawn = lead_chart(totals_of((5, 5), (7, 7)))
    assert [point.y for point in drawn.line] == [drawn.zero] * 3
    assert [run.team for run in drawn.runs] == [0, 0]
    assert lead_chart([(0, 0)]) is None


@pytest.mark.parametrize(("rounds", "written"), [(8, 8), (30, 6), (99, 5)])
def test_of_many_rounds_a_few_are_numbered_the_last_among_them(rounds, written):
    drawn = lead_chart(totals_of(*[(1, 0)] * rounds))
    assert (len(drawn.rounds), drawn.rounds[-1].value) == (written, rounds)


def test_rounds_are_counted_on_from_those_on_paper():
    assert [tick.value for tick in lead_chart(totals_of((1, 0), (1, 0)), 3).rounds] == [4, 5]
    story = story_of((0, 50), (500, 0), (1, 0), brought=(0, 100), first=2)
    assert "From round 4 on" in story[0]


def test_every_point_of_a_short_game_is_labelled_on_the_side_where_the_line_is_not():
    drawn = lead_chart(totals_of((0, 785), (1195, 0), (0, 940), (1250, 0)))
    assert [dot.by for dot in drawn.dots] == [785, 410, 530, 720]
    assert [dot.label.y > dot.at.y for dot in drawn.dots] == [True, False, True, False]


def test_a_small_chart_has_no_numbers_of_rounds_and_room_after_its_last_point():
    drawn = lead_chart(totals_of((0, 785), (1195, 0)), small=True)
    assert drawn.rounds == ()
    assert [dot.label for dot in drawn.dots] == [None, None]
    assert drawn.right < WIDTH - 100
    assert drawn.height < HEIGHT


@given(st.lists(st.tuples(POINTS, POINTS), min_size=1, max_size=40))
def test_labels_never_stand_on_each_other_and_the_last_point_has_one(rounds):
    drawn = lead_chart(totals_of(*rounds))
    labelled = [dot for dot in drawn.dots if dot.label]
    assert labelled[-1].at == drawn.line[-1]
    for a, b in combinations(labelled, 2):
        apart = (len(f"{a.by:,}") + len(f"{b.by:,}")) * 9.5 / 2
        assert abs(a.label.x - b.label.x) >= apart or abs(a.label.y - b.label.y) >= 16


@given(st.lists(st.tuples(POINTS, POINTS, POINTS), min_size=1, max_size=40), st.integers(2, 3), st.booleans())
def test_everything_stays_within_the_picture(rounds, teams, small):
    drawn = lead_chart(totals_of(*(points[:teams] for points in rounds), brought=(0,) * teams), small=small)
    lines = [line.points for line in drawn.lines] or [drawn.line]
    for line in lines:
        assert all(0 < point.x <= drawn.right < WIDTH and 0 < point.y < drawn.height for point in line)
        assert all(a.x < b.x for a, b in pairwise(line))
    assert 0 < drawn.zero < drawn.height
    assert all(8 < dot.label.y < drawn.height - 20 for dot in drawn.dots if dot.label)


@given(st.integers(1, 10**12), st.integers(1, 12))
def test_steps_are_round_numbers_that_fit_and_the_next_smaller_one_would_not(span, most):
    step = step_of(span, most)
    assert step * most >= span
    assert str(step).rstrip("0") in ("1", "2", "5")
    assert step == 1 or step / 2.5 * most < span


@given(st.lists(st.floats(30, 196), min_size=1, max_size=4))
def test_names_at_the_ends_of_lines_never_stand_on_each_other(heights):
    placed = sorted(spread(heights, 30, 196))
    assert all(b - a >= 20.8 for a, b in pairwise(placed))
    assert placed[0] >= 30
    assert placed[-1] <= 196


def test_a_short_name_stays_and_a_long_one_is_cut_first():
    assert short_team("Ann & Carla", 20) == "Ann & Carla"
    cut = short_team("Ann & Bartholomew-Maximilian", 10)
    assert cut.startswith("Ann & B")
    assert cut.endswith("…")
    assert [first_letters("Margaret & Dora", room) for room in (9, 5.6, 1)] == ["Margaret & Dora", "Mar & Dor", "M & D"]


@given(st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=4), st.floats(12, 30))
def test_a_team_always_fits_however_its_players_are_called(players, room):
    cut = short_team(" & ".join(players), room)
    assert width(cut) <= room or all(len(letters(name)) == 1 for name in cut.split("&"))


def test_nobody_is_cut_in_the_middle_of_a_letter():
    family = "👩\u200d👩\u200d👧"
    assert letters(f"e\u0301{family}x") == ["e\u0301", family, "x"]
    assert short(family * 9, width(family) * 2 + width("…")) == f"{family * 2}…"


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        ([(5, 0)], "The only round decided it."),
        ([(5, 5)], "No team was ever ahead."),
        ([(5, 0), (0, 1)], "Ann & Carla led from the first round to the last."),
        ([(0, 0), (0, 5), (0, 1)], "At first no team led. From round 2 on Bob & Dora led."),
        ([(5, 0), (0, 9), (9, 0), (1, 0)], "The lead changed hands twice. "
         "From round 3 on Ann & Carla led."),
        ([(5, 0), (0, 9)], "The lead changed hands once. The last round decided it: Bob & Dora came out ahead."),
        ([(5, 0), (0, 5), (3, 0), (1, 0)], "The lead was lost for a while, but no other team took it. "
         "From round 3 on Ann & Carla led."),
        ([(5, 0), (0, 9), (4, 0)], "The lead changed hands once. In the end no team was ahead."),
        ([(5, 0), (0, 5)], "Ann & Carla led for a while. In the end no team was ahead."),
        ([(1, 0), (0, 2), (2, 0), (0, 2), (2, 0)], "The lead changed hands 4 times. "
         "The last round decided it: Ann & Carla came out ahead."),
    ],
)  # fmt: skip
def test_the_story_says_who_led_and_which_round_decided(rounds, sentence):
    assert story_of(*rounds)[0] == sentence


def test_a_lead_that_was_brought_along_and_kept_is_named():
    (sentence, *_) = story_of((0, 5), (5, 0), brought=(900, 0), first=2)
    assert sentence == "Ann & Carla began with the lead and kept it."


def test_the_story_names_the_largest_lead_and_the_biggest_round():
    assert story_of((0, 40), (1200, 1), (0, 100))[1:] == [
        "The lead was largest after round 2: 1,159 points for Ann & Carla.",
        "The biggest round was round 2: 1,200 points for Ann & Carla.",
    ]
    assert not [sentence for sentence in story_of((0, -5), (-9, 0)) if "biggest" in sentence]
    assert story_of() == []


def test_the_lead_is_the_way_to_the_second_of_three():
    three = story_of((10, 7, 0), (0, 0, 9), brought=(0, 0, 0), teams=("Ann", "Bob", "Carla"))
    assert three[1] == "The lead was largest after round 1: 3 points for Ann."


def test_the_picture_in_words_holds_the_lead_and_its_largest():
    assert chart_description(lead_story(totals_of((4500, 0))), TEAMS) == (
        "The only round decided it. The lead was largest after round 1: 4,500 points for Ann & Carla."
    )


@pytest.mark.parametrize(
    ("rounds", "brought", "sentence"),
    [
        ([(5, 0), (1, 0)], (0, 0), "Ann & Carla has led since round 1."),
        ([(5, 0), (0, 9)], (0, 0), "The lead has changed hands once. Bob & Dora has led since round 2."),
        ([(0, 0)], (0, 0), "No team has been ahead so far."),
        ([(5, 0), (0, 5)], (0, 0), "No team is ahead now."),
        ([(5, 0)], (9, 0), "Ann & Carla began with the lead and has kept it so far."),
    ],
)  # fmt: skip
def test_nothing_is_decided_while_the_game_goes_on(rounds, brought, sentence):
    story = lead_story(totals_of(*rounds, brought=brought))
    assert story_sentences(story, TEAMS, over=False)[0] == sentence
    assert chart_description(story, TEAMS, over=False).startswith(sentence)


@given(st.lists(st.tuples(POINTS, POINTS), min_size=1, max_size=20))
def test_since_the_decisive_round_and_not_before_it_the_winner_led(rounds):
    story = lead_story(totals_of(*rounds))
    if story.decided is None:
        assert story.led[-1] is None
    else:
        assert set(story.led[story.decided :]) == {story.led[-1]}
        assert story.decided == 0 or story.led[story.decided - 1] != story.led[-1]
