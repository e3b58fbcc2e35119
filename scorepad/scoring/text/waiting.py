"""A sentence for each consideration before going out, by the codes of `advice/waiting.py`."""

from collections.abc import Callable, Mapping
from typing import Any

from scorepad.scoring.advice.waiting import Consideration
from scorepad.scoring.text.explain import CARD_NAMES, books_text, cards_text, format_number, join_words, lower_first

Facts = Mapping[str, Any]


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
