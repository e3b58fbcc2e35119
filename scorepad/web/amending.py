"""Mending what was agreed: the form of a game that has begun, and the cells that what was typed into it would change.

A substitute sits down from the round to play; a wrong name is mended from where it was given. Rounds on paper come
before those that were played here, so when their number changes, those move with all that was counted in them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorepad import __version__
from scorepad.rules.document import to_document
from scorepad.rules.lookup import table_for
from scorepad.rules.model import RuleSet
from scorepad.rules.presets import preset, slugs
from scorepad.scoring.agreement import WHOLE_GAME, Agreement, agreement
from scorepad.scoring.game import Phase
from scorepad.scoring.record import NOTHING_COUNTED, GameRecord, game
from scorepad.store import CellName, Club
from scorepad.web.agreeing import Agreed, AgreedForm, read, too_much_paper
from scorepad.web.clubs import LoadedGame, with_people
from scorepad.web.history import values_at
from scorepad.web.known import People
from scorepad.web.seating import Seats, player_of

KEPT = "kept"
"""What the form says for the rule set that the game has already."""

MEND, FROM_NOW = "mend", "now"
Values = dict[CellName, Any]


@dataclass(frozen=True, slots=True)
class Amended:
    """A game as it would be: the cells that change, the record after, and what new people would be called by seat."""

    changes: Values
    record: GameRecord
    names: Mapping[int, str]
    newcomers: Mapping[int, str]


def others_for(loaded: LoadedGame) -> list[RuleSet]:
    """The presets a game may change to: those with a table of its shape."""
    agreed = loaded.agreement
    found = [preset(slug) for slug in slugs() if slug != agreed.base.slug]
    shape = (agreed.table.players, agreed.table.teams)
    return [rules for rules in found if table_for(rules, *shape) is not None]


def may_substitute(loaded: LoadedGame) -> bool:
    """Whether somebody can take over: a round was played here, and another is to come."""
    course = loaded.record.course
    return course.phase is Phase.PLAYING and course.next_round > loaded.agreement.paper + 1


def form_of(loaded: LoadedGame, people: People, rules: RuleSet | None = None) -> AgreedForm:
    """The form with what was agreed in it; by other rules, with their usual choices."""
    return _form(loaded.agreement, people, rules)


def _form(agreed: Agreement, people: People, rules: RuleSet | None) -> AgreedForm:
    said = KEPT if rules is None else rules.slug
    texts = {"rules": said, "shown": said, "since": MEND}
    texts |= {"decks": str(agreed.decks), "paper": str(agreed.paper)}
    for team, points in enumerate(agreed.brought, start=1):
        texts[f"team{team}.brought"] = str(points) if points else ""
    seats = Seats.at(agreed.table, people, agreed.players)
    empty = AgreedForm.of(rules or agreed.base, agreed.table, seats, texts)
    if rules is not None:
        return empty
    chosen = {f"choice.{c.key}": _choice_now(agreed, c.key) for c in empty.choices}
    return replace(empty, texts={**empty.texts, **chosen})


def said_form(
    loaded: LoadedGame, people: People, sent: MultiDict[str, str]
) -> tuple[AgreedForm, MultiDict[str, str]]:
    """The form that was sent, as it would be untouched, and what was said in it.

    What did not come was not touched, and choices of rules that were left for others are dropped.
    """
    rules = next((one for one in others_for(loaded) if one.slug == sent.get("rules")), None)
    form, said = form_of(loaded, people, rules), sent.copy()
    if said.get("shown", KEPT) != form.texts["shown"]:
        for name in [name for name in said if name.startswith("choice.")]:
            del said[name]
        said["shown"] = form.texts["shown"]
    for name, text in form.fields.items():
        if name not in said:
            said[name] = text
    return form, said


def caught_up(loaded: LoadedGame, typed: AgreedForm, seen: int) -> AgreedForm:
    """The form with what others changed since its page was made, wherever nobody typed something else."""
    then = values_at(loaded, seen) if seen < loaded.seq else {}
    if (WHOLE_GAME, "table", "rules") not in then or typed.texts["rules"] != KEPT:
        return typed
    there, _ = with_people({name: value for name, value in then.items() if value is not None})
    people = typed.seats.people
    old, now = _form(agreement(there, loaded.names), people, None), form_of(loaded, people)
    texts = {
        name: now.texts[name] if text == old.texts.get(name) and name in now.texts else text
        for name, text in typed.texts.items()
    }
    seats = tuple(
        now_seat if seat == old_seat else seat
        for seat, old_seat, now_seat in zip(
            typed.seats.seats, old.seats.seats, now.seats.seats, strict=True
        )
    )
    return replace(typed, texts=texts, seats=replace(typed.seats, seats=seats))


def read_amended(loaded: LoadedGame, form: AgreedForm, said: MultiDict[str, str]) -> Agreed:
    """Reads the form of a game that has begun, with every fault in it."""
    agreed = read(form, said)
    before = loaded.agreement
    if agreed.form.texts["rules"] != form.texts["rules"]:
        agreed.faults["rules"] = "Choose one of these rule sets."
    if agreed.form.texts["since"] not in (MEND, FROM_NOW):
        agreed.faults["since"] = "Choose one of these."
    if agreed.paper != before.paper and "paper" not in agreed.faults:
        begun = {n for n, _, name in loaded.values if n and name not in NOTHING_COUNTED}
        typed = sorted(n for n in begun if n <= before.paper)
        trouble = too_much_paper(agreed)
        if typed:
            trouble = f"Round {typed[0]} has a sheet here, so it was not played on paper."
        if trouble:
            agreed.faults["paper"] = trouble
    return agreed


def amended(loaded: LoadedGame, agreed: Agreed) -> Amended:
    """The game as it would be with what was typed."""
    by = agreed.paper - loaded.agreement.paper
    after = _moved(loaded.values, loaded.agreement.paper, by)
    after |= _whole(loaded, agreed)
    newcomers = {seat: who for seat, who in agreed.sitters.items() if isinstance(who, str)}
    for seat, who in agreed.sitters.items():
        player = -seat if isinstance(who, str) else who
        if player != loaded.agreement.players[seat - 1]:
            number = _since(loaded, agreed, seat)
            after[number + by if number else WHOLE_GAME, f"seat{seat}", "player"] = {"id": player}
    there = {name: value for name, value in after.items() if value is not None}
    names = {**loaded.names, **agreed.form.seats.people.names}
    names |= {-seat: who for seat, who in newcomers.items()}
    differ = [
        name for name in {**loaded.values, **there} if loaded.values.get(name) != there.get(name)
    ]
    changes = {name: there.get(name) for name in sorted(differ)}
    return Amended(changes, game(there, names), names, newcomers)


def _moved(values: Mapping[CellName, Any], paper: int, by: int) -> Values:
    """The cells with every round after those on paper moved on by so many."""
    if not by:
        return dict(values)
    moved = {
        (number + by if number > paper else number, place, name): value
        for (number, place, name), value in values.items()
    }
    end = values.get((WHOLE_GAME, "table", "end"))
    if end:
        moved[WHOLE_GAME, "table", "end"] = {name: max(1, n + by) for name, n in end.items()}
    return moved


def _whole(loaded: LoadedGame, agreed: Agreed) -> Values:
    """The cells of round 0 that say something new; None where one is to be blank."""
    before, form = loaded.agreement, agreed.form
    found: dict[tuple[str, str], Any] = {}
    if form.texts["rules"] != KEPT:
        found["table", "rules"] = to_document(form.rules)
        found["table", "choices"] = agreed.choices
        found["table", "engine"] = __version__
    elif any(_choice_now(before, key) != said for key, said in agreed.choices.items()):
        found["table", "choices"] = {**before.choices, **agreed.choices}
    if agreed.decks != before.decks:
        found["table", "decks"] = {"as": "count", "n": agreed.decks}
    if agreed.paper != before.paper:
        found["table", "paper"] = agreed.paper_cell
    for team, points in enumerate(before.brought, start=1):
        if agreed.brought_points(team) != points:
            found[f"team{team}", "brought"] = agreed.brought_cell(team)
    return {(WHOLE_GAME, place, name): value for (place, name), value in found.items()}


def _choice_now(before: Agreement, key: str) -> str:
    usual = next(c.options[0].value for c in before.base.choices if c.key == key)
    return before.choices.get(key, usual)


def _since(loaded: LoadedGame, agreed: Agreed, seat: int) -> int:
    """The round from which somebody is to sit there: the one to play, or where whoever sits there now sat down."""
    if agreed.form.texts["since"] == FROM_NOW and may_substitute(loaded):
        return loaded.record.course.next_round
    sat = (n for n, place, name in loaded.values if (place, name) == (f"seat{seat}", "player"))
    return max(sat, default=WHOLE_GAME)


def twice_seated(after: Amended) -> str:
    """Who would sit in two seats in some round, as a sentence; "" where nobody would."""
    for seating in after.record.agreement.seating:
        twice = [one for one in seating.players if one and seating.players.count(one) > 1]
        if twice:
            since = f"from round {seating.start} on" if seating.start else "from the start"
            return f"{after.names.get(twice[0], 'Somebody')} would sit in two seats {since}."
    return ""


def players_for(club: Club, after: Amended, key: str) -> Values:
    """The changes with the ids of new people, who are kept by this."""
    ids = {
        -seat: player_of(club, name, f"{key}:seat{seat}") for seat, name in after.newcomers.items()
    }
    return {
        name: {"id": ids[value["id"]]}
        if name[2] == "player" and value and value["id"] in ids
        else value
        for name, value in after.changes.items()
    }
