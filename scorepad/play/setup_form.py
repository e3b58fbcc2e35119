"""The form of a game's setup: who sits where, choices, decks, and what was played on paper.

New games and the settings of a running game share it. All state between two taps is in the form itself.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from scorepad.language.words import say
from scorepad.numbers import NotANumber, typed_adjustment, whole_number
from scorepad.play.form_data import OWN_FIELDS, STRANGE_FIELDS, FormData, TypedForm, first_names
from scorepad.play.game import player_ids, values_of
from scorepad.play.parse_form import clean_text
from scorepad.rules.faults import RulesError
from scorepad.rules.lookup import fits
from scorepad.rules.model import MAX_DECKS, Choice, RuleSet, Table
from scorepad.rules.parse import EXAMPLE, choose, option_of
from scorepad.rules.words import EndBy, Starts
from scorepad.scoring.cells import (
    TABLE,
    Adjusted,
    CellName,
    CellValue,
    Count,
    Place,
    PlayerId,
    Shape,
    Text,
    parse_place,
)
from scorepad.scoring.game.agreement import MAX_ON_PAPER, NICKNAME, SEATED, WHOLE_GAME
from scorepad.scoring.game.course import seats_of
from scorepad.scoring.names import LONGEST_NICKNAME, BadName, fold_name
from scorepad.store import SOMEBODY, Club, Player

# The people that a form offers for a seat: their order, their labels, and whom a typed name refers to.


RECENT_GAMES = 30
"""Number of latest games whose players count as recent."""

CHIPS = 12
"""Number of people offered at first; the others are one tap away."""

MAX_OFFERED = 200
"""The most people offered in all. Anyone else can be found by typing their name."""


@dataclass(frozen=True)
class PeoplePicker:
    """All people of the club, ordered by name, and the ids of recent players, latest first.

    `sitting` are the players of the game being edited. A player who was forgotten keeps their seat there, but is not
    offered anywhere else. `nicknames` are those of the latest teams, by the ids of their people, "" for none.
    """

    players: tuple[Player, ...]
    recent: tuple[int, ...] = ()
    sitting: frozenset[int] = frozenset()
    nicknames: Mapping[frozenset[int | None], str] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club, sitting: Collection[int] = ()) -> Self:
        players = tuple(club.people.everyone())
        current = {player.id: player.merged_into or player.id for player in players}
        rows = club.games(limit=RECENT_GAMES, fields=(SEATED, NICKNAME, "shape"))
        games = [values_of(dict(row.cells)) for row in rows]
        played = (player for values in games for player in player_ids(values))
        recent = dict.fromkeys(current[player] for player in played if player in current)
        nicknames: dict[frozenset[int | None], str] = {}
        for values in reversed(games):
            nicknames |= _nicknames(values, current)
        return cls(players, tuple(recent), frozenset(sitting), nicknames)

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of all who may sit at the table, by id, including retired players."""
        return {
            player.id: player.name
            for player in self.players
            if player.merged_into is None and (not player.forgotten or player.id in self.sitting)
        }

    @cached_property
    def offered(self) -> dict[int, str]:
        """The names of all who are offered for a seat, by id."""
        left_out = {player.id for player in self.players if player.retired or player.forgotten}
        return {player: name for player, name in self.names.items() if player not in left_out}

    @cached_property
    def forgotten(self) -> set[int]:
        """The ids of the players of this game who were forgotten."""
        return {p.id for p in self.players if p.forgotten and p.id in self.sitting}

    @cached_property
    def ids_by_name(self) -> dict[str, list[int]]:
        """The ids of the people with each name, ignoring case and accents. Names of merged people come last."""
        ids: dict[str, dict[int, None]] = {}
        named = [player for player in self.players if not player.forgotten]
        for player in sorted(named, key=lambda p: (bool(p.merged_into), p.retired, p.id)):
            ids.setdefault(fold_name(player.name), {})[player.merged_into or player.id] = None
        return {name: list(players) for name, players in ids.items()}

    @property
    def chips(self) -> list[int]:
        """The ids to offer first: recent players, then by name."""
        ordered = dict.fromkeys([*self.recent, *self.offered])
        return [player for player in ordered if player in self.offered][:CHIPS]

    @property
    def others(self) -> list[int]:
        """The ids to offer on demand, ordered by name."""
        first = set(self.chips)
        return [player for player in self.offered if player not in first][: MAX_OFFERED - CHIPS]

    def label(self, player: int) -> str:
        """Return a person's name, numbered if two people share it."""
        name = self.names[player]
        folded = fold_name(name)
        namesakes = [other for other in self.ids_by_name.get(folded, ()) if fold_name(self.names[other]) == folded]
        return name if len(namesakes) < 2 else f"{name} ({namesakes.index(player) + 1})"

    def with_first_name(self, text: str) -> list[str]:
        """Return the full names of the people with this first name."""
        folded = fold_name(text)
        return [name for name in self.offered.values() if fold_name(name).split(" ")[0] == folded]


