"""May a player go out? Every reason against it, what it pays, and what the round would then score."""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from scorepad.rules import codes, lookup
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import CARDS, THREES, WILD_CARDS, LastCard, Leave, StockRound, WithoutBooks
from scorepad.scoring.check import check
from scorepad.scoring.game.course import Totals, ends_game, leaders, merits
from scorepad.scoring.model import NONE, Cards, Counts, Ended, Level, Part, Problem, Round, TeamRound
from scorepad.scoring.needs import UNMET, missing_books, severe_penalty, unmet_needs
from scorepad.scoring.score import TeamScore, score
from scorepad.scoring.sheet import Sheet, build_sheet

Problems = Iterator[Problem]


@dataclass(frozen=True, slots=True)
class OutQuestion:
    """What a player wants to do. `books` are those on the table once the last cards are played.

    `card` is the card to discard, or "" if unknown. `partner_says` is "yes", "no" or "" for not asked,
    `partner_in_foot` None if unknown. `lost` names premium books that the team lost, `threes` has counts by code that
    replace those of the round. `teams` is the round as counted so far, or empty; `asking_team` is the number
    of the team that would go out.
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

    @property
    def team_if_out(self) -> TeamRound:
        """The asking team as it would be if it went out now."""
        return as_if_out(self).teams[self.asking_team - 1]

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


_LEAVE = {"": "partner_not_asked", "no": "partner_said_no"}
"""The problem code for each answer of the partner."""


def _partner(question: OutQuestion) -> tuple[list[Problem], list[Problem]]:
    blockers: list[Problem] = []
    warnings: list[Problem] = []
    out = question.rules.going_out
    if question.table.team_size == 1:
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
        yield severe_penalty(sheet, question.books, question.concealed)


def _unfinished(question: OutQuestion, sheet: Sheet) -> Problems:
    for begun in sheet.unfinished:
        count = question.unfinished.get(begun.name, 0)
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


# What to weigh before going out


@dataclass(frozen=True, slots=True)
class Consideration:
    """One thing to weigh: its code, and the facts for its sentence."""

    code: str
    facts: Mapping[str, object] = field(default_factory=lambda: NONE)


Considerations = Iterator[Consideration]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where going out now would leave every team, in points.

    `winners` are the numbers of the teams that would win; empty if the game goes on.
    """

    scores: tuple[TeamScore, ...]
    before: Totals
    after: Totals
    winners: tuple[int, ...]


def standing_after(question: OutQuestion, before: Totals) -> Standing:
    """Return the standing if the team goes out now. `before` are the totals before the round."""
    scores = score(as_if_out(question))
    after = tuple(total + team.total for total, team in zip(before, scores, strict=True))
    ends = ends_game(question.rules, question.table, question.round_number, after)
    return Standing(scores, before, after, leaders(merits(question.rules, after)) if ends else ())


def weigh_waiting(question: OutQuestion) -> tuple[Consideration, ...]:
    """Return what waiting may cost or gain."""
    sheet = build_sheet(question.rules, question.table, question.round_number, question.decks)
    scores = score(as_if_out(question))
    return (
        *_to_finish(question, sheet),
        *_missing(question, sheet),
        *_left(question, scores),
        *_bonus(question, sheet),
        *_kept(question, sheet, scores),
        Consideration("draws_unknown"),
    )


def _to_finish(question: OutQuestion, sheet: Sheet) -> Considerations:
    """A premium book that was begun costs its penalty now, and would pay its value once finished."""
    for begun in sheet.unfinished:
        count = question.unfinished.get(begun.name, 0)
        if count and begun.points:
            now, then = count * begun.points, count * sheet.by_code[begun.name].points
            label = begun.singular if count == 1 else begun.label
            facts = {"count": count, "label": label, "now": now, "then": then, "gain": then - now}
            yield Consideration("finish_unfinished", facts)


def _missing(question: OutQuestion, sheet: Sheet) -> Considerations:
    missing = missing_books(question.rules, sheet.out(question.concealed), question.books)
    for need, count in missing.items():
        worth = {book.points for book in question.rules.books if book.code in lookup.kinds(question.rules, need)}
        facts = {"rules": question.rules, "missing": {need: count}, "count": count}
        yield Consideration("make_books", {**facts, "each": worth.pop() if len(worth) == 1 else 0})


