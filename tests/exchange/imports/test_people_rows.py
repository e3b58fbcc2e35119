"""A row for each person, or each team, and game: as forms, databases and statistics programs keep results."""

import pytest

PAIRS = (("Ann", "Cy"), ("Bo", "Di"))
GAME = (2, "2024-12-24", PAIRS, (5200, 4100), ())

ALIKE = {
    "equal points": "Date,Player,Score\n2024-12-24,Ann,5200\n2024-12-24,Bo,4100\n2024-12-24,Cy,5200\n,Di,4100\n",
    "a column Team": "Date,Name,Team,Points\n24.12.24,Ann,1,5200\n,Bo,2,4100\n,Cy,1,\n,Di,2,\n",
    "a column Partner": (
        "Date,Player,Partner,Score\n2024-12-24,Ann,Cy,5200\n2024-12-24,Cy,Ann,5200\n2024-12-24,Bo,Di,4100\n"
        "2024-12-24,Di,Bo,4100\n"
    ),
    "a row a team": "Date;Game;Team;Score;Winner\n24.12.24;1;Ann & Cy;$5,200;x\n24.12.24;1;Bo & Di;$4,100.00;\n",
    "winners as pandas writes them": (
        "Date,Game,Player,Score,Winner\n2024-12-24,1.0,Ann,5200.0,1.0\n2024-12-24,1.0,Bo,4100.0,0.0\n"
        "2024-12-24,1.0,Cy,5200.0,1.0\n2024-12-24,1.0,Di,4100.0,0.0\n"
    ),
    "the winner's name in all rows": (
        "Date,Player,Score,Winner\n2024-12-24,Ann,5200,Cy\n,Bo,4100,Cy\n,Cy,5200,Cy\n,Di,4100,Cy\n"
    ),
    "the winner's team in all rows": (
        "Date,Player,Side,Score,Winner\n2024-12-24,Ann,N,5200,n\n,Bo,E,4100,n\n,Cy,N,5200,n\n,Di,E,4100,n\n"
    ),
    "totals between": (
        "Date,Player,Score\n2024-12-24,Ann,5200\n,Bo,4100\n,Cy,5200\n,Di,4100\nTotal,,18600\n,Total,18600\n"
    ),
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_the_rows_of_people_are_one_game(bring, text):
    imported = bring(text)
    assert (imported.problems, imported.games) == ([], [GAME])
    assert imported.record().games == 1


EACH = ("Ann", 5), ("Bo", 4), ("Cy", 5), ("Di", 4)

# The first column of the sheet that Google Forms fills, by the language of its owner, as public programs read it
# (seen in GitHub repositories of each language), with the way in which that language writes a time.
FORMS = {
    "Timestamp": "12/24/2024 {}:30:11",
    "Zeitstempel": "24.12.2024 {}:30:11",
    "Marca temporal": "24/12/2024 {}:30:11",
    "Horodateur": "24/12/2024 {}:30:11",
    "Informazioni cronologiche": "24/12/2024 {}.30.11",
    "Carimbo de data/hora": "24/12/2024 {}:30:11",
    "Tijdstempel": "24-12-2024 {}:30:11",
    "timestamp": "2024/12/24 {}:30:11 PM GMT+1",
}


@pytest.mark.parametrize(("column", "moment"), FORMS.items(), ids=FORMS)
def test_the_answers_to_a_form_of_google_are_games(bring, column, moment):
    hours = iter(("18", "19", "20", "21"))
    rows = (f"{moment.format(next(hours))},{name},{score}" for name, score in EACH)
    assert bring("\n".join([f"{column},Player,Score", *rows])).games == [(2, "2024-12-24", PAIRS, (5, 4), ())]
    whole = f"{column},Who played in team 1?,Who played in team 2?,Points of team 1,Points of team 2\n"
    whole += f'{moment.format("22")},"Ann, Cy","Bo, Di",5200,4100\n'
    assert bring(whole).games == [GAME]


def test_a_date_beside_the_time_of_a_form_is_the_one_of_the_game(bring):
    text = "Timestamp,When did you play?,Player,Score\n"
    text += "".join(f"12/31/2024 9:00:00,24 Dec 2024,{name},{at}\n" for at, name in enumerate(("Ann", "Bo")))
    imported = bring(text, rules="two-handed")
    assert (imported.problems, imported.games[0][1]) == ([], "2024-12-24")
    assert imported.preview.notes == ()


ROUNDS = (1200, 900), (1450, 0)
BY_ROUND = """\
Date,Game,Round,Player,Score
2024-12-24,7,1.0,Ann,1200
2024-12-24,7,1.0,Bo,900
2024-12-24,7,1.0,Cy,1200
2024-12-24,7,1.0,Di,900
2024-12-24,7,2.0,Bo,-
2024-12-24,7,2.0,Ann,1450
2024-12-24,7,2.0,Di,-
2024-12-24,7,2.0,Cy,1450
2024-12-24,8,1.0,Ann,1
2024-12-24,8,1.0,Bo,2
2024-12-24,8,1.0,Cy,2
2024-12-24,8,1.0,Di,1
"""


def by_person(text):
    """The same rows with those of each person in a game below each other."""
    head, *rows = text.splitlines(keepends=True)
    return head + "".join(sorted(rows, key=lambda row: (row.split(",")[1], row.split(",")[3], row.split(",")[2])))


@pytest.mark.parametrize("text", [BY_ROUND, by_person(BY_ROUND)], ids=["by round", "by person"])
@pytest.mark.parametrize("numbered", [True, False], ids=["with Game", "without"])
def test_rounds_are_put_together_and_a_dash_is_none(bring, text, numbered):
    if not numbered:
        text = text.replace(",7,", ",").replace(",8,", ",").replace("Game,", "")
    imported = bring(text)
    assert imported.problems == []
    assert [game[2:] for game in imported.games] == [
        (PAIRS, (2650, 900), ROUNDS),
        ((("Ann", "Di"), ("Bo", "Cy")), (1, 2), ((1, 2),)),
    ]


def test_those_without_points_did_not_play(bring):
    text = "Date,Player,Score\n2024-12-24,Ann,5200\n,Bo,\n,Cy,4100\n,Di,-\n2024-12-25,Ann,1\n,Bo,2\n"
    imported = bring(text, rules="two-handed")
    assert [(game[1], game[2]) for game in imported.games] == [
        ("2024-12-24", (("Ann",), ("Cy",))),
        ("2024-12-25", (("Ann",), ("Bo",))),
    ]
    assert "2 rows without points are left out." in imported.preview.notes


def test_who_comes_again_on_a_day_begins_another_game(bring):
    text = "Date,Player,Score\n" + "".join(f"2024-12-24,{name},{score}\n" for score in (1, 3) for name in ("Ann", "Bo"))
    games = bring(text.replace("Bo,", "Bo,1"), rules="two-handed").games
    assert [(game[0], game[3]) for game in games] == [(2, (1, 11)), (4, (3, 13))]


def test_a_name_with_a_comma_is_asked_and_stays_whole(bring):
    text = 'Date,Player,Score\n2024-12-24,"Smith, John",1\n,"Lee, Kim",2\n'
    asked = bring(text, rules="two-handed")
    assert asked.preview.name_question == (2, "Smith, John")
    answered = bring(text, rules="two-handed", names_apart=False)
    assert answered.games[0][2] == (("Smith, John",), ("Lee, Kim",))


WRONG = {
    "2024-12-24,Ann,A,1\n,Bo,A,2\n,Cy,B,3\n": "Line 2: “Ann”, “Bo” play together, and have different points.",
    "2024-12-24,Ann,,1\n2024-12-25,Bo,,2\n2024-12-25,Cy,,3\n": "Line 2: There is only “Ann” in this game. Put the rows",
    "2024-12-24,Ann,,1\n,,,2\n": "Line 3: A name is missing.",
    "2024-12-24,Ann,,one\n,Bo,,2\n": "Line 2: Ann: “one” is not a whole number.",
    "2024-12-24,Ann,,\n,Bo,,-\n": "Line 2: A number is missing.",
    "yesterday,Ann,,1\nyesterday,Bo,,2\n": "Line 2: “yesterday” is not a date.",
    "".join(f"2024-12-24,{name},,{at}\n" for at, name in enumerate("ABCDEFGH")): (
        "Line 2: A game of 8 people begins here. Say in a column Game which rows are one game."
    ),
}


@pytest.mark.parametrize(("rows", "sentence"), WRONG.items(), ids=WRONG.values())
def test_what_is_wrong_is_said_with_its_line(bring, rows, sentence):
    (problem,) = bring(f"Date,Player,Team,Score\n{rows}", rules="two-handed").problems
    assert sentence in problem


def test_a_round_in_which_someone_has_no_row_is_said(bring):
    rows = BY_ROUND.splitlines(keepends=True)
    text = "".join([*rows[:6], *rows[7:]])
    problems = bring(text).problems
    assert any("“Ann”" in problem and "there are no points for round 2." in problem for problem in problems), problems


def test_a_bad_row_leaves_out_its_own_game_alone(bring):
    days = ("2024-12-24", "2024-12-25", "2024-12-26")
    rows = [f"{day},{name},{score}" for day in days for name, score in (("Ann", 1), ("Bo", 2))]
    rows[2] = "2024-12-25,,1"
    imported = bring("\n".join(["Date,Player,Score", *rows]), rules="two-handed", leave_out=True)
    assert imported.problems == ["Line 4: A name is missing. Each row has the name of a person or of a team."]
    assert [game[1] for game in imported.games] == [days[0], days[2]]
