"""The golden rounds of tests/vectors, typed into the sheet of a table that has come as far as that."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from scorepad.rules import RuleSet
from scorepad.rules.lookup import general_threes
from scorepad.rules.words import CardPlace, Color, Counted
from scorepad.scoring.game.record import RoundRecord
from scorepad.scoring.quantity import card_points, threes_in
from scorepad.scoring.text.explain import line_text
from scorepad.store import Entry
from scorepad.web import create_app
from tests.support.scoring import chosen, vectors
from tests.web.driving import Table, Visitor

ALL = [(slug, vector) for slug, vector in vectors() if vector["verb"] == "score"]

UNTYPABLE = {
    "unknown_name": "a form has no input for what the rules do not know",
    "wrong_teams": "a table has as many teams as it was begun with",
    "wrong_players": "a table has as many players as it was begun with",
    "wrong_out": "one choice says who went out, so it cannot be nobody, or two",
    "wrong_type": "an input takes text, and says so where that is no number",
    "threes_twice": "threes are typed once, in their own input",
}
"""Faults of a document that no form can have."""

CARDS = "a person adds cards up, and the sum no longer says that one card came too often"


def _cannot_be_typed(vector: dict[str, Any]) -> str:
    """Why a form cannot say what a vector says; "" where it can."""
    errors = vector["expect"].get("error", [])
    if errors == ["more_than_the_decks"] and any(_of_cards(t) for t in vector["input"]["teams"]):
        return CARDS
    return next((why for code, why in UNTYPABLE.items() if code in errors), "")


def _of_cards(team: dict[str, Any]) -> bool:
    left = team.get("left", 0)
    packets = [team.get("melded"), *(left if isinstance(left, list) else [left])]
    return any(isinstance(packet, dict) for packet in packets)


TYPED = [(slug, vector) for slug, vector in ALL if not _cannot_be_typed(vector)]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory) -> Iterator[Visitor]:
    app = create_app(tmp_path_factory.mktemp("vectors"))
    yield Visitor(app)
    app.extensions["scorepad.club"].close()


def _table(visitor: Visitor, slug: str, vector: dict[str, Any]) -> Table:
    """A table at which the rounds before were played, and came to what the vector says."""
    data = vector["input"]
    players, teams = data.get("players"), len(data["teams"])
    shape = f"{players or chosen(slug, vector).tables[0].players}x{teams}"
    choices = {f"choice.{key}": value for key, value in vector.get("choose", {}).items()}
    decks = {"decks": str(data["decks"])} if "decks" in data else {}
    table = visitor.begin(slug, shape, **choices, **decks)
    visitor.club.record_all(list(_before(table.game, data)))
    return table


def _before(game: int, data: dict[str, Any]) -> Iterator[Entry]:
    for at, team in enumerate(data["teams"], start=1):
        brought = {"typed": str(team.get("score_before", 0))}
        yield Entry(f"{game}:brought{at}", game, 0, f"team{at}", "brought", brought)
    for number in range(1, data["round"]):
        yield Entry(f"{game}:finished{number}", game, number, "table", "finished", {"yes": True})


def texts_of(rules: RuleSet, size: int, data: dict[str, Any]) -> dict[str, str]:
    """What is typed into the inputs of a round's form, by their names, for a document with teams of that size."""
    typed: dict[str, Any] = {"table.ended": "stock"}
    for at, team in enumerate(data["teams"]):
        seats = [f"seat{at + 1 + player * len(data['teams'])}" for player in range(size)]
        if team.get("went_out"):
            typed["table.ended"] = seats[0]
        typed |= _of_team(rules, f"team{at + 1}", team) | _of_seats(rules, seats, team)
    return {name: str(value) for name, value in typed.items()}


