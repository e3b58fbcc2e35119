"""The views of a club's SQLite export: its tables in columns that people and other programs can read.

Scorepad itself never reads them. docs/documents.md describes every column.
"""

from sqlite_utils import Database

from scorepad.league.facts import WHOLE
from scorepad.league.periods import Period
from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.store.results.tables import PEOPLE_SIZE

RATINGS = "export_rating"
"""The table of ratings. Those of the league are packed, and plain SQL cannot read them."""

_ALL = Period.ALL.value

_PLAYERS = f"""
    SELECT player.id AS player, player.name,
      coalesce(player.merged_into, player.id) AS person,
      player.guest, player.retired, player.forgotten,
      rating.rating, rating.give_or_take
    FROM player LEFT JOIN {RATINGS} AS rating ON rating.player = coalesce(player.merged_into, player.id)
    ORDER BY player.folded, player.id"""

_GAMES = f"""
    SELECT game.id AS game, counted.day, game.created_at AS began,
      counted.game IS NOT NULL AS counts,
      EXISTS (
        SELECT 1 FROM cell AS bin WHERE bin.game = game.id AND bin.round = {WHOLE_GAME} AND bin.place = '{TABLE}'
          AND bin.field = '{BINNED}' AND bin.value = 'true') AS in_bin,
      json_extract(rules.value, '$.name') AS rules, json_extract(rules.value, '$.slug') AS rules_slug,
      kind.players, kind.teams, kind.decks, counted.rounds,
      (SELECT group_concat(totals.team, ' ') FROM totals WHERE totals.game = game.id AND totals.win > 0) AS winners
    FROM game
    LEFT JOIN league_game AS counted ON counted.game = game.id
    LEFT JOIN league_kind AS kind ON kind.id = counted.kind
    LEFT JOIN cell AS rules ON rules.game = game.id AND rules.round = {WHOLE_GAME} AND rules.place = '{TABLE}'
      AND rules.field = 'rules'"""

_TOTALS = f"""
    SELECT counted.game, counted.day, team.key + 1 AS team,
      (SELECT group_concat(player.name, ' & ') FROM json_each(team.value, '$[0]') AS seat
       JOIN player ON player.id = seat.value) AS people,
      json_extract(team.value, '$[1]') AS total,
      json_extract(team.value, '$[3]') + 1 AS place,
      json_extract(team.value, '$[2]') / {WHOLE}.0 AS win
    FROM league_game AS counted, json_each(counted.sides) AS team"""

_ROUNDS = """
    SELECT counted.game, counted.day, json_extract(played.value, '$[0]') AS round, team.key + 1 AS team,
      team.value AS points
    FROM league_game AS counted
    JOIN league_reading AS reading ON reading.game = counted.game,
      json_each(reading.facts, '$[9]') AS played, json_each(played.value, '$[1]') AS team"""

_STANDINGS = f"""
    SELECT rank() OVER (ORDER BY sum(tally.share) DESC) AS rank, player.id AS player, player.name,
      sum(tally.games) AS games, sum(tally.share) / {WHOLE}.0 AS wins,
      sum(tally.share) / {WHOLE}.0 / sum(tally.games) AS win_share,
      sum(tally.ties) AS ties, sum(tally.rounds) AS rounds, sum(tally.points) AS points,
      sum(tally.went_out) AS went_out, sum(tally.exact_cuts) AS exact_cuts, sum(tally.red_threes) AS red_threes,
      sum(tally.books) AS books, sum(tally.clean) AS clean_books,
      rating.rating, rating.give_or_take
    FROM league_tally AS tally
    JOIN player ON player.id = CAST(tally.who AS INTEGER)
    LEFT JOIN {RATINGS} AS rating ON rating.player = player.id
    WHERE tally.size = {PEOPLE_SIZE} AND tally.span = {_ALL} AND tally.start = ''
      AND NOT player.guest AND NOT player.forgotten AND player.merged_into IS NULL
    GROUP BY tally.who HAVING sum(tally.games) > 0
    ORDER BY rank, player.folded, player.id"""

VIEWS = {"players": _PLAYERS, "totals": _TOTALS, "rounds": _ROUNDS, "games": _GAMES, "standings": _STANDINGS}
"""Every view with its query. `games` reads `totals`."""


def make(db: Database) -> None:
    """Create the views, and an empty table of ratings."""
    db.execute(
        f"CREATE TABLE {RATINGS} (player INTEGER PRIMARY KEY REFERENCES player (id), rating INTEGER NOT NULL,"
        " give_or_take INTEGER NOT NULL) STRICT"
    )
    for name, query in VIEWS.items():
        db.create_view(name, query)


def drop(db: Database) -> None:
    """Drop what `make` created, in an export that is opened as a club: a migration may change what the views read."""
    for name in VIEWS.keys() & set(db.view_names()):
        db.view(name).drop()
    db.execute(f"DROP TABLE IF EXISTS {RATINGS}")
