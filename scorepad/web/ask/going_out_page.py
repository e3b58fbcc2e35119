"""The page model of "May we go out?".

It builds the document that the command line reads, and reads it with the same code. Inputs begin with what was tallied
in the round.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from scorepad.play.game import LoadedGame
from scorepad.rules import lookup
from scorepad.rules.words import LastCard, Leave
from scorepad.scoring.advice.going_out import OutAnswer, OutQuestion, can_go_out
from scorepad.scoring.advice.waiting import Consideration, Standing, standing_after, weigh_partner, weigh_waiting
from scorepad.scoring.cells import Leave as LeaveGiven
from scorepad.scoring.documents.going_out import read_out
from scorepad.scoring.game.course import Phase, seats_of, team_of
from scorepad.scoring.model import TeamRound
from scorepad.scoring.place import Place
from scorepad.scoring.sheet import Sheet
from scorepad.scoring.text.explain import CARD_NAMES, books_text
from scorepad.scoring.text.messages import problem_text
from scorepad.web.app.templates import new_key
from scorepad.web.ask.question_form import Args, QuestionForm, apply_step

LEAVE = "leave"
"""The field in which a player's seat keeps what the partner said to the question for leave."""


@dataclass(frozen=True, slots=True)
class OutPage:
    """The page of "May we go out?". `answer` is None until a player is chosen.

    `seat` is the player's, or None. `begun` says whether the address asks anything yet.
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
    def of(cls, loaded: LoadedGame, args: Args) -> Self:
        form = QuestionForm(apply_step(args))
        number = loaded.record.course.next_round
        page = loaded.sheet(number)
        seats = tuple(str(seat) for seat in range(1, page.table.players + 1))
        chosen = form.choice("seat", seats)
        seat = int(chosen) if chosen else None
        document = _question(form, page, _tallied(loaded, number, seat))
        form.refuse_others()
        begun = bool(form.args)
        own = cls(loaded, number, page, form.texts, form.faults, seat, begun, new_key())
        return own if seat is None or "seat" in form.faults else own._read(document, seat)

    def _read(self, document: dict[str, Any], seat: int) -> Self:
        """Return the page with its answer, or with its faults."""
        partner_says = document.get("partner_says") or (self.leave if self.asks_partner else "")
        team = team_of(seat, self.sheet.table)
        document |= {"lost": self.game.lost(self.round, team)}
        document |= {"partner_says": partner_says} if partner_says else {}
        question, problems = read_out(self.sheet.rules, document)
        faults = dict(self.faults)
        for problem in problems:
            name = problem.path.replace("unfinished.", "begun.")
            faults[name if name in self.texts else ""] = problem_text(problem)
        if question is None or faults:
            return replace(self, faults=faults)
        # The document says how many play, not in how many teams.
        teams = self._teams()
        return self._answered(replace(question, table=self.sheet.table, teams=teams, asking_team=team), seat)

    def _teams(self) -> tuple[TeamRound, ...]:
        """Return the round as far as it was entered."""
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
        """The partner's answer to this player in this round: "yes", "no", or "" if not asked."""
        if self.seat is None:
            return ""
        value = self.game.values.get((self.round, Place.seat(self.seat), LEAVE))
        return value.says if isinstance(value, LeaveGiven) and value.says in ("yes", "no") else ""

    @property
    def asks_partner(self) -> bool:
        """Whether the rules tell a player to ask a partner."""
        leave = self.sheet.rules.going_out.leave
        return self.sheet.table.team_size > 1 and leave is not Leave.NONE

    @property
    def records(self) -> bool:
        """Whether the partner's answer can be recorded: a round is being played."""
        return self.asks_partner and self.game.record.course.phase is Phase.PLAYING

    @property
    def asks_concealed(self) -> bool:
        """Whether going out in one turn makes a difference."""
        return lookup.concealed_differs(self.sheet.rules)

    @property
    def asks_partner_foot(self) -> bool:
        """Whether the partner must have picked up the foot, too."""
        return self.sheet.table.team_size > 1 and self.sheet.rules.going_out.partner_in_foot

    @property
    def asks_card(self) -> bool:
        """Whether it matters which card is discarded last."""
        return not self.sheet.rules.going_out.wild_discard

    @property
    def asks_last_card(self) -> bool:
        """Whether it matters if the last card is discarded or melded."""
        return self.asks_card or self.sheet.rules.going_out.last_card is not LastCard.EITHER

    @property
    def needed(self) -> str:
        """The books that going out needs, in words."""
        return books_text(self.sheet.rules, self.sheet.out(False).needs)

    @property
    def uncounted(self) -> list[str]:
        """The teams whose melded cards are not counted yet."""
        return [
            name
            for team, name in enumerate(self.game.agreement.teams, start=1)
            if (self.round, Place.team(team), "melded") not in self.game.values
        ]


def _tallied(loaded: LoadedGame, number: int, seat: int | None) -> TeamRound:
    """Return what was tallied in the round for the player's team; a blank round if no player is chosen."""
    begun = loaded.record.rounds[number - 1 :]
    if seat is None or not begun:
        return TeamRound("")
    return begun[0].entry.teams[team_of(seat, loaded.agreement.table) - 1]


def _question(form: QuestionForm, page: Sheet, team: TeamRound) -> dict[str, Any]:
    must_meld = page.rules.going_out.last_card is LastCard.MELD
    usual = LastCard.MELD if must_meld else LastCard.DISCARD
    document: dict[str, Any] = {
        "round": page.round_number,
        "players": page.table.players,
        "decks": page.decks,
        "books": {f.name: form.count(f"books.{f.name}", _some(team.books.get(f.name, 0))) for f in page.books},
        "unfinished": {
            f.name: form.count(f"begun.{f.name}", _some(team.unfinished.get(f.name, 0)))
            for f in page.unfinished
            if f.asked
        },
        "in_foot": form.word("in_foot", ("", "1"), "") == "1",
        "last_card": form.word("last_card", ("discard", "meld"), str(usual)),
        "concealed": form.word("concealed", ("", "1"), "") == "1",
    }
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
