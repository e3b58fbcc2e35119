"""What to weigh before going out: what waiting may cost or gain, what the partner may hold, and who would then lead.

Considerations state facts from the rules and the entries, never guesses, and say when something is unknown. Each is a
code with facts, and has its sentence at the end.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from scorepad.language.words import format_number, join_words, lower_first
from scorepad.rules import codes, lookup
from scorepad.rules.words import CARDS, THREES, StockRound
from scorepad.scoring.advice.going_out import OutQuestion, as_if_out
from scorepad.scoring.game.course import Totals, ends_game, leaders, merits
from scorepad.scoring.model import NONE, Cards, Part, Round, TeamRound, Waived
from scorepad.scoring.needs import missing_books
from scorepad.scoring.receipt import Receipt
from scorepad.scoring.score import TeamScore, score
from scorepad.scoring.sheet import Sheet, build_sheet
from scorepad.scoring.sides import partners_of
from scorepad.scoring.text.explain import CARD_NAMES, books_text, cards_text

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Consideration:
    """One thing to weigh: its code, and the facts for its sentence."""

    code: str
    facts: Mapping[str, object] = field(default_factory=lambda: NONE)


Considerations = Iterator[Consideration]


@dataclass(frozen=True, slots=True)
class Outlook:
    """Where going out now would leave every team, in points.

    `winners` are the numbers of the teams that would win; empty if the game goes on.
    """

    receipt: Receipt
    winners: tuple[int, ...]

    @property
    def scores(self) -> tuple[TeamScore, ...]:
        return self.receipt.scores

    @property
    def before(self) -> Totals:
        return self.receipt.before

    @property
    def after(self) -> Totals:
        return self.receipt.after


def standing_after(question: OutQuestion, before: Totals) -> Outlook:
    """Return the standing if the team goes out now. `before` are the totals before the round."""
    entry = as_if_out(question)
    receipt = Receipt.of(entry, score(entry), before)
    ends = ends_game(question.rules, question.table, question.round_number, receipt.after)
    return Outlook(receipt, leaders(merits(question.rules, receipt.after)) if ends else ())


def weigh_waiting(question: OutQuestion) -> tuple[Consideration, ...]:
    """Return what waiting may cost or gain."""
    sheet = build_sheet(question.rules, question.table, question.round_number, question.decks)
    scores = score(as_if_out(question))
    return (
        *_unfinished(question, sheet),
        *_missing(question, sheet),
        *_left(question, scores),
        *_bonus(question, sheet),
        *_kept(question, sheet, scores),
        Consideration("draws_unknown"),
    )


def _unfinished(question: OutQuestion, sheet: Sheet) -> Considerations:
    """A premium book that was begun costs its penalty now, and would pay its value once finished."""
    for begun in sheet.unfinished:
        count = question.team_if_out.unfinished.get(begun.name, 0)
        if count and begun.points:
            now, then = count * begun.points, count * sheet.by_code[begun.name].points
            label = begun.singular if count == 1 else begun.label
            facts = {"count": count, "label": label, "now": now, "then": then, "gain": then - now}
            yield Consideration("finish_unfinished", facts)


def _missing(question: OutQuestion, sheet: Sheet) -> Considerations:
    missing = missing_books(question.rules, sheet.out(question.concealed), question.team_if_out.books)
    for need, count in missing.items():
        worth = {book.points for book in question.rules.books if book.code in lookup.kinds(question.rules, need)}
        facts = {"rules": question.rules, "missing": {need: count}, "count": count}
        yield Consideration("make_books", {**facts, "each": worth.pop() if len(worth) == 1 else 0})


def _left(question: OutQuestion, scores: tuple[TeamScore, ...]) -> Considerations:
    lines = scores[question.asking_team - 1].lines
    punished = any(line.code == codes.SEVERE_PENALTY for line in lines)
    partners = partners_of(as_if_out(question), question.asking_team - 1)
    for number, team in enumerate(scores, start=1):
        if number - 1 in partners:
            continue
        points = sum(line.points for line in team.lines if line.code in codes.HELD)
        own = number == question.asking_team
        if points:
            code = "own_cards_left" if own else "others_cards_left"
            yield Consideration(code, {"team": team.name, "points": points})
        elif any(line.waived is Waived.FOR_THE_OTHERS for line in team.lines):
            continue  # They are entered, and cost this team nothing.
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
    return (*_threes(question), *_cards(question), *_foot(question), *_entered(question, place))


def _threes(question: OutQuestion) -> Considerations:
    """What one more three in the partner's hand or foot would cost."""
    for card in reversed(THREES):
        first, both = (_cost(question, {card: count}) for count in (1, 2))
        if first > 0:
            facts = {"card": card, "points": first, "two": both, "each": both == 2 * first}
            yield Consideration("three_held", facts)


