"""The owner's page of notices, and what addresses are told: each moment once, after the commit, in their own words."""

import json
import re
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from scorepad import paths
from scorepad.live import delivery
from scorepad.live import notices as live
from scorepad.live.delivery import Kind, SendOutcome
from scorepad.live.notice_text import Occasion
from scorepad.live.notices import FILE, MAX_WAITING, Notices, Policy
from scorepad.store import Club
from scorepad.store.file import daily
from scorepad.web import create_app
from tests.support.receiver import receiving
from tests.support.waiting import until
from tests.web.driving import Visitor
from tests.web.hosting import clubs_of
from tests.web.kept import keep
from tests.web.league.tiny_league import USUAL

PAGE = "/notices"
START = Notices.start
"""What begins the thread. Most tests look and send by themselves."""
EVERYTHING = dict.fromkeys(("game_begins", "game_ends", "record_falls", "evening_closes"), "1")
SECRET = "Nebelkraehe77"
SLUG = "southern-ohio"


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


def add(visitor, address, **typed):
    form = visitor.get(PAGE).form(PAGE)
    return visitor.send(form, **{"address": address, "may_be_private": "1", **EVERYTHING, **typed})


class Evening:
    """A club whose notices look and send only when a test says so, and whose time is the test's."""

    def __init__(self, visitor, receiver, monkeypatch):
        self.visitor, self.receiver = visitor, receiver
        self.notices = clubs_of(visitor.app).home.notices
        self.now = datetime(2026, 1, 9, 19, tzinfo=UTC)
        self._sent = 0
        monkeypatch.setattr(Notices, "start", lambda self: None)
        visitor.club.clock.change("UTC")
        self.keep_time()

    def keep_time(self):
        self.visitor.club._now = lambda: self.now.isoformat()
        self.notices._now = lambda: self.now

    def play(self, *rounds, slug=SLUG, **more):
        return keep(self.visitor, slug, *rounds, names=USUAL, **more)

    def told(self, **later):
        """Let time pass, look, and send what is due. Return the lines that arrived."""
        self.now += timedelta(**later)
        self.notices.look()
        while self.notices.send_next():
            pass
        arrived = self.receiver.received[self._sent :]
        self._sent += len(arrived)
        return [got.document["text"] for got in arrived]

    def restart(self):
        """Begin with what is on the disk, as after a power cut."""
        club = clubs_of(self.visitor.app).home
        self.notices = Notices(club.store, club.games, club.league_worker, policy=Policy.PRIVATE)
        self.keep_time()


@pytest.fixture
def evening(first_visitor, receiver, monkeypatch):
    evening = Evening(first_visitor, receiver, monkeypatch)
    add(first_visitor, receiver.url())
    return evening


BEGINS = "Game 1 begins: Ann & Carla against Bob & Dora. Southern Ohio."
ENDS = "Game 1: Ann & Carla won. Ann & Carla 6,500, Bob & Dora 20. Southern Ohio, 1 round."


def finish(table, number=1, points=("6500", "20")):
    """Type a finished round into a game."""
    table.play(number, **{"table.ended": "stock"}, **zeros(table, number), **adjusted(points))


def zeros(table, number):
    return {n: "0" for n in table.sheet(number).form.names if n.endswith((".melded", ".left"))}


def adjusted(points):
    texts = {}
    for team, typed in enumerate(points, start=1):
        texts |= {f"team{team}.adjustment1.points": typed, f"team{team}.adjustment1.reason": "a test"}
    return texts


# What is told


def test_a_game_is_told_when_it_begins_and_a_minute_after_it_ends(evening):
    table = evening.play()
    assert evening.told() == [BEGINS]
    assert evening.told(minutes=5) == []
    finish(table)
    assert evening.told() == []
    assert evening.told(seconds=59) == []
    assert evening.told(seconds=2) == [ENDS]
    assert evening.told(hours=1) == []
    begin, end = (got.document for got in evening.receiver.received)
    assert (begin["event"], begin["url"]) == ("game_begins", "http://localhost/games/1/board")
    assert (end["event"], end["url"]) == ("game_ends", "http://localhost/games/1/result")
    assert end["game"]["winners"] == [1]
    assert end["game"]["teams"][0] == {"number": 1, "name": "Ann & Carla", "total": 6500}
    assert end["id"] != begin["id"]
    for got in (begin, end):
        assert evening.visitor.get(got["url"].removeprefix("http://localhost")).status == 200


