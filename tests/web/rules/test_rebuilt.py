"""Every published rule set can be created from another one using only the editor's inputs and buttons."""

import pytest

from scorepad.rules import from_document, preset, slugs, to_document
from scorepad.rules.document import pattern_of
from scorepad.rules.keys import Group
from scorepad.rules.model import KEYS
from tests.web.rules.editor import Editor
from tests.web.rules.rebuilding import Rebuilder, choices_of, named_alike, rules_of

LIKE_SAMBA = {
    "sequences": True,
    "sequence_wilds": 2,
    "natural_ranks": ["A", "7"],
    "red_threes": "natural",
    "black_threes": "natural",
    "sequence_lowest": "A",
    "longest_sequence": 14,
    "set_ranks": ["A", "3"],
    "beyond_dirty": "never",
}
"""What melds may hold in published games that no preset is: Samba, Bolivia, Burraco and their like."""


def like_samba():
    """A game with sequences, natural ranks and threes as natural cards."""
    whole = to_document(preset("partnership"), every_key=True)
    whole["melds"] |= LIKE_SAMBA
    whole["books"][0] |= {"shape": "either", "when": whole["books"][0]["when"] | {"went_out": "yes"}}
    whole["going_out"]["no_discard"] = ["7"]
    whole["otherwise"] = [{"of": ["left"], "when": whole["books"][1]["when"], "counts": "others"}]
    whole["end"]["early"] = [{"players": [], "points": 5000, "lead": "others_together"}]
    for rule in whole["threes"]:
        if rule["place"] == "laid":
            rule |= {"counted": "with_cards", "pays": [{"from": 1, "points": 5, "per": "card"}]}
    return to_document(from_document(whole), every_key=True)


def rebuild(visitor, wanted, like):
    """Rebuild rules from others by the pages of the editor, and keep them."""
    editor = Editor.begin(visitor, like)
    fingers = Rebuilder(editor, wanted)
    fingers.rebuild()
    fingers.choices()
    document = editor.document
    assert rules_of(document) == rules_of(wanted)
    assert choices_of(document) == choices_of(wanted)
    assert editor.act("action=keep", name="Rebuilt").status == 200


@pytest.mark.parametrize("slug", slugs())
def test_a_published_rule_set_is_rebuilt_from_another(visitor, slug):
    wanted = named_alike(to_document(preset(slug), every_key=True))
    rebuild(visitor, wanted, "two-handed" if slug == "partnership" else "partnership")


def test_a_game_with_sequences_and_natural_threes_is_rebuilt(visitor):
    rebuild(visitor, like_samba(), "partnership")


def test_every_question_is_on_a_page(visitor):
    asked = set()
    for like, added in EVERYTHING.items():
        editor = Editor.begin(visitor, like)
        for group, names in added.items():
            for name in names:
                editor.answer(group, f"add={name}")
        editor.answer("end", **({"end.by": "time"} if like == "classic" else {}))
        for group in Group:
            controls = editor.page(group).root.all("form")[0].all("input", "select", "textarea")
            asked |= {pattern_of(control["name"]) for control in controls}
    assert {path for path, key in KEYS.items() if key.question is not None} - asked == set()


EVERYTHING = {
    "partnership": {
        "books": ["set"],
        "cards": ["otherwise"],
        "deal": ["deal"],
        "choices": ["choice"],
        "end": ["early"],
    },
    "dearie": {"opening": ["players"]},
    "pennies": {},
    "classic": {},
}
"""Rules of which each question is about one, and what is added to them for it."""
