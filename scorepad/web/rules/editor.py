"""The editor of own rules: begin a draft, review it, answer a group of questions, keep it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from flask import abort, flash, redirect, render_template, request, url_for

from scorepad.play.form_data import STALE, FormData
from scorepad.play.rules import drafts
from scorepad.play.rules.catalog import OwnSet, playable
from scorepad.play.rules.drafts import Draft, LastGame, Merged, begun_with, last_game, newer_version
from scorepad.play.rules.own_rules import Sender
from scorepad.rulebook.additions import Addition, additions, remove, restore
from scorepad.rulebook.compare import Contrast, compare
from scorepad.rulebook.form import (
    MISSING,
    Field,
    Section,
    Texts,
    field_at,
    find_value,
    form,
    is_asked,
    sections,
    words_of,
)
from scorepad.rulebook.house_rules import (
    Change,
    Contradiction,
    HouseRule,
    checked,
    effects,
    example,
    house_rules,
    is_option,
    move_option,
    summary,
    suspicions_of,
)
from scorepad.rulebook.matching import MAX_BEGUN
from scorepad.rulebook.parse import Parsed, name_cuts, parse
from scorepad.rules.document import Document, copied, value_at
from scorepad.rules.faults import RulesError
from scorepad.rules.keys import Group, Kind
from scorepad.rules.model import RuleSet
from scorepad.store import ChangedMeanwhile, NoSuchRuleSet, StoreError
from scorepad.web.app.current import g
from scorepad.web.app.templates import new_key
from scorepad.web.rules.which import ChoosePage


class ShownAnswer(NamedTuple):
    """An answer with its effects; `can_go` if enough others would be left to remove it."""

    path: str
    label: str
    effects: list[HouseRule]
    can_go: bool


def begin_page(notice: str = "") -> Any:
    """Return the page, with the rule sets that fit the replies in the query string first."""
    begun_at = url_for("rule_editor.new")
    page = ChoosePage(playable(g.club.store), request.args, "rule_editor.new", begun_at, MAX_BEGUN)
    html = render_template(
        "rules/begin.html", page=page, drafts=g.club.store.rule_drafts.current(), notice=notice, key=new_key()
    )
    return html, 422 if notice else 200


class GroupLink(NamedTuple):
    """A group, with the number of differences from the parent and whether it has contradictions."""

    group: Group
    title: str
    about: str
    differences: int
    is_wrong: bool


@dataclass(frozen=True)
class EditorPage:
    """A draft: its differences, their effects, and its contradictions."""

    draft: Draft
    notice: str = ""

    @cached_property
    def _checked(self) -> tuple[RuleSet | None, tuple[Contradiction, ...]]:
        return checked(self.draft.document)

    @property
    def contradictions(self) -> tuple[Contradiction, ...]:
        return self._checked[1]

    @cached_property
    def suspicions(self) -> tuple[Contradiction, ...]:
        """Rules that can be played but are probably not intended."""
        rules = self._checked[0]
        return suspicions_of(self.draft.document, rules) if rules else ()

    @cached_property
    def house_rules(self) -> list[HouseRule]:
        return house_rules(self.draft.document, self.draft.parent_document, self.draft.parent)

    @property
    def summary(self) -> str:
        """The rules in one line, with the number of the differences that the page lists."""
        return summary(self.draft.parent, len(self.house_rules))

    @cached_property
    def last_game(self) -> LastGame | None:
        """The club's last game under these rules, None while they have contradictions."""
        rules = self._checked[0]
        return last_game(g.club.store, g.club.games, rules) if rules else None

    @property
    def example(self) -> tuple[Change, ...]:
        rules = self._checked[0]
        return example(self.draft.parent, rules) if rules else ()

    @cached_property
    def newer(self) -> OwnSet | None:
        """A version kept while this draft was being edited."""
        return newer_version(g.club.store, self.draft)

    @property
    def newer_contrasts(self) -> list[tuple[Contrast, str]]:
        """The changes of the newer version, each with this draft's own value, "" if the draft did not change it."""
        try:
            begun = begun_with(g.club.store, self.draft)
        except (RulesError, StoreError):
            return []
        rules = self._checked[0]
        mine = {contrast.label: contrast.here for contrast in _contrasts(rules, begun)} if rules else {}
        theirs = _contrasts(self.newer.rules, begun) if self.newer else []
        return [(contrast, mine.get(contrast.label, "")) for contrast in theirs]

    @property
    def can_undo(self) -> bool:
        """Whether the last step can be undone."""
        return g.club.store.rule_drafts.earlier(self.draft.slug) is not None

    @property
    def groups(self) -> list[GroupLink]:
        return [
            GroupLink(
                group,
                group.heading,
                group.about,
                sum(rule.group is group for rule in self.house_rules),
                any(contradiction.group is group for contradiction in self.contradictions),
            )
            for group in groups_of(self.draft)
        ]


