"""Reads Scorepad's environment variables, and explains which values are not valid. `SETTINGS` lists them all.

`scorepad config` prints this list, `scorepad serve` takes its options from it, and docs/hosting.md shows it as a table.
`scorepad.paths` reads `$SCOREPAD_INSTANCE`.
"""

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scorepad import ScorepadError, paths
from scorepad.numbers import whole_number
from scorepad.paths import FolderError

MAX_PROXIES = 10
MAX_PHONES_PER_LINK = 1000
DEFAULT_PORT = 8484
LAST_PORT = 65535
DEFAULT_CLUBS = 1000
MAX_CLUBS = 999_999
LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")
NOTICES = ("home", "public", "private", "off")
LOCAL = "local"
"""The value of `$SCOREPAD_METRICS` that lets programs on this machine read them."""

_LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"(\*\.)?{_LABEL}(\.{_LABEL})*")
"""A name in `SCOREPAD_HOSTS`; `*.` stands for every name below it."""
_PATH = re.compile("(/[A-Za-z0-9._~-]{1,60}){0,5}")
"""The path after such a name, "" if there is none."""
_OWNERS = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z0-9-]{1,60})=(?P<users>[!-+\--~]+(,[!-+\--~]+)*)( +from +(?P<proxies>[0-9A-Fa-f.:/,]+))?"
)
"""The value of `$SCOREPAD_OWNER_HEADER`: a header, users in visible ASCII, and the addresses of proxies."""
_TOKEN = re.compile("[A-Za-z0-9._~+/=-]{16,200}")


class SettingError(ScorepadError):
    """A setting that is not valid. The message is meant for users."""


def port(environ: Mapping[str, str] = os.environ) -> int:
    """`$SCOREPAD_PORT`: the port to serve at, 0 for any free one. Default: 8484. Raises SettingError."""
    text = environ.get("SCOREPAD_PORT", "").strip()
    return port_number(text, least=0) if text else DEFAULT_PORT


def port_number(text: str, least: int = 1) -> int:
    """Parse a port from `least` to 65535. Raises SettingError for anything else."""
    number = whole_number(text, least, LAST_PORT)
    if number is None:
        raise SettingError(f"A port is a whole number from {least} to {LAST_PORT}, not {quoted(text)}.")
    return number


def address(environ: Mapping[str, str] = os.environ) -> str:
    """`$SCOREPAD_ADDRESS`: the one IP address to listen at. Default: "", for all. Raises SettingError."""
    text = environ.get("SCOREPAD_ADDRESS", "").strip()
    try:
        return str(ipaddress.ip_address(text)) if text else ""
    except ValueError:
        raise SettingError(
            f"SCOREPAD_ADDRESS is an IP address of this machine, such as 127.0.0.1, not {quoted(text)}."
        ) from None


def log_level(environ: Mapping[str, str] = os.environ) -> str:
    """`$SCOREPAD_LOG_LEVEL`: the lowest level that is logged. Default: warning. Raises SettingError."""
    return _word(environ, "SCOREPAD_LOG_LEVEL", LEVELS, default="warning")


def log_format(environ: Mapping[str, str] = os.environ) -> str:
    """`$SCOREPAD_LOG_FORMAT`: text, or json for one object per line. Default: text. Raises SettingError."""
    return _word(environ, "SCOREPAD_LOG_FORMAT", FORMATS, default="text")


def access_log(environ: Mapping[str, str] = os.environ) -> bool:
    """`$SCOREPAD_ACCESS_LOG`: whether every request is logged. Default: no. Raises SettingError."""
    return _switch(environ, "SCOREPAD_ACCESS_LOG")


def proxies(environ: Mapping[str, str] = os.environ) -> int:
    """`$SCOREPAD_PROXIES`: how many reverse proxies to trust. Default: 0. Raises SettingError."""
    return _number(environ, "SCOREPAD_PROXIES", default=0, least=0, most=MAX_PROXIES)


def phones_per_link(environ: Mapping[str, str] = os.environ) -> int | None:
    """`$SCOREPAD_PHONES_PER_LINK`: how many phones one link admits, except the owner's link. Raises SettingError.

    Default: None, which stands for 100 that keep score, and 200 that watch or read.
    """
    name = "SCOREPAD_PHONES_PER_LINK"
    if not environ.get(name, "").strip():
        return None
    return _number(environ, name, default=0, least=1, most=MAX_PHONES_PER_LINK)


