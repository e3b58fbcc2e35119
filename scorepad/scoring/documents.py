"""Read JSON documents: rounds, and the questions of `can-open` and `can-go-out`. docs/documents.md describes them.

Reading collects every error with its path; it never stops at the first.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from scorepad.rules import codes, lookup
from scorepad.rules.faults import quote, suggest
from scorepad.rules.model import MAX_CARDS, MAX_DECKS, RuleSet, Table
from scorepad.rules.parse import in_round
from scorepad.rules.words import ALL_CARDS, THREE, THREES, WILD_CARDS, Begun, CardPlace, Color, LastCard, LoneHand
from scorepad.scoring.advice.going_out import OutQuestion, as_if_out
from scorepad.scoring.advice.opening import OpeningQuestion
from scorepad.scoring.check import check, too_many_cards
from scorepad.scoring.model import (
    NONE,
    SEQUENCE,
    Adjustment,
    Counts,
    Ended,
    Level,
    Meld,
    Problem,
    Quantity,
    Round,
    TeamRound,
)
from scorepad.scoring.names import LONGEST_REASON, LONGEST_TEAM, BadName, clean_name
from scorepad.scoring.sheet import Sheet, build_sheet

# ---- One document, or JSON Lines


class Document(msgspec.Struct, frozen=True):
    """A document of a file, or a sentence about its `fault`. `line` is None in a file with only one document."""

    line: int | None
    data: Any = None
    fault: str = ""

    @property
    def where(self) -> str:
        """The prefix of an error message: "line 3: " in JSON Lines, else ""."""
        return f"line {self.line}: " if self.line is not None else ""


class _Unreadable(ValueError):
    """JSON that Python accepts and Scorepad does not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _Unreadable(f"the key “{twice[:60]}” is given twice in one object")
    if any("\ud800" <= letter <= "\udfff" for key in data for letter in key):
        raise _Unreadable("a key in it has half a character (a lone surrogate)")
    return data


def _constant(word: str) -> Any:
    raise _Unreadable(f"{word} is not a number in JSON")


_CAREFUL = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
"""Names the place of a fault. It takes five times as long as msgspec."""

_DECODER = msgspec.json.Decoder()
_ENCODER = msgspec.json.Encoder()


def _decode(text: str) -> Any:
    """Return a JSON value. Raises ValueError or RecursionError for what Scorepad does not accept.

    msgspec keeps the last of two equal keys. Without escapes, every key has its colon, and so does the value written
    again: equally many colons mean that no key was lost.
    """
    try:
        data = _DECODER.decode(text)
        if "\\" not in text and _ENCODER.encode(data).count(b":") == text.count(":"):
            return data
    except (msgspec.MsgspecError, UnicodeEncodeError):
        pass
    return _CAREFUL.decode(text)


def documents(text: str) -> Iterator[Document]:
    """Yield the documents of a text in order, including those with faults.

    A text that is one JSON value is one document. Otherwise it is JSON Lines if any of its lines is an object; if none
    is, it is one broken document.
    """
    if not text.strip():
        yield Document(None, fault="This is empty; a JSON document is needed.")
        return
    whole, lines = _document(None, text), text.split("\n")
    if not whole.fault or not _is_lines(lines):
        yield whole
        return
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _document(number, line)


def one_document(text: str) -> Document:
    """Return the document of a text that must be one JSON value."""
    return _document(None, text)


def _is_lines(lines: Sequence[str]) -> bool:
    filled = [line for line in lines if line.strip()]
    return len(filled) > 1 and any(isinstance(_document(None, line).data, dict) for line in filled)


def _document(line: int | None, text: str) -> Document:
    try:
        return Document(line, data=_decode(text))
    except json.JSONDecodeError as error:
        column = f"column {error.colno}"
        where = f"line {error.lineno}, {column}" if line is None else column
        return Document(line, fault=f"This is not JSON: {error.msg} ({where}).")
    except _Unreadable as error:
        return Document(line, fault=f"This cannot be read: {error}.")
    except RecursionError:
        return Document(line, fault="This cannot be read: it is nested too deeply.")
    except ValueError:
        return Document(line, fault="This cannot be read: a number in it has too many digits.")


