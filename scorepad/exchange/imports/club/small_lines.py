"""Check lines of settings, people, rules, drafts and seasons: they may hold only what a club's tables allow."""

import json
import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import Any

from scorepad.exchange.imports.club.keys import LARGEST_ID
from scorepad.scoring.names import BadName, clean_name
from scorepad.store import COLOURS, SOMEBODY, Damaged, StoreError
from scorepad.store.checks import check_key
from scorepad.store.clock import is_zone, parse_begin
from scorepad.store.exports import BY_RESTORING, LineKind
from scorepad.store.restoring import FilePerson
from scorepad.store.rules import MAX_RULE_SETS, MAX_VERSIONS
from scorepad.store.seasons import MAX_EVENINGS, MAX_MIN_GAMES, from_row

MAX = 100_000
"""The most lines of each kind, far more than any club has."""

LONGEST_CHAIN = 1_000
"""The most merges of one person in a row."""

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_CHANGES = ("saved", "renamed", "undone", "retired", "returned")


class SmallLines:
    """The contents of these lines so far. Each check raises ValueError with a message for people."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        """The names of people by id, "" for a forgotten person."""
        self.merged: dict[int, int] = {}
        self._versions: set[tuple[str, int]] = set()
        self._slugs: set[str] = set()
        self._keys: set[tuple[str, str]] = set()
        self._settings: set[str] = set()
        self._season = self._past_import = self._person_before = 0
        self._count: Counter[str] = Counter()

    def everyone(self) -> tuple[FilePerson, ...]:
        """Return everyone who has a name and is not merged into another person."""
        names = self.names.items()
        return tuple(FilePerson(number, name) for number, name in names if name and number not in self.merged)

    @cached_property
    def _others(self) -> dict[int, list[int]]:
        others: dict[int, list[int]] = {}
        for number, now in self.merged.items():
            while now in self.merged:
                now = self.merged[now]
            others.setdefault(now, []).append(number)
        return others

    def merged_into(self, person: int) -> list[int]:
        """Return everyone merged into this person. Call only once all lines are read without a fault."""
        return self._others.get(person, [])

    def check(self, line: LineKind, values: dict[str, Any]) -> None:
        checks: dict[str, Callable[[dict[str, Any]], None]] = {
            "setting": self._setting,
            "person": self._person,
            "rules": self._rules,
            "draft": self._draft,
            "season": self._check_season,
            "import": self._import,
        }
        self._count[line.name] += 1
        if self._count[line.name] > MAX:
            raise ValueError(f"There are more than {MAX:,} lines “{line.name}”.")
        checks[line.name](values)
        if (key := values.get("key")) is not None:
            check_key(key)
            if (line.name, key) in self._keys:
                raise ValueError("key: a line above has it already.")
            self._keys.add((line.name, key))

    def _setting(self, values: dict[str, Any]) -> None:
        name, value = values["name"], values["value"]
        if name in self._settings or not re.fullmatch("[a-z_]{1,40}", name):
            raise ValueError("name: this is no setting, or a line above has it already.")
        if name == "zone" and not is_zone(value):
            raise ValueError("value: there is no such time zone.")
        if name == "day_begins":
            try:
                parse_begin(value)
            except StoreError as error:
                raise ValueError(f"value: {error}") from None
        self._settings.add(name)

    def _person(self, values: dict[str, Any]) -> None:
        number, name = values["id"], values["name"]
        if not self._person_before < number <= LARGEST_ID:
            raise ValueError(f"id: people come by their ids, from 1 to {LARGEST_ID:,}.")
        self._person_before = number
        if values["colour"] not in (None, *range(1, COLOURS + 1)):
            raise ValueError(f"colour: 1 to {COLOURS}, or null.")
        if values["forgotten"]:
            values["name"] = name = SOMEBODY
        self.names[number] = "" if values["forgotten"] else name
        try:
            if clean_name(name) != name:
                raise BadName("it has spaces that do not belong there.")
        except BadName as error:
            raise ValueError(f"name: {error}") from None
        if values["joined"] is not None:
            self.merged[number] = values["joined"]

    def check_merged(self) -> None:
        """Check that every chain of merges ends at a person. Raises ValueError."""
        sound: set[int] = set()
        for number in self.merged:
            chain = [number]
            while (now := self.merged.get(chain[-1])) is not None and now not in sound:
                if now == number or now not in self.names or len(chain) > LONGEST_CHAIN:
                    raise ValueError(f"Above: person {number} is merged into somebody who is not there.")
                chain.append(now)
            sound.update(chain)

    def _rules(self, values: dict[str, Any]) -> None:
        slug, number = values["slug"], values["number"]
        self._check_slug(slug)
        self._slugs.add(slug)
        if (slug, number) in self._versions or not 1 <= number <= MAX_VERSIONS:
            raise ValueError(f"number: each version comes once, and there are at most {MAX_VERSIONS}.")
        self._versions.add((slug, number))
        if len(self._slugs) > MAX_RULE_SETS:
            raise ValueError(f"slug: a club keeps at most {MAX_RULE_SETS} rule sets.")
        if values["change"] not in _CHANGES:
            raise ValueError(f"change: one of {', '.join(_CHANGES)}.")
        _check_documents(values, parent_may_be_missing=True)

    def _draft(self, values: dict[str, Any]) -> None:
        self._check_slug(values["slug"])
        _check_documents(values, parent_may_be_missing=False)
        document = json.loads(values["document"])
        if not all(isinstance(document.get(key), str) for key in ("slug", "name", "summary")):
            raise ValueError("document: it needs a slug, a name and a summary.")
        if not isinstance(document.get("notes"), list):
            raise ValueError("document: its notes are a list of texts.")

    def _check_slug(self, slug: str) -> None:
        if not _SLUG.fullmatch(slug):
            raise ValueError("slug: lower-case letters, digits and hyphens.")

    def _check_season(self, values: dict[str, Any]) -> None:
        if not self._season < values["id"] <= LARGEST_ID:
            raise ValueError(f"id: seasons come by their ids, from 1 to {LARGEST_ID:,}.")
        try:
            season = from_row(values)
            clean_name(season.name)
        except (Damaged, BadName):
            raise ValueError("This season has a name, a day or a figure that there is not.") from None
        if season.last_day is not None and season.last_day < season.first_day:
            raise ValueError("last_day: it is before the first.")
        if not 1 <= season.least <= MAX_MIN_GAMES or not 1 <= (season.best or 1) <= MAX_EVENINGS:
            raise ValueError(f"least: 1 to {MAX_MIN_GAMES} games; best: 1 to {MAX_EVENINGS} evenings, or null.")
        self._season = season.id

    def _import(self, values: dict[str, Any]) -> None:
        if not self._past_import < values["id"] <= LARGEST_ID:
            raise ValueError(f"id: imports come by their ids, from 1 to {LARGEST_ID:,}.")
        if values["kind"] == BY_RESTORING:
            raise ValueError("kind: this one stands for the file of a club.")
        self._past_import = values["id"]


def _check_documents(values: dict[str, Any], *, parent_may_be_missing: bool) -> None:
    if not values["document"].startswith("{"):
        raise ValueError("document: it is an object.")
    if not values["parent"].startswith("{") and not (parent_may_be_missing and values["parent"] == "null"):
        raise ValueError("parent: it is an object.")
