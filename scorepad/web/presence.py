"""Who is at a game, as its pages and streams tell the hub, and as its pages show it."""

from dataclasses import dataclass

from flask import Flask, request

from scorepad.web import doors
from scorepad.web.clubs import current_club, current_hub
from scorepad.web.company import At, Present, Who

LOOKS_AT = {"tables.show": At.TABLE, "rounds.edit": At.COUNT, "boards.show": At.BOARD}
"""What a phone looks at that asks for a page; who reads something else of a game is not at its table."""


@dataclass(frozen=True, slots=True)
class Here:
    """Who is at a game: people by name with whether they are counting, phones of nobody known, and who watches."""

    people: tuple[tuple[str, bool], ...]
    phones: int
    watching: int


def this_one(game: int) -> Who | None:
    """The phone of this request as the company of a game knows it; None where it was never let in."""
    phone = doors.this_phone()
    if phone is None:
        return None
    return Who(phone.id, phone.player or 0, doors.is_let_in(phone, doors.Level.SCORE, game))


def note(game: int) -> None:
    """Tells the hub that this phone asked for this page of a game."""
    at, who = LOOKS_AT.get(request.endpoint or ""), this_one(game)
    if at and who:
        current_hub().saw(game, who, at)


def here(game: int) -> Here | None:
    """Who is at a game, for its pages; None while a phone is alone."""
    present = current_hub().here(game)
    if not present:
        return None
    names = current_club().player_names({one.player for one in present if one.player})
    return _told(present, names)


def _told(present: tuple[Present, ...], names: dict[int, str]) -> Here:
    scorers = [one for one in present if one.scores]
    # Somebody with two phones is one person.
    people = {one.player: False for one in scorers if one.player in names}
    for one in scorers:
        if one.player in people:
            people[one.player] |= one.counting
    named = ((names[player], counting) for player, counting in people.items())
    return Here(
        people=tuple(sorted(named, key=lambda said: said[0].casefold())),
        phones=sum(one.player not in people for one in scorers),
        watching=len(present) - len(scorers),
    )


def others_score_here(game: int) -> bool:
    """Whether another phone than this keeps score of a game, or did so in the last ten minutes."""
    who = this_one(game)
    return who is not None and current_hub().others_score(game, who.phone)


def install(app: Flask) -> None:
    """Gives templates `here`."""
    app.jinja_env.globals["here"] = here
