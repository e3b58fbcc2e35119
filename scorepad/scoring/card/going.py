"""The last sections of a reference card: going out, bonuses, the stock, and what the table chose."""

from collections.abc import Iterator, Mapping, Sequence

from scorepad.rules import lookup
from scorepad.rules.model import Bonus, BonusCase, Choice, OutCase
from scorepad.rules.words import Answer, BonusPer, LastCard, WithoutBooks
from scorepad.scoring.card import words
from scorepad.scoring.card.lines import Line, Said, Section, Speaker
from scorepad.scoring.card.setup import NOW
from scorepad.scoring.explain import books_named, listed, lower, number


def going_out(speaker: Speaker) -> Section:
    """What going out pays and needs, and what the last card and the partner may do."""
    cases = _cases(speaker)
    several = len(cases) > 1
    lines = [line for at, case in cases for line in _case(speaker, at, case, several)]
    return Section("out", "Going out", (*lines, *_manner(speaker)))


def _cases(speaker: Speaker) -> list[tuple[int, OutCase]]:
    """The cases that can hold at this table: those after one that always holds never come up."""
    found = []
    for at, case in enumerate(speaker.rules.going_out.cases):
        if lookup.fits(case.players, speaker.table.players):
            found.append((at, case))
            if not case.rounds and case.concealed is Answer.EITHER:
                break
    return found


def _case(speaker: Speaker, at: int, case: OutCase, several: bool) -> Iterator[Line]:
    path, now = f"going_out.cases.{at}", _out_now(speaker, case)
    pays = speaker.say(words.worth(case.points), f"{path}.points")
    needs = _needs(speaker, case, path)
    if not several:
        yield speaker.line("Pays", pays)
        yield speaker.line("Needs", *needs, alike=True)
        return
    first = speaker.say(f"pays {pays.text}", f"{path}.points")
    when = [f"{path}.rounds", f"{path}.concealed"]
    yield speaker.line(speaker.say(_when(speaker, case), *when), first, *needs, now=now, alike=True)


def _when(speaker: Speaker, case: OutCase) -> str:
    rounds = words.in_rounds(case.rounds) if case.rounds else ""
    ways = {
        Answer.YES: "concealed (all in one turn)",
        Answer.NO: "not concealed",
        Answer.EITHER: "",
    }
    text = ", ".join(word for word in (rounds, ways[case.concealed]) if word)
    by_way = any(one.concealed is not Answer.EITHER for _, one in _cases(speaker))
    return words.first_up(text or ("otherwise" if by_way else "other rounds"))


def _needs(speaker: Speaker, case: OutCase, path: str) -> list[Said]:
    found = [
        speaker.say(books_named(speaker.rules, {need: count}), f"{path}.needs.{need}")
        for need, count in case.needs.items()
    ]
    if not found:
        found.append(speaker.say("no books", f"{path}.needs"))
    if speaker.table.foot:
        found.append(speaker.say("the foot picked up", f"{speaker.at_table}.foot"))
    return found


def _out_now(speaker: Speaker, case: OutCase) -> str:
    """Marked only where the rounds differ: what always holds needs no mark."""
    cases, now = speaker.rules.going_out.cases, speaker.playing
    if now is None or not any(one.rounds for one in cases):
        return ""
    held = [
        lookup.out_case(speaker.rules, now.round, speaker.table.players, concealed)
        for concealed in (False, True)
    ]
    return NOW if case in held else ""


def _manner(speaker: Speaker) -> Iterator[Line]:
    out, say = speaker.rules.going_out, speaker.say
    wild = None
    if out.last_card is not LastCard.MELD:
        may = "may be wild" if out.wild_discard else "not a wild card"
        wild = say(f"a discard {may}" if out.wild_discard else may, "going_out.wild_discard")
    yield speaker.line(
        "The last card", say(words.LAST_CARD[out.last_card], "going_out.last_card"), wild
    )
    if speaker.table.team_size > 1:
        yield speaker.line("The partner", *_partner(speaker))
    yield _without(speaker)
    extra = say(words.EXTRA_BOOKS[out.extra_books], "going_out.extra_books")
    yield speaker.line("More books than these", extra)


def _partner(speaker: Speaker) -> Iterator[Said]:
    out = speaker.rules.going_out
    yield speaker.say(words.LEAVE[out.leave], "going_out.leave")
    if out.partner_in_foot:
        yield speaker.say("must have picked up the foot too", "going_out.partner_in_foot")


