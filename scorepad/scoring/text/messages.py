"""A sentence for every problem code: what is wrong, and what to do about it.

docs/documents.md lists the codes; a test compares the two.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scorepad.rules.words import Leave
from scorepad.scoring.model import Ended, Problem
from scorepad.scoring.text.explain import books_text, cards_text, format_number, join_words, lower_first

Facts = Mapping[str, Any]


def problem_text(problem: Problem) -> str:
    """Return a problem as a sentence: what is wrong, and what to do about it."""
    return MESSAGES[problem.code](problem.facts)


def brief_text(problem: Problem) -> str:
    """Return a problem as a sentence for a small place, which names what is wrong but not every detail."""
    brief = BRIEF.get(problem.code)
    return (brief and brief(problem.facts)) or problem_text(problem)


def _plural(count: int, singular: str) -> str:
    return f"{format_number(count)} {singular}{'' if count == 1 else 's'}"


def _wrong_players(facts: Facts) -> str:
    choices = join_words([str(players) for players in facts["choices"]], "or")
    return f"These rules are for {choices} players, not for {facts['players']}."


def _wrong_teams(facts: Facts) -> str:
    wanted = join_words([str(teams) for teams in facts["wanted"]], "or")
    listed = _plural(facts["teams"], "team")
    return f"With {facts['players']} players there are {wanted} teams, but this lists {listed}."


def _wrong_out(facts: Facts) -> str:
    out = facts["out"]
    if facts["ended"] is Ended.STOCK_RAN_OUT:
        return f"The stock ran out, so {join_words(out)} cannot have gone out."
    if not out:
        return "Say which team went out, or that the stock ran out."
    return f"Only one team can go out in a round, but {join_words(out)} are marked."


_BOOKS_NEED = {"books_wilds": "wild cards", "books_naturals": "natural cards", "books_ranks": "cards of their own rank"}


def _more_than_the_decks(facts: Facts) -> str:
    decks = f"{_plural(facts['decks'], 'deck')} {'holds' if facts['decks'] == 1 else 'hold'}"
    count, most = format_number(facts["count"]), format_number(facts["most"])
    if facts["limit"] == "cards":
        cards = cards_text(facts["card"], facts["count"])
        return f"You counted {cards}, but {decks} only {most}."
    if facts["limit"] == "points":
        return f"The piles add up to {count} points, but {decks} only {most}. One pile is too large."
    cards = _BOOKS_NEED.get(facts["limit"], "cards")
    return f"That many books need at least {count} {cards}, but {decks} only {most}."


def _out_has_cards(facts: Facts) -> str:
    if "team" not in facts:
        return "This player went out, so nothing is left. Type 0 here, or change who went out."
    if facts["size"] == 1:
        return f"{facts['team']} went out and has nothing left."
    return f"{facts['team']} went out, so one of its players has nothing left."


def _premium_twice(facts: Facts) -> str:
    text = f"A team can have at most {facts['most']} of the {lower_first(facts['label'])}"
    return f"{text}: either finished or unfinished, not both." if facts["both"] else f"{text}."


def _books_missing(facts: Facts) -> str:
    missing = books_text(facts["rules"], facts["missing"])
    if "team" in facts:
        return f"{facts['team']} cannot have gone out. Still missing: {missing}."
    return f"Still missing: {missing}."


def _premium_unfinished(facts: Facts) -> str:
    text = f"Begun and not finished: {books_text(facts['rules'], facts['begun'])}."
    return f"{facts['team']} cannot have gone out. {text}" if "team" in facts else text


def _red_threes_missing(facts: Facts) -> str:
    text = f"Still missing: {cards_text('red3', facts['missing']['red_threes'])} laid down."
    return f"{facts['team']} cannot have gone out. {text}" if "team" in facts else text


def _table_ruling(facts: Facts) -> str:
    if facts["unmet"] == "red_threes_missing":
        unmet = f"without {cards_text('red3', facts['missing']['red_threes'])} laid down"
    elif facts["unmet"] == "premium_unfinished":
        unmet = f"with {books_text(facts['rules'], facts['begun'])} not finished"
    else:
        unmet = f"without {books_text(facts['rules'], facts['missing'])}"
    return f"{facts['team']} went out {unmet}. Your table allowed it: {facts['reason']}."


def _fewer(facts: Facts) -> str:
    least = format_number(facts["least"])
    if facts.get("cards"):
        text = f"{_plural(facts['counted'], 'card')} melded, but the books alone have {least}"
    else:
        points = _plural(facts["counted"], "point")
        text = f"{points} melded, but the cards in the books alone are worth {least}"
    return f"You counted {text} or more. Did you include the cards in the books?"


def _not_a_multiple(facts: Facts) -> str:
    points, unit = format_number(facts["counted"]), facts["unit"]
    return f"{points} cannot be right: all cards count in steps of {unit}. Please count again."


def _below_minimum(facts: Facts) -> str:
    points, minimum = format_number(facts["points"]), format_number(facts["minimum"])
    return f"{points} is below the opening minimum of {minimum} points."


def _extra_books(facts: Facts) -> str:
    needed = books_text(facts["rules"], {facts["need"]: facts["most"]})
    return f"You need only {needed}. These rules do not allow more of them until you have all the other books you need."


def _partner_not_asked(facts: Facts) -> str:
    if facts["leave"] == Leave.BINDING:
        return "Ask your partner first. You may go out only if they say yes."
    if facts["leave"] == Leave.BINDING_IF_ASKED:
        return "Ask your partner first? You need not, but if they say no, you may not go out."
    if facts["leave"] == Leave.COURTESY:
        return "Ask your partner first, as is the custom. You may still go out if they say no."
    return "Ask your partner first? You may still go out if they say no."


def _partner_said_no(facts: Facts) -> str:
    if facts["leave"] in (Leave.BINDING, Leave.BINDING_IF_ASKED):
        return "Your partner said no, so you may not go out."
    return "Your partner said no. You may still go out, but the cards your partner holds count against your team."


def _severe_penalty(facts: Facts) -> str:
    losses = [f"{format_number(-facts['points'])} points", "all melds", "all books"]
    if facts["books"]:
        losses[2] = f"all books ({format_number(facts['books'])} points)"
    if facts["bonus"]:
        losses.append(f"the bonus of {format_number(facts['bonus'])}")
    return f"Going out anyway costs {join_words(losses)}."


def _unfinished_books(facts: Facts) -> str:
    label = lower_first(facts["singular"] if facts["count"] == 1 else facts["label"])
    points = format_number(facts["points"])
    return f"{facts['count']} {label}: {points} points if you go out now."


def _foot_not_picked_up(facts: Facts) -> str:
    packet = "your knee and your foot" if facts["knee"] else "your foot"
    return f"You have not picked up {packet} yet."


def _too_many_wilds(facts: Facts) -> str:
    naturals = _plural(facts["naturals"], "natural card")
    if not facts["most"]:
        return f"A meld with {naturals} cannot have wild cards."
    most = _plural(facts["most"], "wild card")
    return f"Too many wild cards: a meld with {naturals} can have at most {most}."


MESSAGES: dict[str, Callable[[Facts], str]] = {
    # Errors in the shape of a document.
    "wrong_type": lambda f: f"{f['value']} is not {f['wanted']}.",
    "unknown_name": lambda f: f"There is no {f['name']} here.{f['hint']}",
    "missing_key": lambda f: "This is required.",
    "bad_value": lambda f: f"This must be from {format_number(f['least'])} to {format_number(f['most'])}.",
    "bad_text": lambda f: str(f["sentence"]),
    "bad_number": lambda f: str(f["sentence"]),
    "not_counted": lambda f: str(f["sentence"]),
    "wrong_players": _wrong_players,
    "wrong_teams": _wrong_teams,
    "too_many_players": lambda f: f"A team has {_plural(f['size'], 'player')}, but this lists more.",
    "threes_twice": lambda f: (
        f"“{f['cards']}” names single cards, so these threes belong among them, as “{f['color']}3”."
        if f["cards"]
        else f"“threes” already says how many {f['color']} threes are held. Say it only once."
    ),
    # Errors in a round.
    "wrong_out": _wrong_out,
    "books_missing": _books_missing,
    "premium_unfinished": _premium_unfinished,
    "red_threes_missing": _red_threes_missing,
    "out_has_cards": _out_has_cards,
    "more_than_the_decks": _more_than_the_decks,
    "premium_twice": _premium_twice,
    "premium_lost": lambda f: f"This team lost the {lower_first(f['label'])} and may not meld that rank this round.",
    # Warnings, which a person may confirm.
    "table_ruling": _table_ruling,
    "more_than_possible": lambda f: (
        f"A team can have at most {f['most']} {join_words([*map(lower_first, f['labels'])], 'or')}."
    ),
    "one_team_only": lambda f: f"{f['label']}: only one team can have this in a round.",
    "threes_not_melded": lambda f: f"{f['color'].capitalize()} threes cannot be melded. They score nothing.",
    "fewer_than_books_need": _fewer,
    "not_a_multiple": _not_a_multiple,
    "below_minimum": _below_minimum,
    "extra_books": _extra_books,
    # Going out.
    "foot_not_picked_up": _foot_not_picked_up,
    "last_card_must_be_discarded": lambda f: "Your last card must be a discard. Keep one card to discard.",
    "last_card_must_be_melded": lambda f: "You must meld your last card. There is no discard when you go out.",
    "wild_discard": lambda f: (
        f"A {'two' if f['card'] == '2' else f['card']} is a wild card, and you may not discard a wild card."
    ),
    "kept_from_discard": lambda f: f"{_rank(f['rank'])} may not be the last discard.",
    "partner_not_asked": _partner_not_asked,
    "partner_said_no": _partner_said_no,
    "partner_not_in_foot": lambda f: "Your partner must pick up the foot first.",
    "partner_foot_unknown": lambda f: "Has your partner picked up the foot? These rules require it.",
    "severe_penalty": _severe_penalty,
    "unfinished_books": _unfinished_books,
    # Opening.
    "too_few_cards": lambda f: f"A meld needs at least {_plural(f['least'], 'card')}.",
    "too_many_cards": lambda f: f"This meld can have at most {_plural(f['most'], 'card')}.",
    "too_many_wilds": _too_many_wilds,
    "wilds_only_with_a_pair": lambda f: "To open, use a wild card only as the third card with a natural pair.",
    "wilds_in_opening": lambda f: "An opening cannot have wild cards.",
    "natural_meld_needed": lambda f: "To open with wild cards, you also need a meld without any.",
    "rank_takes_no_wilds": lambda f: f"{_rank(f['rank'])} cannot have wild cards.",
    "books_of_one_rank": lambda f: (
        f"{_rank(f['rank'])}: a team may have only {_plural(f['most'], 'book')} of one rank."
    ),
    "rank_cannot_be_melded": lambda f: f"{_rank(f['rank'])} cannot be melded.",
    "not_a_sequence": lambda f: (
        "A sequence needs cards in order, and a wild card for each gap."
        if f.get("wilds")
        else "A sequence needs cards in order without gaps, and no wild cards."
    ),
    "book_required": lambda f: "To open in this round, you need a finished book.",
    "nothing_melded": lambda f: "There are no melds yet.",
}


def _rank(rank: str) -> str:
    if rank == "sequence":
        return "Sequences"
    return cards_text(rank, 2).removeprefix("2 ").capitalize()


def _some_books_missing(facts: Facts) -> str:
    missing = facts["missing"].values()
    return f"Still missing: {sum(missing)} books." if len(missing) > 2 else ""


def _few_wilds(facts: Facts) -> str:
    most = _plural(facts["most"], "wild card") if facts["most"] else "no wild card"
    return f"Too many wild cards: {most} with {format_number(facts['naturals'])} natural."


BRIEF: dict[str, Callable[[Facts], str]] = {
    "books_missing": _some_books_missing,
    "extra_books": lambda f: f"You need only {books_text(f['rules'], {f['need']: f['most']})} for now.",
    "last_card_must_be_discarded": lambda f: "Your last card must be a discard.",
    "last_card_must_be_melded": lambda f: "You must meld your last card.",
    "wild_discard": lambda f: "You may not discard a wild card.",
    "partner_said_no": lambda f: (
        ""
        if f["leave"] in (Leave.BINDING, Leave.BINDING_IF_ASKED)
        else "Your partner said no, which does not stop you."
    ),
    "partner_foot_unknown": lambda f: "Your partner must be in the foot, too.",
    "too_many_wilds": _few_wilds,
    "wilds_only_with_a_pair": lambda f: "A wild card only as the third card.",
    "natural_meld_needed": lambda f: "You also need a meld without wild cards.",
    "not_a_sequence": lambda f: "Cards are missing in between." if f.get("wilds") else "Not in order, without gaps.",
}
"""Shorter sentences for the answers of pages; an empty one is not shorter. Documents always have the whole ones."""
