"""Tables as families keep them, in their own words: each is read as people mean it, or refused with what to change."""

import pytest

PAIRS = ("Ann", "Cy"), ("Bo", "Di")
GAME = ("2024-12-24", PAIRS, (5200, 4100))

READ = {
    "winners and losers": "Date,Winner,Loser,Winning score,Losing score\n24 Dec 2024,Ann & Cy,Bo & Di,5200,4100\n",
    "losers first, and their points first": "Date,Losers,Winners,Score\n24 Dec 2024,Ann & Cy,Bo & Di,4100-5200\n",
    "points called like the teams": "Date,Team A,Team B,A,B,Comments\n2024-12-24,Ann & Cy,Bo & Di,5200,4100,Bo slept\n",
    "a word after the points": "Date,Team 1,Team 2,Score 1,Score 2\n2024-12-24,Ann & Cy,Bo & Di,5200 pts,4.100 Pkt.\n",
    "the weekday in a column Day": "Day,Date,Team 1,Team 2,Score 1,Score 2\nTue,24.12.24,Ann & Cy,Bo & Di,5200,4100\n",
    "the weekday beside columns of people": "Date,Day,Ann & Cy,Bo & Di\n24 Dec 2024,Tue,5200,4100\n",
    "players with a column each": (
        "Date,Player 1,Player 2,Player 3,Player 4,Score 1,Score 2,Score 3,Score 4,Winner\n"
        "2024-12-24,Ann,Bo,Cy,Di,5200,4100,5200,4100,Cy\n"
    ),
    "someone who was not there": "Date,Ann,Bo,Cy,Di,Ed\n2024-12-24,5200,4100,5200,4100,n/a\n",
    "a table of Markdown": (
        "| Date | Team 1 | Team 2 | Points 1 | Points 2 |\n|---|:---|---|---:|---:|\n"
        "| 2024-12-24 | Ann & Cy | Bo & Di | 5200 | 4100 |\n"
    ),
    "in French": "Date;Équipe 1;Équipe 2;Points 1;Points 2\n24 décembre 2024;Ann et Cy;Bo et Di;5 200;4 100\n",
    "in Spanish": "Fecha;Pareja 1;Pareja 2;Puntos 1;Puntos 2\n24 de diciembre de 2024;Ann y Cy;Bo y Di;5.200;4.100\n",
    "in Italian": "Data;Coppia 1;Coppia 2;Punti 1;Punti 2\n24 dicembre 2024;Ann e Cy;Bo e Di;5.200;4.100\n",
    "in Portuguese": "Data;Dupla 1;Dupla 2;Pontos 1;Pontos 2\n24 de dezembro de 2024;Ann e Cy;Bo e Di;5.200;4.100\n",
    "in Dutch": "Datum;Team 1;Team 2;Punten 1;Punten 2\n24 december 2024;Ann en Cy;Bo en Di;5.200;4.100\n",
}


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_a_table_of_games_is_read(bring, text):
    imported = bring(text)
    ((_, day, teams, totals, _),) = imported.games
    if totals == (4100, 5200):
        totals = totals[::-1]
    assert (imported.problems, (day, teams, totals)) == ([], GAME)
    assert imported.record().games == 1


def test_an_initial_is_no_word_between_names(bring):
    text = "Date,Team 1,Team 2,Points 1,Points 2\n2024-12-24,Ann E Smith & Cy,Bo Y Li & Di,5200,4100\n"
    assert bring(text).games[0][2] == (("Ann E Smith", "Cy"), ("Bo Y Li", "Di"))


def test_who_won_is_compared_with_the_points_of_winners_and_losers(bring):
    text = "Date,Winner,Loser,Winner points,Loser points\n24 Dec 2024,Ann & Cy,Bo & Di,4100,5200\n"
    assert bring(text).problems == ["Line 2: The winner does not match the points. Correct one of them."]


NAMES = "Round,Ann & Cy,Bo & Di\n"
ROUNDS = ((1250, 990), (870, 1405))
DRAWN = {
    "running totals, and a last row Final": "#,Ann & Cy,Bo & Di\n1,1250,990\n2,2120,2395\nFinal,2120,2395\n",
    "the day in the corner": "Tue 24 Dec 2024,Ann & Cy,Bo & Di\nRound 1,1250,990\nRound 2,870,1405\nTotal,2120,2395\n",
    "the difference beside": "Round,Ann & Cy,Bo & Di,Diff\n1,1250,990,260\n2,870,1405,-535\nTotal,2120,2395,-275\n",
    "a note that ends like a total": "Round,Ann & Cy,Bo & Di,Notes\n1,1250,990,a record total\n2,870,1405,\n",
    "the winner below": f"{NAMES}1,1250,990\n2,870,1405\nTotal,2120,2395\nWINNER!,,🏆\n",
}