def _without(speaker: Speaker) -> Line:
    out = speaker.rules.going_out
    if out.without_books is WithoutBooks.FORBIDDEN:
        return speaker.line(
            "Without these books", speaker.say("not allowed", "going_out.without_books")
        )
    return speaker.line(
        "Without these books",
        speaker.say(words.worth(out.penalty), "going_out.penalty"),
        speaker.say("books, melds and what going out pays are lost", "going_out.without_books"),
    )


def bonuses(speaker: Speaker) -> Section | None:
    """What is paid or charged for that is neither book nor card; None where there is no such thing."""
    lines = tuple(line for bonus in speaker.rules.bonuses for line in _bonus(speaker, bonus))
    return Section("bonuses", "Bonuses", lines) if lines else None


def _bonus(speaker: Speaker, bonus: Bonus) -> Iterator[Line]:
    cases = _sizes(speaker, bonus)
    for place, (at, case) in enumerate(cases):
        path = f"bonuses.{bonus.code}.cases.{at}"
        label = speaker.say(bonus.one, f"bonuses.{bonus.code}.one")
        points = speaker.say(f"{number(case.points)} points", f"{path}.points")
        if len(cases) == 1:
            yield speaker.line(label, points, *_terms(speaker, bonus))
            continue
        rounds = words.in_rounds(case.rounds) if case.rounds else "other rounds"
        when = speaker.say(rounds, f"{path}.rounds")
        terms = [] if place else _terms(speaker, bonus)
        now = NOW if _is_now(speaker, bonus, case) else ""
        yield speaker.line(label, points, when, *terms, now=now)


def _sizes(speaker: Speaker, bonus: Bonus) -> list[tuple[int, BonusCase]]:
    """The cases that can hold at this table."""
    found = []
    for at, case in enumerate(bonus.cases):
        if lookup.fits(case.players, speaker.table.players):
            found.append((at, case))
            if not case.rounds:
                break
    return found


def _is_now(speaker: Speaker, bonus: Bonus, case: BonusCase) -> bool:
    now = speaker.playing
    return now is not None and case is lookup.bonus_case(bonus, now.round, speaker.table.players)


def _terms(speaker: Speaker, bonus: Bonus) -> Iterator[Said]:
    say, path = speaker.say, f"bonuses.{bonus.code}"
    per = "each player" if speaker.side == "player" and bonus.per is BonusPer.TEAM else ""
    yield say(per or words.BONUS_PER[bonus.per], f"{path}.per")
    if words.BONUS_KIND[bonus.kind]:
        yield say(words.BONUS_KIND[bonus.kind], f"{path}.kind")
    if bonus.most > 1:
        yield say(f"at most {bonus.most} a round", f"{path}.most")
    others = [
        lower(one.one)
        for one in speaker.rules.bonuses
        if one is not bonus and bonus.grade_of and one.grade_of == bonus.grade_of
    ]
    if others:
        yield say(f"not together with {listed(others)}", f"{path}.grade_of")


def stock(speaker: Speaker) -> Section:
    """What happens when the stock runs out, and what the round is worth then."""
    found = speaker.rules.stock
    return Section(
        "stock",
        "Stock runs out",
        (
            speaker.line("Then", speaker.say(words.RUNS_OUT[found.runs_out], "stock.runs_out")),
            speaker.line("The round", speaker.say(words.STOCK_ROUND[found.round], "stock.round")),
        ),
    )


def choices(
    speaker: Speaker, offered: Sequence[Choice], chosen: Mapping[str, str] | None
) -> Section | None:
    """What the table chose, or may choose where nothing was chosen yet; None where nothing is left to it."""
    at_table = [one for one in offered if lookup.fits(one.players, speaker.table.players)]
    if not at_table:
        return None
    if chosen is None:
        lines = tuple(speaker.line(one.label, *_options(one)) for one in at_table)
        return Section("choices", "Your choices", lines)
    made = tuple(speaker.line(one.label, Said(_made(one, chosen))) for one in at_table)
    return Section("choices", "Your table chose", made)


def _options(choice: Choice) -> Iterator[Said]:
    first, *others = choice.options
    yield Said(f"usually {lower(first.label)}")
    for option in others:
        yield Said(f"or {lower(option.label)}")


def _made(choice: Choice, chosen: Mapping[str, str]) -> str:
    value = chosen.get(choice.key, choice.options[0].value)
    return next(option.label for option in choice.options if option.value == value)