# ---- Places in a document


_STEP = re.compile(r"\.?([^.\[]+)|\[([0-9]+)\]")


def pointer_of(path: str, data: object = None) -> str:
    """Return a path such as teams[0].melded as a JSON Pointer (RFC 6901), /teams/0/melded.

    `data` is the document, if it is at hand: a key of it may have dots, and a path has only the start of a long key.
    """
    steps: list[object] = []
    while path:
        inside = [key for key in data if _begins_with(path, key[:60])] if isinstance(data, dict) else []
        match = _STEP.match(path)
        if inside:
            key = max(inside, key=len)
            steps.append(key)
            path, data = path.removeprefix(".")[len(key[:60]) :], data[key]  # type: ignore[index]
        elif match:
            steps.append(match[1] or match[2])
            at = int(match[2] or 0)
            data = data[at] if match[2] and isinstance(data, list) and at < len(data) else None
            path = path[match.end() :]
        else:
            steps.append(path)
            break
    return json_pointer(*steps)


def _begins_with(path: str, key: str) -> bool:
    path = path.removeprefix(".")
    return path.startswith(key) and path[len(key) :][:1] in ("", ".", "[")


def json_pointer(*steps: object) -> str:
    """Return a JSON Pointer to a place in a document, from its keys and indexes."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


# ---- Values. This part knows types, not the game.

MAX_COUNTED = 1_000_000
"""The largest count in a document; no table has so many cards."""

MAX_POINTS = 1_000_000_000
"""The most points of one packet in a document."""

_ABSENT: Any = object()


class DocumentReader:
    """Reads one document and collects its problems. Every method returns a usable value, even after an error."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.problems: list[Problem] = []

    def error(self, code: str, path: str, **facts: object) -> None:
        self.problems.append(Problem(code, Level.ERROR, path, facts))

    def wrong_type(self, path: str, value: object, wanted: str) -> None:
        self.error("wrong_type", path, value=quote(value), wanted=wanted)

    def unknown_name(self, path: str, name: object, choices: Sequence[str]) -> None:
        word = name if isinstance(name, str) else ""
        self.error("unknown_name", path, name=quote(name), hint=suggest(word, choices))

    def check_keys(self, data: Mapping[str, Any], keys: frozenset[str], path: str) -> None:
        """Add an error for every key that is not one of `keys`."""
        if not keys.issuperset(data):
            for key in data:
                if key not in keys:
                    at = f"{path}.{key[:60]}" if path else key[:60]
                    self.unknown_name(at, key, sorted(keys))

    def integer(self, data: Mapping[str, Any], key: str, path: str, default: int | None) -> int:
        """Return a whole number, positive or negative. Without a default the key is required."""
        value = data.get(key, _ABSENT)
        if type(value) is int:
            return value
        at = f"{path}.{key}" if path else key
        if value is not _ABSENT:
            self.wrong_type(at, value, "a whole number")
        elif default is None:
            self.error("missing_key", at)
        return default or 0

    def integer_between(self, data: Mapping[str, Any], key: str, bounds: tuple[int, int], default: int | None) -> int:
        """Return a whole number within bounds, from the top level of the document."""
        before = len(self.problems)
        value = self.integer(data, key, "", default)
        if len(self.problems) == before and key in data and not bounds[0] <= value <= bounds[1]:
            self.error("bad_value", key, least=bounds[0], most=bounds[1])
        return value

    def boolean(self, data: Mapping[str, Any], key: str, path: str, default: bool | None) -> bool:
        """Return true or false. Without a default the key is required."""
        value = data.get(key, _ABSENT)
        if isinstance(value, bool):
            return value
        at = f"{path}.{key}" if path else key
        if value is not _ABSENT:
            self.wrong_type(at, value, "true or false")
        elif default is None:
            self.error("missing_key", at)
        return bool(default)

    def word(self, data: Mapping[str, Any], key: str, words: Sequence[str], required: bool) -> str:
        """Return one of the words, or "" if it is absent or wrong."""
        value = data.get(key, _ABSENT)
        if isinstance(value, str) and value in words:
            return str(value)
        if value is not _ABSENT:
            self.wrong_type(key, value, " or ".join(f"“{word}”" for word in words))
        elif required:
            self.error("missing_key", key)
        return ""

    def counts(self, value: object, path: str, names: Sequence[str]) -> Counts:
        """Return counts of 0 or more, by name."""
        if not isinstance(value, dict):
            self.wrong_type(path, value, "an object of names and numbers")
            return NONE
        for name, count in value.items():
            if name in names and type(count) is int and 0 <= count <= MAX_COUNTED:
                continue
            if name not in names:
                self.unknown_name(f"{path}.{name[:60]}", name, names)
            elif type(count) is not int or count < 0:
                self.wrong_type(f"{path}.{name}", count, "a whole number of 0 or more")
            else:
                self.error("bad_value", f"{path}.{name}", least=0, most=MAX_COUNTED)
        return value

    def quantity(self, value: object, path: str) -> Quantity:
        """Return points of 0 or more, or cards by name."""
        if type(value) is int and value >= 0:
            if value > MAX_POINTS:
                self.error("bad_value", path, least=0, most=MAX_POINTS)
            return value
        if isinstance(value, dict):
            return self.counts(value, path, ALL_CARDS)
        self.wrong_type(path, value, "points of 0 or more, or an object of cards")
        return 0

    def text(self, value: object, path: str, longest: int = LONGEST_TEAM, noun: str = "name") -> str:
        """Return cleaned text, or "" if it is not allowed."""
        if not isinstance(value, str):
            self.wrong_type(path, value, "text")
            return ""
        try:
            return clean_name(value, longest, noun)
        except BadName as error:
            self.error("bad_text", path, sentence=str(error))
            return ""


