"""`scorepad token`: a token that could never be used is rejected, as on the page."""

import json

import pytest

from scorepad import paths
from scorepad.commands.console import BAD_INPUT
from scorepad.store import Club
from tests.cli.invoke import invoke, run

USELESS = {
    "a game that is not there": (("--may", "score", "--game", "12"), "There is no game 12 in this club."),
    "a last day that is over": (("--until", "2001-01-01"), "2001-01-01 is over."),
    "a reader of one game": (("--game", "1"), "keeps score"),
}


@pytest.fixture
def home(instance):
    home = paths.instance_dir()
    with Club.open(home / paths.CLUB) as club:
        club.new_game([], key="g")
    return home


@pytest.mark.parametrize(("options", "sentence"), USELESS.values(), ids=USELESS)
def test_a_token_that_could_do_nothing_is_not_made(home, options, sentence):
    refused = invoke("token", "new", "Box", *options)
    assert (refused.exit_code, sentence in refused.stderr) == (BAD_INPUT, True), refused.stderr
    assert "Box" not in run("token", "list").stdout


def test_a_token_for_a_game_is_made(home):
    run("token", "new", "Box", "--may", "score", "--game", "1")
    assert "score game 1" in run("token", "list").stdout


def test_a_token_is_made_and_revoked_in_json(home):
    made = json.loads(run("token", "new", "Box", "--json").stdout)
    assert made["text"].startswith("scorepad_1_")
    assert [made["token"]] == json.loads(run("token", "list", "--json").stdout)["tokens"]
    assert json.loads(run("token", "revoke", "1", "--json").stdout) == {"revoked": 1}
