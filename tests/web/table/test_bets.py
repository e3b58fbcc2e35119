"""Before the first round is finished each person may say who wins. The bets are secret until then."""

import pytest

from scorepad.store import Role
from tests.web.api.programs import program
from tests.web.driving import OUT_FIRST, Table, Visitor, level_round
from tests.web.live.open_page import OpenPage

LINE = "Bets before the game. "


def bets(page):
    """The buttons of the question on a page, with the texts that they send."""
    return {
        button.text: button["value"] for button in page.root.all("button") if button.attributes.get("name") == "bet"
    }


def tap(table, words, page=None):
    """Tap a button of the question at a table, or of a page with bets."""
    page = page or table.page()
    form = page.form("/bets")
    return table.visitor.post(form.action, form.fields | {"bet": bets(page)[words]})


@pytest.fixture
def ann(table):
    """The game's table on a phone that Ann has."""
    table.keeps_score("Ann")
    return table


@pytest.fixture
def bob(app, ann):
    """The same table on a phone that Bob has."""
    table = Table(Visitor(app, Role.SCORER, ann.game), ann.game)
    table.keeps_score("Bob")
    return table


def page_of_bets(table):
    return table.visitor.get(f"{table.address}/bets")


def bet_as(visitor, table, name, said):
    """Bet on the page of the bets, from a phone that does not know whose it is."""
    form = visitor.get(f"{table.address}/bets").form("/bets")
    return visitor.post(form.action, form.fields | {"name": name, "bet": said})


def test_a_team_is_one_tap_and_how_sure_another(ann):
    assert list(bets(ann.page())) == ["Ann & Carla", "Bob & Dora", "No bet"]
    page = tap(ann, "Bob & Dora")
    assert "You say Bob & Dora. How sure?" in page.text
    assert list(bets(page)) == ["Perhaps", "Probably", "Surely"]
    assert bets(tap(ann, "Surely")) == {}
    assert ann.applied("bet1") == [{"bet": 2, "sure": ""}, {"bet": 2, "sure": "surely"}]


def test_who_wants_no_bet_is_not_asked_again(ann):
    assert bets(tap(ann, "No bet")) == {}
    ann.play(1, **OUT_FIRST)
    assert LINE not in ann.page().text
    assert "Nobody bet on this game." in page_of_bets(ann).text


def test_a_phone_that_nobody_is_known_to_have_is_not_asked_but_may_say_who_has_it(table):
    assert bets(table.page()) == {}
    page = bet_as(table.visitor, table, "", "1.surely")
    assert (page.status, page.beside("name")) == (422, "Type your name first.")
    assert "Bob, you say Ann & Carla, surely." in bet_as(table.visitor, table, "bob", "1.surely").text
    assert "Bob keeps score on this phone" in table.page().text


def test_a_bet_is_secret_until_the_first_round_is_finished(ann, bob):
    tap(ann, "Bob & Dora")
    tap(ann, "Probably")
    watcher = Visitor(ann.visitor.app, Role.WATCHER, ann.game)
    ends = ("", "/bets", "/history", "/story", "/board")
    before = [bob.visitor.get(bob.address + end).text for end in ends]
    before.append(watcher.get(f"{ann.address}/board").text)
    assert not any("Ann (" in page or "75 %)" in page or "bet1" in page for page in before)
    reader = program(ann.visitor)
    assert reader.get(f"/games/{ann.game}")["bets"] == []
    ann.play(1, **OUT_FIRST)
    assert [bet["percent"] for bet in reader.get(f"/games/{ann.game}")["bets"]] == [75]
    for end in ("", "/bets", "/story"):
        assert "Bob & Dora: Ann (75 %)" in bob.visitor.get(bob.address + end).text
    assert "Bob & Dora: Ann (75 %)" in watcher.get(f"{ann.address}/board").text
    assert bets(bob.page()) == {}


def test_it_can_be_changed_until_then_and_then_is_too_late(ann, bob):
    old = bob.page()
    tap(ann, "Bob & Dora")
    tap(ann, "Surely")
    page = page_of_bets(ann)
    assert "Ann, you say Bob & Dora, surely." in page.text
    form = page.form("/bets")
    ann.visitor.post(form.action, form.fields | {"bet": "1.perhaps"})
    ann.play(1, **OUT_FIRST)
    assert "Ann & Carla: Ann (60 %)" in ann.page().text
    late = tap(bob, "Ann & Carla", old)
    assert "Your bet came too late: the first round is finished." in late.text
    assert bob.applied("bet2") == []


def test_a_bet_that_is_sent_twice_is_one_and_does_not_complain(ann):
    page = ann.page()
    tap(ann, "Bob & Dora", page)
    ann.play(1, **OUT_FIRST)
    assert "too late" not in tap(ann, "Bob & Dora", page).text
    assert ann.applied("bet1") == [{"bet": 2, "sure": ""}]


def test_one_person_has_one_bet_from_two_phones_the_later(app, ann):
    other = Table(Visitor(app, Role.SCORER, ann.game), ann.game)
    other.keeps_score("Ann")
    mine, others = ann.page(), other.page()
    tap(ann, "Bob & Dora", mine)
    tap(other, "Ann & Carla", others)
    ann.play(1, **OUT_FIRST)
    assert "Ann & Carla: Ann (60 %)" in ann.page().text
    assert not ann.loaded.conflicts


