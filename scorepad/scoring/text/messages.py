"""A sentence for every problem code: what is wrong, and what to do about it.

docs/documents.md lists the codes; a test compares the two.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scorepad.language.words import format_number, join_words, lower_first, plural, say, say_many, upper_first
from scorepad.rules.words import Leave
from scorepad.scoring.model import Ended, Problem
from scorepad.scoring.text.explain import CARD_NAMES, books_text, cards_text

Facts = Mapping[str, Any]


def problem_text(problem: Problem) -> str:
    """Return a problem as a sentence: what is wrong, and what to do about it."""
    return MESSAGES[problem.code](problem.facts)


def brief_text(problem: Problem) -> str:
    """Return a problem as a sentence for a small place, which names what is wrong but not every detail."""
    brief = BRIEF.get(problem.code)
    return (brief and brief(problem.facts)) or problem_text(problem)


def _wrong_players(facts: Facts) -> str:
    choices = join_words([str(players) for players in facts["choices"]], "or")
    return say("These rules are for {choices} players, not for {players}.", choices=choices, players=facts["players"])


def _wrong_teams(facts: Facts) -> str:
    return say(
        "With {players} players there are {wanted} teams, but this lists {teams}.",
        players=facts["players"],
        wanted=join_words([str(teams) for teams in facts["wanted"]], "or"),
        teams=plural(facts["teams"], "team", "teams"),
    )


def _wrong_out(facts: Facts) -> str:
    out = facts["out"]
    if facts["ended"] is Ended.STOCK_RAN_OUT:
        return say("The stock ran out, so {teams} cannot have gone out.", teams=join_words(out))
    if not out:
        return say("Say which team went out, or that the stock ran out.")
    return say("Only one team can go out in a round, but {teams} are marked.", teams=join_words(out))


def _more_than_the_decks(facts: Facts) -> str:
    count, decks, most = format_number(facts["count"]), facts["decks"], format_number(facts["most"])
    match facts["limit"]:
        case "cards":
            cards = cards_text(facts["card"], facts["count"])
            return say_many(
                decks,
                "You counted {cards}, but {n} deck holds only {most}.",
                "You counted {cards}, but {n} decks hold only {most}.",
                cards=cards,
                most=most,
            )
        case "points":
            return say_many(
                decks,
                "The piles add up to {count} points, but {n} deck holds only {most}. One pile is too large.",
                "The piles add up to {count} points, but {n} decks hold only {most}. One pile is too large.",
                count=count,
                most=most,
            )
        case "books_wilds":
            return say_many(
                decks,
                "That many books need at least {count} wild cards, but {n} deck holds only {most}.",
                "That many books need at least {count} wild cards, but {n} decks hold only {most}.",
                count=count,
                most=most,
            )
        case "books_naturals":
            return say_many(
                decks,
                "That many books need at least {count} natural cards, but {n} deck holds only {most}.",
                "That many books need at least {count} natural cards, but {n} decks hold only {most}.",
                count=count,
                most=most,
            )
        case "books_ranks":
            return say_many(
                decks,
                "That many books need at least {count} cards of their own rank, but {n} deck holds only {most}.",
                "That many books need at least {count} cards of their own rank, but {n} decks hold only {most}.",
                count=count,
                most=most,
            )
    return say_many(
        decks,
        "That many books need at least {count} cards, but {n} deck holds only {most}.",
        "That many books need at least {count} cards, but {n} decks hold only {most}.",
        count=count,
        most=most,
    )


def _out_has_cards(facts: Facts) -> str:
    if "team" not in facts:
        return say("This player went out, so nothing is left. Type 0 here, or change who went out.")
    if facts["size"] == 1:
        return say("{team} went out and has nothing left.", team=facts["team"])
    return say("{team} went out, so one of its players has nothing left.", team=facts["team"])


def _premium_twice(facts: Facts) -> str:
    most, books = facts["most"], lower_first(facts["label"])
    if facts["both"]:
        return say(
            "A team can have at most {most} of the {books}: either finished or unfinished, not both.",
            most=most,
            books=books,
        )
    return say("A team can have at most {most} of the {books}.", most=most, books=books)


def _without_going_out(facts: Facts, text: str) -> str:
    """Add that the team of a round cannot have gone out."""
    return say("{team} cannot have gone out. {why}", team=facts["team"], why=text) if "team" in facts else text


def _books_missing(facts: Facts) -> str:
    missing = books_text(facts["rules"], facts["missing"])
    return _without_going_out(facts, say("Still missing: {books}.", books=missing))


def _premium_unfinished(facts: Facts) -> str:
    begun = books_text(facts["rules"], facts["begun"])
    return _without_going_out(facts, say("Begun and not finished: {books}.", books=begun))


def _red_threes_missing(facts: Facts) -> str:
    threes = cards_text("red3", facts["missing"]["red_threes"])
    return _without_going_out(facts, say("Still missing: {cards} laid down.", cards=threes))


def _table_ruling(facts: Facts) -> str:
    team, reason = facts["team"], facts["reason"]
    if facts["unmet"] == "red_threes_missing":
        return say(
            "{team} went out without {cards} laid down. Your table allowed it: {reason}.",
            team=team,
            cards=cards_text("red3", facts["missing"]["red_threes"]),
            reason=reason,
        )
    if facts["unmet"] == "premium_unfinished":
        return say(
            "{team} went out with {books} not finished. Your table allowed it: {reason}.",
            team=team,
            books=books_text(facts["rules"], facts["begun"]),
            reason=reason,
        )
    return say(
        "{team} went out without {books}. Your table allowed it: {reason}.",
        team=team,
        books=books_text(facts["rules"], facts["missing"]),
        reason=reason,
    )


def _fewer(facts: Facts) -> str:
    least = format_number(facts["least"])
    if facts.get("cards"):
        return say(
            "You counted {cards} melded, but the books alone have {least} or more. Did you include the cards in the "
            "books?",
            cards=plural(facts["counted"], "card", "cards"),
            least=least,
        )
    return say(
        "You counted {points} melded, but the cards in the books alone are worth {least} or more. Did you include the "
        "cards in the books?",
        points=plural(facts["counted"], "point", "points"),
        least=least,
    )


def _not_a_multiple(facts: Facts) -> str:
    return say(
        "{points} cannot be right: all cards count in steps of {unit}. Please count again.",
        points=format_number(facts["counted"]),
        unit=facts["unit"],
    )


def _below_minimum(facts: Facts) -> str:
    return say(
        "{points} is below the opening minimum of {minimum} points.",
        points=format_number(facts["points"]),
        minimum=format_number(facts["minimum"]),
    )


def _extra_books(facts: Facts) -> str:
    needed = books_text(facts["rules"], {facts["need"]: facts["most"]})
    return say(
        "You need only {books}. These rules do not allow more of them until you have all the other books you need.",
        books=needed,
    )


def _partner_not_asked(facts: Facts) -> str:
    if facts["leave"] == Leave.BINDING:
        return say("Ask your partner first. You may go out only if they say yes.")
    if facts["leave"] == Leave.BINDING_IF_ASKED:
        return say("Ask your partner first? You need not, but if they say no, you may not go out.")
    if facts["leave"] == Leave.COURTESY:
        return say("Ask your partner first, as is the custom. You may still go out if they say no.")
    return say("Ask your partner first? You may still go out if they say no.")


def _partner_said_no(facts: Facts) -> str:
    if facts["leave"] in (Leave.BINDING, Leave.BINDING_IF_ASKED):
        return say("Your partner said no, so you may not go out.")
    return say("Your partner said no. You may still go out, but the cards your partner holds count against your team.")


def _severe_penalty(facts: Facts) -> str:
    books, bonus = facts["books"], facts["bonus"]
    losses = [
        say("{points} points", points=format_number(-facts["points"])),
        say("all melds"),
        say("all books ({points} points)", points=format_number(books)) if books else say("all books"),
    ]
    if bonus:
        losses.append(say("the bonus of {points}", points=format_number(bonus)))
    return say("Going out anyway costs {losses}.", losses=join_words(losses))


def _unfinished_books(facts: Facts) -> str:
    books = lower_first(facts["singular"] if facts["count"] == 1 else facts["label"])
    points = format_number(facts["points"])
    return say("{n} {books}: {points} points if you go out now.", n=facts["count"], books=books, points=points)


def _foot_not_picked_up(facts: Facts) -> str:
    if facts["knee"]:
        return say("You have not picked up your knee and your foot yet.")
    return say("You have not picked up your foot yet.")


def _too_many_wilds(facts: Facts) -> str:
    naturals = plural(facts["naturals"], "natural card", "natural cards")
    if not facts["most"]:
        return say("A meld with {naturals} cannot have wild cards.", naturals=naturals)
    return say(
        "Too many wild cards: a meld with {naturals} can have at most {wilds}.",
        naturals=naturals,
        wilds=plural(facts["most"], "wild card", "wild cards"),
    )


def _threes_twice(facts: Facts) -> str:
    red = facts["color"] == "red"
    if not facts["cards"]:
        if red:
            return say("“threes” already says how many red threes are held. Say it only once.")
        return say("“threes” already says how many black threes are held. Say it only once.")
    return say(
        "“{cards}” names single cards, so these threes belong among them, as “{name}”.",
        cards=facts["cards"],
        name=f"{facts['color']}3",
    )


def _threes_not_melded(facts: Facts) -> str:
    if facts["color"] == "red":
        return say("Red threes cannot be melded. They score nothing.")
    return say("Black threes cannot be melded. They score nothing.")


def _wild_discard(facts: Facts) -> str:
    if facts["card"] == "2":
        return say("A two is a wild card, and you may not discard a wild card.")
    return say("A joker is a wild card, and you may not discard a wild card.")


def _not_a_sequence(facts: Facts) -> str:
    if facts.get("wilds"):
        return say("A sequence needs cards in order, and a wild card for each gap.")
    return say("A sequence needs cards in order without gaps, and no wild cards.")


MESSAGES: dict[str, Callable[[Facts], str]] = {
    # Errors in the shape of a document.
    "wrong_type": lambda f: say("{value} is not {wanted}.", value=f["value"], wanted=f["wanted"]),
    "unknown_name": lambda f: say("There is no {name} here.{hint}", name=f["name"], hint=f["hint"]),
    "missing_key": lambda f: say("This is required."),
    "bad_value": lambda f: say(
        "This must be from {least} to {most}.", least=format_number(f["least"]), most=format_number(f["most"])
    ),
    "bad_text": lambda f: _text(f["sentence"]),
    "bad_number": lambda f: _text(f["sentence"]),
    "not_counted": lambda f: _text(f["sentence"]),
    "wrong_players": _wrong_players,
    "wrong_teams": _wrong_teams,
    "too_many_players": lambda f: say(
        "A team has {players}, but this lists more.", players=plural(f["size"], "player", "players")
    ),
    "threes_twice": _threes_twice,
    # Errors in a round.
    "wrong_out": _wrong_out,
    "books_missing": _books_missing,
    "premium_unfinished": _premium_unfinished,
    "red_threes_missing": _red_threes_missing,
    "out_has_cards": _out_has_cards,
    "more_than_the_decks": _more_than_the_decks,
    "premium_twice": _premium_twice,
    "premium_lost": lambda f: say(
        "This team lost the {books} and may not meld that rank this round.", books=lower_first(f["label"])
    ),
    # Warnings, which a person may confirm.
    "table_ruling": _table_ruling,
    "more_than_possible": lambda f: say(
        "A team can have at most {n} {things}.", n=f["most"], things=join_words([*map(lower_first, f["labels"])], "or")
    ),
    "one_team_only": lambda f: say("{label}: only one team can have this in a round.", label=f["label"]),
    "threes_not_melded": _threes_not_melded,
    "fewer_than_books_need": _fewer,
    "not_a_multiple": _not_a_multiple,
    "below_minimum": _below_minimum,
    "extra_books": _extra_books,
    # Going out.
    "foot_not_picked_up": _foot_not_picked_up,
    "last_card_must_be_discarded": lambda f: say("Your last card must be a discard. Keep one card to discard."),
    "last_card_must_be_melded": lambda f: say("You must meld your last card. There is no discard when you go out."),
    "wild_discard": _wild_discard,
    "kept_from_discard": lambda f: say("{cards} may not be the last discard.", cards=_rank(f["rank"])),
    "partner_not_asked": _partner_not_asked,
    "partner_said_no": _partner_said_no,
    "partner_not_in_foot": lambda f: say("Your partner must pick up the foot first."),
    "partner_foot_unknown": lambda f: say("Has your partner picked up the foot? These rules require it."),
    "severe_penalty": _severe_penalty,
    "unfinished_books": _unfinished_books,
    # Opening.
    "too_few_cards": lambda f: say("A meld needs at least {cards}.", cards=plural(f["least"], "card", "cards")),
    "too_many_cards": lambda f: say("This meld can have at most {cards}.", cards=plural(f["most"], "card", "cards")),
    "too_many_wilds": _too_many_wilds,
    "wilds_only_with_a_pair": lambda f: say("To open, use a wild card only as the third card with a natural pair."),
    "wilds_in_opening": lambda f: say("An opening cannot have wild cards."),
    "natural_meld_needed": lambda f: say("To open with wild cards, you also need a meld without any."),
    "rank_takes_no_wilds": lambda f: say("{cards} cannot have wild cards.", cards=_rank(f["rank"])),
    "books_of_one_rank": lambda f: say(
        "{cards}: a team may have only {books} of one rank.",
        cards=_rank(f["rank"]),
        books=plural(f["most"], "book", "books"),
    ),
    "rank_cannot_be_melded": lambda f: say("{cards} cannot be melded.", cards=_rank(f["rank"])),
    "not_a_sequence": _not_a_sequence,
    "book_required": lambda f: say("To open in this round, you need a finished book."),
    "nothing_melded": lambda f: say("There are no melds yet."),
}


def _rank(rank: str) -> str:
    return say("Sequences") if rank == "sequence" else upper_first(CARD_NAMES[rank][1])


def _text(sentence: object) -> str:
    return sentence if isinstance(sentence, str) else str(sentence)


def _some_books_missing(facts: Facts) -> str:
    missing = facts["missing"].values()
    return say("Still missing: {n} books.", n=sum(missing)) if len(missing) > 2 else ""


def _few_wilds(facts: Facts) -> str:
    naturals = format_number(facts["naturals"])
    if not facts["most"]:
        return say("Too many wild cards: no wild card with {naturals} natural.", naturals=naturals)
    wilds = plural(facts["most"], "wild card", "wild cards")
    return say("Too many wild cards: {wilds} with {naturals} natural.", wilds=wilds, naturals=naturals)


BRIEF: dict[str, Callable[[Facts], str]] = {
    "books_missing": _some_books_missing,
    "extra_books": lambda f: say(
        "You need only {books} for now.", books=books_text(f["rules"], {f["need"]: f["most"]})
    ),
    "last_card_must_be_discarded": lambda f: say("Your last card must be a discard."),
    "last_card_must_be_melded": lambda f: say("You must meld your last card."),
    "wild_discard": lambda f: say("You may not discard a wild card."),
    "partner_said_no": lambda f: (
        ""
        if f["leave"] in (Leave.BINDING, Leave.BINDING_IF_ASKED)
        else say("Your partner said no, which does not stop you.")
    ),
    "partner_foot_unknown": lambda f: say("Your partner must be in the foot, too."),
    "too_many_wilds": _few_wilds,
    "wilds_only_with_a_pair": lambda f: say("A wild card only as the third card."),
    "natural_meld_needed": lambda f: say("You also need a meld without wild cards."),
    "not_a_sequence": lambda f: (
        say("Cards are missing in between.") if f.get("wilds") else say("Not in order, without gaps.")
    ),
}
"""Shorter sentences for the answers of pages; an empty one is not shorter. Documents always have the whole ones."""