# ---- Rounds

ROUND_KEYS = frozenset(("round", "players", "ended", "teams", "decks", "alone"))
TEAM_KEYS = frozenset(
    (
        *("name", "score_before", "books", "unfinished", "melded", "left", "red_threes", "threes"),
        *("bonuses", "went_out", "lost", "adjustments", "ruling"),
    )
)
ENDINGS = tuple(Ended)
RED_HELD = codes.threes_code(Color.RED, CardPlace.HELD)

MAX_ROUNDS = 1000
MAX_ADJUSTED = 1_000_000
"""The most points of one adjustment."""


def read_round(rules: RuleSet, data: object) -> tuple[Round | None, tuple[Problem, ...]]:
    """Read a round. If the document has errors, return None and all of them."""
    reader = DocumentReader(rules)
    if not isinstance(data, dict):
        reader.wrong_type("", data, "an object")
        return None, tuple(reader.problems)
    reader.check_keys(data, ROUND_KEYS, "")
    round_number = read_round_number(reader, data)
    rules = reader.rules
    ended = reader.word(data, "ended", ENDINGS, required=True)
    teams = data.get("teams")
    table = read_table(reader, data, len(teams) if isinstance(teams, list) else None)
    decks = read_decks(reader, data, table)
    counted: tuple[TeamRound, ...] = ()
    if isinstance(teams, list):
        counted = read_teams(reader, sheet_for(rules, table, round_number, decks), teams)
    elif teams is None:
        reader.error("missing_key", "teams")
    else:
        reader.wrong_type("teams", teams, "a list")
    alone = read_alone(reader, data, table, required=True)
    if reader.problems:
        return None, tuple(reader.problems)
    return Round(rules, round_number, table, decks, Ended(ended), counted, alone), ()


def read_round_number(reader: DocumentReader, data: Mapping[str, Any]) -> int:
    """Return the number of the round, and read the rest by the rules of this round."""
    number = reader.integer_between(data, "round", (1, MAX_ROUNDS), None)
    reader.rules = in_round(reader.rules, number)
    return number


def read_decks(reader: DocumentReader, data: Mapping[str, Any], table: Table) -> int:
    return reader.integer_between(data, "decks", (1, MAX_DECKS), table.decks)


def read_alone(reader: DocumentReader, data: Mapping[str, Any], table: Table, *, required: bool) -> int | None:
    """Return the team (from 0) that plays alone against the others; None if no one does.

    A document gives its number, from 1, or 0 for no one, and only for a table with a lone hand.
    """
    if table.lone_hand is LoneHand.NONE:
        if "alone" in data:
            reader.unknown_name("alone", "alone", ())
        return None
    number = reader.integer_between(data, "alone", (0, table.teams), None if required else 0)
    return number - 1 if 0 < number <= table.teams else None


