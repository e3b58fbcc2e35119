"""The meaning of the columns of a table of results: found by name, in any order, with synonyms and close spellings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from scorepad.exchange.imports.cells import AVERAGES, MAX_IN_A_TEAM, SUMS, shown
from scorepad.exchange.imports.rows import MAX_COLUMNS
from scorepad.scoring.names import fold_name

MAX_TEAMS = 6
MAX_BESIDE = 3
"""The most columns with more people of a team, to the right of the first, under one merged heading."""

DATE, STAMP, GAME, ROUND, RULES, WINNER, LOSER, TEAM, POINTS, NOTES = (
    "Date", "Timestamp", "Game", "Round", "Rules", "Winner", "Loser", "Team", "Points", "Notes"
)  # fmt: skip

_NAMES = {
    DATE: ("date", "day", "played", "played on", "date played", "when", "datum", "tag", "gespielt am", "game date",
           "date of game", "date of the game", "when did you play", "spieldatum", "fecha", "data", "giorno",
           "jour", "dag", "speeldatum"),
    # The first column of the answers to a form of Google, by the language of its owner.
    STAMP: ("timestamp", "zeitstempel", "marca temporal", "horodateur", "informazioni cronologiche",
            "carimbo de data hora", "tijdstempel"),
    GAME: ("game", "game number", "game no", "game id", "match", "spiel", "nr", "no", "number", "#", "partida",
           "partie", "partita", "juego", "jeu", "gioco", "jogo", "spel", "potje"),
    ROUND: ("round", "round number", "round no", "hand", "deal", "runde", "ronda", "manche", "rodada", "ronde",
            "tour", "giro"),
    RULES: ("rules", "rule set", "ruleset", "variant", "regeln", "reglas", "regles", "regole", "regras", "regels"),
    WINNER: ("winner", "winners", "won", "won by", "who won", "winning team", "gewinner", "sieger", "ganador",
             "ganadores", "gagnant", "gagnants", "vincitore", "vincitori", "vencedor", "vencedores", "winnaar",
             "winnaars"),
    LOSER: ("loser", "losers", "lost", "losing team", "verlierer", "perdedor", "perdedores", "perdant", "perdants",
            "perdente", "perdenti", "verliezer", "verliezers"),
    TEAM: ("team", "side", "pair", "partner", "partners", "partnership", "player", "players", "name", "names",
           "mannschaft", "spieler", "paar", "equipo", "jugador", "pareja", "equipe", "joueur", "squadra", "giocatore",
           "coppia", "dupla", "jogador", "speler", "koppel"),
    POINTS: (
        "points", "score", "total", "result", "final score", "final", "sum", "punkte", "ergebnis", "stand", "pts",
        "puntos", "punti", "punteggio", "pontos", "punten", "resultado", "resultat", "risultato", "uitslag",
    ),
    NOTES: ("notes", "note", "comment", "comments", "remarks", "place", "location", "table", "bemerkung", "ort",
            "weekday", "time", "start time", "end time", "duration", "host", "venue", "where", "dealer", "minimum",
            "wochentag", "uhrzeit", "dauer", "gastgeber", "geber", "hora", "heure", "tijd", "lieu", "lugar", "luogo",
            "notas", "notes", "note", "remarques", "commentaires", "comentarios", "opmerkingen", "bemerkungen",
            "difference", "diff", "differenz", "diferencia", "differenza", "verschil", "margin"),
}  # fmt: skip
_MEANINGS = {name: meaning for meaning, names in _NAMES.items() for name in names}
_NUMBERED = {TEAM, POINTS}
_OF_SIDES = {
    "team", "side", "pair", "partnership", "mannschaft", "paar", "equipo", "pareja", "equipe", "squadra", "coppia",
    "dupla", "koppel",
}  # fmt: skip
"""Names of a column that tells, in rows of one person each, who played together."""
ASIDE = frozenset((*_NAMES[WINNER], *_NAMES[NOTES]))
"""Names of what stands beside points."""
_PLAYER = re.compile(r"(?:player|name|spieler|jugador|joueur|giocatore|jogador|speler)[ #._]*(?:\d|[a-f])")
_LABELS_OF_ROUNDS = {*_NAMES[ROUND], "r", "rd", "rnd"}
_OF_WINNERS = {*_NAMES[WINNER], "winning"}, {*_NAMES[LOSER], "losing"}
"""Words for the points of those who won, and of those who lost."""

VAGUE_DAYS = {"day", "tag", "jour", "giorno", "dag", "when", "played"}
"""Names of a column that has the weekday if another one has the date."""

_SIDES = {"we": 1, "us": 1, "wir": 1, "they": 2, "them": 2, "sie": 2, "ihr": 2}
"""What people call the teams of their own table."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns by meaning, as indexes from 0. `not_understood` are names of columns without a known meaning.

    If each row has one person or one team of a game, `people` are the columns with names, and `side` is the one that
    tells who played together, None if there is none. If such a row has a column for each round, `rounds` are those
    columns, by the number of the round; the column of points is then their total. `are_players` says that the columns
    of the teams have a player each.
    """

    at: dict[str, int] = field(default_factory=dict)
    teams: dict[int, list[int]] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    not_understood: tuple[str, ...] = ()
    close: tuple[tuple[str, str], ...] = ()
    people: tuple[int, ...] = ()
    side: int | None = None
    rounds: dict[int, list[int]] = field(default_factory=dict)
    are_players: bool = False

    @property
    def count(self) -> int:
        """How many teams the columns allow."""
        return len(self.teams)

    @property
    def missing(self) -> list[str]:
        """The required columns that are missing."""
        wanted = [] if DATE in self.at or self.rounds else ["Date"]
        if self.people:
            return wanted
        wanted += [f"Team {number}" for number in (1, 2) if number not in self.teams]
        if POINTS not in self.at:
            wanted += [f"Points {number}" for number in (1, 2, *self.teams) if number not in self.points]
        return list(dict.fromkeys(wanted))


def find_columns(header: Sequence[object]) -> Columns:
    if across := _across(header):
        return across
    header, winner = _with_usual_names(header)
    columns, unknown, close = Columns(at={} if winner is None else {WINNER: winner}), [], []
    alike: dict[str, list[int]] = {TEAM: [], POINTS: []}
    merged = 0
    for at, value in enumerate([*header[:MAX_COLUMNS], *[None] * MAX_BESIDE]):
        text = shown(value)
        if not text:
            if merged:
                columns.teams[merged].append(at)
            continue
        meaning, number, is_close = meaning_of(text)
        merged = number if meaning == TEAM and 1 <= number <= MAX_TEAMS else 0
        if meaning in alike and not number:
            alike[meaning].append(at)
        elif meaning == DATE and _is_weekday(header, columns.at.get(DATE), at):
            columns.at[DATE] = at
        elif meaning is None or not _put(columns, meaning, number, at):
            unknown.append(text)
        elif is_close:
            close.append((text, f"{meaning} {number}" if number else meaning))
    if (stamp := columns.at.pop(STAMP, None)) is not None:
        # A form says when it was filled in; a date beside that is the one of the game.
        columns.at.setdefault(DATE, stamp)
    people, side = _of_one_side(header, columns, alike[TEAM], alike[POINTS])
    rest = (alike[TEAM], alike[POINTS]) if not people else ([], alike[POINTS])
    unknown += [shown(header[at]) for at in _put_alike(columns, *rest)]
    heads = [fold_name(shown(header[at])) for of_team in columns.teams.values() for at in of_team if at < len(header)]
    are_players = bool(heads) and all(re.fullmatch(_PLAYER, head) for head in heads)
    return Columns(
        columns.at, columns.teams, columns.points, tuple(unknown), tuple(close), people, side, are_players=are_players
    )


def _with_usual_names(header: Sequence[object]) -> tuple[Sequence[object], int | None]:
    """A header with usual names for teams that are called Winner and Loser, and for points that are called like teams.

    Also returns the column that names the winners, None if they are in no column of a team.
    """
    texts = [shown(value) for value in header[:MAX_COLUMNS]]
    meanings = [meaning_of(text) if text else (None, 0, False) for text in texts]
    usual: dict[int, str] = {}
    teams = {number: at for at, (meaning, number, _) in enumerate(meanings) if meaning == TEAM and number}
    if teams and not any(meaning == POINTS for meaning, *_ in meanings):
        # “Team A, Team B, A, B”
        for number in teams:
            usual |= {at: f"Points {number}" for at, text in enumerate(texts) if fold_name(text) in _names_of(number)}
    winner = None
    who = [[at for at, (meaning, *_) in enumerate(meanings) if meaning == wanted] for wanted in (WINNER, LOSER)]
    if [*map(len, who)] == [1, 1] and not any(meaning == TEAM for meaning, *_ in meanings):
        (winner,), (loser,) = who
        # The points in one column are in the order of the teams.
        places = [1, 2] if winner < loser else [2, 1]
        usual = {at: f"Team {place}" for at, place in zip((winner, loser), places, strict=True)}
        for at, text in enumerate(texts):
            words = {*re.findall(r"[^\W\d_]+", fold_name(text[:80]))}
            sides = [place for place, of in zip(places, _OF_WINNERS, strict=True) if words & of]
            if sides and at not in usual and any(_MEANINGS.get(word) == POINTS for word in words):
                usual[at] = f"Points {sides[0]}"
    return ([usual.get(at, value) for at, value in enumerate(header)] if usual else header), winner


def _names_of(team: int) -> tuple[str, str]:
    return str(team), "abcdef"[team - 1 : team]


def _is_weekday(header: Sequence[object], taken: int | None, at: int) -> bool:
    """Whether a column that was taken for the dates has weekdays, as the one at `at` has the dates."""
    names = [fold_name(shown(header[column])) in VAGUE_DAYS for column in (taken, at) if column is not None]
    return names == [True, False]


def _across(header: Sequence[object]) -> Columns | None:
    """The columns of a table with a row for each person or team, and a column for each round; None if it is none."""
    texts = [shown(value) for value in header[:MAX_COLUMNS]]
    rounds: dict[int, list[int]] = {}
    for at, text in enumerate(texts):
        if number := _round_of(text):
            rounds.setdefault(number, []).append(at)
    places = [at for of_round in rounds.values() for at in of_round]
    if [*rounds] != [*range(1, len(rounds) + 1)] or not rounds:
        return None
    rest = [None if at in places or _is_sum_of_round(text) else text for at, text in enumerate(texts)]
    totals = [at for at, text in enumerate(rest) if text and _is_total(text)]
    names = [at for at, text in enumerate(rest) if text and meaning_of(text)[:2] == (TEAM, 0)]
    if not names and not texts[0] and places[0] > 0:
        # Above names, people often write nothing. Bare numbers could then be points.
        names = [0] if totals or not texts[places[0]].isdecimal() else []
    if not names or not (totals or len(rounds) > 1):
        return None
    others = find_columns([None if at in (*names, *totals) else text for at, text in enumerate(rest)])
    if others.teams or others.points:
        return None
    # Of a sum after each round, the last one is that of all.
    others.at.update((POINTS, at) for at in totals[-1:])
    sides = [at for at in names if len(names) > 1 and fold_name(texts[at]) in _OF_SIDES]
    side = sides[0] if len(sides) == 1 else None
    people = tuple(at for at in names if at != side)
    return replace(others, people=people, side=side, rounds=rounds) if len(people) <= MAX_IN_A_TEAM else None


def _is_total(text: str) -> bool:
    word = fold_name(text[:40]).strip(" :=")
    return word not in AVERAGES and (word in SUMS or meaning_of(text)[:2] == (POINTS, 0))


def _round_of(text: str) -> int:
    """The number of the round in the name of a column: “Round 1”, “R2”, “3”, “Hand 4 score”, “Round 5, books”.

    Return 0 if it is another column, or one of sums.
    """
    words = re.findall(r"[^\W\d_]+|\d+", fold_name(text[:80]))
    numbers = [word for word in words if word.isdecimal()]
    others = [word for word in words if not word.isdecimal()]
    if len(numbers) != 1 or len(numbers[0]) > 2 or _is_sum_of_round(text):
        return 0
    is_label = not _LABELS_OF_ROUNDS.isdisjoint(others) and all(_MEANINGS.get(word) != TEAM for word in others)
    return int(numbers[0]) if is_label or not others else 0


def _is_sum_of_round(text: str) -> bool:
    """Whether a column has the sum of a round or of all so far: “Round 2 total”, “Total 2”."""
    words = re.findall(r"[^\W\d_]+|\d+", fold_name(text[:80]))
    return any(word.isdecimal() for word in words) and not SUMS.isdisjoint(words)


def _of_one_side(
    header: Sequence[object], columns: Columns, named: Sequence[int], points: Sequence[int]
) -> tuple[tuple[int, ...], int | None]:
    """The columns of people and the one of sides in a table with a row for each person or team, or none of them."""
    if columns.teams or columns.points or len(points) != 1:
        return (), None
    sides = [at for at in named if meaning_of(shown(header[at]))[0] and fold_name(shown(header[at])) in _OF_SIDES]
    side = sides[0] if len(sides) == 1 < len(named) else None
    people = tuple(at for at in named if at != side)
    return (people, side) if len(people) <= MAX_IN_A_TEAM else ((), None)


def _put_alike(columns: Columns, teams: Sequence[int], points: Sequence[int]) -> Sequence[int]:
    """Number columns with the same name: Team, Score, Team, Score. Returns columns that remain without a meaning."""
    if 1 < len(teams) == len(points) <= MAX_TEAMS and not columns.teams and not columns.points:
        columns.teams.update((number, [at]) for number, at in enumerate(teams, start=1))
        columns.points.update(enumerate(points, start=1))
        return ()
    if not teams and len(points) > 1 and (after := _by_team(columns.teams, points)):
        columns.points.update(after)
        return ()
    columns.at.update((POINTS, at) for at in points[:1])
    return [*teams, *points[1:]]


def _by_team(teams: Mapping[int, Sequence[int]], points: Sequence[int]) -> dict[int, int]:
    """The columns of points by the team whose column precedes each, empty if that is ambiguous."""
    starts = {columns[0]: number for number, columns in teams.items()}
    before = {max((start for start in starts if start < at), default=-1): at for at in points}
    return {starts[start]: at for start, at in before.items()} if before.keys() == starts.keys() else {}


def _put(columns: Columns, meaning: str, number: int, at: int) -> bool:
    """Register a column, and return whether it could be: most meanings allow only one column."""
    if meaning == TEAM:
        if not 1 <= number <= MAX_TEAMS:
            return False
        columns.teams.setdefault(number, []).append(at)
        return True
    if meaning == POINTS and number:
        return number <= MAX_TEAMS and columns.points.setdefault(number, at) == at
    return meaning == NOTES or columns.at.setdefault(meaning, at) == at


def meaning_of(text: str) -> tuple[str | None, int, bool]:
    """The meaning of a column name, its team (0 for none), and whether the name is only a close spelling."""
    folded = " ".join(re.sub(r"[_.:()\-]+", " ", fold_name(text[:80])).split())
    number, words = _number_in(folded)
    points = [word for word in words if _MEANINGS.get(word) == POINTS]
    if number and points:
        return POINTS, number, False
    if number and any(_MEANINGS.get(word) == TEAM for word in words):
        # “Team 1 player 2” is a person of team 1.
        return TEAM, number, False
    bare = " ".join(words)
    meaning, is_close = _MEANINGS.get(bare), False
    if meaning is None and (near := get_close_matches(bare, _MEANINGS, n=1, cutoff=0.8)):
        meaning, is_close = _MEANINGS[near[0]], True
    return (meaning, number if meaning in _NUMBERED else 0, is_close)


def _number_in(folded: str) -> tuple[int, list[str]]:
    """The first number of a name, or its letter (“team b”), and the remaining words."""
    words = re.findall(r"[^\W\d]+|\d+|#", folded)
    if sides := [word for word in words if word in _SIDES]:
        others = [word for word in words if word not in _SIDES and not word.isdecimal()]
        return _SIDES[sides[0]], others or ["team"]
    numbers = [int(word) for word in words if word.isdecimal() and len(word) < 3]
    letters = [word for word in words if not word.isdecimal()]
    single = [word for word in letters if len(word) == 1 and word in "abcdef"]
    if len(letters) > 1 and single:
        # “Player A2” is a person of team A.
        return "abcdef".index(single[0]) + 1, [word for word in letters if word != single[0]]
    return (numbers[0] if numbers else 0), letters
