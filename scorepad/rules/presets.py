"""The presets that come with Scorepad. The one module here that reads files: the package's own, and no others."""

from functools import cache
from importlib.resources import files

from scorepad.rules.model import RuleSet
from scorepad.rules.parse import parse
from scorepad.rules.read import Fault, RulesError, nearest, quoted

ORDER = ("partnership", "southern-ohio", "friends-family", "catawba", "two-handed")
"""The five that lead every list; the others follow by name."""


@cache
def slugs() -> tuple[str, ...]:
    """The presets' slugs, the five of the exact documents first."""
    folder = files("scorepad.rules") / "presets"
    found = {
        entry.name.removesuffix(".toml")
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }
    return (*(slug for slug in ORDER if slug in found), *sorted(found - set(ORDER)))


def text(slug: str) -> str:
    """A preset's TOML as it stands in its file. Raises RulesError, naming the nearest, for an unknown slug."""
    if slug not in slugs():
        message = f"{quoted(slug)} is no rule set that comes with Scorepad.{nearest(slug, slugs())}"
        raise RulesError((Fault("", message),))
    return (files("scorepad.rules") / "presets" / f"{slug}.toml").read_text("utf-8")


@cache
def preset(slug: str) -> RuleSet:
    """A preset as a rule set, read once. Raises RulesError for an unknown slug."""
    return parse(text(slug))