def sheet_for(rules: RuleSet, table: Table, round_number: int, decks: int) -> Sheet:
    """Return a sheet to continue reading with, even if the round number or the decks are out of bounds."""
    return build_sheet(rules, table, max(round_number, 1), min(max(decks, 1), MAX_DECKS))


def read_table(reader: DocumentReader, data: Mapping[str, Any], teams: int | None) -> Table:
    """Return the table for `players` and the number of teams. Without one, add an error and return the usual table."""
    rules = reader.rules
    before = len(reader.problems)
    players = reader.integer(data, "players", "", rules.tables[0].players)
    if len(reader.problems) > before:
        return rules.tables[0]
    table = lookup.table_for(rules, players, teams)
    if table is not None:
        return table
    usual = lookup.table_for(rules, players)
    if usual is None:
        choices = sorted({table.players for table in rules.tables})
        reader.error("wrong_players", "players", players=quote(players), choices=choices)
        return rules.tables[0]
    wanted = sorted({table.teams for table in rules.tables if table.players == players})
    reader.error("wrong_teams", "teams", teams=teams, wanted=wanted, players=players)
    return usual


def read_teams(reader: DocumentReader, sheet: Sheet, teams: Sequence[object]) -> tuple[TeamRound, ...]:
    counted = []
    for at, team in enumerate(teams):
        if isinstance(team, dict):
            counted.append(_team(reader, sheet, team, at))
        else:
            reader.wrong_type(f"teams[{at}]", team, "an object")
    return tuple(counted)


def _team(reader: DocumentReader, sheet: Sheet, data: Mapping[str, Any], at: int) -> TeamRound:
    path = f"teams[{at}]"
    reader.check_keys(data, TEAM_KEYS, path)
    melded = reader.quantity(data.get("melded", 0), f"{path}.melded")
    left = _left(reader, sheet, data.get("left", 0), f"{path}.left")
    team = TeamRound(
        reader.text(data.get("name", f"Team {at + 1}"), f"{path}.name"),
        reader.integer(data, "score_before", path, 0),
        reader.counts(data.get("books", {}), f"{path}.books", sheet.book_names),
        reader.counts(data.get("unfinished", {}), f"{path}.unfinished", sheet.book_names),
        melded,
        left,
        _threes(reader, data, path, melded, left),
        reader.counts(data.get("bonuses", {}), f"{path}.bonuses", sheet.bonus_names),
        went_out=reader.boolean(data, "went_out", path, False),
    )
    return team if _RARE_KEYS.isdisjoint(data) else replace(team, **_rare(reader, data, path))


_RARE_KEYS = frozenset(("lost", "adjustments", "ruling"))
"""Keys that few teams use."""


