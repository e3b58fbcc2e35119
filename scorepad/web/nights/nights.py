"""The pages of nights: the list, a night, its board, its plan and codes on paper, its result in other forms."""

import csv
import io
from typing import Any

from flask import Response, current_app, redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorepad.exchange.exports.spreadsheets import safe
from scorepad.language.words import format_number
from scorepad.play.nights import Night, nights_of
from scorepad.scoring.names import fold_name
from scorepad.web.access.join import generation_at, table_word
from scorepad.web.access.phones import ExternalAddress, external_address, qr_code
from scorepad.web.app.answers import conditional
from scorepad.web.app.current import g
from scorepad.web.app.design_tokens import colours
from scorepad.web.app.templates import new_key
from scorepad.web.nights.view import NightPage
from scorepad.web.result.picture import MAX_LINES, Summary, summary_answer


def index() -> Any:
    """List the nights, those to come first, then the latest first."""
    store = g.club.store
    listed = [NightPage.of(night.id) for night in nights_of(store, store.nights.all())[:MOST_LISTED]]
    listed.sort(key=lambda page: (page.day, page.night.begins, page.night.id), reverse=True)
    removed = [NightPage.of(night.id) for night in nights_of(store, store.nights.all(removed=True))[:MOST_LISTED]]
    return render_template(
        "nights/index.html", nights=listed, removed=removed, undo=request.args.get("removed", ""), key=new_key()
    )


MOST_LISTED = 50
"""Nights in the list."""


def show(night: int) -> Any:
    """Show a night: what comes next, its sittings, the table and the prizes."""
    page = NightPage.of(night)
    return render_template("nights/night.html", page=page, key=new_key(), file=picture_name(page.night))


def board(night: int) -> Any:
    """Show the board of a night, for a television. It asks for itself again, and is 304 while nothing has changed."""
    # As on the board of a table: without a session the page has no ETag.
    generate_csrf()
    page = NightPage.of(night)
    return conditional(lambda: render_template("nights/board.html", page=page), page.content)


def seating(night: int) -> Any:
    """Show the seating plan to print: for the wall, or with ?slips=1 a slip for each person."""
    page = NightPage.of(night)
    slips = [(page.name(person), _ways(page, person)) for person in page.night.here]
    slips.sort(key=lambda slip: fold_name(slip[0]))
    as_slips = request.args.get("slips") == "1"
    return render_template("nights/seating.html", page=page, slips=slips, as_slips=as_slips, most=MOST_LARGE)


MOST_LARGE = 56
"""Tables of all sittings that are printed in large letters on one sheet. More are smaller, so that they stay on one."""


def _ways(page: NightPage, person: int) -> list[tuple[int, int, str, str]]:
    """Return where a person sits: the sitting, the table (0: sits out), the partners and the others."""
    ways = []
    for number, sitting in enumerate(page.night.drawn, start=1):
        at = sitting.table_of(person)
        if at is None:
            if sitting.tables:
                ways.append((number, 0, "", ""))
            continue
        teams = sitting.tables[at - 1]
        own = next(team for team in teams if person in team)
        partners = " & ".join(page.name(one) for one in own if one != person)
        others = " – ".join(" & ".join(map(page.name, team)) for team in teams if team is not own)
        ways.append((number, at, partners, others))
    return ways


def codes(night: int) -> Any:
    """Show the code of each table, to print. It works all night, and before the first sitting begins."""
    page, where = NightPage.of(night), external_address()
    most = max((len(sitting.tables) for sitting in page.night.drawn), default=0)
    shown = [(at, _code(page.night, at, where)) for at in range(1, most + 1)]
    return render_template("nights/codes.html", page=page, where=where, codes=shown if where.origin else [])


def _code(night: Night, table: int, where: ExternalAddress) -> Markup:
    generation = generation_at(night, table)
    word = table_word(str(current_app.secret_key), g.club.slug, night, table, generation)
    return qr_code(f"{where.origin}/in/{word}", f"Code for keeping score at table {table}")


def picture_name(night: Night) -> str:
    return f"scorepad-night-{night.id}.png"


def picture(night: int) -> Any:
    """Send the picture of a night. Redirect if nothing was played yet."""
    page = NightPage.of(night)
    if not page.rows:
        return redirect(url_for("nights.show", night=night), 303)
    return summary_answer(summary(page), picture_name(page.night))


def summary(page: NightPage) -> Summary:
    """Return the contents of the picture: who is first, the first rows of the table, and the other prizes."""
    best = [page.people.name(row.who) for row in page.rows if row.rank == 1]
    counts = [
        ("games", "Game" if len(page.games) == 1 else "Games", format_number(len(page.games))),
        ("people", "People", format_number(len({one for row in page.rows for one in row.who}))),
    ]
    unit = " a round" if page.table.unequal else ""
    lines = [f"{page.title}: {'final result' if page.is_over else 'so far'}"]
    rows = [f"{row.rank}. {page.people.name(row.who)}: {page.value(row)}{unit}" for row in page.rows]
    others = [f"{prize.label}: {', '.join(prize.names)}, {prize.text}" for prize in page.prizes[2:]]
    room = max(3, MAX_LINES - len(lines) - len(others))
    return Summary(", ".join(best), colours()["felt"], counts, [*lines, *rows[:room], *others][:MAX_LINES])


def result_csv(night: int) -> Any:
    """Send the table of a night as CSV."""
    page, out = NightPage.of(night), io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["Rank", "Name", "Points", "Rounds", "Points a round", "Games", "Won"])
    for row in page.rows:
        name, mean = safe(page.people.name(row.who)), float(round(row.mean, 2))
        rows.writerow([row.rank, name, row.points, row.rounds, mean, row.games, row.won])
    answer = Response("\ufeff" + out.getvalue(), mimetype="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="scorepad-night-{page.night.id}.csv"'
    return answer


def result_json(night: int) -> Any:
    """Send a night with its sittings and its table as JSON, as the API does."""
    return NightPage.of(night).document
