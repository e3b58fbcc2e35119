"""Games, one game, and a table while it is being played; record a round, or some cells of it."""

import hashlib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from flask import Response, request

from scorepad.exchange.documents.games import (
    MAX,
    USUAL,
    Game,
    GameFilter,
    Games,
    Live,
    RoundSheet,
    game_document,
    games_document,
    live_document,
    sheet_document,
)
from scorepad.play.form_data import FormData, Submission, values_at
from scorepad.play.game import LoadedGame, is_from
from scorepad.play.parse_form import texts as texts_of
from scorepad.play.save_round import NOT_YET, SENT_BEFORE, UNREADABLE, Outcome, confirmation, save_round
from scorepad.play.sheet_form import input_for, inputs_by_name, sheet_inputs
from scorepad.scoring.answers import to_json
from scorepad.scoring.documents import json_pointer
from scorepad.scoring.game.course import Phase
from scorepad.scoring.model import Level, Problem
from scorepad.scoring.text.messages import problem_text
from scorepad.store import Phone
from scorepad.web.api.entrance import program_phone
from scorepad.web.api.routes import KEY, MEDIA_TYPE, Parameter, Query, as_object, json_body, record_once, route
from scorepad.web.app.current import g, load
from scorepad.web.app.problems import ApiError, Fault, problem_body

LIMIT = Parameter("limit", "How many games a page has.", "number", largest=MAX, example=10)
CURSOR = Parameter("cursor", "The `next` of the page before.", "number")
STATE = Parameter("state", "The state of the games.", "word", ("playing", "over", "asks"))
PLAYER = Parameter("player", "Games in which this person sits, also before a merge.", "number")
RULES = Parameter("rules", "Games of this rule set, by its slug.")


@route("GET", "/games", answer=Games, parameters=(CURSOR, LIMIT, STATE, PLAYER, RULES))
def games(query: Query) -> Any:
    """List games, the newest first. Those in the bin are left out."""
    before, limit = query.get("cursor"), query.get("limit", USUAL)
    with g.club.store.reading():
        only = GameFilter(query.get("state"), query.get("player"), query.get("rules"))  # type: ignore[arg-type]
        return games_document(g.club.store, before=before, limit=limit, only=only)  # type: ignore[arg-type]


@route("GET", "/games/<number:game>", answer=Game, problems=(404,))
def game(game: int) -> Any:
    """Show a game with its rounds, and the lines of each score."""
    with g.club.store.reading():
        return game_document(g.club.store, load(game))


@route("GET", "/games/<number:game>/rounds/<number:number>", answer=RoundSheet, problems=(404,))
def game_round(game: int, number: int) -> Any:
    """Show the sheet of a round: each input by its name, what stands in it, and the score so far. A round that is next
    to play has a sheet too."""
    with g.club.store.reading():
        return sheet_document(g.club.games.load_round(game, number), number)


@route("GET", "/games/<number:game>/live", answer=Live, problems=(404,))
def live(game: int) -> Any:
    """Show a table as it is now. Ask again with If-None-Match as often as you like: nothing new is a 304."""
    with g.club.store.reading():
        loaded = load(game)
        etag = "{}-{}".format(*loaded.version)
        if request.if_none_match.contains_weak(etag):
            answer = Response(status=304)
        else:
            answer = Response(to_json(live_document(loaded)), mimetype=MEDIA_TYPE)
    answer.set_etag(etag, weak=True)
    return answer


# Record a round, with the conflicts, checks and problems of `play.save_round`

MAX_CELLS = 300
MAX_UNKNOWN = 20
"""The most unknown names that an answer lists: finding the nearest of each takes a while."""

LARGEST = 10**15


