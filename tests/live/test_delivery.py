"""Notices are sent to a real server of this machine, and nowhere else than where the owner pointed."""

import json
import socket
import socketserver
import sys
import threading
from email import message_from_string
from email.policy import default
from queue import SimpleQueue

import apprise
import pytest

from scorepad.live import delivery
from scorepad.live.apprise_process import AuditHook, Forbidden
from scorepad.live.delivery import BadAddress, Kind, NoticeTarget, check_address, post, send
from scorepad.live.notice_text import Notice, TypedName
from scorepad.live.reach import Reach, reach_of
from tests.support.receiver import receiving
from tests.support.waiting import PATIENCE

AWKWARD = "Ann_Lee & *Bo* <3 #1 [x](y) @everyone 5 > 3 `z` ~w~ 1. −300 \\o/"
NOTICE = Notice((TypedName(AWKWARD), " won."), "/games/1/result", {"game": {"id": 1}})
URL = "http://h.example/games/1_2/result"


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


def sent(kind, address, *, may_be_private=True):
    return send(NoticeTarget(kind, address, may_be_private), NOTICE, URL, "game_ends", "n1")


def body(target, **more):
    return post(target, b"{}", "application/json", **more)


def test_a_program_gets_the_facts_beside_the_line_with_names_as_they_are(receiver):
    assert sent(Kind.JSON, receiver.url("/hook?token=a_b")) == (True, "200 OK", False)
    got = receiver.next()
    assert got.path == "/hook?token=a_b"
    assert got.document == {
        "id": "n1", "event": "game_ends", "text": f"{AWKWARD} won.", "url": URL, "game": {"id": 1}
    }  # fmt: skip
    assert got.headers["Content-Type"] == "application/json"


def test_every_service_gets_names_as_it_shows_them_unchanged(receiver):
    for kind in (Kind.TEXT, Kind.DISCORD, Kind.SLACK, Kind.MATTERMOST):
        assert sent(kind, receiver.url()).is_sent
    text, *documents = (receiver.next() for _ in range(4))
    discord, slack, mattermost = (got.document for got in documents)
    assert text.body == f"{AWKWARD} won. {URL}"
    assert discord["allowed_mentions"] == {"parse": []}
    assert discord["content"] == (
        "Ann\\_Lee & \\*Bo\\* \\<3 \\#1 \\[x\\]\\(y\\) @\u200beveryone 5 \\> 3 \\`z\\` \\~w\\~ 1\\. −300 \\\\o/"
        f" won. {URL}"
    )
    assert slack["text"].replace("\u200b", "") == (
        f"Ann_Lee &amp; *Bo* &lt;3 #1 [x](y) @everyone 5 &gt; 3 `z` ~w~ 1. −300 \\o/ won. <{URL}>"
    )
    assert "\u200b*\u200bBo\u200b*\u200b" in slack["text"]
    assert mattermost["text"].startswith("Ann\\_Lee & \\*Bo\\* <3 \\#1 \\[x\\]\\(y\\) @\u200beveryone 5 \\> 3")


@pytest.mark.parametrize(
    ("status", "may_retry", "words"),
    [
        (204, False, "204 No Content"),
        (301, False, "301 Moved Permanently. It points to another address"),
        (404, False, "404 Not Found"),
        (429, True, "429 Too Many Requests"),
        (500, True, "500 Internal Server Error"),
        (599, True, "599"),
    ],
)
def test_the_answer_says_whether_to_try_again_and_a_redirect_is_not_followed(receiver, status, may_retry, words):
    receiver.statuses = [status]
    outcome = body(NoticeTarget(Kind.JSON, receiver.url(), True))
    assert (outcome.is_sent, outcome.may_retry) == (status == 204, may_retry)
    assert outcome.words.startswith(words)
    assert [got.path for got in receiver.received] == ["/hook"]


def test_a_server_that_hangs_ends_the_try(receiver):
    outcome = body(NoticeTarget(Kind.JSON, receiver.url("/hang"), True), seconds=0.2)
    assert outcome == (False, "No answer within 0.2 seconds.", True)


