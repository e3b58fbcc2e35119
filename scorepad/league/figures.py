"""The league's figures, badges and records as text: labels, meanings, and number formats."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from scorepad.language.words import format_number, plural, signed
from scorepad.league import game_facts
from scorepad.league.facts import WHOLE, RecordCandidate
from scorepad.league.game_facts import RecordCode
from scorepad.league.ratings import MEAN, Rating
from scorepad.league.standings import Figure, RankedStanding, Standing
from scorepad.store.results.reads import STREAK
from scorepad.store.results.rows import EarnedBadge, RecordHolder

LUCK, PLAY, EXPECTED = "luck", "play", "expected"

NOTHING = "–"
"""The text for a figure without a value, because it needs a game or a round."""

GIVE_OR_TAKE = " ±\u00a0"

_PARTS = MappingProxyType(
    {Fraction(1, 4): "¼", Fraction(1, 3): "⅓", Fraction(1, 2): "½", Fraction(2, 3): "⅔", Fraction(3, 4): "¾"}
)


@dataclass(frozen=True, slots=True)
class FigureLabel:
    """A figure's name, for a column or a choice, and what it means."""

    label: str
    meaning: str


FIGURES: Mapping[str, FigureLabel] = MappingProxyType(
    {
        Figure.WINS: FigureLabel("Wins", "Games won. A tie between two teams is half a win for each."),
        Figure.SHARE: FigureLabel("Win share", "How many of the games were won."),
        Figure.POINTS: FigureLabel(
            "Points a round", "The team’s points, divided by the rounds that were played for it."
        ),
        EXPECTED: FigureLabel(
            "Above expected",
            "Wins minus expected wins: half a win is expected in a game of two teams, a third in one of three.",
        ),
        LUCK: FigureLabel(
            "Luck", "The points a round from exact cuts, exact deals and red threes, minus the average of the club."
        ),
        PLAY: FigureLabel("Play", "All other points a round."),
        Figure.RATING: FigureLabel("Rating", "How strong a player is, judged by all results up to the last day."),
        Figure.GAINED: FigureLabel(
            "Rating gained", "How far the rating rose in these days. Someone new begins at 1,500."
        ),
        Figure.BEST: FigureLabel(
            "Best evenings", "What decides the season, added up over everyone’s best evenings only."
        ),
        Figure.BOOKS: FigureLabel("Books", "Finished books of the team, of every kind."),
        Figure.GAMES: FigureLabel("Games", "Finished games in which the player sat for most of the rounds."),
    }
)
"""All columns. Tables can be ranked by those that are a `Figure`."""


def wins_text(wins: Fraction) -> str:
    """Format wins, including shares of ties: "12½"."""
    whole_wins, part = divmod(wins, 1)
    if not part:
        return format_number(whole_wins)
    if part in _PARTS:
        return f"{format_number(whole_wins) if whole_wins else ''}{_PARTS[part]}"
    return f"{float(wins):,.2f}"


def percent(share: Fraction | None) -> str:
    """Format a share: "63%"."""
    return NOTHING if share is None else f"{round(share * 100)}%"


def whole(average: Fraction | float | None) -> str:
    """Format an average of points: "1,235"."""
    return NOTHING if average is None else format_number(round(average))


def rounds_number(rounds: int, games: int) -> str:
    """Format the number of rounds in these games. For some games only the end is known, so they have none."""
    return NOTHING if games and not rounds else format_number(rounds)


def each(count: int, times: int) -> str:
    """Format an average of `count` over `times`: "0.31"."""
    if not times:
        return NOTHING
    units, hundredths = divmod(round(Fraction(100 * count, times)), 100)
    return f"{format_number(units)}.{hundredths:02}"


def gain(points: int | None) -> str:
    """Format points gained or lost: "+62", "−5"."""
    return NOTHING if points is None else signed(points)