def test_a_finish_that_is_corrected_within_the_minute_is_told_once(evening):
    table = evening.play()
    assert evening.told() == [BEGINS]
    finish(table)
    assert evening.told() == []
    assert evening.told(seconds=40) == []
    table.play(1, **adjusted(("20", "7000")))
    assert evening.told(seconds=40) == []
    assert evening.told(seconds=61) == [
        "Game 1: Bob & Dora won. Bob & Dora 7,000, Ann & Carla 20. Southern Ohio, 1 round."
    ]


def test_a_finish_that_was_taken_back_is_not_told(evening):
    table = evening.play()
    finish(table)
    evening.told(seconds=30)
    table.play(1, **adjusted(("100", "20")))
    assert evening.told(minutes=10) == []


def test_a_result_that_was_told_is_told_again_only_if_it_is_another_one(evening):
    table = evening.play((6500, 20))
    evening.told()
    assert evening.told(seconds=61)[0] == ENDS
    table.play(1, **adjusted(("100", "20")))
    assert evening.told(minutes=2) == []
    table.play(1, **adjusted(("6500", "20")))
    assert evening.told(minutes=2) == []
    table.play(1, **adjusted(("6600", "20")))
    assert evening.told(minutes=2) == []
    assert evening.told(minutes=2) == ["Corrected: " + ENDS.replace("6,500", "6,600")]
    assert evening.receiver.received[-1].document["corrected"] is True
    # An old game is corrected by those who tidy up, and nobody waits to hear of it.
    evening.told(days=8)
    evening.receiver.received.clear()
    table.play(1, **adjusted(("6700", "20")))
    evening.told()
    evening.told(minutes=2)
    assert not [got for got in evening.receiver.received if got.document["event"] == "game_ends"]


def test_a_new_name_does_not_tell_a_result_again(evening):
    table = evening.play((6500, 20))
    evening.told()
    evening.told(seconds=61)
    evening.visitor.club.people.change(1, name="Anna_Lee")
    assert evening.told(minutes=5) == []
    table.play(1, **adjusted(("6600", "20")))
    evening.told()
    assert "Anna_Lee & Carla 6,600" in evening.told(minutes=2)[0]


def test_a_record_is_told_as_the_league_tells_it(evening):
    for _ in range(5):
        evening.play((6100, 20))
        evening.told()
        evening.told(seconds=61)
    evening.play((6500, 6400))
    evening.told()
    _, record = evening.told(seconds=61)
    assert record == (
        "Ann & Carla set a record: highest round, 6,500 points, in Southern Ohio. "
        "Ann & Carla set a record: highest game, 6,500 points, in Southern Ohio. "
        "Ann & Carla set a record: narrowest win, 100 points, in Southern Ohio."
    )
    got = evening.receiver.received[-1].document
    assert got["event"] == "record_falls"
    assert got["records"][0] == {"code": "round", "who": "Ann & Carla", "rules": "Southern Ohio", "value": 6500}
    page = evening.visitor.get("/games/6/result")
    assert "set a record: highest round, 6,500 points, in Southern Ohio" in page.text


def test_an_evening_closes_at_the_end_of_its_day_when_its_games_are_over(evening):
    evening.play((6500, 20))
    table = evening.play()
    evening.told()
    evening.told(minutes=2)
    assert evening.told(hours=9, minutes=57) == []
    # It is five in the morning, and they still play.
    assert evening.told(minutes=2) == []
    finish(table, points=("20", "6500"))
    evening.told()
    assert evening.told(minutes=2)[-1] == (
        "Friday, 9 Jan 2026: 2 games, 4 people. Best of the night: Ann, Bob, Carla and Dora."
    )
    got = evening.receiver.received[-1].document
    assert (got["event"], got["day"], got["games"], got["people"]) == ("evening_closes", "2026-01-09", 2, 4)
    assert got["url"] == "http://localhost/evenings/2026-01-09"
    assert evening.told(days=1) == []


