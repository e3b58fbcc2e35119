"""The reference card of a rule set at one table: every value that players need, in words, with its source."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from scorepad.language.words import format_number, join_words, lower_first
from scorepad.rulebook import words
from scorepad.rulebook.house_rules import effects_in_words
from scorepad.rulebook.writer import CERTAINTY, DECKS, CardLine, CardWriter, CurrentRound, Phrase, Section, number_text
from scorepad.rules import codes, lookup
from scorepad.rules import words as w
from scorepad.rules.faults import item_names
from scorepad.rules.keys import Group
from scorepad.rules.model import (
    Bonus,
    BonusCase,
    Book,
    Choice,
    Combination,
    EarlyEnd,
    OpeningStep,
    Option,
    OutCase,
    RuleSet,
    Table,
    Threes,
)
from scorepad.rules.parse import option_of
from scorepad.rules.words import CARDS
from scorepad.scoring.text.explain import book_count_text, books_text

Case = TypeVar("Case", BonusCase, OutCase)

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
        phrase = rule.counts.phrase.replace("teams", f"{writer.team_word}s")
        team = words.condition_text(writer.rules, rule.when, writer.team_word)
        when = f"for every {writer.team_word}" if rule.when.always else f"for a {team}"
        yield writer.line(label, writer.phrase(phrase, f"{path}.counts"), writer.phrase(when, f"{path}.when"))


# ---- Books and melds


def books(writer: CardWriter) -> Section:
    """Every kind of book, and the sets of books that pay extra."""
    kinds = (_book(writer, book) for book in writer.rules.books)
    sets = (_combination(writer, combination) for combination in writer.rules.combinations)
    return Section("books", "Books", (*kinds, *sets))


def _book(writer: CardWriter, book: Book) -> CardLine:
    path = f"books.{book.code}"
    team = words.condition_text(writer.rules, book.when, writer.team_word)
    return writer.line(
        writer.phrase(book.plural, f"{path}.many"),
        writer.said(book, path, "points"),
        writer.said(book, path, "cards"),
        None if book.when.always else writer.phrase(f"only for a {team}", f"{path}.when"),
        _cards_of(writer, book, path),
        writer.said(book, path, "most"),
        writer.said(book, path, "begun"),
        writer.said(book, path, "unfinished"),
        writer.said(book, path, "must_finish"),
        _counts_for(writer, book, path),
    )


def _cards_of(writer: CardWriter, book: Book, path: str) -> Phrase:
    text = _contents(book, writer.rules.melds.sequence_wilds)
    shape = [] if book.shape is w.BookShape.SET else [f"{path}.shape"]
    return writer.phrase(text, f"{path}.made_of", f"{path}.ranks", *shape)


def _contents(book: Book, sequence_wilds: int | None) -> str:
    made_of = book.made_of.phrase
    if book.made_of is w.MadeOf.WILDS:
        return made_of
    if book.made_of is w.MadeOf.THREES:
        return f"{made_of} only"
    ranks = words.ranks_text(book.ranks, plural=True, conjunction="or") if book.ranks else ""
    if book.made_of is w.MadeOf.SEQUENCE:
        cards = f"one suit {made_of}{f', {ranks}' if ranks else ''}"
        return f"{cards}, {(w.MadeOf.NATURALS if sequence_wilds == 0 else w.MadeOf.ANY).phrase}"
    if book.shape is not w.BookShape.SET:
        return f"{book.shape.phrase}{f', {ranks}' if ranks else ''}, {made_of}"
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
        writer.said(combination, path, "points"),
        phrase(f"for {join_words(needed)}", f"{path}.books"),
        writer.said(combination, path, "times"),
        phrase(f"not together with {join_words(others)}: the best pays", f"{path}.group") if others else None,
    )


def melds(writer: CardWriter) -> Section:
    """What may lie on the table as a meld, and what may be added to a finished book."""
    return Section("melds", "Melds", tuple(writer.lines(writer.rules.melds, "melds")))


# ---- The table and the openings

NOW = "now"


def setup(writer: CardWriter) -> Section:
    """Who plays with which cards, how a turn goes, and how the game ends."""
    alone = writer.lines(writer.table, writer.table_path, "lone_hand", group=None)
    lines = (_players(writer), *alone, _decks(writer), _dealt(writer), *_deals(writer), *_play(writer), _end(writer))
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


def _decks(writer: CardWriter) -> CardLine:
    table, path, decks = writer.table, writer.table_path, writer.decks
    agreed = writer.phrase(number_text(decks, "deck"), f"{path}.decks" if decks == table.decks else DECKS)
    jokers = writer.phrase(f"{number_text(table.jokers, 'joker')} in each", f"{path}.jokers")
    return writer.line("Cards", agreed, jokers, alike=True)


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
        rounds = words.capitalize_first(words.rounds_text(deal.rounds))
        label = writer.phrase(rounds, f"{path}.rounds", f"{path}.players")
        holds = writer.current and writer.current.round_number in deal.rounds
        yield writer.line(label, *dealt, writer.said(deal, path, "draw"), now=NOW if holds else "", alike=True)


def _play(writer: CardWriter) -> Iterator[CardLine]:
    play, first = writer.rules.play, ("passed", "turned_up", "starts", "draw")
    yield from writer.lines(play, "play", *first)
    yield _take(writer)
    yield from writer.lines(play, "play", without=first)


def _take(writer: CardWriter) -> CardLine:
    take = writer.rules.play.take
    if take.cards is None:
        cards = writer.phrase("the whole pile", "play.take.cards")
    else:
        text = f"{'exactly' if take.exactly else 'up to'} {number_text(take.cards, 'card')}"
        cards = writer.phrase(text, "play.take.cards", "play.take.exactly")
    return writer.line("Or take from the pile", cards, writer.said(take, "play.take", "needs"))


def _end(writer: CardWriter) -> CardLine:
    end, players = writer.rules.end, writer.table.players
    if end.by is w.EndBy.TARGET:
        target = lookup.target_for(writer.rules, players)
        path = f"end.targets.{end.targets.index(target) + 1}.points"
        text = f"once a {writer.team_word} has {format_number(target.points)} points"
    elif end.by is w.EndBy.TIME:
        text, path = f"after {end.minutes} minutes", "end.minutes"
    else:
        text, path = f"after {number_text(end.rounds or 0, 'round')}", "end.rounds"
    early = (_early_end(writer, at, one) for at, one in enumerate(end.early, start=1))
    winner = writer.said(end, "end", "winner")
    return writer.line("The game ends", writer.phrase(text, "end.by", path), *early, winner)


def _early_end(writer: CardWriter, at: int, early: EarlyEnd) -> Phrase | None:
    if not lookup.fits(early.players, writer.table.players):
        return None
    path, team = f"end.early.{at}", writer.team_word
    lead = early.lead.phrase.replace("others", f"other {team}s")
    text = f"early once a {team} has {format_number(early.points)} points, {lead}"
    return writer.phrase(text, f"{path}.points", f"{path}.lead")


def openings(writer: CardWriter) -> Section:
    """What a team's first melds must show, in every round or with every total."""
    opening, held = writer.rules.opening, lookup.opening_steps(writer.rules, writer.table.players)
    steps = [(at, step) for at, step in enumerate(opening.steps, start=1) if step in held]
    following = [*steps[1:], None]
    melds = partial(writer.lines, writer.rules.melds, "melds", group=Group.OPENING)
    lines = (
        writer.line("The minimum follows", writer.said(opening, "opening", "by")),
        *(_step(writer, at, step, after) for (at, step), after in zip(steps, following, strict=True)),
        *melds("opening_wilds"),
        *writer.lines(opening, "opening"),
        *melds(without=("opening_wilds",)),
    )
    return Section("openings", "Openings", lines)


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
    cases = _cases(writer, writer.rules.going_out.cases)
    several = len(cases) > 1
    lines = [line for at, case in cases for line in _case(writer, at, case, several)]
    return Section("out", "Going out", (*lines, *_manner(writer)))


