"""The list of games, and the bin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from flask import flash, redirect, render_template, request, session, url_for
from wtforms import StringField

from scorepad.language.words import say
from scorepad.numbers import whole_number
from scorepad.play.game import player_ids, team_names, values_of
from scorepad.rules.lookup import planned_rounds
from scorepad.rules.parse import SCHEMA
from scorepad.scoring.cells import TABLE, CellName, CellValue, Document
from scorepad.scoring.game.agreement import WHOLE_GAME, is_imported
from scorepad.scoring.game.course import Phase, merits
from scorepad.scoring.game.record import GameRecord
from scorepad.scoring.game.record import game as game_record
from scorepad.scoring.text.explain import goal, time_text
from scorepad.store import BadName, BegunGame, Cell, ChangedMeanwhile, Club
from scorepad.web.access.phones import ListedOwner, new_owners
from scorepad.web.app import bidi
from scorepad.web.app.answers import conditional
from scorepad.web.app.current import g
from scorepad.web.app.forms import PageForm, valid_submission
from scorepad.web.app.navigation import game_url_for
from scorepad.web.app.permissions import Permission, permissions_of
from scorepad.web.app.templates import new_key

# ---- The club's name


class NameForm(PageForm):
    """Name the club. `before` is the name that the page showed."""

    name = StringField()
    before = StringField()


def show_name() -> Any:
    """Ask for the club's name."""
    return _name_page(g.club.store.name())


def change_name() -> Any:
    """Name the club; an empty name takes its name away."""
    form, club = NameForm(), g.club.store
    if not form.validate():
        return _name_page(form.texts["name"], form.faults), 422
    before = club.name()
    try:
        name = club.rename(form.name.data or "", seen=form.before.data or "")
    except ChangedMeanwhile as error:
        return _name_page(form.texts["name"], {"": str(error)}), 422
    except BadName as error:
        return _name_page(form.texts["name"], {"name": str(error)}), 422
    session[_RENAMED] = [before, name]
    flash(f"This club is called “{name}” now." if name else "This club has no name now.")
    return redirect(url_for("club_name.show"), 303)


def say_chances() -> Any:
    """Let the table say who will probably win, or not."""
    valid_submission()
    at_table = request.form.get("decision") == "yes"
    g.club.store.say_chances(at_table=at_table)
    says = "says between rounds" if at_table else "no longer says"
    flash(f"The table {says} who will probably win.")
    return redirect(url_for("club_name.show"), 303)


def take_bets() -> Any:
    """Ask before a game who will win, or not."""
    valid_submission()
    ask = request.form.get("decision") == "yes"
    g.club.store.take_bets(ask=ask)
    flash("Before a game, the table asks who will win." if ask else "Nobody is asked any more who will win.")
    return redirect(url_for("club_name.show"), 303)


def _name_page(typed: str, faults: Mapping[str, str] | None = None) -> str:
    current = g.club.store.name()
    before, after = session.get(_RENAMED, ("", ""))
    undo = None if after != current or before == current else before
    return render_template(
        "games/name.html",
        typed=typed,
        current=current,
        undo=undo,
        faults=faults or {},
        key=new_key(),
        says_chances=g.club.store.says_chances(),
        takes_bets=g.club.store.takes_bets(),
    )


# ---- The games

DAMAGED = "damaged: ask the club’s owner to run “scorepad doctor”"

_RENAMED = "club-name"
"""Session key of this phone's last change of the name: the name before it and after it."""

PAGE = 20
"""Games on one page."""


def index() -> Any:
    """Show the home page: games in progress, the last evening, and all games, newest first, a page at a time.

    Phones ask for it again every few seconds while a game goes on, so it answers 304 while nothing has changed.
    """
    store, owners = g.club.store, new_owners()
    content = store.latest_seq(), store.league.version(), store.clock.today(), [owner.id for owner in owners]
    return conditional(partial(_home, owners), content)


