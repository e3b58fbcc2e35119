"""The page model of "May we go out?".

It builds the same document that the command line reads, and parses it with the same code. By default it asks about the
phone's scorer, and the inputs start with the round's tallies.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from scorepad.language.words import join_words
from scorepad.numbers import typed_count
from scorepad.play.form_data import STRANGE_PARAMETERS, FormData, TypedForm
from scorepad.play.game import LoadedGame
from scorepad.rulebook.words import red_threes_text
from scorepad.rules import codes, lookup
from scorepad.rules.lookup import has_foot
from scorepad.rules.words import CardPlace, Color, LastCard, Leave
from scorepad.scoring.advice.going_out import OutAnswer, OutQuestion, can_go_out
from scorepad.scoring.advice.waiting import Consideration, Outlook, standing_after, weigh_partner, weigh_waiting
from scorepad.scoring.cells import Leave as LeaveGiven
from scorepad.scoring.cells import Place
from scorepad.scoring.documents import read_out
from scorepad.scoring.game.course import Phase, seats_of, team_of
from scorepad.scoring.game.record import lone_hand
from scorepad.scoring.model import Problem, TeamRound
from scorepad.scoring.needs import counted_for, missing_red_threes, red_threes_needed
from scorepad.scoring.sheet import Kind, Sheet
from scorepad.scoring.text.explain import CARD_NAMES, books_text
from scorepad.scoring.text.messages import problem_text
from scorepad.web.app.templates import new_key

NOT_ASKED = "partner_not_asked"
_PARTNER = (NOT_ASKED, "partner_said_no", "partner_foot_unknown")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict. `word` is "ask" if only the partner's binding permission is missing.

    `against` are the reasons for a no. `notes` do not prevent going out. `ask_first`: asking the partner is a courtesy.
    """

    word: Literal["yes", "no", "ask"]
    against: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    ask_first: bool = False

    @classmethod
    def of(cls, answer: OutAnswer) -> Self:
        """Return the verdict. A no leaves out the partner, who has nothing to decide while something is missing."""
        against = tuple(problem for problem in answer.blockers if problem.code != NOT_ASKED)
        notes = tuple(problem for problem in answer.warnings if not (against and problem.code in _PARTNER))
        if against:
            return cls("no", against, notes)
        if answer.blockers:
            return cls("ask", (), notes)
        ask_first = any(note.code == NOT_ASKED for note in notes)
        return cls("yes", (), tuple(note for note in notes if note.code != NOT_ASKED), ask_first)


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
    standing: Outlook | None = None
    waiting: tuple[Consideration, ...] = ()
    partner: tuple[Consideration, ...] = ()

    @classmethod
    def of(cls, loaded: LoadedGame, args: FormData, own_seat: int | None = None) -> Self:
        """Return the page. Without arguments it asks about the player in `own_seat`."""
        form = TypedForm(
            args.after_step()
            if args.fields or not own_seat
            else FormData({}).with_texts(question_about(loaded, own_seat))
        )
        round_number = loaded.record.course.next_round
        sheet = loaded.sheet(round_number)
        seats = tuple(str(seat) for seat in range(1, sheet.table.players + 1))
        chosen = form.choice("seat", seats)
        seat = int(chosen) if chosen else None
        document = question_document(form, sheet, tallied(loaded, round_number, seat))
        form.refuse_others((), STRANGE_PARAMETERS)
        begun = bool(form.data.fields)
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
        question = replace(question, table=self.sheet.table, teams=teams, asking_team=team, alone=self.alone)
        return self._answered(question, seat)

    @property
    def alone(self) -> int | None:
        """The team (from 0) that plays alone against the others in this round, as far as it was said."""
        return lone_hand(self.sheet.table, self.game.values_in(self.round))

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
        needs, have = case.needs, counted_for(question.rules, team.books)
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
        table = self.sheet.table
        seats = seats_of(team_of(self.seat or 1, table), table)
        if self.alone is not None:
            seats = tuple(seat for seat in range(1, table.players + 1) if seat != self.alone + 1)
        return join_words([self.game.seat_name(seat) for seat in seats if seat != self.seat], "or")

    @property
    def seats(self) -> list[tuple[int, str]]:
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
        return self.has_partner and leave is not Leave.NONE

    @property
    def has_partner(self) -> bool:
        """Whether the player has a partner in this round."""
        return self.sheet.table.team_size > 1 or (self.seat is not None and self.alone not in (None, self.seat - 1))

    @property
    def shared_with(self) -> str:
        """The partners of this round whose books count too, "" if each team keeps its partners."""
        return self.partners if self.has_partner and self.sheet.table.team_size == 1 else ""

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
        return self.has_partner and self.sheet.rules.going_out.partner_in_foot

    @property
    def asks_card(self) -> bool:
        """Whether it matters which card is discarded last."""
        return bool(self.kept_cards)

    @property
    def kept_cards(self) -> list[tuple[str, str]]:
        """The cards that may not be the last discard, each with its name."""
        kept = lookup.kept_from_discard(self.sheet.rules)
        names = {card: CARD_NAMES[card][0] for card in kept}
        return [(card, f"{'An' if name[:1] in 'aeiou' else 'A'} {name}") for card, name in names.items()]

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


# The question: its initial values, its document, and the books that it changes

RED_THREES = "threes.red.laid"
"""The input for red threes laid down, if going out needs some."""

_LAID = codes.threes_code(Color.RED, CardPlace.LAID)


def question_about(loaded: LoadedGame, seat: int | None = None) -> dict[str, str]:
    """Return the inputs that ask about a player, who is assumed to be in the foot."""
    agreed, round_number = loaded.agreement, loaded.record.course.next_round
    foot = {"in_foot": "1"} if has_foot(loaded.sheet(round_number).rules, agreed.table, round_number) else {}
    return foot | ({"seat": str(seat)} if seat else {})


def tallied(loaded: LoadedGame, round_number: int, seat: int | None) -> TeamRound:
    """Return the round's tallies for the player's team; a blank round if no player is chosen."""
    begun = loaded.record.rounds[round_number - 1 :]
    if seat is None or not begun:
        return TeamRound("")
    return begun[0].entry.teams[team_of(seat, loaded.agreement.table) - 1]


def changed_books(sheet: Sheet, team: TeamRound, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the books of a question that differ from the tallies, by their names in the round's sheet."""
    inputs = [(f"books.{f.name}", f.name, team.books.get(f.name, 0), "0") for f in sheet.books]
    inputs += [
        (f"begun.{f.name}", f"{codes.UNFINISHED}{f.name}", team.unfinished.get(f.name, 0), "")
        for f in sheet.unfinished
        if f.asked
    ]
    if asks_red_threes(sheet, team):
        inputs.append((RED_THREES, _LAID, team.threes.get(_LAID, 0), "0"))
    texts = {name: texts[name].strip() for name, *_ in inputs}
    return {name: texts[key] or none for key, name, count, none in inputs if typed_count(texts[key] or "0") != count}


def asks_red_threes(sheet: Sheet, team: TeamRound) -> bool:
    """Whether going out needs red threes that were not counted already with the team's cards."""
    needed = any(sheet.out(concealed).red_threes != 0 for concealed in (False, True))
    return needed and isinstance(team.melded, int)


def question_document(form: TypedForm, sheet: Sheet, team: TeamRound) -> dict[str, Any]:
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
