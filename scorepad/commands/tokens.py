"""`token`: create, list and revoke the tokens of programs that use a club."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date, datetime, tzinfo
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION, fail, open_club
from scorepad.commands.names import GAME, Number
from scorepad.commands.output import JSON_OPTION, Column, facts, print_json, print_line, print_table

if TYPE_CHECKING:
    from scorepad.store import Access
    from scorepad.store.tokens import Token

USUAL_PER_MINUTE = 60


@click.group()
def token() -> None:
    """Let other programs use a club by tokens."""


@token.command()
@click.argument("name")
@click.option(
    "--may",
    type=click.Choice(["read", "score", "manage", "feed"]),
    default="read",
    help="Read the whole club; keep score and read; also begin games and change settings and people; or only read the"
    " feed of finished games and the calendar. Default: read.",
)
@click.option("--game", type=GAME, metavar="N", help="With --may score: only this game.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="Its last day. Default: no end.")
@click.option(
    "--per-minute",
    type=Number(1, 6000),
    default=USUAL_PER_MINUTE,
    metavar="N",
    help=f"How many requests a minute it may send. Default: {USUAL_PER_MINUTE}.",
)
@click.option("--origin", default="", metavar="SITE", help="A site whose pages may record with it from a browser.")
@CLUB_OPTION
@JSON_OPTION
def new(
    name: str,
    may: str,
    game: int | None,
    until: datetime | None,
    *,
    per_minute: int,
    origin: str,
    slug: str,
    as_json: bool,
) -> None:
    """Make a token for the program NAME, and print it.

    It is printed this once: the club keeps only its hash.

    \b
    Examples:
      scorepad token new Overlay
      scorepad token new "Score buttons" --may score --game 12
    """
    from scorepad.store.tokens import TokenRole

    ends = until.date() if until else None
    _refuse_useless(slug, game, ends)
    with _access(slug, writes=True) as access:
        made = access.tokens.new(name, TokenRole(may), game=game or 0, ends=ends, per_minute=per_minute, origin=origin)
    if as_json:
        print_json({"token": _document(made.token), "text": made.text})
    else:
        click.echo(made.text)


def _refuse_useless(slug: str, game: int | None, ends: date | None) -> None:
    """Exit with a message if the token would be useless: its game does not exist, or its last day is past."""
    with open_club(slug, writes=True) as club:
        if game and not club.exists(game):
            fail(f"There is no game {game} in this club. “scorepad games” lists them.")
        if ends and ends < club.clock.today():
            fail(f"{ends} is over. Choose a later day, or none.")


@token.command("list")
@facts
@CLUB_OPTION
def list_(as_json: bool, slug: str) -> None:
    """List the tokens of a club.

    Each has its number, its name, what it may do, its end, and when it was used last.
    """
    with open_club(slug) as club:
        zone = club.clock.zone()
    with _access(slug) as access:
        tokens = access.tokens.all()
    if as_json:
        print_json({"tokens": [_document(each) for each in tokens]})
    elif tokens:
        print_table(_columns(tokens, zone))
    else:
        print_line("No tokens yet.")


def _document(token: "Token") -> dict[str, Any]:
    return {key: value for key, value in token._asdict().items() if key != "label"}


def _columns(tokens: "Sequence[Token]", zone: tzinfo | None) -> list[Column]:
    from scorepad.scoring.text.explain import time_text

    may = [f"{each.may} game {each.game}" if each.game else each.may.value for each in tokens]
    until = ["revoked" if each.revoked else each.ends or "–" for each in tokens]
    used = [time_text(each.used_at or "", zone) or "never" for each in tokens]
    return [
        Column("token", [str(each.id) for each in tokens], right=True),
        Column("name", [each.name for each in tokens]),
        Column("may", may),
        Column("until", until),
        Column("last used", used, spare=1),
    ]


@token.command()
@click.argument("number", type=Number(1, 10**9 - 1), metavar="N")
@CLUB_OPTION
@JSON_OPTION
def revoke(number: int, slug: str, as_json: bool) -> None:
    """Revoke a token: its program loses access at once.

    N is its number in the list.
    """
    with _access(slug, writes=True) as access:
        if not access.tokens.revoke(number):
            fail(f"There is no token {number}. “scorepad token list” shows all.")
    if as_json:
        print_json({"revoked": number})
    else:
        click.echo(f"Token {number} is revoked.")


@contextmanager
def _access(slug: str, *, writes: bool = False) -> "Iterator[Access]":
    """Open the phones and tokens of a club."""
    from scorepad import paths
    from scorepad.store import Access

    with open_club(slug, writes=writes) as club, closing(Access.open(club.path.parent / paths.ACCESS)) as access:
        yield access
