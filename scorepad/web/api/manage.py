"""Begin a game or a rematch, change settings and people, undo: as the pages do, with the same checks and conflicts."""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from flask import request

from scorepad.exchange.documents.games import Game, Live, game_document, live_document
from scorepad.language.words import join_words
from scorepad.play.edit_settings import (
    CORRECTED,
    KEPT,
    SEATS_OF,
    TAKES_OVER,
    SettingsPreview,
    double_seat_fault,
    edit_game,
    other_rule_sets,
    parse_settings,
    posted_form,
    save_settings,
)
from scorepad.play.form_data import FormData, Submission
from scorepad.play.game import LoadedGame, Undo
from scorepad.play.history import REDO, UNDO, UndoKind, go_back
from scorepad.play.new_game import begin_game, begin_rematch, new_form, no_rematch, parse_new_game
from scorepad.play.record_cell import Recorded
from scorepad.play.rules.catalog import playable
from scorepad.play.setup_form import PeoplePicker, SetupForm, brought_name, nickname_name
from scorepad.rules.lookup import table_for
from scorepad.rules.model import RuleSet, Table
from scorepad.scoring.answers import to_json
from scorepad.scoring.cells import Place
from scorepad.scoring.documents import json_pointer
from scorepad.store import BadEntry, BadName, ChangedMeanwhile, Forgotten, KeyReused, NameTaken, Player
from scorepad.web.api.entrance import program_phone
from scorepad.web.api.routes import KEY, checked_body, record_once, route
from scorepad.web.app.current import g
from scorepad.web.app.problems import ApiError, Fault

# Begin a game


class Sitter(TypedDict):
    """Who sits in a seat: someone by their id, or by their name. A new name adds a person to the club."""

    id: NotRequired[int]
    name: NotRequired[str]


class GameToBegin(TypedDict):
    """A game to begin."""

    rules: Annotated[str, "The slug of a rule set"]
    seats: Annotated[list[Sitter], "Everyone in the order of play. Seat 1 is in team 1, seat 2 in team 2, and so on"]
    teams: NotRequired[Annotated[int, "How many teams; default: what the rules list first for so many players"]]
    choices: NotRequired[Annotated[dict[str, str], "What the table chooses of its rule set; default: the usual ones"]]
    decks: NotRequired[int]
    starter: NotRequired[Annotated[int, "The seat that starts the first round"]]
    nicknames: NotRequired[Annotated[list[str], "The nickname of each team; an empty text is none"]]
    paper: NotRequired[Annotated[int, "How many rounds were played on paper before"]]
    brought: NotRequired[Annotated[list[int], "The points that each team brings along"]]


@route(
    "POST",
    "/games",
    answer=Game,
    parameters=(KEY,),
    body=GameToBegin,
    problems=(409, 422),
    example={"rules": "partnership", "seats": [{"name": "Ida"}, {"name": "Jo"}, {"name": "Kim"}, {"name": "Lou"}]},
    operation="begin_game",
)
def begin(query: object) -> Any:
    """Begin a game. It needs a token that may manage the club."""
    return record_once(request.path, _begin)


def _begin(key: str) -> tuple[int, str]:
    body: GameToBegin = checked_body(GameToBegin)
    rules = _rules(body["rules"])
    table = _table(rules, body)
    empty = new_form(rules, table, g.club.store)
    setup = empty.filled(_submission(key, empty.fields | _texts(body, table, empty.seats.people)).data)
    if "nicknames" not in body:
        setup = setup.with_known_nicknames(empty.seats)
    parse_new_game(setup)
    _refuse_faults(setup)
    game = begin_game(g.club.store, setup, _submission(key, {}))
    return 200, to_json(game_document(g.club.store, g.club.games.load(game)))


def _rules(slug: str) -> RuleSet:
    rules = next((rules for rules in playable(g.club.store) if rules.slug == slug), None)
    if rules is None:
        raise _unusable("/rules", "No rules of this name can be played here. GET /rule-sets lists them.")
    return rules


def _table(rules: RuleSet, body: GameToBegin) -> Table:
    players = len(body["seats"])
    if table := table_for(rules, players, body.get("teams")):
        return table
    if table_for(rules, players):
        teams = sorted({table.teams for table in rules.tables if table.players == players})
        raise _unusable("/teams", f"With {players} players there are {join_words([*map(str, teams)], 'or')} teams.")
    numbers = sorted({table.players for table in rules.tables})
    raise _unusable("/seats", f"These rules are for {join_words([*map(str, numbers)], 'or')} players, not {players}.")


