"""Add, remove and undo in a draft. Undoing everything always gives the parent again."""

import copy

import pytest

from scorepad.rulebook.additions import additions, remove, restore
from scorepad.rulebook.compare import compare, count
from scorepad.rulebook.draft import with_every_key
from scorepad.rulebook.form import field_at, form
from scorepad.rulebook.house_rules import checked, example, house_rules, summary
from scorepad.rulebook.parse import parse
from scorepad.rules import choose, diff, lookup, preset, slugs, to_document
from scorepad.rules.keys import Group

PARTNERSHIP = preset("partnership")


def whole(slug):
    return to_document(preset(slug), every_key=True)


@pytest.fixture
def draft():
    return whole("partnership")


def add(document, group, name):
    additions(document, group)[name].apply(document)


def typed(document, group, **texts):
    result = parse(document, group, {path.replace("__", "."): (text,) for path, text in texts.items()})
    return result.document if not result.faults else result.faults


@pytest.mark.parametrize("slug", slugs())
def test_taking_back_every_difference_leads_to_the_parent(slug):
    for other in slugs():
        document, parent = whole(other), whole(slug)
        for rule in house_rules(document, parent, preset(slug)):
            assert (rule.about, rule.here) != (rule.here, rule.there)
            assert restore(document, parent, rule.path), rule
        assert diff(checked(document)[0], preset(slug)) == (), other


@pytest.mark.parametrize("slug", slugs())
def test_what_is_added_fits_and_can_be_taken_out_again(slug):
    for group in Group:
        for name in additions(whole(slug), group):
            document = whole(slug)
            add(document, group, name)
            differing = house_rules(document, whole(slug), preset(slug))
            assert differing, name
            assert checked(document)[1] == (), name
            assert document == with_every_key(document), name
            for rule in differing:
                restore(document, whole(slug), rule.path)
            assert document == whole(slug), name


def test_a_book_that_goes_takes_along_what_needed_it(draft):
    assert remove(draft, "books.dirty")
    rules, contradictions = checked(draft)
    assert contradictions == ()
    assert dict(rules.going_out.cases[0].needs) == {"clean": 1}
    assert not remove(draft, "books.dirty")
    assert not remove(draft, "melds.smallest")


def test_a_condition_goes_with_its_book_and_so_does_the_rule_that_has_no_other():
    document = whole("pennies")
    when = {"went_out": "either", "opened": "either", "has": {}, "lacks": {"sevens": 1}}
    document["otherwise"] = [
        {"of": ["melded"], "when": when, "counts": "minus"},
        {"of": ["left"], "when": {**when, "went_out": "no"}, "counts": "nothing"},
    ]
    assert remove(document, "books.sevens")
    rules, contradictions = checked(document)
    assert (contradictions, len(rules.threes), [list(rule.of) for rule in rules.otherwise]) == ((), 4, [["left"]])


def test_a_price_of_threes_goes_once_its_input_is_empty():
    laid = "threes__red__laid__pays__"
    fewer = typed(whole("laguna-woods"), Group.THREES, **{f"{laid}1__points": "150", f"{laid}2__points": ""})
    assert fewer["threes"][1]["pays"] == [{"from": 1, "points": 150, "per": "card"}]
    more = typed(whole("laguna-woods"), Group.THREES, **{f"{laid}1__points": ""})
    assert [step["from"] for step in more["threes"][1]["pays"]] == [8]
    assert field_at(fewer, fewer, "threes.red.laid.pays.1.points").key.help.endswith("they count nothing.")
    assert field_at(whole("pennies"), fewer, "threes.red.laid.pays.2.points").key.help == (
        "Empty: there is no such price."
    )


