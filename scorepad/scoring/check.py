"""Check a well-formed round. Collects every error and warning, and never raises.

A round with errors cannot become final. Warnings may be confirmed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, inf

from msgspec.structs import replace

from scorepad.language.words import join_words
from scorepad.rules import codes, lookup
from scorepad.rules.lookup import general_threes
from scorepad.rules.model import Book, RuleSet
from scorepad.rules.words import (
    RANKS,
    SUITS,
    THREE,
    THREES_A_COLOR,
    WILD_CARDS,
    Begun,
    BonusPer,
    CardPlace,
    Color,
    Counted,
    ExtraBooks,
    MadeOf,
    OpeningBy,
    Waiver,
    Wilds,
    WithoutBooks,
)
from scorepad.scoring.model import Counts, Ended, Level, Problem, Quantity, Round, TeamRound
from scorepad.scoring.needs import books_named, penalised_teams, too_many_books, unmet_for
from scorepad.scoring.quantity import card_points
from scorepad.scoring.score import has_melded, is_void, score
from scorepad.scoring.sheet import About, Sheet, build_sheet
from scorepad.scoring.sides import shared

# ---- What the decks hold, and the least that books need. No correct sheet exceeds these limits.


@lru_cache(maxsize=256)
def supply(jokers: int, decks: int) -> dict[str, int]:
    """Return how many of each card there are. `jokers` is the number in one deck."""
    cards = dict.fromkeys(("2", *RANKS), SUITS * decks)
    threes = {f"{color}3": THREES_A_COLOR * decks for color in Color}
    return {"joker": jokers * decks, **cards, **threes}


@lru_cache(maxsize=256)
def most_points(rules: RuleSet, jokers: int, decks: int) -> int:
    """Return the points of all cards together."""
    cards = supply(jokers, decks)
    plain = sum(rules.cards[name] * cards[name] for name in rules.cards)
    return plain + sum(_most_a_three(rules, color) * cards[f"{color}3"] for color in Color)


def _most_a_three(rules: RuleSet, color: Color) -> int:
    places = [general_threes(rules, color, place) for place in CardPlace]
    each = [abs(rule.pays[0].points) for rule in places if rule.counted is Counted.WITH_CARDS]
    return max(each, default=0)


def overdrawn(entry: Round) -> list[Problem]:
    """Return an error for every card, and for points and books, if all teams together have too many."""
    return [*_cards_of_all_teams(entry), *_too_many_points(entry), *_too_many_books(entry), *_too_many_of_a_rank(entry)]


def _cards_of_all_teams(entry: Round) -> list[Problem]:
    used: dict[str, int] = {}
    for team in entry.teams:
        for code, count in team.threes.items():
            card = f"{codes.THREES[code][0]}3"
            used[card] = used.get(card, 0) + count
        for packet in (team.melded, *team.left):
            if not isinstance(packet, int):
                for card, count in packet.items():
                    used[card] = used.get(card, 0) + count
    if not used:
        return []
    problems = too_many_cards(used, entry.table.jokers, entry.decks)
    return [replace(problem, path=_last_path(entry, card)) for card, problem in problems.items()]


def _last_path(entry: Round, card: str) -> str:
    """Return the path of the last count of a card."""
    named = (cards for at, team in enumerate(entry.teams) for cards in _cards_of(team, f"teams[{at}]"))
    return [path for name, count, path in named if name == card and count][-1]


def too_many_cards(used: Counts, jokers: int, decks: int) -> dict[str, Problem]:
    """Return an error for each card of which there are fewer than `used`. The errors have no path yet."""
    cards = supply(jokers, decks) | {THREE: SUITS * decks}
    return {
        card: Problem(
            "more_than_the_decks",
            Level.ERROR,
            "",
            {"limit": "cards", "card": card, "count": count, "most": cards[card], "decks": decks},
        )
        for card, count in used.items()
        if count > cards[card]
    }


def _cards_of(team: TeamRound, path: str) -> Iterator[tuple[str, int, str]]:
    """Yield every card that was counted by name, with its number and its path."""
    for code, count in team.threes.items():
        color, place = codes.THREES[code]
        yield f"{color}3", count, f"{path}.threes.{color}.{place}"
    if not isinstance(team.melded, int):
        for card, count in team.melded.items():
            yield card, count, f"{path}.melded.{card}"
    for at, packet in enumerate(team.left):
        if not isinstance(packet, int):
            name = f"left[{at}]" if len(team.left) > 1 else "left"
            for card, count in packet.items():
                yield card, count, f"{path}.{name}.{card}"


def _too_many_points(entry: Round) -> list[Problem]:
    piles = [[_worth(entry.rules, pile, at) for at, pile in enumerate((t.melded, *t.left))] for t in entry.teams]
    most, total = most_points(entry.rules, entry.table.jokers, entry.decks), sum(map(sum, piles))
    if total <= most:
        return []
    team, pile = max(
        ((a, b) for a, points in enumerate(piles) for b in range(len(points))), key=lambda p: piles[p[0]][p[1]]
    )
    name = "melded" if pile == 0 else f"left[{pile - 1}]" if len(entry.teams[team].left) > 1 else "left"
    return [_overdrawn(entry, f"teams[{team}].{name}", "points", total, most)]


def _worth(rules: RuleSet, pile: Quantity, at: int) -> int:
    """Return the points of a pile of a team. The first is melded, the others are left."""
    return pile if isinstance(pile, int) else abs(card_points(rules, pile, CardPlace.HELD if at else CardPlace.LAID))


def _too_many_books(entry: Round) -> list[Problem]:
    """No two books share a card."""
    # A few books can never be too many, whatever their kinds, so most rounds skip the full check.
    if sum([sum(team.books.values()) for team in entry.teams]) <= _certainly_possible(
        entry.rules, entry.table.jokers, entry.decks
    ):
        return []
    minimums = book_minimums(entry.rules)
    cards = wilds = naturals = 0
    path = "teams"
    for at, team in enumerate(entry.teams):
        for code, count in team.books.items():
            if count and code in minimums:
                cards += count * minimums[code].cards
                wilds += count * minimums[code].wilds
                naturals += count * minimums[code].naturals
                path = f"teams[{at}].books.{code}"
    available = _supply_for_books(entry.rules, entry.table.jokers, entry.decks)
    for kind, count in (("cards", cards), ("wilds", wilds), ("naturals", naturals)):
        if count > available[kind]:
            return [_overdrawn(entry, path, f"books_{kind}", count, available[kind])]
    return []


@lru_cache(maxsize=256)
def _certainly_possible(rules: RuleSet, jokers: int, decks: int) -> int:
    """Return how many books the decks hold if each is of the kind that needs most."""
    available = _supply_for_books(rules, jokers, decks)
    minimums = book_minimums(rules).values()
    return min(
        available["cards"] // max([1, *(book.cards for book in minimums)]),
        available["wilds"] // max([1, *(book.wilds for book in minimums)]),
        available["naturals"] // max([1, *(book.naturals for book in minimums)]),
    )


def _too_many_of_a_rank(entry: Round) -> list[Problem]:
    """Books of certain ranks, and of threes, need cards of which there are few."""
    problems = []
    for code, (each, most) in _rare_books(entry.rules, entry.decks).items():
        have = [team.books.get(code, 0) for team in entry.teams]
        count = each * sum(have)
        if count > most:
            last = max(at for at, books in enumerate(have) if books)
            problems.append(_overdrawn(entry, f"teams[{last}].books.{code}", "books_ranks", count, most))
    return problems


@lru_cache(maxsize=256)
def _rare_books(rules: RuleSet, decks: int) -> dict[str, tuple[int, int]]:
    """Return, for kinds of book that take only certain cards, how many of them each needs and how many there are."""
    laid = [general_threes(rules, color, CardPlace.LAID) for color in Color]
    colors = sum(rule.counted is not Counted.NEVER for rule in laid) or len(laid)
    threes = THREES_A_COLOR * decks * colors
    rare = {}
    for book in rules.books:
        if book.made_of is MadeOf.THREES:
            rare[book.code] = (book.cards, threes)
        elif book.ranks and book.made_of is not MadeOf.WILDS:
            naturals = book.cards - wilds_in(rules, book)[1]
            rare[book.code] = (naturals, SUITS * decks * len({*book.ranks}))
    return rare


@lru_cache(maxsize=256)
def _supply_for_books(rules: RuleSet, jokers: int, decks: int) -> dict[str, int]:
    cards = supply(jokers, decks)
    wilds = sum(cards[name] for name in WILD_CARDS)
    named = lookup.in_sequences(rules)
    colors = tuple(Color) if THREE in named else lookup.natural_threes(rules)
    naturals = sum(cards[rank] for rank in RANKS) + sum(cards[f"{color}3"] for color in colors)
    naturals += cards["2"] if "2" in named else 0
    return {"cards": wilds + naturals, "wilds": wilds, "naturals": naturals}


def _overdrawn(entry: Round, path: str, limit: str, count: int, most: int) -> Problem:
    facts = {"limit": limit, "count": count, "most": most, "decks": entry.decks}
    return Problem("more_than_the_decks", Level.ERROR, path, facts)


@dataclass(frozen=True, slots=True)
class BookMinimum:
    """What a finished book of one kind has at least: cards in all and of each sort, and card points."""

    cards: int
    wilds: int
    naturals: int
    points: int


@lru_cache(maxsize=256)
def book_minimums(rules: RuleSet) -> dict[str, BookMinimum]:
    """Return the minimum of every kind of book by code, except books of threes, which no other book can use."""
    books = (book for book in rules.books if book.made_of is not MadeOf.THREES)
    return {book.code: _book_minimum(rules, book) for book in books}


def _book_minimum(rules: RuleSet, book: Book) -> BookMinimum:
    fewest, most = wilds_in(rules, book)
    return BookMinimum(book.cards, fewest, book.cards - most, _least_points(rules, book))


def wilds_in(rules: RuleSet, book: Book) -> tuple[int, int]:
    """Return the fewest and the most wild cards in a finished book of this kind."""
    if book.made_of is MadeOf.WILDS:
        return book.cards, book.cards
    if book.made_of in (MadeOf.NATURALS, MadeOf.THREES) or not lookup.takes_wilds(rules, book):
        return 0, 0
    most = max(_wilds_in_sequence(rules, book), _wilds_in_set(rules, book))
    return (min(1, most) if book.made_of is MadeOf.MIXED else 0), most


def _wilds_in_sequence(rules: RuleSet, book: Book) -> int:
    most = rules.melds.sequence_wilds if book.can_be_sequence else 0
    return book.cards - 1 if most is None else min(most, book.cards - 1)


def _wilds_in_set(rules: RuleSet, book: Book) -> int:
    if not book.can_be_set:
        return 0
    strict = rules.melds.book_wilds is Wilds.FEWER_THAN_NATURALS
    most = (book.cards - 1) // 2 if strict else book.cards // 2
    return most if rules.melds.book_most_wilds is None else min(most, rules.melds.book_most_wilds)


def _least_points(rules: RuleSet, book: Book) -> int:
    wild = min(rules.cards[name] for name in WILD_CARDS)
    fewest, most = wilds_in(rules, book)
    threes = [lookup.three_points(rules, color) for color in Color]
    least = []
    if book.can_be_sequence:
        places = map(lookup.card_at, book.ranks or lookup.in_sequences(rules))
        values = sorted(min(threes) if rank == THREE else rules.cards[rank] for rank in places)
        least = [n * wild + sum(values[: book.cards - n]) for n in range(fewest, most + 1)]
    if not book.can_be_set:
        return min(least)
    values = [min(threes) if rank == THREE else rules.cards[rank] for rank in book.ranks or RANKS]
    if not book.ranks:
        values += [lookup.three_points(rules, color) for color in lookup.natural_threes(rules)]
    return min([*least, *(n * wild + (book.cards - n) * min(values) for n in range(fewest, most + 1))])


def least_on_table(rules: RuleSet, books: Counts) -> tuple[int, int]:
    """Return the fewest cards and the fewest points that a team with these books has melded."""
    minimums = book_minimums(rules)
    cards = points = 0
    for code, count in books.items():
        if count and code in minimums:
            cards += count * minimums[code].cards
            points += count * minimums[code].points
    return cards, points


# ---- Warnings for one team

Problems = Sequence[Problem]
NO_PROBLEMS: Problems = ()


def warning(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.WARNING, path, facts)


def threes_melded(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Threes on the table, though the rules never let them lie there."""
    cards = {} if isinstance(team.melded, int) else team.melded
    problems = []
    for color in _never_melded(entry.rules):
        counted_apart = team.threes.get(codes.threes_code(color, CardPlace.LAID), 0)
        if counted_apart or cards.get(f"{color}3"):
            at = f"threes.{color}.laid" if counted_apart else f"melded.{color}3"
            problems.append(warning("threes_not_melded", f"{path}.{at}", color=str(color)))
    return problems