def test_who_only_watches_bets_from_the_board(app, ann):
    ann.visitor.club.people.add("Gene")
    watcher = Visitor(app, Role.WATCHER, ann.game)
    assert "Who will win?" in watcher.get(f"{ann.address}/board").text
    page = bet_as(watcher, ann, "Nobody", "2.surely")
    assert (page.status, page.form("/bets").fields["name"]) == (422, "Nobody")
    assert "The club knows nobody with this name." in page.beside("name")
    assert "Gene, you say Bob & Dora, surely." in bet_as(watcher, ann, "gene", "2.surely").text
    ann.play(1, **OUT_FIRST)
    assert "Bob & Dora: Gene (90 %)" in ann.page().text


def test_who_may_only_read_has_no_bet(app, ann):
    reader = Visitor(app, Role.READER)
    page = reader.get(f"{ann.address}/bets")
    assert ("This phone may only read." in page.text, bets(page)) == (True, {})


@pytest.mark.parametrize("said", ["", "3", "-1", "1.never", "one", "1.surely.surely"])
def test_what_is_no_bet_is_refused(ann, said):
    form = ann.page().form("/bets")
    page = ann.visitor.post(form.action, form.fields | {"bet": said})
    assert "Nothing was saved: tap one of the teams." in page.text
    assert ann.applied("bet1") == []


def test_undo_and_the_list_of_changes_leave_bets_alone(ann):
    ann.tap("team1.clean+1")
    tap(ann, "Bob & Dora")
    assert ann.applied("clean") == [{"as": "tally", "n": 1}]
    assert "Taken back" in ann.visitor.send(ann.page().form("/undo")).text
    assert ann.applied("clean") == [{"as": "tally", "n": 1}, None]
    assert ann.applied("bet1") == [{"bet": 2, "sure": ""}]
    assert "bet" not in ann.visitor.get(f"{ann.address}/history").text.lower()


def test_if_the_end_of_round_1_is_taken_back_one_may_bet_again(ann):
    tap(ann, "Bob & Dora")
    ann.play(1, **OUT_FIRST)
    ann.visitor.send(ann.page().form("/undo"))
    assert LINE not in ann.page().text
    assert bets(ann.page())


def test_who_takes_another_seat_is_asked_again(ann):
    tap(ann, "Bob & Dora")
    tap(ann, "Surely")
    form = ann.visitor.get(f"{ann.address}/settings").form("/settings")
    ann.visitor.send(form, seat2="Emil", action="keep")
    assert "You say Emil & Dora. How sure?" in ann.page().text


def test_the_result_says_who_called_it(ann, bob):
    tap(ann, "Bob & Dora")
    tap(bob, "Ann & Carla")
    ann.play(1, **OUT_FIRST)
    for number in (2, 3, 4):
        level_round(ann, number)
    assert "Bob called it." in ann.page().text
    assert "Bob called it." in ann.visitor.get(f"{ann.address}/story").text
    assert "Bob called it." in ann.visitor.get(f"{ann.address}/board").text
    assert "Ann & Carla: Bob (60 %)" in page_of_bets(ann).text


def test_merged_people_have_one_bet_the_later(app, ann):
    people = ann.visitor.club.people
    gina, jina = people.add("Gina"), people.add("Jina")
    for name, said in (("Gina", "1.surely"), ("Jina", "2.probably")):
        watcher = Visitor(app, Role.WATCHER, ann.game)
        bet_as(watcher, ann, name, said)
    people.merge(jina.id, gina.id)
    ann.play(1, **OUT_FIRST)
    assert "Bets before the game. Bob & Dora: Gina (75 %)" in ann.page().text
    people.unmerge(jina.id)
    both = "Ann & Carla: Gina (90 %); Bob & Dora: Jina (75 %)"
    assert both in ann.page().text.replace(" ;", ";")


def test_the_owner_turns_bets_off_and_on(ann):
    def decide(decision):
        page = ann.visitor.get("/club/name")
        (button,) = [button for button in page.root.all("button") if button["formaction"]]
        fields = page.form("/club/chances").fields | {"decision": button["value"]}
        assert button["value"] == decision
        return ann.visitor.post(button["formaction"], fields)

    old = ann.page()
    assert "Nobody is asked any more who will win." in decide("no").text
    assert bets(ann.page()) == {}
    assert "This club takes no bets." in page_of_bets(ann).text
    assert "this club takes no bets now" in tap(ann, "Bob & Dora", old).text
    assert "Before a game, the table asks who will win." in decide("yes").text
    assert bets(ann.page())


def test_a_game_that_began_on_paper_has_no_bets(visitor):
    table = visitor.begin(paper="1")
    table.keeps_score("Ann")
    assert bets(table.page()) == {}


def test_an_open_page_gets_the_question_and_the_bets_by_its_stream(ann):
    page = OpenPage(ann.visitor, ann)
    tap(ann, "Bob & Dora")
    page.read_event()
    assert "How sure?" in page.html
