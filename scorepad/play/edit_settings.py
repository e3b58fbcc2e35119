"""The settings of a game that has begun: their form, and the cells that a filled-in form changes.

A wrong name is corrected from the round in which it was entered. Someone takes over a seat from any round on, or sat
there in one past round, also in a game that is over: a seat's cell in a round says who has it from that round on.
Rounds on paper come before those played here, so if their number changes, the rounds played here move.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Self

from scorepad import __version__
from scorepad.language.words import format_number
from scorepad.play.form_data import FormData, Submission, entry_key, values_at
from scorepad.play.game import LoadedGame, with_people
from scorepad.play.record_cell import Recorded
from scorepad.play.rules.catalog import playable
from scorepad.play.setup_form import PeoplePicker, Seats, SetupForm, brought_name, find_or_add, nickname_name
from scorepad.rulebook.compare import compare
from scorepad.rules.document import says_the_same, to_document
from scorepad.rules.lookup import table_for
from scorepad.rules.model import OpeningStep, RuleSet
from scorepad.rules.parse import option_of
from scorepad.rules.presets import slugs
from scorepad.scoring.cells import TABLE, CellName, CellValue, Count, Document, EndDecision, Place, PlayerId, counted
from scorepad.scoring.game.agreement import BROUGHT, NICKNAME, PAPER, SEATED, WHOLE_GAME, Agreement, agreement
from scorepad.scoring.game.course import Course, Phase, seats_of
from scorepad.scoring.game.record import (
    DELETED,
    END,
    NOTHING_COUNTED,
    GameRecord,
    PointsChange,
    RoundChange,
    game,
    points_changes,
    round_changes,
)
from scorepad.scoring.sheet import Sheet, build_sheet
from scorepad.store import Club, KeyReused

KEPT = "kept"
"""The form's value for the rule set that the game already has."""

CORRECTED, TAKES_OVER = "mend", "now"
"""Why the player in a seat changes: the name was wrong, or someone takes over from now on. A number is the earlier
round from which someone took over."""

SEATS_OF = "seats_of"
"""The form's input for the one past round whose seats it shows. Blank: the seats are those of now."""

Values = dict[CellName, CellValue | None]


@dataclass(frozen=True, slots=True)
class EditedGame:
    """A game with new settings that are not saved yet: the changed cells, the resulting record, and names by id.

    New people have no id yet. `new_people` has their names by seat, and -seat stands in for the id.
    """

    changes: Values
    record: GameRecord
    names: Mapping[int, str]
    new_people: Mapping[int, str]


def other_rule_sets(loaded: LoadedGame) -> list[RuleSet]:
    """Return the rule sets that a game may switch to: those with a table of its size.

    This includes the game's own set if the club has changed it since.
    """
    agreed = loaded.agreement
    shape = (agreed.table.players, agreed.table.teams)
    fitting = [rules for rules in playable(loaded.club) if table_for(rules, *shape) is not None]
    return [rules for rules in fitting if rules.slug != agreed.base.slug or _is_newer(rules, agreed.base)]


def have_rules_changed(loaded: LoadedGame) -> bool:
    """Return whether the club has changed the rule set that a game uses since the game copied it."""
    return any(rules.slug == loaded.agreement.base.slug for rules in other_rule_sets(loaded))


def _is_newer(rules: RuleSet, base: RuleSet) -> bool:
    return rules.slug not in slugs() and not says_the_same(rules, base)


def past_rounds(loaded: LoadedGame) -> range:
    """Return the rounds played here."""
    course = loaded.record.course
    last = course.next_round - 1 if course.phase is Phase.PLAYING else course.counted
    return range(loaded.agreement.paper + 1, last + 1)


def rounds_to_take_over(loaded: LoadedGame) -> range:
    """Return the rounds from which someone may take over a seat; none if there is only one, which is the whole game."""
    past = past_rounds(loaded)
    rounds = range(past.start, past.stop + (loaded.record.course.phase is Phase.PLAYING))
    return rounds if len(rounds) > 1 else range(0)