@pytest.mark.parametrize("text", DRAWN.values(), ids=DRAWN)
def test_a_drawn_sheet_is_one_game(bring, text):
    imported = bring(text, "2024-12-24.csv")
    assert (imported.problems, [game[1:] for game in imported.games]) == (
        [],
        [("2024-12-24", PAIRS, (2120, 2395), ROUNDS)],
    )


SEVERAL = {
    "a column Game": "#,Round,Ann & Cy,Bo & Di\n1,1,1250,990\n1,2,870,1405\n1,Total,2120,2395\n2,1,100,50\n,2,30,40\n",
    "a column Game with a date": (
        "Date,Game,Round,Ann & Cy,Bo & Di\n2024-12-24,A,1,1250,990\n,A,2,870,1405\n,B,1,100,50\n,,2,30,40\n"
    ),
    "rounds that begin again": f"{NAMES}1,1250,990\n2,870,1405\nTotal,2120,2395\n1,100,50\n2,30,40\n",
}


@pytest.mark.parametrize("text", SEVERAL.values(), ids=SEVERAL)
def test_a_drawn_sheet_with_several_games_does_not_join_them(bring, text):
    imported = bring(text, "2024-12-24.csv")
    assert (imported.problems, [game[4] for game in imported.games]) == ([], [ROUNDS, ((100, 50), (30, 40))])


def test_a_second_table_below_is_not_read_as_the_first(bring):
    imported = bring("Date,Ann & Cy,Bo & Di\n24 Dec 2024,5200,4100\n\nDate,Ann & Bo,Cy & Di\n25 Dec 2024,1,2\n")
    assert [game[1:4] for game in imported.games] == [GAME]
    (problem,) = imported.problems
    assert problem.startswith("Line 4: Another table begins here")


WRONG = {
    "Round,Min,Ann & Cy,Bo & Di\n1,50,1250,990\n2,90,870,1405\nTotal,,2120,2395\n": (
        "Line 1: The teams have 1, 2, 2 people. Name everyone of a team at its head: Ann & Bob. Name a column that"
    ),
    "Date,Teams,Score\n24 Dec 2024,Ann & Cy vs Bo & Di,5200-4100\n": (
        "Line 2: “Ann & Cy vs Bo & Di” is two teams in one cell. Write them into two columns, Team 1 and Team 2."
    ),
    "Round,Ann & Cy,Bo & Di\n1,x,990\n": "Line 2: Ann & Cy: “x” is not a whole number.",
}


@pytest.mark.parametrize(("text", "sentence"), WRONG.items(), ids=WRONG.values())
def test_what_is_wrong_is_said_with_its_line(bring, text, sentence):
    (problem,) = bring(text, "2024-12-24.csv").problems
    assert sentence in problem


REFUSED = {
    "Player,1/12/24,1/19/24\nAnn,2340,3005\nBo,1995,-120\n": "Line 1 has dates at the heads of its columns. Turn the",
    "Name,2024-01-12,2024-01-19,Total\nAnn,2340,3005,5345\nBo,1,2,3\n": "Line 1 has dates at the heads of its columns.",
    "Hand,Us,Them\n1,800,500\n": "Write the names of a team at the head of the column with its points",
    "Round,Ann & Cy,Bo & Di,,Round,Ann & Bo,Cy & Di\n1,500,600,,1,50,60\n": (
        "Line 1 has the heads of two tables beside each other. Put each into a file of its own."
    ),
    "Date,Ann,Bo,Cy\n2024-01-12,x,x,\n2024-01-19,x,,x\n": "The table has no column for Team 1, Team 2",
}


@pytest.mark.parametrize(("text", "sentence"), REFUSED.items(), ids=REFUSED.values())
def test_what_is_no_table_of_games_is_refused_with_what_would_be(bring, text, sentence):
    assert sentence in bring(text, "2024-12-24.csv").refusal
