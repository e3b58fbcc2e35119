"""A game of a season: begun, tallied on several phones, counted, corrected, undone, ended, and played again."""

import re
from collections.abc import Callable, Mapping
from html import unescape

from bench.proofs.lossy_phone import View
from bench.proofs.season_club import PHONES, Broken, SeasonClub
from scorepad.rules.codes import HELD
from tests.web.driving import preset_tables

NAMES = (
    *("Ann", "Béla", "Carla", "Dirk", "Emil", "Frida", "Gus", "Hanna", "Ida", "Jürgen", "Kay", "Lotte"),
    *("Mia", "Nils", "Olga", "Paul"),
)
SECOND = " II"
"""The suffix of a name that was entered as a second person by mistake, until both are merged."""

SHAPES = preset_tables()
"""Every preset with each of its tables, such as ("partnership", "4x2")."""

STEP = re.compile(r'name="step" value="((?:team|seat)[0-9]\.(?!checked)[a-z_]+[+-]1)"')
CHOICE = re.compile(r'name="(choice\.[a-z_0-9]+)" value="([^"]*)"( checked)?')
CONFIRM = re.compile(r'name="confirm" value="([^"]*)"')
MAX_TRIES = 4
MAX_ROUNDS = 7


def begin(club: SeasonClub, at: int) -> int:
    """Begin the next game, with the next of `SHAPES`. Return its number."""
    slug, shape = SHAPES[at % len(SHAPES)]
    path = f"/games/new/{slug}?table={shape}"
    draw, phone = club.draw, club.draw.randrange(PHONES)
    page = club.get(path, phone)
    names = _different(club, int(shape.partition("x")[0]))
    names[0] += SECOND if draw.random() < 0.12 else ""
    fields = {f"seat{seat}": name for seat, name in enumerate(names, start=1)}
    fields |= {f"id.{seat}": "" for seat in fields}
    options: dict[str, list[str]] = {}
    for name, value, checked in CHOICE.findall(page):
        options.setdefault(name, []).append(value)
        if checked:
            fields[name] = value
    fields |= {name: draw.choice(values) for name, values in options.items() if draw.random() < 0.3}
    fields |= {"starter": draw.choice(["", "seat1"]), "decks": re.findall(r'name="decks" value="([0-9]+)"', page)[0]}
    answer = club.send(phone, page, path, fields)
    if answer.status != 303:
        raise Broken(f"{slug} {shape} could not be begun: {re.findall('error[^>]*>([^<]*)', answer.text)}")
    club.count("games")
    return int(answer.location.rpartition("/")[2])


def _different(club: SeasonClub, count: int) -> list[str]:
    """Return names of `count` different people, as two names may be one person by now."""
    while True:
        names = club.draw.sample(NAMES, count)
        people = [[player.id for player in club.store.people.named(name)] or [name] for name in names]
        if len({ids[0] for ids in people}) == count:
            return names


Look = Callable[[SeasonClub, int], object]
"""Checks a game, and raises `Broken`."""


def play(club: SeasonClub, game: int, after_step: Look, after_round: Look) -> None:
    """Play a game for some rounds, usually to its end, and check it after each step and each round."""
    table, draw = f"/games/{game}", club.draw
    for _ in range(draw.randint(1, MAX_ROUNDS)):
        view = View(table, club.get(table))
        if not view.action:
            break
        _tally(club, view)
        after_step(club, game)
        if view.round % 3 == 0 or draw.random() < 0.2:
            _press(club, game, "starter", {"seat": "1"})
        _count(club, game, view.round)
        if draw.random() < 0.25:
            correct(club, game)
        if draw.random() < 0.15:
            undo(club, f"{table}/rounds/{view.round}/edit", game)
            after_step(club, game)
        if draw.random() < 0.1:
            _look(club, game)
        after_round(club, game)
    view = View(table, club.get(table))
    if "It went on" in view.text or draw.random() < 0.7:
        decision = "on" if "It went on" in view.text and draw.random() < 0.5 else "over"
        _press(club, game, "end", {"decision": decision})
    if draw.random() < 0.1:
        undo(club, table, game)


def _tally(club: SeasonClub, view: View) -> None:
    """Tap on several phones. Those that still show an older page may conflict, and someone settles that."""
    table, draw = view.path, club.draw
    more = [step for step in STEP.findall(view.text) if step.endswith("+1")]
    steps = [*draw.sample(more, min(2, len(more))), *draw.sample(STEP.findall(view.text), 1)]
    for _ in range(draw.randint(0, 5)):
        phone = draw.randrange(PHONES)
        shown = view if draw.random() < 0.4 else View(table, club.get(table, phone))
        step = draw.choice(steps)
        name = step[:-2]
        fields = {"from": "table", name: shown.inputs.get(name, ""), "step": step}
        fields["csrf_token"] = View(table, club.get(table, phone)).token
        club.send(phone, shown.text, shown.action, fields)
        club.count("taps")
    settle(club, table)


def settle(club: SeasonClub, path: str) -> None:
    """Settle most conflicts between phones."""
    view = View(path, club.get(path))
    for asked in view.questions:
        if club.draw.random() < 0.8:
            fields = {"back": path, "cell": asked.cell, "standing": asked.standing}
            fields["choice"] = club.draw.choice(asked.choices)
            address = f"{'/'.join(path.split('/')[:3])}/rounds/{asked.round}/settle"
            club.send(0, view.text, address, fields)
            club.count("settled")


