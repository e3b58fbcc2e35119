"""The reference card of a rule set at one table: every value that players need, in words, with its source."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorepad.rulebook import words
from scorepad.rulebook.house_rules import effects_in_words
from scorepad.rulebook.writer import CERTAINTY, DECKS, CardLine, CardWriter, CurrentRound, Phrase, Section
from scorepad.rules import codes, lookup
from scorepad.rules import words as w
from scorepad.rules.faults import item_names
from scorepad.rules.model import (
    Bonus,
    BonusCase,
    Book,
    Choice,
    Combination,
    OpeningStep,
    OutCase,
    RuleSet,
    Table,
    Threes,
)
from scorepad.rules.parse import option_of
from scorepad.rules.words import CARDS
from scorepad.scoring.text.explain import book_count_text, books_text, format_number, join_words, lower_first

# ---- Cards and threes


def values(writer: CardWriter) -> Section:
    """What cards are worth, and threes of each colour in each place."""
    about = "Melded cards count plus, cards left count minus."
    lines = (*_card_values(writer), *_threes(writer), *_otherwise(writer))
    return Section("values", "Card values", lines, about)


def _card_values(writer: CardWriter) -> Iterator[CardLine]:
    """Cards with the same points and the same source share a line."""
    groups: dict[tuple[int, w.Provenance | None], list[str]] = {}
    for card in CARDS:
        points = writer.rules.cards[card]
        groups.setdefault((points, writer.phrase("", f"cards.{card}").origin), []).append(card)
    for (points, _), cards in groups.items():
        label = words.capitalize_first(words.ranks_text(cards))
        paths = (f"cards.{card}" for card in cards)
        yield writer.line(label, writer.phrase(format_number(points), *paths))


def _threes(writer: CardWriter) -> Iterator[CardLine]:
    rules = writer.rules.threes
    names = item_names(rules)
    paths = dict(zip(map(id, rules), names, strict=True))
    for color in w.Color:
        for place in w.CardPlace:
            for rule in lookup.threes_rules(writer.rules, color, place):
                yield _threes_line(writer, rule, f"threes.{paths[id(rule)]}")


def _threes_line(writer: CardWriter, rule: Threes, path: str) -> CardLine:
    held = "left in hand or foot" if writer.table.foot else "left in hand"
    where = "laid down" if rule.place is w.CardPlace.LAID else held
    text = f"{rule.color.capitalize()} threes {where}"
    label = writer.phrase(text, f"{path}.color", f"{path}.place")
    condition = None
    if not rule.when.always:
        team = words.condition_text(writer.rules, rule.when, writer.team_word)
        condition = writer.phrase(f"for a {team}", f"{path}.when")
    return writer.line(label, *_threes_paid(writer, rule, path), condition)


def _threes_paid(writer: CardWriter, rule: Threes, path: str) -> Iterator[Phrase]:
    counted = f"{path}.counted"
    if rule.counted is w.Counted.NEVER:
        never = "cannot be melded" if rule.place is w.CardPlace.LAID else "cost nothing"
        yield writer.phrase(never, counted)
        return
    if not rule.pays:
        yield writer.phrase("count nothing", counted, f"{path}.pays")
        return
    for at, text in enumerate(words.steps_text(rule.pays), start=1):
        yield writer.phrase(text, f"{path}.pays.{at}")
    with_cards = rule.counted is w.Counted.WITH_CARDS
    yield writer.phrase("counted with the other cards" if with_cards else "counted apart", counted)


def _otherwise(writer: CardWriter) -> Iterator[CardLine]:
    for at, rule in enumerate(writer.rules.otherwise, start=1):
        path = f"otherwise.{at}"
        label = writer.phrase(words.capitalize_first(join_words([of.phrase for of in rule.of])), f"{path}.of")
        team = words.condition_text(writer.rules, rule.when, writer.team_word)
        counts = writer.phrase(rule.counts.phrase, f"{path}.counts")
        yield writer.line(label, counts, writer.phrase(f"for a {team}", f"{path}.when"))


# ---- Books and melds


def books(writer: CardWriter) -> Section:
    """Every kind of book, and the sets of books that pay extra."""
    kinds = (_book(writer, book) for book in writer.rules.books)
    sets = (_combination(writer, combination) for combination in writer.rules.combinations)
    return Section("books", "Books", (*kinds, *sets))


def _book(writer: CardWriter, book: Book) -> CardLine:
    phrase, path, team = writer.phrase, f"books.{book.code}", writer.team_word
    in_opening = book.begun is w.Begun.OPENING
    return writer.line(
        phrase(book.plural, f"{path}.many"),
        phrase(f"{format_number(book.points)} each", f"{path}.points"),
        phrase(f"{book.cards} cards", f"{path}.cards"),
        phrase(_cards_of(book, writer.rules.melds.sequence_wilds), f"{path}.made_of", f"{path}.ranks"),
        None if book.most is None else phrase(f"at most {book.most} a {team}", f"{path}.most"),
        phrase(f"only if begun in the {team}’s opening", f"{path}.begun") if in_opening else None,
        phrase(f"begun, not finished: {format_number(book.unfinished)}", f"{path}.unfinished")
        if book.unfinished
        else None,
        phrase("once begun, it must be finished to go out", f"{path}.must_finish") if book.must_finish else None,
        _counts_for(writer, book, path),
    )


def _cards_of(book: Book, sequence_wilds: int | None) -> str:
    made_of = book.made_of.phrase
    if book.made_of is w.MadeOf.WILDS:
        return made_of
    if book.made_of is w.MadeOf.THREES:
        return f"{made_of} only"
    ranks = words.ranks_text(book.ranks, plural=True, conjunction="or") if book.ranks else ""
    if book.made_of is w.MadeOf.SEQUENCE:
        cards = f"one suit {made_of}{f', {ranks}' if ranks else ''}"
        return f"{cards}, {(w.MadeOf.NATURALS if sequence_wilds == 0 else w.MadeOf.ANY).phrase}"
    return f"{ranks or 'one rank'}, {made_of}"


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
    sets, group = writer.rules.combinations, combination.group
    others = [other.label for other in sets if group and other is not combination and other.group == group]
    return writer.line(
        phrase(combination.label, f"{path}.label"),
        phrase(f"{format_number(combination.points)} points", f"{path}.points"),
        phrase(f"for {join_words(needed)}", f"{path}.books"),
        phrase(combination.times.phrase, f"{path}.times"),
        phrase(f"not together with {join_words(others)}: the best pays", f"{path}.group") if others else None,
    )


def melds(writer: CardWriter) -> Section:
    """What may lie on the table as a meld, and what may be added to a finished book."""
    return Section("melds", "Melds", tuple(_melds(writer)))


def _melds(writer: CardWriter) -> Iterator[CardLine]:
    melds, phrase = writer.rules.melds, writer.phrase
    yield writer.line("Smallest meld", phrase(f"{melds.smallest} cards", "melds.smallest"))
    yield writer.line(
        "Wild cards in a meld",
        phrase(melds.wilds.phrase, "melds.wilds"),
        _at_most(writer, melds.most_wilds, "melds.most_wilds"),
    )
    yield writer.line(
        "Wild cards in a book",
        phrase(melds.book_wilds.phrase, "melds.book_wilds"),
        _at_most(writer, melds.book_most_wilds, "melds.book_most_wilds"),
    )
    if melds.natural_ranks:
        never = words.ranks_text(melds.natural_ranks, plural=True)
        yield writer.line("Never with wild cards", phrase(never, "melds.natural_ranks"))
    yield writer.line("Wild cards alone", phrase(_allowed(melds.wild_melds), "melds.wild_melds"))
    yield writer.line("Sequences", phrase(_allowed(melds.sequences), "melds.sequences"), _sequence_wilds(writer))
    yield writer.line("Black threes", phrase(melds.black_threes.phrase, "melds.black_threes"))
    if melds.red_threes is not w.MeldedThrees.NEVER:
        yield writer.line("Red threes", phrase(melds.red_threes.phrase, "melds.red_threes"))
    beyond = melds.beyond_book.phrase
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


# ---- The table and the openings

NOW = "now"


def setup(writer: CardWriter) -> Section:
    """Who plays with which cards, how a turn goes, and how the game ends."""
    lines = (_players(writer), _decks(writer), _dealt(writer), *_deals(writer), *_play(writer), _end(writer))
    return Section("setup", "Setup", lines)


def _players(writer: CardWriter) -> CardLine:
    table, path = writer.table, writer.table_path
    teams = f"{table.teams} teams of {table.team_size}" if table.team_size > 1 else "each alone"
    return writer.line(
        "Players",
        writer.phrase(str(table.players), f"{path}.players"),
        writer.phrase(teams, f"{path}.teams"),
        alike=True,
    )


def _cards_text(count: int) -> str:
    return f"{count or 'no'} card{'' if count == 1 else 's'}"


def _decks(writer: CardWriter) -> CardLine:
    table, path, decks = writer.table, writer.table_path, writer.decks
    text = f"{decks} deck{'s' if decks > 1 else ''}"
    agreed = writer.phrase(text, f"{path}.decks" if decks == table.decks else DECKS)
    jokers = f"{table.jokers or 'no'} joker{'' if table.jokers == 1 else 's'} in each"
    return writer.line("Cards", agreed, writer.phrase(jokers, f"{path}.jokers"), alike=True)


def _dealt(writer: CardWriter) -> CardLine:
    table, path = writer.table, writer.table_path
    packets = {"hand": table.hand, "knee": table.knee, "foot": table.foot}
    dealt = [writer.phrase(f"{cards} in the {name}", f"{path}.{name}") for name, cards in packets.items() if cards]
    no_foot = None if table.foot else writer.phrase("no foot", f"{path}.foot")
    return writer.line("Dealt to each", *dealt, no_foot, alike=True)


def _deals(writer: CardWriter) -> Iterator[CardLine]:
    """What is dealt and drawn differently in some rounds."""
    for at, deal in enumerate(writer.rules.deals, start=1):
        if not lookup.fits(deal.players, writer.table.players):
            continue
        path = f"deals.{at}"
        packets = {"hand": deal.hand, "knee": deal.knee, "foot": deal.foot}
        dealt = [
            writer.phrase(f"{cards or 'none'} in the {name}", f"{path}.{name}")
            for name, cards in packets.items()
            if cards is not None
        ]
        if deal.draw is not None:
            dealt.append(writer.phrase(f"draw {_cards_text(deal.draw)}", f"{path}.draw"))
        rounds = words.capitalize_first(words.rounds_text(deal.rounds))
        label = writer.phrase(rounds, f"{path}.rounds", f"{path}.players")
        holds = writer.current and writer.current.round_number in deal.rounds
        yield writer.line(label, *dealt, now=NOW if holds else "", alike=True)


def _play(writer: CardWriter) -> Iterator[CardLine]:
    play, phrase = writer.rules.play, writer.phrase
    if play.passed is w.Passed.LEFT:
        passed = phrase("all packets are passed to the left", "play.passed")
        yield writer.line("Before play", passed)
    yield writer.line("Turned up", phrase(_cards_text(play.turned_up), "play.turned_up"))
    yield writer.line("Starts", phrase(play.starts.phrase, "play.starts"))
    yield writer.line("Draw", phrase(_cards_text(play.draw), "play.draw"))
    yield _take(writer)
    if play.hand_limit is not None:
        yield writer.line("Most in a hand", phrase(f"{play.hand_limit} cards", "play.hand_limit"))
    if play.swipe:
        swipe = "a finished book steals cards from the others; cards count where they lie"
        yield writer.line("Swipe cards", phrase(swipe, "play.swipe"))


def _take(writer: CardWriter) -> CardLine:
    take = writer.rules.play.take
    if take.cards is None:
        cards = writer.phrase("the whole pile", "play.take.cards")
    else:
        text = f"{'exactly' if take.exactly else 'up to'} {_cards_text(take.cards)}"
        cards = writer.phrase(text, "play.take.cards", "play.take.exactly")
    needs = writer.phrase(take.needs.phrase, "play.take.needs")
    return writer.line("Or take from the pile", cards, needs)


def _end(writer: CardWriter) -> CardLine:
    end, players = writer.rules.end, writer.table.players
    if end.by is w.EndBy.TARGET:
        target = lookup.target_for(writer.rules, players)
        path = f"end.targets.{end.targets.index(target) + 1}.points"
        text = f"once a {writer.team_word} has {format_number(target.points)} points"
    elif end.by is w.EndBy.TIME:
        text, path = f"after {end.minutes} minutes", "end.minutes"
    else:
        rounds = f"{end.rounds} round{'' if end.rounds == 1 else 's'}"
        text, path = f"after {rounds}", "end.rounds"
    lowest = writer.phrase("the lowest total wins", "end.winner") if end.winner is w.Winner.LOWEST else None
    return writer.line("The game ends", writer.phrase(text, "end.by", path), lowest)


def openings(writer: CardWriter) -> Section:
    """What a team's first melds must show, in every round or with every total."""
    players, melds = writer.table.players, writer.rules.melds
    held = lookup.opening_steps(writer.rules, players)
    steps = [(at, step) for at, step in enumerate(writer.rules.opening.steps, start=1) if step in held]
    following = [*steps[1:], None]
    lines = [_step(writer, at, step, after) for (at, step), after in zip(steps, following, strict=True)]
    wilds = writer.phrase(melds.opening_wilds.phrase, "melds.opening_wilds")
    lines.append(writer.line("Wild cards", wilds))
    if writer.rules.opening.book_points:
        counted = writer.phrase("their points count towards the minimum", "opening.book_points")
        lines.append(writer.line("Finished books", counted))
    if (waived := writer.rules.opening.waived) is not w.Waiver.NEVER:
        lines.append(writer.line("No minimum", writer.phrase(waived.phrase, "opening.waived")))
    if melds.opening_most_cards is not None:
        most = writer.phrase(f"{melds.opening_most_cards} cards", "melds.opening_most_cards")
        lines.append(writer.line("Most in one meld", most))
    by_round = writer.rules.opening.by is w.OpeningBy.ROUND
    text = "the round" if by_round else f"each {writer.team_word}’s own total before the round"
    follows = writer.line("The minimum follows", writer.phrase(text, "opening.by"))
    return Section("openings", "Openings", (follows, *lines))


