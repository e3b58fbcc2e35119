"""The examples of docs/api.md run, and what they show is right."""

import json
import re
from contextlib import closing
from urllib.parse import urlsplit

import yaml
from jinja2 import Environment

from scorepad.store.tokens import TokenRole
from scorepad.web import create_app
from scorepad.web.api.openapi import ROUTES
from tests.support.server import ROOT
from tests.web.api.programs import program
from tests.web.driving import Visitor
from tests.web.hosting import clubs_of
from tests.web.league.tiny_league import play

API = (ROOT / "docs/api.md").read_text("utf-8")


class Loader(yaml.SafeLoader):
    """Reads YAML like Home Assistant, which keeps secrets in a separate file."""


Loader.add_constructor("!secret", lambda loader, node: f"Bearer {loader.construct_scalar(node)}")


def test_home_assistant_gets_the_score_of_a_table(tmp_path):
    with closing(clubs_of(app := create_app(tmp_path))):
        visitor = Visitor(app)
        game = play(visitor, (6500, 20))
        reader = program(visitor)
        (resource,) = yaml.load(re.search(r"```yaml\n(.+?)```", API, re.DOTALL)[1], Loader)["rest"]
        assert resource["headers"] == {"Authorization": "Bearer scorepad_token"}
        path = urlsplit(resource["resource"]).path.removeprefix("/api/v1").replace("12", str(game))
        templates = {sensor["name"]: sensor["value_template"] for sensor in resource["sensor"]}
        shown = {
            name: Environment(autoescape=False).from_string(text).render(value_json=reader.get(path))
            for name, text in templates.items()
        }
    assert shown == {
        "Hand and Foot score": "6500 : 20",
        "Hand and Foot leader": "Ann & Carla",
        "Hand and Foot round": "over",
    }


def test_the_example_of_keeping_score_records_with_the_seq_of_the_table(tmp_path):
    with closing(clubs_of(app := create_app(tmp_path))):
        table = Visitor(app).begin()
        scorer = program(table.visitor, TokenRole.SCORE)
        part = API.partition("## Keeping score")[2].partition("## Streams")[0]
        looked, sent = re.findall(r"https://scores.example/api/v1(/games/12/\w+)\n", part)
        seq = scorer.get(looked.replace("12", str(table.game)))["seq"]
        body = re.search(r"-d '(.+?)' \\\n", API)[1]
        assert '"seen": 481' in body
        assert 'has `"seq": 481`' in API
        status, recorded = scorer.post(sent.replace("12", str(table.game)), body.replace("481", str(seq)), "box-7-431")
        assert status == 200
        texts = {asked["name"]: asked["text"] for asked in recorded["sheet"]["inputs"]}
        assert [texts[name] for name in json.loads(body)["cells"]] == ["3", "45+20", "seat1"]
        assert "or `stock`" in part
        assert scorer.post(sent.replace("12", str(table.game)), {"cells": {"table.ended": "stock"}}, "stock")[0] == 200


def test_the_query_for_excel_asks_for_what_there_is(tmp_path):
    query = re.search(r"```powerquery\n(.+?)```", API, re.DOTALL)[1]
    parameters = re.findall(r'(\w+) = "(\w+)"', re.search(r"Query = \[(.+?)\]", query)[1])
    with closing(clubs_of(app := create_app(tmp_path))):
        play(visitor := Visitor(app), (6500, 20))
        path = re.search(r'RelativePath = "(\w+)"', query)[1]
        page = program(visitor).get(f"/{path}", **dict(parameters))
    assert {"next", "rows"} <= page.keys()
    assert {"[next]", "[rows]"} <= set(re.findall(r"\[\w+\]", query))
    named = re.findall(r"= \[(\w+)\](?:\[(\w+)\])?", query.partition("Table =")[2])
    assert [name for of, name in named if name] == ["name", "games", "wins", "points_a_round"]
    assert all(name in page["rows"][0][of] if name else of in page["rows"][0] for of, name in named)


def test_the_table_of_requests_has_every_route():
    listed = set(re.findall(r"`(GET|POST) (/[^`]*)`", API.partition("## What there is")[2].partition("**Pages.**")[0]))
    named = {"game": "N", "night": "N", "person": "N", "number": "R", "slug": "SLUG"}
    routes = {(route.method, re.sub(r"<\w+:(\w+)>", lambda part: named[part[1]], route.path)) for route in ROUTES}
    assert listed == routes - {("GET", "/openapi.json")}
