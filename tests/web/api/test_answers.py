"""The responses of the API: documents, 304s, cursors, and a problem for every error."""

from contextlib import closing

import pytest

from scorepad.exchange.documents import games
from scorepad.store import BadToken, StoreError
from scorepad.store.tokens import TokenRole
from scorepad.web import create_app
from scorepad.web.api.entrance import LIMITS
from tests.web.api.programs import ROOT, Program, program
from tests.web.driving import Visitor
from tests.web.exchange.test_imports import GOOD, choose, decide
from tests.web.hosting import Member, clubs_of, make_club

SCORE = {"round": 1, "ended": "went_out", "teams": [{"books": {"clean": 2, "dirty": 2}, "went_out": True}, {}]}


def test_pages_of_games_and_of_a_table_follow_each_other(reader):
    first = reader.get("/games", limit=2, state="over")
    second = reader.get("/games", limit=2, state="over", cursor=first["next"])
    assert [game["id"] for game in first["games"] + second["games"]] == [4, 3, 2, 1]
    table = reader.get("/standings", days="all", limit=3)
    rest = reader.get("/standings", days="all", limit=3, cursor=table["next"])
    assert [row["rank"] for row in table["rows"] + rest["rows"]] == [1, 2, 3, 4]
    assert (table["count"], rest["next"]) == (4, None)


def test_a_filter_scores_only_the_games_that_it_may_let_through(reader, monkeypatch):
    scored, read = [], games._read
    monkeypatch.setattr(games, "_read", lambda club, *game: scored.append(game[0]) or read(club, *game))
    every = reader.get("/games")["games"]
    slug, seated = every[0]["rules"]["slug"], every[0]["teams"][0]["people"][0]["id"]
    assert reader.get("/games", rules=slug)["games"] == [game for game in every if game["rules"]["slug"] == slug]
    wanted = [game for game in every if seated in [who["id"] for team in game["teams"] for who in team["people"]]]
    assert reader.get("/games", player=seated)["games"] == wanted
    scored.clear()
    assert [reader.get("/games", **none)["games"] for none in ({"rules": "vegas"}, {"player": 99})] == [[], []]
    assert scored == []


def test_games_of_a_merged_person_are_found_by_either_id(first_visitor):
    for name in ("Ann", "Annie"):
        first_visitor.begin(seat1=name)
    people, reader = first_visitor.club.people, program(first_visitor)
    ann, annie = (people.named(name)[0].id for name in ("Ann", "Annie"))
    people.merge(annie, ann)
    for person in (ann, annie):
        found = reader.get("/games", player=person)["games"]
        assert [game["id"] for game in found] == [2, 1]
        assert [game["teams"][0]["people"][0] for game in found] == [{"id": ann, "name": "Ann"}] * 2


def test_what_has_not_changed_is_a_304(reader, begun):
    for address in (f"/games/{begun.game}/live", "/games", "/standings?days=all"):
        tag = reader.ask(address).headers["ETag"]
        again = reader.ask(address, headers={"If-None-Match": tag})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    live = reader.ask(f"/games/{begun.game}/live").headers["ETag"]
    begun.sheet(2).save(team1__melded="300")
    after = reader.ask(f"/games/{begun.game}/live", headers={"If-None-Match": live})
    assert (after.status_code, after.json["teams"][0]["so_far"]) == (200, 300)