def _nicknames(
    values: Mapping[CellName, CellValue], current: Mapping[int, int]
) -> Iterator[tuple[frozenset[int | None], str]]:
    """Yield the people of each team of a game when it began, and the team's nickname or ""."""
    shape = values.get((WHOLE_GAME, TABLE, "shape"))
    teams: dict[int, set[int | None]] = {}
    for (round_number, text, _), value in values.items():
        if isinstance(shape, Shape) and isinstance(value, PlayerId) and round_number == WHOLE_GAME:
            team = (parse_place(text).number - 1) % shape.teams + 1
            teams.setdefault(team, set()).add(current.get(value.id))
    for team, people in teams.items():
        nickname = values.get((WHOLE_GAME, Place.team(team), NICKNAME))
        yield frozenset(people), nickname.text if isinstance(nickname, Text) else ""


def find_or_add(club: Club, player: int | str, key: str) -> int:
    """Return the id of a person; add one for a new name. If two phones add the same name, only one person is added."""
    if isinstance(player, int):
        return player
    if namesakes := club.people.named(player):
        return namesakes[0].id
    with club.writing():
        namesakes = club.people.named(player)
        return namesakes[0].id if namesakes else club.people.add(player, key=key).id


def find_or_add_player(club: Club, text: str, near: Iterable[int], key: str) -> int:
    """Return the id of the person with that name, ignoring case and accents; add one if there is none.

    Of several, prefer one in `near`, the players at this table. Raises BadName with a sentence for the user.
    """
    name = clean_text(text)
    matches = [player.id for player in club.people.named(name)]
    at_table = [player for player in matches if player in set(near)]
    return (at_table or matches or [find_or_add(club, name, key)])[0]


# Who sits where in a form: people and typed names, seated, moved and removed by tapping.
#
# All state between two taps is in the form itself. A seat has a name, and the id of the person who was tapped into
# it. The id counts only while the name is that person's.


TAPS = ("sit", "stand", "move")

