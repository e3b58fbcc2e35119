"""Sheets as people draw them: a column for each team, a row for each round or each game, a last row Total."""

from datetime import date

import pytest

from tests.exchange.imports.test_spreadsheets import workbook

NAMES = ("Ann", "Cy"), ("Bo", "Di")
ROUNDS = (1200, 900), (1450, -150), (2000, 1850)
TOTALS = (4650, 2600)
ROUNDS_BELOW = "1,1200,900\n2,1450,-150\n3,2000,1850\n"
GAME = (1, "2024-12-24", NAMES, TOTALS, ROUNDS)

ALIKE = {
    "rounds and a total": f"Round,Ann & Cy,Bo & Di\n{ROUNDS_BELOW}Total,4650,2600\n",
    "no name above the rounds": f",Ann / Cy,Bo / Di\n{ROUNDS_BELOW}Total,4650,2600\n",
    "rounds in words": "Hand;Ann und Cy;Bo und Di\nRound 1;1.200;900\nRound 2;1.450;-150\nRound 3;2.000;1.850\n",
    "running totals": "Round,Ann & Cy,Bo & Di\n1,1200,900\n2,2650,900\n3,4650,2600\nTotal,4650,2600\n",
    "a column of sums": f"Round,Ann & Cy,Bo & Di,Total\n{ROUNDS_BELOW}Sum,4650,2600,7250\n",
    "two rows a round": (
        "Round,,Ann & Cy,Bo & Di\n1,books,800,500\n,cards,400,400\n2,books,1300,\n,cards,150,-150\n"
        "3,books,1500,1300\n,cards,500,550\nTotal,,4650,2600\n"
    ),
    "the number of the round in both of its rows": (
        "Round,,Ann & Cy,Bo & Di\n1,books,800,500\n1,cards,400,400\n2,books,1300,\n2,cards,150,-150\n"
        "3,books,1500,1300\n3,cards,500,550\nTotal,,4650,2600\n"
    ),
    "a running total below each round": (
        "Round,Ann & Cy,Bo & Di\n1,1200,900\n,1200,900\n2,1450,-150\n,2650,750\n3,2000,1850\n,4650,2600\n"
    ),
    "base, count, their sum and the total so far, as many score sheets are printed": (
        ",,Ann & Cy,Bo & Di\n1,base,800,500\n,count,400,400\n,score,1200,900\n,so far,1200,900\n"
        "2,base,1300,\n,count,150,-150\n,score,1450,-150\n,so far,2650,750\n"
        "3,base,1500,1300\n,count,500,550\n,score,2000,1850\n,so far,4650,2600\nFinal total,,4650,2600\n"
    ),
    "a row Total in each round": (
        "Round,,Ann & Cy,Bo & Di\n1,books,800,500\n,cards,400,400\n,Total,1200,900\n2,books,1300,\n,cards,150,-150\n"
        ",Total,1450,-150\n3,books,1500,1300\n,cards,500,550\n,Total,2000,1850\n,Grand total,4650,2600\n"
    ),
    "dollars, and a dash for none": (
        'Round,Ann & Cy,Bo & Di\n1,"$1,200",$900\n2,"$1,450",($150)\n3,2 000,"1\'850"\n4,-,-\n'
    ),
    "a column each, with the points of both partners": (
        "Round,Ann,Bo,Cy,Di\n1,1200,900,1200,900\n2,1450,-150,1450,-150\n3,2000,1850,2000,1850\n"
    ),
    "a total that no word marks": f"Round,Ann & Cy,Bo & Di\n{ROUNDS_BELOW},4650,2600\n",
    "a total with another word": f"Round,Ann & Cy,Bo & Di\n{ROUNDS_BELOW}End of the game,4650,2600\n",
    "a total of running totals that no word marks": (
        "Round,Ann & Cy,Bo & Di\n1,1200,900\n2,2650,900\n3,4650,2600\n,4650,2600\n"
    ),
    "teams alone, and their numbers": "Ann & Cy,Bo & Di\n1200,900\n1450,-150\n2000,1850\n",
    "minimums, and who won": (
        "Round,Minimum,Ann & Cy,Bo & Di\n1,50,1200,900\n2,90,1450,-150\n3,120,2000,1850\nTotal,,4650,2600\nWinner,,X,\n"
    ),
    "a title and a blank row": f"Thursday club\nRound,Ann & Cy,Bo & Di\n\n{ROUNDS_BELOW}Total,4650,2600\n",
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_a_sheet_with_its_day_in_its_name_is_one_game(bring, text):
    imported = bring(text, "Cards 2024-12-24.csv")
    ((_, *game),) = imported.games
    rounds = ((1200, 900), (1450, 0), (2000, 1700)) if "\n2,2650" in text else ROUNDS
    assert (imported.problems, game) == ([], ["2024-12-24", NAMES, TOTALS, rounds])
    assert imported.record().games == 1


@pytest.mark.parametrize(
    "name",
    ["24.12.2024.csv", "evening_24_Dec_2024.csv", "Dec 24th, 2024.csv", "12-24-2024.csv", "game 24.12.24 (2).csv"],
)
def test_the_name_of_the_file_may_have_the_day(bring, name):
    assert bring(ALIKE["rounds and a total"], name).games[0][1] == "2024-12-24"


@pytest.mark.parametrize("last", ["", "End of the game"])
def test_a_last_row_that_is_taken_for_the_total_is_named(bring, last):
    notes = bring(f"Round,Ann & Cy,Bo & Di\n{ROUNDS_BELOW}{last},4650,2600\n", "2024-12-24.csv").preview.notes
    assert "The last row has what all rows above add up to: it is taken for the total, and not counted." in notes


@pytest.mark.parametrize("above", ["Our evening of 24.12.2024", "Date:,24 Dec 2024", "Datum;24.12.2024"])
def test_a_row_above_may_have_the_day(bring, above):
    mark = ";" if ";" in above else ","
    text = f"{above}\n{ALIKE['rounds and a total']}".replace(",", mark)
    assert [game[1:] for game in bring(text).games] == [GAME[1:]]


def test_the_name_of_the_sheet_may_have_the_day(bring):
    rows = [("Round", "Ann & Cy", "Bo & Di"), *((n, *points) for n, points in enumerate(ROUNDS, start=1))]
    book = workbook(["nothing"], **{"24.12.2024": [*rows, ("Total", *TOTALS)]})
    assert bring(book, "cards.xlsx", sheet="24.12.2024").games == [GAME]


def test_without_a_day_it_is_asked(bring, club):
    text = ALIKE["rounds and a total"]
    asked = bring(text, "03-04-2024.csv")
    assert (asked.preview.asks_day, asked.preview.is_ready(asked.decisions)) == (True, False)
    with pytest.raises(ValueError, match="Say first on which day"):
        asked.record()
    assert club.games(limit=1) == []
    answered = bring(text, day=date(2024, 12, 24))
    assert (answered.games, answered.preview.is_ready(answered.decisions)) == ([GAME], True)


def test_a_row_a_game_needs_only_a_date(bring):
    text = "Date,Ann & Cy,Bo & Di,Eve & Flo\n2024-12-24,5200,4100,\n,300,,250\n24 Dec 2024,,1,2\nTotal,5500,4101,252\n"
    imported = bring(text)
    assert imported.problems == []
    assert [(game[0], game[2], game[3]) for game in imported.games] == [
        (2, NAMES, (5200, 4100)),
        (3, (NAMES[0], ("Eve", "Flo")), (300, 250)),
        (4, (NAMES[1], ("Eve", "Flo")), (1, 2)),
    ]
    assert "A row without a date took that of the row above." in imported.preview.notes


def test_people_with_a_column_each_and_equal_points_are_partners(bring):
    imported = bring("Date,Ann,Bo,Cy,Di\n12/24/24,5200,4100,5200,4100\n12/31/24,-50,70,70,-50\n")
    assert [game[1:4] for game in imported.games] == [
        ("2024-12-24", NAMES, (5200, 4100)),
        ("2024-12-31", (("Ann", "Di"), ("Bo", "Cy")), (-50, 70)),
    ]


def test_columns_beside_those_of_people_are_no_people(bring):
    text = "Date,Weekday,Time,Ann,Bo,Cy,Di,Host,Notes\n12/24/24,Tue,20:15,5200,4100,5200,4100,Ann,a long night\n"
    imported = bring(text)
    assert (imported.problems, [game[1:4] for game in imported.games]) == ([], [("2024-12-24", NAMES, (5200, 4100))])


def test_a_note_beside_a_round_leaves_it_a_round(bring):
    imported = bring(f"Round,Ann & Cy,Bo & Di,Notes\n{ROUNDS_BELOW}".replace("-150", "-150,time"), "2024-12-24.csv")
    assert (imported.problems, imported.games) == ([], [GAME])


def test_dates_and_rounds_make_several_games(bring):
    text = "Date,Round,Ann & Cy,Bo & Di\n2024-12-24,1,100,50\n,2,200,75\n,1,5,6\n2024-12-31,1,7,8\n"
    assert [(game[1], game[4]) for game in bring(text).games] == [
        ("2024-12-24", ((100, 50), (200, 75))),
        ("2024-12-24", ((5, 6),)),
        ("2024-12-31", ((7, 8),)),
    ]


WRONG = {
    f"Round,Ann & Cy,Bo & Di\n{ROUNDS_BELOW}Total,4650,2700\n": (
        "Line 5: The total says 4,650 : 2,700, and the rounds add up to 4,650 : 2,600. Correct one of them."
    ),
    "Round,Ann & Cy,Bo & Di\n1,100,90\n2,200,95\n3,300,400\n": (
        "Line 1: The numbers grow from row to row, so they may be running totals. Add a last row Total."
    ),
    "Round,Ann & Cy,Bo & Di\n1,100,90\n2,20o,95\n": "Line 3: Ann & Cy: “20o” is not a whole number.",
    "Round,Ann & Cy,Bo\n1,100,90\n": "Line 1: The teams have 2, 1 people. Name everyone of a team at its head",
    "Date,Ann,Bo,Cy,Di\n2024-12-24,1,2,3,4\n": "has no table for 4 teams of 1.",
    "Date,Ann & Cy,Bo & Di\nyesterday,100,90\n": "Line 2: “yesterday” is not a date.",
    "Date,Ann & Cy,Bo & Di\n,100,90\n": "Line 2: The date is missing.",
}


@pytest.mark.parametrize(("text", "sentence"), WRONG.items(), ids=WRONG.values())
def test_what_is_wrong_is_said_with_its_line(bring, text, sentence):
    (problem,) = bring(text, "2024-12-24.csv").problems
    assert sentence in problem


@pytest.mark.parametrize(
    "text", ["Apples,Pears\n1,2\n", "Round,Team 1,Team 2\n1,100,90\n", "Round,Ann\n1,100\n", "Round,Ann,Bo\nx,y,z\n"]
)
def test_other_tables_are_refused_as_before(bring, text):
    assert "The table has no column for" in bring(text).refusal
