"""Sends one notice to one address, and says what came back.

An address is typed by an owner, who may not be the owner of this machine. So the server goes only where the address
points: each IP address is checked when the connection is made, no redirect is followed, and of an answer only its
status is read. Nothing here knows games. docs/why/notices.md says why.
"""

import base64
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from http import HTTPStatus
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from scorepad.live import notice_text
from scorepad.live.notice_text import Notice
from scorepad.live.reach import Reach, reach_of

SECONDS = 10.0
"""The most seconds that one delivery may take, from the connection to the status."""

SECONDS_OF_APPRISE = 25.0
"""As above for Apprise, whose process has to start first, and which may ask a service more than once."""

LONGEST_ADDRESS = 1_000
_LONGEST_HEAD = 8_192
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: |\r|\n)")
_HOST = re.compile(r"[a-z0-9_.-]{1,253}|[0-9a-f:.]{2,45}", re.IGNORECASE)

_INSTALL = "Whoever runs Scorepad can install it: pip install 'scorepad[notices]'"
_FIXED = "This image does not have it, and docs/notices.md says how to make one that does."


class BadAddress(ValueError):
    """An address that cannot be used. The message says why, and what would be right."""


class Kind(StrEnum):
    """What an address expects: a format of its own, or what Apprise makes of it."""

    JSON = "json"
    TEXT = "text"
    DISCORD = "discord"
    SLACK = "slack"
    MATTERMOST = "mattermost"
    APPRISE = "apprise"


class SendOutcome(NamedTuple):
    """What came of a delivery, in words. If it was not sent, whether a later try may help."""

    is_sent: bool
    words: str
    may_retry: bool = False


class NoticeTarget(NamedTuple):
    """Where a notice goes. `may_be_private` is whether the owner allowed an address of a private network.

    `may_allow_it` is whether the owner could: otherwise nobody is advised to.
    """

    kind: Kind
    address: str
    may_be_private: bool
    may_allow_it: bool = True


# ---- Which addresses are allowed


def why_not(host: str, text: str, target: NoticeTarget) -> str:
    """Why nothing is sent to an IP address of a host, as a sentence; "" if it is allowed."""
    reach = reach_of(text)
    where = host if host == text else f"{host} ({text})"
    if reach is Reach.NEVER:
        return f"{where} is no address of a machine in a network, so nothing is sent there."
    if reach is Reach.PRIVATE and not target.may_be_private:
        return _is_private(where, target)
    return ""


def _is_private(where: str, target: NoticeTarget) -> str:
    if target.may_allow_it:
        return f"{where} is in a private network. If it is yours, tick “It is in my own network”."
    return (
        f"{where} is in a private network. Notices of this club may only go into the internet, says whoever runs this "
        "server."
    )


def check_address(target: NoticeTarget) -> str:
    """Check an address as far as that is possible without the network, and return what its page shows of it.

    Raises BadAddress.
    """
    kind, address = target.kind, target.address
    if not re.fullmatch(r"[!-~]+", address):
        raise BadAddress("Paste the whole address. It has no blanks and only plain letters, digits and signs.")
    if len(address) > LONGEST_ADDRESS:
        raise BadAddress(f"An address has at most {LONGEST_ADDRESS:,} letters.")
    if kind is Kind.APPRISE:
        return _check_apprise(target)
    parts, host = parse(address)
    try:
        sentence = why_not(host, host, target)
    except ValueError:
        is_own = host == "localhost" or host.endswith((".localhost", ".local", ".lan", ".internal", ".home.arpa"))
        is_own = is_own or "." not in host
        sentence = _is_private(host, target) if is_own and not target.may_be_private else ""
    if sentence:
        raise BadAddress(sentence)
    port = f":{parts.port}" if parts.port else ""
    return f"{f'[{host}]' if ':' in host else host}{port}"