def _cards(question: OutQuestion) -> Considerations:
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


# ---- In sentences


def consideration_text(consideration: Consideration) -> str:
    return SENTENCES[consideration.code](consideration.facts)


def _finish_unfinished(facts: Facts) -> str:
    books = f"{facts['count']} {lower_first(facts['label'])}"
    now, then = format_number(facts["now"]), format_number(facts["then"])
    gain = format_number(facts["gain"])
    return f"{books}: {now} if you go out now, +{then} once finished. Waiting could gain you {gain}."


def _make_books(facts: Facts) -> str:
    missing = books_text(facts["rules"], facts["missing"])
    if not facts["each"]:
        return f"You still need {missing}."
    each = " each" if facts["count"] > 1 else ""
    return f"You still need {missing}, worth {format_number(facts['each'])}{each}."


def _others_cards_left(facts: Facts) -> str:
    team, points = facts["team"], facts["points"]
    if points < 0:
        return (
            f"{team} would lose {format_number(-points)} for the cards they have left, as entered. "
            "If you wait, they can lay some."
        )
    return f"{team} would get {format_number(points)} for the cards they have left, as entered."


def _bonus_stays(facts: Facts) -> str:
    label, points = lower_first(facts["label"]), format_number(facts["points"])
    return f"You keep {facts['count']} {label} ({points} points) either way."


def _three_held(facts: Facts) -> str:
    three, points = CARD_NAMES[facts["card"]][0], format_number(facts["points"])
    if facts["each"]:
        return f"Each {three} in your partner’s hand or foot costs {points}."
    both = format_number(facts["two"])
    return f"One {three} in your partner’s hand or foot costs {points}, two cost {both}."


def _cards_count_against(facts: Facts) -> str:
    costs = [
        f"{'an' if card == 'A' else 'a'} {cards_text(card, 1).removeprefix('1 ')} {format_number(points)}"
        for card, points in facts["cards"].items()
    ]
    return f"Your partner’s other cards count against you as well: {join_words(costs)}."


def _partner_foot(facts: Facts) -> str:
    cards = f"{facts['cards']} cards"
    knee = f", and the {facts['knee']} in the knee," if facts["knee"] else ""
    if facts["certain"]:
        return f"Your partner has not picked up the foot: all {cards} in it{knee} count against you."
    return f"If your partner has not picked up the foot, all {cards} in it{knee} count against you."


SENTENCES: dict[str, Callable[[Facts], str]] = {
    "finish_unfinished": _finish_unfinished,
    "make_books": _make_books,
    "own_cards_left": lambda f: (
        f"The cards your team has left count {format_number(f['points'])}, as entered. If you wait, you can lay some."
    ),
    "others_cards_left": _others_cards_left,
    "others_cards_unknown": lambda f: f"What {f['team']} would lose for cards left is not entered yet.",
    "others_spared": lambda f: (
        f"{f['team']} would lose nothing for cards left, because you would go out without your books."
    ),
    "bonus_at_stake": lambda f: (
        f"Going out pays {format_number(f['points'])}. If the others go out first, they get it."
    ),
    "stock_voids": lambda f: "If the stock runs out first, the round scores nothing for any team.",
    "stock_pays_no_bonus": lambda f: (
        f"If the stock runs out first, no team gets the {format_number(f['points'])} for going out."
    ),
    "bonus_stays": _bonus_stays,
    "draws_unknown": lambda f: "No one knows which cards you would still draw.",
    "three_held": _three_held,
    "cards_count_against": _cards_count_against,
    "partner_foot": _partner_foot,
    "partner_cards_entered": lambda f: (
        f"Your partner’s cards count {format_number(f['points'])} points, as entered so far."
    ),
    "partner_cards_unknown": lambda f: "Your partner’s cards are not entered yet.",
}