PersonOrName = int | str
"""The id of a known person, or the name of a new one."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: its number and team, both from 1, the name in it, and the id of the person who was tapped into it."""

    number: int
    team: int
    text: str = ""
    tapped: int | None = None

    @property
    def name(self) -> str:
        """The name of the seat's input."""
        return Place.seat(self.number)

    @property
    def empty(self) -> bool:
        return not self.text.strip()


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a table in playing order. `moving` is the seat whose player is being moved."""

    seats: tuple[Seat, ...]
    people: PeoplePicker
    moving: int | None = None

    @classmethod
    def at(cls, table: Table, people: PeoplePicker, players: tuple[int, ...] = ()) -> Self:
        """Return a table's seats, empty or with these players."""
        teams = {s: t for t in range(1, table.teams + 1) for s in seats_of(t, table)}
        empty = cls(tuple(Seat(seat, teams[seat]) for seat in sorted(teams)), people)
        return empty._with_players({seat: p for seat, p in enumerate(players, start=1) if p in people.names})

    def _with_players(self, players: Mapping[int, int]) -> Self:
        names = self.people.names
        return self._put({n: Seat(n, 0, names[p], p) for n, p in players.items()}, self.moving)

    def _put(self, contents: Mapping[int, Seat], moving: int | None) -> Self:
        """Return the seats with the contents of these seats, by seat number."""
        seats = tuple(
            replace(seat, text=contents[seat.number].text, tapped=contents[seat.number].tapped)
            if seat.number in contents
            else seat
            for seat in self.seats
        )
        return replace(self, seats=seats, moving=moving)

    def read(self, data: FormData) -> Self:
        """Return the seats as filled in by a form."""
        seats = []
        for seat in self.seats:
            text = data.get(seat.name)
            tapped = self._tapped_player(data.get(f"id.{seat.name}"), text)
            seats.append(replace(seat, text=text, tapped=tapped))
        return replace(self, seats=tuple(seats), moving=self._seat_number(data.get("moving")))

    def _tapped_player(self, id_text: str, name: str) -> int | None:
        forgotten = self.people.forgotten if name == SOMEBODY else ()
        namesakes = [*self.people.ids_by_name.get(fold_name(name[:80]), ()), *forgotten]
        return {str(player): player for player in namesakes}.get(id_text)

    def _seat_number(self, text: str) -> int | None:
        return {str(seat.number): seat.number for seat in self.seats}.get(text)

    def player_in(self, seat: Seat) -> int | None:
        """Return the known person in a seat: the one who was tapped, else the first one with the typed name."""
        if seat.tapped is not None:
            return seat.tapped
        namesakes = [] if seat.empty else self.people.ids_by_name.get(fold_name(seat.text[:80]), [])
        return namesakes[0] if namesakes else None

    def seat_of(self, player: int) -> Seat | None:
        """Return the seat of a known person."""
        return next((seat for seat in self.seats if self.player_in(seat) == player), None)

    def label(self, seat: Seat) -> str:
        """Return the name to show for a seat, or "Seat 3" if it is empty."""
        if seat.tapped is not None:
            return self.people.label(seat.tapped)
        return say("Seat {n}", n=seat.number) if seat.empty else " ".join(seat.text.split())[:80]

    @property
    def full(self) -> bool:
        return not any(seat.empty for seat in self.seats)

    def of_team(self, team: int) -> list[Seat]:
        """Return the seats of a team."""
        return [seat for seat in self.seats if seat.team == team]

    def people_of(self, team: int) -> frozenset[int | None]:
        """Return the people of a team; None stands for those who are not known."""
        return frozenset(self.player_in(seat) for seat in self.of_team(team))

    def after_tap(self, data: FormData) -> Self:
        """Return the seats after a tap on one of their buttons, unchanged if none was tapped."""
        number = self._seat_number(data.get("stand") or data.get("move"))
        if "sit" in data:
            ids = {str(player): player for player in self.people.names}
            player = ids.get(data.get("sit"))
            return self if player is None else self._sit(player)
        if "stand" in data and number:
            return self._put({number: Seat(0, 0)}, None)
        if "move" in data:
            return self._move(number)
        return self

    def _sit(self, player: int) -> Self:
        """Seat a person in the next empty seat, or in place of the player being moved; a second tap removes them."""
        seat = self.seat_of(player)
        if self.moving:
            if seat:
                return self._move(seat.number)
            return replace(self._with_players({self.moving: player}), moving=None)
        if seat:
            return self._put({seat.number: Seat(0, 0)}, None)
        free = next((seat.number for seat in self.seats if seat.empty), None)
        return self._with_players({free: player}) if free else self

    def _move(self, number: int | None) -> Self:
        if not self.moving or not number or number == self.moving:
            return replace(self, moving=None if number == self.moving else number)
        first, second = self.seats[self.moving - 1], self.seats[number - 1]
        return self._put({first.number: second, second.number: first}, None)

    def hint(self, seat: Seat) -> str:
        """Return the note beside a typed name: who has this name, or who else may be meant."""
        if seat.tapped is not None or seat.empty:
            return ""
        player = self.player_in(seat)
        if player is not None:
            name = self.people.names[player]
            return f"{name}, who has played here before. Another {name}? Add a letter or a surname."
        likely = self.people.with_first_name(seat.text[:80])
        if likely:
            return f"New here. If this is {' or '.join(likely[:3])}, tap that name instead."
        return "New here."


def read_players(seats: Seats) -> tuple[dict[int, PersonOrName], dict[str, str]]:
    """Return who sits in each seat, and the faults by input name."""
    players: dict[int, PersonOrName] = {}
    faults: dict[str, str] = {}
    seat_taken_by: dict[PersonOrName, int] = {}
    for seat in seats.seats:
        try:
            name = clean_text(seat.text)
        except BadName as error:
            faults[seat.name] = str(error)
            continue
        player = seats.player_in(seat) or name
        # Forgotten people share one name. All other names and aliases must be unique.
        keys = {player} if player in seats.people.forgotten else {player, fold_name(name)}
        other = min(seat_taken_by.setdefault(key, seat.number) for key in keys)
        if other != seat.number:
            faults[seat.name] = _double_fault(seats.seats[other - 1], name)
        players[seat.number] = player
    return players, faults


def _double_fault(other: Seat, name: str) -> str:
    if fold_name(other.text) == fold_name(name):
        return f"Seat {other.number} has this name too. Add a letter to tell them apart."
    return f"Seat {other.number} has the same person, as {' '.join(other.text.split())}."