def past_round(loaded: LoadedGame, text: str) -> int:
    """Return the round played here that a form names, 0 for none."""
    return {str(number): number for number in past_rounds(loaded)}.get(text, 0)


def settings_form(
    agreed: Agreement, people: PeoplePicker, rules: RuleSet | None = None, seats_of: int = 0
) -> SetupForm:
    """Build the form with a game's current settings, or with the seats of one past round.

    For other `rules`, the form has their usual choices.
    """
    chosen = KEPT if rules is None else rules.slug
    texts = {"rules": chosen, "shown": chosen, "since": CORRECTED, SEATS_OF: str(seats_of or "")}
    texts |= {"decks": str(agreed.decks), "paper": str(agreed.paper)}
    for team, points in enumerate(agreed.brought, start=1):
        texts[brought_name(team)] = str(points) if points else ""
        texts[nickname_name(team)] = agreed.nicknames[team - 1]
    seats = Seats.at(agreed.table, people, agreed.players_in(seats_of) if seats_of else agreed.players)
    usual = SetupForm.of(rules or agreed.base, agreed.table, seats, texts)
    if rules is not None:
        return usual
    choices = {f"choice.{c.key}": _choice_now(agreed, c.key) for c in usual.choices}
    return replace(usual, texts={**usual.texts, **choices})


def posted_form(loaded: LoadedGame, people: PeoplePicker, data: FormData) -> tuple[SetupForm, FormData]:
    """Return the form for the chosen rules, and the posted data for it.

    Missing inputs count as untouched. Choices are dropped if they belong to rules other than the chosen ones.
    """
    rules = next((r for r in other_rule_sets(loaded) if r.slug == data.get("rules")), None)
    form = settings_form(loaded.agreement, people, rules, past_round(loaded, data.get(SEATS_OF)))
    if data.get("shown", KEPT) != form.texts["shown"]:
        data = data.without([name for name in data if name.startswith("choice.")])
        data = data.with_texts({"shown": form.texts["shown"]})
    untouched = {name: text for name, text in form.fields.items() if name not in data}
    return form, data.with_texts(untouched)


def with_newer_settings(loaded: LoadedGame, form: SetupForm, seen: int) -> SetupForm:
    """Return a filled-in form with settings that others saved since its page was rendered in the untouched inputs."""
    old_values = values_at(loaded, seen) if seen < loaded.seq else {}
    if (WHOLE_GAME, TABLE, "rules") not in old_values or form.texts["rules"] != KEPT:
        return form
    values, _ = with_people(loaded.club, dict(old_values))
    people = form.seats.people
    seats_of = past_round(loaded, form.texts[SEATS_OF])
    old = settings_form(agreement(values, loaded.names), people, None, seats_of)
    now = settings_form(loaded.agreement, people, None, seats_of)
    texts = {
        name: now.texts[name] if text == old.texts.get(name) and name in now.texts else text
        for name, text in form.texts.items()
    }
    triples = zip(form.seats.seats, old.seats.seats, now.seats.seats, strict=True)
    seats = tuple(newest if seat == before else seat for seat, before, newest in triples)
    return replace(form, texts=texts, seats=replace(form.seats, seats=seats))


def parse_settings(loaded: LoadedGame, empty: SetupForm, form: SetupForm) -> None:
    """Parse the filled-in form of a game that has begun, and collect every fault. `empty` is the form as rendered."""
    form.parse()
    if form.texts["rules"] != empty.texts["rules"]:
        form.faults["rules"] = "Choose one of these rule sets."
    if form.texts["since"] not in (CORRECTED, TAKES_OVER, *map(str, rounds_to_take_over(loaded))):
        form.faults["since"] = "Choose one of these."
    if form.texts[SEATS_OF] != empty.texts[SEATS_OF]:
        form.notice = "That round is no longer there."
    is_moved = form.paper != loaded.agreement.paper and "paper" not in form.faults
    if is_moved and (fault := _sheet_fault(loaded) or form.paper_fault):
        form.faults["paper"] = fault


