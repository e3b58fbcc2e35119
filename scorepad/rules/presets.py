"""The presets that come with Scorepad. The only module here that reads files, and only the package's own."""

from functools import cache
from importlib.resources import files

from scorepad.rules.faults import Fault, RulesError, quote, suggest
from scorepad.rules.model import RuleSet
from scorepad.rules.own import slug_of
from scorepad.rules.parse import parse
from scorepad.rules.read import LONGEST
from scorepad.rules.toml_text import load_toml

ORDER = ("partnership", "southern-ohio", "friends-family", "catawba", "two-handed")
"""The presets that come first in every list; the others follow by name."""


@cache
def slugs() -> tuple[str, ...]:
    """Return the presets' slugs, in display order."""
    folder = files("scorepad.rules") / "presets"
    names = (file.name for file in folder.iterdir())
    shipped = {name.removesuffix(".toml") for name in names if name.endswith(".toml")}
    return (*(slug for slug in ORDER if slug in shipped), *sorted(shipped - set(ORDER)))


def text(slug: str) -> str:
    """Return the TOML of a preset. Raises RulesError for an unknown slug."""
    if slug not in slugs():
        named = next((known for known in slugs() if slug_of(slug[:LONGEST]).startswith(known)), slug)
        message = f"Scorepad has no rule set {quote(slug)}.{suggest(named, slugs())}"
        raise RulesError((Fault("", message),))
    return (files("scorepad.rules") / "presets" / f"{slug}.toml").read_text("utf-8")


def named(slug: str) -> tuple[str, str]:
    """Return the name and the summary of a preset, without checking all of it."""
    document = load_toml(text(slug))
    return document["name"], document["summary"]


@cache
def preset(slug: str) -> RuleSet:
    """Return a preset. Raises RulesError for an unknown slug."""
    return parse(text(slug))
