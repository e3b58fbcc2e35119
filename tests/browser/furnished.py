"""A club with a game for every state of every page, played before its server starts."""

from copy import deepcopy
from enum import IntEnum
from pathlib import Path

from scorepad.play.rules import drafts, own_rules
from scorepad.play.rules.own_rules import Sender
from scorepad.rulebook.additions import additions
from scorepad.rulebook.house_rules import laid_over, with_option
from scorepad.rules.document import Document
from scorepad.rules.keys import Group
from scorepad.store import Club
from scorepad.store.imports import NewImport
from tests.browser.tables import visiting
from tests.web.driving import Table, Visitor, level_round
from tests.web.rounds.conflicting import tapped

LONGEST_NAMES = {f"seat{seat}": letter * 40 for seat, letter in enumerate("WmÅЖΩi", start=1)} | {
    "seat4": "Annegret-Charlotte Brunhilde Elfriede Xy"
}
"""Names of the maximum length. Only one of them can be broken between words."""

OUT = {
    "table.ended": "seat1",
    "team1.clean": "2",
    "team1.dirty": "1",
    "team1.melded": "410",
    "team2.clean": "1",
    "team2.melded": "200+185",
    "seat2.left": "65",
    "seat3.left": "0",
    "seat4.left": "30",
}
"""A finished round of four players."""


class Games(IntEnum):
    """The games of the furnished club, by purpose."""

    FRESH = 1
    MID = 2
    ASKS = 3
    OVER = 4
    TIE = 5
    TIME = 6
    LONG = 7
    PREMIUM = 8
    TIME_UP = 9
    SHARED = 10
    BINNED = 11


def furnish(home: Path) -> None:
    """Play the games of `Games` in a new club in this folder."""
    with visiting(home) as owner:
        for game in Games:
            furnisher = FURNISHERS.get(game, lambda owner: owner.begin())
            assert furnisher(owner).game == game
        own_sets(owner)
        _imports(owner.club)
        page = owner.get("/notices")
        owner.send(page.form("/notices"), address=f"https://{'w' * 40}.example/x")


def _imports(club: Club) -> None:
    """Record an import, and one with a long name that is undone."""
    for number, name in enumerate(("results.csv", "W" * 80), start=1):
        with club.imports.recording(NewImport(f"{number:064x}", name, "a spreadsheet")):
            pass
    club.imports.undo(2)


LONG_ANSWER = "choices.choice.options.other"


def own_sets(owner: Visitor) -> None:
    """Save own rules with a long name for a book, rules that have them as parent, and retired rules."""
    club, clean = owner.club, {"books.clean.points": 700, "books.clean.many": "W" * 40}
    for name, parent, changes in (
        ("Our old", "roth", {"books.clean.points": 700}),
        ("Our own", "partnership", clean),
        ("W" * 60, "our-own", {"books.dirty.points": 350}),
    ):
        data = {"schema": 2, "name": name, "parent": parent, "set": changes}
        own_rules.save_new(club, data, Sender(f"{parent} {len(name)}".replace(" ", "-")))
    own_rules.rename(club, "our-own", "Our own rules", 1, Sender("renamed"))
    own_rules.retire(club, "our-old", 1, Sender("retired"))
    _draft(club)


def _draft(club: Club) -> None:
    """Begin to change rules: add books, an impossible sequence, and a special case for some teams."""
    draft = drafts.start(club, "our-own", Sender("draft"))
    document = deepcopy(draft.document)
    for group, name in ((Group.BOOKS, "sevens"), (Group.BOOKS, "samba"), (Group.THREES, "special-red-held")):
        additions(document, group)[name].apply(document)
    document["books"][-1]["cards"] = 19
    drafts.save(club, draft, document, Sender("changed"))
    behind = drafts.load(club, "our-old")
    drafts.save(club, behind, _with_answers(behind.document), Sender("behind"))
    own_rules.rename(club, "our-old", "Our old rules", behind.base, Sender("newer"))