class RecordedCells(TypedDict):
    """What to record of a round."""

    cells: Annotated[dict[str, str | int], "Values by the names of the sheet’s inputs: team1.clean, seat2.left, …"]
    round: NotRequired[Annotated[int, "The round; default: the round to play next"]]
    finish: NotRequired[Annotated[bool, "Finish the round, or correct a finished one; default: keep a draft"]]
    confirm: NotRequired[Annotated[str, "The confirm of a problem: finish in spite of its warnings"]]
    seen: NotRequired[Annotated[int, "A seq of this game that you saw: what someone else changed later is a conflict"]]


class Recorded(TypedDict):
    """What became of it."""

    saved: Literal["draft", "finished"]
    sheet: RoundSheet


@route(
    "POST",
    "/games/<number:game>/rounds",
    answer=Recorded,
    parameters=(KEY,),
    body=RecordedCells,
    problems=(404, 409, 422),
    example={"cells": {"team1.clean": 1}},
    operation="record_round",
)
def record(game: int, query: Any) -> Any:
    """Record a round, or some cells of one. Without `finish` they are kept as a draft. A finished round changes only
    with `finish`. A cell that someone else changed since `seen` is a conflict (409), which the table settles."""
    return record_once(game, lambda key: _record(game, key, _wanted(json_body())))


def _wanted(data: Any) -> RecordedCells:
    """Return the validated body of a request. Raises ApiError with every fault."""
    wanted = as_object(data, tuple(RecordedCells.__annotations__))
    cells, faults = wanted.get("cells"), list[Fault]()
    if not isinstance(cells, dict) or len(cells) > MAX_CELLS:
        faults.append({"pointer": "/cells", "detail": f"Give an object of at most {MAX_CELLS} values by name."})
    else:
        faults += [
            {"pointer": json_pointer("cells", name), "detail": "Give a whole number, or a text as a person types it."}
            for name, value in cells.items()
            if not (isinstance(value, str) or _is_number(value, -LARGEST))
        ]
    for name, (fits, right) in _OTHERS.items():
        if name in wanted and not fits(wanted[name]):
            faults.append({"pointer": f"/{name}", "detail": right})
    if faults:
        raise ApiError(422, "The body has values that cannot be used.", faults)
    return wanted  # type: ignore[return-value]


def _is_number(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value < LARGEST


_OTHERS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "round": (lambda value: _is_number(value, 1), "Give the number of a round."),
    "finish": (lambda value: isinstance(value, bool), "Give true or false."),
    "confirm": (lambda value: isinstance(value, str), "Give the confirm of a problem."),
    "seen": (lambda value: _is_number(value, 0), "Give the seq of a document."),
}
"""The keys other than `cells`: a check for the value, and a sentence that says what would be right."""


def _record(game: int, key: str, wanted: RecordedCells) -> tuple[int, str]:
    """Record the cells, and return the status and body of the response."""
    loaded = g.club.games.load(game)
    round_number = wanted.get("round", loaded.record.course.next_round)
    if loaded.record.course.phase is Phase.OVER and not loaded.has_round(round_number):
        raise ApiError(404, f"Game {game} is over, and has no round {round_number}. Its rounds can still be corrected.")
    loaded = g.club.games.load_round(game, round_number)
    _check_seen(loaded, wanted)
    _check_names(loaded, round_number, wanted)
    outcome = save_round(g.club.games, game, round_number, _submission(loaded, round_number, key, wanted))
    if not outcome.saved:
        error = _refused(outcome)
        return error.status, problem_body(error)
    recorded: Recorded = {"saved": outcome.saved, "sheet": sheet_document(g.club.games.load(game), round_number)}
    return 200, to_json(recorded)


def _check_seen(loaded: LoadedGame, wanted: RecordedCells) -> None:
    """Raise ApiError if `seen` is later than the game's latest entry."""
    if wanted.get("seen", 0) > loaded.seq:
        detail = f"The latest seq of this game is {loaded.seq}. Give the seq of a document of this game."
        raise ApiError(422, "The body has values that cannot be used.", [{"pointer": "/seen", "detail": detail}])


