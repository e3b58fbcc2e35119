"""`player`: one player with figures, partners, opponents and badges."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION
from scorepad.commands.facts.reading import ask_league, find_player
from scorepad.commands.names import PLAYER
from scorepad.commands.output import Column, facts, print_json, print_line, print_table, print_title

if TYPE_CHECKING:
    from scorepad.league.club_names import ClubPeople
    from scorepad.store import Club

SHOWN = 5
"""The most partners and opponents listed; --json has all."""


@click.command()
@click.argument("name", nargs=-1, required=True, type=PLAYER)
@CLUB_OPTION
@facts
def player(name: tuple[str, ...], slug: str, as_json: bool) -> None:
    """Show one player: figures, partners, badges.

    It also shows opponents and the last games. NAME need not have the right case or accents. It may also be the
    player's number.

    \b
    Examples:
      scorepad player Ann
      scorepad player John Miller --json
    """
    from scorepad.exchange.documents.players import player_document

    def ask(club: "Club", people: "ClubPeople") -> Mapping[str, Any]:
        return player_document(club, people, find_player(club, " ".join(name)))

    document = ask_league(slug, ask)
    if as_json:
        print_json(document)
        return
    print_title(document["name"])
    for line in _about(document):
        print_line(line)
    _print_kinds(document["by_kind"])
    _print_people("Partners", "together", document["partners"])
    _print_people("Opponents", "met", document["opponents"])
    _print_badges(document["badges"])
    _print_games(document["last_games"])


def _about(document: Mapping[str, Any]) -> Iterator[str]:
    from scorepad.scoring.text.explain import plural

    figures = document["figures"]
    if not document["games"]:
        yield "No finished game yet."
        return
    if rating := document["rating"]:
        yield f"Rating {_rating(rating)}."
    for place in document["ranks"]:
        missing = plural(place["games_missing"], "more game", "more games")
        rank = f"{place['rank']} of {place['of']}" if place["rank"] else f"after {missing}"
        yield f"Rank by {place['by']}: {rank}."
    games = plural(figures["games"], "game", "games")
    ties = f", {figures['tied']} tied" if figures["tied"] else ""
    yield f"{games}: {figures['won']} won{ties}, {figures['lost']} lost ({_percent(figures['win_share'])} won)."
    streak = document["streak"]
    if abs(streak) > 1:
        yield f"{abs(streak)} {'won' if streak > 0 else 'lost'} in a row now."
    if document["longest_streak"] > 1:
        yield f"Longest run: {document['longest_streak']} games won in a row."
    if document["guest"]:
        yield "A guest, whom tables leave out."
    if document["retired"]:
        yield "No longer plays."


def _print_kinds(kinds: Sequence[Mapping[str, Any]]) -> None:
    from scorepad.scoring.text.explain import format_number

    if not kinds:
        return
    figures = [kind["figures"] for kind in kinds]
    points = [each["points_a_round"] for each in figures]
    click.echo()
    print_title("By rules")
    print_table(
        [
            Column("kind of game", [kind["name"] for kind in kinds]),
            Column("games", [str(each["games"]) for each in figures], right=True),
            Column("won", [_percent(each["win_share"]) for each in figures], right=True),
            Column("points a round", ["–" if each is None else format_number(round(each)) for each in points], 1, True),
        ]
    )


def _print_people(title: str, games: str, people: Sequence[Mapping[str, Any]]) -> None:
    if not people:
        return
    shown = people[:SHOWN]
    click.echo()
    print_title(f"{title}{f' ({SHOWN} of {len(people)})' if len(people) > SHOWN else ''}")
    print_table(
        [
            Column("name", [each["player"]["name"] for each in shown]),
            Column(games, [str(each["games"]) for each in shown], right=True),
            Column("won", [_percent(each["win_share"]) for each in shown], right=True),
            Column("to expect", [_percent(each["expected"]) for each in shown], right=True),
            Column("", [each["sure"] for each in shown], spare=1),
        ]
    )


def _print_badges(badges: Sequence[Mapping[str, Any]]) -> None:
    earned = [badge for badge in badges if badge["level"] is not None]
    if not earned:
        return
    click.echo()
    print_title("Badges")
    print_table(
        [
            Column("badge", [badge["name"] for badge in earned]),
            Column("level", [str(badge["level"]) for badge in earned], right=True),
            Column("game", [str(badge["game"]) for badge in earned], right=True),
            Column("to the next", [_next(badge) for badge in earned], spare=2),
            Column("for", [badge["meaning"] for badge in earned], spare=1),
        ]
    )


def _next(badge: Mapping[str, Any]) -> str:
    return f"{badge['count']} of {badge['next']}" if badge["next"] else ""


def _print_games(games: Sequence[Mapping[str, Any]]) -> None:
    from scorepad.scoring.text.explain import day, format_number

    if not games:
        return
    click.echo()
    print_title("Last games")
    print_table(
        [
            Column("game", [str(each["game"]) for each in games], right=True),
            Column("day", [day(each["day"]) for each in games]),
            Column("", [each["outcome"] for each in games]),
            Column(
                "points",
                [" – ".join(map(format_number, (each["total"], *each["others"]))) for each in games],
                whole=True,
            ),
        ]
    )


def _rating(rating: Mapping[str, Any]) -> str:
    from scorepad.scoring.text.explain import format_number

    if rating["provisional"]:
        return f"about {format_number(round(rating['rating'], -1))}, still provisional"
    return f"{format_number(rating['rating'])} ± {rating['give_or_take']}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{round(100 * share)}%"
