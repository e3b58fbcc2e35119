"""Every published rule set can be created from another one using only the editor's inputs and buttons."""

import pytest

from scorepad.rules import preset, slugs, to_document
from tests.web.rules.editor import Editor
from tests.web.rules.rebuilding import Rebuilder, choices_of, named_alike, rules_of


@pytest.mark.parametrize("slug", slugs())
def test_a_published_rule_set_is_rebuilt_from_another(visitor, slug):
    wanted = named_alike(to_document(preset(slug), every_key=True))
    editor = Editor.begin(visitor, "two-handed" if slug == "partnership" else "partnership")
    fingers = Rebuilder(editor, wanted)
    fingers.rebuild()
    fingers.choices()
    document = editor.document
    assert rules_of(document) == rules_of(wanted)
    assert choices_of(document) == choices_of(wanted)
    assert editor.act("action=keep", name="Rebuilt").status == 200
