"""Whatever is sent, the answer is a page, the server never breaks, and the club can be read as before."""

from urllib.parse import quote_from_bytes, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.play.save_round import NOT_YET
from tests.web.driving import OUT_FIRST, Visitor, guarded

QUICK = settings(max_examples=60, deadline=None, database=None, derandomize=True)

NASTY = [
    "",
    "0",
    "1",
    "-1",
    "410",
    "120+85",
    "9" * 400,
    "0" * 5000,
    "٣",
    "²",
    "\x00",
    "\u202eabc",
    "\ufffd",
    "seat1",
    "seat99",
    "stock",
    "finish",
    "save",
    "over",
    "on",
    "é" * 300,
    "<script>",
    "{{1}}",
    "👩‍👩‍👧",
    "\u0301",
]
JUNK = [
    "",
    "x",
    "team9.melded",
    "seat0.left",
    "table.finished",
    "a.b.c.d",
    ".",
    "\x00",
    "é",
    "[]",
    "csrf_token[]",
]

values = st.one_of(st.sampled_from(NASTY), st.text(max_size=30), st.integers().map(str))


@pytest.fixture(scope="module")
def visitor(app):
    """One browser for all of it."""
    return Visitor(app)


@pytest.fixture(scope="module")
def targets(visitor):
    """Every form that records anything, in games of several kinds and ages: its address, and what it would send."""
    forms = {}
    for slug in ("friends-family", "two-handed"):
        form = visitor.get(f"/games/new/{slug}").form()
        forms[form.action] = form
    for slug in ("partnership", "catawba", "classic", "good-sam", "laguna-woods"):
        table = visitor.begin(slug)
        table.sheet(1).save(**{"team1.melded": "300"})
        forms |= {form.action: form for form in (table.sheet(1).form, *table.page().forms)}
    asked = visitor.get(f"{visitor.begin('catawba').address}/out", seat="1").form("/out/leave")
    forms[asked.action] = asked
    forms |= _played(visitor.begin())
    return [(address, form.fields, sorted(form.names)) for address, form in forms.items()]


def _played(table):
    """The forms of a game with a finished round, also where the table does not show them now."""
    table.play(1, **OUT_FIRST)
    end = table.page().form("/starter")
    end.action = f"{table.address}/end"
    return {form.action: form for form in (table.sheet(1).form, table.sheet(2).form, end)}


@st.composite
def bodies(draw, names):
    """Names and values, some the form's own, some not, some twice, as a browser or a vandal would write them."""
    known = st.sampled_from([*names, "action", "decision", "seat", "confirm", *JUNK])
    pairs = draw(st.lists(st.tuples(known | st.text(max_size=10), values), max_size=12))
    return [(name, value) for name, value in pairs]


def _encoded(pairs):
    return urlencode(
        [(n.encode("utf-8", "surrogatepass"), v.encode("utf-8", "surrogatepass")) for n, v in pairs]
    )


def _still_readable(visitor, address):
    """Fails unless the list of games, and the game that a form belongs to, are pages as ever."""
    assert visitor.client.get("/").status_code == 200
    if not address.startswith("/games/new"):
        table = "/".join(address.split("/")[:3])
        assert visitor.client.get(table).status_code == 200
        assert visitor.client.get(f"{table}/rounds/1").status_code in (200, 302)


@QUICK
@given(data=st.data())
def test_no_form_breaks_anything(visitor, targets, data):
    address, fields, names = data.draw(st.sampled_from(targets))
    own = {name: fields[name] for name in ("csrf_token", "key", "seen")}
    changed = data.draw(bodies(names))
    kept = {n: v for n, v in {**fields, **own}.items() if n not in dict(changed)}
    body = _encoded([*kept.items(), *changed])
    kind = "application/x-www-form-urlencoded"
    answer = visitor.client.post(address, data=body, content_type=kind)
    # 200 is a finished round in which something was changed that its button has not been pressed for.
    assert answer.status_code in (200, 303, 413, 422), answer.status_code
    assert answer.status_code != 200 or NOT_YET in answer.text
    guarded(answer)
    _still_readable(visitor, address)


@QUICK
@given(
    data=st.data(),
    kind=st.sampled_from(["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]),
)
def test_no_body_breaks_anything(visitor, targets, data, kind):
    address = data.draw(st.sampled_from(targets))[0]
    body = data.draw(st.one_of(st.binary(max_size=200), _parts))
    answer = visitor.client.post(address, data=body, content_type=kind)
    assert answer.status_code in (303, 413, 415, 422)
    guarded(answer)


_parts = st.lists(
    st.tuples(st.sampled_from([b"key", b"seat", b"a\xff", b'"', b"\x00"]), st.binary(max_size=20)),
    max_size=5,
).map(
    lambda parts: (
        b"".join(
            b'--b\r\nContent-Disposition: form-data; name="' + n + b'"\r\n\r\n' + v + b"\r\n"
            for n, v in parts
        )
        + b"--b--\r\n"
    )
)


@pytest.fixture(scope="module")
def readable(visitor, targets):
    """Every page that reads its address, with the names it knows."""
    table = visitor.begin("catawba").address
    said = (("open", {"K.naturals": "3"}), ("open", {"from": "cards"}), ("out", {"seat": "1"}))
    asks = [
        (f"{table}/{page}", visitor.get(f"{table}/{page}", **typed).forms[0].names | {"step"})
        for page, typed in said
    ]
    return [*((address, sorted(names)) for address, names in asks),
            ("/", ["before"]), ("/games/new/dearie", ["table"]), (table, ["x"])]  # fmt: skip


@QUICK
@given(data=st.data())
def test_no_question_breaks_anything(visitor, readable, data):
    address, names = data.draw(st.sampled_from(readable))
    query = _encoded(data.draw(bodies(names)))
    answer = visitor.client.get(f"{address}?{query}")
    assert answer.status_code in (200, 422)
    guarded(answer)


@QUICK
@given(raw=st.binary(max_size=60))
def test_no_address_breaks_anything(visitor, raw):
    for start in ("/", "/games/", "/games/new/", "/games/1/rounds/", "/assets/"):
        with visitor.client.get(start + quote_from_bytes(raw, safe="/?&=%;")) as answer:
            assert answer.status_code < 500
            guarded(answer)