def test_a_bonus_and_a_total_may_differ_in_some_rounds_or_with_some_players():
    document = whole("partnership")
    add(document, Group.BONUSES, "rounds-exact_cut")
    document = typed(document, Group.BONUSES, bonuses__exact_cut__cases__1__points="200")
    assert [s.title for s in form(document, document, Group.BONUSES)] == [
        "Exact cut of 22",
        "Exact cut of 22, in round 1",
    ]
    assert lookup.bonus_case(checked(document)[0].bonuses[0], 1, 4).points == 200
    assert "target" not in additions(document, Group.END)
    of_all, in_one = form(document, whole("partnership"), Group.BONUSES)
    assert (of_all.is_yours, in_one.is_yours) == (False, True)
    assert not any(field.is_yours for field in of_all.fields)
    assert [field.label for field in in_one.usual] == ["Points, in round 1", "In which rounds"]
    dearer = typed(document, Group.BONUSES, bonuses__exact_cut__cases__2__points="300")
    assert restore(dearer, whole("partnership"), "bonuses.exact_cut.cases.2.points")
    assert dearer == document
    document = whole("laguna-woods")
    document = typed(document, Group.END, end__by="target")
    add(document, Group.END, "target")
    document = typed(document, Group.END, end__targets__1__points="15000")
    rules = checked(document)[0]
    assert [lookup.target_for(rules, players).points for players in (4, 6)] == [10000, 15000]


def test_what_a_choice_adds_has_every_key():
    bonus = {"code": "extra", "label": "Extra", "books": {"clean": 2}, "points": 100, "times": "once"}
    option = {"value": "usual", "label": "Usual", "set": {}, "add": {}, "reported": [], "assumed": []}
    choice = {"key": "sets", "label": "Sets", "players": [], "typed": False}
    document = whole("partnership")
    document["choices"] = [choice | {"options": [option, option | {"value": "on", "add": {"combinations": [bonus]}}]}]
    assert typed(document, Group.CHOICES, choices__sets="on")["combinations"][0]["group"] == ""


def test_minimums_may_differ_by_number_of_players():
    document, parent = whole("dearie"), whole("dearie")
    add(document, Group.OPENING, "players")
    assert count(compare(checked(document)[0], preset("dearie"))) == 1
    add(document, Group.OPENING, "step-1")
    document = typed(document, Group.OPENING, opening__steps__6__minimum="75", opening__steps__6__players="2")
    rules = checked(document)[0]
    assert [lookup.opening_step(rules, 1, players, 0).minimum for players in (2, 3, 4, 6)] == [75, 50, 50, 50]
    assert lookup.opening_step(rules, 6, 2, 0).start == 6
    (said,) = house_rules(document, parent, preset("dearie"))
    assert said.here == "50, 90, 120, 150, 0; with 2 players 75, 90, 120, 150, 0, 0"
    assert not remove(document, "opening.steps.1")
    assert remove(document, "opening.steps.6")
    assert document == parent


def test_what_holds_for_some_players_follows_a_table_that_gets_another_number():
    document = whole("dearie")
    add(document, Group.OPENING, "players")
    document = typed(document, Group.DEAL, tables__4__players="8", tables__4__teams="2")
    assert [step["players"] for step in document["opening"]["steps"][5:]] == [[8]] * 5
    assert checked(document)[1] == ()


def test_an_answer_brings_what_follows_from_it(draft):
    ended = typed(draft, Group.END, end__by="target")["end"]
    assert (ended["rounds"], ended["targets"]) == ("none", whole("roth")["end"]["targets"])
    opened = typed(draft, Group.OPENING, opening__by="total")["opening"]["steps"]
    assert opened == whole("roth")["opening"]["steps"]
    assert typed(draft, Group.OUT, going_out__without_books="forbidden")["going_out"]["penalty"] == 0
    laid = typed(draft, Group.THREES, threes__red__laid__pays__1__points="100")
    assert (laid["threes"][1]["counted"], laid["threes"][1]["pays"][0]["points"]) == ("apart", 100)
    assert typed(laid, Group.THREES, threes__red__laid__counted="never")["threes"][1]["pays"] == []