def _step(writer: CardWriter, at: int, step: OpeningStep, after: tuple[int, OpeningStep] | None) -> CardLine:
    path = f"opening.steps.{at}"
    bounds = [f"{path}.from", *([f"opening.steps.{after[0]}.from"] if after else [])]
    next_start = after[1].start if after else None
    below = None
    if writer.rules.opening.by is w.OpeningBy.ROUND:
        last = writer.rules.end.rounds
        label = writer.phrase(words.round_span_text(step.start or 1, next_start, last), *bounds)
    elif step.start is None and next_start is not None and next_start > 0:
        # Often the source states the step, and only an assumption extends it below 0: two phrases, two origins.
        label = writer.phrase(f"Up to {format_number(next_start - 1)}", bounds[1])
        below = writer.phrase("also below 0", bounds[0])
    else:
        label = writer.phrase(_totals_text(step.start, next_start), *bounds)
    points = words.points_text(step.minimum) if step.minimum else "any points"
    minimum = writer.phrase(points, f"{path}.minimum")
    required = _required_book(writer, step, path)
    return writer.line(label, minimum, required, below, now=_step_now(writer, step))


def _totals_text(start: int | None, next_start: int | None) -> str:
    if start is None:
        return "Any total" if next_start is None else f"Below {format_number(next_start)}"
    if next_start is None:
        return f"{format_number(start)} or more"
    return f"{format_number(start)} to {format_number(next_start - 1)}"


