"""Which sign of `static/icon.svg` stands beside a field, and what its books are made of in plain words.

The sign shows what a book consists of, whatever the table calls it: a table's "Red" may be another's "Black".
"""

from scorepad.rules.lookup import book
from scorepad.rules.model import Book, RuleSet
from scorepad.rules.words import BonusKind
from scorepad.scoring.card.words import MADE_OF
from scorepad.scoring.explain import CARD_NAMES, listed
from scorepad.scoring.sheet import Field, Kind


def icon_of(rules: RuleSet, field: Field) -> str:
    """The name of the sign for a field; "" where none stands beside it."""
    match field.kind:
        case Kind.BOOK:
            kind = book(rules, field.name)
            return f"book-{kind.made_of}" if kind else ""
        case Kind.UNFINISHED:
            return "unfinished"
        case Kind.THREES:
            return f"{field.threes[-1].color}-three"
        case Kind.BONUS:
            bonus = next(one for one in rules.bonuses if one.code == field.name)
            return "cut" if bonus.kind is BonusKind.CUT else "bonus"
    return ""


def made_of_words(rules: RuleSet, field: Field) -> str:
    """What a book consists of: "no wild cards", "aces, no wild cards"; "" for what is no book."""
    kind = book(rules, field.name) if field.kind is Kind.BOOK else None
    return _words(kind) if kind else ""


def _words(kind: Book) -> str:
    ranks = [CARD_NAMES[rank][1] for rank in kind.ranks]
    return f"{listed(ranks)}, {MADE_OF[kind.made_of]}" if ranks else MADE_OF[kind.made_of]
