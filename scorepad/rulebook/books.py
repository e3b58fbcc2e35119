"""The sections of a reference card about melds and books."""

from collections.abc import Iterator

from scorepad.rulebook import words
from scorepad.rulebook.writer import CardLine, CardWriter, Phrase, Section
from scorepad.rules import codes, lookup
from scorepad.rules.points import Book, Combination
from scorepad.rules.words import Begun, MadeOf, MeldedThrees
from scorepad.scoring.text.explain import book_count_text, books_text, format_number, join_words, lower_first


def books(writer: CardWriter) -> Section:
    """Every kind of book, and the sets of books that pay extra."""
    kinds = (_book(writer, book) for book in writer.rules.books)
    sets = (_combination(writer, combination) for combination in writer.rules.combinations)
    return Section("books", "Books", (*kinds, *sets))


def _book(writer: CardWriter, book: Book) -> CardLine:
    phrase, path = writer.phrase, f"books.{book.code}"
    return writer.line(
        phrase(book.plural, f"{path}.many"),
        phrase(f"{format_number(book.points)} each", f"{path}.points"),
        phrase(f"{book.cards} cards", f"{path}.cards"),
        phrase(_cards_of(book, writer.rules.melds.sequence_wilds), f"{path}.made_of", f"{path}.ranks"),
        _most(writer, book, path),
        _begun(writer, book, path),
        _unfinished(writer, book, path),
        phrase("once begun, it must be finished to go out", f"{path}.must_finish") if book.must_finish else None,
        _counts_for(writer, book, path),
    )


def _cards_of(book: Book, sequence_wilds: int | None) -> str:
    made_of = words.MADE_OF[book.made_of]
    if book.made_of is MadeOf.WILDS:
        return made_of
    if book.made_of is MadeOf.THREES:
        return f"{made_of} only"
    ranks = words.ranks_text(book.ranks, plural=True, conjunction="or") if book.ranks else ""
    if book.made_of is MadeOf.SEQUENCE:
        cards = f"one suit {made_of}{f', {ranks}' if ranks else ''}"
        return f"{cards}, {words.MADE_OF[MadeOf.NATURALS if sequence_wilds == 0 else MadeOf.ANY]}"
    return f"{ranks or 'one rank'}, {made_of}"


def _most(writer: CardWriter, book: Book, path: str) -> Phrase | None:
    if book.most is None:
        return None
    return writer.phrase(f"at most {book.most} a {writer.team_word}", f"{path}.most")


def _begun(writer: CardWriter, book: Book, path: str) -> Phrase | None:
    if book.begun is Begun.ANY_TIME:
        return None
    return writer.phrase(f"only if begun in the {writer.team_word}’s opening", f"{path}.begun")


def _unfinished(writer: CardWriter, book: Book, path: str) -> Phrase | None:
    if not book.unfinished:
        return None
    points = format_number(book.unfinished)
    return writer.phrase(f"begun, not finished: {points}", f"{path}.unfinished")


def _counts_for(writer: CardWriter, book: Book, path: str) -> Phrase | None:
    """None if the book counts only for the need of the same name, as everyone expects."""
    if book.counts_for == (book.code,):
        return None
    needs = [_as_need(writer, need) for need in book.counts_for]
    text = f"counts as {join_words(needs, 'or')} to go out" if needs else "does not count to go out"
    return writer.phrase(text, f"{path}.counts_for")


def _as_need(writer: CardWriter, need: str) -> str:
    """Return a need in words. A named need of several kinds keeps its name: its kinds would include this book."""
    rules = writer.rules
    kinds = [lower_first(book.plural) for book in rules.books if need in book.counts_for]
    if lookup.book(rules, need) or len(kinds) in (1, len(rules.books)):
        return books_text(rules, {need: 1})
    return f"1 of {join_words(kinds)}" if need.startswith(codes.JOINT) else f"1 {need}"


def _combination(writer: CardWriter, combination: Combination) -> CardLine:
    phrase, path = writer.phrase, f"combinations.{combination.code}"
    needed = [book_count_text(writer.rules, *item) for item in combination.books.items()]
    return writer.line(
        phrase(combination.label, f"{path}.label"),
        phrase(f"{format_number(combination.points)} points", f"{path}.points"),
        phrase(f"for {join_words(needed)}", f"{path}.books"),
        phrase(words.TIMES[combination.times], f"{path}.times"),
        _group(writer, combination, path),
    )


def _group(writer: CardWriter, combination: Combination, path: str) -> Phrase | None:
    """None if the combination is alone in its group."""
    sets = writer.rules.combinations
    others = [other.label for other in sets if other is not combination and other.group == combination.group]
    if not combination.group or not others:
        return None
    return writer.phrase(f"not together with {join_words(others)}: the best pays", f"{path}.group")


def melds(writer: CardWriter) -> Section:
    """What may lie on the table as a meld, and what may be added to a finished book."""
    return Section("melds", "Melds", (*_melds(writer), *_finished(writer)))


def _melds(writer: CardWriter) -> Iterator[CardLine]:
    melds, phrase = writer.rules.melds, writer.phrase
    yield writer.line("Smallest meld", phrase(f"{melds.smallest} cards", "melds.smallest"))
    yield writer.line(
        "Wild cards in a meld",
        phrase(words.WILDS[melds.wilds], "melds.wilds"),
        _at_most(writer, melds.most_wilds, "melds.most_wilds"),
    )
    yield writer.line(
        "Wild cards in a book",
        phrase(words.WILDS[melds.book_wilds], "melds.book_wilds"),
        _at_most(writer, melds.book_most_wilds, "melds.book_most_wilds"),
    )
    if melds.natural_ranks:
        never = words.ranks_text(melds.natural_ranks, plural=True)
        yield writer.line("Never with wild cards", phrase(never, "melds.natural_ranks"))
    yield writer.line("Wild cards alone", phrase(_allowed(melds.wild_melds), "melds.wild_melds"))
    yield writer.line("Sequences", phrase(_allowed(melds.sequences), "melds.sequences"), _sequence_wilds(writer))
    yield writer.line("Black threes", phrase(words.MELDED_THREES[melds.black_threes], "melds.black_threes"))
    if melds.red_threes is not MeldedThrees.NEVER:
        yield writer.line("Red threes", phrase(words.MELDED_THREES[melds.red_threes], "melds.red_threes"))


def _finished(writer: CardWriter) -> Iterator[CardLine]:
    melds, phrase = writer.rules.melds, writer.phrase
    beyond = words.BEYOND_BOOK[melds.beyond_book]
    yield writer.line("Adding to a finished book", phrase(beyond, "melds.beyond_book"))
    if melds.books_of_one_rank is not None:
        most = f"{melds.books_of_one_rank} a {writer.team_word}"
        yield writer.line("Books of one rank", phrase(most, "melds.books_of_one_rank"))


def _sequence_wilds(writer: CardWriter) -> Phrase | None:
    most = writer.rules.melds.sequence_wilds
    if most == 0:
        return None
    text = "any number of wild cards" if most is None else f"at most {most} wild in each"
    return writer.phrase(text, "melds.sequence_wilds")


def _at_most(writer: CardWriter, most: int | None, path: str) -> Phrase | None:
    return None if most is None else writer.phrase(f"at most {most}", path)


def _allowed(yes: bool) -> str:
    return "allowed" if yes else "not allowed"
