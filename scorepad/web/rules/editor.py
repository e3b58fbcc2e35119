"""The editor of own rules: begin a draft, review it, and answer questions about it, one group at a time."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

from scorepad.play.form_data import STALE, FormData
from scorepad.play.rules import drafts
from scorepad.play.rules.drafts import Draft, Merged
from scorepad.play.rules.own_rules import Sender
from scorepad.rulebook.house_rules import is_option
from scorepad.rulebook.questions import Group
from scorepad.rules.faults import RulesError
from scorepad.store import ChangedMeanwhile, NoSuchRuleSet, StoreError
from scorepad.web.app.current import g
from scorepad.web.app.templates import new_key
from scorepad.web.rules.begin_page import begin_page
from scorepad.web.rules.editor_answers import answer, restored
from scorepad.web.rules.editor_page import EditorPage, GroupPage, groups_of

pages = Blueprint("rule_editor", __name__, url_prefix="/rules")

NEWER = "These rules now have a newer version. Choose below what to do with your changes."
UNFIT = "That answer can be changed once these rules no longer contradict each other. See below, or “All parts”."
MEANWHILE = "Another phone has just changed these rules. Look at what is here now, then press again."


@pages.get("/new")
def new() -> Any:
    """Ask which rules to begin with."""
    return begin_page()


@pages.post("/new")
def begin() -> Any:
    """Begin a draft that copies the chosen rules."""
    if not g.form.is_valid:
        return begin_page(STALE)
    try:
        draft = drafts.start(g.club.store, g.form.data.get("like"), _sender())
    except (RulesError, StoreError) as error:
        return begin_page(str(error))
    return redirect(url_for("rule_editor.ask", slug=draft.slug, group=Group.OFTEN), 303)


@pages.get("/<slug>/edit")
def show(slug: str) -> Any:
    """Show the changes of a draft, their effects, and the groups of its questions."""
    return _page(EditorPage(_draft(slug)))


@pages.post("/<slug>/edit")
def change(slug: str) -> Any:
    """Perform the action of the button: keep the draft, undo a step or a difference, or discard it."""
    draft = _draft(slug)
    if not g.form.is_valid:
        return _page(EditorPage(draft, STALE))
    try:
        return _act(draft)
    except ChangedMeanwhile:
        page = EditorPage(_draft(slug))
        return _page(replace(page, notice=NEWER if page.newer else MEANWHILE))
    except RulesError as error:
        return _page(EditorPage(_draft(slug), f"These rules cannot be kept yet: {error.faults[0]}"))
    except StoreError as error:
        return _page(EditorPage(_draft(slug), str(error)))


def _act(draft: Draft) -> Any:
    action = _ACTIONS.get("restore" if "restore" in g.form.data else g.form.data.get("action"))
    if action is None:
        abort(400)
    return redirect(action(draft), 303)


def _name(draft: Draft) -> str:
    """Save the name as soon as it is typed. An invalid name is rejected when the draft is kept."""
    name = g.form.data.get("name", draft.name).strip()
    drafts.save(g.club.store, draft, {**draft.document, "name": name or draft.name}, _sender())
    return url_for("rule_editor.show", slug=draft.slug)


def _keep(draft: Draft) -> str:
    name = g.form.data.get("name", draft.name).strip()
    own = drafts.keep(g.club.store, draft.slug, _seen(), name, _sender("keep"))
    begun = " Games in progress keep their rules, unless you change them in the game’s menu." if draft.base else ""
    flash(f"“{own.rules.name}” is kept. New games offer it first.{begun}")
    return url_for("rules.show", slug=own.slug)


def _undo(draft: Draft) -> str:
    drafts.undo(g.club.store, draft.slug, _seen())
    return url_for("rule_editor.show", slug=draft.slug)


def _take_over(draft: Draft) -> str:
    drafts.take_over(g.club.store, draft, _seen(), _sender())
    flash("Your draft now has your changes and those of the newer version. Look at it, then press “Keep these rules”.")
    return url_for("rule_editor.show", slug=draft.slug)


def _keep_mine(draft: Draft) -> str:
    drafts.keep_mine(g.club.store, draft, _seen(), _sender())
    flash("Your draft leaves out the changes of the newer version. Look at it, then press “Keep these rules”.")
    return url_for("rule_editor.show", slug=draft.slug)


def _restore(draft: Draft) -> str:
    result = restored(draft.document, draft, g.form.data.get("restore"))
    drafts.save(g.club.store, draft, result.document, _sender())
    return url_for("rule_editor.show", slug=draft.slug)


def _discard(draft: Draft) -> str:
    drafts.discard(g.club.store, draft.slug)
    flash("Your changes are discarded.")
    return url_for("rules.index")


_ACTIONS: dict[str, Callable[[Draft], str]] = {
    "": _name,
    "keep": _keep,
    "undo": _undo,
    "restore": _restore,
    "discard": _discard,
    "take-over": _take_over,
    "keep-mine": _keep_mine,
}


@pages.get("/<slug>/edit/<group>")
def ask(slug: str, group: str) -> Any:
    """Show the questions of a group, about all games or about games with a certain answer."""
    draft = _draft(slug)
    try:
        opened = drafts.in_option(draft, _option())
    except RulesError:
        return _group_page(GroupPage(draft, UNFIT, Group.CHOICES))
    return _group_page(GroupPage(opened, group=_group(opened, group)))


@pages.post("/<slug>/edit/<group>")
def save(slug: str, group: str) -> Any:
    """Save the answers of a group and perform the button's action. On a fault, save nothing and keep what was typed."""
    draft, data = _draft(slug), g.form.data
    if g.form.is_valid and data.get("action") == "undo":
        return _undo_here(slug, _group(draft, group))
    try:
        merged = drafts.merge(g.club.store, slug, _seen(), _group(draft, group), data.fields, _option())
    except RulesError:
        return _group_page(GroupPage(draft, UNFIT, Group.CHOICES))
    back = GroupPage(merged.draft, group=_group(merged.draft, group), typed=merged.typed)
    return _saved(back, merged) if g.form.is_valid else _group_page(replace(back, notice=STALE))


