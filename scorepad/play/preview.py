"""A preview of new settings: every round and total before and after, counts that are dropped, and faults."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Self

from scorepad.play.edit_settings import EditedGame
from scorepad.play.game import LoadedGame
from scorepad.rulebook.compare import compare
from scorepad.rules.model import OpeningStep, RuleSet
from scorepad.rules.parse import option_of
from scorepad.scoring.cells import Document, counted
from scorepad.scoring.game.course import Course, Phase
from scorepad.scoring.game.record import GameRecord, PointsChange, RoundChange, points_changes, round_changes
from scorepad.scoring.sheet import Sheet, build_sheet
from scorepad.scoring.text.explain import format_number


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview that is shown before new settings are saved.

    `sentences` say what changes. `removed` and `added` are fields that leave or join the sheet. `end` says how the
    game's end changes. `minimums` are the opening minimums of the next round before and after, empty if unchanged.
    """

    teams: tuple[str, ...]
    rounds: tuple[RoundChange, ...]
    totals: tuple[PointsChange, ...]
    minimums: tuple[tuple[OpeningStep, OpeningStep], ...]
    sentences: tuple[str, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]
    end: str

    @classmethod
    def of(cls, loaded: LoadedGame, edited: EditedGame) -> Self:
        """Compare a game with its edited version."""
        before, after = loaded.record, edited.record
        shift = after.agreement.paper - before.agreement.paper
        return cls(
            teams=after.agreement.teams,
            rounds=tuple(round_changes(before, after, shift)),
            totals=points_changes(before.course.now, after.course.now),
            minimums=_minimums(before.course, after.course),
            sentences=tuple(_sentences(loaded, edited)),
            removed=tuple(_removed(loaded, after, shift)),
            added=tuple(_added(before, after)),
            end=_end(before, after),
        )


def double_seat_fault(edited: EditedGame) -> str:
    """Return a sentence naming someone who would sit in two seats in some round, or ""."""
    for seating in edited.record.agreement.seating:
        doubles = [p for p in seating.players if p and seating.players.count(p) > 1]
        if doubles:
            since = f"from round {seating.start} on" if seating.start else "from the start"
            return f"{edited.names.get(doubles[0], 'Someone')} would sit in two seats {since}."
    return ""


def _minimums(before: Course, after: Course) -> tuple[tuple[OpeningStep, OpeningStep], ...]:
    if before.phase is not Phase.PLAYING or after.phase is not Phase.PLAYING:
        return ()
    both = tuple(zip(before.minimums, after.minimums, strict=True))
    differ = any((a.minimum, a.books) != (b.minimum, b.books) for a, b in both)
    return both if differ else ()


def _sentences(loaded: LoadedGame, edited: EditedGame) -> Iterator[str]:
    yield from _seat_sentences(loaded, edited)
    before, after = loaded.agreement, edited.record.agreement
    if after.base is not before.base:
        yield from _rules_sentences(before.base, after.base)
    for choice in after.base.choices:
        old, new = before.choices.get(choice.key), after.choices.get(choice.key)
        option = option_of(choice, new) if new else None
        if option and new != (old or choice.usual):
            yield f"{choice.label}: {option.label}."
    if after.decks != before.decks:
        yield f"Decks of cards: {after.decks} instead of {before.decks}."
    if after.paper != before.paper:
        yield f"Rounds played on paper: {after.paper} instead of {before.paper}."
    for team, old_total, total in zip(after.teams, before.brought, after.brought, strict=True):
        if old_total != total:
            both = f"{format_number(total)} instead of {format_number(old_total)}"
            yield f"Brought forward by {team}: {both}."


def _rules_sentences(before: RuleSet, after: RuleSet) -> Iterator[str]:
    """Yield a sentence for a different rule set; for a newer version of the same set, one for each changed rule."""
    if after.name != before.name:
        yield f"Rules: {after.name} instead of {before.name}."
    if after.slug == before.slug:
        for contrast in (one for part in compare(after, before) for one in part.in_full):
            yield f"{contrast.label}: {contrast.here} instead of {contrast.there}."