def groups_of(draft: Draft) -> list[Group]:
    return [group for group in Group if not draft.option or group not in (Group.NAME, Group.CHOICES)]


@dataclass(frozen=True)
class GroupPage(EditorPage):
    """The questions of one group, with the typed texts if the form had faults."""

    group: Group = Group.CARDS
    typed: Mapping[str, Texts] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.group.heading

    @property
    def about(self) -> str:
        return self.group.about

    @cached_property
    def _form(self) -> list[Section]:
        return form(self.draft.document, self.draft.parent_document, self.group)

    @property
    def can_undo(self) -> bool:
        """Whether the last step can be undone and changed something here. The page of all parts undoes the others."""
        try:
            before = drafts.before_last_step(g.club.store, self.draft.slug)
            before = before and drafts.in_option(before, self.draft.option)
        except RulesError:
            return True
        if before is None or self.group is Group.CHOICES:
            return before is not None and before.document["choices"] != self.draft.document["choices"]
        return form(before.document, before.parent_document, self.group) != self._form

    @property
    def sections(self) -> Iterator[Section]:
        """The sections with the typed texts, and what is wrong or odd beside each input."""
        for section in self._form:
            usual, rare = (tuple(map(self._shown, fields)) for fields in (section.usual, section.rare))
            yield replace(section, usual=usual, rare=rare)

    def answers_at(self, paths: tuple[str, ...]) -> list[ShownAnswer]:
        document = self.draft.document
        return [
            ShownAnswer(path, value_at(document, path)["label"], effects(document, path), len(paths) > 2)
            for path in paths
        ]

    @property
    def unreadable(self) -> list[Field]:
        """The questions of this group whose text cannot be parsed."""
        return [each for section in self._form for each in section.fields if each.path in self.faults]

    def _shown(self, each: Field) -> Field:
        fault = self.faults.get(each.path) or self._wrong.get(each.path, "")
        texts, remark = self.typed.get(each.path, each.texts), self._remarks.get(each.path, "")
        return replace(each, texts=texts, fault=fault, remark=remark)

    @cached_property
    def _wrong(self) -> dict[str, str]:
        return self._beside(self.contradictions)

    @cached_property
    def _remarks(self) -> dict[str, str]:
        return self._beside(self.suspicions)

    def _beside(self, contradictions: tuple[Contradiction, ...]) -> dict[str, str]:
        """Return the messages of this group by the path of the input beside which each is shown."""
        beside: dict[str, str] = {}
        paths = [each.path for section in self._form for each in section.fields]
        for contradiction in contradictions:
            if path := _nearest(contradiction.path, paths):
                beside[path] = f"{beside[path]} {contradiction.message}" if path in beside else contradiction.message
        return beside

    @property
    def without_input(self) -> list[str]:
        """The contradictions of this group that belong to no input."""
        shown = " ".join(self._wrong.values())
        here = [c for c in self.contradictions if self.group in (c.group, Group.OFTEN)]
        return [contradiction.sentence for contradiction in here if contradiction.message not in shown]

    @property
    def additions(self) -> dict[str, Addition]:
        offered = additions(self.draft.document, self.group)
        return {name: addition for name, addition in offered.items() if not self.draft.option or name != "typed"}

    @property
    def answer(self) -> tuple[str, str]:
        """The choice and the answer that these rules belong to, both "" for the rules of all games."""
        draft, option = self.draft.of, self.draft.option
        if draft is None:
            return "", ""
        choice = value_at(draft.document, option.partition(".options.")[0])
        return choice["label"], value_at(draft.document, option)["label"]

    @property
    def next_group(self) -> Group | None:
        groups = groups_of(self.draft)
        later = groups[groups.index(self.group) + 1 :] if self.group in groups else []
        return later[0] if later else None

    @property
    def next_title(self) -> str:
        return self.next_group.heading if self.next_group else ""


def _nearest(path: str, paths: list[str]) -> str:
    """Return the input for a path: its own, the first below it, or the one that contains it."""
    if path in paths:
        return path
    below = next((other for other in paths if other.startswith(f"{path}.")), "")
    return below or next((other for other in paths if path.startswith(f"{other}.")), "")


def _contrasts(rules: RuleSet, begun: RuleSet) -> list[Contrast]:
    return [contrast for part in compare(rules, begun) for contrast in part.in_full]


# A posted group of answers and its button

SMALL_STEP = 5
"""The step of − and + for a number that is no multiple of the usual step. Card values are multiples of it."""

_BY = {"+1": 1, "-1": -1}
"""Suffixes of the values of buttons that go one up or down."""

GONE = "That was changed meanwhile. Look at what is here now."


@dataclass(frozen=True, slots=True)
class Answered:
    """A changed document, or faults by path and a notice about the whole form. `anchor` is the changed path."""

    document: Document
    faults: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""
    anchor: str = ""


