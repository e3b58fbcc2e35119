"""Pictures and printable pages as files for the command line, rendered by the views as for a reader's phone."""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import IO

from flask import Flask

from scorepad import paths
from scorepad.exchange.exports import Export, Report
from scorepad.league.tables import DAYS, EVERYTHING, DayRange, PlayedGames
from scorepad.live.open_clubs import OpenClub
from scorepad.play.game import Games, UnreadableGame
from scorepad.rulebook.paper import filled_paper
from scorepad.rules.faults import RulesError
from scorepad.scoring.text.explain import day as day_text
from scorepad.store import Club, Pass, Phone, Role, Season, StoreError
from scorepad.web.app.current import g
from scorepad.web.app.factory import create_rendering_app
from scorepad.web.app.permissions import permissions_of
from scorepad.web.exchange.paper import MAX_FIRST

READER = Phone(0, "command line", None, "", dismissed=False, passes=frozenset({Pass(Role.READER)}))
"""A reader sees no invite links."""

_TITLE = re.compile("<title>.*?</title>", re.DOTALL)
_MAIN = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
_STYLE = re.compile(r'<link rel="stylesheet" href="[^"]*/assets/[0-9a-f]+/([^"]+)">')
_TO_TAP = re.compile(r"<(form|nav|button|script)\b.*?</\1>", re.DOTALL)
_PICTURE = re.compile(r"url\([^)]*\)")
_DARK = re.compile(r"@media ?\(prefers-color-scheme: ?dark\)")
_LINK = re.compile(r'(<a\b[^>]*?) href="[^"]*"')

_PAGES = """
.scroll:has(.sheet-of-paper) ~ .scroll { break-before: page; }
@media screen { body > main { max-width: 190mm; margin: 0 auto; padding: 10mm; } }
"""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is rendered: a game, or days with games that count; with a file name suffix and the paths of its pages.

    `nothing` is the message if there is nothing to render.
    """

    name: str
    ending: str
    sheet: str
    picture: str
    nothing: str
    game: int = 0
    days: DayRange = EVERYTHING


def game_subject(number: int) -> Subject:
    root, nothing = f"/games/{number}", f"Game {number} is not over yet, so it has no picture."
    return Subject(f"game {number}", f"-game-{number}", f"{root}/sheet", f"{root}/result.png", nothing, number)


def evening_subject(day: date) -> Subject:
    text, root = day_text(day.isoformat()), f"/evenings/{day}"
    nothing, days = f"No game of {text} counts.", DayRange(DAYS, text, day, day)
    return Subject(f"the evening of {text}", f"-evening-{day}", root, f"{root}/picture.png", nothing, days=days)


def season_subject(season: Season) -> Subject:
    name, root = f"“{season.name}”", f"/league/seasons/{season.id}"
    nothing, days = f"No game of {name} counts yet.", DayRange.of_season(season)
    return Subject(name, f"-season-{season.id}", f"{root}/sheet", f"{root}/picture.png", nothing, days=days)


def picture_of(subject: Subject, home: Path, slug: str) -> Export:
    """Return the picture to share of a subject in the club `slug` under `home`."""
    write = partial(_write_picture, subject, home, slug)
    return Export("picture", f"The picture of {subject.name}", "", f"{subject.ending}.png", "image/png", write)


def sheet_of(subject: Subject, home: Path, slug: str) -> Export:
    """Return the printable page of a subject, as self-contained HTML."""
    write = partial(_write_sheet, subject, home, slug)
    return Export("sheet", f"The sheet of {subject.name}", "", f"{subject.ending}.html", "text/html", write)


def _write_picture(subject: Subject, home: Path, slug: str, club: Club, stream: IO[bytes], report: Report) -> None:
    """Write a picture. Raises StoreError if there is none."""
    (picture,) = _rendered(create_rendering_app(home), [subject.picture], subject, slug, club)
    stream.write(picture)
    report(1, 1)


def _write_sheet(subject: Subject, home: Path, slug: str, club: Club, stream: IO[bytes], report: Report) -> None:
    """Write a printable page. Raises StoreError if there is nothing to print."""
    app = create_rendering_app(home)
    try:
        addresses = [*_papers(club, subject)] if subject.game else [subject.sheet]
    except (RulesError, UnreadableGame):
        raise _damaged(subject) from None
    pages = [page.decode() for page in _rendered(app, addresses, subject, slug, club)]
    stream.write(_without_links(app, pages).encode())
    report(1, 1)


def _papers(club: Club, subject: Subject) -> Iterator[str]:
    """Yield the paths of the pages of a game's sheet: a long game has several."""
    record, first = Games(club).load(subject.game).record, 1
    while first == 1 or first <= min(len(record.rounds), MAX_FIRST):
        yield f"{subject.sheet}?from={first}"
        first = filled_paper(record, (), first).last + 1


def _rendered(app: Flask, addresses: list[str], subject: Subject, slug: str, club: Club) -> list[bytes]:
    """Return the bodies of the responses to these paths. Raises StoreError."""
    if not subject.game:
        club.league.catch_up()
        if not PlayedGames.over(club.league, subject.days).count:
            raise StoreError(subject.nothing)
    opened = replace(OpenClub.of(club, slug), is_example=False)
    with closing(opened.access), closing(opened.hub):
        try:
            return [_answer(app, address, opened, subject) for address in addresses]
        except (RulesError, UnreadableGame):
            raise _damaged(subject) from None


def _answer(app: Flask, address: str, club: OpenClub, subject: Subject) -> bytes:
    with app.test_request_context(address, base_url=f"http://localhost{paths.prefix(club.slug)}"):
        g.club, g.phone, g.token = club, READER, ""
        g.allowed = permissions_of(READER)
        response = app.make_response(app.dispatch_request())
        if response.status_code != 200:
            raise StoreError(subject.nothing)
        return response.get_data()


def _damaged(subject: Subject) -> StoreError:
    return StoreError(f"{subject.name.capitalize()} is damaged: run “scorepad doctor”.")


def _without_links(app: Flask, pages: list[str]) -> str:
    """Merge pages into one with inline styles and no links, which looks the same on the screen as on paper."""
    names = dict.fromkeys(name for page in pages for name in _STYLE.findall(page))
    styles = "".join(app.extensions["scorepad.assets"][name].decode() for name in names)
    # Only parts that are left out use the images in the styles.
    styles = _DARK.sub("@media not all", _PICTURE.sub("none", styles)).replace("@media print", "@media all")
    parts = "".join(_LINK.sub(r"\1", _TO_TAP.sub("", part)) for page in pages for part in _MAIN.findall(page))
    title = "".join(_TITLE.findall(pages[0])[:1])
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{title}<style>{styles}{_PAGES}</style></head>"
        f'<body><main id="main">{parts}</main></body></html>\n'
    )
