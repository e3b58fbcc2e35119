"""Events between the games of a club: restarts, clock steps, the bin, people, seasons, settings."""

import re

from bench.proofs.phones import hidden
from bench.proofs.season_club import SeasonClub
from bench.proofs.season_game import SECOND, correct, undo

CHANCES = {
    "restart": 0.06,
    "step": 0.08,
    "bin_or_restore": 0.08,
    "correct_old": 0.12,
    "merge": 0.1,
    "separate": 0.03,
    "rename": 0.04,
    "season": 0.04,
    "change_settings": 0.06,
    "standings": 0.1,
}


def happen(club: SeasonClub, games: list[int]) -> None:
    """Let some events happen at random."""
    for what, chance in CHANCES.items():
        if club.draw.random() < chance:
            globals()[what](club, club.draw.choice(games))


def restart(club: SeasonClub, game: int) -> None:
    club.restart()


def step(club: SeasonClub, game: int) -> None:
    club.clock.step()
    club.count("clock steps")


def bin_or_restore(club: SeasonClub, game: int) -> None:
    """Put a game into the bin, or restore it."""
    is_binned = club.games.load(game).is_binned
    page = club.get(f"/games/{game}")
    club.send(0, page, f"/games/{game}/{'restore' if is_binned else 'bin'}", {})
    club.count("binned" if not is_binned else "restored")


def correct_old(club: SeasonClub, game: int) -> None:
    """Correct an old game, and sometimes undo that."""
    correct(club, game)
    if club.draw.random() < 0.3:
        undo(club, f"/games/{game}", game)


def merge(club: SeasonClub, game: int) -> None:
    """Merge two people; those who sat at one table are refused."""
    everyone = club.store.people.everyone()
    one, other = club.draw.sample([player.id for player in everyone], 2)
    for player in everyone:
        others = club.store.people.named(player.name.removesuffix(SECOND))
        if player.name.endswith(SECOND) and player.merged_into is None and others:
            one, other = player.id, others[0].id
    page = club.get(f"/people/{one}/merge?into={other}")
    answer = club.send(0, page, f"/people/{one}/merge", {"into": str(other)})
    club.count("merges", answer.status == 303)


def separate(club: SeasonClub, game: int) -> None:
    """Undo a merge."""
    merged = [player for player in club.store.people.everyone() if player.merged_into]
    if merged:
        player = club.draw.choice(merged)
        page = club.get(f"/people/{player.merged_into}/edit")
        club.send(0, page, f"/people/{player.id}/unmerge", {"was": str(player.merged_into)})
        club.count("merges taken back")


def rename(club: SeasonClub, game: int) -> None:
    """Rename a person, or undo that."""
    player = club.draw.choice([player for player in club.store.people.everyone() if not player.merged_into])
    path = f"/people/{player.id}/edit"
    page = club.get(path)
    was = {name: hidden(page, name) for name in ("was.name", "was.colour", "was.guest", "was.retired")}
    name = f"{player.name.split()[0]} {club.draw.randint(1, 99)}"
    club.send(0, page, path, was | {"name": name, "colour": was["was.colour"]})
    club.count("renamed")


def season(club: SeasonClub, game: int) -> None:
    """Begin a season, or remove the first one, or restore it."""
    page = club.get("/league/seasons")
    begun = re.findall(r'href="/league/seasons/([0-9]+)"', page)
    if not begun or club.draw.random() < 0.4:
        day = club.clock.now.date().isoformat()
        fields = {"name": f"Season {club.draw.randint(1, 9_999)}", "first_day": day, "last_day": ""}
        club.send(0, page, "/league/seasons", fields | {"figure": "wins", "least": "1"})
    else:
        path = f"/league/seasons/{club.draw.choice(begun)}"
        club.send(0, club.get(path), f"{path}/{club.draw.choice(('end', 'remove', 'restore'))}", {"was": "1"})
        club.get(path)
    club.count("seasons")


def change_settings(club: SeasonClub, game: int) -> None:
    """Put someone else into a seat: as a correction, or from the next round on."""
    path = f"/games/{game}/settings"
    page = club.get(path)
    inputs = dict(re.findall(r'name="((?:id\.)?seat[0-9]|team[0-9]\.brought|decks|paper)" value="([^"]*)"', page))
    inputs |= {"moving": "", "rules": "kept", "shown": "kept", "since": club.draw.choice(("mend", "now"))}
    seat = club.draw.choice([name for name in inputs if name.startswith("seat")])
    inputs[seat], inputs[f"id.{seat}"] = f"Guest {club.draw.randint(1, 5)}", ""
    answer = club.send(0, page, path, inputs | {"action": "keep"})
    club.count("settings changed", answer.status == 303)


def standings(club: SeasonClub, game: int) -> None:
    """Open the league, and a person's games."""
    someone = club.draw.choice(club.store.people.everyone()).id
    for path in ("/league", "/league/records", "/league/seasons", "/people", f"/people/{someone}", "/bin", "/phones"):
        club.get(path)
