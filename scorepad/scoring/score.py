"""Score a round: for each team a tuple of lines, whose sum is the score.

After a severe penalty and in a void round, a line that does not count stays, with 0 points and the reason.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from scorepad.language.words import label
from scorepad.rules import codes
from scorepad.rules.document import provenance
from scorepad.rules.model import ANY_TEAM, Combination, Condition, Otherwise, RuleSet, Step, Threes
from scorepad.rules.words import CardPlace, Counted, Counting, Per, Provenance, Sign, StockRound, Times
from scorepad.scoring.model import Adjustment, Cards, Counts, Ended, Packets, Part, Round, ScoreLine, TeamRound, Waived
from scorepad.scoring.needs import books_named, penalise, penalised_teams, spare, waive
from scorepad.scoring.quantity import card_points, threes_in
from scorepad.scoring.sheet import Field, Kind, Sheet, build_sheet
from scorepad.scoring.sides import partners_of, shared
from scorepad.scoring.text.explain import because

# ---- Cards and books that count plus, minus or not at all for a team that meets a condition

_COUNTED = {Kind.MELDED: Counting.MELDED, Kind.LEFT: Counting.LEFT, Kind.BOOK: Counting.BOOKS}

SIGNS = {Sign.PLUS: 1, Sign.MINUS: -1, Sign.NOTHING: 0, Sign.OTHERS: 0}


def about(kind: Kind, rules: Sequence[Otherwise]) -> list[Otherwise]:
    """Return the rules that are about fields of this kind."""
    return [rule for rule in rules if _COUNTED.get(kind) in rule.of]


def count_otherwise(sheet: Sheet, line: ScoreLine, holding: Sequence[Otherwise]) -> ScoreLine:
    """Return a line as the first rule about it counts it; waived if the rule does not count it."""
    kind = sheet.by_code[line.code].kind
    rule = next(iter(about(kind, holding)), None)
    usual = -1 if kind is Kind.LEFT else 1
    if rule is None or SIGNS[rule.counts] == usual or line.waived:
        return line
    reason = because(sheet.rules, rule.when)
    if rule.counts is Sign.NOTHING:
        return replace(line, points=0, waived=Waived.OTHERWISE, reason=reason)
    if rule.counts is Sign.OTHERS:
        return replace(line, points=0, waived=Waived.FOR_THE_OTHERS)
    return replace(line, each=None if line.each is None else -line.each, points=-line.points, reason=reason)


# ---- Sets of books that pay extra


def combination_lines(rules: RuleSet, books: Counts) -> list[ScoreLine]:
    """Return a line for every set that these books make. In each group, only the best one pays."""
    made = [(combination, times) for combination in rules.combinations if (times := _times(rules, combination, books))]
    lines = [(combination.group, _combination_line(rules, combination, times)) for combination, times in made]
    return [line if _is_best(line, group, lines) else waive(line, Waived.NOT_THE_BEST) for group, line in lines]


def _times(rules: RuleSet, combination: Combination, books: Counts) -> int:
    """Return how often the books make this set."""
    times = min(books_named(rules, name, books) // count for name, count in combination.books.items())
    return min(times, 1) if combination.times is Times.ONCE else times


def _combination_line(rules: RuleSet, combination: Combination, times: int) -> ScoreLine:
    code, name, each = combination.code, combination.label, combination.points
    origin = provenance(rules, f"combinations.{code}.points")
    return ScoreLine(code, Part.BONUS, name, name, times, each, times * each, origin)


def _is_best(line: ScoreLine, group: str, lines: Sequence[tuple[str, ScoreLine]]) -> bool:
    """Whether no other line of the group pays more; in a tie, the first pays."""
    return not group or line is max((other for its, other in lines if its == group), key=lambda other: other.points)


# ---- A round

NO_POINTS = dict.fromkeys(Part, 0)


class TeamScore(Struct, frozen=True):
    """A team's score as lines. Parts and total are always their sums."""

    name: str
    lines: tuple[ScoreLine, ...]

    @property
    def parts(self) -> dict[Part, int]:
        """Points of each part, in the order base, count, bonus."""
        points = NO_POINTS.copy()
        for line in self.lines:
            points[line.part] += line.points
        return points

    @property
    def base(self) -> int:
        return self.parts[Part.BASE]

    @property
    def count(self) -> int:
        return self.parts[Part.COUNT]

    @property
    def bonus(self) -> int:
        return self.parts[Part.BONUS]

    @property
    def total(self) -> int:
        return sum([line.points for line in self.lines])