def _count(club: SeasonClub, game: int, number: int) -> None:
    """Count a round and finish it: with any numbers, after some tries with none."""
    path = f"/games/{game}/rounds/{number}/edit"
    phone = club.draw.randrange(PHONES)
    for at in range(MAX_TRIES):
        view = View(path, club.get(path, phone))
        if not view.action or "data-local" in view.text:
            return
        typed = _level(view) if at == MAX_TRIES - 1 else _counted(club, game, view)
        if _finish(club, phone, view, typed):
            club.count("rounds")
            return
    club.count("rounds left open")


def _counted(club: SeasonClub, game: int, view: View) -> dict[str, str]:
    draw = club.draw
    agreement = club.games.load(game).agreement
    books = {kind.code for kind in agreement.rules.books}
    out = draw.choice([None, *range(1, agreement.table.players + 1)])
    typed = {"table.ended": f"seat{out}" if out else "stock"}
    for name in view.inputs:
        place, _, field = name.partition(".")
        if field == "melded":
            typed[name] = str(5 * draw.randint(60, 300))
        elif field == "left":
            typed[name] = str(5 * draw.randint(0, 30)) if place != f"seat{out}" else "0"
        elif field in books:
            is_out = out and place == f"team{(out - 1) % agreement.table.teams + 1}"
            typed[name] = _one_of(view, name, draw.randint(2, 4) if is_out else draw.randint(0, 2))
        elif field.endswith(".points") and draw.random() < 0.05:
            typed[name], typed[f"{name[:-7]}.reason"] = f"-{5 * draw.randint(1, 20)}", "House rule"
        elif place == f"seat{out}" and field in HELD:
            continue
        elif "." not in field and field not in ("ruling", "checked") and draw.random() < 0.1:
            typed[name] = _one_of(view, name, 1)
    return typed


def _one_of(view: View, name: str, number: int) -> str:
    """Return a number for an input; a mark has 1 or nothing."""
    is_mark = f'value="{name}+1" aria-pressed' in view.text or re.search(
        rf'id="{re.escape(name)}" name="step"', view.text
    )
    return str(number) if not is_mark else "1" if number else ""


def _level(view: View) -> dict[str, str]:
    """Return a round without points."""
    points = {name: "0" for name in view.inputs if name.endswith((".melded", ".left"))}
    others = {name: "0" if text not in ("", "1") or text == "0" else text for name, text in view.inputs.items()}
    counts = {name: text for name, text in others.items() if text == "0" and ".adjustment" not in name}
    return counts | points | {"table.ended": "stock"}


def _finish(club: SeasonClub, phone: int, view: View, typed: Mapping[str, str]) -> bool:
    """Press "Finish the round", and again with "Yes, this is right" if the page asks for that."""
    shown = {name: text for name, text in view.inputs.items() if not name.endswith(".checked")}
    answer = club.send(phone, view.text, view.action, {**shown, **typed, "action": "finish"})
    confirm = CONFIRM.search(answer.text)
    if answer.status == 422 and confirm:
        again = View(view.path, answer.text)
        shown = {name: text for name, text in again.inputs.items() if not name.endswith(".checked")}
        fields = {**shown, "action": "finish", "confirm": unescape(confirm[1])}
        answer = club.send(phone, again.text, again.action, fields)
    return answer.status == 303


def correct(club: SeasonClub, game: int) -> None:
    """Change one or two numbers of a finished round."""
    finished = [n for n, r in enumerate(club.games.load(game).record.rounds, start=1) if r.finished]
    if not finished:
        return
    path = f"/games/{game}/rounds/{club.draw.choice(finished)}/edit"
    phone = club.draw.randrange(PHONES)
    view = View(path, club.get(path, phone))
    if not view.action:
        return
    names = [name for name in view.inputs if name.endswith((".melded", ".left"))]
    typed = {name: str(5 * club.draw.randint(0, 200)) for name in club.draw.sample(names, club.draw.randint(1, 2))}
    club.count("corrections", _finish(club, phone, view, typed))


def undo(club: SeasonClub, path: str, game: int) -> None:
    """Undo what a phone did last."""
    phone = club.draw.randrange(PHONES)
    view = View(path, club.get(path, phone))
    if view.undo:
        club.send(phone, view.text, f"/games/{game}/undo", {"undo": view.undo, "back": path})
        club.count("undone")


def _press(club: SeasonClub, game: int, what: str, fields: dict[str, str]) -> None:
    """Press a button of the table, even if its page does not show it."""
    page = club.get(f"/games/{game}", 1)
    club.send(1, page, f"/games/{game}/{what}", fields)


def _look(club: SeasonClub, game: int) -> None:
    """Open pages that only show or ask something."""
    for path in ("history", "board", "out?seat=1", "open", "card", "settings", "result", "story", "rounds/1"):
        club.ask(club.draw.randrange(PHONES), "GET", f"/games/{game}/{path}")


def rematch(club: SeasonClub, game: int) -> int | None:
    """Start a rematch. Return the number of the new game, None if this one is not over."""
    page = club.get(f"/games/{game}")
    if 'id="rematch"' not in page:
        return None
    answer = club.send(0, page, f"/games/{game}/rematch", {})
    club.count("rematches")
    return int(answer.location.rpartition("/")[2]) if answer.status == 303 else None
