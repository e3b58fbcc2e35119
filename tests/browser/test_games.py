"""A whole game of each rule set, from the list of games to the winner, played on a phone by taps and keys."""

import pytest
from playwright.sync_api import Page

from tests.browser.table import GAMES, game_of, play

RULE_SETS = sorted(file.stem for file in GAMES.glob("*.toml"))


@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_whole_game_is_played(phone: Page, slug: str) -> None:
    play(phone, game_of(slug))


@pytest.mark.parametrize("scripts", [False], ids=["without scripts"])
def test_a_whole_game_is_played_with_scripts_off(phone: Page) -> None:
    play(phone, game_of("partnership"))


def test_all_five_rule_sets_are_played() -> None:
    assert RULE_SETS == ["catawba", "friends-family", "partnership", "southern-ohio", "two-handed"]
