"""The golden rounds of tests/vectors, typed into the sheet of a table that has reached that round."""

from collections import Counter

import pytest

from scorepad.rules.lookup import general_threes
from scorepad.rules.words import BonusPer, CardPlace, Color, Counted
from scorepad.scoring.cells import Place
from scorepad.scoring.quantity import card_points, threes_in
from scorepad.scoring.text.explain import line_text
from scorepad.store import Entry
from tests.support.scoring import chosen, vectors
from tests.web.driving import Visitor

ALL = [(slug, vector) for slug, vector in vectors() if vector["verb"] == "score"]

UNTYPABLE = {
    "unknown_name": "a form has no input for what the rules do not know",
    "wrong_teams": "a table has as many teams as it was begun with",
    "wrong_players": "a table has as many players as it was begun with",
    "wrong_out": "one choice says who went out, so it cannot be no one, or two",
    "wrong_type": "an input takes text, and says so where that is no number",
    "threes_twice": "threes are typed once, in their own input",
}
"""Faults of a document that a form cannot have."""

CARDS = "a person adds cards up, and the sum no longer says that one card came too often"


def _cannot_be_typed(vector):
    """Why a form cannot express a vector; "" if it can."""
    errors = vector["expect"].get("error", [])
    packets = [p for team in vector["input"]["teams"] for p in [team.get("melded"), *_left(team, 1)]]
    if errors == ["more_than_the_decks"] and any(isinstance(packet, dict) for packet in packets):
        return CARDS
    return next((why for code, why in UNTYPABLE.items() if code in errors), "")


def _left(team, size):
    """The cards left by each player. If the vector has them for the whole team, the last player gets them."""
    left = team.get("left", 0)
    return left if isinstance(left, list) else [0] * (size - 1) + [left]


TYPED = [(slug, vector) for slug, vector in ALL if not _cannot_be_typed(vector)]


@pytest.fixture(scope="module")
def visitor(app):
    return Visitor(app)


def table_of(visitor, slug, vector):
    """A table where the earlier rounds were played, with the totals that the vector gives."""
    data = vector["input"]
    shape = f"{data.get('players') or chosen(slug, vector).tables[0].players}x{len(data['teams'])}"
    choices = {f"choice.{key}": value for key, value in vector.get("choose", {}).items()}
    decks = {"decks": str(data["decks"])} if "decks" in data else {}
    table = visitor.begin(slug, shape, **choices, **decks)
    cells = {(0, f"team{at}", "brought"): {"typed": str(team.get("score_before", 0))}
             for at, team in enumerate(data["teams"], start=1)}  # fmt: skip
    cells |= {(number, "table", "finished"): {"yes": True} for number in range(1, data["round"])}
    key = f"{table.game}:before"
    visitor.club.record_all([Entry(f"{key}{n}", table.game, *c, cells[c]) for n, c in enumerate(cells)])
    return table


def texts_of(rules, size, data):
    """The texts to type into a round's form, by input name, for a document with teams of that size."""
    typed = {"table.ended": "stock"}
    for at, team in enumerate(data["teams"]):
        seats = [Place.seat(at + 1 + player * len(data["teams"])) for player in range(size)]
        if team.get("went_out"):
            out = [seat for seat, packet in zip(seats, _left(team, size), strict=False) if not packet]
            typed["table.ended"] = out[0]
        typed |= _of_team(rules, Place.team(at + 1), team) | _of_seats(rules, seats, team)
    return {name: str(value) for name, value in typed.items()}


def _of_team(rules, place, team):
    points, threes = _packets(rules, team, CardPlace.LAID, [team.get("melded", 0)])
    counts = {f"unfinished_{name}": count for name, count in team.get("unfinished", {}).items()}
    counts |= {**team.get("books", {}), **threes, "melded": sum(points)}
    counts |= {f"lost_{name}": "1" for name in team.get("lost", ())}
    for number, adjustment in enumerate(team.get("adjustments", ()), start=1):
        counts |= {f"adjustment{number}.{part}": adjustment[part] for part in ("points", "reason")}
    if "ruling" in team:
        counts["ruling"] = team["ruling"]
    return {f"{place}.{name}": count for name, count in counts.items()}