def test_a_server_that_never_accepts_ends_the_try():
    with socket.create_server(("127.0.0.1", 0)) as server:
        for scheme in ("http", "https"):
            target = NoticeTarget(Kind.JSON, f"{scheme}://127.0.0.1:{server.getsockname()[1]}/", True)
            # The system makes the connection, and then nothing comes.
            assert body(target, seconds=0.1) == (False, "No answer within 0.1 seconds.", True)


@pytest.mark.parametrize("host", ["no-such-name.invalid", f"{'x' * 64}.example", "a..example"])
def test_a_name_that_nobody_has_is_said(host):
    outcome = body(NoticeTarget(Kind.JSON, f"http://{host}/", True))
    assert (outcome.is_sent, outcome.words) == (False, f"No machine has the name {host}, or the network is down.")


def test_nothing_listens_there():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        target = NoticeTarget(Kind.JSON, f"http://127.0.0.1:{held.getsockname()[1]}/", True)
        assert body(target) == (False, "Nothing answers there: the connection was refused.", True)


def test_what_is_no_web_server_is_said(receiver):
    assert body(NoticeTarget(Kind.JSON, receiver.url(scheme="https"), True)).words == "It does not speak https there."


@pytest.mark.parametrize(
    ("ip", "reach"),
    [
        ("93.184.215.14", Reach.PUBLIC),
        ("2606:2800:21f:cb07::1", Reach.PUBLIC),
        ("127.0.0.1", Reach.PRIVATE),
        ("::1", Reach.PRIVATE),
        ("192.168.1.5", Reach.PRIVATE),
        ("10.0.0.1", Reach.PRIVATE),
        ("100.64.0.1", Reach.PRIVATE),
        ("fd00::1", Reach.PRIVATE),
        ("::ffff:192.168.1.5", Reach.PRIVATE),
        ("64:ff9b::c0a8:105", Reach.PRIVATE),
        ("2002:c0a8:105::1", Reach.PRIVATE),
        ("0.0.0.0", Reach.NEVER),
        ("::", Reach.NEVER),
        ("169.254.169.254", Reach.NEVER),
        ("::ffff:169.254.169.254", Reach.NEVER),
        ("fe80::1%eth0", Reach.NEVER),
        ("224.0.0.1", Reach.NEVER),
    ],
)
def test_where_an_address_leads(ip, reach):
    assert reach_of(ip) is reach


def test_a_name_is_checked_when_the_connection_is_made(receiver, monkeypatch):
    looked_up = []

    def look_up(host, port, **options):
        looked_up.append(host)
        # A name of the internet that leads into the private network, as in DNS rebinding.
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(delivery.socket, "getaddrinfo", look_up)
    address = receiver.url().replace("127.0.0.1", "hooks.example")
    assert check_address(NoticeTarget(Kind.JSON, address, False)) == f"hooks.example:{receiver.server_port}"
    outcome = body(NoticeTarget(Kind.JSON, address, False))
    assert outcome.words == (
        "hooks.example (127.0.0.1) is in a private network. If it is yours, tick “It is in my own network”."
    )
    assert (outcome.is_sent, outcome.may_retry, receiver.received) == (False, False, [])
    assert looked_up == ["hooks.example"]