def evening_text(figure: str, value: int) -> str:
    """Format the value of evenings by a figure: "2½", "+31", "14"."""
    if figure == Figure.WINS:
        return wins_text(Fraction(value, WHOLE))
    return signed(value) if figure == Figure.GAINED else format_number(value)


def rank_text(row: RankedStanding) -> str:
    """Format a rank. Rows without the figure have none."""
    return str(row.rank) if row.has_figure else NOTHING


def figure_text(code: str, standing: Standing) -> str:
    """Format a figure for a table's cell. `code` is a key of `FIGURES`."""
    match code:
        case Figure.WINS:
            return wins_text(standing.wins)
        case Figure.SHARE:
            return percent(standing.win_share)
        case Figure.POINTS:
            return whole(standing.points_a_round)
        case Figure.RATING:
            return _rating_text(standing)
        case Figure.GAINED:
            return gain(standing.gained)
        case Figure.BEST:
            return evening_text(standing.best.figure, standing.best.value) if standing.best else NOTHING
        case Figure.BOOKS:
            return format_number(standing.tally.books) if standing.tally.itemised else NOTHING
        case Figure.GAMES:
            return format_number(standing.tally.games)
        case _ if code == EXPECTED:
            return NOTHING if standing.above_expected is None else _signed_tenths(standing.above_expected)
        case _ if code == LUCK:
            return NOTHING if standing.luck_above_club is None else signed(round(standing.luck_above_club))
    return whole(standing.play_a_round)


def _signed_tenths(number: Fraction) -> str:
    """Format a number with its sign: "+1.5", "−0.3", "0.0"."""
    units, tenths = divmod(abs(tens := round(number * 10)), 10)
    return f"{'+' if tens > 0 else '−' if tens < 0 else ''}{format_number(units)}.{tenths}"


def _rating_text(standing: Standing) -> str:
    rating = standing.rating
    if rating is None:
        return NOTHING
    if standing.is_provisional:
        return about(rating)
    return f"{format_number(rating.shown)}{GIVE_OR_TAKE}{format_number(rating.give_or_take)}"


def about(rating: Rating) -> str:
    """Format a provisional rating: "about 1,540"."""
    return f"about {format_number(tens(rating))}"


def tens(rating: Rating) -> int:
    """Return a rating rounded to tens, as provisional ratings are shown."""
    return 10 * round(rating.mean / 10)


def sentence(figure: Figure, standing: Standing) -> str:
    """Return a figure as a phrase: "12½ wins in 18 games"."""
    text = figure_text(figure, standing)
    games = plural(standing.tally.games, "game", "games")
    match figure:
        case Figure.WINS:
            return f"{text} {'win' if 0 < standing.wins <= 1 else 'wins'} in {games}"
        case Figure.SHARE:
            return f"{text} of {games} won"
        case Figure.POINTS:
            return f"{text} points a round in {games}"
        case Figure.RATING:
            return f"Rating {text}, after {games} here"
        case Figure.BEST:
            evenings = plural(len(standing.best.counted) if standing.best else 0, "evening", "evenings")
            provisional = _provisional(standing) if standing.best and standing.best.figure == Figure.GAINED else ""
            return f"{text} {_unit(standing)} in the best {evenings}, {games} in all{provisional}"
        case Figure.GAINED:
            return f"Rating {text} in {games}{_from_to(standing)}{_provisional(standing)}"
        case Figure.BOOKS:
            return f"{plural(standing.tally.books, 'book', 'books')} in {games}"
    return games


def _unit(standing: Standing) -> str:
    """Return the unit of the best evenings, such as "wins"."""
    best = standing.best
    if not best or best.figure == Figure.GAINED:
        return "rating"
    few = 0 < best.value <= (WHOLE if best.figure == Figure.WINS else 1)
    return FIGURES[best.figure].label.lower().removesuffix("s" if few else "")


def _from_to(standing: Standing) -> str:
    if not standing.rating or not standing.before:
        return ""
    return f", from {format_number(standing.before.shown)} to {format_number(standing.rating.shown)}"


