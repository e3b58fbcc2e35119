"""The board, which is read-only and made for a television, and its overlay, which lies over a stream's picture."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple, Self

from flask import render_template, request
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorepad.language.words import format_number, lower_first
from scorepad.live.presence import PageKind
from scorepad.numbers import whole_number
from scorepad.play.game import LoadedGame, team_names
from scorepad.play.history import actions_of
from scorepad.play.parse_form import shown_text
from scorepad.play.sheet_form import face_of, sheet_inputs
from scorepad.rules.lookup import book_for_need, kinds, luck_codes
from scorepad.rules.model import Book, RuleSet
from scorepad.rules.words import Starts
from scorepad.scoring.cells import Place, PlaceKind
from scorepad.scoring.game.course import Phase, Totals, leaders, merits
from scorepad.scoring.model import TeamRound
from scorepad.scoring.needs import books_to_finish, missing_books, missing_red_threes
from scorepad.scoring.text.explain import cards_text
from scorepad.store import Phone
from scorepad.web.access.phones import external_address
from scorepad.web.app.navigation import later_table
from scorepad.web.app.permissions import Permission
from scorepad.web.app.templates import STARTS
from scorepad.web.games.history import LoggedAction, log_actions
from scorepad.web.live.live_page import LIVE_PAGES, Facts, LivePage, game_page, news_of_totals
from scorepad.web.result.lead import LeadChart, chance_words, game_chart, margin
from scorepad.web.result.result import how_it_ended, rematch_for
from scorepad.web.table.table import Bar, BarTeam, Moment, last_finisher


class BookStack(NamedTuple):
    """The books of one kind that a team has in a round. `face` is the card shown on top, as at the table."""

    face: str
    number: int
    kind: str


def book_stacks(loaded: LoadedGame, round_number: int, team: int) -> tuple[BookStack, ...]:
    rounds = loaded.record.rounds
    counts = rounds[round_number - 1].entry.teams[team - 1].books if round_number <= len(rounds) else {}
    kinds = loaded.agreement.rules.books
    return tuple(BookStack(face_of(kind), n, _short(kind)) for kind in kinds if (n := counts.get(kind.code, 0)))


def books_needed(loaded: LoadedGame, round_number: int, team: int) -> str | None:
    """Return what a team still needs to go out in a round; None if the rules require nothing."""
    sheet, rounds = loaded.sheet(round_number), loaded.record.rounds
    entry = rounds[round_number - 1].entry.teams[team - 1] if round_number <= len(rounds) else TeamRound("")
    rules, case = sheet.rules, sheet.out(entry.concealed)
    missing, threes = missing_books(rules, case, entry.books), missing_red_threes(case, entry)
    begun = {_need(rules, code, count): count for code, count in books_to_finish(rules, entry).items()}
    if not any(case.needs.values()) and case.red_threes == 0 and not begun:
        return None
    # No-break spaces keep each number on one line with its noun.
    needs = [f"{count}\u00a0{_need(rules, need, count)}" for need, count in missing.items()]
    needs += [f"{count}\u00a0{kind} finished" for kind, count in begun.items()]
    return ", ".join([*needs, *([cards_text("red3", threes).replace(" ", "\u00a0")] if threes else [])])


def luck_of_round(loaded: LoadedGame, round_number: int) -> dict[str, list[str]]:
    """Return the luck of a round: from "Exact cut of 22" to the names of those who had it, with "×2" for twice."""
    sheet = loaded.sheet(round_number)
    rules = sheet.rules
    lucky = luck_codes(rules)
    luck: dict[str, list[str]] = {}
    for field in sheet_inputs(sheet):
        value = loaded.values.get((round_number, field.place, field.field)) if field.field in lucky else None
        count = shown_text(rules, value, field)
        if count not in ("", "0"):
            name = _name(loaded, round_number, field.place)
            luck.setdefault(sheet.by_code[field.field].singular, []).append(
                name if count == "1" else f"{name} ×{count}"
            )
    return luck


def _name(loaded: LoadedGame, round_number: int, place: Place) -> str:
    if place.kind is PlaceKind.SEAT:
        return loaded.seat_name(place.number, round_number)
    return loaded.teams_in(round_number)[place.number - 1]


def _short(kind: Book) -> str:
    """Return the name of a kind without the word "books": "red", "sevens"."""
    return re.sub(r" books$|^books of (?=\w+$)", "", lower_first(kind.plural))


def _need(rules: RuleSet, need: str, count: int) -> str:
    if need == "any" or 1 < len(rules.books) == len({*kinds(rules, need)}):
        return "book" if count == 1 else "books"
    kind = book_for_need(rules, need)
    return _short(kind) if kind and kind.code == need else need


_LOOKED_AT = 8
"""Actions to search for the last change. Actions that changed nothing do not count."""

_DIGIT, _SIGN, _COMMA = 68, 82, 37
"""Widths of a total's characters in the widest bold font, tightly set, in hundredths of the font size."""