def answer(merged: Merged, group: Group, data: FormData) -> Answered:
    """Return the draft with the answers of a form and the action of its button."""
    faults = {**merged.parsed.faults, **_clash_notes(merged)}
    document = merged.parsed.document
    if faults:
        return Answered(document, faults)
    if step := data.get("step"):
        return _stepped(document, group, step)
    if name := data.get("add"):
        return _added(document, group, name)
    if move := data.get("move"):
        result = copied(document)
        return Answered(result, notice="" if move_option(result, move[:-2], _BY.get(move[-2:], 0)) else GONE)
    if path := data.get("remove"):
        result = copied(document)
        offered = {item for section in sections(document, group) for item in (section.item, *section.options)}
        return Answered(result, notice="" if path in offered and remove(result, path) else GONE)
    if path := data.get("restore"):
        return restored(document, merged.draft, path)
    return Answered(document)


def restored(document: Document, draft: Draft, path: str) -> Answered:
    """Reset one difference to the parent's value."""
    result = copied(document)
    notice = "" if restore(result, draft.parent_document, path) else GONE
    name_cuts(result, document)
    return Answered(result, notice=notice, anchor=path)


def _clash_notes(merged: Merged) -> dict[str, str]:
    """Return a sentence for each answer that another phone has changed meanwhile."""
    notes = {}
    for path, typed in merged.clashes.items():
        document = merged.draft.document
        theirs = words_of(document, find_value(document, path), path)
        mine = ", ".join(filter(None, typed)) or "nothing"
        notes[path] = f"Another phone has just changed this to {theirs}. You typed {mine}. Save again to use yours."
    return notes


def _stepped(document: Document, group: Group, step: str) -> Answered:
    """Change a number by its step. An optional number becomes absent below 1."""
    path, by = step[:-2], _BY.get(step[-2:])
    if by is None or not is_asked(path) or find_holder(document, path):
        return Answered(document, notice=GONE)
    each = field_at(document, document, path)
    if each.key.kind is not Kind.NUMBER:
        return Answered(document, notice=GONE)
    before = int(each.text.replace("−", "-") or "0")
    # Numbers such as −5 or 85 change in small steps.
    number = before + by * (SMALL_STEP if before % each.key.step else each.key.step)
    if not each.may_be_negative:
        number = max(number, 0)
    is_absent = number < 1 and (each.key.none or each.key.is_counted) and each.key.path != "cards.*"
    result: Parsed = parse(document, group, {path: ("" if is_absent else str(number),)})
    return Answered(result.document, result.faults, anchor=path)


def find_holder(document: Document, path: str) -> bool:
    """Whether the parent of a path no longer exists."""
    holder = path.rpartition(".")[0]
    return bool(holder) and find_value(document, holder) is MISSING and not holder.endswith(".pays.1")


def _added(document: Document, group: Group, name: str) -> Answered:
    addition = additions(document, group).get(name)
    if addition is None:
        return Answered(document, notice=GONE)
    result = copied(document)
    addition.apply(result)
    before, after = (form(whole, whole, group) for whole in (document, result))
    # A new case is inserted first, so its paths existed before; look for its title instead.
    titles = {section.title for section in before}
    fresh = [each.path for section in after if section.title not in titles for each in section.fields]
    paths = {each.path for section in before for each in section.fields}
    fresh += [each.path for section in after for each in section.fields if each.path not in paths]
    return Answered(result, anchor=next(iter(fresh), ""))


# The views


NEWER = "These rules now have a newer version. Choose below what to do with your changes."
UNFIT = "That answer can be changed once these rules no longer contradict each other. See below, or “All parts”."
MEANWHILE = "Another phone has just changed these rules. Look at what is here now, then press again."


def new() -> Any:
    """Ask which rules to begin with."""
    return begin_page()


def begin() -> Any:
    """Begin a draft that copies the chosen rules."""
    if not g.form.is_valid:
        return begin_page(STALE)
    try:
        draft = drafts.start(g.club.store, g.form.data.get("like"), _sender())
    except (RulesError, StoreError) as error:
        return begin_page(str(error))
    return redirect(url_for("rule_editor.ask", slug=draft.slug, group=Group.OFTEN), 303)


def show(slug: str) -> Any:
    """Show the changes of a draft, their effects, and the groups of its questions."""
    return _page(EditorPage(_draft(slug)))


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


def ask(slug: str, group: str) -> Any:
    """Show the questions of a group, about all games or about games with a certain answer."""
    draft = _draft(slug)
    try:
        opened = drafts.in_option(draft, _option())
    except RulesError:
        return _group_page(GroupPage(draft, UNFIT, Group.CHOICES))
    return _group_page(GroupPage(opened, group=_group(opened, group)))


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
