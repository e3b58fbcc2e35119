"""The form of a season: what was typed, what it means, and what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Self

from scorepad.league.standings import Figure
from scorepad.scoring.names import BadName
from scorepad.store import Season
from scorepad.store.seasons import MOST_LEAST, Terms
from scorepad.web.league.ranges import read_days
from scorepad.web.typing_in import clean_text, plain_number

FIELDS = ("name", "first_day", "last_day", "figure", "least")
LONGEST = 400


@dataclass
class SeasonForm:
    """What stands in the form, and what is wrong by field; `was` is the mark of the season its page had shown."""

    texts: dict[str, str]
    was: int | None = None
    faults: dict[str, str] = field(default_factory=dict)
    terms: Terms = field(default_factory=Terms)

    @classmethod
    def new(cls, today: date) -> Self:
        """The form of a season that begins today."""
        texts = dict.fromkeys(FIELDS, "")
        texts |= {"first_day": today.isoformat(), "figure": Figure.WINS.value, "least": "1"}
        return cls(texts)

    @classmethod
    def of(cls, season: Season) -> Self:
        """The form of a season as it stands."""
        texts = {
            "name": season.name,
            "first_day": season.first_day.isoformat(),
            "last_day": season.last_day.isoformat() if season.last_day else "",
            "figure": season.figure.value,
            "least": str(season.least),
        }
        return cls(texts, season.mark)

    @classmethod
    def read(cls, form: Mapping[str, str]) -> Self:
        """The form as it was sent."""
        texts = {name: form.get(name, "")[:LONGEST] for name in FIELDS}
        read = cls(texts, plain_number(form.get("was", ""), 15))
        read._name()
        read._days()
        read._decided()
        return read

    def _name(self) -> None:
        try:
            self.terms["name"] = clean_text(self.texts["name"])
        except BadName as error:
            self.faults["name"] = str(error)

    def _days(self) -> None:
        days, faults = read_days(self.texts, "first_day", "last_day")
        self.faults |= faults
        if "first_day" in days:
            self.terms["first_day"] = days["first_day"]
        elif "first_day" not in faults:
            self.faults["first_day"] = "Choose the first day."
        self.terms["last_day"] = days.get("last_day")

    def _decided(self) -> None:
        if self.texts["figure"] in list(Figure):
            self.terms["figure"] = self.texts["figure"]
        else:
            self.faults["figure"] = "Choose by what the season is decided."
        least = plain_number(self.texts["least"].strip())
        if least is None or not 1 <= least <= MOST_LEAST:
            self.faults["least"] = f"Type a number of games from 1 to {MOST_LEAST}."
        else:
            self.terms["least"] = least