def _cases(writer: CardWriter, listed: Sequence[Case]) -> list[tuple[int, Case]]:
    """Return the cases that can apply at this table, up to the first that always does, each with its number."""
    cases = []
    for at, case in enumerate(listed, start=1):
        if lookup.fits(case.players, writer.table.players):
            cases.append((at, case))
            if not case.rounds and getattr(case, "concealed", w.Answer.EITHER) is w.Answer.EITHER:
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
    by_way = any(case.concealed is not w.Answer.EITHER for _, case in _cases(writer, writer.rules.going_out.cases))
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
    card = ("last_card",) if out.last_card is w.LastCard.MELD else ("last_card", "wild_discard")
    partner = ("leave", "partner_in_foot") if writer.table.team_size > 1 else ()
    yield from writer.lines(out, "going_out", *card, *partner)
    if out.without_books is w.WithoutBooks.FORBIDDEN:
        without = [phrase("not allowed", "going_out.without_books")]
    else:
        lost = phrase("you lose books, melds and the points for going out", "going_out.without_books")
        without = [phrase(words.points_text(out.penalty), "going_out.penalty"), lost]
    yield writer.line("Without these books", *without)
    yield from writer.lines(out, "going_out", without=("last_card", "wild_discard", "leave", "partner_in_foot"))