def _provisional(standing: Standing) -> str:
    return ", provisional" if standing.is_provisional else ""


def shared_sentence(figure: Figure, standing: Standing) -> str:
    """Return a figure that several share as a phrase: "14 wins each"."""
    if figure is Figure.RATING and standing.rating:
        return f"Rating {format_number(standing.rating.shown)} each"
    if figure is Figure.GAINED:
        return f"Rating {gain(standing.gained)} each{_provisional(standing)}"
    if figure is Figure.BEST:
        return f"{figure_text(figure, standing)} {_unit(standing)} each in the best evenings"
    unit = "of the games won" if figure is Figure.SHARE else FIGURES[figure].label.lower()
    if figure in (Figure.WINS, Figure.BOOKS, Figure.GAMES) and 0 < bar_value(figure, standing) <= 1:
        unit = unit.removesuffix("s")
    return f"{figure_text(figure, standing)} {unit} each"


def bar_value(figure: Figure, standing: Standing) -> Fraction | int:
    """Return the length of a figure's bar. A rating's bar starts at the initial rating."""
    match figure:
        case Figure.WINS:
            return standing.wins
        case Figure.SHARE:
            return standing.win_share or 0
        case Figure.POINTS:
            return standing.points_a_round or 0
        case Figure.RATING:
            return standing.rating.shown - round(MEAN) if standing.rating else 0
        case Figure.GAINED:
            return standing.gained or 0
        case Figure.BEST:
            return standing.best.value if standing.best else 0
        case Figure.BOOKS:
            return standing.tally.books
    return standing.tally.games


# ---- Badges


@dataclass(frozen=True, slots=True)
class BadgeText:
    """A badge's name, what to do in a game, and the text of a level for one game and for `{}` games."""

    name: str
    meaning: str
    once: str
    often: str


BADGES: Mapping[str, BadgeText] = MappingProxyType(
    {
        "game": BadgeText("At the table", "Play a game to its end.", "1 game", "{} games"),
        "won": BadgeText("Winner", "Win a game, without a tie.", "1 game won", "{} games won"),
        STREAK: BadgeText(
            "On a run", "Win games in a row. A loss or a tie ends the run.", "1 game won", "{} games won in a row"
        ),
        "exact_cut": BadgeText(
            "Sharp cut", "Cut exactly the right number of cards at least once in a game.", "1 game", "{} games"
        ),
        "swept": BadgeText(
            "Clean sweep",
            f"Win a game of at least {game_facts.FEWEST_SWEPT} rounds and score the most in every one.",
            "1 game swept",
            "{} games swept",
        ),
        "turned": BadgeText(
            "Last-round turn",
            "Win a game in which another team led before the last round.",
            "1 game turned",
            "{} games turned",
        ),
        "hair": BadgeText(
            "By a hair",
            f"Win by at most 1 point for every {game_facts.HAIR} points of your total.",
            "1 close win",
            "{} close wins",
        ),
        "often_out": BadgeText(
            "Out again", f"Go out {game_facts.OFTEN_OUT} or more times in one game.", "1 game", "{} games"
        ),
        "caught": BadgeText(
            "Caught red-handed",
            f"Be caught with {game_facts.CAUGHT} or more red threes in one game.",
            "1 game",
            "{} games",
        ),
        "helped": BadgeText(
            "Good neighbour", "Sit in for another player in a game that counts for them.", "1 game", "{} games"
        ),
        "lucky": BadgeText(
            "Lucky",
            "Win a game that was decided by exact cuts, exact deals and red threes.",
            "1 lucky win",
            "{} lucky wins",
        ),
    }
)
"""Every badge, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge as a page shows it: the highest level that was earned, with its game, and the next level.

    `count` is the person's progress: a number of games, or the longest run so far.
    """

    code: str
    text: BadgeText
    earned: EarnedBadge | None
    next: int | None
    count: int

    @property
    def level(self) -> str:
        return level_text(self.text, self.earned.level) if self.earned else ""

    @property
    def progress(self) -> str:
        """The progress to the next level: "37 of 50 games won"; "" after the last level."""
        if self.next is None:
            return ""
        progress = f"{format_number(self.count)} of {level_text(self.text, self.next)}"
        return f"{progress}, the longest run so far" if self.code == STREAK and self.count else progress


