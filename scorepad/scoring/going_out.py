"""May a player go out: every reason against it, what it would pay, and what the round would then score."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.rules.model import WILD_CARDS, RuleSet, Table
from scorepad.rules.words import LastCard, Leave, WithoutBooks
from scorepad.scoring.check import check
from scorepad.scoring.model import Counts, Ended, Level, Problem, Round, TeamRound, TeamScore
from scorepad.scoring.needs import missing_books, severe_penalty
from scorepad.scoring.score import score
from scorepad.scoring.sheet import Sheet, sheet

Problems = Iterator[Problem]


@dataclass(frozen=True, slots=True)
class OutQuestion:
    """What a player means to do, with the books as they will be once the last cards are played.

    `card` is the card to be discarded, "" where it was not said; `partner_says` is "yes", "no" or "" for not
    asked; `partner_in_foot` is None where nobody said; `lost` names premium books that the team lost. `teams` is
    the round as far as it was counted, or empty; `asking` the index of the team that would go out.
    """

    rules: RuleSet
    number: int
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
    teams: tuple[TeamRound, ...] = ()
    asking: int = 0


@dataclass(frozen=True, slots=True)
class Projected:
    """What the round would score if that team went out now."""

    teams: tuple[TeamScore, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class OutAnswer:
    """Whether the player can go out, all that stands against it, and what it pays in points."""

    blockers: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    bonus: int
    projected: Projected | None

    @property
    def can_go_out(self) -> bool:
        """Whether nothing stands against it."""
        return not self.blockers


def can_go_out(question: OutQuestion) -> OutAnswer:
    """The answer to "may we go out?"."""
    page = sheet(question.rules, question.table, question.number, question.decks)
    case = page.out(question.concealed)
    missing = missing_books(question.rules, case, question.books)
    partner_blocks, partner_warns = _partner(question)
    blockers = (*_missing(question, missing), *_cards(question), *partner_blocks)
    warnings = (*_penalty(question, page, missing), *_unfinished(question, page), *partner_warns)
    return OutAnswer(blockers, warnings, case.points, _projected(question))


def _blocker(code: str, **facts: object) -> Problem:
    return Problem(code, Level.BLOCKER, "", facts)


def _warning(code: str, **facts: object) -> Problem:
    return Problem(code, Level.WARNING, "", facts)


def _missing(question: OutQuestion, missing: dict[str, int]) -> Problems:
    if missing:
        yield _blocker("books_missing", missing=missing, rules=question.rules)


def _cards(question: OutQuestion) -> Problems:
    out = question.rules.going_out
    if question.table.foot and not question.in_foot:
        yield _blocker("foot_not_picked_up", knee=bool(question.table.knee))
    if out.last_card is LastCard.DISCARD and question.last_card is LastCard.MELD:
        yield _blocker("last_card_must_be_discarded")
    if out.last_card is LastCard.MELD and question.last_card is LastCard.DISCARD:
        yield _blocker("last_card_must_be_melded")
    wild = question.last_card is LastCard.DISCARD and question.card in WILD_CARDS
    if wild and not out.wild_discard:
        yield _blocker("wild_discard", card=question.card)


def _partner(question: OutQuestion) -> tuple[list[Problem], list[Problem]]:
    blockers: list[Problem] = []
    warnings: list[Problem] = []
    out = question.rules.going_out
    if question.table.team_size == 1:
        return blockers, warnings
    if out.leave is not Leave.NONE:
        binding = out.leave is Leave.BINDING
        make, into = (_blocker, blockers) if binding else (_warning, warnings)
        if question.partner_says == "":
            into.append(make("partner_not_asked", leave=str(out.leave)))
        elif question.partner_says == "no":
            into.append(make("partner_said_no", leave=str(out.leave)))
    if out.partner_in_foot and question.partner_in_foot is None:
        warnings.append(_warning("partner_foot_unknown"))
    elif out.partner_in_foot and not question.partner_in_foot:
        blockers.append(_blocker("partner_not_in_foot"))
    return blockers, warnings


def _penalty(question: OutQuestion, page: Sheet, missing: dict[str, int]) -> Problems:
    if missing and question.rules.going_out.without_books is WithoutBooks.SEVERE_PENALTY:
        yield severe_penalty(page, question.books, question.concealed)


def _unfinished(question: OutQuestion, page: Sheet) -> Problems:
    for field in page.unfinished:
        count = question.unfinished.get(field.name, 0)
        if count and field.points:
            facts = {"count": count, "points": count * field.points}
            yield _warning("unfinished_books", label=field.label, one=field.one, **facts)


def _projected(question: OutQuestion) -> Projected | None:
    if not question.teams:
        return None
    entry = as_if_out(question)
    problems = tuple(
        replace(problem, level=Level.WARNING) if problem.code == "books_missing" else problem
        for problem in check(entry)
    )
    return Projected(score(entry), problems)


def as_if_out(question: OutQuestion) -> Round:
    """The round as far as it was counted, as if the asking team went out now with the books in the question."""
    teams = question.teams or (TeamRound(name="Your team"),)
    asked = tuple(_as_asked(question, team, at) for at, team in enumerate(teams))
    rules, number, table = question.rules, question.number, question.table
    return Round(rules, number, table, question.decks, Ended.WENT_OUT, asked)


def _as_asked(question: OutQuestion, team: TeamRound, at: int) -> TeamRound:
    if at != question.asking:
        return replace(team, went_out=False)
    bonuses = {**team.bonuses, "concealed": 1} if question.concealed else team.bonuses
    return replace(
        team,
        went_out=True,
        books=question.books,
        unfinished=question.unfinished,
        bonuses=bonuses,
        lost=question.lost or team.lost,
    )