_LONG_NAME = 14
"""Letters of a name above which it takes two lines where teams are side by side."""


@dataclass(frozen=True, slots=True)
class BoardTeam:
    """A team on the board. `wins` is also true in a tie.

    `stands` is how far it is ahead or behind, "" before the first points. `needs` are the books that it still needs to
    go out: "" if it has them, None if the rules require none.
    """

    side: BarTeam
    total: int
    first: bool
    wins: bool
    stands: str
    needs: str | None
    books: tuple[BookStack, ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The board of a game. `starter` is the name of the player who starts; if it is "", `starts` says why."""

    game: LoadedGame
    bar: Bar
    phase: Phase
    teams: tuple[BoardTeam, ...]
    starter: str
    starts: str
    luck: dict[str, list[str]]
    last: LoggedAction | None
    moment: Moment | None
    course: LeadChart | None
    """The line of the lead of two teams, None before the first lead."""

    @classmethod
    def of(cls, loaded: LoadedGame) -> Self:
        course = loaded.record.course
        seat = course.starter.seat
        totals = course.now
        ranked = merits(loaded.agreement.rules, totals)
        bar = Bar.of(loaded, course.next_round)
        names = [side.name for side in bar.sides]
        if course.phase is Phase.OVER:
            names = list(team_names(loaded.record, loaded.names))
        return cls(
            game=loaded,
            bar=bar,
            phase=course.phase,
            teams=tuple(
                BoardTeam(
                    side=replace(side, name=names[team - 1]),
                    total=totals[team - 1],
                    first=team in leaders(ranked) and margin(ranked) > 0,
                    wins=team in course.winners,
                    stands=_stands(ranked, team),
                    needs=books_needed(loaded, course.next_round, team),
                    books=book_stacks(loaded, course.next_round, team),
                )
                for team, side in enumerate(bar.sides, start=1)
            ),
            starter=loaded.seat_name(seat, course.next_round) if seat else "",
            starts=_starts(loaded),
            luck=luck_of_round(loaded, course.next_round),
            last=_last(loaded),
            moment=Moment.of(loaded),
            course=game_chart(loaded.record, loaded.agreement.rules, small=True) if len(totals) == 2 else None,
        )

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def wide(self) -> int:
        """The width of the widest total in hundredths of the font size. All totals have the same size."""
        return max(_width(format_number(team.total)) for team in self.teams)

    @property
    def has_long_names(self) -> bool:
        return any(len(team.side.name) > _LONG_NAME for team in self.teams)

    @property
    def winners(self) -> list[str]:
        """The winning teams once the game is over; several in a tie."""
        return [self.teams[team - 1].side.name for team in self.game.record.course.winners]

    @property
    def how(self) -> str:
        """How the game ended."""
        return how_it_ended(self.game)

    @property
    def of_rounds(self) -> int | None:
        """The number of rounds of the game, if it ends after a number of rounds and has not gone on beyond it."""
        return self.bar.planned

    @property
    def ends(self) -> str:
        """When the game ends, "" if `of_rounds` says it."""
        return "" if self.of_rounds else self.bar.ends

    @property
    def untouched(self) -> bool:
        """Whether nothing was counted yet."""
        return self.bar.round == 1 and all(side.so_far is None for side in self.bar.sides)

    @property
    def binned(self) -> bool:
        return self.game.is_binned

    @property
    def chance(self) -> str:
        """Who will probably win, "" while a round is played and where nobody can say."""
        return chance_words(self.game)

    @property
    def finisher(self) -> str | None:
        """Who finished the round before, "" if unknown; None once something is entered in this one."""
        return last_finisher(self.game)


def _stands(totals: Totals, team: int) -> str:
    """Return how far a team is ahead of the second or behind the first; "" if no team has points."""
    if not any(totals):
        return ""
    behind = max(totals) - totals[team - 1]
    if behind:
        return f"{format_number(behind)} behind"
    return f"{format_number(margin(totals))} ahead" if margin(totals) else "level"


def _width(total: str) -> int:
    return sum({",": _COMMA, "−": _SIGN}.get(character, _DIGIT) for character in total)


def _starts(loaded: LoadedGame) -> str:
    """Return who starts, for when no name is known."""
    starts = loaded.agreement.rules.play.starts
    if loaded.record.course.next_round > 1 and starts is not Starts.BEHIND:
        return "No one has said yet who starts"
    return STARTS[starts]


def _last(loaded: LoadedGame) -> LoggedAction | None:
    """Return the last change in words; None if there was none since the game began."""
    for action in islice(actions_of(loaded), _LOOKED_AT):
        if action.starts_game:
            return None
        if logged := log_actions(loaded, [action]):
            return logged[0]
    return None


class OverlaySize(NamedTuple):
    """How large an overlay is drawn, in units of which its letters are 24 high.

    `width` is in pixels, or "100%" for the whole window. `needs`: each team has a line with what it still needs.
    """

    width: str
    room: int
    needs: bool

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Self:
        """Read the size from a query. What is no number in its bounds counts as not said."""
        width = whole_number(query.get("width", ""), 100, 3840)
        letters = whole_number(query.get("size", ""), 50, 150) or 100
        return cls(str(width or "100%"), _OVERLAY_ROOM * 100 // letters, query.get("needs") == "1")

    def height(self, teams: int) -> int:
        """Return the height of the round's line and of a row for each team. Style sheets have the same heights."""
        return 44 + teams * (108 if self.needs else 76)


_OVERLAY_ROOM = 420
"""The width of an overlay in its own units if its letters have their usual size."""


# The views


@game_page
def show(game: LoadedGame) -> Any:
    # Start a session, as a form would: without one the visitor is not remembered and the page has no ETag.
    generate_csrf()
    return BOARD.answer(game)


@game_page
def show_overlay(game: LoadedGame) -> Any:
    generate_csrf()  # As above.
    return OVERLAY.answer(game)


def own_host() -> str:
    """Return the host by which other phones reach this server."""
    return external_address().host


def _render(loaded: LoadedGame, mark: str, own: Mapping[str, Markup]) -> str:
    return render_template("table/board.html", page=BoardPage.of(loaded), mark=mark, own=own)


def _render_overlay(loaded: LoadedGame, mark: str, own: Mapping[str, Markup]) -> str:
    # An event is made without a query. The size is outside its fragments.
    size = OverlaySize.of(request.args)
    return render_template("table/overlay.html", page=BoardPage.of(loaded), size=size, mark=mark, own=own)


def _own(loaded: LoadedGame, phone: Phone | None) -> dict[str, Facts | None]:
    """Return what the fragments for one phone alone show."""
    is_over = loaded.record.course.phase is Phase.OVER
    later = later_table(loaded.id, phone)
    rematch = rematch_for(loaded, phone) if is_over else None
    return {
        "next": (rematch or later, bool(rematch)) if rematch or later else None,
        "watch": None if is_over else (),
        "news": news_of_totals(loaded, phone),
    }


def _own_overlay(loaded: LoadedGame, phone: Phone | None) -> dict[str, Facts | None]:
    is_over = loaded.record.course.phase is Phase.OVER
    rematch = rematch_for(loaded, phone) if is_over else None
    return {"follow": (rematch,) if rematch else None}


BOARD = LivePage(PageKind.BOARD, "/board", Permission.WATCH, _render, _own)
OVERLAY = LivePage(PageKind.OVERLAY, "/overlay", Permission.WATCH, _render_overlay, _own_overlay)
LIVE_PAGES.update({page.kind: page for page in (BOARD, OVERLAY)})