def bonuses(writer: CardWriter) -> Section | None:
    """Return what else pays or costs points, apart from books and cards; None if nothing does."""
    lines = tuple(line for bonus in writer.rules.bonuses for line in _bonus(writer, bonus))
    return Section("bonuses", "Bonuses", lines) if lines else None


def _bonus(writer: CardWriter, bonus: Bonus) -> Iterator[CardLine]:
    cases, current = _cases(writer, bonus.cases), writer.current
    for position, (at, case) in enumerate(cases):
        path = f"bonuses.{bonus.code}.cases.{at}"
        label = writer.phrase(bonus.singular, f"bonuses.{bonus.code}.one")
        points = writer.phrase(f"{format_number(case.points)} points", f"{path}.points")
        if len(cases) == 1:
            yield writer.line(label, points, *_terms(writer, bonus))
            continue
        rounds = words.rounds_text(case.rounds) if case.rounds else "other rounds"
        when = writer.phrase(rounds, f"{path}.rounds")
        terms = () if position else _terms(writer, bonus)
        holds = current and case is lookup.bonus_case(bonus, current.round_number, writer.table.players)
        yield writer.line(label, points, when, *terms, now=NOW if holds else "")


def _terms(writer: CardWriter, bonus: Bonus) -> Iterator[Phrase | None]:
    path = f"bonuses.{bonus.code}"
    alone = writer.table.team_size == 1 and bonus.per is w.BonusPer.TEAM
    yield writer.phrase("each player", f"{path}.per") if alone else writer.said(bonus, path, "per")
    yield writer.said(bonus, path, "kind")
    yield writer.said(bonus, path, "most")
    others = [
        lower_first(other.singular)
        for other in writer.rules.bonuses
        if other is not bonus and bonus.grade_of and other.grade_of == bonus.grade_of
    ]
    if others:
        yield writer.phrase(f"not together with {join_words(others)}", f"{path}.grade_of")


def stock(writer: CardWriter) -> Section:
    """What happens when the stock runs out, and what the round is worth then."""
    return Section("stock", "Stock runs out", tuple(writer.lines(writer.rules.stock, "stock")))


def choices(writer: CardWriter, choices: Sequence[Choice], chosen: Mapping[str, str] | None) -> Section | None:
    """What the table chose, or may choose if `chosen` is None. None if there is no choice."""
    at_table = [choice for choice in choices if lookup.fits(choice.players, writer.table.players)]
    if not at_table:
        return None
    if chosen is None:
        lines = tuple(writer.line(choice.label, *_options(choice, writer.rules)) for choice in at_table)
        return Section("choices", "Your choices", lines)
    picked = ((choice, option_of(choice, chosen.get(choice.key, choice.usual))) for choice in at_table)
    made = (
        writer.line(choice.label, Phrase(option.label if option else ""), _in_its_rounds(option))
        for choice, option in picked
    )
    return Section("choices", "Your table chose", tuple(made))


def _in_its_rounds(option: Option | None) -> Phrase | None:
    return Phrase(f"in {words.rounds_text(option.rounds)} only") if option and option.rounds else None


def _options(choice: Choice, rules: RuleSet) -> Iterator[Phrase]:
    """Yield the options. Those of a table’s own choice also say what they change, if their labels do not."""
    is_own = any(f"{path}.".startswith(f"choices.{choice.key}.") for path in rules.provenance.own)
    effects = effects_in_words(rules, choice) if is_own else {}
    for option in choice.options:
        label, effect = lower_first(option.label), effects.get(option.value, "")
        label += f" (in {words.rounds_text(option.rounds)} only)" if option.rounds else ""
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
