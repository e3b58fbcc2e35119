"""A table's own rules: differences applied to a parent, and checked as a whole."""

import pytest

from scorepad.rules import RulesError, diff, from_document, parse, preset, to_document
from scorepad.rules.document import origins
from tests.rules.documents import EVERY_RULE

PARTNERSHIP = preset("partnership")
THURSDAY = """
schema = 2
name = "Our Thursday table"
parent = "partnership"
set = { "books.clean.points" = 700, "going_out.cases.1.points" = 200 }
"""


def own(text, find=preset):
    return parse(f'schema = 2\nname = "Ours"\nparent = "partnership"\n{text}', find)


def faults(text, find=preset):
    with pytest.raises(RulesError) as caught:
        own(text, find)
    return {fault.path: fault.message for fault in caught.value.faults}


def test_it_is_its_parent_but_for_what_differs():
    rules = parse(THURSDAY, preset)
    assert {d.path: (d.ours, d.theirs) for d in diff(rules, PARTNERSHIP)} == {
        "books.clean.points": (700, 500),
        "going_out.cases.1.points": (200, 100),
    }
    assert (rules.slug, rules.parent, rules.notes) == ("our-thursday-table", "partnership", ())
    assert origins(rules, PARTNERSHIP)("books.clean.points") == "your table"
    assert origins(rules, PARTNERSHIP)("going_out.penalty") == "assumed"


def test_a_game_can_keep_it_whole_without_its_parent():
    rules = parse(THURSDAY, preset)
    assert diff(from_document(to_document(rules)), rules) == ()


@pytest.mark.parametrize(
    "text",
    [
        'set = { "books.clean.points" = 700, "books.clean.most" = 3 }',
        "set = { books.clean.points = 700, books.clean.most = 3 }",
        '[set]\n"books.clean" = { points = 700, most = 3 }',
        "[set.books.clean]\npoints = 700\nmost = 3",
    ],
)
def test_a_path_may_be_written_in_every_way_that_toml_has(text):
    changed = {d.path: d.ours for d in diff(own(text), PARTNERSHIP)}
    assert changed == {"books.clean.points": 700, "books.clean.most": 3}


def test_names_of_its_own_are_replaced_as_a_whole_and_only_in_quotes():
    needs = own('set = { "going_out.cases.1.needs" = { clean = 2 } }').going_out.cases[0].needs
    assert dict(needs) == {"clean": 2}
    one = own('set = { "going_out.cases.1.needs.clean" = 2 }').going_out.cases[0].needs
    assert dict(one) == {"clean": 2, "dirty": 1}
    (message,) = faults("set = { going_out.cases.1.needs.clean = 2 }").values()
    assert 'put the path in quotes: “"going_out.cases.1.needs.clean" = …”' in message


def test_kinds_of_books_and_needs_are_added_and_removed():
    book = EVERY_RULE["books"][0] | {"code": "wild", "made_of": "wilds", "counts_for": ["wild"]}
    keys = ", ".join(f"{key} = {value!r}".replace("'", '"') for key, value in book.items())
    rules = own(f'add = {{ books = [{{ {keys} }}], "going_out.cases.1.needs" = {{ wild = 1 }} }}')
    assert [book.code for book in rules.books] == ["clean", "dirty", "wild"]
    assert dict(rules.going_out.cases[0].needs) == {"clean": 1, "dirty": 1, "wild": 1}
    fewer = own('remove = ["bonuses.exact_cut", "books.dirty", "going_out.cases.1.needs.dirty"]')
    assert (fewer.bonuses, [book.code for book in fewer.books]) == ((), ["clean"])
    assert dict(fewer.going_out.cases[0].needs) == {"clean": 1}


def test_own_rules_may_be_the_parent_of_others():
    def find(slug):
        return parse(THURSDAY, preset) if slug == "our-thursday-table" else preset(slug)

    rules = parse(THURSDAY.replace('"partnership"', '"our-thursday-table"').replace("700", "800"), find)
    assert (rules.books[0].points, rules.going_out.cases[0].points) == (800, 200)
    assert rules.parent == "our-thursday-table"


@pytest.mark.parametrize(
    ("text", "path", "fragment"),
    [
        ("add = { book = [] }", "add.book", "this rule does not exist. Did you mean “books”?"),
        ("add = { books = 3 }", "add.books", "“3” is not a list: [{ … }]."),
        ("set = { provenance = 3 }", "set.provenance", "“provenance” is not a rule."),
        ("set = { schema = 9 }", "set.schema", "“schema” is not a rule."),
        ('add = { provenance = { "" = 1 } }', "add.provenance", "“provenance” is not a rule."),
        ('remove = ["provenance"]', "remove.provenance", "“provenance” is not a rule."),
        ('["at line 9"]\n["at line 9"]', "", "is not TOML: line 5 repeats"),
        ("\N{LINE SEPARATOR} = “1”", "", "is not TOML: line 4 has curly quotes."),
    ],
)
def test_what_is_wrong_is_told_with_its_path(text, path, fragment):
    problems = faults(text)
    assert fragment in problems[path], problems