STARTER_QUESTIONS = {
    Starts.FIRST_CUTTER: say("Who cut first?"),
    Starts.LEFT_OF_DEALER: say("Who sits left of the dealer?"),
    Starts.HIGH_CUT: say("Who cut the highest card?"),
    Starts.BEHIND: say("Who cut the highest card?"),
}
UNRECORDED_TAPS = (*TAPS, "step", "look")
"""The buttons that change the form without recording anything."""

_STEPS = {"decks": (1, MAX_DECKS), "paper": (0, MAX_ON_PAPER)}
"""The number inputs with − and + buttons, and the range of each."""


@dataclass(slots=True, kw_only=True)
class SetupForm(TypedForm):
    """The form of a setup: its seats and texts, and as far as it is parsed, who plays and what they chose.

    `players` are by seat, `chosen` has the option of each choice, and `brought` the typed totals brought forward by
    team, and `nicknames` those of the teams that have one. `notice` is what is wrong with the whole form.
    """

    rules: RuleSet
    table: Table
    seats: Seats
    notice: str = ""
    players: dict[int, PersonOrName] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    decks: int = 0
    paper: int = 0
    brought: dict[int, str] = field(default_factory=dict)
    nicknames: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: RuleSet, table: Table, seats: Seats, texts: Mapping[str, str]) -> Self:
        """Build a form with the usual choices, overridden or extended by `texts`."""
        usual = {"decks": str(table.decks), "paper": "0"}
        usual |= {f"choice.{c.key}": c.usual for c in choices_at(rules, table)}
        for team in range(1, table.teams + 1):
            usual |= {brought_name(team): "", nickname_name(team): ""}
        return cls(FormData({}), {**usual, **texts}, rules=rules, table=table, seats=seats)

    @property
    def is_valid(self) -> bool:
        return not self.faults and not self.notice

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that the rules offer a table of this size."""
        return choices_at(self.rules, self.table)

    @property
    def choices_summary(self) -> str:
        """The choices in a few words: all if there are at most two, else those that are not the usual ones."""
        picked = [
            (choice, option, option.value != choice.usual)
            for choice in self.choices
            if (option := option_of(choice, self.texts[f"choice.{choice.key}"].strip())) is not None
        ]
        listed = [
            f"{choice.label}: {option.label}"
            for choice, option, is_unusual in picked
            if is_unusual or len(self.choices) <= 2
        ]
        if len(self.choices) > 2:
            listed.append("the rest as usual" if listed else "as usual")
        return "; ".join(listed)

    @property
    def teams(self) -> list[tuple[int, tuple[int, ...]]]:
        """Each team's number, from 1, and its seats."""
        return [(team, seats_of(team, self.table)) for team in range(1, self.table.teams + 1)]

    def team_name(self, team: int) -> str:
        """Return the names of a team's people, from the labels of its seats."""
        return " & ".join(self.seats.label(seat) for seat in self.seats.of_team(team))

    @property
    def has_nicknames(self) -> bool:
        """Whether a team has a nickname, or the input of one has a fault."""
        names = [nickname_name(team) for team, _ in self.teams]
        return any(self.texts[name].strip() or name in self.faults for name in names)

    def with_known_nicknames(self, before: Seats) -> Self:
        """Return the form with the nicknames of teams whose people are not those of `before`.

        The latest nickname of the same people takes the place of a blank one, and of that of the people before.
        """
        known, texts = self.seats.people.nicknames, dict(self.texts)
        for team, _ in self.teams:
            name, old, new = nickname_name(team), before.people_of(team), self.seats.people_of(team)
            if old != new and texts[name] in ("", known.get(old, "")):
                texts[name] = known.get(new, "")
        return replace(self, texts=texts)

    @property
    def is_on_paper(self) -> bool:
        """Whether one of the inputs for a game begun on paper is filled in or has a fault."""
        names = ["paper", *(brought_name(team) for team, _ in self.teams)]
        return any(self.texts[n].strip() not in ("", "0") or n in self.faults for n in names)

    @property
    def has_choice_fault(self) -> bool:
        return any(f"choice.{choice.key}" in self.faults for choice in self.choices)

    @property
    def starter_question(self) -> str:
        return STARTER_QUESTIONS[self.rules.play.starts]

    @property
    def fields(self) -> dict[str, str]:
        """The texts of all inputs, by their names."""
        seats = {seat.name: seat.text for seat in self.seats.seats}
        ids = {f"id.{seat.name}": str(seat.tapped or "") for seat in self.seats.seats}
        return {**self.texts, **seats, **ids, "moving": str(self.seats.moving or "")}

    def filled(self, data: FormData) -> Self:
        """Return the form filled in with what was typed, after a tap on − or +; a missing input is empty."""
        data = data.after_step(_STEPS)
        texts = {name: data.get(name) for name in self.texts}
        return replace(self, data=data, texts=texts, seats=self.seats.read(data))

    def after_tap(self, data: FormData) -> Self | None:
        """Return the form after a tap that records nothing; None if no such button was pressed."""
        if not any(name in data for name in UNRECORDED_TAPS):
            return None
        form = self.filled(data)
        return replace(form, seats=form.seats.after_tap(data)).with_known_nicknames(form.seats)

    def parse(self) -> None:
        """Parse the filled-in form, and collect every fault."""
        names = {*self.fields, *OWN_FIELDS}
        self.players, self.faults = read_players(self.seats)
        self._parse_choices()
        self._parse_numbers()
        self._parse_brought()
        self._parse_nicknames()
        if unexpected := {name for name in self.data if name not in names or len(self.data.getlist(name)) > 1}:
            self.notice = f"{STRANGE_FIELDS}: {first_names(unexpected)}."

    def _parse_choices(self) -> None:
        for choice in self.choices:
            name = f"choice.{choice.key}"
            text = self.texts[name].strip() or (choice.usual if choice.typed else "")
            if option_of(choice, text) is not None:
                self.chosen[choice.key] = text
            elif choice.typed:
                self.faults[name] = f"Type numbers with commas between them, such as {EXAMPLE}."
            else:
                self.faults[name] = "Choose one of these."
        try:
            choose(self.rules, self.chosen)
        except RulesError as error:
            self.notice = f"These choices do not go together: {error.faults[0]}"

    def _parse_numbers(self) -> None:
        decks, paper = (whole_number(self.texts[name].strip() or "0", *bounds) for name, bounds in _STEPS.items())
        self.decks, self.paper = decks or 0, paper or 0
        if decks is None:
            self.faults["decks"] = f"Type a number of decks from 1 to {MAX_DECKS}."
        if paper is None:
            self.faults["paper"] = f"Type how many rounds were played, 0 to {MAX_ON_PAPER}."

    def _parse_brought(self) -> None:
        for team, _ in self.teams:
            name = brought_name(team)
            text = self.texts[name].strip()
            try:
                if text and typed_adjustment(text):
                    self.brought[team] = text
            except NotANumber:
                self.faults[name] = "Type the total as a number, such as 1450 or −200."

    def _parse_nicknames(self) -> None:
        teams_by_name: dict[str, int] = {}
        for team, _ in self.teams:
            name = nickname_name(team)
            if not self.texts[name].strip():
                continue
            try:
                self.nicknames[team] = clean_text(self.texts[name], LONGEST_NICKNAME, "nickname")
            except BadName as error:
                self.faults[name] = str(error)
                continue
            if teams_by_name.setdefault(fold_name(self.nicknames[team]), team) != team:
                self.faults[name] = "Another team has this nickname too. Choose a different one."

    @property
    def paper_fault(self) -> str:
        """Why these rules do not allow that many rounds on paper; "" if they do."""
        if "paper" in self.faults or self.notice:
            return ""
        try:
            end = choose(self.rules, self.chosen).end
        except RulesError:
            return ""
        none_left = end.by is EndBy.ROUNDS and end.rounds is not None and self.paper >= end.rounds
        return f"These rules play {end.rounds} rounds, so at least one must be left to play here." if none_left else ""

    def brought_value(self, team: int) -> CellValue | None:
        """Return the cell value of a team's total brought forward."""
        return Adjusted(self.brought[team], "") if team in self.brought else None

    def nickname_value(self, team: int) -> CellValue | None:
        """Return the cell value of a team's nickname."""
        return Text(self.nicknames[team]) if team in self.nicknames else None

    def brought_points(self, team: int) -> int:
        """Return a team's total brought forward, in points."""
        return typed_adjustment(self.brought[team]) if team in self.brought else 0

    @property
    def paper_value(self) -> CellValue | None:
        """The cell value of the number of rounds played on paper."""
        return Count(self.paper) if self.paper else None


def brought_name(team: int) -> str:
    """Return the name of the input for a team's total brought forward."""
    return f"{Place.team(team)}.brought"


def nickname_name(team: int) -> str:
    """Return the name of the input for a team's nickname."""
    return f"{Place.team(team)}.nickname"


def choices_at(rules: RuleSet, table: Table) -> tuple[Choice, ...]:
    """Return the choices that apply to a table of this size and leave it something to choose."""
    at_table = (choice for choice in rules.choices if fits(choice.players, table.players))
    return tuple(choice for choice in at_table if choice.typed or len(choice.options) > 1)
