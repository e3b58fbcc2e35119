"""Four games of four people, small enough to compute every figure by hand.

| game | day        | seats 1 and 3 | seats 2 and 4 | rounds                      | totals      |
|------|------------|---------------|---------------|-----------------------------|-------------|
| 1    | 2026-01-05 | Ann, Carla    | Bob, Dora     | 6500:20                     | 6500 : 20   |
| 2    | 2026-01-06 | Ann, Carla    | Bob, Dora     | 3000:3050, 3100:3000        | 6100 : 6050 |
| 3    | 2026-01-07 | Ann, Bob      | Carla, Dora   | 0:6000                      | 0 : 6000    |
| 4    | 2026-01-08 | Ann, Carla    | Bob, Dora     | 6000:6000                   | 6000 : 6000 |
"""

from tests.web.kept import keep

USUAL = ("Ann", "Bob", "Carla", "Dora")
CROSSED = ("Ann", "Carla", "Bob", "Dora")


def play_tiny_league(visitor):
    play(visitor, (6500, 20), day=5)
    play(visitor, (3000, 3050), (3100, 3000), day=6)
    play(visitor, (0, 6000), day=7, names=CROSSED)
    play(visitor, (6000, 6000), day=8)
    return ids(visitor)


def play(visitor, *rounds, names=USUAL, day=20, slug="southern-ohio", cells=None):
    """Play a game on a day of January 2026, and return its number."""
    club, now = visitor.club, visitor.club._now
    club._now = lambda: f"2026-01-{day:02}T12:00:00.000+00:00"
    try:
        return keep(visitor, slug, *rounds, names=names, cells=cells).game
    finally:
        club._now = now


def ids(visitor):
    return {player.name: player.id for player in visitor.club.people.everyone()}


def key(people, names):
    """The key of "Ann", or of "Ann & Carla"."""
    return "-".join(str(number) for number in sorted(people[name] for name in names.split(" & ")))
