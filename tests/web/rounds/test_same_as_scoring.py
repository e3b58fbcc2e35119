"""A round typed into a sheet scores what scoring says of the same numbers, for any numbers a table may have."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.scoring.check import check
from scorepad.scoring.documents.rounds import read_round
from scorepad.scoring.model import Level
from scorepad.scoring.score import score
from scorepad.scoring.sheet import About, Kind, build_sheet
from tests.web.driving import Visitor

SLUGS = (
    "partnership", "southern-ohio", "catawba", "two-handed", "classic", "dearie", "good-sam", "laguna-woods",
)  # fmt: skip
POINTS = st.integers(0, 60).map(lambda n: n * 5)


@pytest.fixture(scope="module")
def tables(app):
    """A table of each of these rule sets, its first round not finished."""
    visitor = Visitor(app)
    return {slug: visitor.begin(slug) for slug in SLUGS}


@st.composite
def rounds(draw, page):
    """Numbers for every input of a sheet: places by field code, and who went out (None: the stock ran out)."""
    table, numbers = page.table, {}
    for field in page.fields:
        if field.asked:
            places = table.players if field.about is About.SEAT else table.teams
            counts = st.integers(0, 4 if field.most is None else min(field.most, 4))
            number = POINTS if field.kind in (Kind.MELDED, Kind.LEFT) else counts
            numbers[field.code] = draw(st.lists(number, min_size=places, max_size=places))
    return numbers, draw(st.none() | st.integers(1, table.players))


def _typed(page, numbers, out):
    typed = {"table.ended": f"seat{out}" if out else "stock"}
    for code, counts in numbers.items():
        field = page.by_code[code]
        place = "seat" if field.about is About.SEAT else "team"
        for at, count in enumerate(counts, start=1):
            typed[f"{place}{at}.{code}"] = "" if field.most == 1 and not count else str(count)
    return typed


def _document(page, numbers, out):
    """The same numbers as the command line takes them."""
    table = page.table
    teams = [_team(page, numbers, at) for at in range(table.teams)]
    if out:
        teams[(out - 1) % table.teams]["went_out"] = True
    ended = "went_out" if out else "stock_ran_out"
    counted = {"players": table.players, "decks": page.decks, "teams": teams}
    return {"round": 1, "ended": ended, **counted}


def _team(page, numbers, at):
    team = {"books": {}, "unfinished": {}, "bonuses": {}, "threes": {}}
    for code, counts in numbers.items():
        field = page.by_code[code]
        own = counts[at :: page.table.teams] if field.about is About.SEAT else [counts[at]]
        match field.kind:
            case Kind.MELDED:
                team["melded"] = own[0]
            case Kind.LEFT:
                team["left"] = own
            case Kind.THREES:
                color, _, place = code.split("_")
                team["threes"].setdefault(color, {})[place] = sum(own)
            case Kind.BOOK | Kind.UNFINISHED:
                team["books" if field.kind is Kind.BOOK else "unfinished"][field.name] = sum(own)
            case _:
                team["bonuses"][field.name] = sum(own)
    return team


def _lines(scores):
    return [[(one.code, one.count, one.points, one.waived) for one in team.lines] for team in scores]


@settings(max_examples=50, deadline=None, database=None, derandomize=True)
@given(data=st.data(), slug=st.sampled_from(SLUGS))
def test_the_sheet_scores_what_scoring_says(tables, data, slug):
    table = tables[slug]
    agreed = table.record.agreement
    page = build_sheet(agreed.rules, agreed.table, 1, agreed.decks)
    numbers, out = data.draw(rounds(page))
    entry, faults = read_round(agreed.rules, _document(page, numbers, out))
    assert entry is not None, faults
    problems = check(entry)

    sheet = table.sheet(1).finish(**_typed(page, numbers, out))
    if any(problem.level is Level.ERROR for problem in problems):
        assert sheet.page.status == 422
        return
    if problems:
        sheet = sheet.finish(confirm=True)
    record = table.record.rounds[0]
    assert sheet.page.status == 200, sheet.page.said
    assert _lines(record.scores) == _lines(score(entry))
    assert sorted(p.code for p in record.problems) == sorted(p.code for p in problems)