def _required_book(writer: CardWriter, step: OpeningStep, path: str) -> Phrase | None:
    if not step.books:
        return None
    named = {code for name in step.books for code in lookup.kinds(writer.rules, name)}
    books = [book for book in writer.rules.books if book.code in named]
    every = len(books) == len(writer.rules.books)
    kinds = "any kind" if every else " or ".join(book.singular for book in books)
    return writer.phrase(f"with a finished book ({kinds})", f"{path}.books")


def _step_now(writer: CardWriter, step: OpeningStep) -> str:
    """Return which teams this minimum applies to in the current round."""
    if writer.current is None:
        return ""
    players, round_number = writer.table.players, writer.current.round_number
    teams = [
        name
        for name, total in writer.current.teams
        if lookup.opening_step(writer.rules, round_number, players, total) is step
    ]
    if len(teams) in (0, len(writer.current.teams)):
        return NOW if teams else ""
    return f"{NOW}: {', '.join(teams)}"


# ---- Going out, bonuses, the stock, the choices


def going_out(writer: CardWriter) -> Section:
    """What going out pays and needs, and the rules about the last card and the partner."""
    cases = _cases(writer)
    several = len(cases) > 1
    lines = [line for at, case in cases for line in _case(writer, at, case, several)]
    return Section("out", "Going out", (*lines, *_manner(writer)))


