"""May a player go out? Every reason against it, what it pays, and what the round would then score."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from scorepad.rules import codes, lookup
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import WILD_CARDS, LastCard, Leave, WithoutBooks
from scorepad.scoring.check import check
from scorepad.scoring.model import NONE, Counts, Ended, Level, Problem, Round, TeamRound
from scorepad.scoring.needs import UNMET, severe_penalty, unmet_needs
from scorepad.scoring.score import TeamScore, score
from scorepad.scoring.sheet import Sheet, build_sheet
from scorepad.scoring.sides import shared

Problems = Iterator[Problem]


@dataclass(frozen=True, slots=True)
class OutQuestion:
    """What a player wants to do. `books` are those on the table once the last cards are played.

    `card` is the card to discard, or "" if unknown. `partner_says` is "yes", "no" or "" for not asked,
    `partner_in_foot` None if unknown. `lost` names premium books that the team lost, `threes` has counts by code that
    replace those of the round. `teams` is the round as counted so far, or empty; `asking_team` is the number
    of the team that would go out, `alone` the team (from 0) that plays against all others, if one does.
    """

    rules: RuleSet
    round_number: int
    table: Table
    decks: int
    books: Counts
    unfinished: Counts
    in_foot: bool
    last_card: LastCard
    card: str = ""
    partner_says: str = ""
    partner_in_foot: bool | None = None
    concealed: bool = False
    lost: tuple[str, ...] = ()
    threes: Counts = dataclasses.field(default_factory=lambda: NONE)
    teams: tuple[TeamRound, ...] = ()
    asking_team: int = 1
    alone: int | None = None

    @property
    def team_if_out(self) -> TeamRound:
        """The asking team, with its partners of the round, as it would be if it went out now."""
        return shared(as_if_out(self)).teams[self.asking_team - 1]

    @property
    def has_partner(self) -> bool:
        return self.table.team_size > 1 or self.alone not in (None, self.asking_team - 1)

    @property
    def has_foot(self) -> bool:
        return lookup.has_foot(self.rules, self.table, self.round_number)


@dataclass(frozen=True, slots=True)
class Projected:
    """The round as it would score if the team went out now."""

    teams: tuple[TeamScore, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class OutAnswer:
    """Blockers and warnings, and the points that going out pays."""

    blockers: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    bonus: int
    projected: Projected | None

    @property
    def can_go_out(self) -> bool:
        return not self.blockers


def can_go_out(question: OutQuestion) -> OutAnswer:
    sheet = build_sheet(question.rules, question.table, question.round_number, question.decks)
    case = sheet.out(question.concealed)
    unmet = [_blocker(code, **facts) for code, facts in unmet_needs(question.rules, case, question.team_if_out)]
    partner_blocks, partner_warns = _partner(question)
    blockers = (*unmet, *_cards(question), *partner_blocks)
    warnings = (*_penalty(question, sheet, bool(unmet)), *_unfinished(question, sheet), *partner_warns)
    return OutAnswer(blockers, warnings, case.points, _projected(question))


def _blocker(code: str, **facts: object) -> Problem:
    return Problem(code, Level.BLOCKER, "", facts)


def _warning(code: str, **facts: object) -> Problem:
    return Problem(code, Level.WARNING, "", facts)


def _cards(question: OutQuestion) -> Problems:
    out = question.rules.going_out
    if question.has_foot and not question.in_foot:
        yield _blocker("foot_not_picked_up", knee=bool(question.table.knee))
    if out.last_card is LastCard.DISCARD and question.last_card is LastCard.MELD:
        yield _blocker("last_card_must_be_discarded")
    if out.last_card is LastCard.MELD and question.last_card is LastCard.DISCARD:
        yield _blocker("last_card_must_be_melded")
    wild = question.last_card is LastCard.DISCARD and question.card in WILD_CARDS
    if wild and not out.wild_discard:
        yield _blocker("wild_discard", card=question.card)
    if question.last_card is LastCard.DISCARD and question.card in out.no_discard:
        yield _blocker("kept_from_discard", rank=question.card)


_LEAVE = {"": "partner_not_asked", "no": "partner_said_no"}
"""The problem code for each answer of the partner."""


def _partner(question: OutQuestion) -> tuple[list[Problem], list[Problem]]:
    blockers: list[Problem] = []
    warnings: list[Problem] = []
    out = question.rules.going_out
    if not question.has_partner:
        return blockers, warnings
    code = _LEAVE.get(question.partner_says)
    if out.leave is not Leave.NONE and code:
        binds = out.leave is Leave.BINDING or (out.leave is Leave.BINDING_IF_ASKED and code == "partner_said_no")
        build, problems = (_blocker, blockers) if binds else (_warning, warnings)
        problems.append(build(code, leave=str(out.leave)))
    if out.partner_in_foot and question.partner_in_foot is None:
        warnings.append(_warning("partner_foot_unknown"))
    elif out.partner_in_foot and not question.partner_in_foot:
        blockers.append(_blocker("partner_not_in_foot"))
    return blockers, warnings


def _penalty(question: OutQuestion, sheet: Sheet, is_unmet: bool) -> Problems:
    if is_unmet and question.rules.going_out.without_books is WithoutBooks.SEVERE_PENALTY:
        yield severe_penalty(sheet, question.team_if_out.books, question.concealed)


def _unfinished(question: OutQuestion, sheet: Sheet) -> Problems:
    unfinished = question.team_if_out.unfinished
    for begun in sheet.unfinished:
        count = unfinished.get(begun.name, 0)
        if count and begun.points:
            facts = {"count": count, "points": count * begun.points}
            yield _warning("unfinished_books", label=begun.label, singular=begun.singular, **facts)


def _projected(question: OutQuestion) -> Projected | None:
    if not question.teams:
        return None
    entry = as_if_out(question)
    problems = tuple(
        replace(problem, level=Level.WARNING) if problem.code in UNMET else problem for problem in check(entry)
    )
    return Projected(score(entry), problems)


def as_if_out(question: OutQuestion) -> Round:
    """Return the round as if the asking team went out now, with the books of the question."""
    teams = question.teams or (TeamRound(name="Your team"),)
    return Round(
        rules=question.rules,
        round_number=question.round_number,
        table=question.table,
        decks=question.decks,
        ended=Ended.WENT_OUT,
        teams=tuple(_team_if_out(question, team, number) for number, team in enumerate(teams, start=1)),
        alone=question.alone,
    )


def _team_if_out(question: OutQuestion, team: TeamRound, team_number: int) -> TeamRound:
    if team_number != question.asking_team:
        return replace(team, went_out=False)
    bonuses = {**team.bonuses, codes.CONCEALED: 1} if question.concealed else team.bonuses
    return replace(
        team,
        went_out=True,
        books=question.books,
        unfinished=question.unfinished,
        threes={**team.threes, **question.threes},
        bonuses=bonuses,
        lost=question.lost or team.lost,
    )