def _sheet_fault(loaded: LoadedGame) -> str:
    """Return why the number of rounds on paper cannot change, if one of those rounds has a sheet here."""
    begun = {number for number, _, field in loaded.values if field not in NOTHING_COUNTED}
    typed = sorted(begun & set(range(1, loaded.agreement.paper + 1)))
    return f"Round {typed[0]} has a sheet here, so it was not played on paper." if typed else ""


def edit_game(loaded: LoadedGame, setup: SetupForm) -> EditedGame:
    shift = setup.paper - loaded.agreement.paper
    after = _shifted(loaded.values, loaded.agreement.paper, shift)
    after |= _settings_values(loaded, setup)
    new_people = {seat: name for seat, name in setup.players.items() if isinstance(name, str)}
    for (number, place, field), value in _seat_values(loaded, setup).items():
        after[number + shift if number else WHOLE_GAME, place, field] = value
    values = {cell: value for cell, value in after.items() if value is not None}
    names = {**loaded.names, **setup.seats.people.names}
    names |= {-seat: name for seat, name in new_people.items()}
    cells = {**loaded.values, **values}
    differ = (cell for cell in cells if loaded.values.get(cell) != values.get(cell))
    # Checks and confirmations must come after the counts they refer to.
    changed = sorted(differ, key=lambda cell: (cell[2] in NOTHING_COUNTED, cell))
    changes = {cell: values.get(cell) for cell in changed}
    return EditedGame(changes, game(values, names), names, new_people)


def _shifted(values: Mapping[CellName, CellValue], paper: int, shift: int) -> Values:
    """Return the cells with every round that was not played on paper moved by `shift`."""
    if not shift:
        return dict(values)
    moved: Values = {
        (number + shift if number > paper and field != DELETED else number, place, field): value
        for (number, place, field), value in values.items()
    }
    end = values.get(END)
    if isinstance(end, EndDecision):
        over, first, last = (
            None if n is None else max(1, n + shift) for n in (end.over_after, end.not_before, end.last_round)
        )
        moved[END] = EndDecision(over, first, end.in_league, last)
    return moved


def _settings_values(loaded: LoadedGame, setup: SetupForm) -> Values:
    """Return the cells of round 0 that change; None blanks a cell."""
    before = loaded.agreement
    values: Values = {}
    if setup.texts["rules"] != KEPT:
        values[WHOLE_GAME, TABLE, "rules"] = Document(to_document(setup.rules))
        values[WHOLE_GAME, TABLE, "choices"] = Document(setup.chosen)
        values[WHOLE_GAME, TABLE, "engine"] = Document(__version__)
    elif any(_choice_now(before, key) != option for key, option in setup.chosen.items()):
        values[WHOLE_GAME, TABLE, "choices"] = Document({**before.choices, **setup.chosen})
    if setup.decks != before.decks:
        values[WHOLE_GAME, TABLE, "decks"] = Count(setup.decks)
    if setup.paper != before.paper:
        values[WHOLE_GAME, TABLE, PAPER] = setup.paper_value
    for team, points in enumerate(before.brought, start=1):
        if setup.brought_points(team) != points:
            values[WHOLE_GAME, Place.team(team), BROUGHT] = setup.brought_value(team)
        if setup.nicknames.get(team, "") != before.nicknames[team - 1]:
            values[WHOLE_GAME, Place.team(team), NICKNAME] = setup.nickname_value(team)
    return values


def _choice_now(agreed: Agreement, key: str) -> str:
    usual = next(c.options[0].value for c in agreed.base.choices if c.key == key)
    return agreed.choices.get(key, usual)