def score(entry: Round) -> tuple[TeamScore, ...]:
    """Return the score of every team, in the order of the entry. An entry without errors always has a score."""
    sheet = build_sheet(entry.rules, entry.table, entry.round_number, entry.decks)
    went_out = any(team.went_out for team in entry.teams)
    penalised = penalised_teams(entry, sheet) if went_out else ()
    void = is_void(entry)
    teams = enumerate(shared(entry).teams)
    scores = tuple([_team_score(sheet, team, at in penalised if penalised else None, void) for at, team in teams])
    return _with_cards_of_others(entry, scores) if sheet.gives_cards and not void else scores


def is_void(entry: Round) -> bool:
    """Whether no team scores the round, because the stock ran out."""
    return entry.ended is Ended.STOCK_RAN_OUT and entry.rules.stock.round is StockRound.VOID


def _team_score(sheet: Sheet, team: TeamRound, is_penalised: bool | None, void: bool) -> TeamScore:
    """Return the score of a team; `is_penalised` is None if no team is."""
    counted = _book_lines(sheet, team) + _all_card_lines(sheet, team)
    if sheet.rules.otherwise:
        holding = [rule for rule in sheet.rules.otherwise if _holds(sheet.rules, rule.when, team)]
        counted = [count_otherwise(sheet, line, holding) for line in counted]
    lines = counted + _bonus_lines(sheet, team)
    if void:
        lines = [waive(line, Waived.VOID_ROUND) for line in lines]
    elif is_penalised:
        lines = [penalise(sheet.rules, line) for line in lines]
        lines.append(_penalty_line(sheet.rules))
    elif is_penalised is False:
        lines = [spare(line) for line in lines]
    lines += [_adjustment_line(adjustment) for adjustment in team.adjustments]
    return TeamScore(team.name, tuple(lines))


def _with_cards_of_others(entry: Round, scores: tuple[TeamScore, ...]) -> tuple[TeamScore, ...]:
    """Return the scores with a line for the cards left with other teams that count for this one instead."""
    given = [_given(entry.rules, score.lines) for score in scores]
    if entry.alone is not None:
        # All partners have the same cards left, which count once.
        first = min(at for at in range(len(scores)) if at != entry.alone)
        given = [points if at in (entry.alone, first) else 0 for at, points in enumerate(given)]
    origin = provenance(entry.rules, "otherwise")
    result = []
    for at, score in enumerate(scores):
        own = sum(given[of] for of in (at, *partners_of(entry, at)))
        points, label = sum(given) - own, "Cards left by the others"
        line = ScoreLine(codes.LEFT_BY_OTHERS, Part.COUNT, label, label, None, None, points, origin)
        if any(other.code == codes.SEVERE_PENALTY for other in score.lines):
            line = waive(line, Waived.SEVERE_PENALTY)
        result.append(TeamScore(score.name, (*score.lines, line)) if points else score)
    return tuple(result)


def _given(rules: RuleSet, lines: Sequence[ScoreLine]) -> int:
    """Return the points of a team's cards left that count for the others."""
    packets = (packet for line in lines if line.waived is Waived.FOR_THE_OTHERS for packet in line.counted)
    return sum(p if isinstance(p, int) else card_points(rules, dict(p), CardPlace.HELD) for p in packets)


def _book_lines(sheet: Sheet, team: TeamRound) -> list[ScoreLine]:
    lines = _count_lines(sheet.books, team.books)
    if sheet.paid_if:
        lines = [_paid_line(sheet, team, line) for line in lines]
    if team.unfinished:
        lines += _count_lines(sheet.unfinished, team.unfinished)
    return lines


def _paid_line(sheet: Sheet, team: TeamRound, line: ScoreLine) -> ScoreLine:
    """Return the line of a kind of book; waived if it does not pay this team."""
    when = sheet.paid_if.get(line.code, ANY_TEAM)
    if _holds(sheet.rules, when, team):
        return line
    return replace(line, points=0, waived=Waived.OTHERWISE, reason=f"it pays only if {because(sheet.rules, when)}")


def _count_lines(fields: tuple[Field, ...], counts: Counts) -> list[ScoreLine]:
    return [_count_line(field, counts[field.name]) for field in fields if counts.get(field.name)]


# The same lines recur often. They are immutable, so they can be cached and shared.
@lru_cache(maxsize=4096)
def _count_line(field: Field, count: int) -> ScoreLine:
    points = count * field.points
    return _line(field, count=count, each=field.points, points=points)


def _line(field: Field, *, count: int | None, each: int | None, points: int, counted: Packets = ()) -> ScoreLine:
    code, part, label, singular = field.code, field.part, field.label, field.singular
    return ScoreLine(code, part, label, singular, count, each, points, field.origin, counted=counted)