def _with_answers(before: Document) -> Document:
    """Return the document with a choice of three answers, one with a long name and effects, and an unlikely number."""
    document = deepcopy(before)
    for name in ("choice", "answer-choice"):
        additions(document, Group.CHOICES)[name].apply(document)
    document["end"]["targets"][0]["points"] = 900_000
    played = laid_over(document, LONG_ANSWER)
    additions(played, Group.BOOKS)["sevens"].apply(played)
    document = with_option(document, LONG_ANSWER, played)
    document["choices"][0]["options"][1]["label"] = "W" * 60
    return document


def _mid(owner: Visitor) -> Table:
    """Play a round with a severe penalty, so that lines are waived, and count half of a second one."""
    table = owner.begin(starter="seat2")
    table.play(1, **OUT | {"team1.dirty": "0", "seat3.red_threes_held": "1"})
    table.sheet(2).save(**OUT)
    return table


def _asks(owner: Visitor) -> Table:
    """Play two rounds, and correct the first so that it reaches the target."""
    table = owner.begin("southern-ohio")
    table.play(1, **OUT)
    table.play(2, **OUT)
    table.play(1, **adjusted("team1", "6000"))
    return table


def _over(owner: Visitor) -> Table:
    """Play a round without points, and one that ends the game."""
    table = owner.begin("two-handed")
    level_round(table, 1)
    win_in_round_2(table, **{"seat2.left": "220"})
    return table


def win_in_round_2(table: Table, **left: str) -> None:
    """Let the first of two players win a game in its second round."""
    books = {"team1.clean": "1", "team1.dirty": "1", "team1.melded": "150", "team2.melded": "0"}
    out = {"table.ended": "seat1", "seat1.left": "0"}
    table.play(2, **books, **out, **left, **adjusted("team1", "10000"))


def _tie(owner: Visitor) -> Table:
    table = owner.begin("southern-ohio")
    equal = {"team1.melded": "0", "team2.melded": "0", "table.ended": "stock"}
    left = {f"seat{seat}.left": "0" for seat in range(1, 5)}
    table.play(1, **equal, **left, **adjusted("team1", "6000"), **adjusted("team2", "6000"))
    return table


def _time(owner: Visitor) -> Table:
    table = owner.begin("good-sam", **{"choice.length": "time"})
    level_round(table, 1)
    return table


def _time_up(owner: Visitor) -> Table:
    table = _time(owner)
    table.decide(decision="over")
    return table


def _long(owner: Visitor) -> Table:
    """Play with three teams with the longest names and totals."""
    table = owner.begin("laguna-woods", "6x3", **LONGEST_NAMES)
    level_round(table, 1)
    table.play(1, **adjusted("team1", "-99995"), **adjusted("team2", "99995"))
    return table


def _premium(owner: Visitor) -> Table:
    """Count half a round by the rules with the most inputs."""
    table = owner.begin("catawba")
    table.sheet(1).save(**OUT | {"team1.dirty": "4", "team1.unfinished_sevens": "1"})
    return table


def _shared(owner: Visitor) -> Table:
    """Let two phones tap the same button at once."""
    table = owner.begin()
    tapped((table, Table(Visitor(owner.app), table.game)))
    return table


def _binned(owner: Visitor) -> Table:
    table = owner.begin()
    owner.send(table.page().form("/bin"))
    return table


def adjusted(team: str, points: str) -> dict[str, str]:
    """Return the inputs that adjust a team's score by these points."""
    return {f"{team}.adjustment1.points": points, f"{team}.adjustment1.reason": "a test" * 30}


FURNISHERS = {
    Games.MID: _mid,
    Games.ASKS: _asks,
    Games.OVER: _over,
    Games.TIE: _tie,
    Games.TIME: _time,
    Games.LONG: _long,
    Games.PREMIUM: _premium,
    Games.TIME_UP: _time_up,
    Games.SHARED: _shared,
    Games.BINNED: _binned,
}