def _seat_values(loaded: LoadedGame, setup: SetupForm) -> Values:
    """Return the cells of seats that change, by the rounds as they are numbered now."""
    texts, rounds, values = setup.texts, rounds_to_take_over(loaded), Values()
    players = {seat: -seat if isinstance(person, str) else person for seat, person in setup.players.items()}
    if seats_of := past_round(loaded, texts[SEATS_OF]):
        for seat, player in players.items():
            if player != loaded.agreement.players_in(seats_of)[seat - 1]:
                values |= _sat(loaded, seat, player, seats_of, seats_of + 1)
        return values
    now = loaded.agreement.players
    changed = [seat for seat, player in players.items() if player != now[seat - 1]]
    if texts["since"] != CORRECTED and rounds:
        first = rounds[-1] if texts["since"] == TAKES_OVER else int(texts["since"])
        # Someone whose name is already there sat down earlier than was entered.
        for seat in changed or [seat for seat in players if _seated_since(loaded, seat) > first]:
            values |= _sat(loaded, seat, players[seat], first)
        return values
    return {(_seated_since(loaded, seat), Place.seat(seat), SEATED): PlayerId(players[seat]) for seat in changed}


def _sat(loaded: LoadedGame, seat: int, player: int, first: int, until: int | None = None) -> Values:
    """Return the cells that seat a player from round `first` on, or only before round `until`."""

    def sits(number: int) -> int:
        return loaded.agreement.players_in(number)[seat - 1]

    values: Values = {
        cell: None
        for cell in loaded.values
        if cell[1:] == (Place.seat(seat), SEATED) and first < cell[0] and (until is None or cell[0] < until)
    }
    values[first, Place.seat(seat), SEATED] = PlayerId(player) if player != sits(first - 1) else None
    if until is not None:
        values[until, Place.seat(seat), SEATED] = PlayerId(sits(until)) if player != sits(until) else None
    return values


def _seated_since(loaded: LoadedGame, seat: int) -> int:
    """Return the round in which the player now in a seat sat down, 0 for the beginning."""
    cell = (Place.seat(seat), SEATED)
    return max((number for number, *rest in loaded.values if tuple(rest) == cell), default=WHOLE_GAME)


def save_settings(loaded: LoadedGame, edited: EditedGame, submission: Submission) -> Recorded:
    """Record the changes, all or none, and add the new people.

    Returns CONFLICT, and records nothing, if anything was recorded since the game was loaded: a tap that arrived
    meanwhile would stay in its old round when the rounds are renumbered.
    """
    club, key = loaded.club, submission.key
    try:
        with club.writing(None if edited.new_people else loaded.id):
            if club.latest_seq(loaded.id) > loaded.seq:
                return Recorded.CONFLICT
            values = _with_new_people(club, edited, key)
            entries = [
                submission.entry(loaded.id, cell, value, key=entry_key(key, cell, names_round=True))
                for cell, value in values.items()
            ]
            answers = club.record_all(entries, seen=submission.seen)
    except KeyReused:
        return Recorded.KEY_REUSED
    is_refused = any(answer.status in ("conflict", "held") for answer in answers)
    return Recorded.CONFLICT if is_refused else Recorded.SAVED


def _with_new_people(club: Club, edited: EditedGame, key: str) -> Values:
    """Add the new people to the club and return the changes with their ids."""
    ids = {-seat: find_or_add(club, name, f"{key}:seat{seat}") for seat, name in edited.new_people.items()}
    return {
        cell: PlayerId(ids[value.id]) if isinstance(value, PlayerId) and value.id in ids else value
        for cell, value in edited.changes.items()
    }


# A preview of new settings: every round and total before and after, counts that are dropped, and faults.


@dataclass(frozen=True, slots=True)
class SettingsPreview:
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
    for number, (old, new) in enumerate(zip(before.nicknames, after.nicknames, strict=True), start=1):
        people = " & ".join(edited.names.get(after.players[s - 1], f"Seat {s}") for s in seats_of(number, after.table))
        if old != new:
            yield f"{people} are called {new}." if new else f"{people} are no longer called {old}."
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
