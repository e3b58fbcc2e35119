"""The JSON documents have the figures of the pages, and match their types."""

import json

import pytest
from jsonschema_rs import Draft202012Validator

from scorepad.exchange.documents.games import (
    Game,
    GameFilter,
    Games,
    Live,
    game_document,
    games_document,
    live_document,
)
from scorepad.exchange.documents.league import (
    OnePlayer,
    Players,
    Ratings,
    Records,
    Standings,
    player_document,
    players_document,
    ratings_document,
    records_document,
    standings_document,
)
from scorepad.exchange.documents.rule_sets import RuleSets, WholeRules, rule_sets_document, whole_rules_document
from scorepad.exchange.documents.schema import schema_of
from scorepad.league.club_names import ClubPeople
from scorepad.league.table_request import TableRequest
from scorepad.play.game import load
from scorepad.rules import from_document, preset, slugs, to_document
from tests.web.league import reading
from tests.web.league.reading import LEAGUE


def check(document, kind):
    """Return a document after checking it against its type."""
    named = {}
    schema = schema_of(kind, named) | {"components": {"schemas": named}}
    # As it is sent: in Python, text remembers how it is said in other languages.
    Draft202012Validator(schema).validate(json.loads(json.dumps(document)))
    return document


def table(club, people, **args):
    club.league.catch_up()
    asked = TableRequest.of(club, people, args, today=club.clock.today())
    return check(standings_document(people, asked), Standings)


@pytest.mark.parametrize(
    "args",
    [
        {"over": "all"},
        {"over": "all", "whose": "partnerships", "least": "1"},
        {"over": "all", "by": "books", "least": "1"},
        {"over": "days", "from": "2026-01-06", "by": "gained", "least": "1"},
        {"over": "season-1"},
        {"over": "all", "by": "rating"},
    ],
)
def test_standings_have_the_rows_of_the_page(own_tiny, args):
    reading.begin_season(own_tiny, least=2)
    club = own_tiny.club
    document = table(club, ClubPeople.of(club), **args)
    page = own_tiny.get(LEAGUE, **args)
    shown = [(rank, name) for rank, name, _ in reading.standings(page)] if page.classed("standings") else []
    assert [(row["rank"], row["competitor"]["name"]) for row in document["rows"]] == shown
    if args.get("by") != "rating":
        games = reading.column(page, "games")
        assert {row["competitor"]["name"]: str(row["figures"]["games"]) for row in document["rows"]} == games
        assert all(row["figures"]["rating"]["provisional"] for row in document["rows"])


def test_games_follow_each_other_page_by_page_and_by_filter(tiny):
    club = tiny.club
    first = check(games_document(club, limit=3), Games)
    second = check(games_document(club, limit=3, before=int(first["next"])), Games)
    assert [game["id"] for game in first["games"] + second["games"]] == [4, 3, 2, 1]
    assert second["next"] is None
    assert (first["games"][0]["winners"], first["games"][1]["day"]) == ([1, 2], "2026-01-07")
    ann = club.people.named("Ann")[0].id
    assert [game["id"] for game in games_document(club, only=GameFilter(player=ann, state="over"))["games"]] == [
        4,
        3,
        2,
        1,
    ]
    assert games_document(club, only=GameFilter(state="playing")) == {"games": [], "next": None}


def test_a_game_has_the_lines_of_its_scores(tiny):
    loaded = load(tiny.club, 2)
    game, live = check(game_document(tiny.club, loaded), Game), check(live_document(loaded), Live)
    assert [of_round["totals"] for of_round in game["rounds"]] == [[3000, 3050], [6100, 6050]]
    for of_round in game["rounds"]:
        for team in of_round["teams"]:
            assert team["total"] == sum(line["points"] for line in team["lines"])
    assert (live["state"], [team["total"] for team in live["teams"]], live["winners"]) == ("over", [6100, 6050], [1])


def test_a_player_has_partners_opponents_badges_and_games(tiny):
    club = tiny.club
    club.league.catch_up()
    people, ann = ClubPeople.of(club), club.people.named("Ann")[0]
    document = check(player_document(club, people, ann), OnePlayer)
    assert (document["games"], document["figures"]["wins"], document["figures"]["lost"]) == (4, 2.5, 1)
    assert [(of["player"]["name"], of["games"], of["win_share"]) for of in document["partners"]] == [
        ("Carla", 3, 0.8333)
    ]
    assert [game["outcome"] for game in document["last_games"]] == ["tied", "lost", "won", "won"]
    assert {badge["code"]: badge["level"] for badge in document["badges"]}["won"] == 1
    listed = check(players_document(club, people), Players)["players"]
    assert [player["name"] for player in listed] == ["Ann", "Bob", "Carla", "Dora"]
    ratings = check(ratings_document(club, people), Ratings)["ratings"]
    assert [(rated["rank"], rated["rating"]) for rated in ratings if rated["player"]["name"] == "Ann"] == [
        (None, document["rating"])
    ]


def test_records_and_rule_sets(tiny, records_of_few):
    club = tiny.club
    club.league.catch_up()
    records = check(records_document(club, ClubPeople.of(club)), Records)
    best = {record["code"]: record["best"][0] for record in records["records"] if record["best"]}
    assert (best["narrowest"]["value"], best["narrowest"]["game"]) == (50, 2)
    assert (best["round"]["value"], best["round"]["competitor"]["name"]) == (6500, "Ann & Carla")
    listed = check(rule_sets_document(club), RuleSets)["rule_sets"]
    assert [rules["slug"] for rules in listed if rules["origin"] == "preset"] == list(slugs())
    whole = check(whole_rules_document(club, "partnership"), WholeRules)
    assert to_document(from_document(whole["rules"])) == to_document(preset("partnership"))