def _seat_sentences(loaded: LoadedGame, edited: EditedGame) -> Iterator[str]:
    """Yield who sits where instead of whom, by seat and by the rounds as they will be numbered."""
    before, after = loaded.agreement, edited.record.agreement
    shift = after.paper - before.paper
    moved = {seating.start + shift if seating.start else 0: seating.players for seating in before.seating}
    starts = sorted({*moved, *(seating.start for seating in after.seating)})
    is_changed = False
    for seat in range(1, after.table.players + 1):
        instead: list[tuple[int, int]] = []
        for start in starts:
            old = moved[max(at for at in moved if at <= start)][seat - 1]
            instead.append((old, after.players_in(start)[seat - 1]))
        for (old, new), together in groupby(zip(starts, instead, strict=True), key=itemgetter(1)):
            if old != new:
                is_changed = True
                first, *others = [start for start, _ in together]
                later = [start for start in starts if start > (others or [first])[-1]]
                names = (edited.names.get(person, f"Seat {seat}") for person in (new, old))
                yield f"Seat {seat}: {' instead of '.join(names)}, {_rounds_text(first, min(later, default=None))}."
    if is_changed and any(not record.on_paper for record in loaded.record.rounds):
        yield "What was counted stays with its seat."


def _rounds_text(first: int, until: int | None) -> str:
    if until is None:
        return f"from round {first} on" if first else "from the start"
    if until <= first + 1:
        return f"in round {max(first, 1)} only"
    return f"from round {first} to {until - 1}" if first else f"to round {until - 1}"


def _sheet(record: GameRecord, round_number: int) -> Sheet:
    agreed = record.agreement
    return build_sheet(agreed.rules, agreed.table, round_number, agreed.decks)


def _removed(loaded: LoadedGame, after: GameRecord, shift: int) -> Iterator[str]:
    """Yield the fields whose counts the new rules ignore. The counts stay in the log."""
    if after.agreement.rules is loaded.agreement.rules:
        return
    rounds: dict[str, set[int]] = {}
    for (round_number, _, name), value in sorted(loaded.values.items(), key=lambda item: item[0]):
        old = _sheet(loaded.record, round_number).by_code.get(name) if round_number else None
        new = _sheet(after, round_number + shift).by_code.get(name) if old else None
        is_counted = not isinstance(value, Document) and counted(value) != 0
        if old and is_counted and (new is None or new.about is not old.about):
            rounds.setdefault(old.label, set()).add(round_number + shift)
    for label, numbers in rounds.items():
        yield f"{label} (round {', '.join(map(str, sorted(numbers)))})"


def _added(before: GameRecord, after: GameRecord) -> Iterator[str]:
    """Yield the fields that only the new sheet has."""
    if not before.rounds or after.agreement.rules is before.agreement.rules:
        return
    old, new = _sheet(before, 1), _sheet(after, 1)
    for field in new.fields:
        old_field = old.by_code.get(field.code)
        is_new = old_field is None or not old_field.asked or old_field.about is not field.about
        if field.asked and is_new:
            yield field.label


def _end(before: GameRecord, after: GameRecord) -> str:
    old, new = before.course, after.course
    if new.phase is Phase.ASKS and old.phase is not Phase.ASKS:
        return (
            f"The game would then have ended after round {new.ends_after}, but you played on. The table page will ask."
        )
    if new.phase is Phase.PLAYING and old.phase is not Phase.PLAYING:
        return f"The game is then not over: round {new.next_round} is next."
    if new.phase is not Phase.OVER or (old.phase, old.winners) == (new.phase, new.winners):
        return ""
    winners = " and ".join(after.agreement.teams[team - 1] for team in new.winners)
    outcome = "tie" if len(new.winners) > 1 else "won"
    return f"The game is then over, after round {new.ends_after}: {winners} {outcome}."