def _home(owners: list[ListedOwner]) -> str:
    before = whole_number(request.args.get("before", ""))
    page = list_games(g.club.store, before)
    # Until its first game is over, a club has only just begun: its people are still coming in.
    are_expected = not page.finished or all(owner.on_first_day for owner in owners)
    return render_template(
        "games/index.html",
        has_bin=bool(g.club.store.games(limit=1, binned=True, fields=())),
        page=page,
        owners=owners if page.newest else [],
        are_expected=are_expected,
    )


def continue_() -> Any:
    """Redirect to the game that was touched last, or to the home page: for the shortcut on a home screen."""
    live = list_games(g.club.store, None).live
    return redirect(listed_game_url(live[0]) if live else url_for("games.index"))


def show_https() -> str:
    """Show what https would add, and the ways to it."""
    return render_template("games/https.html", is_secure=request.is_secure)


def bin_() -> Any:
    """Show the games in the bin, newest first, a page at a time."""
    before = whole_number(request.args.get("before", ""))
    return render_template("games/bin.html", page=list_games(g.club.store, before, binned=True))


def moment(at: str) -> str:
    """Return a stored time in the club's time zone."""
    if "zone" not in g:
        g.zone = g.club.store.clock.zone()
    return time_text(at, g.zone)


def is_just_now(at: str) -> bool:
    """Whether a stored time is less than an hour ago."""
    try:
        return datetime.now(UTC) - datetime.fromisoformat(at).astimezone(UTC) < timedelta(hours=1)
    except (ValueError, OverflowError):
        return False


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game of the list, as the front page shows it."""

    id: int
    seq: int  # of its latest change
    touched: str  # when that was (UTC); when an imported game was played
    rules: str
    state: str
    live: bool
    rows: tuple[tuple[str, int | None], ...]  # each team with its total; None if this version cannot read the game
    by_rank: tuple[tuple[str, int], ...] = ()  # the same, the leader first
    starter: str = ""  # who starts the next round, "" if unknown
    winners: tuple[int, ...] = ()  # numbers of teams
    is_uncounted: bool = False  # over, but not in the league
    finished: int = 0  # rounds that count
    planned: int | None = None  # rounds of the game, if it ends after a number of them
    record: GameRecord | None = None  # of a game in progress
    so_far: tuple[int, ...] = ()  # each team's points in the round being played, once something is entered

    @property
    def ahead(self) -> tuple[int, int] | None:
        """The number of the team that leads and by how much, None if none leads alone."""
        if len(self.by_rank) < 2 or self.by_rank[0][1] == self.by_rank[1][1]:
            return None
        return self.rows.index(self.by_rank[0]) + 1, abs(self.by_rank[0][1] - self.by_rank[1][1])


def listed_game_url(game: GameCard) -> str:
    """Return the URL of a game in the list for this phone: its table; for readers, its board or result."""
    if not game.live and Permission.SCORE not in permissions_of(g.phone, game.id):
        return url_for("result.show", game=game.id)
    return game_url_for(request.script_root, g.phone, game.id)


@dataclass(frozen=True, slots=True)
class GameListPage:
    """A page of games, those in progress first. `older` is the `before` of the next page, None at the end."""

    live: list[GameCard]
    finished: list[GameCard]
    older: int | None
    newest: bool

    @property
    def current(self) -> list[GameCard]:
        """The games at the top: on the first page only the most recently changed one, so that results stay visible."""
        return self.live[:1] if self.newest else self.live

    @property
    def waiting(self) -> list[GameCard]:
        """The other games in progress."""
        return [game for game in self.live if game not in self.current]

    @property
    def last(self) -> GameCard | None:
        """The newest finished game, on the first page."""
        return next((game for game in self.finished if game.winners), None) if self.newest else None

    @property
    def earlier(self) -> list[GameCard]:
        return [game for game in self.finished if game is not self.last]


def list_games(club: Club, before: int | None, *, binned: bool = False) -> GameListPage:
    """Read a page of games.

    Pages are ordered by when games began, so that a page costs no more than its own games. A game that has been
    going on for longer than `PAGE` newer ones is on a later page.
    """
    rows = club.games(limit=PAGE + 1, before=before, binned=binned, fields=())
    games = list_rows(club, rows[:PAGE])
    return GameListPage(
        live=sorted((game for game in games if game.live), key=lambda game: -game.seq),
        finished=[game for game in games if not game.live],
        older=rows[PAGE - 1].id if len(rows) > PAGE else None,
        newest=before is None,
    )


def list_rows(club: Club, rows: Sequence[BegunGame]) -> list[GameCard]:
    """Read these games. Leave out those whose cells cannot be read."""
    cells = club.readable_cells([row.id for row in rows])
    values = {game: values_of(of_game) for game, of_game in cells.items()}
    names = club.people.names({p for of_game in values.values() for p in player_ids(of_game)})
    begun = {row.id: row.created_at for row in rows}
    return [_listed(game, cells[game], values[game], names, begun[game]) for game in values]


def _listed(
    game: int,
    cells: Mapping[CellName, Cell],
    values: Mapping[CellName, CellValue],
    names: Mapping[int, str],
    begun: str,
) -> GameCard:
    last = max(cells.values(), key=lambda cell: cell.seq, default=Cell(None, 0, None, ""))
    try:
        record = game_record(values, names)
    except Exception:
        # A damaged game, or one for a newer Scorepad, must not hide the others.
        return _unreadable(game, last, values, names)
    teams, course = team_names(record, names), record.course
    begun_rounds = record.rounds[course.next_round - 1 :] if course.phase is Phase.PLAYING else ()
    rows = tuple(zip(teams, course.now, strict=True))
    ranked = sorted(zip(merits(record.agreement.rules, course.now), rows, strict=True), key=lambda row: -row[0])
    bidi.remember(teams)
    return GameCard(
        id=game,
        seq=last.seq,
        touched=begun if is_imported(values) else last.at,
        rules=record.agreement.rules.name,
        state=_state(record, teams),
        live=course.phase is not Phase.OVER,
        rows=rows,
        by_rank=tuple(row for _, row in ranked),
        starter=_starter(record, names),
        winners=course.winners,
        is_uncounted=course.phase is Phase.OVER and not course.in_league,
        finished=course.counted,
        planned=planned_rounds(record.agreement.rules, course.counted),
        record=record if course.phase is not Phase.OVER else None,
        so_far=begun_rounds[0].totals if begun_rounds else (),
    )


def _unreadable(game: int, last: Cell, values: Mapping[CellName, CellValue], names: Mapping[int, str]) -> GameCard:
    rules = values.get((WHOLE_GAME, TABLE, "rules"))
    document = rules.value if isinstance(rules, Document) else None
    stored = document if isinstance(document, Mapping) else {}
    schema = stored.get("schema")
    is_newer = isinstance(schema, int) and schema > SCHEMA
    state = "needs a newer Scorepad" if is_newer else DAMAGED
    rows = tuple((names.get(player, ""), None) for player in player_ids(values))
    return GameCard(game, last.seq, last.at, str(stored.get("name", "")), state, False, rows)


def _state(record: GameRecord, teams: tuple[str, ...]) -> str:
    course, agreed = record.course, record.agreement
    if course.phase is not Phase.OVER:
        ahead = goal(agreed.rules, agreed.table.players, course.next_round)
        return say("Round {round}{goal}", round=course.next_round, goal=ahead)
    return say("A tie") if len(course.winners) > 1 else say("{team} won", team=teams[course.winners[0] - 1])


def _starter(record: GameRecord, names: Mapping[int, str]) -> str:
    seat = record.course.starter.seat if record.course.phase is Phase.PLAYING else None
    return names.get(record.agreement.players[seat - 1], say("Seat {n}", n=seat)) if seat else ""
