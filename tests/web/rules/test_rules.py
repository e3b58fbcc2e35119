"""The club's own rules are listed, shown with their differences, and played like any others."""

import pytest

from scorepad.play.rules import own_rules
from scorepad.play.rules.own_rules import Sender
from scorepad.rules.presets import slugs
from scorepad.store import Role
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.games.editing import keep, preview
from tests.web.rules.conftest import OURS

FILE = 'schema = 2\nname = "From a file"\nparent = "roth"\nset = { }\n'


@pytest.fixture
def folder(visitor):
    folder = visitor.club.path.parent / "rules"
    folder.mkdir()
    return folder


def test_a_club_without_own_rules_reads_how_it_makes_them(visitor):
    page = visitor.get("/rules")
    assert "Begin with the rules nearest to yours" in page.text
    assert all(f"/rules/{slug}" in page.links.values() for slug in slugs())
    for way in ("/", "/games/new?all=1"):
        assert "/rules" in visitor.get(way).links.values()


@pytest.mark.parametrize(
    ("by", "heading", "sets"),
    [
        ("who", "Two teams", ["partnership", "burraco"]),
        ("who", "Each alone", ["friends-family", "two-handed", "burraco", "dearie"]),
        ("who", "Three teams or more", ["laguna-woods"]),
        ("cards", "11 cards, no foot", ["classic", "burraco", "buraco", "biriba", "burraco-international"]),
        ("cards", "13 in the hand and 13 in the foot", ["friends-family", "good-sam", "whitnack"]),
        ("cards", "11 in the hand, 11 in the knee and 11 in the foot", ["laguna-woods"]),
        ("clean", "300 for a clean book", ["simpson"]),
        ("clean", "200 for a clean book", ["burraco", "biriba"]),
        ("out", "One clean, one dirty", ["partnership", "bicycle", "friends-family"]),
        ("out", "More of each", ["vegas", "good-sam", "friends-family"]),
    ],
)
def test_the_sets_that_come_along_are_grouped_by_what_people_ask_first(visitor, by, heading, sets):
    page = visitor.get("/rules", by=by)
    parts = page.source.partition('id="presets"')[2].split("<h3>")
    group = next(part for part in parts if part.startswith(f"{heading}<"))
    assert all(f'href="/rules/{slug}"' in group for slug in sets)
    assert all(f'href="/rules/{slug}"' in page.source for slug in slugs())
    assert page.links["Compare any two, rule by rule"] == "/rules/compare"


def test_a_grouping_that_there_is_not_is_the_first_one(visitor):
    assert visitor.get("/rules", by="nonsense").source == visitor.get("/rules", by="out").source


def test_the_first_groups_divide_the_sets_and_one_of_nearly_all_stands_last(visitor):
    def sizes(by):
        parts = visitor.get("/rules", by=by).source.partition('id="presets"')[2].split("<h3>")[1:]
        return {part.partition("<")[0]: part.count('class="pickrules"') for part in parts}

    assert max(sizes("out").values()) <= len(slugs()) / 3
    assert [*sizes("who")][-1] == "Two teams"


def test_own_rules_come_first_with_how_much_they_differ(visitor, ours):
    page = visitor.get("/rules")
    assert "Our table Partnership Hand & Foot · 1 house rule" in page.text
    assert "Take the rules below" not in page.text
    page = visitor.get("/rules/our-table")
    assert "What differs from Partnership Hand & Foot" in page.text
    assert "A red book 700 instead of 500" in page.text
    assert "700 each ■ your table" in page.text.replace("\xa0", " ")


def test_a_new_game_plays_them_and_keeps_its_copy(visitor, ours, save):
    assert "Your own rules" in visitor.get("/games/new", all="1").text
    table = visitor.begin(ours.slug)
    save(900)
    table.play(1, **OUT_FIRST)
    assert (table.record.course.now[0] - 4500, table.record.agreement.base.name) == (4 * 200, "Our table")
    card = visitor.get(f"{table.address}/rules").text.replace("\xa0", " ")
    assert "700 each ■ your table" in card
    assert "Your table’s own rules, based on Partnership Hand & Foot." in card
    assert "As last time: Our table" in visitor.get("/games/new").source


