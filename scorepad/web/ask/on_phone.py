"""What a kept page of a question needs so that a phone can answer it without a connection: see `static/js/asked.js`."""

import json
from dataclasses import replace
from typing import Any

from scorepad.rules.words import LastCard
from scorepad.scoring.phone import RED_THREES, Rows, opening_data, out_data, side_data
from scorepad.web.app.templates import opening
from scorepad.web.ask.going_out_page import OutPage
from scorepad.web.ask.opening_page import AskingTeam, OpenPage

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
                "may": "# must be in the foot." if sheet.table.foot else "# may go out.",
                "not": "# may not go out yet.",
                "asks": "Nothing else is missing. # may say no.",
                "first": "Ask first?",
                "says_no": "# says no",
                "says_yes": "# says yes",
                "next": "# goes out, count the round",
            },
        }
    )


def open_on_phone(page: OpenPage) -> str:
    """Return the data of "Can we open?" as JSON."""
    agreed = page.game.agreement
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
                "tap": "Tap the cards",
                "need": "You need #.",
                "points": "# points, @ needed.",
                "missing": "# of @: % missing.",
                "waived": "# points. You need no minimum, because your hand is empty.",
                "more": "%: # more.",
                "next": "Mark as opened",
            },
        }
    )


def _side(page: OpenPage, side: AskingTeam, rows: Rows, own: dict[str, Any]) -> dict[str, Any]:
    before = page.game.record.course.now[int(side.number) - 1]
    data = side_data(score_before=before, lost=side.lost, rows=rows, **own)
    return {**data, "needed": opening(side.minimum), "opened": side.opened}