def test_an_evening_closes_a_day_later_without_a_game_that_is_never_finished(evening):
    evening.play((6500, 20))
    evening.play()
    evening.told()
    evening.told(minutes=2)
    assert evening.told(hours=33) == []
    assert evening.told(hours=2) == ["Friday, 9 Jan 2026: 1 game, 4 people."]


def test_a_game_in_the_bin_holds_no_evening_up(evening):
    evening.play((6500, 20))
    table = evening.play()
    evening.told()
    evening.told(minutes=2)
    evening.visitor.send(table.page().form("/bin"))
    assert evening.told(hours=10) == ["Friday, 9 Jan 2026: 1 game, 4 people."]


def test_a_restart_loses_no_evening_and_tells_nothing_twice(evening):
    evening.play((6500, 20))
    assert len(evening.told()) == 0
    evening.restart()
    assert evening.told(seconds=61)[0] == ENDS
    evening.restart()
    assert evening.told() == []
    # The server was off for two days.
    evening.now += timedelta(days=2)
    evening.restart()
    assert evening.told() == ["Friday, 9 Jan 2026: 1 game, 4 people."]
    evening.restart()
    assert evening.told(days=1) == []


def test_what_was_there_before_the_first_address_is_not_told(first_visitor, receiver, monkeypatch):
    evening = Evening(first_visitor, receiver, monkeypatch)
    over, going_on = evening.play((6500, 20)), evening.play()
    add(first_visitor, receiver.url())
    assert evening.told() == []
    over.play(1, **adjusted(("6600", "20")))
    finish(going_on)
    evening.told()
    assert evening.told(minutes=2)[0] == ENDS.replace("Game 1", "Game 2")


def test_games_from_a_file_are_not_told(evening):
    imported = {(0, "table", "imported"): {"day": "2026-01-09"}}
    evening.play((6500, 20), cells=imported)
    evening.told()
    assert evening.told(minutes=2) == []


def test_an_address_is_told_only_what_it_asked_for(evening, receiver):
    add(evening.visitor, receiver.url("/evenings"), **{**dict.fromkeys(EVERYTHING), "evening_closes": "1"})
    evening.play((6500, 20))
    evening.told()
    evening.told(minutes=2)
    evening.told(hours=12)
    events = [(got.path, got.document["event"]) for got in receiver.received]
    assert events == [
        ("/hook", "game_ends"), ("/hook", "evening_closes"), ("/evenings", "evening_closes")
    ]  # fmt: skip


def test_the_clubs_name_begins_each_line(evening):
    evening.visitor.club.rename("Thursday *club*")
    evening.play()
    assert evening.told() == [f"Thursday *club*: {BEGINS}"]


# What happens if it cannot be sent


def test_a_failed_try_is_repeated_with_growing_pauses(evening, receiver):
    receiver.statuses = [500, 503, 200]
    evening.play()
    assert evening.told() == [BEGINS]
    assert evening.told(seconds=59) == []
    assert evening.told(seconds=2) == [BEGINS]
    assert evening.told(minutes=4) == []
    assert evening.told(minutes=2) == [BEGINS]
    assert evening.told(hours=3) == []
    assert len({got.document["id"] for got in receiver.received}) == 1
    assert [line.words for line in evening.notices.log()] == [
        "200 OK",
        "503 Service Unavailable. The next try is in 5 minutes.",
        "500 Internal Server Error. The next try is in a minute.",
    ]


def test_the_tries_end(evening, receiver):
    receiver.statuses = [500] * 9
    evening.play()
    count = sum(len(evening.told(hours=7)) for _ in range(9))
    assert count == len(live.PAUSES) + 1
    assert evening.notices.waiting() == []


def test_a_try_that_waits_says_what_is_true_when_it_is_made(evening, receiver):
    table = evening.play()
    evening.told()
    receiver.statuses = [500, 500]
    finish(table)
    evening.told()
    evening.told(seconds=61)
    assert evening.told(seconds=61) == [ENDS]
    table.play(1, **adjusted(("6600", "20")))
    evening.told()
    # The one that waits has the new result: a correction of what never arrived would be noise.
    assert evening.told(seconds=61) == []
    assert evening.told(minutes=9) == [ENDS.replace("6,500", "6,600")]