def test_kinds_that_meet_a_need_together_are_named_by_ticking_it_at_each(draft):
    add(draft, Group.BOOKS, "sevens")
    for kind in ("dirty", "sevens"):
        answers = [f for s in form(draft, draft, Group.BOOKS) for f in s.fields if f.path == f"books.{kind}.counts_for"]
        assert "joint" in dict(answers[0].answers)
        draft = parse(draft, Group.BOOKS, {f"books.{kind}.counts_for": (*answers[0].texts, "joint")}).document
    joint = {f.path: f.label for s in form(draft, draft, Group.OUT) for f in s.fields}["going_out.cases.1.needs.joint"]
    assert joint == "Black books or books of sevens"
    draft = typed(draft, Group.OUT, going_out__cases__1__needs__joint="2")
    assert checked(draft)[0].going_out.cases[0].needs["joint"] == 2
    assert "joint_2" in dict(field_at(draft, draft, "books.clean.counts_for").answers)


def test_minimums_that_each_game_types_are_left_open_once_and_only_by_round(draft):
    add(draft, Group.OPENING, "typed")
    rules, contradictions = checked(draft)
    assert contradictions == ()
    assert choose(rules, {"rounds": "75"}).opening.steps[0].minimum == 75
    assert "typed" not in additions(draft, Group.OPENING)
    by_total = typed(draft, Group.OPENING, opening__by="total")
    assert (by_total["choices"], checked(by_total)[1]) == ([], ())
    assert typed(draft, Group.CHOICES, choices__rounds="usual")["choices"] == []


def test_a_cost_is_typed_without_its_sign(draft):
    held = typed(draft, Group.THREES, threes__red__held__pays__1__points="300", threes__black__held__pays__1__points="")
    assert [rule["pays"] for rule in held["threes"]][::2] == [[{"from": 1, "points": -300, "per": "card"}], []]
    assert typed(draft, Group.OUT, going_out__penalty="700")["going_out"]["penalty"] == -700
    rewarded = typed(draft, Group.BOOKS, books__clean__unfinished="−100")
    (contradiction,) = checked(rewarded)[1]
    assert (contradiction.path, contradiction.group) == ("books.clean.unfinished", Group.BOOKS)


@pytest.mark.parametrize("text", ["", "many", "1e3", "9" * 400, "٣", "5.5", "\0", "3000000", "1-2"])
def test_what_is_no_number_is_refused_beside_its_question(draft, text):
    before = copy.deepcopy(draft)
    assert [*typed(draft, Group.BOOKS, books__clean__points=text)] == ["books.clean.points"]
    assert draft == before


def test_what_is_refused_gets_an_example_that_fits_its_question(draft):
    assert typed(draft, Group.DEAL, tables__1__hand="a few") == {"tables.1.hand": "Type a number such as 11."}
    assert typed(draft, Group.THREES, threes__red__laid__pays__1__points="some") == {
        "threes.red.laid.pays.1.points": "Type a number such as 50."
    }


def test_a_choice_can_be_decided_for_good():
    document = typed(whole("friends-family"), Group.CHOICES, choices__books="short")
    assert "books" not in [choice["key"] for choice in document["choices"]]
    assert document["going_out"]["cases"] == [
        {"players": [], "rounds": [], "concealed": "either", "points": 100}
        | {"needs": {"clean": 1, "dirty": 1}, "red_threes": 0}
    ]
    assert typed(whole("friends-family"), Group.CHOICES, choices__books="none") == {
        "choices.books": "Choose one of these."
    }


def test_differences_are_said_in_words(draft):
    changed = typed(typed(draft, Group.BOOKS, books__clean__points="700"), Group.CARDS, cards__9="5")
    add(changed, Group.BOOKS, "sevens")
    said = [(rule.about, rule.here, rule.there) for rule in house_rules(changed, draft, PARTNERSHIP)]
    assert said == [
        ("Nines", "5", "10"),
        ("Red books: points for one", "700", "500"),
        ("Books of sevens", "added", "none"),
    ]
    assert summary(PARTNERSHIP, len(said)) == "Partnership Hand & Foot · 3 house rules"


def test_an_example_round_shows_what_a_difference_does(draft):
    same = example(PARTNERSHIP, PARTNERSHIP)
    assert all(change.before == change.after for change in same)
    dearer = checked(typed(draft, Group.BOOKS, books__clean__points="700"))[0]
    assert [change.after - change.before for change in example(PARTNERSHIP, dearer)] == [400, 200]
    assert [change.before for change in example(preset("pennies"), dearer)] == [None, None]