def _texts(body: Mapping[str, Any], table: Table, people: PeoplePicker) -> dict[str, str]:
    """Return the inputs of the page's form that a body fills in. Raises ApiError for lists of a wrong length."""
    lengths = {"seats": table.players, "nicknames": table.teams, "brought": table.teams}
    faults = [
        (f"/{name}", f"Give {n}, one for each.") for name, n in lengths.items() if len(body.get(name, [0] * n)) != n
    ]
    texts: dict[str, str] = {name: str(body[name]) for name in ("decks", "paper") if name in body}
    texts |= {f"choice.{name}": option for name, option in body.get("choices", {}).items()}
    for team in range(1, table.teams + 1) if not faults else ():
        for name, input_name in (("nicknames", nickname_name(team)), ("brought", brought_name(team))):
            if name in body:
                texts[input_name] = str(body[name][team - 1])
    if "starter" in body:
        texts["starter"] = Place.seat(body["starter"]) if body["starter"] > 0 else "?"
    for at, sitter in enumerate(body.get("seats", [])):
        seat = Place.seat(at + 1)
        if len(sitter) != 1:
            faults.append((json_pointer("seats", at), "Give either the id of a person, or a name."))
        elif "id" in sitter and sitter["id"] not in people.names:
            faults.append(
                (json_pointer("seats", at, "id"), "No one with this id can sit here. GET /players lists all.")
            )
        else:
            person = sitter.get("id")
            texts |= {f"id.{seat}": str(person or ""), seat: people.names[person] if person else sitter["name"]}
    if faults:
        raise _unusable(*faults)
    return texts


def _unusable(*faults: Any) -> ApiError:
    """Return the error for faults, each a pointer and a sentence; or for one, given as two arguments."""
    pairs = [faults] if isinstance(faults[0], str) else faults
    errors: list[Fault] = [{"pointer": pointer, "detail": text} for pointer, text in pairs]
    return ApiError(422, "The body has values that cannot be used.", errors)


def _refuse_faults(setup: SetupForm) -> None:
    """Raise ApiError for what the form found wrong."""
    if not setup.is_valid:
        faults: list[Fault] = [{"pointer": _pointer(name), "detail": text} for name, text in setup.faults.items()]
        raise ApiError(422, setup.notice or "The body has values that cannot be used. Nothing was saved.", faults)


def _pointer(name: str) -> str:
    """Return the place in the body of an input of the page's form."""
    first, _, second = name.partition(".")
    if first == "choice":
        return json_pointer("choices", second)
    if second in ("brought", "nickname"):
        return json_pointer("nicknames" if second == "nickname" else second, int(first.removeprefix("team")) - 1)
    number = first.removeprefix("seat")
    return json_pointer("seats", int(number) - 1) if number.isdigit() else json_pointer(first)


def _submission(key: str, texts: Mapping[str, str], seen: int = 0) -> Submission:
    """Return this request as a form of a page that showed the game as of entry `seen`."""
    phone = program_phone()
    form = hashlib.sha256(f"{phone.label}\n{request.path}\n{key}".encode()).hexdigest()[:32]
    data = FormData.of({name: [text] for name, text in {**texts, "key": form, "seen": str(seen)}.items()})
    return Submission.of(data, token_holds=True, phone=phone)


# The settings of a game


class SettingsToChange(TypedDict):
    """Settings of a game that change; what is left out stays."""

    rules: NotRequired[Annotated[str, "The slug of another rule set with a table of this size"]]
    seats: NotRequired[Annotated[list[Sitter], "Everyone in the order of play"]]
    since: NotRequired[
        Annotated[
            Literal["correction", "now"] | int,
            "correction (the default): a name was wrong; now, or a round: others sit there from then on",
        ]
    ]
    only_round: NotRequired[Annotated[int, "The one past round whose seats these are"]]
    choices: NotRequired[dict[str, str]]
    decks: NotRequired[int]
    nicknames: NotRequired[list[str]]
    paper: NotRequired[int]
    brought: NotRequired[list[int]]
    preview: NotRequired[Annotated[bool, "Only say what would change"]]
    seen: NotRequired[
        Annotated[int, "A seq of this game that you saw: anything recorded later refuses the change (409)"]
    ]


class ChangedSettings(TypedDict):
    """What new settings change."""

    saved: Annotated[bool, "Whether they were saved: not for a preview, or if nothing changes"]
    changes: Annotated[list[str], "Each change in words"]
    totals: Annotated[list[int], "The total of each team with these settings"]
    game: Annotated[Game, "The game as it is now"]


@route(
    "POST",
    "/games/<number:game>/settings",
    answer=ChangedSettings,
    parameters=(KEY,),
    body=SettingsToChange,
    problems=(404, 409, 422),
    example={"decks": 6, "preview": True},
    operation="change_settings",
)
def change_settings(game: int, query: object) -> Any:
    """Change who sits where, the rules, the choices, the decks, nicknames, or what was played on paper. Every round is
    scored again. It needs a token that may manage the club."""
    return record_once(request.path, lambda key: _change_settings(game, key))


