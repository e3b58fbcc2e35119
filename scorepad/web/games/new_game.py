"""Starting a game: choose a rule set, then enter who plays."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for

from scorepad.play.form_data import STALE, plain_number
from scorepad.play.new_game import RuleSetList, begin_game, list_rule_sets, new_form, parse_new_game
from scorepad.play.setup_form import SetupForm
from scorepad.rules.model import RuleSet
from scorepad.rules.presets import slugs
from scorepad.rules.questions import FIRST_QUESTIONS, Answers, Question, by_likelihood, fits
from scorepad.scoring.text.explain import plural
from scorepad.web.app.current import g
from scorepad.web.app.templates import new_key
from scorepad.web.rules.lookup import rules_here

pages = Blueprint("new_game", __name__, url_prefix="/games/new")


class AnswerLink(NamedTuple):
    """A link that chooses an answer, or clears it if it is chosen. `answers` are those of the page it leads to."""

    text: str
    is_chosen: bool
    answers: Answers


@pages.get("")
def choose() -> Any:
    """List the rule sets. First come those that fit the answers or, without answers, those played recently."""
    page = list_rule_sets(g.club.store)
    every = (*page.recent, *page.own, *page.others)
    offered = {question.key: question.answers(every) for question in FIRST_QUESTIONS}
    numbers = {key: plain_number(request.args.get(key, "")) for key in offered}
    answers = {key: number for key, number in numbers.items() if number is not None and number in offered[key]}
    questions = [(question, list(_links(question, offered[question.key], answers))) for question in FIRST_QUESTIONS]
    lists = _by_answers(every, answers) if answers else _by_habit(page)
    has_own = any(rules.slug not in slugs() for rules in every)
    shown = {"questions": questions, "answers": answers, "lists": lists, "has_own": has_own}
    return render_template("games/choose.html", last=page.last, **shown)


def _links(question: Question, offered: Sequence[int], answers: Answers) -> Iterator[AnswerLink]:
    """Yield the answers to a question. The chosen one links to the page without it."""
    others = {key: answer for key, answer in answers.items() if key != question.key}
    for answer in offered:
        is_chosen = answers.get(question.key) == answer
        yield AnswerLink(question.say(answer), is_chosen, others if is_chosen else {**others, question.key: answer})


def _by_answers(every: Sequence[RuleSet], answers: Answers) -> list[tuple[str, list[RuleSet]]]:
    ranked = by_likelihood(every, answers)
    fitting = [rules for rules in ranked if fits(rules, answers)]
    if not fitting:
        return [("No rules fit every answer. The closest come first", ranked)]
    others = [rules for rules in ranked if rules not in fitting]
    return [(plural(len(fitting), "rule set fits", "rule sets fit"), fitting), ("All other rules", others)]


def _by_habit(page: RuleSetList) -> list[tuple[str, Sequence[RuleSet]]]:
    others = "All other rules" if page.recent or page.own else "All rules"
    return [("Played recently", page.recent), ("Your own rules", page.own), (others, page.others)]


@pages.get("/<slug>")
def show(slug: str) -> Any:
    """Ask who plays, where they sit, and for the choices that the rules leave to the table."""
    return render_template("games/new.html", page=_form(slug), key=new_key())


@pages.post("/<slug>")
def begin(slug: str) -> Any:
    """Begin the game, or show the form again with its faults. A tap only changes the form."""
    empty, data, own = _form(slug), g.form.data, g.form
    if own.is_valid and (tapped := empty.after_tap(data)):
        return render_template("games/new.html", page=tapped, key=own.key)
    setup = parse_new_game(empty, data)
    if not own.is_valid:
        setup.notice = STALE
    if not setup.is_valid:
        return render_template("games/new.html", page=setup.form_with_faults, key=new_key()), 422
    game = begin_game(g.club.store, setup, own)
    return redirect(url_for("table.show", game=game), 303)


def _form(slug: str) -> SetupForm:
    rules = rules_here(slug)
    tables = {f"{table.players}x{table.teams}": table for table in rules.tables}
    table = tables.get(request.args.get("table", ""), rules.tables[0])
    like = plain_number(request.args.get("like", ""))
    players = tuple(plain_number(text) or 0 for text in request.args.get("seats", "").split("-"))
    return new_form(rules, table, g.club.store, like, players if len(set(players)) == len(players) else ())
