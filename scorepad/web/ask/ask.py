"""Two questions during a game: can we open, may we go out.

Asking changes nothing, so both are GET requests. Only the partner's answer is recorded.
"""

import json
from dataclasses import replace
from typing import Any

from flask import flash, redirect, render_template, request, url_for

from scorepad.play.form_data import STALE, FormData, Submission, entry_key
from scorepad.play.game import LoadedGame
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.rules.words import LastCard
from scorepad.scoring.cells import CellName, CellValue, Leave, Place
from scorepad.scoring.phone import RED_THREES, Rows, opening_data, out_data, side_data
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import KEEP
from scorepad.web.app.templates import opening
from scorepad.web.ask.going_out import LEAVE, OutPage
from scorepad.web.ask.opening import AskingTeam, OpenPage
from scorepad.web.table.table import seat_of_phone

_OWN = ("csrf_token", "key", "seen", "base", "says")
_SAYS = {"yes": Leave("yes"), "no": Leave("no"), "": None}
_LONGEST = 20
"""Characters of the longest text that the redirect puts into the URL. No input needs more."""


def open_(game: int) -> Any:
    loaded = load(game)
    page = OpenPage.of(loaded, _query(), _own_seat(loaded))
    answers = open_on_phone(page) if KEEP in request.headers else ""
    return render_template("ask/open.html", page=page, answers=answers), 422 if page.faults else 200


def out(game: int) -> Any:
    loaded = load(game)
    own = _own_seat(loaded)
    is_kept = KEEP in request.headers
    # A cached page has the whole form, for any phone.
    page = OutPage.of(loaded, _query(), own or (1 if is_kept else None))
    answers = out_on_phone(page, own) if is_kept else ""
    return render_template("ask/out.html", page=page, answers=answers), 422 if page.faults else 200


def leave(game: int) -> Any:
    """Record the partner's answer to “May I go out?”."""
    form, args = g.form, g.form.data.without(_OWN)
    page = OutPage.of(load(game), args)
    if not form.is_valid:
        return render_template("ask/out.html", page=page, notice=STALE), 422
    says = request.form.getlist("says")
    if page.seat is None or "seat" in page.faults or not page.records or says[1:]:
        flash("Nothing was saved. Choose who would go out, then ask again.", "refused")
    elif says and says[0] in _SAYS:
        cell = (page.round, Place.seat(page.seat), LEAVE)
        _keep(game, form, cell, _SAYS[says[0]])
    else:
        flash("Nothing was saved. Choose yes or no.", "refused")
    return redirect(url_for(".out", game=game, **_address_args(page, args)), 303)


def _query() -> FormData:
    return FormData.of(dict(request.args.lists()))


def _own_seat(loaded: LoadedGame) -> int | None:
    return seat_of_phone(loaded, loaded.record.course.next_round)


def _address_args(page: OutPage, args: FormData) -> dict[str, Any]:
    """Return the question as query arguments, without the partner's answer, which is now recorded."""
    names = (name for name in page.texts if name in args and name != "partner_says")
    return {name: page.texts[name] for name in names if len(page.texts[name]) <= _LONGEST}


def _keep(game: int, form: Submission, cell: CellName, value: CellValue | None) -> None:
    match record_cell(g.club.store, game, form, cell, value, key=entry_key(form.key, cell)):
        case Recorded.KEY_REUSED:
            flash("Nothing was saved: that page was already sent once. Look at it, then choose again.", "refused")
        case Recorded.CONFLICT:
            flash("Someone else saved an answer first, so nothing was overwritten. Look at it.", "refused")


# What a kept page of a question needs so that a phone can answer it without a connection: see `static/js/asked.js`

_WORDS = {
    "yes": "Yes",
    "no": "No",
    "begun": "Not yet",
    "ask": "Ask #",
    "unknown": "No connection",
    "server": "Only the server can answer this. What you tapped stays here; the answer comes with the connection.",
}


def out_on_phone(page: OutPage, own_seat: int | None) -> str:
    """Return the data of "May we go out?" as JSON."""
    sheet = page.sheet
    inputs = {f"books.{field.name}": field.code for field in sheet.books}
    inputs |= {f"begun.{field.name}": field.code for field in sheet.unfinished if field.asked}
    if "threes.red.laid" in page.texts:
        inputs["threes.red.laid"] = RED_THREES
    pages = [(seat, replace(page, seat=seat)) for seat, _ in page.seats]
    return json.dumps(
        {
            **out_data(sheet),
            "round": page.round,
            "own": own_seat or "",
            "usual": {
                "in_foot": "1" if sheet.table.foot else "",
                "last_card": "meld" if sheet.rules.going_out.last_card is LastCard.MELD else "discard",
            },
            "inputs": inputs,
            "binds": page.binds_once_asked,
            "seats": {
                seat: {
                    "name": about.player,
                    "team": about.team_of(seat),
                    "partners": about.partners,
                    "says": about.leave if about.asks_partner else "",
                }
                for seat, about in pages
            },
            "words": _WORDS
            | {
                "who": f"Tap the player who would go out. Needed in round {page.round}: {page.needed or 'no books'}.",
                "in_foot": "# is in the foot",
                "may": "# may go out from the foot." if sheet.table.foot else "# may go out.",
                "not": "# may not go out yet.",
                "asks": "If # is in the foot, nothing else is missing."
                if sheet.table.foot
                else "# has every book needed.",
                "first": "Ask first? A no does not stop #.",
                "binds": "Ask first? If # says no, @ must wait.",
                "says_no": "# says no",
                "says_yes": "# says yes",
                "next": "# goes out, count the round",
            },
        }
    )


def open_on_phone(page: OpenPage) -> str:
    """Return the data of "Can we open?" as JSON."""
    agreed = page.agreed
    rows = tuple((row.code, row.rank if row.naturals else "joker") for row in page.rows)
    own = {"rules": agreed.rules, "table": agreed.table, "round_number": page.round, "decks": agreed.decks}
    return json.dumps(
        {
            **opening_data(rows=rows, **own),
            "labels": {row.code: row.label for row in page.rows},
            "team": page.team or "",
            "alike": page.alike,
            "sides": {side.number: _side(page, side, rows, own) for side in page.sides},
            "words": _WORDS
            | {
                "who": "Choose your team first: the answer depends on it.",
                "opened": "Opened already",
                "tap": "Tap the cards" if page.rows else "Type a sequence",
                "need": "You need #.",
                "points": "# points, @ needed.",
                "missing": "# of @: % missing.",
                "waived": "# points. You need no minimum, because your hand is empty.",
                "more": "%: # more.",
                "with": "Wild cards with the #",
                "next": "Mark as opened",
            },
        }
    )


def _side(page: OpenPage, side: AskingTeam, rows: Rows, own: dict[str, Any]) -> dict[str, Any]:
    before = page.game.record.course.now[int(side.number) - 1]
    data = side_data(score_before=before, lost=side.lost, rows=rows, **own)
    return {**data, "needed": opening(side.minimum), "opened": side.opened}