def _of_seats(rules, seats, team):
    left = _left(team, len(seats))
    points, threes = _packets(rules, team, CardPlace.HELD, left)
    holder = [seats[-1], *(seat for seat, packet in zip(seats, left, strict=False) if packet)][-1]
    typed = {f"{seat}.left": 0 for seat in seats}
    typed |= {f"{seat}.left": points for seat, points in zip(seats, points, strict=False)}
    typed |= {f"{holder}.{name}": count for name, count in threes.items()}
    for name, count in team.get("bonuses", {}).items():
        of_team = name == "concealed" or name in {bonus.code for bonus in rules.bonuses if bonus.per is BonusPer.TEAM}
        places = [Place.team(seats[0].number)] if of_team else seats
        typed |= {f"{place}.{name}": "1" for place in places[:count]}
    return typed


def _packets(rules, team, place, packets):
    """Cards as a person types them: the sum of their points, and the threes that have a separate input."""
    cards = [packet for packet in packets if isinstance(packet, dict)]
    points = [p if isinstance(p, int) else card_points(rules, p, place) for p in packets]
    apart = {}
    for color in Color:
        named = team.get("threes", {}).get(color, {}).get(place, 0)
        named += team.get("red_threes", 0) if (color, place) == (Color.RED, CardPlace.HELD) else 0
        match general_threes(rules, color, place).counted:
            case Counted.WITH_CARDS:
                points[-1] += card_points(rules, {f"{color}3": named}, place)
            case Counted.APART:
                count = named + sum(threes_in(packet, color) for packet in cards)
                apart[f"{color}_threes_{place}"] = count
    return points, apart


def _lines(team):
    """Points by code, as described in the README.md beside the vectors."""
    points = Counter()
    for line in team.lines:
        if line.points or (line.waived and line.each != 0):
            points[line.code] += line.points
    return dict(points)


@pytest.mark.parametrize(("slug", "vector"), [pytest.param(s, v, id=f"{s}: {v['title']}") for s, v in TYPED])
def test_a_round_worked_by_hand_comes_out_as_worked_when_typed_into_its_sheet(visitor, slug, vector):
    data, expected = vector["input"], vector["expect"]
    table, number = table_of(visitor, slug, vector), data["round"]
    texts = texts_of(chosen(slug, vector), table.record.agreement.table.team_size, data)
    sheet = table.sheet(number).finish(**texts)
    if sheet.page.status == 422 and "confirm" in sheet.form.names:
        sheet = sheet.finish(confirm=True)
    record = table.record.rounds[number - 1]
    codes = sorted({problem.code for problem in record.problems})
    assert codes == expected.get("error", expected.get("problems"))
    assert record.finished == ("error" not in expected)
    if record.finished:
        lines = [[line_text(line) for line in team.lines] for team in record.scores]
        assert table.visitor.get(f"{table.address}/rounds/{number}").lines == lines
        for by_hand, team in zip(expected["teams"], record.scores, strict=True):
            assert _lines(team) == by_hand["lines"]
            parts = {"base": team.base, "count": team.count, "bonus": team.bonus, "total": team.total}
            assert by_hand | parts == by_hand


def test_only_vectors_that_no_form_can_say_are_left_out():
    reasons = Counter(_cannot_be_typed(vector) for _, vector in ALL)
    left_out = {"unknown_name": 4, "wrong_teams": 2, "wrong_out": 2, "wrong_players": 1, "wrong_type": 1}
    left_out |= {"threes_twice": 1}
    reasons.pop("")
    assert reasons == {CARDS: 5, **{UNTYPABLE[code]: count for code, count in left_out.items()}}
