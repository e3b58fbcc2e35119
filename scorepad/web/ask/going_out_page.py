"""The page model of "May we go out?".

It builds the same document that the command line reads, and parses it with the same code. By default it asks about the
phone's scorer, and the inputs start with the round's tallies.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from scorepad.play.game import LoadedGame
from scorepad.rulebook.words import red_threes_text
from scorepad.rules import lookup
from scorepad.rules.words import LastCard, Leave
from scorepad.scoring.advice.going_out import OutAnswer, OutQuestion, can_go_out
from scorepad.scoring.advice.waiting import Consideration, Standing, standing_after, weigh_partner, weigh_waiting
from scorepad.scoring.cells import Leave as LeaveGiven
from scorepad.scoring.cells import Place
from scorepad.scoring.documents import read_out
from scorepad.scoring.game.course import Phase, seats_of, team_of
from scorepad.scoring.model import TeamRound
from scorepad.scoring.needs import counted_for, missing_red_threes, red_threes_needed
from scorepad.scoring.sheet import Kind, Sheet
from scorepad.scoring.text.explain import books_text, join_words
from scorepad.scoring.text.messages import problem_text
from scorepad.web.app.templates import new_key
from scorepad.web.ask.going_out_question import RED_THREES, changed_books, question_about, question_document, tallied
from scorepad.web.ask.question_form import Args, QuestionForm, apply_step
from scorepad.web.ask.verdict import Verdict

LEAVE = "leave"
"""The cell field of a player's seat that stores the partner's answer."""


@dataclass(frozen=True, slots=True)
class OutPage:
    """The page of "May we go out?". `answer` is None until a player is chosen.

    `seat` is the player's, or None. `begun` says whether anything is asked yet. `required` has for each kind of book
    how many are needed, and whether the team has them; `red_threes` has this for red threes laid down.
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
    verdict: Verdict | None = None
    required: Mapping[str, tuple[int, bool]] = field(default_factory=dict)
    red_threes: tuple[int, bool] | None = None
    standing: Standing | None = None
    waiting: tuple[Consideration, ...] = ()
    partner: tuple[Consideration, ...] = ()

    @classmethod
    def of(cls, loaded: LoadedGame, args: Args, own_seat: int | None = None) -> Self:
        """Return the page. Without arguments it asks about the player in `own_seat`."""
        form = QuestionForm(apply_step(args) if args or not own_seat else MultiDict(question_about(loaded, own_seat)))
        round_number = loaded.record.course.next_round
        sheet = loaded.sheet(round_number)
        seats = tuple(str(seat) for seat in range(1, sheet.table.players + 1))
        chosen = form.choice("seat", seats)
        seat = int(chosen) if chosen else None
        document = question_document(form, sheet, tallied(loaded, round_number, seat))
        form.refuse_others()
        begun = bool(form.args)
        own = cls(loaded, round_number, sheet, form.texts, form.faults, seat, begun, new_key())
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
        # The document has the number of players, but not the number of teams.
        teams = self._teams()
        return self._answered(replace(question, table=self.sheet.table, teams=teams, asking_team=team), seat)

    def _teams(self) -> tuple[TeamRound, ...]:
        """Return the round's entries so far."""
        begun = self.game.record.rounds[self.round - 1 :]
        if begun:
            return begun[0].entry.teams
        before = self.game.record.before(self.round)
        names = self.game.agreement.teams
        return tuple(TeamRound(name, total) for name, total in zip(names, before, strict=True))

    def _answered(self, question: OutQuestion, seat: int) -> Self:
        seats = seats_of(question.asking_team, question.table)
        answer = can_go_out(question)
        case, team = self.sheet.out(question.concealed), question.team_if_out
        needs, have = case.needs, counted_for(question.rules, question.books)
        threes = (red_threes_needed(case, team), not missing_red_threes(case, team))
        return replace(
            self,
            answer=answer,
            verdict=Verdict.of(answer),
            required={need: (count, have.get(need, 0) >= count) for need, count in needs.items()},
            red_threes=threes if case.red_threes != 0 else None,
            standing=standing_after(question, self.game.record.before(self.round)),
            waiting=weigh_waiting(question),
            partner=weigh_partner(question, seats.index(seat)),
        )

    @property
    def player(self) -> str:
        """The name of the player who would go out."""
        return self.game.seat_name(self.seat) if self.seat else ""

    @property
    def partners(self) -> str:
        """The names of the player's partners: "Carla", or "Carla or Emil"."""
        seats = seats_of(team_of(self.seat or 1, self.sheet.table), self.sheet.table)
        return join_words([self.game.seat_name(seat) for seat in seats if seat != self.seat], "or")

    @property
    def seats(self) -> list[tuple[int, str]]:
        """Every seat, with the name of its player."""
        return [(seat, self.game.seat_name(seat)) for seat in range(1, self.sheet.table.players + 1)]

    def team_of(self, seat: int) -> int:
        return team_of(seat, self.sheet.table)

    @property
    def carried(self) -> dict[int, dict[str, str]]:
        """The inputs to submit with a tap on a player, by team: books typed for a team are kept for that team."""
        fresh = question_about(self.game)
        typed = {name: text for name, text in self.texts.items() if name.startswith(("books.", "begun.", RED_THREES))}
        asking = self.team_of(self.seat) if self.seat else None
        teams = range(1, self.sheet.table.teams + 1)
        return {team: fresh | (typed if asking in (team, None) else {}) for team in teams}

    @property
    def new_books(self) -> dict[str, str]:
        """The books of the question that differ from the tallies, by input name in the round's sheet."""
        team = Place.team(team_of(self.seat or 1, self.sheet.table))
        books = changed_books(self.sheet, tallied(self.game, self.round, self.seat), self.texts)
        return {f"{team}.{name}": text for name, text in books.items()}

    @property
    def leave(self) -> str:
        """The partner's answer to this player in this round: "yes", "no", or "" if not asked."""
        if self.seat is None:
            return ""
        value = self.game.values.get((self.round, Place.seat(self.seat), LEAVE))
        return value.says if isinstance(value, LeaveGiven) and value.says in ("yes", "no") else ""

    @property
    def asks_partner(self) -> bool:
        """Whether the rules have a player ask a partner."""
        leave = self.sheet.rules.going_out.leave
        return self.sheet.table.team_size > 1 and leave is not Leave.NONE

    @property
    def binds_once_asked(self) -> bool:
        """Whether a player need not ask, but must obey the answer after asking."""
        return self.sheet.rules.going_out.leave is Leave.BINDING_IF_ASKED

    @property
    def is_playing(self) -> bool:
        return self.game.record.course.phase is Phase.PLAYING

    @property
    def records(self) -> bool:
        """Whether the partner's answer can be recorded: a round is being played."""
        return self.asks_partner and self.is_playing

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
    def joint_needs(self) -> list[tuple[str, bool]]:
        """The needs that are not for one kind of book, in words, and whether they are met."""
        rules = self.sheet.rules
        needs = [(need, *of) for need, of in self.required.items() if not lookup.book(rules, need)]
        return [(books_text(rules, {need: count}), enough) for need, count, enough in needs]

    @property
    def needed(self) -> str:
        """What a team needs to go out, in words."""
        case = self.sheet.out(False)
        books = books_text(self.sheet.rules, case.needs)
        return " and ".join(filter(None, (books, red_threes_text(case.red_threes) if case.red_threes != 0 else "")))

    @property
    def uncounted(self) -> list[str]:
        """The teams whose melded cards are not counted yet."""
        return [
            name
            for team, name in enumerate(self.game.agreement.teams, start=1)
            if (self.round, Place.team(team), Kind.MELDED) not in self.game.values
        ]