def test_an_address_with_a_private_one_among_others_goes_only_to_the_others(monkeypatch):
    tried = []

    def look_up(host, port, **options):
        ips = ("127.0.0.1", "169.254.169.254", "203.0.113.7", "8.8.8.8")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in ips]

    def connect(place, timeout):
        tried.append(place[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(delivery.socket, "getaddrinfo", look_up)
    monkeypatch.setattr(delivery.socket, "create_connection", connect)
    assert body(NoticeTarget(Kind.JSON, "https://hooks.example/", False)).may_retry
    # 203.0.113.0/24 is for documentation, and no address of the internet.
    assert tried == ["8.8.8.8"]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "Paste the whole address"),
        ("http://a b", "Paste the whole address"),
        ("http://h.example/\nX-Evil: 1", "Paste the whole address"),
        ("https://h.example/" + "x" * 1000, "at most 1,000 letters"),
        ("hooks.example/x", "not the address of a web page"),
        ("ftp://h.example/", "not the address of a web page"),
        ("http:///x", "not the address of a web page"),
        ("http://h.example:99999/", "not the address of a web page"),
        ("http://[::1/", "not the address of a web page"),
        ("http://127.0.0.1/", "in a private network"),
        ("http://localhost:8123/", "in a private network"),
        ("http://homeassistant.local/", "in a private network"),
        ("http://nas/", "in a private network"),
        ("http://[::ffff:10.0.0.1]/", "in a private network"),
        ("http://169.254.169.254/latest", "nothing is sent there"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_in_words(address, words):
    with pytest.raises(BadAddress) as refused:
        check_address(NoticeTarget(Kind.JSON, address, False))
    assert words in str(refused.value)


def test_only_the_host_of_an_address_is_shown():
    address = "https://user:word@hooks.example:8443/services/T1/B2/secret?token=3"
    assert check_address(NoticeTarget(Kind.JSON, address, False)) == "hooks.example:8443"
    assert check_address(NoticeTarget(Kind.JSON, "http://[fd00::5]/x", True)) == "[fd00::5]"


def test_a_login_in_the_address_is_sent_as_a_header(receiver):
    assert body(NoticeTarget(Kind.JSON, receiver.url().replace("//", "//ann:p%40ss@"), True)).is_sent
    got = receiver.next()
    assert (got.headers["Authorization"], got.headers["Host"]) == (
        "Basic YW5uOnBAc3M=", f"127.0.0.1:{receiver.server_port}",
    )  # fmt: skip


# Apprise, the version that is locked, in its own process


def test_apprise_sends_the_text_as_it_is_to_programs_and_ntfy(receiver):
    for address in (receiver.url("/a", "json"), receiver.url("/topic", "ntfy")):
        assert sent(Kind.APPRISE, address).is_sent
    messages = [receiver.next().document["message"] for _ in range(2)]
    assert messages == [f"{AWKWARD} won. {URL}"] * 2


def test_apprise_gets_the_marks_of_a_service_written_for_it(receiver):
    address = receiver.url("/0123456789abcdef0123456789abcdef", "mmost")
    assert sent(Kind.APPRISE, address) == (True, "Mattermost took it.", False)
    # Its own conversion to Markdown would put backslashes into the link.
    rocket = f"rocket://abcdefghijklmno/abcdefghijk@127.0.0.1:{receiver.server_port}/%23chan"
    assert sent(Kind.APPRISE, rocket).is_sent
    for got in (receiver.next(), receiver.next()):
        assert got.document["text"].startswith("Ann\\_Lee & \\*Bo\\* <3")
        assert got.document["text"].endswith(f" won. {URL}")


class _Mailbox(socketserver.StreamRequestHandler):
    """As much of SMTP as takes one mail."""

    def handle(self):
        mail, is_data = [], False
        self._say("220 here")
        for line in self.rfile:
            text = line.decode().rstrip("\r\n")
            if is_data and text == ".":
                self.server.mails.put(message_from_string("\n".join(mail), policy=default))
                is_data = False
            elif is_data:
                # A dot that begins a line is doubled.
                mail.append(text.removeprefix("."))
                continue
            elif text.lower() == "data":
                is_data = True
            self._say("354 go on" if is_data else "250-here\r\n250 AUTH PLAIN" if text[:4] == "ehlo" else "250 done")

    def _say(self, text):
        self.wfile.write(f"{text}\r\n".encode())


def test_apprise_sends_mail_with_the_line_as_its_subject():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Mailbox) as server:
        server.daemon_threads, server.mails = True, SimpleQueue()
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        port = server.server_address[1]
        address = f"mailto://127.0.0.1:{port}?smtp=127.0.0.1&to=ann@b.example&from=club@b.example"
        assert sent(Kind.APPRISE, address) == (True, "E-Mail took it.", False)
        mail = server.mails.get(timeout=PATIENCE)
        server.shutdown()
        thread.join()
    assert mail["Subject"] == f"{AWKWARD} won."
    assert mail.get_content().strip() == f"{AWKWARD} won. {URL}"


def test_apprise_follows_no_redirect_even_if_the_address_asks_for_it(receiver):
    receiver.statuses = [302]
    outcome = sent(Kind.APPRISE, receiver.url("/a?redirect=yes", "json"))
    assert not outcome.is_sent
    assert outcome.words.startswith("302 Found")
    assert [got.path for got in receiver.received] == ["/a"]


@pytest.mark.parametrize(
    ("may_allow_it", "sentence"),
    [
        (True, "This address is in a private network. If it is yours, tick “It is in my own network”."),
        (
            False,
            "This address is in a private network. Notices of this club may only go into the internet, says whoever "
            "runs this server.",
        ),
    ],
)
def test_apprise_connects_to_no_private_address_unless_the_owner_allows_it(receiver, may_allow_it, sentence):
    target = NoticeTarget(Kind.APPRISE, receiver.url("/a", "json"), False, may_allow_it)
    outcome = send(target, NOTICE, URL, "game_ends", "n1")
    assert outcome.words == sentence
    assert (outcome.is_sent, outcome.may_retry, receiver.received) == (False, False, [])


def test_apprise_says_what_came_back_and_tries_again_where_that_may_help(receiver):
    receiver.statuses = [404, 503]
    outcomes = [sent(Kind.APPRISE, receiver.url("/a", "json")) for _ in range(2)]
    assert outcomes == [(False, "404 Not Found", False), (False, "503 Service Unavailable", True)]


@pytest.mark.parametrize(
    ("event", "arguments"),
    [
        ("open", ("/etc/passwd", "r", 0)),
        ("open", (f"{sys.prefix}/../secret", "r", 0)),
        ("open", (f"{sys.prefix}-other/secret", "r", 0)),
        ("subprocess.Popen", ("sh",)),
        ("os.system", (b"true",)),
        ("socket.connect", (None, ("192.168.1.5", 80))),
        ("socket.connect", (None, ("::ffff:127.0.0.1", 80, 0, 0))),
        ("socket.connect", (None, "/run/a.socket")),
        ("socket.connect", (None, ("a-name.example", 80))),
        ("socket.sendto", (None, ("169.254.169.254", 53))),
    ],
)
def test_the_process_of_apprise_may_do_nothing_but_send(event, arguments):
    with pytest.raises(Forbidden):
        AuditHook(may_be_private=False)(event, arguments)


def test_the_process_of_apprise_may_read_python_and_reach_the_internet():
    hook = AuditHook(may_be_private=False)
    for event, arguments in (
        ("open", (json.__file__, "r", 0)),
        ("open", (apprise.__file__, "r", 0)),
        ("open", (3, "r", 0)),
        ("socket.connect", (None, ("8.8.8.8", 443))),
        ("import", ("json",)),
    ):
        hook(event, arguments)
    AuditHook(may_be_private=True)("socket.connect", (None, ("192.168.1.5", 80)))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("syslog://", "on the machine that runs Scorepad"),
        ("nothing://x", "Apprise does not know this address"),
        ("hooks.example", "begins with the name of its service"),
    ],
)
def test_an_address_that_apprise_cannot_use_is_refused_in_words(address, words):
    with pytest.raises(BadAddress) as refused:
        check_address(NoticeTarget(Kind.APPRISE, address, True))
    assert words in str(refused.value)


def test_of_an_apprise_address_only_the_service_is_shown():
    address = "tgram://123456789:abcdefg_hijklmnop/12315544/"
    assert check_address(NoticeTarget(Kind.APPRISE, address, False)) == "Telegram"


def test_without_apprise_its_address_is_refused_with_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "apprise", None)
    monkeypatch.setattr(delivery, "find_spec", lambda name: None)
    with pytest.raises(BadAddress, match=r"pip install 'scorepad\[notices\]'"):
        check_address(NoticeTarget(Kind.APPRISE, "tgram://1:a/2/", True))
    assert "pip install" in sent(Kind.APPRISE, "tgram://1:a/2/").words