def _all_card_lines(sheet: Sheet, team: TeamRound) -> list[ScoreLine]:
    """Return the line of the cards in each place, and the lines of the threes there."""
    lines = []
    laid, held = (codes.MELDED, CardPlace.LAID, (team.melded,)), (codes.LEFT, CardPlace.HELD, team.left)
    for code, place, packets in (laid, held):
        if any(packets):
            counted = tuple([p if isinstance(p, int) else tuple(p.items()) for p in packets])
            lines.append(_cards_line(sheet, code, counted))
        cards = [packet for packet in packets if not isinstance(packet, int)]
        if cards or team.threes:
            lines += _threes_lines(sheet, team, place, cards)
    return lines


@lru_cache(maxsize=4096)
def _cards_line(sheet: Sheet, code: str, counted: Packets) -> ScoreLine:
    place = CardPlace.LAID if code == codes.MELDED else CardPlace.HELD
    points = sum(p if isinstance(p, int) else card_points(sheet.rules, dict(p), place) for p in counted)
    signed = -points if place is CardPlace.HELD else points
    return _line(sheet.by_code[code], count=None, each=None, points=signed, counted=counted)


def _threes_lines(sheet: Sheet, team: TeamRound, place: CardPlace, cards: Sequence[Cards]) -> list[ScoreLine]:
    counts = [(field, team.threes.get(field.code, 0) + _threes_among(field, cards)) for field in sheet.threes[place]]
    return [_threes_line(field, _rule_for(sheet.rules, field.threes, team), count) for field, count in counts if count]


def _threes_among(field: Field, packets: Sequence[Cards]) -> int:
    """Count the threes among cards, unless their points are counted with the cards."""
    general = field.threes[-1]
    if general.counted is Counted.WITH_CARDS:
        return 0
    return sum([threes_in(packet, general.color) for packet in packets])


def _rule_for(rules: RuleSet, threes: tuple[Threes, ...], team: TeamRound) -> int:
    """Return the position of the first rule whose conditions hold; the last rule has none."""
    return next((at for at, rule in enumerate(threes[:-1]) if _holds(rules, rule.when, team)), len(threes) - 1)


@lru_cache(maxsize=4096)
def _threes_line(field: Field, rule: int, count: int) -> ScoreLine:
    step = _step(field.threes[rule], count)
    if step is None:
        return _line(field, count=count, each=0, points=0)
    if step.per is Per.CARD:
        return _line(field, count=count, each=step.points, points=count * step.points)
    return _line(field, count=count, each=None, points=step.points)


def _step(rule: Threes, count: int) -> Step | None:
    return next((step for step in reversed(rule.pays) if step.start <= count), None)


def has_melded(team: TeamRound) -> bool:
    """Whether the team melded anything. Red threes laid out are not a meld."""
    if isinstance(team.melded, int):
        return team.melded > 0 or any(team.books.values())
    melded = any(count for card, count in team.melded.items() if card != "red3")
    return melded or any(team.books.values())


def _holds(rules: RuleSet, when: Condition, team: TeamRound) -> bool:
    return (
        when.went_out.allows(team.went_out)
        and when.opened.allows(has_melded(team))
        and all(books_named(rules, name, team.books) >= least for name, least in when.has.items())
        and all(books_named(rules, name, team.books) < least for name, least in when.lacks.items())
    )


def _bonus_lines(sheet: Sheet, team: TeamRound) -> list[ScoreLine]:
    lines = _count_lines(sheet.bonuses, team.bonuses) if team.bonuses else []
    if sheet.rules.combinations:
        lines += combination_lines(sheet.rules, team.books)
    if team.went_out and sheet.out(team.concealed).points:
        lines.append(_going_out_line(sheet, team.concealed))
    return lines


def _single_line(
    code: str, name: str, points: int, origin: Provenance, *, times: int = 1, reason: str = ""
) -> ScoreLine:
    """Return a bonus line for something that is not counted on the sheet."""
    total = times * points
    return ScoreLine(code, Part.BONUS, name, name, times, points, total, origin, reason=reason)


@lru_cache(maxsize=512)
def _going_out_line(sheet: Sheet, concealed: bool) -> ScoreLine:
    case = sheet.out(concealed)
    name = label("Going out") if case.concealed.allows(False) else label("Going out concealed")
    return _single_line(codes.GOING_OUT, name, case.points, sheet.out_origin(case))


def _penalty_line(rules: RuleSet) -> ScoreLine:
    origin = provenance(rules, "going_out.penalty")
    return _single_line(codes.SEVERE_PENALTY, label("Severe penalty"), rules.going_out.penalty, origin)


def _adjustment_line(adjustment: Adjustment) -> ScoreLine:
    points, reason = adjustment.points, adjustment.reason
    return _single_line(codes.ADJUSTMENT, "Adjustment", points, Provenance.TABLE, reason=reason)