def _cases(writer: CardWriter) -> list[tuple[int, OutCase]]:
    """Return the cases that can apply at this table, up to the first that always does."""
    cases = []
    for at, case in enumerate(writer.rules.going_out.cases, start=1):
        if lookup.fits(case.players, writer.table.players):
            cases.append((at, case))
            if not case.rounds and case.concealed is w.Answer.EITHER:
                break
    return cases


def _case(writer: CardWriter, at: int, case: OutCase, several: bool) -> Iterator[CardLine]:
    path, points = f"going_out.cases.{at}", words.points_text(case.points)
    needs = _needs(writer, case, path)
    if not several:
        yield writer.line("Pays", writer.phrase(points, f"{path}.points"))
        yield writer.line("Needs", *needs, alike=True)
        return
    when = writer.phrase(_when(writer, case), f"{path}.rounds", f"{path}.concealed")
    pays = writer.phrase(f"pays {points}", f"{path}.points")
    yield writer.line(when, pays, *needs, now=_out_now(writer, case), alike=True)


def _when(writer: CardWriter, case: OutCase) -> str:
    rounds = words.rounds_text(case.rounds) if case.rounds else ""
    ways = {w.Answer.YES: "concealed (all in one turn)", w.Answer.NO: "not concealed", w.Answer.EITHER: ""}
    text = ", ".join(word for word in (rounds, ways[case.concealed]) if word)
    by_way = any(case.concealed is not w.Answer.EITHER for _, case in _cases(writer))
    return words.capitalize_first(text or ("otherwise" if by_way else "other rounds"))