def import_size(environ: Mapping[str, str] = os.environ) -> int:
    """`$SCOREPAD_IMPORT_SIZE`: the largest file, in MiB, that a page imports. Default: 20. Raises SettingError."""
    return _number(environ, "SCOREPAD_IMPORT_SIZE", default=20, least=1, most=500)


def hosts(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """`$SCOREPAD_HOSTS`: additional host names to answer to, in lower case. Default: none.

    `*.example.org` stands for every name below example.org. Raises SettingError.
    """
    return tuple(name for name, _ in _hosts(environ))


def public_names(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The names of `hosts` for links, each with the path below which a proxy serves Scorepad, if there is one."""
    return tuple(name + path for name, path in _hosts(environ) if not name.startswith("*."))


def _hosts(environ: Mapping[str, str]) -> list[tuple[str, str]]:
    found = []
    for text in filter(None, map(str.strip, environ.get("SCOREPAD_HOSTS", "").split(","))):
        name, slash, path = text.partition("/")
        name, path = name.rstrip(".").lower(), (slash + path).rstrip("/")
        if not _NAME.fullmatch(name) or not _PATH.fullmatch(path):
            raise SettingError(
                f"SCOREPAD_HOSTS lists names such as scores.example.org, *.example.org or example.org/score, with "
                f"commas between them, without http:// and without a port. {quoted(text)} is not such a name."
            )
        found.append((name, path))
    return found


def development(environ: Mapping[str, str] = os.environ) -> bool:
    """`$SCOREPAD_DEVELOPMENT`: whether the design page is enabled. Default: no. Raises SettingError."""
    return _switch(environ, "SCOREPAD_DEVELOPMENT")


def open_house(environ: Mapping[str, str] = os.environ) -> bool:
    """`$SCOREPAD_OPEN`: whether visitors may start clubs. Default: no. Raises SettingError."""
    return _switch(environ, "SCOREPAD_OPEN")


def most_clubs(environ: Mapping[str, str] = os.environ) -> int:
    """`$SCOREPAD_OPEN_CLUBS`: with this many clubs, visitors can start no more. Default: 1000. Raises SettingError."""
    return _number(environ, "SCOREPAD_OPEN_CLUBS", default=DEFAULT_CLUBS, least=1, most=MAX_CLUBS)


@dataclass(frozen=True, slots=True)
class OwnerHeader:
    """The header by which a proxy names a club's owner: `users` are the values, sent from one of `proxies`."""

    name: str
    users: frozenset[str]
    proxies: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def key(self) -> str:
        """Its key in the environment of a request."""
        return f"HTTP_{self.name.upper().replace('-', '_')}"


def owner_header(environ: Mapping[str, str] = os.environ) -> OwnerHeader | None:
    """`$SCOREPAD_OWNER_HEADER`: whom a proxy's header makes an owner. Default: None, nobody. Raises SettingError."""
    text = environ.get("SCOREPAD_OWNER_HEADER", "").strip()
    if not text:
        return None
    match = _OWNERS.fullmatch(text)
    try:
        proxies_here = match and tuple(map(ipaddress.ip_network, (match["proxies"] or "127.0.0.0/8,::1").split(",")))
    except ValueError:
        proxies_here = None
    if not match or not proxies_here:
        raise SettingError(
            "SCOREPAD_OWNER_HEADER is a header and who is an owner, such as Remote-User=ann or Remote-User=ann,bob. If "
            "the proxy is another machine, its address or network follows: Remote-User=ann from 172.18.0.0/16. "
            f"{quoted(text)} is not that."
        )
    if not proxies(environ):
        raise SettingError("SCOREPAD_OWNER_HEADER needs a proxy to trust: set SCOREPAD_PROXIES to 1 or more too.")
    return OwnerHeader(match["name"], frozenset(match["users"].split(",")), proxies_here, text)


def metrics(environ: Mapping[str, str] = os.environ) -> str:
    """`$SCOREPAD_METRICS`: who may read `/metrics`. Default: "", for nobody. Raises SettingError.

    `LOCAL` stands for programs on this machine; anything else is the token of those who may.
    """
    text = environ.get("SCOREPAD_METRICS", "").strip()
    if text.lower() in ("", LOCAL):
        return text.lower()
    if not _TOKEN.fullmatch(text):
        # It may be a secret, so it is not quoted.
        raise SettingError(
            "SCOREPAD_METRICS is local, or a token of 16 to 200 characters: letters A to Z, digits and . _ ~ + / = -"
        )
    return text


def notices(environ: Mapping[str, str] = os.environ) -> str:
    """`$SCOREPAD_NOTICES`: where clubs may send notices; see `live.notices`. Default: home. Raises SettingError."""
    return _word(environ, "SCOREPAD_NOTICES", NOTICES, default="home")


def copies_folder(home: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """`$SCOREPAD_COPIES`: the folder of the daily copies. Default: `copies` in the instance folder `home`.

    Raises SettingError.
    """
    text = environ.get("SCOREPAD_COPIES", "").strip()
    try:
        return Path(text).expanduser().absolute() if text else home / "copies"
    except RuntimeError:
        message = f"SCOREPAD_COPIES is {quoted(text)}, but no user of that name has a home folder here."
        raise SettingError(message) from None


def quoted(text: str) -> str:
    """User input in quotation marks, shortened, and safe to print on a terminal."""
    shown = text if len(text) <= 40 else text[:40] + "…"
    return "“" + "".join(c if c.isprintable() else "�" for c in shown) + "”"


def _number(environ: Mapping[str, str], name: str, *, default: int, least: int, most: int) -> int:
    text = environ.get(name, "").strip()
    number = whole_number(text, least, most) if text else default
    if number is None:
        raise SettingError(f"{name} is a whole number from {least} to {most}, not {quoted(text)}.")
    return number


def _switch(environ: Mapping[str, str], name: str) -> bool:
    return bool(_number(environ, name, default=0, least=0, most=1))


def _word(environ: Mapping[str, str], name: str, words: tuple[str, ...], *, default: str) -> str:
    text = environ.get(name, "").strip().lower() or default
    if text not in words:
        raise SettingError(f"{name} is {', '.join(words[:-1])} or {words[-1]}, not {quoted(text)}.")
    return text


# All settings of Scorepad: the variable and option of each, its default, and what it does.
#
# `scorepad config` prints this list, `scorepad serve` takes its options from it, and docs/hosting.md shows it as a
# table.


Environ = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its environment variable, and the option of `scorepad serve` that overrides it, "" if there is none.

    `read` returns its value, or raises SettingError or FolderError with a message.
    """

    name: str
    option: str
    default: str
    meaning: str
    read: Callable[[Environ], object]
    is_secret: bool = False
    """Whether a value that is not valid may be one that nobody should see."""

    @property
    def parameter(self) -> str:
        """The name of its option as a Python parameter."""
        return self.option.removeprefix("--").replace("-", "_")

    def is_set(self, environ: Environ) -> bool:
        return bool(environ.get(self.name, "").strip())

    def typed(self, environ: Environ) -> str:
        """Its value as it was typed, valid or not, unless it may be a secret."""
        return "…" if self.is_secret else environ[self.name]

    def shown(self, environ: Environ) -> str:
        """Its value as text. Raises SettingError or FolderError."""
        value = self.read(environ)
        if isinstance(value, bool):
            return str(int(value))
        if isinstance(value, tuple):
            value = ", ".join(value)
        return self.default if value in (None, "") else str(value)

    def row(self) -> str:
        """Its row in docs/hosting.md."""
        variable = f"`{self.name}`<br>`{self.option}`" if self.option else f"`{self.name}`"
        return f"| {variable} | {self.default} | {self.meaning} |"


def _metrics_reader(environ: Environ) -> str:
    """Who may read the metrics, without their token."""
    reader = metrics(environ)
    return reader if reader in ("", LOCAL) else "those with the token"


def _copies(environ: Environ) -> Path:
    return copies_folder(paths.chosen_instance(environ), environ)


SETTINGS = (
    Setting(
        "SCOREPAD_INSTANCE", "", "the checkout's `instance/`, or your system's folder for data",
        "the folder with the clubs and the secret key", paths.chosen_instance,
    ),
    Setting("SCOREPAD_PORT", "--port", "8484", "the port of the pages; 0 is any free one", port),
    Setting(
        "SCOREPAD_ADDRESS", "--address", "all addresses",
        "the one IP address to answer at; `--here` is short for 127.0.0.1", address,
    ),
    Setting(
        "SCOREPAD_HOSTS", "", "none",
        "more names that the pages answer to, separated by commas: `scores.example.org`, `*.example.org` for every "
        "name below it, or `example.org/score` if a proxy serves Scorepad below a path. Numbers, `localhost`, "
        "`scorepad.local` and this machine's own name always work",
        hosts,
    ),
    Setting(
        "SCOREPAD_PROXIES", "", "0",
        "how many reverse proxies stand in front of Scorepad. Scorepad trusts them on the phone's address, https and "
        "the name", proxies,
    ),
    Setting(
        "SCOREPAD_OWNER_HEADER", "", "none",
        "who is an owner of the club at home because a proxy says so in a header, such as `Remote-User=ann`, see "
        "[Signing in at a proxy](#signing-in-at-a-proxy)", owner_header,
    ),
    Setting(
        "SCOREPAD_PHONES_PER_LINK", "", "100 that keep score, 200 that watch or read",
        "how many phones one link lets in, any link but the owner's. The watchers that came in longest ago make room "
        "for new ones", phones_per_link,
    ),
    Setting(
        "SCOREPAD_OPEN", "", "0", "1 lets every visitor start a club of their own, see [Open house](#open-house)",
        open_house,
    ),
    Setting(
        "SCOREPAD_OPEN_CLUBS", "", "1000",
        "how many clubs this host may have before visitors can start no more; a tenth of them in a day",
        most_clubs,
    ),
    Setting(
        "SCOREPAD_IMPORT_SIZE", "", "20", "the largest file that the import page accepts, in MiB",
        import_size,
    ),
    Setting(
        "SCOREPAD_COPIES", "", "`copies` in the folder with the clubs",
        "the folder of the daily copies, on a memory stick, for example", _copies,
    ),
    Setting(
        "SCOREPAD_LOG_LEVEL", "--log-level", "warning", "the lowest level that is logged: debug, info, warning or "
        "error", log_level,
    ),
    Setting(
        "SCOREPAD_LOG_FORMAT", "--log-format", "text", "how lines are logged: text, or json for one object a line",
        log_format,
    ),
    Setting(
        "SCOREPAD_ACCESS_LOG", "--access-log", "0",
        "1 logs every request, except those of `/healthz`, and without the secrets of links", access_log,
    ),
    Setting(
        "SCOREPAD_METRICS", "", "nobody",
        "who may read `/metrics`: `local` for programs on this machine, or a token of 16 characters or more, for "
        "programs that send it, see [Metrics](#metrics)", _metrics_reader, is_secret=True,
    ),
    Setting(
        "SCOREPAD_NOTICES", "", "home",
        "where clubs may send notices, see docs/notices.md: with `home` the club at home may name addresses in this "
        "machine’s own network, with `private` every club, with `public` none; `off` sends nothing", notices,
    ),
    Setting(
        "SCOREPAD_DEVELOPMENT", "", "0",
        "1 adds the page `/design` for those who change how Scorepad looks, see CONTRIBUTING.md",
        development,
    ),
)  # fmt: skip


def with_options(options: Mapping[str, str | None], environ: Environ = os.environ) -> dict[str, str]:
    """Return the environment, overridden by options of `serve`, given by parameter name. Raises SettingError."""
    settings = dict(environ)
    for setting in SETTINGS:
        text = options.get(setting.parameter) if setting.option else None
        if text is not None and not text.strip():
            raise SettingError(f"{setting.option} needs a value. Leave it out for the default: {setting.default}.")
        if text is not None:
            settings[setting.name] = text
    return settings


def check_all(environ: Environ) -> None:
    """Raise SettingError or FolderError for the first setting that is not valid."""
    for setting in SETTINGS:
        setting.read(environ)


def fault_of(setting: Setting, environ: Environ) -> str:
    """The error message for a setting that is not valid; "" if it is valid."""
    try:
        setting.read(environ)
    except (FolderError, SettingError) as error:
        return str(error)
    return ""
