"""A rematch: one tap, the same rules, people and seats, and no scores of the previous game."""

import pytest

from scorepad.serving import invite_links
from scorepad.store import Entry, Role
from tests.web.driving import OUT_FIRST, Table, Visitor

SAME = ("rules", "choices", "shape", "decks")


def end(table):
    """Play one round, and let the table end the game."""
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    return table


@pytest.fixture
def over(visitor):
    """A game of `good-sam` that seat 4 started and the table ended, with its own choice and decks."""
    return end(visitor.begin("good-sam", starter="seat4", decks="6", **{"choice.length": "time"}))


def form_of(table):
    return table.visitor.get(f"{table.address}/result").form("/rematch")


def send(visitor, form):
    """The new table, with the page of the response."""
    answer = visitor.client.post(form.action, data=form.fields)
    assert answer.status_code == 303
    return Table(visitor, int(answer.location.rsplit("/", 1)[1])), visitor.get(answer.location)


def press(table):
    return send(table.visitor, form_of(table))


def cells(table):
    return {name: cell.value for name, cell in table.visitor.club.cells(table.game).items()}


def test_a_new_game_begins_and_nothing_happens_to_the_old_one(over):
    before = over.entries
    new, page = press(over)
    assert new.game != over.game
    assert page.heading == "Round 1"
    assert page.said.startswith("A new game with the same players.")
    assert new.record.course.now == (0, 0)
    assert over.entries == before
    assert press(over)[0].game == new.game
    end(new)
    assert press(over)[0].game != new.game


def test_rules_decks_and_seats_are_the_same_whatever_else_is_sent_and_the_start_moves_on(over):
    form = form_of(over)
    form.fields |= {"seat1": "Frida", "decks": "9", "x": ["1", "2"], "\x00": "٣"}
    new, page = send(over.visitor, form)
    old_cells, new_cells = cells(over), cells(new)
    for name in SAME:
        assert new_cells[0, "table", name] == old_cells[0, "table", name], name
    assert new_cells[0, "table", "decks"] == {"as": "count", "n": 6}
    assert new_cells[0, "table", "engine"]
    assert new.record.agreement.players == over.record.agreement.players
    assert new.record.agreement.teams == ("Ann & Carla", "Bob & Dora")
    assert new.record.course.starter.seat == 1
    assert "Ann starts" in page.text


def test_without_a_starter_then_there_is_none_now(visitor):
    table = end(visitor.begin("good-sam", **{"choice.length": "time"}))
    assert press(table)[0].record.course.starter.seat is None


def test_a_substitute_stays_and_totals_paper_rounds_the_end_and_the_bin_do_not(over, visitor):
    brought, paper = {"typed": "500", "reason": ""}, {"as": "count", "n": 1}
    late = [("team1", "brought", brought), ("table", "paper", paper), ("table", "binned", True)]
    entries = [Entry(f"late-{name}", over.game, 0, place, name, to) for place, name, to in late]
    frida = visitor.club.people.add("Frida").id
    sits_in = Entry("sits-in", over.game, 2, "seat3", "player", {"id": frida})
    visitor.club.record([*entries, sits_in])
    game, _ = press(over)
    assert game.record.agreement.teams == ("Ann & Frida", "Bob & Dora")
    new = cells(game)
    seats = {(0, f"seat{seat}", "player") for seat in range(1, 5)}
    names = {(0, "table", name) for name in (*SAME, "engine")}
    assert new.keys() == names | seats | {(1, "table", "starter")}


def test_a_game_has_one_living_rematch_no_matter_who_presses(over):
    phones = [over, *(Table(Visitor(over.visitor.app), over.game) for _ in range(2))]
    forms = [form_of(phone) for phone in phones]
    first, _ = send(phones[0].visitor, forms[0])
    second, page = send(phones[1].visitor, forms[1])
    assert first.game == second.game
    assert "The rematch has already begun. Here it is." in page.said
    end(second)
    third, _ = send(phones[2].visitor, forms[2])
    assert third.game != first.game
    over.visitor.send(over.visitor.get(third.address).form("/bin"))
    assert press(over)[0].game not in (first.game, third.game)