def _saved(back: GroupPage, merged: Merged) -> Any:
    """Save the draft with the answers of the form; `back` is the page to show if that fails."""
    slug, data = merged.draft.slug, g.form.data
    result = answer(merged, back.group, data)
    if result.faults or result.notice:
        return _group_page(replace(back, faults=result.faults, notice=result.notice))
    try:
        drafts.save(g.club.store, merged.draft, result.document, _sender())
    except ChangedMeanwhile:
        return _group_page(replace(back, draft=back.draft if _option() else _draft(slug), notice=MEANWHILE))
    except (RulesError, StoreError) as error:
        return _group_page(replace(back, notice=str(error)))
    return redirect(_after(slug, data, back.group, result.anchor), 303)


def _undo_here(slug: str, group: Group) -> Any:
    try:
        draft = drafts.undo(g.club.store, slug, _seen())
    except (ChangedMeanwhile, NoSuchRuleSet):
        return _group_page(GroupPage(_draft(slug), MEANWHILE, group))
    if _option() and not is_option(draft.document, _option()):
        return redirect(url_for("rule_editor.ask", slug=slug, group=Group.CHOICES), 303)
    return redirect(url_for("rule_editor.ask", slug=slug, group=group, option=_option() or None), 303)


def _after(slug: str, data: FormData, group: Group, anchor: str) -> str:
    action, option = data.get("action"), _option() or None
    if action == "done":
        endpoint, shown = ("ask", Group.CHOICES) if option else ("show", None)
        return url_for(f"rule_editor.{endpoint}", slug=slug, group=shown)
    if action in list(Group):
        return url_for("rule_editor.ask", slug=slug, group=action, option=option)
    # A script cannot read the fragment of a redirect.
    added = anchor if data.get("add") else None
    return url_for("rule_editor.ask", slug=slug, group=group, added=added, option=option, _anchor=anchor or None)


def _option() -> str:
    """Return the path of the answer that the page is about, "" for the rules of all games."""
    return request.args.get("option", "")


def _draft(slug: str) -> Draft:
    """Return the draft of a set, or the set itself if it has none, or answer 404."""
    try:
        return drafts.load(g.club.store, slug)
    except (NoSuchRuleSet, RulesError):
        abort(404)


def _group(draft: Draft, name: str) -> Group:
    group = next((group for group in Group if group == name), None)
    if group is None or group not in groups_of(draft):
        abort(404)
    return group


def _seen() -> int:
    return g.form.seen or 0


def _sender(use: str = "draft") -> Sender:
    return Sender(f"{g.form.key}:{use}", g.form.device)


def _page(page: EditorPage) -> Any:
    name = g.form.data.get("name", page.draft.name) if page.notice else page.draft.name
    return render_template("rules/editor.html", page=page, name=name, key=new_key()), 422 if page.notice else 200


def _group_page(page: GroupPage) -> Any:
    html = render_template("rules/editor_group.html", page=page, key=new_key())
    return html, 422 if page.notice or page.faults else 200
