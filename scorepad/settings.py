"""All settings of Scorepad: the variable and option of each, its default, and what it does.

`scorepad config` prints this list, `scorepad serve` takes its options from it, and docs/hosting.md shows it as a table.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scorepad import environment, paths
from scorepad.environment import SettingError
from scorepad.paths import FolderError

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

    @property
    def parameter(self) -> str:
        """The name of its option as a Python parameter."""
        return self.option.removeprefix("--").replace("-", "_")

    def is_set(self, environ: Environ) -> bool:
        return bool(environ.get(self.name, "").strip())

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


def _copies(environ: Environ) -> Path:
    return environment.copies_folder(paths.chosen_instance(environ), environ)


SETTINGS = (
    Setting(
        "SCOREPAD_INSTANCE", "", "the checkout's `instance/`, or your system's folder for data",
        "the folder with the clubs and the secret key", paths.chosen_instance,
    ),
    Setting("SCOREPAD_PORT", "--port", "8484", "the port of the pages; 0 is any free one", environment.port),
    Setting(
        "SCOREPAD_ADDRESS", "--address", "all addresses",
        "the one IP address to answer at; `--here` is short for 127.0.0.1", environment.address,
    ),
    Setting(
        "SCOREPAD_HOSTS", "", "none",
        "more names that the pages answer to, separated by commas: `scores.example.org`, `*.example.org` for every "
        "name below it, or `example.org/score` if a proxy serves Scorepad below a path. Numbers, `localhost`, "
        "`scorepad.local` and this machine's own name always work",
        environment.hosts,
    ),
    Setting(
        "SCOREPAD_PROXIES", "", "0",
        "how many reverse proxies stand in front of Scorepad. Scorepad trusts them on the phone's address, https and "
        "the name", environment.proxies,
    ),
    Setting(
        "SCOREPAD_PHONES_PER_LINK", "", "100 that keep score, 200 that watch or read",
        "how many phones one link lets in, any link but the owner's. The watchers that came in longest ago make room "
        "for new ones", environment.phones_per_link,
    ),
    Setting(
        "SCOREPAD_OPEN", "", "0", "1 lets every visitor start a club of their own, see [Open house](#open-house)",
        environment.open_house,
    ),
    Setting(
        "SCOREPAD_OPEN_CLUBS", "", "1000",
        "how many clubs this host may have before visitors can start no more; a tenth of them in a day",
        environment.most_clubs,
    ),
    Setting(
        "SCOREPAD_IMPORT_SIZE", "", "20", "the largest file that the import page accepts, in MiB",
        environment.import_size,
    ),
    Setting(
        "SCOREPAD_COPIES", "", "`copies` in the folder with the clubs",
        "the folder of the daily copies, on a memory stick, for example", _copies,
    ),
    Setting(
        "SCOREPAD_LOG_LEVEL", "--log-level", "warning", "the lowest level that is logged: debug, info, warning or "
        "error", environment.log_level,
    ),
    Setting(
        "SCOREPAD_LOG_FORMAT", "--log-format", "text", "how lines are logged: text, or json for one object a line",
        environment.log_format,
    ),
    Setting(
        "SCOREPAD_ACCESS_LOG", "--access-log", "0",
        "1 logs every request, except those of `/healthz`, and without the secrets of links", environment.access_log,
    ),
    Setting(
        "SCOREPAD_DEVELOPMENT", "", "0",
        "1 adds the page `/design` for those who change how Scorepad looks, see CONTRIBUTING.md",
        environment.development,
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