def _change_settings(game: int, key: str) -> tuple[int, str]:
    body: SettingsToChange = checked_body(SettingsToChange)
    loaded = g.club.games.load(game)
    setup = _edited_setup(loaded, body, key)
    edited = edit_game(loaded, setup)
    if fault := double_seat_fault(edited):
        raise _unusable("/seats", fault)
    preview = SettingsPreview.of(loaded, edited)
    saves = bool(edited.changes) and not body.get("preview", False)
    if saves:
        seen = body.get("seen", loaded.seq)
        if seen > loaded.seq:
            raise _unusable("/seen", f"The latest seq of this game is {loaded.seq}.")
        is_saved = loaded.seq <= seen and save_settings(loaded, edited, _submission(key, {}, loaded.seq))
        if is_saved is not Recorded.SAVED:
            raise ApiError(409, "Someone else has just recorded something in this game. Nothing was saved.")
    changed: ChangedSettings = {
        "saved": saves,
        "changes": list(preview.sentences),
        "totals": list(edited.record.course.now),
        "game": game_document(g.club.store, g.club.games.load(game)),
    }
    return 200, to_json(changed)


def _edited_setup(loaded: LoadedGame, body: SettingsToChange, key: str) -> SetupForm:
    """Return the page's form, filled in by a body and without faults. Raises ApiError."""
    sitting = {player for seating in loaded.agreement.seating for player in seating.players}
    people = PeoplePicker.of(loaded.club, sitting=sitting)
    texts = _texts(body, loaded.agreement.table, people)
    if "since" in body:
        texts["since"] = {"correction": CORRECTED, "now": TAKES_OVER}.get(str(body["since"]), str(body["since"]))
    if "only_round" in body:
        texts[SEATS_OF] = str(body["only_round"])
    others = [rules.slug for rules in other_rule_sets(loaded)]
    if "rules" in body and (body["rules"] in others or body["rules"] != loaded.agreement.base.slug):
        texts |= {"rules": body["rules"], "shown": body["rules"] if body["rules"] in others else KEPT}
    empty, data = posted_form(loaded, people, _submission(key, texts).data)
    setup = empty.filled(data)
    parse_settings(loaded, empty, setup)
    if SEATS_OF in texts and setup.notice:
        raise _unusable("/only_round", "Give the number of a round that was played here.")
    _refuse_faults(setup)
    return setup


# A rematch


class Nothing(TypedDict):
    """An object without keys."""


class BegunRematch(TypedDict):
    """The rematch of a game."""

    game: Annotated[int, "The number of the rematch"]
    began: Annotated[bool, "Whether this request began it; otherwise it was being played already"]


@route(
    "POST",
    "/games/<number:game>/rematch",
    answer=BegunRematch,
    parameters=(KEY,),
    body=Nothing,
    problems=(404, 409, 422),
    example={},
    operation="begin_rematch",
)
def rematch(game: int, query: object) -> Any:
    """Begin a rematch of a game that is over: the same rules, people and seats. Its phones come along. A token for one
    game may begin the rematch, but not keep score of it."""
    return record_once(request.path, lambda key: _rematch(game, key))


def _rematch(game: int, key: str) -> tuple[int, str]:
    checked_body(Nothing)
    loaded = g.club.games.load(game)
    if refusal := no_rematch(loaded):
        raise ApiError(409, refusal)
    number, began = begin_rematch(g.club.games, loaded, _submission(key, {}))
    g.club.admit_to_rematch(game, number)
    begun: BegunRematch = {"game": number, "began": began}
    return 200, to_json(begun)


# Undo and redo


class UndoStep(TypedDict):
    """A change that can be taken back or brought back."""

    seq: int
    text: Annotated[str, "What it changed, in words"]


class UndoSteps(TypedDict):
    """What this program can take back, and bring back."""

    undo: Annotated[UndoStep | None, "Its last change; null if there is none"]
    redo: Annotated[UndoStep | None, "What it took back last; null if it did something since"]


class StepToTake(TypedDict):
    """Which change to take back, or to bring back."""

    seq: NotRequired[Annotated[int, "The seq of a UndoStep: only if it is still the last one; default: the last one"]]


class TakenStep(TypedDict):
    """What was taken back, or brought back."""

    text: str
    live: Annotated[Live, "The table now"]


@route("GET", "/games/<number:game>/undo", answer=UndoSteps, problems=(404,))
def undo_steps(game: int) -> Any:
    """Show what this program can take back in a game. As on a phone, that is only what it recorded itself."""
    loaded = g.club.games.load(game)
    steps: UndoSteps = {
        "undo": _step(UNDO.offered(loaded, program_phone())),
        "redo": _step(REDO.offered(loaded, program_phone())),
    }
    return steps


