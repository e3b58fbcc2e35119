"""Starting a game: choose a rule set, then enter who plays."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from scorepad.play.form_data import STALE
from scorepad.play.new_game import RuleSetList, begin_game, list_rule_sets, new_form, parse_new_game
from scorepad.play.setup_form import SetupForm
from scorepad.rulebook.matching import Answers, by_likelihood, fits
from scorepad.rules.model import RuleSet
from scorepad.rules.presets import slugs
from scorepad.scoring.quantity import plain_number
from scorepad.scoring.text.explain import plural
from scorepad.web.app.current import g
from scorepad.web.app.templates import new_key
from scorepad.web.rules.first_questions import first_questions
from scorepad.web.rules.lookup import rules_here

pages = Blueprint("new_game", __name__, url_prefix="/games/new")


@pages.get("")
def choose() -> Any:
    """List the rule sets. First come those that fit the answers or, without answers, those played recently."""
    listed = list_rule_sets(g.club.store)
    every = (*listed.recent, *listed.own, *listed.others)
    questions, answers = first_questions(every)
    lists = _by_answers(every, answers) if answers else _by_habit(listed)
    has_own = any(rules.slug not in slugs() for rules in every)
    shown = {"questions": questions, "answers": answers, "lists": lists, "has_own": has_own}
    return render_template("games/choose.html", last=listed.last, **shown)


def _by_answers(every: Sequence[RuleSet], answers: Answers) -> list[tuple[str, list[RuleSet]]]:
    ranked = by_likelihood(every, answers)
    fitting = [rules for rules in ranked if fits(rules, answers)]
    if not fitting:
        return [("No rules fit every answer. The closest come first", ranked)]
    others = [rules for rules in ranked if rules not in fitting]
    return [(plural(len(fitting), "rule set fits", "rule sets fit"), fitting), ("All other rules", others)]


def _by_habit(listed: RuleSetList) -> list[tuple[str, Sequence[RuleSet]]]:
    others = "All other rules" if listed.recent or listed.own else "All rules"
    return [("Played recently", listed.recent), ("Your own rules", listed.own), (others, listed.others)]


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
    tables = {table.shape: table for table in rules.tables}
    table = tables.get(request.args.get("table", ""), rules.tables[0])
    like = plain_number(request.args.get("like", ""))
    players = tuple(plain_number(text) or 0 for text in request.args.get("seats", "").split("-"))
    return new_form(rules, table, g.club.store, like, players if len(set(players)) == len(players) else ())
