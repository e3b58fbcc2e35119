"""Who sat in which seat and kept score, and what was corrected after a round was finished."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from scorepad.language.words import join_words
from scorepad.play.change_words import Change
from scorepad.play.game import LoadedGame, finisher_program, read_device, stand_ins, team_names
from scorepad.play.history import Action, actions
from scorepad.scoring.cells import CellName, CellValue, parse_value
from scorepad.scoring.game.agreement import AGREED, BROUGHT, PAPER, SEATED, WHOLE_GAME
from scorepad.scoring.game.course import Phase, Totals, seats_of
from scorepad.scoring.game.record import (
    CHECKED,
    CONFIRMED,
    DELETED,
    FINISHED,
    NOTHING_COUNTED,
    GameRecord,
    game,
    total_changes,
)
from scorepad.scoring.names import fold_name
from scorepad.store import Club
from scorepad.web.app.current import g
from scorepad.web.people.people_view import Competitor, PeopleView, people_view

SETTINGS = (*AGREED, SEATED, BROUGHT, PAPER)
"""Fields of the whole game that change the meaning of finished rounds."""

Scorer = tuple[str, int]
"""Who recorded an entry: "" and a person’s id, or the label of a phone or program and 0."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An action that changed something finished: rounds (`rounds` lists those that still exist), the settings of the
    game, or the existence of a round.
    """

    action: Action
    rounds: frozenset[int]
    changes: tuple[Change, ...]
    after: Mapping[CellName, CellValue | None]
    """The cells of the game with the correction."""
    is_settings: bool = False

    def points(self) -> Totals:
        """Return by how much it changed each team's total."""
        before = {**self.after, **{change.cell: change.before for change in reversed(self.changes)}}
        return total_changes(_record(before), _record(self.after), is_moved=self.is_deletion or self.is_settings)

    @property
    def is_deletion(self) -> bool:
        """Whether it deleted or restored a round."""
        return _is_deletion(self.action)


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections of a game, oldest first, and how many entries each scorer recorded, by round."""

    scorers: Mapping[Scorer, Counter[int]]
    corrections: tuple[Correction, ...]

    @classmethod
    def of(cls, club: Club, game: int) -> Self:
        """Read the whole log of a game."""
        log = list(actions(club, game))[::-1]
        numbers = _numbers_now(log)
        return cls(_scorers(log, numbers), tuple(_corrections(log, numbers)))

    @property
    def corrected(self) -> frozenset[int]:
        return frozenset().union(*(correction.rounds for correction in self.corrections))


def _numbers_now(log: Sequence[Action]) -> dict[int, tuple[int, ...]]:
    """Return the rounds deleted after each action, by its seq and in order, except for restored ones."""
    undone: set[int] = set()
    deleted: tuple[int, ...] = ()
    later = {}
    for action in reversed(log):
        later[action.seq] = deleted
        undone |= {action.undoes} if action.undoes is not None else set()
        if action.undoes is None and action.seq not in undone:
            deleted = (*(entry.round for entry in action.applied if entry.field == DELETED), *deleted)
    return later


def _record(values: Mapping[CellName, CellValue | None]) -> GameRecord:
    return game({cell: value for cell, value in values.items() if value is not None}, {})


def _number_now(round_number: int, deleted: Iterable[int]) -> int | None:
    """Return the current number of a round after these deletions, None if the round itself was deleted."""
    for gone in deleted:
        if round_number == gone:
            return None
        round_number -= round_number > gone
    return round_number


def _is_deletion(action: Action) -> bool:
    return any(entry.field == DELETED for entry in action.applied)


def _scorers(log: Iterable[Action], later: Mapping[int, tuple[int, ...]]) -> dict[Scorer, Counter[int]]:
    scorers: dict[Scorer, Counter[int]] = {}
    for action in log:
        if _is_deletion(action):
            continue
        for entry in action.applied:
            round_number = _number_now(entry.round, later[action.seq])
            if round_number and entry.field not in NOTHING_COUNTED:
                label, player = read_device(entry.device)
                scorers.setdefault(("" if player else label, player), Counter())[round_number] += 1
    return scorers


def _corrections(log: Iterable[Action], later: Mapping[int, tuple[int, ...]]) -> list[Correction]:
    values: dict[CellName, CellValue | None] = {}
    finished: set[int] = set()
    corrections = []
    for action in log:
        changes = _changes(action, values)
        if _is_deletion(action):
            corrections.append(Correction(action, frozenset(), tuple(changes), dict(values)))
            finished = {cell[0] for cell, value in values.items() if cell[1:] == FINISHED and value}
            continue
        corrected = {change.cell[0] for change in changes if _corrects(change, finished)}
        if corrected:
            rounds = _rounds(corrected)
            now = {_number_now(round_number, later[action.seq]) for round_number in rounds}
            numbers, after = frozenset(filter(None, now)), dict(values)
            corrections.append(Correction(action, numbers, tuple(changes), after, is_settings=not rounds))
        # Changes in the same form as the finish belong to the finished round and are no corrections.
        finished |= {c.cell[0] for c in changes if c.cell[1:] == FINISHED and c.after}
    return corrections


def _changes(action: Action, values: dict[CellName, CellValue | None]) -> list[Change]:
    """Return the changes of an action, cell by cell, and apply them to `values`."""
    changes = []
    for entry in action.applied:
        cell, value = entry.cell, parse_value(entry.value)
        changes.append(Change(cell, values.get(cell), value))
        values[cell] = value
    return changes


def _corrects(change: Change, finished: set[int]) -> bool:
    """Whether it changed something finished. Zeros that a finish writes, or its undo removes, do not count."""
    round_number, _, field = change.cell
    if change.is_none or change.is_zero or change.reversed.is_zero or field in (CHECKED, CONFIRMED):
        return False
    if round_number == WHOLE_GAME:
        return bool(finished) and field in SETTINGS
    return round_number in finished and field != FINISHED[1]


def _rounds(corrected: set[int]) -> frozenset[int]:
    """Return the rounds of a correction, none if it only moved rounds behind others played on paper."""
    rounds = corrected - {WHOLE_GAME}
    return frozenset(rounds if len(rounds) == 1 else ())


# Who sat in which seat, and who kept score


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player in a seat from round `start` on, 0 from the beginning. `address` is the URL of their page, if any."""

    name: str
    start: int
    address: str | None = None


