"""The page of "may we go out?": the books as they will be, and the answer.

It builds the document that the command line takes, and reads it with the same reader.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from scorepad.rules import lookup
from scorepad.rules.words import LastCard, Leave
from scorepad.scoring.explain import CARD_NAMES, books_named
from scorepad.scoring.game import team_of
from scorepad.scoring.going_out import OutAnswer, can_go_out
from scorepad.scoring.messages import message
from scorepad.scoring.reading import read_out
from scorepad.scoring.sheet import Sheet, sheet
from scorepad.web.asking import Args, Asked
from scorepad.web.clubs import LoadedGame


@dataclass(frozen=True, slots=True)
class OutPage:
    """The page of "may we go out?"; `answer` is None until something was asked."""

    game: LoadedGame
    round: int
    sheet: Sheet
    texts: dict[str, str]
    faults: dict[str, str]
    seat: int
    answer: OutAnswer | None

    @classmethod
    def of(cls, loaded: LoadedGame, args: Args) -> Self:
        """The page for what was typed so far."""
        agreed, asked = loaded.agreement, Asked()
        number = loaded.record.course.next_round
        page = sheet(agreed.rules, agreed.table, number, agreed.decks)
        seats = tuple(str(seat) for seat in range(1, agreed.table.players + 1))
        seat = int(asked.word(args, "seat", seats, "1"))
        team = team_of(seat, agreed.table)
        document = _question(asked, args, page)
        document["lost"] = loaded.lost(number, team)
        asked.only(args)
        answer = _out(loaded, document, team, asked) if args else None
        return cls(loaded, number, page, asked.texts, asked.faults, seat, answer)

    @property
    def asks_partner(self) -> bool:
        """Whether there is a partner to ask, and rules that say so."""
        leave = self.sheet.rules.going_out.leave
        return self.sheet.table.team_size > 1 and leave is not Leave.NONE

    @property
    def asks_concealed(self) -> bool:
        """Whether it matters that somebody goes out all in one turn."""
        return lookup.concealed_differs(self.sheet.rules)

    @property
    def asks_partner_foot(self) -> bool:
        """Whether the partner must have picked up the foot too."""
        return self.sheet.table.team_size > 1 and self.sheet.rules.going_out.partner_in_foot

    @property
    def needed(self) -> str:
        """The books that going out needs, in the table's own words."""
        return books_named(self.sheet.rules, self.sheet.out(False).needs)


def _question(asked: Asked, args: Args, page: Sheet) -> dict[str, Any]:
    books = {f.name: asked.count(args, f"books.{f.name}") for f in page.books}
    begun = {f.name: asked.count(args, f"begun.{f.name}") for f in page.unfinished if f.asked}
    words = ("", *CARD_NAMES)
    must_meld = page.rules.going_out.last_card is LastCard.MELD
    usual = LastCard.MELD if must_meld else LastCard.DISCARD
    document: dict[str, Any] = {
        "round": page.number,
        "players": page.table.players,
        "decks": page.decks,
        "books": books,
        "unfinished": begun,
        "in_foot": asked.word(args, "in_foot", ("", "1"), "") == "1",
        "last_card": asked.word(args, "last_card", ("discard", "meld"), str(usual)),
    }
    for name, known in (("card", words), ("partner_says", ("", "yes", "no"))):
        said = asked.word(args, name, known, "")
        if said:
            document[name] = said
    foot = asked.word(args, "partner_in_foot", ("", "yes", "no"), "")
    if foot:
        document["partner_in_foot"] = foot == "yes"
    document["concealed"] = asked.word(args, "concealed", ("", "1"), "") == "1"
    return document


def _out(loaded: LoadedGame, document: dict[str, Any], team: int, asked: Asked) -> OutAnswer | None:
    question, problems = read_out(loaded.agreement.rules, document)
    for problem in problems:
        name = problem.path.replace("unfinished.", "begun.")
        asked.faults[name if name in asked.texts else ""] = message(problem)
    if question is None or asked.faults:
        return None
    # The document says how many play, not in how many teams.
    question = replace(question, table=loaded.agreement.table)
    # A sheet that was begun says what the round would score now.
    begun = loaded.record.rounds[question.number - 1 :]
    if begun:
        question = replace(question, teams=begun[0].entry.teams, asking=team)
    return can_go_out(question)
