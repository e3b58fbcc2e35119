"""The URLs of Scorepad and their methods, independently of names in the code."""

import re
from typing import Any

from tests.golden.evening import HERE

SAMPLES = {
    "/assets/<>/<>": "/assets/x/y.css",
    "/in/<>": "/in/o-aaaaaaaaaaaaaaaaaaaaaaaaaa",
    "/people/<>/<>": "/people/1/games",
    "/partners/<>/<>": "/partners/1-2/games",
    "/league/seasons/<>/<>": "/league/seasons/1/months",
    "/people/<>/year/<>.<>": "/people/1/year/2026.png",
    "/partners/<>/year/<>.<>": "/partners/1-2/year/2026.png",
    "/league/year/<>.<>": "/league/year/2026.png",
}


def rules(app: Any) -> dict[str, list[str]]:
    """Return every URL rule with its methods, without the names of its variables."""
    found: dict[str, set[str]] = {}
    for rule in app.url_map.iter_rules():
        found.setdefault(re.sub("<[^>]*>", "<>", rule.rule), set()).update(rule.methods or ())
    return {rule: sorted(methods) for rule, methods in sorted(found.items())}


def address(rule: str) -> str:
    """Return a URL that matches a rule."""
    return SAMPLES.get(rule) or rule.replace("<>", "1")


def allowed(client: Any, rule: str, prefix: str = "") -> list[str]:
    """Return the methods that the server allows at a URL of a rule."""
    answer = client.options(prefix + address(rule))
    return sorted(answer.headers.get("Allow", "").split(", "))


def asset_status(client: Any, prefix: str = "") -> int:
    """Return the status of the first asset on a page."""
    page = client.get(f"{prefix}/join", base_url=HERE).text
    (address,) = re.findall(f'"({prefix}/assets/[^"]+)"', page)[:1]
    with client.get(address, base_url=HERE) as answer:
        return int(answer.status_code)
