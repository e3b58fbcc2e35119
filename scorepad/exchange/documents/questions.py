"""Types for the answers of `score`, `can-go-out` and `can-open`, which `scorepad.scoring.documents` builds."""

from typing import Annotated, Literal, NotRequired, TypedDict

from scorepad.exchange.documents.one_game import TeamScore


class RoundProblem(TypedDict):
    """Something to look at in a round. A warning may be confirmed, an error must be put right."""

    code: str
    level: Literal["warning", "error"]
    path: Annotated[str, "Where, such as teams[0].melded"]
    message: str


class Score(TypedDict):
    """What a round was worth."""

    rules: str
    round: int
    teams: list[TeamScore]
    problems: list[RoundProblem]


class Reason(TypedDict):
    """Something that stands against an action."""

    code: str
    message: str
    path: NotRequired[str]
    missing: NotRequired[Annotated[dict[str, int] | int, "Which books, or how many, are missing"]]
    points: NotRequired[Annotated[int, "What it would cost"]]


class CanGoOut(TypedDict):
    """Whether a player may go out."""

    can_go_out: bool
    blockers: list[Reason]
    warnings: list[Reason]
    bonus: Annotated[int, "What going out pays"]
    projected: NotRequired[Annotated[Score, "What the round would be worth"]]


class CanOpen(TypedDict):
    """Whether a team may open."""

    opens: bool
    minimum: int
    points: int
    missing: int
    waived: NotRequired[bool]
    problems: list[Reason]