@dataclass(frozen=True, slots=True)
class ScorerSummary:
    """A scorer ("" if unknown), their rounds, and how many entries came from their phones."""

    name: str
    rounds: str
    entries: int


def stand_in_sentences(loaded: LoadedGame) -> tuple[str, ...]:
    """Return who played which rounds in someone else's seat, in sentences."""
    if len(loaded.agreement.seating) == 1:
        return ()
    names = loaded.names
    return tuple(
        f"{names.get(player, 'Someone')} played {rounds_text(rounds)} in {names.get(owner, 'someone')}’s seat."
        for player, owner, rounds in stand_ins(loaded.record)
    )


def program_sentences(loaded: LoadedGame) -> tuple[str, ...]:
    """Return which rounds programs finished, in sentences."""
    rounds: dict[str, list[int]] = {}
    programs = g.club.access.tokens.names()
    for round_number in range(1, loaded.record.course.counted + 1):
        rounds.setdefault(finisher_program(loaded, round_number, programs), []).append(round_number)
    return tuple(f"The program “{name}” finished {rounds_text(numbers)}." for name, numbers in rounds.items() if name)


def seat_histories(loaded: LoadedGame) -> list[tuple[str, dict[int, tuple[SeatedPlayer, ...]]]]:
    """Return the name of each team, and everyone who sat in each of its seats, in turn."""
    people, table = people_view(), loaded.agreement.table
    return [
        (name, {seat: _players(loaded, seat, people) for seat in seats_of(team, table)})
        for team, name in enumerate(team_names(loaded.record, loaded.names), start=1)
    ]


def _players(loaded: LoadedGame, seat: int, people: PeopleView) -> tuple[SeatedPlayer, ...]:
    players: list[SeatedPlayer] = []
    course = loaded.record.course
    for seating in loaded.agreement.seating:
        if course.phase is Phase.OVER and seating.start > course.counted:
            break
        name = loaded.seat_name(seat, seating.start)
        if not players or players[-1].name != name:
            address = people.team([seating.players[seat - 1]]).address
            players.append(SeatedPlayer(name, seating.start, address))
    return tuple(players)


def players_with_pages(loaded: LoadedGame) -> list[Competitor]:
    """Return the players of a game who have a page, by seat, substitutes last."""
    people = people_view()
    players = dict.fromkeys(p for seating in loaded.agreement.seating for p in seating.players)
    competitors = [people.team([player]) for player in players]
    return [competitor for competitor in competitors if competitor.address]


def summarize_scorers(
    scorers: Mapping[Scorer, Mapping[int, int]], names: Mapping[Scorer, str], rounds: Collection[int]
) -> list[ScorerSummary]:
    """Return who recorded these rounds, most entries first, unknown scorers last.

    `scorers` has the number of entries by scorer and round.
    """
    by_name: dict[str, dict[int, int]] = {}
    for scorer, entries in scorers.items():
        # Two ids with the same name are usually the same person.
        by_round = by_name.setdefault(names.get(scorer, ""), {})
        for round_number in entries.keys() & rounds:
            by_round[round_number] = by_round.get(round_number, 0) + entries[round_number]
    summaries = [
        ScorerSummary(name, rounds_text(by_round), sum(by_round.values()))
        for name, by_round in by_name.items()
        if by_round
    ]
    return sorted(summaries, key=lambda summary: (not summary.name, -summary.entries, fold_name(summary.name)))


def rounds_text(numbers: Collection[int]) -> str:
    """Return rounds in words: "round 2", "rounds 1 to 3 and 5"."""
    runs: list[list[int]] = []
    for round_number in sorted(numbers):
        if runs and round_number == runs[-1][-1] + 1:
            runs[-1].append(round_number)
        else:
            runs.append([round_number])
    words = [word for run in runs for word in _run_words(run)]
    return f"round{'s' if len(numbers) > 1 else ''} {join_words(words)}"


def _run_words(run: list[int]) -> list[str]:
    return [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run]