def _left(question: OutQuestion, scores: tuple[TeamScore, ...]) -> Considerations:
    lines = scores[question.asking_team - 1].lines
    punished = any(line.code == codes.SEVERE_PENALTY for line in lines)
    for number, team in enumerate(scores, start=1):
        points = sum(line.points for line in team.lines if line.code in codes.HELD)
        own = number == question.asking_team
        if points:
            code = "own_cards_left" if own else "others_cards_left"
            yield Consideration(code, {"team": team.name, "points": points})
        elif not own and punished:
            yield Consideration("others_spared", {"team": team.name})
        elif not own:
            yield Consideration("others_cards_unknown", {"team": team.name})


def _bonus(question: OutQuestion, sheet: Sheet) -> Considerations:
    points = sheet.out(question.concealed).points
    if points:
        yield Consideration("bonus_at_stake", {"points": points})
    if question.rules.stock.round is StockRound.VOID:
        yield Consideration("stock_voids")
    elif points:
        yield Consideration("stock_pays_no_bonus", {"points": points})


def _kept(question: OutQuestion, sheet: Sheet, scores: tuple[TeamScore, ...]) -> Considerations:
    bonuses = {bonus.code for bonus in sheet.bonuses}
    for line in scores[question.asking_team - 1].lines:
        if line.part is Part.BONUS and line.code in bonuses and line.points:
            label = line.singular if line.count == 1 else line.label
            facts = {"label": label, "count": line.count, "points": line.points}
            yield Consideration("bonus_stays", facts)


def weigh_partner(question: OutQuestion, place: int = 0) -> tuple[Consideration, ...]:
    """Return what the partner should weigh; nothing for a player without one.

    `place` is the position of the player who would go out among the team's seats. What the team's other players
    hold counts against the team.
    """
    if question.table.team_size == 1:
        return ()
    return (*_threes(question), *_partner_cards(question), *_foot(question), *_entered(question, place))


def _threes(question: OutQuestion) -> Considerations:
    """What one more three in the partner's hand or foot would cost."""
    for card in reversed(THREES):
        first, both = (_cost(question, {card: count}) for count in (1, 2))
        if first > 0:
            facts = {"card": card, "points": first, "two": both, "each": both == 2 * first}
            yield Consideration("three_held", facts)


def _partner_cards(question: OutQuestion) -> Considerations:
    costs = {card: _cost(question, {card: 1}) for card in CARDS}
    dearest = sorted((card for card in CARDS if costs[card]), key=lambda c: -costs[c])[:3]
    if dearest:
        yield Consideration("cards_count_against", {"cards": {c: costs[c] for c in dearest}})


def _cost(question: OutQuestion, cards: Cards) -> int:
    """Return the points the team would lose if it went out with these cards in its hands as well."""
    entry = as_if_out(question)
    team = entry.teams[question.asking_team - 1]
    more = replace(team, left=(*team.left, cards))
    return _total(question, entry) - _total(question, _with_team(question, entry, more))


def _with_team(question: OutQuestion, entry: Round, team: TeamRound) -> Round:
    teams = [*entry.teams]
    teams[question.asking_team - 1] = team
    return replace(entry, teams=tuple(teams))


def _total(question: OutQuestion, entry: Round) -> int:
    return score(entry)[question.asking_team - 1].total


def _foot(question: OutQuestion) -> Considerations:
    if question.has_foot and not question.partner_in_foot:
        certain = question.partner_in_foot is False
        deal = lookup.deal_in(question.rules, question.table.players, question.round_number)
        foot, knee = (None, None) if deal is None else (deal.foot, deal.knee)
        table = question.table
        cards, more = table.foot if foot is None else foot, table.knee if knee is None else knee
        facts = {"cards": cards, "knee": more, "certain": certain}
        yield Consideration("partner_foot", facts)


def _entered(question: OutQuestion, place: int) -> Considerations:
    """What was entered as left with the team's other players."""
    entry = as_if_out(question)
    team = entry.teams[question.asking_team - 1]
    others = tuple(packet for at, packet in enumerate(team.left) if at != place)
    if not any(others) and not any(team.threes.get(code) for code in codes.HELD):
        yield Consideration("partner_cards_unknown")
        return
    bare = replace(team, left=team.left[place : place + 1], threes={})
    points = _total(question, entry) - _total(question, _with_team(question, entry, bare))
    yield Consideration("partner_cards_entered", {"points": points})
