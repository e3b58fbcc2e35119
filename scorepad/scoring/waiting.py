"""What to weigh before going out: what waiting would cost or gain, what a partner may hold, where it leaves everybody.

Only what the rules and the entries tell, and nothing guessed: a consideration says so where something is not known.
Each is a code with its facts; `waiting_words` has the sentences.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from scorepad.rules import lookup
from scorepad.rules.model import CARDS, THREES
from scorepad.rules.words import EndBy, StockRound
from scorepad.scoring.game import Totals, leaders
from scorepad.scoring.going_out import OutQuestion, as_if_out
from scorepad.scoring.model import NONE, Cards, Part, Round, TeamScore
from scorepad.scoring.needs import missing_books
from scorepad.scoring.score import score
from scorepad.scoring.sheet import Sheet, sheet

HELD = ("left", "red_threes_held", "black_threes_held")
"""The lines of cards that stayed in somebody's hand or foot."""


@dataclass(frozen=True, slots=True)
class Consideration:
    """One thing to weigh: its code, and the facts its sentence needs."""

    code: str
    facts: Mapping[str, object] = field(default_factory=lambda: NONE)


Considerations = Iterator[Consideration]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where going out now would leave every team, in points, and whether that ends the game.

    `winners` are the teams (from 0) that would have won then; empty where the game goes on.
    """

    scores: tuple[TeamScore, ...]
    before: Totals
    after: Totals
    winners: tuple[int, ...]


def standing(question: OutQuestion, before: Totals) -> Standing:
    """What going out now would score, added to the totals before the round."""
    scores = score(as_if_out(question))
    after = tuple(a + b.total for a, b in zip(before, scores, strict=True))
    return Standing(scores, before, after, leaders(after) if _ends(question, after) else ())


def _ends(question: OutQuestion, after: Totals) -> bool:
    end = question.rules.end
    if end.by is EndBy.ROUNDS:
        return end.rounds is not None and question.number >= end.rounds
    if end.by is EndBy.TARGET:
        return max(after) >= lookup.target_for(question.rules, question.table.players).points
    return False


def waiting(question: OutQuestion) -> tuple[Consideration, ...]:
    """What waiting would cost or gain, as far as rules and entries tell."""
    page = sheet(question.rules, question.table, question.number, question.decks)
    entry = as_if_out(question)
    scores = score(entry)
    return (
        *_unfinished(question, page),
        *_missing(question, page),
        *_left(question, scores),
        *_bonus(question, page),
        *_kept(question, page, scores),
        Consideration("draws_unknown"),
    )


def _unfinished(question: OutQuestion, page: Sheet) -> Considerations:
    """A premium book begun costs its penalty now and would pay its value, both in the rules."""
    for begun in page.unfinished:
        count = question.unfinished.get(begun.name, 0)
        if count and begun.points:
            now, then = count * begun.points, count * page.codes[begun.name].points
            label = begun.one if count == 1 else begun.label
            facts = {"count": count, "label": label, "now": now, "then": then, "gain": then - now}
            yield Consideration("finish_unfinished", facts)


def _missing(question: OutQuestion, page: Sheet) -> Considerations:
    lacks = missing_books(question.rules, page.out(question.concealed), question.books)
    for need, count in lacks.items():
        kind = lookup.book_for_need(question.rules, need)
        facts = {"rules": question.rules, "missing": {need: count}, "count": count}
        yield Consideration("make_books", {**facts, "each": kind.points if kind else 0})


def _left(question: OutQuestion, scores: tuple[TeamScore, ...]) -> Considerations:
    punished = any(line.code == "severe_penalty" for line in scores[question.asking].lines)
    for at, team in enumerate(scores):
        points = sum(line.points for line in team.lines if line.code in HELD)
        own = at == question.asking
        if points:
            code = "own_cards_left" if own else "others_cards_left"
            yield Consideration(code, {"team": team.name, "points": points})
        elif not own and punished:
            yield Consideration("others_spared", {"team": team.name})
        elif not own:
            yield Consideration("others_cards_unknown", {"team": team.name})


def _bonus(question: OutQuestion, page: Sheet) -> Considerations:
    points = page.out(question.concealed).points
    if points:
        yield Consideration("bonus_at_stake", {"points": points})
    if question.rules.stock.round is StockRound.VOID:
        yield Consideration("stock_voids")
    elif points:
        yield Consideration("stock_pays_no_bonus", {"points": points})


def _kept(question: OutQuestion, page: Sheet, scores: tuple[TeamScore, ...]) -> Considerations:
    codes = {bonus.code for bonus in page.bonuses}
    for line in scores[question.asking].lines:
        if line.part is Part.BONUS and line.code in codes and line.points:
            label = line.one if line.count == 1 else line.label
            facts = {"label": label, "count": line.count, "points": line.points}
            yield Consideration("bonus_stays", facts)


def partner(question: OutQuestion, place: int = 0) -> tuple[Consideration, ...]:
    """What the partner should weigh; nothing for a player alone.

    `place` is that of the player who would go out, among the team's own seats: what the others of the team hold
    counts against it.
    """
    if question.table.team_size == 1:
        return ()
    return (*_threes(question), *_cards(question), *_foot(question), *_entered(question, place))


def _threes(question: OutQuestion) -> Considerations:
    """What one more red or black three in the partner's hand or foot would cost, by step and condition of the rules."""
    for name in reversed(THREES):
        costs = [_cost(question, {name: count}) for count in (1, 2)]
        if costs[0] > 0:
            each = costs[1] == 2 * costs[0]
            facts = {"card": name, "points": costs[0], "two": costs[1], "each": each}
            yield Consideration("three_held", facts)


def _cards(question: OutQuestion) -> Considerations:
    costs = {card: _cost(question, {card: 1}) for card in CARDS}
    dearest = sorted((card for card in CARDS if costs[card]), key=lambda c: -costs[c])[:3]
    if dearest:
        yield Consideration("cards_count_against", {"cards": {c: costs[c] for c in dearest}})


def _cost(question: OutQuestion, cards: Cards) -> int:
    """What these cards more in the team's hands would take away if it went out now, in points."""
    entry = as_if_out(question)
    team = entry.teams[question.asking]
    more = replace(team, left=(*team.left, cards))
    teams = tuple(more if one is team else one for one in entry.teams)
    return _own(question, entry) - _own(question, replace(entry, teams=teams))


def _own(question: OutQuestion, entry: Round) -> int:
    return score(entry)[question.asking].total


def _foot(question: OutQuestion) -> Considerations:
    table = question.table
    if table.foot and not question.partner_in_foot:
        known = question.partner_in_foot is False
        facts = {"cards": table.foot, "knee": table.knee, "known": known}
        yield Consideration("partner_foot", facts)


def _entered(question: OutQuestion, place: int) -> Considerations:
    """What was entered as left with the others of the team; a packet of the whole team is nobody's own."""
    entry = as_if_out(question)
    team = entry.teams[question.asking]
    others = tuple(packet for at, packet in enumerate(team.left) if at != place)
    if not any(others) and not any(team.threes.get(code) for code in HELD):
        yield Consideration("partner_cards_unknown")
        return
    bare = replace(team, left=team.left[place : place + 1], threes={})
    teams = tuple(bare if one is team else one for one in entry.teams)
    points = _own(question, entry) - _own(question, replace(entry, teams=teams))
    yield Consideration("partner_cards_entered", {"points": points})