def test_more_than_a_few_do_not_wait_for_one_address(evening, receiver):
    receiver.statuses = [500] * 100
    for _ in range(MAX_WAITING + 2):
        evening.play()
    evening.notices.look()
    assert len(evening.notices.waiting()) == MAX_WAITING
    assert [line.words for line in evening.notices.log()] == [
        f"Not sent: {MAX_WAITING} notices are waiting for this address already."
    ] * 2


def test_addresses_that_work_go_first(evening, receiver):
    add(evening.visitor, receiver.url("/works"))
    receiver.statuses = [500]
    evening.play()
    evening.told()
    evening.play()
    evening.told()
    assert [got.path for got in receiver.received] == ["/hook", "/works", "/works", "/hook"]


def test_what_cannot_be_read_is_tried_again_and_stops_nothing(evening, monkeypatch):
    real = live.compose
    monkeypatch.setattr(live, "compose", lambda *args, **options: 1 / 0)
    evening.play()
    assert evening.told() == []
    monkeypatch.setattr(live, "compose", real)
    assert evening.told(minutes=2) == [BEGINS]


def test_a_fault_in_sending_is_tried_again_and_logs_no_address(evening, monkeypatch, caplog):
    def fail(target, *rest):
        raise ValueError(target.address)

    with monkeypatch.context() as broken:
        broken.setattr(delivery, "send", fail)
        evening.play()
        assert evening.told() == []
    assert "ValueError" in caplog.text
    assert evening.receiver.url() not in caplog.text
    assert evening.told(minutes=2) == [BEGINS]


def test_a_copy_that_is_only_read_sends_nothing_and_takes_no_address(evening):
    (evening.notices._path.parent / paths.READ_ONLY_MARK).touch()
    page = add(evening.visitor, evening.receiver.url("/more"))
    assert page.status == 503
    assert len(evening.notices.addresses()) == 1
    START(evening.notices)
    assert evening.notices._worker is None


def test_a_file_that_cannot_be_read_tells_nothing_and_hides_no_page(evening, caplog):
    evening.notices._path.write_text("{")
    evening.restart()
    assert evening.notices.addresses() == []
    assert "cannot be read" in caplog.text


# The thread


def test_a_thread_tells_what_is_recorded_while_another_address_hangs(first_visitor, receiver, monkeypatch):
    monkeypatch.setattr(live, "SECONDS_TO_GATHER", 0)
    monkeypatch.setattr(delivery, "SECONDS", 0.2)
    for path in ("/hang", "/hook"):
        assert "is added" in add(first_visitor, receiver.url(path)).text
    first_visitor.begin()
    assert [receiver.next().path, receiver.next().path] == ["/hang", "/hook"]
    notices = clubs_of(first_visitor.app).home.notices
    until(lambda: len(notices.log()) == 2)
    assert [line.words for line in notices.log()] == [
        "200 OK", "No answer within 0.2 seconds. The next try is in a minute.",
    ]  # fmt: skip
    # Now the one that works goes first.
    first_visitor.begin()
    assert [receiver.next().path, receiver.next().path] == ["/hook", "/hang"]


def test_a_server_that_starts_sends_what_waits(tmp_path, receiver, monkeypatch):
    with closing(clubs_of(app := create_app(tmp_path))):
        visitor = Visitor(app)
        with monkeypatch.context() as quiet:
            quiet.setattr(Notices, "start", lambda self: None)
            add(visitor, receiver.url())
            visitor.begin()
            clubs_of(app).home.notices.look()
    with closing(clubs_of(create_app(tmp_path))):
        assert receiver.next().document["event"] == "game_begins"


def test_a_club_that_nobody_opens_is_visited(tmp_path, receiver, monkeypatch):
    folder = paths.club_dir(tmp_path, "thursday")
    folder.mkdir(parents=True, mode=0o700)
    with closing(Club.open(folder / paths.CLUB)) as club:
        live_club = live.Notices(club, None, None, policy=Policy.OFF)
        live_club.add(_address("http://127.0.0.1:9/x"), "http://h.example")
    with closing(clubs_of(create_app(tmp_path))) as clubs:
        assert clubs.slugs() == ()
        clubs.visit_noticing()
        assert clubs.slugs() == ("thursday",)


