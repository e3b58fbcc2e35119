"""Score rounds, answer questions during play, and follow a game. Pure; see README.md in this folder.

The names in `__all__` are a public API: docs/python.md explains them, and they stay until version 2.
"""

from scorepad.scoring.answers import BadInput, can_go_out_document, can_open_document, score_document
from scorepad.scoring.check import check as check_round
from scorepad.scoring.documents import read_round
from scorepad.scoring.model import Adjustment, Ended, Level, Part, Problem, Round, ScoreLine, TeamRound
from scorepad.scoring.score import TeamScore
from scorepad.scoring.score import score as score_round
from scorepad.scoring.text.explain import line_text
from scorepad.scoring.text.messages import problem_text

__all__ = [
    "Adjustment",
    "BadInput",
    "Ended",
    "Level",
    "Part",
    "Problem",
    "Round",
    "ScoreLine",
    "TeamRound",
    "TeamScore",
    "can_go_out_document",
    "can_open_document",
    "check_round",
    "line_text",
    "problem_text",
    "read_round",
    "score_document",
    "score_round",
]
