"""A sentence for everything to weigh before going out, by the codes of `waiting`."""

from collections.abc import Callable, Mapping
from typing import Any

from scorepad.scoring.explain import CARD_NAMES, books_named, cards_named, listed, lower, number
from scorepad.scoring.waiting import Consideration

Facts = Mapping[str, Any]


def weighed(one: Consideration) -> str:
    """The sentence for something to weigh."""
    return SENTENCES[one.code](one.facts)


def _unfinished(facts: Facts) -> str:
    what = f"{facts['count']} {lower(facts['label'])}"
    return (
        f"{what}: {number(facts['now'])} if you go out now, +{number(facts['then'])} once finished. "
        f"Waiting could gain {number(facts['gain'])}."
    )


def _books(facts: Facts) -> str:
    missing = books_named(facts["rules"], facts["missing"])
    if not facts["each"]:
        return f"Still to make: {missing}."
    each = " each" if facts["count"] > 1 else ""
    return f"Still to make: {missing}. It pays {number(facts['each'])}{each}."


def _three(facts: Facts) -> str:
    one = CARD_NAMES[facts["card"]][0]
    if facts["each"]:
        return f"Each {one} still in your partner's hand or foot costs {number(facts['points'])}."
    return (
        f"A {one} still in your partner's hand or foot costs {number(facts['points'])}, "
        f"two of them {number(facts['two'])}."
    )


def _cards(facts: Facts) -> str:
    named = [
        f"{'an' if card == 'A' else 'a'} {cards_named(card, 1).removeprefix('1 ')} {number(points)}"
        for card, points in facts["cards"].items()
    ]
    return f"Every other card your partner still holds counts against you: {listed(named)}."


def _foot(facts: Facts) -> str:
    cards = f"{facts['cards']} cards"
    knee = f", and the {facts['knee']} of the knee" if facts["knee"] else ""
    if facts["known"]:
        return f"Your partner's foot is not picked up: all {cards} in it count against you{knee}."
    return f"If your partner's foot is not picked up, all {cards} in it count against you{knee}."


SENTENCES: dict[str, Callable[[Facts], str]] = {
    "finish_unfinished": _unfinished,
    "make_books": _books,
    "own_cards_left": lambda f: (
        f"Your team's cards left count {number(f['points'])} as entered; waiting gives time to lay some."
    ),
    "others_cards_left": lambda f: (
        f"{f['team']} would lose {number(-f['points'])} for cards left as entered; "
        "waiting gives them time to lay some."
        if f["points"] < 0
        else f"{f['team']} would get {number(f['points'])} for cards left as entered."
    ),
    "others_cards_unknown": lambda f: f"What {f['team']} would lose for cards left is not entered.",
    "others_spared": lambda f: (
        f"{f['team']} would lose nothing for cards left: going out without the books spares them that."
    ),
    "bonus_at_stake": lambda f: (
        f"Going out pays {number(f['points'])}. If the others go out first, they get it and you do not."
    ),
    "stock_voids": lambda f: "If the stock runs out first, the round scores nothing for anybody.",
    "stock_pays_no_bonus": lambda f: (
        f"If the stock runs out first, nobody gets the {number(f['points'])} for going out."
    ),
    "bonus_stays": lambda f: (
        f"{f['count']} {lower(f['label'])} ({number(f['points'])} points) stays either way."
        if f["count"] == 1
        else f"{f['count']} {lower(f['label'])} ({number(f['points'])} points) stay either way."
    ),
    "draws_unknown": lambda f: "What you would still draw, nobody knows.",
    "three_held": _three,
    "cards_count_against": _cards,
    "partner_foot": _foot,
    "partner_cards_entered": lambda f: (
        f"Entered so far for what your partner holds: {number(f['points'])} points."
    ),
    "partner_cards_unknown": lambda f: "Nothing is entered of what your partner holds.",
}