@pytest.mark.parametrize(
    ("address", "status", "where"),
    [
        ("/games?nosuch=1", 400, "nosuch"),
        ("/games?limit=0", 400, "limit"),
        ("/games?limit=1&limit=2", 400, "limit"),
        ("/games?cursor=x", 400, "cursor"),
        ("/games?state=odd", 400, "state"),
        ("/standings?from=2026-02-30", 400, "from"),
        ("/standings?season=99", 400, "season"),
        ("/standings?cursor=x", 400, None),
        ("/standings?days=all&cursor=999", 400, None),
        ("/standings?days=all&by=rating&cursor=999", 400, None),
        ("/standings?days=all&cursor=1-3", 400, None),
        ("/standings?days=all&season=1", 400, None),
        ("/records?kind=5", 400, "kind"),
        ("/games/999", 404, None),
        ("/games/1/rounds/9", 404, None),
        ("/players/999", 404, None),
        ("/rule-sets/nosuch", 404, None),
        ("/nowhere", 404, None),
    ],
)
def test_a_wrong_address_is_a_problem_with_its_place(reader, address, status, where):
    answer = reader.ask(address)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.json["status"] == status
    assert answer.json["detail"]
    assert [fault["parameter"] for fault in answer.json.get("errors", [])] == ([where] if where else [])


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ("{", {}, 400),
        ('{"round": 1, "round": 2}', {}, 400),
        ('{"round": NaN}', {}, 400),
        ("[" * 100_000, {}, 413),
        ("[" * 60_000, {}, 400),
        (b"\xff", {}, 400),
        (r'{"\ud800": 1}', {}, 400),
        (r'{"teams": [{"\udfff": 1}]}', {}, 400),
        (r'{"\ud83d\ude00": 1}', {}, 422),
        (r'{"ended": "\ud800"}', {}, 422),
        ("{}", {"Content-Type": "text/plain"}, 415),
        ("{}", {}, 422),
        ("[]", {}, 422),
    ],
)
def test_a_body_that_cannot_be_used_is_a_problem(reader, body, headers, status):
    for question in ("score", "can-go-out", "can-open"):
        answer = reader.ask(f"/{question}?rules=partnership", "POST", body, headers)
        assert (answer.status_code, answer.json["status"]) == (status, status), question


def test_questions_are_answered_as_on_the_command_line(reader):
    status, scored = reader.post("/score", SCORE, rules="partnership")
    assert (status, [team["total"] for team in scored["teams"]]) == (200, [1700, 0])
    status, problem = reader.post("/score", SCORE | {"teams": [{"books": {"clen": 1}}, {}]}, rules="partnership")
    assert status == 422
    assert next(fault["pointer"] for fault in problem["errors"]).startswith("/teams/0/books")
    assert reader.post("/score", SCORE, rules="nosuch")[0] == 400
    assert reader.post("/score", SCORE, rules="partnership", choose="odd")[0] == 400