@lru_cache(maxsize=256)
def _never_melded(rules: RuleSet) -> tuple[Color, ...]:
    general = {color: lookup.general_threes(rules, color, CardPlace.LAID) for color in Color}
    return tuple(color for color, rule in general.items() if rule.counted is Counted.NEVER)


def fewer_than_books(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Fewer cards, or card points, melded than the books alone have."""
    cards, points = least_on_table(entry.rules, team.books)
    where = f"{path}.melded"
    if isinstance(team.melded, int):
        if team.melded >= points:
            return NO_PROBLEMS
        return [warning("fewer_than_books_need", where, counted=team.melded, least=points)]
    counted = sum(team.melded.values())
    if counted >= cards:
        return NO_PROBLEMS
    return [warning("fewer_than_books_need", where, counted=counted, least=cards, cards=True)]


def multiples(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Points that no cards can add up to."""
    unit = _smallest_unit(entry.rules)
    if unit <= 1:
        return NO_PROBLEMS
    problems = []
    if isinstance(team.melded, int) and team.melded % unit:
        where = f"{path}.melded"
        problems.append(warning("not_a_multiple", where, counted=team.melded, unit=unit))
    for at, packet in enumerate(team.left):
        if isinstance(packet, int) and packet % unit:
            where = f"{path}.left[{at}]" if len(team.left) > 1 else f"{path}.left"
            problems.append(warning("not_a_multiple", where, counted=packet, unit=unit))
    return problems


@lru_cache(maxsize=256)
def _smallest_unit(rules: RuleSet) -> int:
    """Return the number that divides all card values, in points (5 in every usual game)."""
    threes = [abs(step.points) for rule in rules.threes if rule.counted is Counted.WITH_CARDS for step in rule.pays]
    return gcd(*rules.cards.values(), *threes)


def below_minimum(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Melds below the opening minimum, or without a required book. A team that goes out may need neither."""
    melded = team.melded
    if team.went_out and entry.rules.opening.waived is not Waiver.NEVER:
        return NO_PROBLEMS
    if not has_melded(team) or not melded:
        return NO_PROBLEMS
    players, total = entry.table.players, team.score_before
    step = lookup.opening_step(entry.rules, entry.round_number, players, total)
    problems = []
    points = melded if isinstance(melded, int) else card_points(entry.rules, melded, CardPlace.LAID)
    if entry.rules.opening.book_points:
        # Which of its books a team opened with is not known, so all of them count.
        points += sum(field.points * team.books.get(field.name, 0) for field in sheet.books if field.points > 0)
    if points < step.minimum:
        facts = {"points": points, "minimum": step.minimum, "team": team.name}
        problems.append(warning("below_minimum", f"{path}.melded", **facts))
    if step.books and not any(books_named(entry.rules, name, team.books) for name in step.books):
        problems.append(warning("book_required", f"{path}.books", team=team.name))
    return problems


@lru_cache(maxsize=512)
def _always_enough(sheet: Sheet) -> float:
    """Return the points that open in this round whatever the total; infinity if opening also requires a book.

    Nearly every team melds more than this.
    """
    opening = sheet.rules.opening
    steps = opening.steps
    if opening.by is OpeningBy.ROUND:
        players = sheet.table.players
        steps = (lookup.opening_step(sheet.rules, sheet.round_number, players, 0),)
    return inf if any(step.books for step in steps) else max(step.minimum for step in steps)


def extra_books(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """More books of a kind than needed, while books of another kind are missing, where the rules forbid it."""
    return [
        warning("extra_books", f"{path}.books.{need}", need=need, most=count, rules=entry.rules)
        for need, count in too_many_books(entry.rules, sheet.out(False), team.books).items()
    ]


# ---- A round


def check(entry: Round) -> tuple[Problem, ...]:
    """Return every error and warning of a round, errors first, each with its path.

    Nothing is asked about what the rules do not score: a void round, and what a severe penalty or another rule waives.
    Errors stay: no round can have more cards than the decks.
    """
    sheet = build_sheet(entry.rules, entry.table, entry.round_number, entry.decks)
    problems = [*_wrong_out(entry), *overdrawn(entry), *_one_team_each(entry)]
    sides = entry.teams if entry.alone is None else _sides(entry)
    for at, (team, side) in enumerate(zip(entry.teams, sides, strict=True)):
        problems += _team_problems(entry, sheet, team, side, f"teams[{at}]")
    if not problems:
        return ()
    problems = [*_about_what_counts(entry, sheet, problems)]
    return tuple(sorted(problems, key=lambda problem: problem.level is not Level.ERROR))


def _sides(entry: Round) -> list[TeamRound]:
    """Return each team with the counts of its partners, in a round with a lone hand.

    Together the partners are checked once, at the one who went out or at the first of them; the others have nothing.
    Which of them opened is not known, so the lower of their totals decides about the minimum.
    """
    every = shared(entry).teams
    partners = [at for at in range(len(every)) if at != entry.alone]
    checked = next((at for at in partners if entry.teams[at].went_out), partners[0])
    name = join_words([every[at].name for at in partners])
    least = min(every[at].score_before for at in partners)
    side = replace(every[checked], name=name, score_before=least)
    return [
        team if at == entry.alone else side if at == checked else TeamRound(team.name) for at, team in enumerate(every)
    ]


def _team_problems(entry: Round, sheet: Sheet, team: TeamRound, side: TeamRound, path: str) -> list[Problem]:
    """Return the problems of one team, and of its `side`, which is the team itself unless it has partners.

    Nearly every team has none, so a check runs only where it can find any.
    """
    problems: list[Problem] = []
    if team.went_out and entry.ended is Ended.WENT_OUT:
        problems += _needs_to_go_out(entry, sheet, side, path)
        problems += _out_with_cards(entry, sheet, team, path)
    if (side.books or side.unfinished) and _has_premium(entry.rules):
        problems += _premium_books(entry, sheet, side, path)
    if team.bonuses:
        problems += _more_than_possible(sheet, team, path)
        problems += _more_than_one_grade(sheet, team, path)
    if team.threes or type(team.melded) is not int:
        problems += threes_melded(entry, sheet, team, path)
    if side.books:
        problems += fewer_than_books(entry, sheet, side, path)
    problems += multiples(entry, sheet, team, path)
    if type(side.melded) is not int or side.melded < _always_enough(sheet):
        problems += below_minimum(entry, sheet, side, path)
    if side.books and entry.rules.going_out.extra_books is not ExtraBooks.ANY_TIME:
        problems += extra_books(entry, sheet, side, path)
    return problems


def _about_what_counts(entry: Round, sheet: Sheet, problems: Problems) -> Iterator[Problem]:
    """Yield the errors, and the warnings about lines that count."""
    if is_void(entry):
        yield from (problem for problem in problems if problem.level is Level.ERROR)
        return
    penalised = penalised_teams(entry, sheet)
    scores = score(entry) if entry.rules.otherwise else ()
    for problem in problems:
        found = _TEAM_PART.match(problem.path)
        at, part = found.groups() if found else ("0", "")
        lost = () if not penalised else _LOST if int(at) in penalised else _SPARED
        waived = scores and any(line.code == part and line.waived for line in scores[int(at)].lines)
        if problem.level is Level.ERROR or not (part in lost or waived):
            yield problem


_TEAM_PART = re.compile(r"teams\[(\d+)\]\.(\w+)")
"""The team and the part of its counts in the path of a problem."""

_LOST, _SPARED = (codes.MELDED, "books"), (codes.LEFT,)
"""What does not count for the team with a severe penalty, and for the others."""


def _error(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.ERROR, path, facts)


def _wrong_out(entry: Round) -> Problems:
    out = [team.name for team in entry.teams if team.went_out]
    wanted = 1 if entry.ended is Ended.WENT_OUT else 0
    if len(out) == wanted:
        return NO_PROBLEMS
    return [_error("wrong_out", "ended", out=out, ended=entry.ended)]


def _needs_to_go_out(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    problems = []
    for code, facts in unmet_for(sheet, team):
        if team.ruling:
            ruling = {"team": team.name, "reason": team.ruling, "unmet": code}
            problems.append(warning("table_ruling", f"{path}.went_out", **ruling, **facts))
        elif entry.rules.going_out.without_books is WithoutBooks.FORBIDDEN:
            problems.append(_error(code, f"{path}.went_out", team=team.name, **facts))
    return problems


def _out_with_cards(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """The player who went out has no cards left. In a team of several, cards left may all be the partners'."""
    size = entry.table.team_size
    facts = {"team": team.name, "size": size}
    paths = [f"{path}.left"] if len(team.left) == size and all(map(_has_cards, team.left)) else []
    if size == 1:
        codes_held = (code for code in codes.HELD if team.threes.get(code))
        paths += [f"{path}.threes.{color}.held" for color, _ in map(codes.THREES.__getitem__, codes_held)]
    return [_error("out_has_cards", where, **facts) for where in paths]


def _has_cards(packet: Quantity) -> bool:
    return packet > 0 if isinstance(packet, int) else any(packet.values())


def _premium_books(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    problems: list[Problem] = []
    for field in sheet.books:
        if field.most is None and not team.lost:
            continue
        finished, begun = team.books.get(field.name, 0), team.unfinished.get(field.name, 0)
        if not (finished or begun):
            continue
        where = f"{path}.{'books' if finished else 'unfinished'}.{field.name}"
        if field.most is not None and finished + begun > field.most:
            facts = {"label": field.label, "most": field.most, "both": bool(finished and begun)}
            problems.append(_error("premium_twice", where, **facts))
        if field.name in team.lost:
            problems.append(_error("premium_lost", where, label=field.label))
    return problems


def _more_than_possible(sheet: Sheet, team: TeamRound, path: str) -> Problems:
    problems = []
    for field in sheet.extras:
        if field.most is None or field.code not in team.bonuses:
            continue
        most = field.most * (sheet.table.team_size if field.about is About.SEAT else 1)
        if team.bonuses[field.code] > most:
            where = f"{path}.bonuses.{field.code}"
            facts = {"labels": (field.singular if most == 1 else field.label,), "most": most}
            problems.append(warning("more_than_possible", where, **facts))
    return problems


def _more_than_one_grade(sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Grades of one bonus exclude each other: an exact cut is not also a cut one card off."""
    graded = [b for b in sheet.rules.bonuses if b.grade_of and team.bonuses.get(b.code)]
    problems = []
    for last in {bonus.grade_of: bonus for bonus in graded}.values():
        grades = [bonus for bonus in graded if bonus.grade_of == last.grade_of]
        takers = sum(-(-team.bonuses[bonus.code] // bonus.most) for bonus in grades)
        most = sheet.table.team_size if last.per is BonusPer.PLAYER else 1
        if len(grades) > 1 and takers > most:
            labels = tuple(b.singular if most == 1 else b.plural for b in grades)
            facts = {"labels": labels, "most": most}
            problems.append(warning("more_than_possible", f"{path}.bonuses.{last.code}", **facts))
    return problems


def _one_team_each(entry: Round) -> Problems:
    """Only one team can have some bonuses, such as the one for opening first."""
    if not any(team.bonuses for team in entry.teams):
        return NO_PROBLEMS
    problems = []
    for bonus in entry.rules.bonuses:
        have = [at for at, team in enumerate(entry.teams) if team.bonuses.get(bonus.code)]
        if bonus.per is BonusPer.ROUND and len(have) > 1:
            where = f"teams[{have[-1]}].bonuses.{bonus.code}"
            problems.append(warning("one_team_only", where, label=bonus.singular))
    return problems


@lru_cache(maxsize=256)
def _has_premium(rules: RuleSet) -> bool:
    """Whether a kind of book is limited, or may not be begun at any time."""
    return any(book.most is not None or book.begun is not Begun.ANY_TIME for book in rules.books)
