"""Random input: every response is a page, the server never fails, and the club stays readable."""

from urllib.parse import quote_from_bytes, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.play.save_round import NOT_YET
from tests.web.driving import OUT_FIRST, Visitor, guarded

QUICK = settings(max_examples=60, deadline=None, database=None, derandomize=True)
FORM = "application/x-www-form-urlencoded"

NASTY = [
    "", "0", "1", "-1", "410", "120+85", "9" * 400, "0" * 5000, "٣", "²", "\x00", "\u202eabc", "\ufffd", "seat1",
    "seat99", "stock", "finish", "save", "over", "on", "é" * 300, "<script>", "{{1}}", "👩‍👩‍👧", "\u0301",
]  # fmt: skip
JUNK = [
    "", "x", "team9.melded", "seat0.left", "table.finished", "a.b.c.d", ".", "\x00", "é", "[]", "csrf_token[]",
]  # fmt: skip
BUTTONS = ["action", "decision", "seat", "confirm"]
VALUES = st.one_of(st.sampled_from(NASTY), st.text(max_size=30), st.integers().map(str))


@pytest.fixture(scope="module")
def visitor(app):
    return Visitor(app)


@pytest.fixture(scope="module")
def targets(visitor):
    """Every form that records something, in games of several kinds and at several stages."""
    forms = [visitor.get(f"/games/new/{slug}").form() for slug in ("friends-family", "two-handed")]
    for slug in ("partnership", "catawba", "classic", "good-sam", "laguna-woods"):
        table = visitor.begin(slug)
        table.sheet(1).save(team1__melded="300")
        forms += [table.sheet(1).form, *table.page().forms]
    forms.append(visitor.get(f"{visitor.begin('catawba').address}/out", seat="1").form("/out/leave"))
    table = visitor.begin()
    table.play(1, **OUT_FIRST)
    end = table.page().form("/starter")
    end.action = f"{table.address}/end"  # The table does not show that form now.
    forms += [table.sheet(1).form, table.sheet(2).form, end]
    return list({form.action: form for form in forms}.values())


@st.composite
def bodies(draw, names):
    """Pairs of names and values: from the form, made up, or repeated, as a browser or an attacker might send them."""
    known = st.sampled_from([*sorted(names), *BUTTONS, *JUNK])
    return draw(st.lists(st.tuples(known | st.text(max_size=10), VALUES), max_size=12))


def _encoded(pairs):
    return urlencode([tuple(p.encode("utf-8", "surrogatepass") for p in pair) for pair in pairs])


def _still_readable(visitor, address):
    """Fail unless the list of games, and the game that a form belongs to, still load."""
    assert visitor.client.get("/").status_code == 200
    if not address.startswith("/games/new"):
        table = "/".join(address.split("/")[:3])
        assert visitor.client.get(table).status_code == 200
        assert visitor.client.get(f"{table}/rounds/1").status_code in (200, 302)


@QUICK
@given(data=st.data())
def test_no_form_breaks_anything(visitor, targets, data):
    form = data.draw(st.sampled_from(targets))
    changed = data.draw(bodies(form.names))
    unchanged = [(name, value) for name, value in form.fields.items() if name not in dict(changed)]
    body = _encoded([*unchanged, *changed])
    answer = visitor.client.post(form.action, data=body, content_type=FORM)
    # 200 is a finished round with a change that has not been saved by its button.
    assert answer.status_code in (200, 303, 413, 422), answer.status_code
    assert answer.status_code != 200 or NOT_YET in answer.text
    guarded(answer)
    _still_readable(visitor, form.action)


@pytest.fixture(scope="module")
def readable(visitor):
    """Every page that reads its query string, with the names that it knows."""
    table = visitor.begin("catawba").address
    pages = [("/", ["before"]), ("/games/new/dearie", ["table"]), (table, ["x"])]
    for name, typed in (("open", {"K.naturals": "3"}), ("open", {"from": "cards"}), ("out", {"seat": "1"})):
        pages.append((f"{table}/{name}", visitor.get(f"{table}/{name}", **typed).forms[0].names | {"step"}))
    return pages


@QUICK
@given(data=st.data())
def test_no_question_breaks_anything(visitor, readable, data):
    address, names = data.draw(st.sampled_from(readable))
    answer = visitor.client.get(f"{address}?{_encoded(data.draw(bodies(names)))}")
    assert answer.status_code in (200, 422)
    guarded(answer)


@QUICK
@given(raw=st.binary(max_size=60))
def test_no_address_breaks_anything(visitor, raw):
    for start in ("/", "/games/", "/games/new/", "/games/1/rounds/", "/assets/"):
        with visitor.client.get(start + quote_from_bytes(raw, safe="/?&=%;")) as answer:
            assert answer.status_code < 500
            guarded(answer)
