"""What is added in the editor has an effect, or the page says that it has none."""

import copy

import pytest

from scorepad.rulebook.additions import additions
from scorepad.rulebook.form import form
from scorepad.rulebook.house_rules import checked, suspicions_of
from scorepad.rules import preset, slugs, to_document
from scorepad.rules.keys import Group
from scorepad.rules.parse import from_document
from scorepad.scoring.needs import missing_books

KINDS = ("sevens", "wild", "aces", "samba", "threes", "other")


def whole(slug="partnership"):
    return to_document(preset(slug), every_key=True)


def any_two_books(name="any", slug="partnership"):
    """Rules in which going out needs two books of any kind."""
    document = whole(slug)
    for book in document["books"]:
        book["counts_for"] = [*book["counts_for"], name]
    document["going_out"]["cases"][0]["needs"] = {name: 2}
    return document


def add(document, group, name):
    additions(document, group)[name].apply(document)
    return document


def usual_fields(document, group, end):
    sections = form(document, document, group)
    return [field.path for section in sections for field in section.usual if field.path.endswith(end)]


@pytest.mark.parametrize("name", ["any", "joint"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_kind_counts_where_all_others_count_together(kind, name):
    document = add(any_two_books(name), Group.BOOKS, kind)
    code = document["books"][-1]["code"]
    rules = from_document(document)
    assert missing_books(rules, rules.going_out.cases[0], {code: 2}) == {}
    # And so does the next one.
    document = add(document, Group.BOOKS, "other")
    assert name in document["books"][-1]["counts_for"]


def test_a_new_kind_does_not_join_what_only_some_share():
    document = whole()
    document["books"][0]["counts_for"] = ["clean", "joint"]
    assert add(document, Group.BOOKS, "sevens")["books"][-1]["counts_for"] == ["sevens"]
    # The code of the only kind is no name for kinds that share something.
    document = whole()
    del document["books"][1]
    assert add(document, Group.BOOKS, "sevens")["books"][-1]["counts_for"] == ["sevens"]


@pytest.mark.parametrize("kind", ["sevens", "wild", "samba"])
def test_what_a_new_kind_counts_as_is_asked_in_the_open_if_going_out_needs_others(kind):
    document = add(whole(), Group.BOOKS, kind)
    path = f"books.{document['books'][-1]['code']}.counts_for"
    for group in (Group.BOOKS, Group.OFTEN):
        assert usual_fields(document, group, ".counts_for") == [path]
    document["going_out"]["cases"][0]["needs"] |= {document["books"][-1]["code"]: 1}
    assert usual_fields(document, Group.OFTEN, ".counts_for") == []


@pytest.mark.parametrize("slug", slugs())
def test_what_the_kinds_of_a_published_game_count_as_is_not_asked_in_the_open(slug):
    assert usual_fields(whole(slug), Group.OFTEN, ".counts_for") == []


def in_doubt(document):
    """What the page says about a draft: contradictions, or what is probably a mistake."""
    rules, contradictions = checked(document)
    return [*contradictions, *(suspicions_of(document, rules) if rules else ())]


@pytest.mark.parametrize("group", [group for group in Group if group is not Group.OFTEN])
@pytest.mark.parametrize("slug", slugs())
def test_whatever_is_added_twice_is_not_the_same_twice_without_a_word(slug, group):
    for name in additions(whole(slug), group):
        document = whole(slug)
        for _ in range(2):
            if name not in additions(document, group):
                break
            before = copy.deepcopy(document)
            add(document, group, name)
            assert document != before, name
        else:
            assert not _alike(document) or in_doubt(document), name


def _alike(document):
    """Whether a list has an item twice, but for its name."""
    lists = [
        document["otherwise"],
        document["threes"],
        document["deals"],
        document["tables"],
        document["end"]["targets"],
    ]
    lists += [document["opening"]["steps"], document["going_out"]["cases"], *(b["cases"] for b in document["bonuses"])]
    return any(item in items[:at] for items in lists for at, item in enumerate(items))


@pytest.mark.parametrize(
    ("group", "name", "words"),
    [
        (Group.OPENING, "step", "The game ends after round 4"),
        (Group.OUT, "rounds", "The game ends after round 4"),
        (Group.BONUSES, "rounds-exact_cut", "The game ends after round 4"),
        (Group.DEAL, "deal", "The game ends after round 4"),
        (Group.CARDS, "otherwise", "This never applies, because an earlier rule"),
        (Group.THREES, "special-red-held", "This never applies, because an earlier price"),
    ],
)
def test_what_never_applies_is_said(group, name, words):
    document = whole()
    for _ in range(5):
        add(document, group, name)
    assert any(words in each.message for each in in_doubt(document))