def _needs(writer: CardWriter, case: OutCase, path: str) -> list[Phrase]:
    needs = [
        writer.phrase(books_text(writer.rules, {need: count}), f"{path}.needs.{need}")
        for need, count in case.needs.items()
    ]
    if not needs:
        needs.append(writer.phrase("no books", f"{path}.needs"))
    if case.red_threes != 0:
        needs.append(writer.phrase(words.red_threes_text(case.red_threes), f"{path}.red_threes"))
    if writer.table.foot:
        # The rules state only the size of the foot, so this phrase has no source.
        needs.append(writer.phrase("the foot picked up"))
    return needs


def _out_now(writer: CardWriter, case: OutCase) -> str:
    """Mark the case of the current round, if the rounds differ."""
    cases, current = writer.rules.going_out.cases, writer.current
    if current is None or not any(case.rounds for case in cases):
        return ""
    holding = [
        lookup.out_case(writer.rules, current.round_number, writer.table.players, concealed)
        for concealed in (False, True)
    ]
    return NOW if case in holding else ""


def _manner(writer: CardWriter) -> Iterator[CardLine]:
    """The last card, the partner, and books."""
    out, phrase = writer.rules.going_out, writer.phrase
    wild = None
    if out.last_card is not w.LastCard.MELD:
        text = "a discard may be wild" if out.wild_discard else "not a wild card"
        wild = phrase(text, "going_out.wild_discard")
    last_card = phrase(out.last_card.phrase, "going_out.last_card")
    yield writer.line("The last card", last_card, wild)
    if writer.table.team_size > 1:
        too = "must have picked up the foot too"
        in_foot = phrase(too, "going_out.partner_in_foot") if out.partner_in_foot else None
        yield writer.line("The partner", phrase(out.leave.phrase, "going_out.leave"), in_foot)
    if out.without_books is w.WithoutBooks.FORBIDDEN:
        without = [phrase("not allowed", "going_out.without_books")]
    else:
        lost = phrase("you lose books, melds and the points for going out", "going_out.without_books")
        without = [phrase(words.points_text(out.penalty), "going_out.penalty"), lost]
    yield writer.line("Without these books", *without)
    extra = phrase(out.extra_books.phrase, "going_out.extra_books")
    yield writer.line("More books than these", extra)