def test_a_game_may_change_to_them_and_to_what_has_become_of_them(visitor, ours, save, begun):
    keep(begun, preview(begun, rules=ours.slug))
    assert begun.record.course.now[0] == 4500 + 4 * 200
    save(900)
    assert "Our table, with all later changes" in visitor.get(f"{begun.address}/settings").text
    assert "Your club has changed these rules since." in visitor.get(f"{begun.address}/rules").text
    changes = preview(begun, rules=ours.slug)
    assert "A red book: 900 instead of 700." in changes.text
    assert "Our table instead of" not in changes.text
    keep(begun, changes)
    assert begun.record.course.now[0] == 4500 + 4 * 400


def test_the_league_tells_games_of_several_versions_apart(visitor, ours, save):
    for base in (0, 1):
        table = visitor.begin(save(900).slug if base else ours.slug)
        for number in range(1, 5):
            table.play(number, **OUT_FIRST)
    page = visitor.get("/league/records")
    assert [name for name in ("Our table", "Our table (2)") if name in page.source] == ["Our table", "Our table (2)"]


def test_a_retired_set_begins_no_game(visitor, ours):
    own_rules.retire(visitor.club, ours.slug, 1, Sender("retire"))
    assert visitor.get("/games/new/our-table").status == 404
    assert "Our table" not in visitor.get("/games/new", all="1").text
    page = visitor.get("/rules/our-table")
    assert "Retired: new games do not offer these rules." in page.text
    assert "/games/new/our-table" not in str(page.links)


def test_a_file_in_the_folder_is_played_and_a_broken_one_breaks_nothing(visitor, folder):
    (folder / "good.toml").write_text(FILE)
    (folder / "<b>bad.toml").write_text(FILE + "remove = [ 'no' ]")
    page = visitor.get("/rules")
    assert "From a file Roth" in page.text
    assert "<b>bad.toml Line 5: remove.no: this rule does not exist." in page.text
    assert visitor.begin("from-a-file").record.agreement.base.name == "From a file"
    assert "bad.toml" not in Visitor(visitor.app, Role.READER).get("/rules").text


def test_a_reader_looks_and_a_scorer_does_not(visitor, ours, begun):
    reader, scorer = Visitor(visitor.app, Role.READER), Visitor(visitor.app, Role.SCORER, begun.game)
    assert "What differs" in reader.get("/rules/our-table").text
    assert reader.get("/games/new/our-table").status == 403
    assert scorer.get("/rules").status == 403


@pytest.mark.parametrize("slug", ["no", "OUR-TABLE", "our-table%00", "x" * 5000, "%ff", "'; DROP TABLE rule_set"])
def test_an_unknown_slug_is_no_page(visitor, ours, slug):
    for address in (f"/rules/{slug}", f"/games/new/{slug}"):
        assert visitor.get(address).status == 404


def test_a_table_types_the_minimums_that_its_rules_leave_to_it(visitor):
    usual = {"value": "usual", "label": "As in the rules", "reported": [], "assumed": [], "set": {}, "add": {}}
    choice = {"key": "rounds", "label": "Minimums", "players": [], "typed": True, "options": [usual]}
    own_rules.save_new(visitor.club, {**OURS, "set": {}, "add": {"choices": [choice]}}, Sender("typed"))
    table = visitor.begin("our-table", **{"choice.rounds": " 75,120,200 "})
    assert table.record.course.minimums[0].minimum == 75
    assert "75, 120, 200" in visitor.get(f"{table.address}/rules").text
    form = visitor.get("/games/new/our-table").form()
    assert form.fields["choice.rounds"] == ""
    fields = form.fields | {f"seat{seat}": name for seat, name in enumerate("ABCD", start=1)}
    page = visitor.post(form.action, fields | {"choice.rounds": "90 or so"})
    assert page.status == 422
    assert "Type numbers with commas between them, such as 90,120,200." in page.text
    assert page.form().fields["choice.rounds"] == "90 or so"
    assert visitor.post(form.action, fields | {"choice.rounds": ""}).status == 200
