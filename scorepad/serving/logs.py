"""The server's logging: its level, as text or as JSON, and never the secret of an invite link."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any, NamedTuple

from scorepad.addresses import HEALTH

REQUEST = '%(addr)s "%(method)s %(path)s" %(status)d %(dt_ms).1f ms'
"""A line of the access log. Its fields also have `forwarded`, the X-Forwarded-For header, for the filter."""
TEXT = "%(asctime)s %(levelname)s %(message)s"

_SECRET = re.compile(r"(/(?:in|operator)/)[^/]+")
_FIELDS = {"addr": "address", "method": "method", "path": "path", "status": "status", "dt_ms": "milliseconds"}
"""The keys of a request in JSON, by the names of `REQUEST`."""


class Logging(NamedTuple):
    """The lowest level, `style` "text" or "json", whether requests are logged (`access`), and how many `proxies`."""

    level: str = "warning"
    style: str = "text"
    access: bool = False
    proxies: int = 0

    @property
    def config(self) -> dict[str, Any]:
        """The configuration of Python's logging. All goes to standard error."""
        # Most warnings of the server are about clients that speak no HTTP.
        servers_level = self.level if self.level in ("debug", "info") else "error"
        handler = {"class": "logging.StreamHandler", "formatter": self.style}
        access = {**handler, "filters": ["access"]}
        loggers: dict[str, dict[str, Any]] = {
            "uvicorn": {"handlers": ["console"], "level": servers_level.upper(), "propagate": False},
            "scorepad.requests": {"handlers": ["access"], "level": "INFO", "propagate": False},
            "scorepad": {"handlers": ["console"], "level": self.level.upper(), "propagate": False},
        }
        return {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"text": {"format": TEXT}, "json": {"()": f"{__name__}.JsonLines"}},
            "filters": {"access": {"()": f"{__name__}.Requests", "proxies": self.proxies}},
            "handlers": {"console": handler, "access": access},
            "loggers": loggers,
        }


class Requests(logging.Filter):
    """Drops health checks from the access log, and removes the secrets of links from the other lines."""

    def __init__(self, proxies: int = 0) -> None:
        """Behind `proxies` proxies, a phone's address is the one that the first of them recorded."""
        super().__init__()
        self._proxies = proxies

    def filter(self, record: logging.LogRecord) -> bool:
        request = record.args
        if not isinstance(request, dict) or request["path"] == HEALTH:
            return False
        first = request["forwarded"].split(",")[-self._proxies :][0].strip()
        if self._proxies and first != "-":
            request["addr"] = _printable(first)
        request["path"] = _SECRET.sub(r"\1…", _printable(request["path"]))
        return True


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {"time": at, "level": record.levelname.lower(), "logger": record.name}
        if isinstance(record.args, dict) and "dt_ms" in record.args:
            line |= {word: record.args[name] for name, word in _FIELDS.items()}
        else:
            line["message"] = record.getMessage()
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() and c != '"' else "�" for c in text)
