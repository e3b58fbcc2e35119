"""Sends one notice by Apprise, in a process of its own: reads a task from standard input, and writes an answer.

Apprise knows about 150 services, and each connects by itself. So Python's audit hooks watch what this process does:
connections are checked when they are made, no file is opened but Python's own, and no other program is started.
"""

import json
import logging
import os
import re
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from scorepad.live.reach import Reach, reach_of

LOCAL = frozenset("blink1 dbus gio glib gnome kde macosx qt syslog windows".split())  # noqa: SIM905  # one line each would be longer
"""Services that show messages on this machine."""

DISCORDS = frozenset("discord fluxer guilded revolt stoat".split())  # noqa: SIM905  # one line each would be longer
"""Services that take any text for the marks of Discord, whatever Apprise says."""

MARKDOWNS = frozenset("hassio hassios mmost mmosts nctalk nctalks zulip".split())  # noqa: SIM905  # one line each would be longer
"""Services that take any text for Markdown, whatever Apprise says."""

MAILS = frozenset(
    "azure brevo mailersend mailgun mailto mailtos o365 postmark resend sendgrid ses smtp2go sparkpost".split()  # noqa: SIM905
)
"""Services that send mail, which needs a subject. Elsewhere a title would only repeat the line."""

LONGEST_SUBJECT = 150
_STATUS = re.compile(r"error=([1-5][0-9]{2})\b")


class Forbidden(PermissionError):
    """What this process may not do."""


def main() -> None:
    task = json.load(sys.stdin)
    # Libraries may print.
    out, sys.stdout = sys.stdout, sys.stderr
    answer = carry_out(task)
    out.write(json.dumps(answer))
    out.flush()
    # Threads that a library left behind would keep this process.
    os._exit(0)


def carry_out(task: dict[str, Any]) -> dict[str, Any]:
    """Check an address, or send `texts` to it. The answer has the service's name, or a fault."""
    if hasattr(os, "nice"):
        os.nice(10)
    watch = AuditHook(may_be_private=bool(task.get("may_be_private")))
    import apprise

    logs = _Statuses()
    logging.getLogger("apprise").addHandler(logs)
    asset = apprise.AppriseAsset(
        async_mode=False, http_redirects=False, interpret_emojis=False, storage_mode="memory", plugin_paths=None
    )
    schema = task["address"].partition("://")[0].lower()
    if schema in LOCAL:
        return {"fault": "local"}
    sys.addaudithook(watch)
    service = apprise.Apprise.instantiate(task["address"], asset=asset, suppress_exceptions=True)
    if not isinstance(service, apprise.NotifyBase):
        return {"fault": "unknown"}
    name = str(service.service_name)
    if "texts" not in task:
        return {"service": name}
    # The address might ask for both.
    service.redirects = service.interpret_emojis = False
    # Not converted: the text is in the format that the service is sent.
    body_format = service.resolve_format(apprise.NotifyFormat.TEXT)
    text = task["texts"][_markup(schema, str(body_format.value))]
    sender = apprise.Apprise(asset=asset)
    sender.add(service)
    title = task["subject"][:LONGEST_SUBJECT] if schema in MAILS else ""
    if sender.notify(body=text, title=title, body_format=body_format):
        return {"service": name}
    if watch.refused_private:
        return {"fault": "private"}
    return {"fault": "not sent", "status": logs.status}


def _markup(schema: str, body_format: str) -> str:
    """Which of the texts a service gets."""
    if body_format in ("html", "markdown"):
        return body_format
    return "discord" if schema in DISCORDS else "markdown" if schema in MARKDOWNS else "plain"


class _Statuses(logging.Handler):
    """Remembers the last HTTP status that Apprise logged. The rest of its sentences may hold secrets."""

    status = 0

    def emit(self, record: logging.LogRecord) -> None:
        if match := _STATUS.search(record.getMessage()):
            self.status = int(match[1])


class AuditHook:
    """An audit hook, which refuses what sending a notice does not need."""

    def __init__(self, *, may_be_private: bool) -> None:
        self._may_be_private = may_be_private
        self.refused_private = False
        packages = str(Path(find_spec("apprise").origin).parent.parent)  # type: ignore[union-attr, arg-type]
        own = {sys.prefix, sys.base_prefix, str(Path(os.__file__).parent), packages, "/usr/share/zoneinfo"}
        self._own = tuple(f"{os.path.realpath(folder).rstrip(os.sep)}{os.sep}" for folder in own)

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if event in ("socket.connect", "socket.sendto"):
            self._check_connection(args[1])
        elif event == "open":
            self._check_file(args[0])
        elif event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "pty.spawn"):
            raise Forbidden("no other program")

    def _check_connection(self, address: Any) -> None:
        if not isinstance(address, tuple):
            raise Forbidden("no socket of this machine")
        try:
            reach = reach_of(str(address[0]))
        except ValueError:
            # A name that was not looked up yet: its IP address would escape the check.
            raise Forbidden("no name") from None
        if reach is Reach.NEVER or (reach is Reach.PRIVATE and not self._may_be_private):
            self.refused_private = True
            raise Forbidden("no private address")

    def _check_file(self, file: Any) -> None:
        if not isinstance(file, (str, bytes, os.PathLike)):
            return
        with suppress(OSError, ValueError):
            path = os.path.realpath(os.fsdecode(file))
            if path.startswith(self._own) or path == os.devnull:
                return
        raise Forbidden("no file")