def _rare(reader: DocumentReader, data: Mapping[str, Any], path: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if "lost" in data:
        values["lost"] = read_lost(reader, data["lost"], f"{path}.lost")
    if "adjustments" in data:
        values["adjustments"] = _adjustments(reader, data["adjustments"], f"{path}.adjustments")
    if "ruling" in data:
        values["ruling"] = _reason(reader, data["ruling"], f"{path}.ruling")
    return values


def _left(reader: DocumentReader, sheet: Sheet, value: object, path: str) -> tuple[Quantity, ...]:
    if not isinstance(value, list):
        return (reader.quantity(value, path),)
    size = sheet.table.team_size
    if len(value) > size:
        reader.error("too_many_players", path, size=size)
    return tuple(reader.quantity(item, f"{path}[{at}]") for at, item in enumerate(value))


def _threes(
    reader: DocumentReader, data: Mapping[str, Any], path: str, melded: Quantity, left: tuple[Quantity, ...]
) -> Counts:
    red = data.get("red_threes", 0)
    if red == 0 and type(red) is int and "threes" not in data:
        return NONE
    threes = _threes_by_place(reader, data["threes"], f"{path}.threes") if "threes" in data else {}
    count = reader.counts({"red_threes": red}, path, ("red_threes",)).get("red_threes", 0)
    if count and threes.get(RED_HELD):
        reader.error("threes_twice", f"{path}.red_threes", cards="", color=Color.RED)
    elif count:
        threes[RED_HELD] = count
    _refuse_twice(reader, threes, path, (melded, left), short=bool(data.get("red_threes")))
    return threes


def read_threes(reader: DocumentReader, value: object, path: str, team: TeamRound) -> Counts:
    """Return threes by code. Add an error if the cards of the team already include them."""
    threes = _threes_by_place(reader, value, path)
    _refuse_twice(reader, threes, path.rpartition(".")[0], (team.melded, team.left), short=False)
    return threes


def _refuse_twice(
    reader: DocumentReader, threes: Counts, path: str, packets: tuple[Quantity, tuple[Quantity, ...]], *, short: bool
) -> None:
    """Add an error for threes given separately although the cards melded, or left, are listed with their threes."""
    melded, left = packets
    cards = {
        CardPlace.HELD: any(not isinstance(packet, int) for packet in left),
        CardPlace.LAID: not isinstance(melded, int),
    }
    for code, at in _named_twice(threes, cards, short):
        color, place = codes.THREES[code]
        named = "left" if place is CardPlace.HELD else "melded"
        reader.error("threes_twice", f"{path}.{at}" if path else at, cards=named, color=color)


def _named_twice(threes: Counts, cards: Mapping[CardPlace, bool], short: bool) -> list[tuple[str, str]]:
    """Return the code and path of threes that are given separately although the cards of their place are listed."""
    twice = []
    for code, count in threes.items():
        color, place = codes.THREES[code]
        if count and cards[place]:
            path = "red_threes" if short and code == RED_HELD else f"threes.{color}.{place}"
            twice.append((code, path))
    return twice


def _threes_by_place(reader: DocumentReader, value: object, path: str) -> dict[str, int]:
    threes: dict[str, int] = {}
    if not isinstance(value, Mapping):
        reader.wrong_type(path, value, "an object of colours")
        return threes
    reader.check_keys(value, frozenset(Color), path)
    for color in Color:
        if color in value:
            counts = reader.counts(value[color], f"{path}.{color}", tuple(CardPlace))
            places = [place for place in CardPlace if place in counts]
            threes |= {codes.threes_code(color, place): counts[place] for place in places}
    return threes


def read_lost(reader: DocumentReader, value: object, path: str) -> tuple[str, ...]:
    """Return the premium ranks that a team may no longer meld this round, by the code of their book."""
    premium = [book.code for book in reader.rules.books if book.begun is Begun.OPENING]
    if not isinstance(value, list):
        reader.wrong_type(path, value, "a list of premium ranks")
        return ()
    for at, name in enumerate(value):
        if name not in premium:
            reader.unknown_name(f"{path}[{at}]", name, premium)
    return tuple(name for name in value if isinstance(name, str))


def _adjustments(reader: DocumentReader, value: object, path: str) -> tuple[Adjustment, ...]:
    if not isinstance(value, list):
        reader.wrong_type(path, value, "a list of adjustments")
        return ()
    return tuple(_adjustment(reader, item, f"{path}[{at}]") for at, item in enumerate(value))


def _adjustment(reader: DocumentReader, item: object, path: str) -> Adjustment:
    if not isinstance(item, Mapping):
        reader.wrong_type(path, item, "an object with points and reason")
        return Adjustment(0, "")
    reader.check_keys(item, frozenset(("points", "reason")), path)
    points = reader.integer(item, "points", path, None)
    if abs(points) > MAX_ADJUSTED:
        reader.error("bad_value", f"{path}.points", least=-MAX_ADJUSTED, most=MAX_ADJUSTED)
    if "reason" not in item:
        reader.error("missing_key", f"{path}.reason")
    return Adjustment(points, _reason(reader, item.get("reason", "-"), f"{path}.reason"))


def _reason(reader: DocumentReader, value: object, path: str) -> str:
    return reader.text(value, path, LONGEST_REASON, "reason")


# ---- Can we open?

MAX_MELDS = 60
OPENING_KEYS = frozenset(("round", "players", "score_before", "melds", "decks", "lost", "hand_after", "in_foot"))
MELD_KEYS = frozenset(("rank", "naturals", "wilds", "cards"))


def read_opening(rules: RuleSet, data: object) -> tuple[OpeningQuestion | None, tuple[Problem, ...]]:
    """Read a question. If the document has errors, return None and all of them."""
    reader = DocumentReader(rules)
    if not isinstance(data, Mapping):
        reader.wrong_type("", data, "an object")
        return None, tuple(reader.problems)
    reader.check_keys(data, OPENING_KEYS, "")
    round_number = read_round_number(reader, data)
    table = read_table(reader, data, None)
    question = OpeningQuestion(
        rules=reader.rules,
        round_number=round_number,
        table=table,
        decks=read_decks(reader, data, table),
        score_before=reader.integer(data, "score_before", "", 0),
        lost=read_lost(reader, data.get("lost", []), "lost"),
        melds=_melds(reader, data),
        hand_after=reader.integer_between(data, "hand_after", (0, MAX_CARDS), 0) if "hand_after" in data else None,
        in_foot=reader.boolean(data, "in_foot", "", False),
    )
    if not reader.problems:
        _check_supply(reader, question)
    if reader.problems:
        return None, tuple(reader.problems)
    return question, ()


def _melds(reader: DocumentReader, data: Mapping[str, Any]) -> tuple[Meld, ...]:
    value = data.get("melds")
    if "melds" not in data:
        reader.error("missing_key", "melds")
    elif not isinstance(value, list):
        reader.wrong_type("melds", value, "a list of melds")
    elif len(value) > MAX_MELDS:
        reader.error("bad_value", "melds", least=0, most=MAX_MELDS)
    else:
        return tuple(_meld(reader, item, f"melds[{at}]") for at, item in enumerate(value))
    return ()


def _meld(reader: DocumentReader, data: object, path: str) -> Meld:
    if not isinstance(data, Mapping):
        reader.wrong_type(path, data, "an object with rank, naturals and wilds")
        return Meld("")
    reader.check_keys(data, MELD_KEYS, path)
    rank = _rank(reader, data, path)
    counts = reader.counts({"naturals": data.get("naturals", 0)}, path, ("naturals",))
    naturals = counts["naturals"]
    wilds = _cards(reader, data.get("wilds", []), f"{path}.wilds", WILD_CARDS)
    cards = _cards(reader, data.get("cards", []), f"{path}.cards", lookup.sequence_cards(reader.rules))
    if rank == SEQUENCE and naturals:
        wanted = "possible for a sequence; list its ranks in “cards”"
        reader.wrong_type(f"{path}.naturals", naturals, wanted)
    if rank != SEQUENCE and cards:
        wanted = "possible here; only a sequence has “cards”, other melds have “naturals”"
        reader.wrong_type(f"{path}.cards", list(cards), wanted)
    return Meld(rank, naturals, wilds, cards)


def _rank(reader: DocumentReader, data: Mapping[str, Any], path: str) -> str:
    rank = data.get("rank")
    ranks = (*ALL_CARDS, *((THREE,) if lookup.natural_threes(reader.rules) else ()), SEQUENCE)
    if "rank" not in data:
        reader.error("missing_key", f"{path}.rank")
    elif not isinstance(rank, str):
        reader.wrong_type(f"{path}.rank", rank, "the name of a rank")
    elif rank not in ranks:
        reader.unknown_name(f"{path}.rank", rank, ranks)
    else:
        return rank
    return ""


def _cards(reader: DocumentReader, value: object, path: str, choices: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(value, list):
        reader.wrong_type(path, value, "a list of cards")
        return ()
    for at, card in enumerate(value):
        if card not in choices:
            reader.unknown_name(f"{path}[{at}]", card, choices)
    return tuple(card for card in value if isinstance(card, str))


def _check_supply(reader: DocumentReader, question: OpeningQuestion) -> None:
    """Add an error at each meld for cards that exceed what the decks hold."""
    used: Counter[str] = Counter()
    for at, meld in enumerate(question.melds):
        naturals = {} if meld.rank == SEQUENCE else {meld.rank: meld.naturals}
        cards = +Counter(naturals) + Counter((*meld.wilds, *meld.cards))
        used += cards
        laid = {card: used[card] for card in cards}
        if not laid.keys().isdisjoint((THREE, *THREES)):
            laid[THREE] = used[THREE] + sum(used[card] for card in THREES)
        problems = too_many_cards(laid, question.table.jokers, question.decks).values()
        reader.problems += [replace(problem, path=f"melds[{at}]") for problem in problems]


# ---- May we go out?

OUT_KEYS = frozenset(
    (
        *("round", "players", "decks", "books", "unfinished", "in_foot", "last_card", "card"),
        *("partner_says", "partner_in_foot", "concealed", "lost", "threes", "teams", "alone"),
    )
)

_IMPOSSIBLE = ("more_than_the_decks", "premium_twice", "premium_lost")


def read_out(rules: RuleSet, data: object) -> tuple[OutQuestion | None, tuple[Problem, ...]]:
    """Read a question. If the document has errors, return None and all of them.

    The asking team is the one in `teams` with `went_out`, or else the first.
    """
    reader = DocumentReader(rules)
    if not isinstance(data, Mapping):
        reader.wrong_type("", data, "an object")
        return None, tuple(reader.problems)
    question = _question(reader, data)
    if not reader.problems:
        reader.problems += _impossible(question)
    if reader.problems:
        return None, tuple(reader.problems)
    return question, ()


def _question(reader: DocumentReader, data: Mapping[str, Any]) -> OutQuestion:
    reader.check_keys(data, OUT_KEYS, "")
    listed = data.get("teams")
    round_number = read_round_number(reader, data)
    table = read_table(reader, data, len(listed) if isinstance(listed, list) else None)
    decks = read_decks(reader, data, table)
    sheet = sheet_for(reader.rules, table, round_number, decks)
    teams = read_teams(reader, sheet, listed) if isinstance(listed, list) else ()
    if listed is not None and not isinstance(listed, list):
        reader.wrong_type("teams", listed, "a list")
    asking = next((team for team in teams if team.went_out), teams[0] if teams else TeamRound(""))
    threes = read_threes(reader, data["threes"], "threes", asking) if "threes" in data else NONE
    out = [number for number, team in enumerate(teams, start=1) if team.went_out]
    if len(out) > 1:
        names = [teams[number - 1].name for number in out]
        reader.error("wrong_out", "teams", out=names, ended=Ended.WENT_OUT)
    has_foot = lookup.has_foot(reader.rules, table, round_number)
    return OutQuestion(
        rules=reader.rules,
        round_number=round_number,
        table=table,
        decks=decks,
        books=_books(reader, data, "books", required=True),
        unfinished=_books(reader, data, "unfinished", required=False),
        # In a game without a foot, `in_foot` is optional.
        in_foot=reader.boolean(data, "in_foot", "", None if has_foot else True),
        last_card=LastCard(reader.word(data, "last_card", ("discard", "meld"), True) or "meld"),
        card=reader.word(data, "card", ALL_CARDS, False),
        partner_says=reader.word(data, "partner_says", ("yes", "no"), False),
        partner_in_foot=reader.boolean(data, "partner_in_foot", "", False) if "partner_in_foot" in data else None,
        concealed=reader.boolean(data, "concealed", "", False),
        lost=read_lost(reader, data.get("lost", []), "lost"),
        threes=threes,
        teams=teams,
        asking_team=out[0] if out else 1,
        alone=read_alone(reader, data, table, required=False) if teams else None,
    )


def _books(reader: DocumentReader, data: Mapping[str, Any], key: str, *, required: bool) -> Counts:
    if key not in data and required:
        reader.error("missing_key", key)
    return reader.counts(data.get(key, {}), key, [book.code for book in reader.rules.books])


def _impossible(question: OutQuestion) -> list[Problem]:
    """Return errors for impossible books: more than the decks hold, or a premium book twice or lost."""
    problems = [p for p in check(as_if_out(question)) if p.code in _IMPOSSIBLE]
    if question.teams:
        return problems
    return [replace(p, path=p.path.removeprefix("teams[0].")) for p in problems]