def parse(address: str) -> tuple[SplitResult, str]:
    """Return the parts of a web address, and its host. Raises BadAddress."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise BadAddress(_NO_WEB_ADDRESS) from None
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(host):
        raise BadAddress(_NO_WEB_ADDRESS)
    return parts, host


_NO_WEB_ADDRESS = (
    "This is not the address of a web page: it begins with https:// or http://, such as "
    "https://ha.example/api/webhook/… Other addresses, such as tgram://…, are for Apprise."
)


# ---- What is sent


def send(target: NoticeTarget, notice: Notice, url: str, moment: str, number: str) -> SendOutcome:
    """Send a notice, with the `url` that it links to. `number` is the same in each try, so that programs know it."""
    if target.kind is Kind.APPRISE:
        texts = {name: f"{notice.text(markup)} {url}" for name, markup in _MARKUPS.items()}
        return _send_by_apprise(target, texts, notice.text())
    if target.kind is Kind.TEXT:
        return post(target, f"{notice.text()} {url}".encode(), "text/plain; charset=utf-8")
    if target.kind is Kind.JSON:
        document: Mapping[str, Any] = {"id": number, "event": moment, "text": notice.text(), "url": url, **notice.facts}
    elif target.kind is Kind.DISCORD:
        document = {"content": f"{notice.text(notice_text.discord)} {url}", "allowed_mentions": {"parse": []}}
    elif target.kind is Kind.SLACK:
        document = {"text": f"{notice.text(notice_text.slack)} <{url}>"}
    else:
        document = {"text": f"{notice.text(notice_text.markdown)} {url}"}
    return post(target, json.dumps(document, ensure_ascii=False).encode(), "application/json")


_MARKUPS: Mapping[str, Callable[[str], str]] = {
    "plain": str,
    "discord": notice_text.discord,
    "markdown": notice_text.markdown,
    "html": notice_text.html,
}


# ---- By HTTP


def post(target: NoticeTarget, body: bytes, content_type: str, *, seconds: float | None = None) -> SendOutcome:
    """Post a body, and return what came back, within `seconds` (default: SECONDS), apart from looking up the name."""
    parts, host = parse(target.address)
    seconds = seconds or SECONDS
    ends = time.monotonic() + seconds
    try:
        with _connect(parts, host, target, ends) as connection:
            connection.settimeout(_left(ends))
            connection.sendall(_request(parts, body, content_type) + body)
            return _outcome(_read_status(connection, ends))
    except BadAddress as error:
        return SendOutcome(False, str(error))
    except TimeoutError:
        return SendOutcome(False, f"No answer within {seconds:g} seconds.", may_retry=True)
    except (socket.gaierror, UnicodeError):
        return SendOutcome(False, f"No machine has the name {host}, or the network is down.", may_retry=True)
    except ssl.SSLCertVerificationError:
        return SendOutcome(False, "Its certificate is not valid, so nothing was sent.", may_retry=True)
    except ssl.SSLError:
        return SendOutcome(False, "It does not speak https there.", may_retry=True)
    except ConnectionRefusedError:
        return SendOutcome(False, "Nothing answers there: the connection was refused.", may_retry=True)
    except OSError as error:
        return SendOutcome(False, f"The connection failed: {error.strerror or 'it was closed'}.", may_retry=True)


def _left(ends: float) -> float:
    """The seconds until `ends`. Raises TimeoutError if there are none."""
    if (left := ends - time.monotonic()) <= 0:
        raise TimeoutError
    return left


def _connect(parts: SplitResult, host: str, target: NoticeTarget, ends: float) -> socket.socket:
    """Connect to the first IP address of a host that is allowed and answers. Raises BadAddress and OSError.

    The connection is made to the IP address that was checked: the name is not looked up a second time.
    """
    is_secure = parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    found = dict.fromkeys(str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    sentences = {text: why_not(host, text, target) for text in found}
    allowed = [text for text, sentence in sentences.items() if not sentence]
    if not allowed:
        raise BadAddress(next(iter(sentences.values()), f"No machine has the name {host}."))
    fault: OSError = ConnectionRefusedError()
    for text in allowed:
        try:
            connection = socket.create_connection((text, port), _left(ends))
        except OSError as error:
            fault = error
            continue
        if not is_secure:
            return connection
        try:
            connection.settimeout(_left(ends))
            return ssl.create_default_context().wrap_socket(connection, server_hostname=host)
        except BaseException:
            connection.close()
            raise
    raise fault


def _request(parts: SplitResult, body: bytes, content_type: str) -> bytes:
    path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {parts.netloc.rpartition('@')[2]}",
        "User-Agent: Scorepad",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    if parts.username is not None:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        lines.append(f"Authorization: Basic {base64.b64encode(login.encode()).decode()}")
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _read_status(connection: socket.socket, ends: float) -> int:
    """Return the status of the answer, 0 if there is none. Nothing else of it is read."""
    head = b""
    while b"\n" not in head and len(head) < _LONGEST_HEAD:
        connection.settimeout(_left(ends))
        if not (more := connection.recv(1_024)):
            break
        head += more
    match = _STATUS.match(head)
    return int(match[1]) if match else 0


def _outcome(status: int) -> SendOutcome:
    if not status:
        return SendOutcome(False, "It did not answer as a web server does.", may_retry=True)
    try:
        words = f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        words = str(status)
    if 200 <= status < 300:
        return SendOutcome(True, words)
    if 300 <= status < 400:
        return SendOutcome(
            False, f"{words}. It points to another address, which Scorepad does not follow: type that one."
        )
    return SendOutcome(False, words, may_retry=status >= 500 or status in (408, 425, 429))


# ---- By Apprise, in a process of its own: it cannot slow a tap, has a time limit, and may not do what it does not need


def has_apprise() -> bool:
    """Whether Apprise is installed."""
    return find_spec("apprise") is not None


def how_to_install() -> str:
    """How Apprise is installed, as a sentence. Nothing can be installed into a read-only image."""
    return _INSTALL if os.access(sysconfig.get_path("purelib"), os.W_OK) else _FIXED


def _check_apprise(target: NoticeTarget) -> str:
    if not has_apprise():
        raise BadAddress(f"This address needs Apprise, which is not installed here. {how_to_install()}")
    if "://" not in target.address:
        raise BadAddress("An address for Apprise begins with the name of its service, such as tgram:// or ntfys://")
    answer = _ask_apprise({"address": target.address})
    if fault := answer.get("fault"):
        raise BadAddress(_fault(fault, target))
    return str(answer["service"])


_FAULTS = {
    "unknown": "Apprise does not know this address. Its documentation says how the addresses of each service look.",
    "local": "This address shows messages on the machine that runs Scorepad. Nobody would see them there.",
    "time": f"Apprise did not answer within {SECONDS_OF_APPRISE:.0f} seconds. Try again.",
    "failed": "Apprise could not be started. Whoever runs Scorepad finds out more with: python -m apprise --version",
    "not sent": "The service did not take it.",
}


def _fault(fault: str, target: NoticeTarget) -> str:
    return _is_private("This address", target) if fault == "private" else _FAULTS[fault]


def _send_by_apprise(target: NoticeTarget, texts: Mapping[str, str], subject: str) -> SendOutcome:
    if not has_apprise():
        return SendOutcome(False, f"Apprise is no longer installed. {how_to_install()}")
    task = {"texts": texts, "subject": subject, "may_be_private": target.may_be_private}
    answer = _ask_apprise({"address": target.address, **task})
    if "service" in answer:
        return SendOutcome(True, f"{answer['service']} took it.")
    status = answer.get("status", 0)
    if answer["fault"] == "not sent" and status:
        return _outcome(status)._replace(is_sent=False)
    return SendOutcome(False, _fault(answer["fault"], target), may_retry=answer["fault"] in ("not sent", "time"))


_PROGRAM = "from scorepad.live.apprise_process import main; main()"


def _ask_apprise(task: Mapping[str, Any]) -> dict[str, Any]:
    # A proxy would decide itself where to connect.
    environ = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    command = [sys.executable, "-c", _PROGRAM]
    try:
        done = subprocess.run(  # noqa: S603  # our own program
            command, input=json.dumps(task), env=environ, capture_output=True, text=True, encoding="utf-8",
            timeout=SECONDS_OF_APPRISE, check=False,
        )  # fmt: skip
        answer: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return {"fault": "time"}
    except (OSError, ValueError):
        return {"fault": "failed"}
    return answer