def _address(url):
    return live.NoticeAddress(0, "k", "Hook", Kind.JSON, url, "127.0.0.1", frozenset({Occasion.END}), True)


# The page


def test_an_empty_page_says_so_and_the_menu_leads_there(first_visitor):
    assert first_visitor.get("/").links["Notices"] == PAGE
    page = first_visitor.get(PAGE)
    assert "No address is told anything yet." in page.text
    assert "What came back" not in page.text


def test_an_address_is_added_tested_paused_changed_deleted_and_brought_back(first_visitor, receiver):
    page = add(first_visitor, receiver.url(f"/hook/{SECRET}"), name="Family chat")
    assert "“Family chat” is added." in page.text
    assert SECRET not in page.source
    page = first_visitor.send(page.form("/1/test"))
    assert "The test to “Family chat” was sent: 200 OK" in page.text
    assert receiver.next().document["text"].endswith("This is a test. Here Scorepad will tell what happens.")
    assert "A test" in page.text
    page = first_visitor.send(page.form("/1/pause"))
    assert "Paused." in page.text
    page = first_visitor.send(page.form("/1/resume"))
    assert "Paused." not in page.text
    form = first_visitor.get(f"{PAGE}/1").form(f"{PAGE}/1")
    assert (form.fields["address"], form.fields["name"]) == ("", "Family chat")
    page = first_visitor.send(form, name="Grandma", game_begins=None)
    assert "“Grandma” is changed." in page.text
    notices = clubs_of(first_visitor.app).home.notices
    (address,) = notices.addresses()
    assert address.address == receiver.url(f"/hook/{SECRET}")
    assert Occasion.BEGIN not in address.moments
    page = first_visitor.send(page.form("/1/delete"))
    assert "No address is told anything yet." in page.text
    assert first_visitor.get(f"{PAGE}/1").status == 404
    page = first_visitor.send(page.form("/1/restore"))
    assert "“Grandma” is back." in page.text
    # A deleted address is a secret: it is not kept for long.
    first_visitor.send(page.form("/1/delete"))
    notices._now = lambda: datetime.now(UTC) + timedelta(days=2)
    add(first_visitor, receiver.url())
    assert SECRET not in notices._path.read_text()


def test_a_test_that_fails_says_why(first_visitor, receiver):
    add(first_visitor, receiver.url())
    receiver.statuses = [404]
    page = first_visitor.send(first_visitor.get(PAGE).form("/1/test"))
    assert "was not sent. 404 Not Found" in page.text
    assert clubs_of(first_visitor.app).home.notices.waiting() == []


def test_what_cannot_be_used_comes_back_as_it_was_typed(first_visitor):
    for typed, sentence in (
        ({"address": ""}, "Paste the address here."),
        ({"address": "hooks.example/x"}, "This is not the address of a web page"),
        ({"address": "http://192.168.1.5/hook", "may_be_private": None}, "192.168.1.5 is in a private network."),
        ({"kind": "pigeon"}, "Choose what the address is."),
        (dict.fromkeys(EVERYTHING), "Choose at least one."),
        ({"name": "x" * 200}, "name"),
    ):
        page = add(first_visitor, **{"address": "https://hooks.example/x", "name": "Chat", **typed})
        assert page.status == 422
        assert sentence in page.text, typed
        fields = page.form(PAGE).fields
        assert fields["address"] == (typed.get("address", "https://hooks.example/x"))
        assert fields["name"] == typed.get("name", "Chat")
    assert clubs_of(first_visitor.app).home.notices.addresses() == []


def test_discord_and_slack_are_known_by_their_hosts(first_visitor):
    for host in ("discord.com/api/webhooks/1/x", "hooks.slack.com/services/T/B/x"):
        add(first_visitor, f"https://{host}")
    kinds = [address.kind for address in clubs_of(first_visitor.app).home.notices.addresses()]
    assert kinds == [Kind.DISCORD, Kind.SLACK]


def test_a_form_that_is_sent_twice_adds_one_address_and_there_is_a_limit(first_visitor, monkeypatch):
    form = first_visitor.get(PAGE).form(PAGE)
    typed = {"address": "https://hooks.example/x", "game_ends": "1"}
    for _ in range(2):
        first_visitor.send(form, **typed)
    assert len(clubs_of(first_visitor.app).home.notices.addresses()) == 1
    monkeypatch.setattr(live, "MAX_ADDRESSES", 1)
    page = add(first_visitor, "https://hooks.example/y")
    assert page.status == 422
    assert "at most 1 addresses" in page.text
    assert page.form(PAGE).fields["address"] == "https://hooks.example/y"