def _check_names(loaded: LoadedGame, round_number: int, wanted: RecordedCells) -> None:
    """Raise ApiError if cells are not inputs of the round's sheet, with the nearest name of each."""
    inputs, faults = inputs_by_name(loaded.sheet(round_number)), list[Fault]()
    for name in [name for name in wanted["cells"] if name not in inputs][:MAX_UNKNOWN]:
        nearest = "".join(f" Did you mean {near}?" for near in get_close_matches(name[:60], inputs, n=1))
        faults.append(
            {"pointer": json_pointer("cells", name), "detail": f"The sheet has no input of this name.{nearest}"}
        )
    if faults:
        raise ApiError(422, "The sheet of this round has no such cells. Nothing was saved.", faults)


def _submission(loaded: LoadedGame, round_number: int, key: str, wanted: RecordedCells) -> Submission:
    """Return the request as a form of the round's page as of `seen`.

    To finish, missing inputs get the texts that this page showed, so that they do not count as changes by the program.
    """
    seen, sheet = wanted.get("seen", loaded.seq), loaded.sheet(round_number)
    texts = {name: str(value) for name, value in wanted["cells"].items()}
    if wanted.get("finish"):
        base = texts_of(sheet.rules, values_at(loaded, seen), round_number, sheet_inputs(sheet))
        texts = base | texts | {"action": "finish", "confirm": wanted.get("confirm", "")}
    phone = program_phone()
    fields = texts | {"key": _form_key(loaded.id, key, phone), "seen": str(seen)}
    data = FormData.of({name: [text] for name, text in fields.items()})
    return Submission.of(data, token_holds=True, phone=phone)


def _form_key(game: int, key: str, phone: Phone) -> str:
    """Return the key of a request's entries, made from the label of its token: ids are reused in a new access file.

    Entries that 1.0.0 recorded for the request have a key made from the token's id. They are still recognized.
    """
    by_label, by_id = (
        hashlib.sha256(f"{token}\n{game}\n{key}".encode()).hexdigest()[:32] for token in (phone.label, g.api_token.id)
    )
    recorded = g.club.store.form_entries(game, [by_id])
    return by_id if any(is_from(entry.device, phone) for entry in recorded) else by_label


_NOTICES = {
    NOT_YET: 'Not saved: this round is finished. Send "finish": true to correct it.',
    UNREADABLE: "Some cells cannot be read. Nothing was saved.",
    SENT_BEFORE: "This request was recorded in part before. Get the sheet, and send what is left with a new key.",
}
"""What the API says instead of sentences of the round's page."""


def _refused(returned: Outcome) -> ApiError:
    """Return the error for a form that was not saved, or not finished."""
    faults: list[Fault] = [
        {"pointer": json_pointer("cells", name), "detail": text} for name, text in returned.faults.items()
    ]
    faults += [
        {"pointer": json_pointer("cells", name), "detail": f"Someone else changed this first: it holds “{text}” now."}
        for name, text in returned.conflicts.items()
    ]
    faults += [_fault(returned.game, problem) for problem in returned.problems]
    notice = _NOTICES.get(returned.notice, returned.notice)
    if returned.conflicts:
        return ApiError(409, notice or "Someone else changed this first.", faults)
    warnings = [problem for problem in returned.problems if problem.level is Level.WARNING]
    confirm = confirmation(tuple(warnings)) if warnings and len(warnings) == len(returned.problems) else ""
    usual = "Kept as a draft. The round is not finished: look at what is wrong with it."
    return ApiError(409 if returned.unfinished else 422, notice or usual, faults, confirm=confirm)


def _fault(loaded: LoadedGame, problem: Problem) -> Fault:
    names = {field.name for field in sheet_inputs(loaded.sheet(1))}
    name = input_for(problem.path, loaded.agreement.table, names)
    return {"pointer": json_pointer("cells", *([name] if name else [])), "detail": problem_text(problem)}