def level_text(text: BadgeText, level: int) -> str:
    return text.once if level == 1 else text.often.format(format_number(level))


def all_badges(earned: Iterable[EarnedBadge], counts: Mapping[str, int]) -> list[Badge]:
    """Return every badge, each with its highest earned level, if any."""
    highest = {badge.code: badge for badge in earned}
    return [
        Badge(code, text, highest.get(code), _next_level(code, highest.get(code)), counts[code])
        for code, text in BADGES.items()
    ]


def _next_level(code: str, earned: EarnedBadge | None) -> int | None:
    levels = game_facts.STREAKS if code == STREAK else game_facts.LEVELS[code]
    return next((level for level in levels if earned is None or level > earned.level), None)


# ---- Records

SHOWN = 5
"""The number of best achievements that a record lists."""

MIN_FOR_RECORDS = 5
"""The fewest games of a kind before it has records: among fewer, nearly everything is the best."""


def has_records(games: int) -> bool:
    """Whether so many games of a kind are enough for records."""
    return games >= MIN_FOR_RECORDS


@dataclass(frozen=True, slots=True)
class RecordText:
    """A record's title, what it compares, its unit (singular and plural), and the text before its day."""

    title: str
    meaning: str
    unit: tuple[str, str]
    before_day: str = ""


_POINTS = ("point", "points")
_IN_A_ROW = ("game in a row", "games in a row")

RECORDS: Mapping[str, RecordText] = MappingProxyType(
    {
        RecordCode.ROUND: RecordText("Highest round", "A team’s points in one round.", _POINTS),
        RecordCode.GAME: RecordText("Highest game", "A team’s total at the end.", _POINTS),
        RecordCode.COMEBACK: RecordText(
            "Biggest comeback", "How far behind the leader a winning team once was.", _POINTS
        ),
        RecordCode.BLOWN: RecordText("Biggest blown lead", "How far ahead a team once was that did not win.", _POINTS),
        RecordCode.NARROWEST: RecordText(
            "Narrowest win", "The winner’s lead at the end. The smallest comes first.", _POINTS
        ),
        RecordCode.CLEAN: RecordText(
            "Most clean books", "A team’s clean books in one game.", ("clean book", "clean books")
        ),
        RecordCode.CUTS: RecordText(
            "Most exact cuts", "One player’s exact cuts in one game.", ("exact cut", "exact cuts")
        ),
        RecordCode.SHAME: RecordText(
            "Red-three hall of shame",
            "The red threes one player was caught with in one game.",
            ("red three", "red threes"),
        ),
    }
)
"""Every record, in the order of the page."""

STREAKS: Mapping[str, RecordText] = MappingProxyType(
    {
        "people": RecordText("Longest winning streak of a person", "Games won in a row.", _IN_A_ROW, "up to "),
        "partnerships": RecordText(
            "Longest winning streak of a partnership", "Games won together in a row.", _IN_A_ROW, "up to "
        ),
    }
)


def value_of(code: str, holder: RecordHolder) -> int:
    """Return the value to show for a record. Margins are stored as negative numbers: the narrowest is the largest."""
    return -holder.value if code == RecordCode.NARROWEST else holder.value


def record_line(record: RecordCandidate) -> str:
    """Return what is said of a new record, between the names of its people and of the kind of game."""
    text = RECORDS[record.code]
    value = -record.value if record.code == RecordCode.NARROWEST else record.value
    title = text.title[0].lower() + text.title[1:]
    return f" set a record: {title}, {plural(value, *text.unit)}, in "
