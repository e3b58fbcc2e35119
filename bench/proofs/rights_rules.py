"""Every action of forms on the rules of a club: more of the expected rights of `rights_actions`."""

from secrets import token_hex

from bench.proofs.rights_actions import OWNS, Form, action, press
from scorepad.play.rules import own_rules
from scorepad.play.rules.own_rules import Sender
from tests.web.driving import Visitor

FILE = 'schema = 2\nname = "{}"\nparent = "roth"\nset = {{ "cards.K" = 15 }}\n'


def _name() -> str:
    """Return an unused name for rules."""
    return f"Rules {token_hex(4)}"


def _kept(owner: Visitor) -> str:
    """Save new rules. Return their address."""
    press(owner, "/rules/add/keep", text=FILE.format(name := _name()))
    return "/rules/" + name.lower().replace(" ", "-")


def _draft(owner: Visitor) -> str:
    """Begin and change a draft. Return its address."""
    before = {step.slug for step in owner.club.rule_drafts.current()}
    press(owner, "/rules/new", like="roth")
    (slug,) = {step.slug for step in owner.club.rule_drafts.current()} - before
    address = f"/rules/{slug}/edit"
    cards = owner.get(f"{address}/cards").form("/cards")
    owner.post(cards.action, cards.fields | {"cards.K": "15", "action": "done"})
    return address


def _editing(owner: Visitor, **button: str) -> Form:
    address = _draft(owner)
    return Form(0, address, owner.get(address).form("/edit").fields | {"name": _name()} | button)


def _behind(owner: Visitor, button: str) -> Form:
    """Return the form of a button of a draft whose rules have a newer version."""
    rules = _kept(owner)
    cards = owner.get(f"{rules}/edit/cards").form("/cards")
    owner.post(cards.action, cards.fields | {"cards.Q": "15", "action": "done"})
    slug = rules.removeprefix("/rules/")
    newer = {**own_rules.current(owner.club, slug).document, "set": {"cards.K": 20}}
    own_rules.save_version(owner.club, slug, newer, 1, Sender(token_hex(16)))
    return Form(0, f"{rules}/edit", owner.get(f"{rules}/edit").form("/edit").fields | {"action": button})


@action(OWNS, "rule_files.look", records=False)
def look_at_a_file(owner: Visitor) -> Form:
    return Form(0, "/rules/add", {"text": FILE.format("Looked at")})


@action(OWNS, "rule_files.keep_")
def keep_rules_from_a_file(owner: Visitor) -> Form:
    return Form(0, "/rules/add/keep", {"text": FILE.format(_name())})


@action(OWNS, "rule_changes.save")
def rename_rules(owner: Visitor) -> Form:
    return Form(0, f"{_kept(owner)}/change", {"action": "rename", "version": "1", "name": _name()})


@action(OWNS, "rule_changes.save")
def retire_rules(owner: Visitor) -> Form:
    return Form(0, f"{_kept(owner)}/change", {"action": "retire", "version": "1"})


@action(OWNS, "rule_changes.save")
def bring_rules_back(owner: Visitor) -> Form:
    path = f"{_kept(owner)}/change"
    press(owner, path, action="retire", version="1")
    return Form(0, path, {"action": "return", "version": "2"})


@action(OWNS, "rule_changes.save")
def go_back_to_an_earlier_version(owner: Visitor) -> Form:
    path = f"{_kept(owner)}/change"
    press(owner, path, action="rename", version="1", name=_name())
    return Form(0, path, {"action": "undo", "version": "2", "to": "1"})


@action(OWNS, "rule_editor.begin", "like")
def begin_a_draft(owner: Visitor) -> Form:
    return Form(0, "/rules/new", {"like": "roth"})


@action(OWNS, "rule_editor.save", "action=done")
def answer_a_question_of_the_editor(owner: Visitor) -> Form:
    address = f"{_draft(owner)}/cards"
    return Form(0, address, owner.get(address).form("/cards").fields | {"cards.Q": "15", "action": "done"})


@action(OWNS, "rule_editor.save", "add")
def add_a_book_to_a_draft(owner: Visitor) -> Form:
    address = f"{_draft(owner)}/books"
    return Form(0, address, owner.get(address).form("/books").fields | {"add": "sevens"})


@action(OWNS, "rule_editor.save", "remove")
def take_a_bonus_out_of_a_draft(owner: Visitor) -> Form:
    address = f"{_draft(owner)}/bonuses"
    return Form(0, address, owner.get(address).form("/bonuses").fields | {"remove": "bonuses.exact_cut"})


@action(OWNS, "rule_editor.change")
def keep_a_draft(owner: Visitor) -> Form:
    return _editing(owner, action="keep")


@action(OWNS, "rule_editor.change", "action=undo")
def take_a_step_of_a_draft_back(owner: Visitor) -> Form:
    return _editing(owner, action="undo")


@action(OWNS, "rule_editor.change", "restore")
def take_a_house_rule_back(owner: Visitor) -> Form:
    return _editing(owner, restore="cards.K")


@action(OWNS, "rule_editor.change", "action=discard")
def discard_a_draft(owner: Visitor) -> Form:
    return _editing(owner, action="discard")


@action(OWNS, "rule_editor.change", "action=take-over")
def take_a_newer_version_over(owner: Visitor) -> Form:
    return _behind(owner, "take-over")


@action(OWNS, "rule_editor.change", "action=keep-mine")
def go_on_without_a_newer_version(owner: Visitor) -> Form:
    return _behind(owner, "keep-mine")