def test_an_address_is_in_no_copy_export_or_answer(first_visitor, receiver, tmp_path):
    add(first_visitor, receiver.url(f"/hook/{SECRET}"))
    file = first_visitor.club.path.with_name(FILE)
    assert file.stat().st_mode & 0o077 == 0
    first_visitor.begin()
    copies = tmp_path / "copies"
    copies.mkdir()
    made = [first_visitor.club.backup(tmp_path / "copy.sqlite3")]
    made.append(daily.copy_daily(first_visitor.club, copies, "scorepad", first_visitor.club.clock.today()))
    assert not [copy for copy in made if SECRET.encode() in copy.read_bytes()]
    # Litestream replicates what is called *.sqlite3 in the folder.
    assert not [each for each in file.parent.glob("*.sqlite3*") if SECRET.encode() in each.read_bytes()]
    for link in re.findall(r'href="(/export/[^"]+)"', first_visitor.get("/export").source):
        assert SECRET.encode() not in first_visitor.client.get(link).data, link
    for page in (PAGE, f"{PAGE}/1", "/", "/api/v1/openapi.json"):
        assert SECRET not in first_visitor.get(page).source


def test_nothing_of_an_address_is_logged(first_visitor, receiver, caplog):
    caplog.set_level("DEBUG")
    receiver.statuses = [500]
    add(first_visitor, receiver.url(f"/hook/{SECRET}"))
    first_visitor.send(first_visitor.get(PAGE).form("/1/test"))
    assert SECRET not in caplog.text


def test_the_file_has_no_name_of_a_person(evening):
    evening.play((6500, 20))
    evening.told()
    evening.told(minutes=2)
    text = evening.notices._path.read_text()
    assert json.loads(text)["log"]
    assert not [name for name in USUAL if name in text]


@pytest.mark.parametrize(
    ("setting", "slug", "policy"),
    [
        ("home", "", Policy.PRIVATE), ("home", "thursday", Policy.PUBLIC), ("public", "", Policy.PUBLIC),
        ("private", "thursday", Policy.PRIVATE), ("off", "", Policy.OFF),
    ],
)  # fmt: skip
def test_whoever_runs_the_server_says_where_clubs_may_send(setting, slug, policy):
    assert Policy.of(setting, slug) is policy


def test_a_club_that_may_not_is_told_so_and_no_forged_form_helps(tmp_path, receiver, monkeypatch):
    monkeypatch.setenv("SCOREPAD_NOTICES", "public")
    with closing(clubs_of(app := create_app(tmp_path))):
        visitor = Visitor(app)
        form = visitor.get(PAGE).form(PAGE)
        assert "may_be_private" not in form.names
        page = visitor.post(PAGE, {**form.fields, "address": receiver.url(), "game_ends": "1", "may_be_private": "1"})
        assert page.status == 422
        assert "may only go into the internet" in page.text
        # An address from before the setting.
        notices = clubs_of(app).home.notices
        monkeypatch.setattr(Notices, "start", lambda self: None)
        notices.add(_address(receiver.url()), "http://h.example")
        outcome = notices._send(live.Waiting("n", 1, Occasion.TEST, ""), notices.address(1), "http://h.example")
        assert isinstance(outcome, SendOutcome)
        assert "may only go into the internet" in outcome.words
        assert "tick" not in outcome.words
        assert receiver.received == []


def test_a_server_may_send_nothing_at_all(tmp_path, receiver, monkeypatch):
    monkeypatch.setenv("SCOREPAD_NOTICES", "off")
    with closing(clubs_of(app := create_app(tmp_path))):
        visitor = Visitor(app)
        page = visitor.get(PAGE)
        assert "This server sends no notices." in page.text
        assert PAGE not in [form.action for form in page.forms]
        notices = clubs_of(app).home.notices
        notices.add(_address(receiver.url()), "http://h.example")
        visitor.begin()
        assert notices._worker is None
    assert receiver.received == []