def test_all_faults_of_the_differences_are_told_at_once():
    problems = faults('remove = ["books.wild"]\nset = { "play.drw" = 3, "stock.rond" = "void" }')
    assert set(problems) == {"remove.books.wild", "set.play.drw", "set.stock.rond"}


def test_a_parent_must_be_known():
    assert faults("set = {}", lambda slug: preset("partnersip")) == {
        "parent": "Scorepad has no rule set “partnersip”. Did you mean “partnership”?"
    }
    with pytest.raises(RulesError, match="“partnership” was not found here"):
        parse(THURSDAY)


def test_what_earns_points_on_purpose_says_so():
    rewarded = own('set = { "books.clean.unfinished" = 1000, "books.clean.reward" = true }')
    assert rewarded.books[0].unfinished == 1000


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Table 9!", "table-9"), ("  7 Élan – Zoë ", "elan-zoe"), ("家族", "own-rules"), ("x" * 90, "x" * 60)],
)
def test_a_name_makes_a_slug(name, slug):
    assert parse(THURSDAY.replace("Our Thursday table", name), preset).slug == slug


def test_the_name_of_a_parent_may_be_as_long_as_a_text_may_be():
    long = THURSDAY.replace("Our Thursday table", "W" * 500)
    rules = own('set = { "books.clean.points" = 800 }', lambda slug: parse(long, preset))
    assert (rules.parent, rules.books[0].points) == ("w" * 60, 800)


def starts(rules):
    return [(step.start, step.minimum) for step in rules.opening.steps]


@pytest.mark.parametrize("order", ['"opening.steps.2", "opening.steps.3"', '"opening.steps.3", "opening.steps.2"'])
def test_positions_are_those_of_the_parent_whatever_else_is_removed(order):
    assert starts(own(f"remove = [{order}]")) == [(1, 50), (4, 150)]


def test_new_values_and_new_items_of_a_list_do_not_move_its_positions():
    text = """
    remove = ["opening.steps.1", "opening.steps.3"]
    set = { "opening.steps.2.from" = 1, "opening.steps.4.minimum" = 160, "opening.steps.5.minimum" = 170 }
    add = { "opening.steps" = [{ from = 5, minimum = 0, books = [], players = [] }] }
    """
    # The new one is the third now, and still the fifth of a list of which nothing was removed.
    assert starts(own(text.replace(', "opening.steps.5.minimum" = 170', ""))) == [(1, 90), (4, 160), (5, 0)]
    assert faults(text)["set.opening.steps.5.minimum"].startswith("“opening.steps” has no “5”.")
    added = own(
        """
    remove = ["going_out.cases.1"]
    set = { "going_out.cases.2.points" = 70 }
    add = { "going_out.cases.2.needs" = { dirty = 2 }, "books.clean.ranks" = ["A"] }
    """,
        lambda _: own("""
    set = { "going_out.cases.1.rounds" = [1] }
    [[add."going_out.cases"]]
    players = []
    rounds = []
    concealed = "either"
    points = 5
    needs = { clean = 3 }
    """),
    ).going_out.cases
    assert [(case.points, dict(case.needs)) for case in added] == [(70, {"clean": 3, "dirty": 2})]


def test_items_of_an_inner_list_keep_their_positions_too():
    parent = own('set = { "books.clean.ranks" = ["A", "K", "Q", "J"] }')
    text = """
    remove = ["books.clean.ranks.1", "books.clean.ranks.2"]
    set = { "books.clean.ranks.4" = "10" }
    """
    assert own(text, lambda _: parent).books[0].ranks == ("Q", "10")


def test_of_items_that_share_a_name_each_difference_means_the_one_of_the_parent():
    parent = preset("classic")
    assert [rule.when.opened for rule in parent.threes if (rule.color, rule.place) == ("red", "laid")] == [
        "no",
        "either",
    ]
    fewer = own(
        """
    remove = ["threes.red.laid(1)"]
    set = { "threes.red.laid.pays" = [{ from = 1, points = 80, per = "card" }] }
    """,
        lambda _: parent,
    )
    assert [rule.pays[0].points for rule in fewer.threes if (rule.color, rule.place) == ("red", "laid")] == [80]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('remove = ["opening.steps.2", "opening.steps.2"]', "remove.opening.steps.2"),
        ('remove = ["opening.steps.2"]\nset = { "opening.steps.2.minimum" = 80 }', "set.opening.steps.2.minimum"),
        ('remove = ["books.dirty"]\nadd = { "books.dirty.counts_for" = ["any"] }', "add.books.dirty.counts_for"),
        ('remove = ["books.dirty", "books.dirty.counts_for.1"]', "remove.books.dirty.counts_for.1"),
    ],
)
def test_what_is_removed_cannot_be_changed_too(text, path):
    problem = faults(text)[path]
    assert "is removed" in problem
    assert problem.endswith("Positions are those of the parent’s list, whatever else is removed.")


def test_a_set_based_on_own_rules_counts_in_those_and_not_in_their_parent():
    fewer = own('remove = ["opening.steps.1"]\nset = { "opening.steps.2.from" = 1 }')
    assert starts(fewer) == [(1, 90), (3, 120), (4, 150)]
    assert starts(own('remove = ["opening.steps.2", "opening.steps.3"]', lambda _: fewer)) == [(1, 90)]
