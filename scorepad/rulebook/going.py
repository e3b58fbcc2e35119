"""The sections of a reference card about going out, bonuses, the stock, and the table's choices."""

from collections.abc import Iterator, Mapping, Sequence

from scorepad.rulebook import words
from scorepad.rulebook.options import effects_in_words
from scorepad.rulebook.setup import NOW
from scorepad.rulebook.writer import CardLine, CardWriter, Phrase, Section
from scorepad.rules import lookup
from scorepad.rules.model import Choice, OutCase, RuleSet
from scorepad.rules.points import Bonus, BonusCase
from scorepad.rules.typed import option_of
from scorepad.rules.words import Answer, BonusPer, LastCard, WithoutBooks
from scorepad.scoring.text.explain import books_text, format_number, join_words, lower_first


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
            if not case.rounds and case.concealed is Answer.EITHER:
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
    ways = {Answer.YES: "concealed (all in one turn)", Answer.NO: "not concealed", Answer.EITHER: ""}
    text = ", ".join(word for word in (rounds, ways[case.concealed]) if word)
    by_way = any(case.concealed is not Answer.EITHER for _, case in _cases(writer))
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
    out, phrase = writer.rules.going_out, writer.phrase
    wild = None
    if out.last_card is not LastCard.MELD:
        text = "a discard may be wild" if out.wild_discard else "not a wild card"
        wild = phrase(text, "going_out.wild_discard")
    last_card = phrase(words.LAST_CARD[out.last_card], "going_out.last_card")
    yield writer.line("The last card", last_card, wild)
    if writer.table.team_size > 1:
        yield writer.line("The partner", *_partner(writer))
    yield _without_books(writer)
    extra = phrase(words.EXTRA_BOOKS[out.extra_books], "going_out.extra_books")
    yield writer.line("More books than these", extra)


def _partner(writer: CardWriter) -> Iterator[Phrase]:
    out = writer.rules.going_out
    yield writer.phrase(words.LEAVE[out.leave], "going_out.leave")
    if out.partner_in_foot:
        yield writer.phrase("must have picked up the foot too", "going_out.partner_in_foot")


def _without_books(writer: CardWriter) -> CardLine:
    label, out = "Without these books", writer.rules.going_out
    if out.without_books is WithoutBooks.FORBIDDEN:
        return writer.line(label, writer.phrase("not allowed", "going_out.without_books"))
    lost = "you lose books, melds and the points for going out"
    return writer.line(
        label,
        writer.phrase(words.points_text(out.penalty), "going_out.penalty"),
        writer.phrase(lost, "going_out.without_books"),
    )


def bonuses(writer: CardWriter) -> Section | None:
    """Return what else pays or costs points, apart from books and cards; None if nothing does."""
    lines = tuple(line for bonus in writer.rules.bonuses for line in _bonus(writer, bonus))
    return Section("bonuses", "Bonuses", lines) if lines else None


def _bonus(writer: CardWriter, bonus: Bonus) -> Iterator[CardLine]:
    cases = _bonus_cases(writer, bonus)
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
        yield writer.line(label, points, when, *terms, now=_bonus_now(writer, bonus, case))


def _bonus_cases(writer: CardWriter, bonus: Bonus) -> list[tuple[int, BonusCase]]:
    """Return the cases that can apply at this table, up to the first that always does."""
    cases = []
    for at, case in enumerate(bonus.cases, start=1):
        if lookup.fits(case.players, writer.table.players):
            cases.append((at, case))
            if not case.rounds:
                break
    return cases


def _bonus_now(writer: CardWriter, bonus: Bonus, case: BonusCase) -> str:
    current, players = writer.current, writer.table.players
    holds = current and case is lookup.bonus_case(bonus, current.round_number, players)
    return NOW if holds else ""


def _terms(writer: CardWriter, bonus: Bonus) -> Iterator[Phrase]:
    phrase, path = writer.phrase, f"bonuses.{bonus.code}"
    alone = writer.table.team_size == 1 and bonus.per is BonusPer.TEAM
    yield phrase("each player" if alone else words.BONUS_PER[bonus.per], f"{path}.per")
    if words.BONUS_KIND[bonus.kind]:
        yield phrase(words.BONUS_KIND[bonus.kind], f"{path}.kind")
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
    runs_out = writer.phrase(words.RUNS_OUT[stock.runs_out], "stock.runs_out")
    worth = writer.phrase(words.STOCK_ROUND[stock.round], "stock.round")
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
    made = tuple(writer.line(choice.label, Phrase(_chosen(choice, chosen))) for choice in at_table)
    return Section("choices", "Your table chose", made)


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


def _chosen(choice: Choice, chosen: Mapping[str, str]) -> str:
    option = option_of(choice, chosen.get(choice.key, choice.usual))
    return option.label if option else ""
