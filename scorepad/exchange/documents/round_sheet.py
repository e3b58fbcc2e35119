"""The sheet of a round: each input with its value, and the score so far."""

from typing import Annotated, Literal, TypedDict

from scorepad.exchange.documents.one_game import RoundScore, round_score
from scorepad.exchange.documents.questions import RoundProblem
from scorepad.play.game import LoadedGame
from scorepad.play.parse_form import shown_text
from scorepad.play.sheet_form import Input, sheet_inputs
from scorepad.scoring.model import Level, Problem
from scorepad.scoring.text.messages import problem_text


class SheetInput(TypedDict):
    """An input of a sheet. POST /games/{game}/rounds takes its name as a key of `cells`."""

    name: Annotated[str, "Such as team1.clean, or seat2.left"]
    label: str
    control: Annotated[
        Literal["choice", "count", "points", "check", "mark", "signed", "text"],
        "choice: a seat such as seat1, or stock; check and mark: 1 or nothing; points: a number or a sum",
    ]
    text: Annotated[str, "What stands in it; empty if it was not counted yet"]


class RoundSheet(TypedDict):
    """A round as far as it was entered."""

    game: int
    number: int
    seq: Annotated[int, "The latest entry of the game. Send it back as `seen`, and later changes by others are noticed"]
    finished: bool
    inputs: list[SheetInput]
    score: Annotated[RoundScore | None, "null while nothing was entered"]
    problems: list[RoundProblem]


def sheet_document(loaded: LoadedGame, round_number: int) -> RoundSheet:
    """Return the sheet of a round of the game, or of the next round."""
    record = next(iter(loaded.record.rounds[round_number - 1 : round_number]), None)
    inputs = sheet_inputs(loaded.sheet(round_number))
    return {
        "game": loaded.id,
        "number": round_number,
        "seq": loaded.seq,
        "finished": loaded.is_finished(round_number),
        "inputs": [_input(loaded, round_number, asked) for asked in inputs],
        "score": round_score(loaded, record) if record else None,
        "problems": [round_problem(problem) for problem in record.problems] if record else [],
    }


def _input(loaded: LoadedGame, round_number: int, asked: Input) -> SheetInput:
    value = loaded.values.get((round_number, str(asked.place), asked.field))
    text = shown_text(loaded.agreement.rules, value, asked)
    return {"name": asked.name, "label": asked.label, "control": asked.control, "text": text}  # type: ignore[typeddict-item]


def round_problem(problem: Problem) -> RoundProblem:
    """Build the document of a problem in a round."""
    level: Literal["warning", "error"] = "error" if problem.level is Level.ERROR else "warning"
    return {"code": problem.code, "level": level, "path": problem.path, "message": problem_text(problem)}
