"""Plays of Ludopedia, as its API returns them: in `partidas`, with the fields that two public programs read there.

Those are the Swift app LudoTools (MatchesResponse) and a collection tracker in TypeScript (LudopediaPartida).
"""

import json

import pytest

EACH = ("Ann", 5200.0, 1), ("Bo", 4100, 0), ("Cy", 5200, 1), ("Di", 4100, 0)


def play(scores=EACH, **more):
    people = [
        {"id_partida_jogador": at, "nome": name, "id_usuario": None, "fl_vencedor": won, "vl_pontos": points,
         "observacao": "", "thumb": ""}
        for at, (name, points, won) in enumerate(scores)
    ]  # fmt: skip
    return {
        "id_partida": 7, "dt_partida": "2024-12-24", "duracao": 90, "qt_partidas": 1, "fl_digital": 0,
        "descricao": None, "jogo": {"id_jogo": 1, "nm_jogo": "Canastra"}, "expansoes": [], "jogadores": people, **more,
    }  # fmt: skip


def of(bring, *plays):
    return bring(json.dumps({"partidas": plays, "total": len(plays)}), "partidas.json")


def test_people_with_equal_points_are_partners(bring):
    imported = of(bring, play(), play(jogo={"id_jogo": 2, "nm_jogo": "Catan"}))
    assert (imported.problems, imported.games) == (
        [],
        [(1, "2024-12-24", (("Ann", "Cy"), ("Bo", "Di")), (5200, 4100), ())],
    )
    assert imported.preview.sample[0].winners == (1,)
    assert imported.preview.notes == ("1 play is left out, of another game: “Catan”.",)
    assert imported.record().games == 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (play(qt_partidas=2), "This stands for several plays, with the points of one. Split it in Ludopedia."),
        (play([*EACH[:3], ("Di", None, 0)]), "A team of the play has no score."),
        (play([("", 5, 1), ("Bo", 3, 0)]), "name"),
        (play(jogadores=None), "Ludopedia has no teams: those with equal points are partners."),
        (play(dt_partida="someday"), "“someday” is not a date."),
    ],
)
def test_what_a_play_lacks_is_said(bring, wrong, sentence):
    (problem,) = of(bring, wrong).problems
    assert problem.startswith("Play 1: ")
    assert sentence in problem
