"""Rule sets, and the three questions of the command line: score, can-go-out, can-open."""

from collections.abc import Callable
from typing import Any

from scorepad.exchange.documents.games import CanGoOut, CanOpen, Score
from scorepad.exchange.documents.questions import OpeningToCheck, OutToCheck, RoundToScore
from scorepad.exchange.documents.rule_sets import RuleSets, WholeRules, rule_sets_document, whole_rules_document
from scorepad.play.rules.catalog import find_rules
from scorepad.rules.faults import RulesError
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import choose
from scorepad.scoring.answers import BadInput, can_go_out_document, can_open_document, score_document
from scorepad.scoring.documents import pointer_of
from scorepad.scoring.text.messages import problem_text
from scorepad.web.api.routes import Parameter, Query, json_body, route
from scorepad.web.app.current import g
from scorepad.web.app.problems import ApiError, Fault

RULES = Parameter("rules", "The slug of the rule set.", is_required=True, example="partnership")
CHOOSE = Parameter("choose", "A choice that the rules leave to the table, as key=value. It may come again.", "words")
QUESTION = (RULES, CHOOSE)

_ROUND = {
    "round": 1,
    "players": 4,
    "ended": "went_out",
    "teams": [{"books": {"clean": 2, "dirty": 2}, "melded": 1000, "went_out": True}, {"melded": 300, "left": 50}],
}
_OUT = {"round": 1, "players": 4, "books": {"clean": 2, "dirty": 1}, "in_foot": True, "last_card": "discard"}
_OPEN = {"round": 1, "players": 4, "melds": [{"rank": "K", "naturals": 3, "wilds": ["joker"]}]}


@route("GET", "/rule-sets", answer=RuleSets)
def rule_sets() -> Any:
    """List the rule sets of the club: its own, files, presets."""
    return rule_sets_document(g.club.store)


@route("GET", "/rule-sets/<string:slug>", answer=WholeRules, problems=(404,))
def rule_set(slug: str) -> Any:
    """Show a whole rule set, with every value."""
    try:
        return whole_rules_document(g.club.store, slug)
    except RulesError as error:
        raise ApiError(404, " ".join(str(fault) for fault in error.faults)) from None


@route(
    "POST",
    "/score",
    answer=Score,
    parameters=QUESTION,
    body=RoundToScore,
    problems=(422,),
    example=_ROUND,
    operation="calculate_score",
)
def score(query: Query) -> Any:
    """Score a round, every line explained. The body is a document of `scorepad score`."""
    return _ask(score_document, query)


@route(
    "POST",
    "/can-go-out",
    answer=CanGoOut,
    parameters=QUESTION,
    body=OutToCheck,
    problems=(422,),
    example=_OUT,
    operation="check_going_out",
)
def can_go_out(query: Query) -> Any:
    """Say whether a player may go out. The body is a document of `scorepad can-go-out`."""
    return _ask(can_go_out_document, query)


@route(
    "POST",
    "/can-open",
    answer=CanOpen,
    parameters=QUESTION,
    body=OpeningToCheck,
    problems=(422,),
    example=_OPEN,
    operation="check_opening",
)
def can_open(query: Query) -> Any:
    """Say whether a team may open with these melds. The body is a document of `scorepad can-open`."""
    return _ask(can_open_document, query)


def _ask(question: Callable[[RuleSet, object], Any], query: Query) -> Any:
    rules, data = _chosen(query), json_body()
    try:
        return question(rules, data)
    except BadInput as error:
        faults: list[Fault] = [
            {"pointer": pointer_of(fault.path, data), "detail": problem_text(fault)} for fault in error.problems
        ]
        raise ApiError(422, "The document has errors.", faults) from None


def _chosen(query: Query) -> RuleSet:
    pairs = [str(choice).partition("=")[::2] for choice in query["choose"]]  # type: ignore[union-attr]
    try:
        rules = find_rules(g.club.store, str(query["rules"]))
    except RulesError as error:
        raise _faults(error, "rules") from None
    try:
        return choose(rules, dict(pairs))
    except RulesError as error:
        raise _faults(error, "choose") from None


def _faults(error: RulesError, name: str) -> ApiError:
    return ApiError(400, "There are no such rules.", [{"parameter": name, "detail": str(of)} for of in error.faults])
