"""The page of "may we go out?": the books as they will be, the answer, and what to weigh.

It builds the document that the command line takes, and reads it with the same reader. What was tallied in the round
stands in it already; what was typed goes over that.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from scorepad.play.game import LoadedGame, new_key
from scorepad.rules import lookup
from scorepad.rules.words import LastCard, Leave
from scorepad.scoring.advice.going_out import OutAnswer, OutQuestion, can_go_out
from scorepad.scoring.advice.waiting import (
    Consideration,
    Standing,
    standing_after,
    weigh_partner,
    weigh_waiting,
)
from scorepad.scoring.cells import Leave as LeaveGiven
from scorepad.scoring.documents.going_out import read_out
from scorepad.scoring.game.course import Phase, seats_of, team_of
from scorepad.scoring.model import TeamRound
from scorepad.scoring.place import Place
from scorepad.scoring.sheet import Sheet
from scorepad.scoring.text.explain import CARD_NAMES, books_text
from scorepad.scoring.text.messages import problem_text
from scorepad.web.ask.question_form import Args, Asked, stepped

LEAVE = "leave"
"""The field in which a player's seat keeps what the partner said to the question for leave."""


@dataclass(frozen=True, slots=True)
class OutPage:
    """The page of "may we go out?"; `answer` is None until it is known who would go out.

    `seat` is the player's, None where nobody was chosen; `begun` says whether anything was asked yet.
    """

    game: LoadedGame
    round: int
    sheet: Sheet
    texts: dict[str, str]
    faults: dict[str, str]
    seat: int | None
    begun: bool
    key: str
    answer: OutAnswer | None = None
    standing: Standing | None = None
    waiting: tuple[Consideration, ...] = ()
    partner: tuple[Consideration, ...] = ()

    @classmethod
    def of(cls, loaded: LoadedGame, said: Args) -> Self:
        """The page for what was typed so far."""
        asked, args = Asked(), stepped(said)
        number = loaded.record.course.next_round
        page = loaded.sheet(number)
        seats = tuple(str(seat) for seat in range(1, page.table.players + 1))
        chosen = asked.choice(args, "seat", seats)
        seat = int(chosen) if chosen else None
        document = _question(asked, args, page, _tallied(loaded, number, seat))
        asked.only(args)
        own = cls(loaded, number, page, asked.texts, asked.faults, seat, bool(args), new_key())
        return own if seat is None or "seat" in asked.faults else own._asking(document, seat)

    def _asking(self, document: dict[str, Any], seat: int) -> Self:
        """The page with its answer, unless something cannot be read or cannot be."""
        said = document.get("partner_says") or (self.leave if self.asks_partner else "")
        team = team_of(seat, self.sheet.table)
        document |= {"lost": self.game.lost(self.round, team)}
        document |= {"partner_says": said} if said else {}
        question, problems = read_out(self.sheet.rules, document)
        faults = dict(self.faults)
        for problem in problems:
            name = problem.path.replace("unfinished.", "begun.")
            faults[name if name in self.texts else ""] = problem_text(problem)
        if question is None or faults:
            return replace(self, faults=faults)
        # The document says how many play, not in how many teams.
        teams = self._teams()
        return self._answered(
            replace(question, table=self.sheet.table, teams=teams, asking_team=team), seat
        )

    def _teams(self) -> tuple[TeamRound, ...]:
        """The round as far as it was entered."""
        begun = self.game.record.rounds[self.round - 1 :]
        if begun:
            return begun[0].entry.teams
        before = self.game.record.before(self.round)
        names = self.game.agreement.teams
        return tuple(TeamRound(name, total) for name, total in zip(names, before, strict=True))

    def _answered(self, question: OutQuestion, seat: int) -> Self:
        seats = seats_of(question.asking_team, question.table)
        return replace(
            self,
            answer=can_go_out(question),
            standing=standing_after(question, self.game.record.before(self.round)),
            waiting=weigh_waiting(question),
            partner=weigh_partner(question, seats.index(seat)),
        )

    @property
    def player(self) -> str:
        """The name of the player who would go out."""
        return self.game.seat_name(self.seat) if self.seat else ""

    @property
    def seats(self) -> list[tuple[str, str]]:
        """Every seat as inputs say it, with the name of who sits there."""
        players = range(1, self.sheet.table.players + 1)
        return [(str(seat), self.game.seat_name(seat)) for seat in players]

    @property
    def leave(self) -> str:
        """What the partner said to this player in this round: "yes", "no", or "" while not asked."""
        if self.seat is None:
            return ""
        value = self.game.values.get((self.round, Place.seat(self.seat), LEAVE))
        return value.says if isinstance(value, LeaveGiven) and value.says in ("yes", "no") else ""

    @property
    def asks_partner(self) -> bool:
        """Whether there is a partner to ask, and rules that say so."""
        leave = self.sheet.rules.going_out.leave
        return self.sheet.table.team_size > 1 and leave is not Leave.NONE

    @property
    def records(self) -> bool:
        """Whether what the partner says can be kept: there is a round to keep it in."""
        return self.asks_partner and self.game.record.course.phase is Phase.PLAYING

    @property
    def asks_concealed(self) -> bool:
        """Whether it matters that somebody goes out all in one turn."""
        return lookup.concealed_differs(self.sheet.rules)

    @property
    def asks_partner_foot(self) -> bool:
        """Whether the partner must have picked up the foot too."""
        return self.sheet.table.team_size > 1 and self.sheet.rules.going_out.partner_in_foot

    @property
    def asks_card(self) -> bool:
        """Whether it matters which card is discarded last."""
        return not self.sheet.rules.going_out.wild_discard

    @property
    def asks_last_card(self) -> bool:
        """Whether it matters what becomes of the last card."""
        return self.asks_card or self.sheet.rules.going_out.last_card is not LastCard.EITHER

    @property
    def needed(self) -> str:
        """The books that going out needs, in the table's own words."""
        return books_text(self.sheet.rules, self.sheet.out(False).needs)

    @property
    def uncounted(self) -> list[str]:
        """The teams whose melded cards nobody entered yet."""
        return [
            name
            for team, name in enumerate(self.game.agreement.teams, start=1)
            if (self.round, Place.team(team), "melded") not in self.game.values
        ]