def bonuses(writer: CardWriter) -> Section | None:
    """Return what else pays or costs points, apart from books and cards; None if nothing does."""
    lines = tuple(line for bonus in writer.rules.bonuses for line in _bonus(writer, bonus))
    return Section("bonuses", "Bonuses", lines) if lines else None


def _bonus(writer: CardWriter, bonus: Bonus) -> Iterator[CardLine]:
    cases, current = _bonus_cases(writer, bonus), writer.current
    for position, (at, case) in enumerate(cases):
        path = f"bonuses.{bonus.code}.cases.{at}"
        label = writer.phrase(bonus.singular, f"bonuses.{bonus.code}.one")
        points = writer.phrase(f"{format_number(case.points)} points", f"{path}.points")
        if len(cases) == 1:
            yield writer.line(label, points, *_terms(writer, bonus))
            continue
        rounds = words.rounds_text(case.rounds) if case.rounds else "other rounds"
        when = writer.phrase(rounds, f"{path}.rounds")
        terms = [] if position else _terms(writer, bonus)
        holds = current and case is lookup.bonus_case(bonus, current.round_number, writer.table.players)
        yield writer.line(label, points, when, *terms, now=NOW if holds else "")


def _bonus_cases(writer: CardWriter, bonus: Bonus) -> list[tuple[int, BonusCase]]:
    """Return the cases that can apply at this table, up to the first that always does."""
    cases = []
    for at, case in enumerate(bonus.cases, start=1):
        if lookup.fits(case.players, writer.table.players):
            cases.append((at, case))
            if not case.rounds:
                break
    return cases


def _terms(writer: CardWriter, bonus: Bonus) -> Iterator[Phrase]:
    phrase, path = writer.phrase, f"bonuses.{bonus.code}"
    alone = writer.table.team_size == 1 and bonus.per is w.BonusPer.TEAM
    yield phrase("each player" if alone else bonus.per.phrase, f"{path}.per")
    if bonus.kind.phrase:
        yield phrase(bonus.kind.phrase, f"{path}.kind")
    if bonus.most > 1:
        yield phrase(f"at most {bonus.most} a round", f"{path}.most")
    others = [
        lower_first(other.singular)
        for other in writer.rules.bonuses
        if other is not bonus and bonus.grade_of and other.grade_of == bonus.grade_of
    ]
    if others:
        yield phrase(f"not together with {join_words(others)}", f"{path}.grade_of")


