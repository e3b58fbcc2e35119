"""Sample data for the design page: a game of four players that is in no club."""

from types import SimpleNamespace
from typing import Any

from scorepad.play.conflicts import Claim, OpenQuestion, Resolution
from scorepad.play.sheet_form import TeamForm, team_forms
from scorepad.rules import preset
from scorepad.scoring.advice.going_out import can_go_out
from scorepad.scoring.advice.opening import can_open
from scorepad.scoring.advice.waiting import Outlook
from scorepad.scoring.documents import read_opening, read_out, read_round, sheet_for
from scorepad.scoring.receipt import Receipt
from scorepad.scoring.score import score
from scorepad.scoring.sheet import Sheet
from scorepad.web.ask.going_out import Verdict
from scorepad.web.games.game_list import GameCard
from scorepad.web.table.round_page import Note
from scorepad.web.table.table import Bar, BarTeam, Panel, RoundRow, ShownInput

RULES = preset("partnership")
BINDING = preset("southern-ohio")
NO_GAME = SimpleNamespace(
    id=999_999_999,
    seq=0,
    agreement=SimpleNamespace(rules=RULES, table=RULES.tables[0]),
    record=SimpleNamespace(rounds=(1, 2, 3)),
)
"""A game that does not exist, so that the buttons on the page change nothing."""
TEAMS = ("Ann & Carla", "Bob & Maximiliane", "Emil", "Frida & Gus", "Hanna", "Ida & Jakob")
PLAYERS = ("Ann", "Bob", "Carla", "Maximiliane")
TOTALS = (1910, 920, -500, 0, 12345, 640)
FACES = ("red", "black", "wild", "7", "A")
"""The kinds of books, by the card on top of their stack."""
_ROUND = {
    "round": 2,
    "players": 4,
    "ended": "went_out",
    "teams": [
        {"name": TEAMS[0], "books": {"clean": 3, "dirty": 2}, "melded": 1245, "left": [0, 65], "went_out": True},
        {"name": TEAMS[1], "books": {"clean": 1, "dirty": 3}, "melded": 870, "left": [45, 120], "red_threes": 1},
    ],
}


def sheet() -> Sheet:
    return sheet_for(RULES, RULES.tables[0], 2, RULES.tables[0].decks)


def bar(teams: int) -> Bar:
    """The bar for this number of teams: every other team has opened, the second has lost a premium book."""
    step = RULES.opening.steps[0]
    sides = [
        BarTeam(
            at + 1,
            TEAMS[at],
            TOTALS[at],
            410 if at == 0 else 0,
            step,
            at % 2 == 0,
            ("Sevens",) if at == 1 else (),
            100 * at,
        )
        for at in range(teams)
    ]
    return Bar(2, " of 4", 4, "", "Carla starts", False, "", tuple(sides))


def panels() -> list[Panel]:
    """Two teams on the table: one with every field filled in, one with none."""
    return [_panel(form, at) for at, form in enumerate(team_forms(sheet()))]


def _panel(form: TeamForm, at: int) -> Panel:
    def shown(field: Any, player: str = "") -> ShownInput:
        full = "1" if field.control in ("mark", "check") else "3"
        return ShownInput(field, full if at == 0 else field.start, (), player)

    by_player = [shown(field, PLAYERS[seat.seat - 1]) for seat in form.seats for field in seat.tallied]
    return Panel(form, TEAMS[at], tuple(shown(field) for field in form.tallied), tuple(by_player), (), False, False)


def notes() -> list[Note]:
    return [
        Note("design-fault", "Ann, Cards left", "Count what was left; type 0 if it was nothing."),
        Note("", "", "A round is finished by one player only."),
    ]


def conflict() -> OpenQuestion:
    """Two phones tapped + together."""
    claims = (Claim("Ann", True, "tapped 1"), Claim("Bob", False, "tapped 1"))
    choices = (Resolution("1", "1"), Resolution("2", "2"))
    subject, added = f"Red books, {TEAMS[0]}", "One red book or two?"
    return OpenQuestion(2, "team1.clean", subject, 0, claims, choices, is_tally=True, added=added)


def receipt(document: object = _ROUND) -> Receipt:
    entry, problems = read_round(RULES, document)
    assert entry, problems
    return Receipt.of(entry, score(entry), TOTALS[: len(entry.teams)])