def test_a_rematch_begins_only_after_the_end(over, visitor, nothing_recorded):
    form = form_of(over)
    form.action = f"{visitor.begin('two-handed').address}/rematch"
    nothing_recorded()
    assert "This game is not over yet" in visitor.post(form.action, form.fields).said


def test_a_phone_that_came_too_late_for_the_rematch_scans_its_code(over, nothing_recorded):
    press(Table(Visitor(over.visitor.app, Role.SCORER, over.game), over.game))
    late = Visitor(over.visitor.app, Role.SCORER, over.game)
    form = form_of(Table(late, over.game))
    nothing_recorded()
    page = late.post(form.action, form.fields)
    assert (page.status, page.heading) == (200, "Ann & Carla win by 4,500")
    assert "scan the code at its table" in page.said


def test_renewing_a_tables_link_reaches_its_rematches(over, visitor):
    scorer = Visitor(visitor.app, Role.SCORER, over.game)
    first, _ = press(Table(scorer, over.game))
    second, _ = press(end(first))
    other = Visitor(visitor.app, Role.SCORER, visitor.begin("two-handed").game)
    page = visitor.get(f"{over.address}/invite")
    form = next(f for f in page.forms if f.fields.get("role") == "scorer")
    visitor.post(form.action, form.fields | {"sure": "yes"})
    assert scorer.passes == frozenset()
    assert scorer.get(second.address).status == 403
    assert other.passes


def test_the_command_reaches_the_rematches_too(over, visitor):
    scorer = Visitor(visitor.app, Role.SCORER, over.game)
    press(Table(scorer, over.game))
    home = visitor.app.config["HOME"]
    visitor.access.set_player(scorer.phone.id, 1)
    invite_links.link_path(home, Role.SCORER, over.game, new=True)
    visitor.access.set_player(scorer.phone.id, 2)
    assert scorer.passes == frozenset()


def test_a_board_of_the_game_before_hears_of_it(over):
    hub = over.visitor.app.extensions["scorepad.clubs"].home.hub
    over.visitor.get(f"{over.address}/board")
    before = hub.mark(over.game)
    press(over)
    assert hub.mark(over.game) != before


def test_the_key_of_one_games_page_makes_no_rematch_of_another(over, visitor):
    form = form_of(over)
    first, _ = send(visitor, form)
    form.action = f"{end(visitor.begin('good-sam', **{'choice.length': 'time'})).address}/rematch"
    assert send(visitor, form)[0].game != first.game


def test_the_result_of_another_phone_has_one_button_to_the_rematch(over, visitor):
    phone = Visitor(visitor.app, Role.SCORER, over.game)
    result = f"{over.address}/result"
    assert "On to the rematch" not in phone.get(result).links
    new, _ = press(over)
    page = phone.get(result)
    assert page.links["On to the rematch"] == new.address
    assert "Rematch" not in [button.text for button in page.root.all("button")]
    late = Visitor(visitor.app, Role.SCORER, over.game)
    assert "On to the rematch" not in late.get(result).links
    end(new)
    assert "On to the rematch" not in phone.get(result).links


def test_the_board_of_an_owner_or_a_watcher_follows_to_the_rematch_alone(over, visitor):
    watcher = Visitor(visitor.app, Role.WATCHER, over.game)
    new, _ = press(over)
    for phone in (visitor, watcher):
        links = phone.get(f"{over.address}/board").root.all("a")
        (link,) = [link for link in links if "data-follow" in link.attributes]
        assert link["href"] == f"{new.address}/board"
    end(new)
    assert "data-follow" not in watcher.get(f"{over.address}/board").source