def test_methods_and_origins(reader):
    answer = reader.ask("/games", "DELETE")
    assert (answer.status_code, answer.json["status"]) == (405, 405)
    assert {"GET", "HEAD", "OPTIONS", "POST"} == set(answer.headers["Allow"].split(", "))
    head = reader.ask("/games", "HEAD")
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", reader.ask("/games").headers["ETag"])
    asked = {"Origin": "https://overlay.example", "Access-Control-Request-Method": "POST"}
    preflight = Program(reader.app).ask("/games", "OPTIONS", headers=asked)
    assert preflight.headers["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert preflight.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in preflight.headers


def test_pages_of_any_site_may_post_what_changes_nothing(reader):
    site = {"Origin": "https://overlay.example"}
    for question in ("/score", "/can-go-out", "/can-open"):
        preflight = Program(reader.app).ask(question, "OPTIONS", headers=site)
        assert preflight.headers["Access-Control-Allow-Methods"] == "GET, HEAD, POST"
        assert {"Authorization", "Content-Type"} <= {*preflight.headers["Access-Control-Allow-Headers"].split(", ")}
    answer = reader.ask("/score?rules=partnership", "POST", SCORE, site)
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")


def test_pages_of_a_site_may_record_only_with_a_token_whose_owner_named_it(visitor, begun):
    there, body = f"/games/{begun.game}/rounds", {"cells": {"team1.clean": 1}}
    with_site = program(visitor, TokenRole.SCORE, origin="https://Club.example:443/")
    without = program(visitor, TokenRole.SCORE)
    named, other = {"Origin": "https://club.example"}, {"Origin": "https://other.example"}
    methods = [
        Program(visitor.app).ask(there, "OPTIONS", headers=site).headers["Access-Control-Allow-Methods"]
        for site in (named, other)
    ]
    assert methods == ["GET, HEAD, POST", "GET, HEAD"]
    statuses = [
        of.ask(there, "POST", body, {"Idempotency-Key": f"{number}"} | site).status_code
        for number, (of, site) in enumerate(
            [
                (with_site, named),
                (with_site, other),
                (without, named),
                (without, {}),
                (without, {"Origin": "http://localhost"}),
            ]
        )
    ]
    assert statuses == [200, 403, 403, 200, 200]
    visitor.access.tokens.revoke(int(with_site.text.split("_")[1]))
    preflight = Program(visitor.app).ask(there, "OPTIONS", headers=named)
    assert preflight.headers["Access-Control-Allow-Methods"] == "GET, HEAD"


@pytest.mark.parametrize("site", ["club.example", "https://club.example/page", "ftp://club.example", "https://", "*"])
def test_a_site_is_named_as_browsers_send_it(visitor, site):
    with pytest.raises(BadToken):
        program(visitor, TokenRole.SCORE, origin=site)


def test_a_token_may_ask_so_often_a_minute(visitor, monkeypatch):
    few = program(visitor, per_minute=2)
    assert [few.ask("/games").status_code for _ in range(3)] == [200, 200, 429]
    assert 1 <= int(few.ask("/games").headers["Retry-After"]) <= 61
    number = int(few.text.split("_")[1])
    monkeypatch.setitem(LIMITS._minutes, ("", number), (-1000.0, 2))
    assert few.ask("/games").status_code == 200


def test_a_forgotten_person_is_gone_and_a_merged_one_is_who_they_are_now(visitor, reader):
    visitor.get("/league")
    people = visitor.club.people
    gone, twin, ann = people.add("Gone"), people.add("Annie"), people.named("Ann")[0]
    people.forget(gone.id)
    people.merge(twin.id, ann.id)
    assert reader.ask(f"/players/{gone.id}").status_code == 410
    assert reader.get(f"/players/{twin.id}")["name"] == "Ann"


def test_a_full_disk_keeps_no_program_from_reading(visitor, reader, monkeypatch):
    def refuse(token):
        raise StoreError("database or disk is full")

    monkeypatch.setattr(visitor.access.tokens, "note_use", refuse)
    assert reader.ask("/games").status_code == 200


def test_an_answer_tells_nothing_of_this_machine(reader, monkeypatch, caplog):
    monkeypatch.setattr("scorepad.web.api.games.games_document", lambda *args, **more: 1 / 0)
    answer = reader.ask("/games")
    assert (answer.status_code, answer.json["title"]) == (500, "Internal Server Error")
    assert "ZeroDivision" not in answer.text
    assert "ZeroDivision" in caplog.text
    assert ROOT in reader.ask("/x").json["detail"]


def test_each_club_of_a_host_has_an_api_of_its_own(tmp_path):
    for slug in ("one", "two"):
        make_club(tmp_path, slug)
    with closing(clubs_of(app := create_app(tmp_path))):
        of_one = Member(app, tmp_path, "one")
        with closing(clubs_of(app).take("one").access) as access:
            token = access.tokens.new("Overlay", TokenRole.READ).text
            reader = Program(app, token)
            assert reader.ask("/games", prefix=of_one.prefix).status_code == 200
            assert reader.ask("/games", prefix="/c/two").status_code == 401
            assert reader.ask("/games", prefix="/c/three").status_code == 404
            assert reader.ask("/openapi.json", prefix="/c/one").json["servers"] == [{"url": "/c/one/api/v1"}]


def test_a_game_is_itself_although_the_next_one_was_played_earlier(tmp_path):
    with closing(clubs_of(app := create_app(tmp_path))):
        owner = Visitor(app)
        now = owner.begin().game
        decide(owner, choose(owner, GOOD))
        reader = program(owner)
        games = [reader.get(f"/games/{number}") for number in (now, now + 1)]
        assert [game["id"] for game in games] == [now, now + 1]
        assert games[0]["begun_at"] > "2026" > games[1]["begun_at"] > "2019-05-0"
