"""A row for each person or team, and a column for each round, with a total that is never counted."""

from datetime import date

import pytest

NAMES = ("Ann", "Cy"), ("Bo", "Di")
ROUNDS = ((1200, 900), (1450, -150), (2000, 1850))
GAME = (2, "2024-12-24", NAMES, (4650, 2600), ROUNDS)

ALIKE = {
    "rounds and a total": (
        "Name,Round 1,Round 2,Round 3,Total\nAnn & Cy,1200,1450,2000,4650\nBo & Di,900,-150,1850,2600\n"
    ),
    "no total": "Team;R1;R2;R3\nAnn & Cy;1.200;1.450;2.000\nBo & Di;900;−150;1.850\n",
    "numbers alone": "Player,1,2,3,Sum\nAnn & Cy,1200,1450,2000,4650\nBo & Di,900,-150,1850,2600\n",
    "no word above the names": ",1,2,3,Total\nAnn & Cy,1200,1450,2000,4650\nBo & Di,900,-150,1850,2600\n",
    "a row each, partners with equal points": (
        "Spieler,Runde 1,Runde 2,Runde 3,Gesamt\nAnn,1200,1450,2000,4650\nBo,900,-150,1850,2600\n"
        "Cy,1200,1450,2000,4650\nDi,900,-150,1850,2600\n"
    ),
    "a row each, and who played together": (
        "Player,Team,Hand 1,Hand 2,Hand 3,Total\n"
        "Ann,A,1200,1450,2000,4650\nBo,B,900,-150,1850,2600\nCy,A,,,,\nDi,B,,,,\n"
    ),
    "running totals": "Name,Round 1,Round 2,Round 3,Total\nAnn & Cy,1200,2650,4650,4650\nBo & Di,900,900,2600,2600\n",
    "a sum after each round": (
        "Name,Round 1,Total 1,Round 2,Total 2,Round 3,Total\n"
        "Ann & Cy,1200,1200,1450,2650,2000,4650\nBo & Di,900,900,-150,750,1850,2600\n"
    ),
    "a sum after each round, all called so": (
        "Name,R1,Summe,R2,Summe,R3,Summe,Durchschnitt\n"
        "Ann & Cy,1200,1200,1450,2650,2000,4650,1550\nBo & Di,900,900,-150,750,1850,2600,866.67\n"
    ),
    "running totals in German": (
        "Spieler;Runde 1;Runde 2;Runde 3;Summe\nAnn & Cy;1200;2650;4650;4650\nBo & Di;900;900;2600;2600\n"
    ),
    "two columns a round": (
        "Name,Round 1 books,Round 1 cards,Round 2 books,Round 2 cards,Round 3 books,Round 3 cards,Total\n"
        "Ann & Cy,800,400,1300,150,1500,500,4650\nBo & Di,500,400,,-150,1300,550,2600\n"
    ),
    "rounds that were not played, a place, and a last row of sums": (
        "Name,Round 1,Round 2,Round 3,Round 4,Round 5,Total,Place\n"
        "Ann & Cy,1200,1450,2000,,,4650,1\nBo & Di,900,-150,1850,,-,2600,2\nTotal,2100,1300,3850,,,7250,\n"
    ),
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_a_table_with_its_day_in_its_name_is_one_game(bring, text):
    imported = bring(text, "Cards 2024-12-24.csv")
    rounds = ((1200, 900), (1450, 0), (2000, 1700)) if "2650,4650,4650" in text.replace(";", ",") else ROUNDS
    assert (imported.problems, imported.games) == ([], [(*GAME[:4], rounds)])
    assert any("running totals" in note for note in imported.preview.notes) == (rounds != ROUNDS)
    assert imported.record().games == 1


def test_a_table_with_dates_has_many_games(bring):
    text = (
        "Date,Name,Round 1,Round 2,Total\n12/24/24,Ann & Cy,1,2,3\n,Bo & Di,4,5,9\n,Ann & Cy,6,7,13\n,Bo & Di,8,9,17\n"
    )
    imported = bring(text + "03/04/25,Bo & Di,1,0,1\n03/04/25,Ann & Cy,2,2,4\n")
    assert imported.problems == []
    assert [game[:2] + game[4:] for game in imported.games] == [
        (2, "2024-12-24", ((1, 4), (2, 5))),
        (4, "2024-12-24", ((6, 8), (7, 9))),
        (6, "2025-03-04", ((1, 2), (0, 2))),
    ]
    assert imported.preview.notes[-1].startswith("Line 2 says 12/24/24, so the month comes first")


def test_without_a_day_it_is_asked(bring):
    text = ALIKE["rounds and a total"]
    assert bring(text).preview.asks_day
    answered = bring(text, day=date(2024, 12, 24))
    assert (answered.games, answered.preview.is_ready(answered.decisions)) == ([GAME], True)


WRONG = {
    "Ann & Cy,1200,900,2100\nBo & Di,500,-50,460\n": (
        "Line 3: “Bo & Di”: The total says 460, and the rounds add up to 450. Correct one of them."
    ),
    "Ann & Cy,1200,9oo,2100\nBo & Di,500,-50,450\n": "Line 2: Ann & Cy: “9oo” is not a whole number.",
    "Ann & Cy,1200,900,x\nBo & Di,500,-50,450\n": "Line 2: Ann & Cy: “x” is not a whole number.",
    "Ann & Cy,1200,900,2100\n": "Line 2: There is only “Ann & Cy” in this game.",
    "Ann & Cy,,,\nBo & Di,,,\n": "Line 2: A number is missing.",
    "Ann & Cy,1,2,3\n,4,5,9\n": "Line 3: A name is missing.",
}


@pytest.mark.parametrize(("rows", "sentence"), WRONG.items(), ids=WRONG.values())
def test_what_is_wrong_is_said_with_its_line(bring, rows, sentence):
    problems = bring(f"Name,Round 1,Round 2,Total\n{rows}", "2024-12-24.csv").problems
    assert [sentence in problem for problem in problems] == [True]


def test_numbers_that_grow_without_a_total_are_asked_about(bring):
    text = "Name,R1,R2,R3\nAnn & Cy,100,200,300\nBo & Di,90,95,400\n"
    (problem,) = bring(text, "2024-12-24.csv").problems
    assert problem == (
        "Line 2: The numbers grow from round to round, so they may be running totals. Add a column Total."
    )


@pytest.mark.parametrize(
    "head", ["Name,Round 2,Round 3,Total", "Name,Round 1", ",1,2", "Team 1,Round 1,Round 2,Points 1"]
)
def test_other_tables_are_refused_as_before(bring, head):
    row = ",".join(["Ann & Cy", *["5"] * head.count(",")])
    assert "The table has no column for" in bring(f"{head}\n{row}\n{row}\n").refusal