def stock(writer: CardWriter) -> Section:
    """What happens when the stock runs out, and what the round is worth then."""
    stock = writer.rules.stock
    runs_out = writer.phrase(stock.runs_out.phrase, "stock.runs_out")
    worth = writer.phrase(stock.round.phrase, "stock.round")
    lines = (writer.line("Then", runs_out), writer.line("The round", worth))
    return Section("stock", "Stock runs out", lines)


def choices(writer: CardWriter, choices: Sequence[Choice], chosen: Mapping[str, str] | None) -> Section | None:
    """What the table chose, or may choose if `chosen` is None. None if there is no choice."""
    at_table = [choice for choice in choices if lookup.fits(choice.players, writer.table.players)]
    if not at_table:
        return None
    if chosen is None:
        lines = tuple(writer.line(choice.label, *_options(choice, writer.rules)) for choice in at_table)
        return Section("choices", "Your choices", lines)
    picked = ((choice, option_of(choice, chosen.get(choice.key, choice.usual))) for choice in at_table)
    made = (writer.line(choice.label, Phrase(option.label if option else "")) for choice, option in picked)
    return Section("choices", "Your table chose", tuple(made))


def _options(choice: Choice, rules: RuleSet) -> Iterator[Phrase]:
    """Yield the options. Those of a table’s own choice also say what they change, if their labels do not."""
    is_own = any(f"{path}.".startswith(f"choices.{choice.key}.") for path in rules.provenance.own)
    effects = effects_in_words(rules, choice) if is_own else {}
    for option in choice.options:
        label, effect = lower_first(option.label), effects.get(option.value, "")
        more = f" ({effect})" if effect and effect not in label else ""
        yield Phrase(f"{'usually' if option.value == choice.usual else 'or'} {label}{more}")
    if choice.typed:
        yield Phrase("or any other numbers")


# ---- The whole card


@dataclass(frozen=True, slots=True)
class ReferenceCard:
    """Sections in the order of a round, and notes on what no value of the rules says.

    `document` is where the rules come from, `parent` the name of the rule set that a table's own rules are based on.
    """

    name: str
    document: str
    parent: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...]

    @property
    def paths(self) -> frozenset[str]:
        return frozenset(path for section in self.sections for phrase in section.all_phrases for path in phrase.paths)

    @property
    def origins(self) -> tuple[w.Provenance, ...]:
        """The sources of values that are not the document's own, for the legend."""
        on_card = {phrase.origin for section in self.sections for phrase in section.all_phrases}
        return tuple(origin for origin in CERTAINTY[1:] if origin in on_card)

    @property
    def letters(self) -> int:
        phrases = [phrase for section in self.sections for phrase in section.all_phrases]
        return sum(len(phrase.text) + 3 for phrase in phrases) + sum(map(len, self.notes))


def build_card(
    rules: RuleSet,
    table: Table,
    *,
    decks: int | None = None,
    base: RuleSet | None = None,
    chosen: Mapping[str, str] | None = None,
    parent: RuleSet | None = None,
    current: CurrentRound | None = None,
) -> ReferenceCard:
    """Return the card of `rules` at one of its tables.

    `decks`: the number of decks, if not the table's. `base` and `chosen`: in a game, the rules before its choices, and
    the choices by key; without them the card lists all options. `parent`: the rule set that a table's own rules are
    based on; what differs from it is marked as the table's. `current`: the round being played, to mark what applies.
    """
    writer = CardWriter(rules, table, table.decks if decks is None else decks, parent, current)
    sections = (
        openings(writer),
        values(writer),
        books(writer),
        going_out(writer),
        bonuses(writer),
        melds(writer),
        setup(writer),
        stock(writer),
        choices(writer, (base or rules).choices, chosen),
    )
    return ReferenceCard(
        name=rules.name,
        document=rules.document,
        parent=parent.name if parent else "",
        sections=tuple(section for section in sections if section is not None),
        notes=rules.notes,
    )