def _step(undo: Undo | None) -> UndoStep | None:
    return {"seq": undo.seq, "text": undo.text} if undo else None


@route(
    "POST",
    "/games/<number:game>/undo",
    answer=TakenStep,
    parameters=(KEY,),
    body=StepToTake,
    problems=(404, 409, 422),
    example={},
    operation="take_back",
)
def undo(game: int, query: object) -> Any:
    """Take back the last change of this program in a game."""
    return record_once(request.path, lambda key: _go_back(game, key, UNDO))


@route(
    "POST",
    "/games/<number:game>/redo",
    answer=TakenStep,
    parameters=(KEY,),
    body=StepToTake,
    problems=(404, 409, 422),
    example={},
    operation="bring_back",
)
def redo(game: int, query: object) -> Any:
    """Bring back what this program took back last in a game."""
    return record_once(request.path, lambda key: _go_back(game, key, REDO))


def _go_back(game: int, key: str, way: UndoKind) -> tuple[int, str]:
    body: StepToTake = checked_body(StepToTake)
    loaded = g.club.games.load(game)
    last = way.offered(loaded, program_phone())
    if last is None and "seq" not in body:
        raise ApiError(409, f"{way.nothing}: this program has changed nothing here that it can {way.code}.")
    text = go_back(loaded, way, _submission(key, {}, loaded.seq), body.get("seq", last.seq if last else 0))
    if not text.startswith(way.done):
        raise ApiError(409, text)
    taken: TakenStep = {"text": text, "live": live_document(g.club.games.load(game))}
    return 200, to_json(taken)


# People


class PersonToAdd(TypedDict):
    """A person to add to the club."""

    name: str


class PersonToChange(TypedDict):
    """What changes about a person; what is left out stays."""

    name: NotRequired[str]
    colour: NotRequired[Annotated[int | None, "1 to 8; null: the one that follows from the id"]]
    guest: NotRequired[bool]
    retired: NotRequired[Annotated[bool, "No longer plays"]]


class PersonChange(PersonToChange):
    """What changes about a person."""

    seen: NotRequired[
        Annotated[PersonToChange, "What you saw of it: if someone else changed that since, this is refused"]
    ]


class PersonTraits(TypedDict):
    """A person and what can be changed about them."""

    id: int
    name: str
    colour: int | None
    guest: bool
    retired: bool


@route(
    "POST",
    "/players",
    answer=PersonTraits,
    parameters=(KEY,),
    body=PersonToAdd,
    problems=(409, 422),
    example={"name": "Eve"},
    operation="add_player",
)
def add_player(query: object) -> Any:
    """Add a person. It needs a token that may manage the club."""
    return record_once(request.path, _add)


def _add(key: str) -> tuple[int, str]:
    body: PersonToAdd = checked_body(PersonToAdd)
    return _answer_with_person(
        lambda: g.club.store.people.add(body["name"], key=f"{_submission(key, {}).key}:person", unique=True)
    )


@route(
    "POST",
    "/players/<number:person>",
    answer=PersonTraits,
    parameters=(KEY,),
    body=PersonChange,
    problems=(404, 409, 410, 422),
    example={"guest": True},
    operation="change_player",
)
def change_player(person: int, query: object) -> Any:
    """Rename a person, or say whether they are a guest or no longer play. Someone who was merged into another person is
    that one. It needs a token that may manage the club."""
    return record_once(request.path, lambda key: _change_person(person))


def _change_person(person: int) -> tuple[int, str]:
    body: dict[str, Any] = checked_body(PersonChange)
    player = g.club.store.people.person(person)
    if player.forgotten:
        raise Forgotten("This person was forgotten.")
    seen = body.pop("seen", {})
    return _answer_with_person(lambda: g.club.store.people.change(player.merged_into or person, seen=seen, **body))


def _answer_with_person(change: Any) -> tuple[int, str]:
    try:
        player: Player = change()
    except ChangedMeanwhile as error:
        raise ApiError(409, f"{str(error).partition('.')[0]}. Nothing was changed.") from None
    except NameTaken as error:
        raise ApiError(409, "Someone else has this name.", [{"pointer": "/name", "detail": str(error)}]) from None
    except BadName as error:
        raise _unusable("/name", str(error)) from None
    except BadEntry as error:
        raise _unusable("/colour", str(error)) from None
    except KeyReused as error:
        raise ApiError(422, str(error)) from None
    traits: PersonTraits = {
        "id": player.id,
        "name": player.name,
        "colour": player.chosen_colour,
        "guest": player.guest,
        "retired": player.retired,
    }
    return 200, to_json(traits)
