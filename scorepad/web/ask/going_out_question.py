"""The question "May we go out?": its initial values, its document, and the books that it changes."""

from collections.abc import Mapping
from typing import Any

from scorepad.play.game import LoadedGame
from scorepad.play.parse_form import typed_count
from scorepad.rules import codes
from scorepad.rules.lookup import has_foot
from scorepad.rules.words import CardPlace, Color, LastCard
from scorepad.scoring.game.course import team_of
from scorepad.scoring.model import TeamRound
from scorepad.scoring.sheet import Sheet
from scorepad.scoring.text.explain import CARD_NAMES
from scorepad.web.ask.question_form import QuestionForm

RED_THREES = "threes.red.laid"
"""The input for red threes laid down, if going out needs some."""

_LAID = codes.threes_code(Color.RED, CardPlace.LAID)


def question_about(loaded: LoadedGame, seat: int | None = None) -> dict[str, str]:
    """Return the inputs that ask about a player, who is assumed to be in the foot."""
    agreed, round_number = loaded.agreement, loaded.record.course.next_round
    foot = {"in_foot": "1"} if has_foot(agreed.rules, agreed.table, round_number) else {}
    return foot | ({"seat": str(seat)} if seat else {})


def tallied(loaded: LoadedGame, round_number: int, seat: int | None) -> TeamRound:
    """Return the round's tallies for the player's team; a blank round if no player is chosen."""
    begun = loaded.record.rounds[round_number - 1 :]
    if seat is None or not begun:
        return TeamRound("")
    return begun[0].entry.teams[team_of(seat, loaded.agreement.table) - 1]


def changed_books(sheet: Sheet, team: TeamRound, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the books of a question that differ from the tallies, by their names in the round's sheet."""
    asked = [(f"books.{f.name}", f.name, team.books.get(f.name, 0), "0") for f in sheet.books]
    asked += [
        (f"begun.{f.name}", f"{codes.UNFINISHED}{f.name}", team.unfinished.get(f.name, 0), "")
        for f in sheet.unfinished
        if f.asked
    ]
    if asks_red_threes(sheet, team):
        asked.append((RED_THREES, _LAID, team.threes.get(_LAID, 0), "0"))
    texts = {name: texts[name].strip() for name, *_ in asked}
    return {name: texts[key] or none for key, name, count, none in asked if typed_count(texts[key] or "0") != count}


def asks_red_threes(sheet: Sheet, team: TeamRound) -> bool:
    """Whether going out needs red threes that were not counted already with the team's cards."""
    needed = any(sheet.out(concealed).red_threes != 0 for concealed in (False, True))
    return needed and isinstance(team.melded, int)


def question_document(form: QuestionForm, sheet: Sheet, team: TeamRound) -> dict[str, Any]:
    must_meld = sheet.rules.going_out.last_card is LastCard.MELD
    usual = LastCard.MELD if must_meld else LastCard.DISCARD
    document: dict[str, Any] = {
        "round": sheet.round_number,
        "players": sheet.table.players,
        "decks": sheet.decks,
        "books": {f.name: form.count(f"books.{f.name}", _some(team.books.get(f.name, 0))) for f in sheet.books},
        "unfinished": {
            f.name: form.count(f"begun.{f.name}", _some(team.unfinished.get(f.name, 0)))
            for f in sheet.unfinished
            if f.asked
        },
        "in_foot": form.word("in_foot", ("", "1"), "") == "1",
        "last_card": form.word("last_card", ("discard", "meld"), str(usual)),
        "concealed": form.word("concealed", ("", "1"), "") == "1",
    }
    if asks_red_threes(sheet, team):
        document["threes"] = {"red": {"laid": form.count(RED_THREES, _some(team.threes.get(_LAID, 0)))}}
    for name, words in (("card", ("", *CARD_NAMES)), ("partner_says", ("", "yes", "no"))):
        word = form.word(name, words, "")
        if word:
            document[name] = word
    foot = form.word("partner_in_foot", ("", "yes", "no"), "")
    if foot:
        document["partner_in_foot"] = foot == "yes"
    return document


def _some(count: int) -> str:
    return str(count) if count else ""