def penalised() -> Receipt:
    """A team went out without the required books, so that most of its lines do not count."""
    teams = [{"name": TEAMS[0], "books": {"dirty": 2}, "melded": 300, "went_out": True}, {"name": TEAMS[1]}]
    return receipt({"round": 2, "players": 4, "ended": "went_out", "teams": teams})


def projected() -> SimpleNamespace:
    """The score of the round if a player went out now and won the game."""
    page = {"answer": SimpleNamespace(bonus=100), "verdict": SimpleNamespace(word="yes"), "player": "Ann"}
    return SimpleNamespace(standing=Outlook(receipt(), (1,)), uncounted=[TEAMS[1]], **page)


def rounds() -> list[RoundRow]:
    """A round on paper, one that is finished, and one that is not."""
    return [
        RoundRow(1, True, True, (0, 0), (500, -20)),
        RoundRow(2, False, True, (1410, 940), (1910, 920)),
        RoundRow(3, False, False, (100, 0), (2010, 920)),
    ]


def seated() -> list[tuple[int, str]]:
    return list(enumerate(PLAYERS, start=1))


def going_out(word: str) -> SimpleNamespace:
    """The model of the answer to "May we go out?". `word` is yes, no, ask, or "" before a player is tapped."""
    rules = BINDING if word == "ask" else RULES
    books = {"clean": 0, "dirty": 1} if word == "no" else {"clean": 1, "dirty": 1}
    document = {"round": 1, "players": 4, "books": books, "in_foot": word != "no", "last_card": "discard"}
    question, problems = read_out(rules, document)
    assert question, problems
    verdict = Verdict.of(can_go_out(question)) if word else None
    assert not verdict or verdict.word == word
    who = {"player": "Ann", "partners": "Carla", "seat": 1, "seats": seated()}
    table = {"sheet": sheet(), "round": 1, "team_of": lambda seat: 2 - seat % 2, "faults": {}, "texts": {}}
    state = {
        "leave": "",
        "records": True,
        "is_playing": True,
        "begun": False,
        "binds_once_asked": word == "ask",
        "new_books": {},
        "key": "",
        "game": NO_GAME,
    }
    return SimpleNamespace(verdict=verdict, needed="1 red book and 1 black book", **who, **table, **state)


def opening(word: str) -> SimpleNamespace:
    """The model of the answer to "Can we open?". `word` is yes, begun, no, or "" before a card is tapped."""
    melds = {"yes": (3, 4), "begun": (2,), "no": (1,), "": ()}[word]
    ranks = [{"rank": rank, "naturals": count, "wilds": []} for rank, count in zip("KA", melds, strict=False)]
    question, problems = read_opening(RULES, {"round": 1, "players": 4, "score_before": 0, "melds": ranks})
    assert question, problems
    answer = can_open(question) if word else None
    short: dict[str, int] = {"Kings": 1} if word == "begun" else {}
    wrong: list[tuple[str, list[str], str]] = []
    if word == "no":
        wrong = [("Kings", [], "K")]
    sides = [SimpleNamespace(number=str(s.team), name=s.name, opened=s.opened, minimum=s.minimum) for s in bar(2).sides]
    brief = {"K": ["A wild card only as the third card."]}
    result = {"answer": answer, "short": short, "wrong": wrong, "brief": brief, "cheapest": None, "to_lay": ""}
    side = sides[1]
    of_team = {"team": 2, "side": side, "sides": sides, "which_team": False, "alike": True, "texts": {"team": "2"}}
    table = {"round": 1, "faults": {}, "game": NO_GAME, "all_opened": False, "way": "melds", "melds": ["every rank"]}
    return SimpleNamespace(**result, **of_team, **table, may_mark=word == "yes")


def games() -> list[GameCard]:
    """Listed games: one in progress, one won, and one that cannot be read."""
    touched, rules, (ours, theirs) = "2026-11-22T20:15:00+00:00", RULES.name, TEAMS[:2]
    now, won = ((ours, 1910), (theirs, 920)), ((ours, 7185), (theirs, 4515))
    return [
        GameCard(12, 9, touched, rules, "Round 2 of 4", True, now, now, "Carla"),
        GameCard(11, 8, touched, rules, f"{ours} won", False, won, won, "", (1,)),
        GameCard(10, 7, "", rules, "needs a newer Scorepad", False, ((ours, None), (theirs, None))),
    ]
