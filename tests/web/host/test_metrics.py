"""`/metrics`: numbers of the process for monitoring programs, for those who may read them, and never a name."""

import http.client
import re
from contextlib import ExitStack, closing, suppress
from urllib.parse import urlsplit

import pytest

import scorepad
from scorepad.environment import SettingError
from scorepad.paths import CLUB
from scorepad.store import Club, Entry
from scorepad.store.connections import RECORDED
from scorepad.web import create_app
from scorepad.web.app import metrics
from scorepad.web.app.permissions import COOKIE
from tests.support.server import environment, owner_token, serving
from tests.support.waiting import PATIENCE, until
from tests.web.driving import Visitor, guarded
from tests.web.guests import PRIVATE
from tests.web.hosting import Member, clubs_of, make_club

TOKEN = "Kx7-._~+/=" * 3
BEARER = {"Authorization": f"Bearer {TOKEN}"}
LINE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (\S+)')
LABEL = re.compile(r'([a-z]+)="((?:[^"\\\n]|\\[\\"n])*)"')


def parsed(text):
    """The samples of a text in the Prometheus format 0.0.4, by name and labels. Fails if a line is not as it should be.

    Each metric has one HELP and one TYPE line, then its samples, without repetition.
    """
    assert text.endswith("\n")
    samples, kinds, helped = {}, {}, []
    for line in text.removesuffix("\n").split("\n"):
        if line.startswith("# HELP "):
            name, _, meaning = line.removeprefix("# HELP ").partition(" ")
            assert meaning
            assert "\\" not in meaning
            assert name not in helped
            helped.append(name)
        elif line.startswith("# TYPE "):
            name, kind = line.removeprefix("# TYPE ").split(" ")
            assert kind in ("counter", "gauge")
            assert name == helped[-1]
            assert name not in kinds
            assert (kind == "counter") == name.endswith("_total")
            kinds[name] = kind
        else:
            name, labels, number = LINE.fullmatch(line).groups()
            assert name == [*kinds][-1]
            key = (name, *(value for _, value in LABEL.findall(labels or "")))
            assert key not in samples
            samples[key] = float(number)
            assert samples[key] >= 0
    assert helped == [*kinds]
    assert {name for name, *_ in samples} == {*kinds}
    return samples


@pytest.fixture
def new_app(tmp_path, monkeypatch):
    """A function that creates an application with this value of the setting."""
    with ExitStack() as stack:

        def new(reader, **more):
            for name, text in {"SCOREPAD_METRICS": reader, **more}.items():
                monkeypatch.setenv(name, text)
            app = create_app(tmp_path)
            stack.enter_context(closing(clubs_of(app)))
            return app

        yield new


def ask(app, headers=None, address="127.0.0.1", path="/metrics", method="GET"):
    answer = app.test_client().open(path, method=method, headers=headers, environ_overrides={"REMOTE_ADDR": address})
    guarded(answer)
    return answer


def read(app):
    return parsed(ask(app, BEARER).text)


def test_without_the_setting_there_is_no_such_address(app):
    there, nowhere = (ask(app, BEARER, path=path) for path in ("/metrics", "/nowhere"))
    assert there.status_code == 404
    assert there.text.replace("/metrics", "/nowhere") == nowhere.text


def test_the_text_is_in_the_format_and_complete(new_app):
    answer = ask(app := new_app(TOKEN), BEARER)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    numbers = parsed(answer.text)
    assert numbers["scorepad_info", scorepad.__version__] == 1
    assert (numbers["scorepad_clubs_open",], numbers["scorepad_streams_open",]) == (1, 0)
    assert numbers["process_cpu_seconds_total",] > 0
    assert numbers["process_start_time_seconds",] > 1.6e9
    head = ask(app, BEARER, method="HEAD")
    assert (head.status_code, head.data, "Set-Cookie" in answer.headers) == (200, b"", False)


@pytest.mark.skipif(not metrics.sys.platform.startswith("linux"), reason="Other systems do not say it cheaply.")
def test_memory_is_in_bytes(new_app):
    assert 1e7 < read(new_app(TOKEN))["process_resident_memory_bytes",] < 1e11


def test_labels_are_escaped():
    text = metrics.Metric("a_total", "counter", "A.", {metrics.labels(version='1\\2"3\n4'): 5}).text
    assert text == '# HELP a_total A.\n# TYPE a_total counter\na_total{version="1\\\\2\\"3\\n4"} 5\n'
    assert list(parsed(text).values()) == [5]


def test_requests_count_by_the_class_of_their_status(new_app):
    app = new_app(TOKEN)
    assert {key[1]: n for key, n in read(app).items() if key[0] == "scorepad_requests_total"} == {
        "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0,
    }  # fmt: skip
    for path in ("/join", "/healthz", "/", "/nowhere", "/people", "/metrics"):
        ask(app, path=path)
    numbers = read(app)
    assert [numbers["scorepad_requests_total", f"{first}xx"] for first in "2345"] == [2, 1, 3, 0]


def test_entries_count_once_they_are_recorded(new_app):
    app = new_app(TOKEN)
    visitor = Visitor(app)
    before, seq = read(app)["scorepad_entries_total",], visitor.club.latest_seq()
    game = visitor.begin().game
    recorded = visitor.club.latest_seq() - seq
    assert recorded > 0
    entry = Entry("given-up", game, 1, "team1", "points", 5)
    with suppress(LookupError), visitor.club.writing():
        visitor.club.record([entry])
        raise LookupError
    assert visitor.club.latest_seq() - seq == recorded
    assert read(app)["scorepad_entries_total",] - before == recorded


