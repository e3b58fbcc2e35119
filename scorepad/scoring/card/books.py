"""The sections of a reference card about what lies on the table: melds, and books with what they pay."""

from collections.abc import Iterator

from scorepad.rules.model import Book, Combination
from scorepad.rules.words import Begun, MadeOf
from scorepad.scoring.card import words
from scorepad.scoring.card.lines import Line, Said, Section, Speaker
from scorepad.scoring.explain import books_named, listed, number


def books(speaker: Speaker) -> Section:
    """Every kind of book, and sets of books that pay beyond them."""
    kinds = (_book(speaker, kind) for kind in speaker.rules.books)
    sets = (_combination(speaker, one) for one in speaker.rules.combinations)
    return Section("books", "Books", (*kinds, *sets))


def _book(speaker: Speaker, kind: Book) -> Line:
    say, path = speaker.say, f"books.{kind.code}"
    most = (
        None if kind.most is None else say(f"at most {kind.most} a {speaker.side}", f"{path}.most")
    )
    return speaker.line(
        say(kind.many, f"{path}.many"),
        say(f"{number(kind.points)} each", f"{path}.points"),
        say(f"{kind.cards} cards", f"{path}.cards"),
        say(_made_of(kind), f"{path}.made_of", f"{path}.ranks"),
        most,
        _begun(speaker, kind, path),
        _unfinished(speaker, kind, path),
        _counts_for(speaker, kind, path),
    )


def _made_of(kind: Book) -> str:
    made_of = words.MADE_OF[kind.made_of]
    if kind.made_of is MadeOf.WILDS:
        return made_of
    if kind.made_of is MadeOf.THREES:
        return f"{made_of} only"
    among = words.cards_listed(kind.ranks, many=True, word="or") if kind.ranks else ""
    if kind.made_of is MadeOf.SEQUENCE:
        cards = f"one suit {made_of}{f', {among}' if among else ''}"
        return f"{cards}, {words.MADE_OF[MadeOf.NATURALS]}"
    return f"{among or 'one rank'}, {made_of}"


def _begun(speaker: Speaker, kind: Book, path: str) -> Said | None:
    if kind.begun is Begun.ANY_TIME:
        return None
    return speaker.say(f"only if begun in the {speaker.side}’s opening", f"{path}.begun")


def _unfinished(speaker: Speaker, kind: Book, path: str) -> Said | None:
    if not kind.unfinished:
        return None
    return speaker.say(f"begun, not finished: {number(kind.unfinished)}", f"{path}.unfinished")


def _counts_for(speaker: Speaker, kind: Book, path: str) -> Said | None:
    """Said unless it counts for the need that bears its own name alone, as everybody takes for granted."""
    if kind.counts_for == (kind.code,):
        return None
    needs = [books_named(speaker.rules, {need: 1}) for need in kind.counts_for]
    text = f"counts as {' or '.join(needs)} to go out" if needs else "does not count to go out"
    return speaker.say(text, f"{path}.counts_for")


def _combination(speaker: Speaker, one: Combination) -> Line:
    say, path = speaker.say, f"combinations.{one.code}"
    needed = listed([words.kinds_counted(speaker.rules, *book) for book in one.books.items()])
    return speaker.line(
        say(one.label, f"{path}.label"),
        say(f"{number(one.points)} points", f"{path}.points"),
        say(f"for {needed}", f"{path}.books"),
        say(words.TIMES[one.times], f"{path}.times"),
    )


def melds(speaker: Speaker) -> Section:
    """What may lie on the table as a meld, and what becomes of a finished book."""
    return Section("melds", "Melds", (*_melds(speaker), *_finished(speaker)))


def _melds(speaker: Speaker) -> Iterator[Line]:
    found, say = speaker.rules.melds, speaker.say
    yield speaker.line("Smallest meld", say(f"{found.smallest} cards", "melds.smallest"))
    yield speaker.line(
        "Wild cards in a meld",
        say(words.WILDS[found.wilds], "melds.wilds"),
        _at_most(speaker, found.most_wilds, "melds.most_wilds"),
    )
    yield speaker.line(
        "Wild cards in a book",
        say(words.WILDS[found.book_wilds], "melds.book_wilds"),
        _at_most(speaker, found.book_most_wilds, "melds.book_most_wilds"),
    )
    yield speaker.line("Wild cards alone", say(_allowed(found.wild_melds), "melds.wild_melds"))
    yield speaker.line("Sequences", say(_allowed(found.sequences), "melds.sequences"))
    yield speaker.line(
        "Black threes", say(words.BLACK_THREES[found.black_threes], "melds.black_threes")
    )


def _finished(speaker: Speaker) -> Iterator[Line]:
    found, say = speaker.rules.melds, speaker.say
    beyond = words.BEYOND_BOOK[found.beyond_book]
    yield speaker.line("Adding to a finished book", say(beyond, "melds.beyond_book"))
    if found.books_of_one_rank is not None:
        many = f"{found.books_of_one_rank} a {speaker.side}"
        yield speaker.line("Books of one rank", say(many, "melds.books_of_one_rank"))


def _at_most(speaker: Speaker, most: int | None, path: str) -> Said | None:
    return None if most is None else speaker.say(f"at most {most}", path)


def _allowed(yes: bool) -> str:
    return "allowed" if yes else "not allowed"