def _tallied(loaded: LoadedGame, number: int, seat: int | None) -> TeamRound:
    """What was tallied in the round for the player's team; nothing where nobody is chosen."""
    begun = loaded.record.rounds[number - 1 :]
    if seat is None or not begun:
        return TeamRound("")
    return begun[0].entry.teams[team_of(seat, loaded.agreement.table) - 1]


def _question(asked: Asked, args: Args, page: Sheet, team: TeamRound) -> dict[str, Any]:
    must_meld = page.rules.going_out.last_card is LastCard.MELD
    usual = LastCard.MELD if must_meld else LastCard.DISCARD
    document: dict[str, Any] = {
        "round": page.round_number,
        "players": page.table.players,
        "decks": page.decks,
        "books": {
            f.name: asked.count(args, f"books.{f.name}", _some(team.books.get(f.name, 0)))
            for f in page.books
        },
        "unfinished": {
            f.name: asked.count(args, f"begun.{f.name}", _some(team.unfinished.get(f.name, 0)))
            for f in page.unfinished
            if f.asked
        },
        "in_foot": asked.word(args, "in_foot", ("", "1"), "") == "1",
        "last_card": asked.word(args, "last_card", ("discard", "meld"), str(usual)),
        "concealed": asked.word(args, "concealed", ("", "1"), "") == "1",
    }
    for name, known in (("card", ("", *CARD_NAMES)), ("partner_says", ("", "yes", "no"))):
        said = asked.word(args, name, known, "")
        if said:
            document[name] = said
    foot = asked.word(args, "partner_in_foot", ("", "yes", "no"), "")
    if foot:
        document["partner_in_foot"] = foot == "yes"
    return document


def _some(count: int) -> str:
    return str(count) if count else ""