def test_numbers_that_a_copy_skips_are_no_entries(new_app, tmp_path):
    app = new_app(TOKEN)
    Visitor(app).begin()
    copy = clubs_of(app).home.store.backup(tmp_path / "copy.sqlite3")
    clubs_of(app).close()
    for file in tmp_path.glob("club.sqlite3*"):
        file.unlink()
    copy.rename(tmp_path / "club.sqlite3")
    visitor, before = Visitor(app := new_app(TOKEN)), RECORDED.total
    seq = visitor.club.latest_seq()
    visitor.begin()
    assert visitor.club.latest_seq() - seq > 1_000_000
    assert 0 < RECORDED.total - before < 1_000


def test_every_open_club_counts(new_app, tmp_path):
    for slug in ("thursday", "friday"):
        make_club(tmp_path, slug)
    app = new_app(TOKEN)
    assert read(app)["scorepad_clubs_open",] == 0
    assert ask(app, path="/c/thursday/join").status_code == 200
    assert read(app)["scorepad_clubs_open",] == 1


@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": f"Bearer {TOKEN}x"}, {"Authorization": f"Bearer {TOKEN[:-1]}"}, {"Authorization": "Bearer"},
     {"Authorization": f"Basic {TOKEN}"}, {"Authorization": TOKEN}, {"Authorization": "Bearer \xe9\xff"},
     {"X-Forwarded-For": "127.0.0.1"}, {"Cookie": f"token={TOKEN}"}],
)  # fmt: skip
def test_without_the_token_there_is_no_such_address(new_app, headers):
    assert ask(new_app(TOKEN), headers).status_code == 404


@pytest.mark.parametrize("host", ["scorepad:8484", "evil.example"])
@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_with_the_token_it_answers_from_anywhere_under_every_name(new_app, host, scheme):
    headers = {"Authorization": f"{scheme} {TOKEN}", "Host": host, "X-Forwarded-For": "203.0.113.9"}
    assert ask(new_app(TOKEN), headers, "203.0.113.9").status_code == 200


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["localhost:8484", "127.0.0.1", "[::1]:8484"])
def test_a_program_on_this_machine_may_read_it(new_app, address, host):
    assert ask(new_app("Local"), {"Host": host}, address).status_code == 200


@pytest.mark.parametrize("proxies", ["0", "1"])
@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("192.168.1.20", {}), ("::ffff:192.168.1.20", {}), ("2001:db8::1", {}), ("", {}), ("unix", {}),
        ("192.168.1.20", {"X-Forwarded-For": "127.0.0.1"}),
        *(("127.0.0.1", {name: "127.0.0.1"}) for name in
          ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-Real-IP", "Via")),
        ("127.0.0.1", {"Host": "evil.example"}), ("127.0.0.1", {"Host": "a b"}), ("127.0.0.1", {"Host": "x" * 999}),
    ],
)  # fmt: skip
def test_local_is_not_open_to_others(new_app, address, headers, proxies):
    app = new_app("local", SCOREPAD_PROXIES=proxies)
    answer = ask(app, headers, address)
    assert answer.status_code == ask(app, headers, address, path="/nowhere").status_code
    assert "scorepad_info" not in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "OPTIONS", "FOO"])
def test_it_is_only_read(new_app, method):
    assert "scorepad_info" not in ask(new_app(TOKEN), BEARER, method=method).text


def test_no_name_of_the_club_or_its_people_is_in_it(new_app, tmp_path):
    make_club(tmp_path, "thursday-ladies")
    app = new_app(TOKEN)
    member = Member(app, tmp_path, "thursday-ladies")
    member.club.rename("Nebelkraehe")
    for name in PRIVATE[:4]:
        member.club.people.add(name)
    assert member.get("/people").status == 200
    text = ask(app, BEARER).text
    assert "scorepad_clubs_open 1\n" in text
    assert [word for word in (*PRIVATE, "thursday", "ladies", str(tmp_path), TOKEN) if word in text] == []
    assert ask(app, BEARER, path="/c/thursday-ladies/metrics").status_code == 404


@pytest.mark.parametrize("value", ["1", "lokal", "local,", "a token with spaces", "ä" * 20, "x" * 201, "x" * 15])
def test_a_value_that_is_neither_is_refused_and_not_repeated(new_app, value):
    with pytest.raises(SettingError, match="SCOREPAD_METRICS is local, or a token") as refusal:
        new_app(value)
    assert value == "1" or value not in str(refusal.value).replace("local, or", "")


def test_a_server_counts_streams_and_what_waits(instance):
    instance.mkdir()
    with Club.open(instance / CLUB) as club:
        game = club.new_game([], key="the-game")
    environ = environment(SCOREPAD_INSTANCE=str(instance), SCOREPAD_METRICS="local")
    with serving(environ) as url, ExitStack() as stack:
        where = urlsplit(url).netloc

        def client():
            return stack.enter_context(closing(http.client.HTTPConnection(where, timeout=PATIENCE)))

        reader = client()

        def numbers():
            reader.request("GET", "/metrics")
            return parsed(reader.getresponse().read().decode())

        def all_are(**expected):
            now = numbers()
            return all(now[f"scorepad_{name}",] == number for name, number in expected.items())

        assert all_are(requests_pending=1, requests_unfinished=0, streams_open=0)
        slow = [client() for _ in range(3)]
        for connection in slow:
            connection.putrequest("POST", "/join")
            connection.putheader("Content-Length", "9")
            connection.endheaders(b"co")
        until(lambda: all_are(requests_pending=1, requests_unfinished=3))
        stream = client()
        stream.request("GET", f"/games/{game}/stream", headers={"Cookie": f"{COOKIE}={owner_token(0)}"})
        until(lambda: all_are(requests_unfinished=3, streams_open=1))
        for connection in (*slow, stream):
            connection.close()
        until(lambda: all_are(requests_pending=1, requests_unfinished=0, streams_open=0))
