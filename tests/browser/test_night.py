"""A whole club night: an organiser, three tables with two phones each, and the board."""

import pytest
from playwright.sync_api import expect

from scorepad.store import Role
from scorepad.web.access.join import link_word, table_word
from tests.browser.tables import Tables, visiting
from tests.support.server import serving_club
from tests.web.driving import OUT_FIRST, Table
from tests.web.nights.planning import NAMES, night_of

PEOPLE = NAMES[:12]


@pytest.fixture
def tables(tmp_path):
    """An empty club: its night brings its people."""
    with visiting(tmp_path) as owner, serving_club(tmp_path) as url:
        yield Tables(url, tmp_path, owner)


def link_of(tables, game):
    """The link for keeping score at the table of a game."""
    generation = tables.owner.access.generation(Role.SCORER, game)
    return f"{tables.url}/in/{link_word(tables.owner.app.secret_key, '', Role.SCORER, game, generation)}"


def new_phone(new_context):
    context = new_context()
    context.clear_cookies()
    return context.new_page()


def early_phone(new_context, tables, night):
    """A phone that has scanned the code of table 1 before the night begins, and waits."""
    phone = new_phone(new_context)
    generation = tables.owner.access.generation(Role.SCORER)
    code = table_word(tables.owner.app.secret_key, "", night_of(tables.owner, night), 1, generation)
    phone.goto(f"{tables.url}/in/{code}")
    expect(phone.get_by_text("Sitting 1 has not begun.")).to_be_visible()
    return phone


def play(tables, games):
    """Finish the only round of each game, as one of its phones would."""
    for game in games:
        Table(tables.owner, game).play(1, **OUT_FIRST)


def test_a_night_of_three_tables_six_phones_and_a_board(new_context, tables):
    organiser, board = (new_context().new_page() for _ in range(2))
    organiser.goto(f"{tables.url}/nights/new")
    organiser.get_by_label("one name on each line").fill("\n".join(PEOPLE))
    for label, text in (("How many sittings?", "2"), ("Rounds of a sitting", "1")):
        organiser.get_by_label(label, exact=True).fill(text)
    organiser.get_by_label("Rules", exact=True).select_option("partnership")
    organiser.get_by_role("button", name="Draw the tables").click()
    expect(organiser.get_by_role("button", name="Begin sitting 1")).to_be_visible()
    night = int(organiser.url.rpartition("/")[2])
    early = early_phone(new_context, tables, night)
    organiser.get_by_role("button", name="Begin sitting 1").click()
    expect(organiser.get_by_text("Sitting 1 has begun at 3 tables.")).to_be_visible()
    board.goto(f"{tables.url}/nights/{night}/board")
    expect(board.locator(".night-tables > li")).to_have_count(3)

    first = night_of(tables.owner, night).begun[0]
    names = tables.owner.club.people.names(night_of(tables.owner, night).people)
    phones = {}
    for game, table in zip(first.games, first.tables, strict=True):
        for person in (table[0][0], table[1][0]):
            if phones:
                page = new_phone(new_context)
                page.goto(link_of(tables, game))
            else:
                page = early
            phones[person] = page
            page.get_by_role("button", name=names[person], exact=True).click()
            page.wait_for_url(f"{tables.url}/games/{game}")
    expect(board.locator(".night-state", has_text="round 1")).to_have_count(3)
    play(tables, first.games)
    expect(board.get_by_text("finished", exact=True)).to_be_visible()
    expect(board.get_by_role("heading", name="Points")).to_be_visible()

    organiser.reload()
    organiser.get_by_role("button", name="Begin sitting 2").click()
    expect(board.get_by_role("heading", name="Sitting 2 of 2")).to_be_visible()
    second = night_of(tables.owner, night).begun[1]
    for person, page in phones.items():
        game = second.games[second.table_of(person) - 1]
        page.get_by_role("link", name="On to the next sitting").click()
        page.wait_for_url(f"{tables.url}/games/{game}")
    play(tables, second.games)
    expect(board.get_by_text("Biggest round:")).to_be_visible()
    organiser.reload()
    expect(organiser.get_by_role("heading", name="The result")).to_be_visible()
    expect(organiser.get_by_role("region", name="The table of the night").locator("tbody tr")).to_have_count(12)
