"""A client that openapi-python-client generates from the OpenAPI document plays a whole game with a real server."""

import importlib
import json
import subprocess
import sys
import urllib.request
from contextlib import closing

import httpx
import pytest

from scorepad import paths
from scorepad.store import Access
from scorepad.store.tokens import TokenRole
from tests.support.waiting import PATIENCE
from tests.web.driving import OUT_FIRST


@pytest.fixture
def generated(served, tmp_path, monkeypatch):
    """Import a module of the client that is generated from the document of the server."""
    document = tmp_path / "openapi.json"
    with urllib.request.urlopen(f"{served}/api/v1/openapi.json", timeout=PATIENCE) as answer:
        document.write_bytes(answer.read())
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"post_hooks": []}))
    subprocess.run(
        [*command, "--config", config, "--path", document, "--output-path", tmp_path / "generated_scorepad"],
        check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    monkeypatch.syspath_prepend(tmp_path)
    yield lambda name: importlib.import_module(f"generated_scorepad.{name}")
    for name in [name for name in sys.modules if name.partition(".")[0] == "generated_scorepad"]:
        del sys.modules[name]


def test_it_plays_a_game(generated, served, instance):
    with closing(Access.open(instance / paths.ACCESS)) as access:
        token = access.tokens.new("Test", TokenRole.MANAGE).text
    client = generated("client").AuthenticatedClient(f"{served}/api/v1", token=token, raise_on_unexpected_status=True)
    models, keys = generated("models"), map(str, range(100))

    def call(name, *url, **more):
        return generated(f"api.{name}").sync(*url, client=client, **more)

    def send(name, *url, body, **more):
        return call(name, *url, body=body, idempotency_key=next(keys), **more)

    with client:
        seats = [models.Sitter(name=name) for name in ("Ann", "Bo", "Cy", "Di")]
        begin = models.GameToBegin(rules="partnership", seats=seats)
        game = send("beginning_and_changing.begin_game", body=begin)
        assert [seat.name for seat in game.seats] == ["Ann", "Bo", "Cy", "Di"]
        cells = models.RecordedCellsCells.from_dict(OUT_FIRST)
        for number in range(1, 5):
            body = models.RecordedCells(cells=cells, finish=True, round_=number)
            recorded = send("games.record_round", game.id, body=body)
            assert (recorded.saved.value, recorded.sheet.finished) == ("finished", True)
        live = call("games.get_live", game.id)
        assert (live.state.value, live.winners, live.teams[0].total) == ("over", [1], 18000)
        refused = send("games.record_round", game.id, body=models.RecordedCells(cells=cells, round_=9))
        assert (type(refused).__name__, refused.status) == ("Problem", 404)
        rematch = send("beginning_and_changing.begin_rematch", game.id, body=models.Nothing())
        assert (rematch.game, rematch.began) == (game.id + 1, True)
        rows = call("standings_and_players.get_standings", days=models.GetStandingsDays.ALL).rows
        assert [row.competitor.name for row in rows][:2] == ["Ann", "Cy"]
        assert next(of for of in call("games.get_games").games if of.id == game.id).winners == [1]
        score = send_question(generated, client, models)
        assert [team.total for team in score.teams] == [1700, 0]
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.stream("GET", f"{served}/api/v1/games/{game.id}/changes", headers=headers) as stream:
        text = next(stream.iter_text())
    parse = generated("api.streams.get_game_changes")._parse_response
    assert parse(client=client, response=httpx.Response(200, text=text)) == text
    assert f'"game": {game.id}' in text


def send_question(generated, client, models):
    body = models.RoundToScore.from_dict(
        {"round": 1, "ended": "went_out", "teams": [{"books": {"clean": 2, "dirty": 2}, "went_out": True}, {}]}
    )
    return generated("api.rules.calculate_score").sync(client=client, body=body, rules="partnership")
