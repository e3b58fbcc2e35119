"""`token`: make, list and revoke the tokens by which other programs use a club."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

import click

from scorepad.commands.console import CLUB_OPTION, fail, fail_as, open_club
from scorepad.commands.output import Column, facts, print_json, print_line, print_table

if TYPE_CHECKING:
    from scorepad.store import Access
    from scorepad.store.tokens.tokens import Token

USUAL_PER_MINUTE = 60


@click.group()
def token() -> None:
    """Make, list and revoke the tokens by which other programs use a club."""


@token.command()
@click.argument("name")
@click.option(
    "--may",
    type=click.Choice(["read", "score", "feed"]),
    default="read",
    show_default=True,
    help="Read the whole club; keep score and read; or read the feed of finished games alone.",
)
@click.option("--game", type=click.IntRange(1, 10**9 - 1), metavar="N", help="With --may score: this game alone.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="Its last day. Default: no end.")
@click.option(
    "--per-minute",
    type=click.IntRange(1, 6000),
    default=USUAL_PER_MINUTE,
    show_default=True,
    metavar="N",
    help="How many requests a minute it may send.",
)
@CLUB_OPTION
def new(name: str, may: str, game: int | None, until: datetime | None, per_minute: int, slug: str) -> None:
    """Make a token for the program NAME, and print it.

    It is printed this once: the club keeps only its hash.
    """
    from scorepad.store.tokens.tokens import TokenRole

    with _access(slug) as access:
        ends = until.date() if until else None
        made = access.tokens.new(name, TokenRole(may), game=game or 0, ends=ends, per_minute=per_minute)
    click.echo(made.text)


@token.command("list")
@facts
@CLUB_OPTION
def list_(as_json: bool, slug: str) -> None:
    """List the tokens of a club: number, name, what each may do, its end, and when it was used last."""
    with _access(slug) as access:
        tokens = access.tokens.all()
    if as_json:
        documents = [{key: value for key, value in each._asdict().items() if key != "label"} for each in tokens]
        print_json({"tokens": documents})
    elif tokens:
        print_table(_columns(tokens))
    else:
        print_line("No tokens yet.")


def _columns(tokens: "Sequence[Token]") -> list[Column]:
    may = [f"{each.may} game {each.game}" if each.game else each.may.value for each in tokens]
    until = ["revoked" if each.revoked else each.ends or "–" for each in tokens]
    used = [(each.used_at or "never")[:16].replace("T", " ") for each in tokens]
    return [
        Column("N", [str(each.id) for each in tokens], right=True),
        Column("Name", [each.name for each in tokens]),
        Column("May", may),
        Column("Until", until),
        Column("Used (UTC)", used, spare=1),
    ]


@token.command()
@click.argument("number", type=click.IntRange(1, 10**9 - 1), metavar="N")
@CLUB_OPTION
def revoke(number: int, slug: str) -> None:
    """Revoke the token N: its program is out at once."""
    with _access(slug) as access:
        if not access.tokens.revoke(number):
            fail(f"There is no token {number}. “scorepad token list” shows all.")
    click.echo(f"Token {number} is revoked.")


@contextmanager
def _access(slug: str) -> "Iterator[Access]":
    """Lend the list of phones and tokens of a club. Exits with a sentence if there is no such club."""
    from scorepad import paths
    from scorepad.store import Access, StoreError

    with open_club(slug) as club:
        try:
            with closing(Access.open(club.path.parent / paths.ACCESS)) as access:
                yield access
        except StoreError as error:
            fail_as(error)
