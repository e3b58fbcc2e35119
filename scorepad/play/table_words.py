"""Texts for changes of fields without a label on the sheet: who went out, who starts, the end, seats, rules."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from scorepad.scoring.cells import (
    TABLE,
    CellValue,
    CheckedBy,
    Document,
    EndDecision,
    Leave,
    Place,
    Shape,
    StartingSeat,
    StockRanOut,
    WentOut,
    counted,
    parse_place,
)
from scorepad.scoring.game.agreement import BINNED, BROUGHT, PAPER, SEATED, WHOLE_GAME
from scorepad.scoring.game.record import CHECKED, CONFIRMED, DELETED, END, FINISHED, HOW_ENDED, OPENED, STARTER
from scorepad.scoring.text.explain import change_text

if TYPE_CHECKING:
    from scorepad.play.change_words import Change, ChangeWords

Words = tuple[str, str]
"""What changed, and its value, "" if it has none."""


def _words(subject: str, value: str = "") -> Words:
    return subject, value


def _finished(words: "ChangeWords", change: "Change") -> Words:
    return _words(f"Round {change.cell[0]} {'finished' if change.after else 'opened again'}")


def _deleted(words: "ChangeWords", change: "Change") -> Words:
    is_deleted = (counted(change.after) or 0) > (counted(change.before) or 0)
    return _words(f"Round {change.cell[0]} {'deleted' if is_deleted else 'brought back'}")


def _ended(words: "ChangeWords", change: "Change") -> Words:
    match change.after:
        case WentOut(seat):
            return _words(f"{words.place(change.cell[0], Place.seat(seat))} went out")
        case StockRanOut():
            return _words("The stock ran out")
    return _words("Who went out", "blank")


def _starter(words: "ChangeWords", change: "Change") -> Words:
    if not isinstance(change.after, StartingSeat):
        return _words("Who starts", "blank")
    return _words(f"{words.place(change.cell[0], Place.seat(change.after.seat))} starts")


def _end(words: "ChangeWords", change: "Change") -> Words:
    match change.before, change.after:
        case EndDecision(over_after=before), EndDecision(over_after=int(last), in_league=counts) if before == last:
            return _words("Counted in the league" if counts else "Left out of the league")
        case _, EndDecision(over_after=int(last), in_league=counts):
            return _words(f"Game ended after round {last}{'' if counts else ', left out of the league'}")
        case _, EndDecision(not_before=first):
            return _words(f"The game went on to round {first}")
    return _words("The end of the game left open")


def _binned(words: "ChangeWords", change: "Change") -> Words:
    return _words("Into the bin" if change.after else "Back from the bin")


def _json(value: CellValue | None) -> dict[str, str]:
    return value.value if isinstance(value, Document) and isinstance(value.value, dict) else {}


def _rules(words: "ChangeWords", change: "Change") -> Words:
    old, new = (_json(value).get("name", "") for value in (change.before, change.after))
    if old == new:
        return _words("Rules", f"{new}, changed in some of its rules")
    return _words("Rules", f"{old} → {new}" if old else new)


def _choices(words: "ChangeWords", change: "Change") -> Words:
    old, new = _json(change.before), _json(change.after)
    chosen = [
        f"{label}: {options.get(new[key], new[key])}"
        for key in new
        if new[key] != old.get(key)
        for label, options in (words.choices.get(key, (key, {})),)
    ]
    return _words("Choices", "; ".join(chosen))


def _shape(words: "ChangeWords", change: "Change") -> Words:
    shape = change.after if isinstance(change.after, Shape) else Shape(0, 0)
    return _words("The table", f"{shape.players} players, {shape.teams} teams")


def _plain(label: str, words: "ChangeWords", change: "Change") -> Words:
    return _words(label, change_text(change.before, change.after))


def _brought(words: "ChangeWords", change: "Change") -> Words:
    team = words.place(WHOLE_GAME, change.cell[1])
    return _words(f"Brought forward, {team}", change_text(change.before, change.after))


def _player(words: "ChangeWords", change: "Change") -> Words:
    round_number, place, _ = change.cell
    if round_number == WHOLE_GAME:
        before = f"{words.person(change.before)} → " if change.before else ""
        return _words(f"Seat {parse_place(place).number}", before + words.person(change.after))
    usual = words.place(round_number - 1, place)
    if not change.after:
        return _words(f"{usual} keeps the seat from round {round_number} on")
    player = words.person(change.after)
    if player == words.place(WHOLE_GAME, place):
        return _words(f"{player} is back in the seat from round {round_number} on")
    return _words(f"{player} plays for {usual} from round {round_number} on")


def _opened(words: "ChangeWords", change: "Change") -> Words:
    team = words.place(*change.cell[:2])
    return _words(f"{team} opened" if change.after else f"{team} not opened yet")


def _leave(words: "ChangeWords", change: "Change") -> Words:
    answer = change.after.says if isinstance(change.after, Leave) else "not asked"
    return _words(f"Partner’s answer to {words.place(*change.cell[:2])}", answer)


def _checked(words: "ChangeWords", change: "Change") -> Words:
    team = words.place(*change.cell[:2])
    if not isinstance(change.after, CheckedBy):
        return _words("Not checked any more", team)
    name = words.names.get(change.after.player, "")
    return _words(f"Checked by {name}" if name else "Checked", team)


def _confirmed(words: "ChangeWords", change: "Change") -> Words:
    team = words.place(*change.cell[:2])
    return _words(f"Round {change.cell[0]} {'' if change.after else 'no longer '}confirmed for {team}")


IN_WORDS: dict[tuple[str, str], Callable[["ChangeWords", "Change"], Words]] = {
    FINISHED: _finished,
    (TABLE, DELETED): _deleted,
    (TABLE, HOW_ENDED): _ended,
    (TABLE, STARTER): _starter,
    END[1:]: _end,
    (TABLE, BINNED): _binned,
    (TABLE, "rules"): _rules,
    (TABLE, "choices"): _choices,
    (TABLE, "shape"): _shape,
    (TABLE, "decks"): partial(_plain, "Decks"),
    (TABLE, "engine"): partial(_plain, "Scorepad"),
    (TABLE, PAPER): partial(_plain, "Rounds played on paper"),
    ("", BROUGHT): _brought,
    ("", SEATED): _player,
    ("", OPENED): _opened,
    ("", "leave"): _leave,
    ("", CHECKED): _checked,
    ("", CONFIRMED): _confirmed,
}