def _of_team(rules: RuleSet, place: str, team: dict[str, Any]) -> dict[str, Any]:
    points, threes = _packet(rules, team, CardPlace.LAID, [team.get("melded", 0)])
    counts = {
        **team.get("books", {}),
        **{f"unfinished_{name}": count for name, count in team.get("unfinished", {}).items()},
        **threes,
        "melded": sum(points),
    }
    typed = {f"{place}.{name}": count for name, count in counts.items()}
    typed |= {f"{place}.lost_{name}": "1" for name in team.get("lost", ())}
    for number, one in enumerate(team.get("adjustments", ()), start=1):
        typed |= {f"{place}.adjustment{number}.{part}": one[part] for part in ("points", "reason")}
    return typed | ({f"{place}.ruling": team["ruling"]} if "ruling" in team else {})


def _of_seats(rules: RuleSet, seats: list[str], team: dict[str, Any]) -> dict[str, Any]:
    """Where the vector says something of the whole team, the last player says it."""
    left = team.get("left", 0)
    packets = left if isinstance(left, list) else [0] * (len(seats) - 1) + [left]
    points, threes = _packet(rules, team, CardPlace.HELD, packets)
    typed: dict[str, Any] = {f"{seat}.left": 0 for seat in seats}
    typed |= {f"{seat}.left": points for seat, points in zip(seats, points, strict=False)}
    typed |= {f"{seats[-1]}.{name}": count for name, count in threes.items()}
    for name, count in team.get("bonuses", {}).items():
        typed |= _bonus(seats, name, count)
    return typed


def _bonus(seats: list[str], name: str, count: int) -> dict[str, str]:
    if name == "concealed":
        return {f"team{seats[0][4:]}.concealed": "1"} if count else {}
    return {f"{seat}.{name}": "1" for seat in seats[:count]}


def _packet(
    rules: RuleSet, team: dict[str, Any], place: CardPlace, packets: list[int | dict[str, int]]
) -> tuple[list[int], dict[str, int]]:
    """Cards as a person types them: their points added up, and the threes that have an input of their own."""
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


def _lines(record: RoundRecord) -> list[dict[str, int]]:
    """Code to points, team by team, as README.md beside the vectors says."""
    told = []
    for team in record.scores:
        found: dict[str, int] = defaultdict(int)
        for line in team.lines:
            if line.points or (line.waived and line.each != 0):
                found[line.code] += line.points
        told.append(dict(found))
    return told


@pytest.mark.parametrize(
    ("slug", "vector"), [pytest.param(s, v, id=f"{s}: {v['title']}") for s, v in TYPED]
)
def test_a_round_worked_by_hand_comes_out_as_worked_when_typed_into_its_sheet(
    visitor, slug, vector
):
    data, expected = vector["input"], vector["expect"]
    table = _table(visitor, slug, vector)
    number = data["round"]
    texts = texts_of(chosen(slug, vector), table.record.agreement.table.team_size, data)
    sheet = table.sheet(number).finish(**texts)
    if sheet.page.status == 422 and "confirm" in sheet.form.names:
        sheet = sheet.finish(confirm=True)
    record = table.record.rounds[number - 1]
    codes = sorted({problem.code for problem in record.problems})
    assert codes == expected.get("error", expected.get("problems"))
    assert record.finished == ("error" not in expected)
    if record.finished:
        assert _lines(record) == [team["lines"] for team in expected["teams"]]
        assert sheet.page.lines == [
            [line_text(line) for line in team.lines] for team in record.scores
        ]
        for told, team in zip(expected["teams"], record.scores, strict=True):
            parts = (told["base"], told["count"], told["bonus"], told["total"])
            assert parts == (team.base, team.count, team.bonus, team.total)


def test_only_vectors_that_no_form_can_say_are_left_out():
    reasons = Counter(_cannot_be_typed(vector) for _, vector in ALL)
    reasons.pop("")
    assert reasons == {
        CARDS: 5,
        UNTYPABLE["unknown_name"]: 4,
        UNTYPABLE["wrong_teams"]: 2,
        UNTYPABLE["wrong_out"]: 2,
        UNTYPABLE["wrong_players"]: 1,
        UNTYPABLE["wrong_type"]: 1,
        UNTYPABLE["threes_twice"]: 1,
    }
