"""Two processes cache a club's games in memory. Whatever happens in either, both caches agree with the file."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from scorepad.live import page_cache
from scorepad.play import conflicts, game, history
from scorepad.store import Entry, StoreError
from scorepad.web import create_app
from scorepad.web.table import table as table_view
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.live.open_page import OpenPage, without_hidden_fields
from tests.web.rounds.conflicting import boxes, choices, resolve, tapped


class Evening:
    """One game, with a phone in each of two processes. `at` is the index of the process that acts."""

    def __init__(self, visitors):
        table = visitors[0].begin()
        self.tables = (table, Table(visitors[1], table.game))
        self.pages = [OpenPage(visitor, table) for visitor in visitors]
        self.check()

    def _form(self, at, ending):
        forms = self.tables[at].page().forms
        return next((form for form in forms if form.action.endswith(ending)), None)

    def taps(self, at, step):
        if self._form(at, "/edit"):
            self.tables[at].tap(step)

    def taps_at_once(self, at, step):
        if self._form(at, "/edit"):
            tapped((self.tables[at], self.tables[1 - at]), step)

    def types(self, at, name, text):
        sheet = self.tables[at].sheet()
        if name in sheet.form.names:
            sheet.save(**{name: text})

    def finishes(self, at, number):
        table = self.tables[at]
        if table.visitor.get(f"{table.address}/rounds/{number}/edit").status == 200:
            table.sheet(number).finish(**OUT_FIRST)

    def takes_back(self, at):
        if form := self._form(at, "/undo"):
            self.tables[at].visitor.send(form)

    def does_again(self, at):
        if form := self._form(at, "/redo"):
            self.tables[at].visitor.send(form)

    def settles(self, at):
        page = self.tables[at].page()
        if boxes(page):
            resolve(self.tables[at], next(iter(choices(page))), page)

    def starts(self, at, seat):
        if form := self._form(at, "/starter"):
            self.tables[at].visitor.send(form, seat=seat)

    def records(self, at, cell, value):
        """Record a cell as another program does, over any current value."""
        club, number = self.tables[at].visitor.club, self.tables[at].game
        held = club.cells(number).get(cell)
        key = f"{number}-{at}-{club.latest_seq()}"
        club.record([Entry(key, number, *cell, value, base=held.seq if held else None)])

    def changes_people(self, at, change, seat, other):
        people = self.tables[at].visitor.club.people
        seated = game.player_ids(self.tables[0].loaded.values)
        version = people.version()
        with suppress(StoreError):
            match change:
                case "rename":
                    people.change(seated[seat], name=f"Name {version}")
                case "merge":
                    people.merge(seated[seat], people.add(f"Extra {version}").id)
                case "unmerge":
                    people.unmerge(seated[seat])
                case "forget":
                    people.forget(seated[other])

    def check(self):
        """Fail unless both processes serve the game as it is in the file."""
        for table in self.tables:
            club = table.visitor.app.extensions["scorepad.clubs"].home
            kept, fresh = club.games.load(table.game), table.loaded
            known = kept.recent[: len(fresh.recent)]
            assert known == fresh.recent[: len(known)]
            assert known
            assert _alone(kept) == _alone(fresh)
            for phone in (self.tables[0].visitor.phone, self.tables[1].visitor.phone):
                for way in (history.UNDO, history.REDO):
                    assert way.offered(kept, phone) == way.offered(fresh, phone)
                assert conflicts.questions(kept, phone) == conflicts.questions(fresh, phone)

        table_view._rendered.cache_clear()
        for page, table in zip(self.pages, self.tables, strict=True):
            page.read_event()
            assert without_hidden_fields(page.html) == without_hidden_fields(_answer(table.visitor, page.address))


def _answer(visitor, address):
    """A page as it is sent, once its session has started and any message was shown."""
    while "Set-Cookie" in (answer := visitor.client.get(address)).headers:
        pass
    assert answer.status_code in (200, 302)
    return answer.text


def _alone(loaded):
    """A game without the attributes that depend on when it was loaded."""
    return replace(loaded, club=None, recent=(), replaced={})


PARTS = ("team1.melded", "seat2.left", "team2.clean", "team1.opened", "team2.adjustment1.points")
TAPS = ("team1.clean+1", "team1.clean-1", "team2.dirty+1", "team1.opened+1")
CELLS = (
    ((0, "table", "decks"), {"as": "count", "n": 6}),
    ((0, "table", "bet1"), {"bet": 1, "sure": ""}),
    ((0, "table", "binned"), True),
    ((0, "table", "binned"), None),
    ((2, "seat1", "player"), {"id": 2}),
    ((2, "seat1", "player"), None),
    ((1, "table", "finished"), None),
    ((1, "team1", "clean"), {"as": "points", "typed": "120"}),
    ((3, "team2", "melded"), {"as": "points", "typed": "45"}),
)
CHANGES = ("rename", "merge", "unmerge", "forget")


def _does(verb, *among):
    """A strategy for a verb, the process that acts, and the arguments."""
    what = (st.sampled_from(values) for values in among)
    return st.tuples(st.just(verb), st.integers(0, 1), st.tuples(*what))


_step = st.one_of(
    _does(Evening.taps, TAPS),
    _does(Evening.taps_at_once, TAPS),
    _does(Evening.types, PARTS, ("", "1", "120+85")),
    _does(Evening.finishes, (1, 2)),
    _does(Evening.takes_back),
    _does(Evening.does_again),
    _does(Evening.settles),
    _does(Evening.starts, "13"),
    st.tuples(st.just(Evening.records), st.integers(0, 1), st.sampled_from(CELLS)),
    _does(Evening.changes_people, CHANGES, range(4), range(4)),
)


@pytest.fixture(scope="module")
def visitors(tmp_path_factory):
    """A phone in each of two processes that serve one club."""
    home = tmp_path_factory.mktemp("kept")
    apps = create_app(home), create_app(home)
    yield [Visitor(app) for app in apps]
    for app in apps:
        app.extensions["scorepad.club"].close()


A_ROUND_AND_A_TAP = [(Evening.finishes, 0, (1,)), (Evening.taps, 1, ("team2.dirty+1",))]


@settings(max_examples=15, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@example([(Evening.changes_people, 1, ("rename", 0, 0))])
@example([*A_ROUND_AND_A_TAP, (Evening.records, 1, ((1, "team1", "clean"), {"as": "count", "n": 2}))])
@example([*A_ROUND_AND_A_TAP, (Evening.records, 1, ((2, "seat1", "player"), {"id": 2}))])
@example([(Evening.taps_at_once, 0, ("team1.clean+1",)), (Evening.settles, 1, ())])
@given(steps=st.lists(_step, min_size=6, max_size=16))
def test_a_kept_game_is_the_game_in_the_file(visitors, steps):
    evening = Evening(visitors)
    for do, at, what in steps:
        do(evening, at, *what)
        evening.check()


def test_a_game_moves_on_without_being_loaded_again(visitors, monkeypatch):
    evening = Evening(visitors)
    monkeypatch.setattr(game, "load", None)
    tapped(evening.tables[:1])
    assert evening.tables[1].page().form("/rounds/1/edit").fields["team1.clean"] == "1"


def test_a_tap_elsewhere_does_not_search_the_log_for_what_undo_offers(visitors, monkeypatch):
    evening = Evening(visitors)
    mine = evening.tables[0]
    games, phone = mine.visitor.app.extensions["scorepad.clubs"].home.games, mine.visitor.phone
    mine.tap("team1.clean+1")
    offer = history.UNDO.offered(games.load(mine.game), phone)
    monkeypatch.setattr(history, "_last_in_effect", None)
    evening.records(1, (1, "team2", "clean"), {"as": "count", "n": 2})
    assert offer is history.UNDO.offered(games.load(mine.game), phone) is not None


def test_totals_that_changed_without_an_entry_are_no_news(visitors):
    evening = Evening(visitors)
    table = evening.tables[0]
    table.play(1, **OUT_FIRST)
    before = table.loaded
    evening.records(0, (1, "team2", "clean"), {"as": "count", "n": 2})
    after = table.loaded
    assert game._with_effects(before, after, ()).effects == ()
    assert len(game._with_effects(before, after, after.recent[:1]).effects) == 1


def test_a_game_is_loaded_again_when_the_file_lost_what_it_knows(visitors):
    table = Evening(visitors).tables[0]
    games = table.visitor.app.extensions["scorepad.clubs"].home.games
    kept = games.load(table.game)
    later = (kept.seq + 7, kept.version[1])
    games._kept[table.game] = replace(kept, seq=later[0], version=later, values={})
    assert games.load(table.game).values == kept.values


def test_the_check_can_fail(visitors, monkeypatch):
    evening = Evening(visitors)
    monkeypatch.setattr(game, "apply_entries", lambda loaded, news: replace(loaded, version=news.version))
    tapped(evening.tables[1:])
    with pytest.raises(AssertionError):
        evening.check()


def test_the_check_of_pages_can_fail(visitors, monkeypatch):
    evening = Evening(visitors)
    evening.taps(0, "team1.clean+1")
    evening.check()
    monkeypatch.setattr(page_cache.PageVersion, "changes_since", lambda *_: {})
    evening.taps(0, "team1.clean+1")
    with pytest.raises(AssertionError):
        evening.check()
