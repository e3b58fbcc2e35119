"""Two processes keep a club's games in memory. Whatever is done in either, what they keep is what the file holds."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorepad.play import conflicts, game, history
from scorepad.store import Entry, StoreError
from scorepad.web import create_app
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.rounds.conflicting import boxes, choices, tapped

PARTS = ("team1.melded", "seat2.left", "team2.clean", "team1.opened", "team2.adjustment1.points")


class Evening:
    """One game, with a phone in each of two processes."""

    def __init__(self, tables: tuple[Table, Table]) -> None:
        self.tables = tables
        self.keys = 0

    def tap(self, at: int, step: str) -> None:
        self._tap((self.tables[at],), step)

    def tap_at_once(self, at: int, step: str) -> None:
        self._tap((self.tables[at], self.tables[1 - at]), step)

    def _tap(self, tables: tuple[Table, ...], step: str) -> None:
        """All open the table, then all tap the same button."""
        pages = [table.page() for table in tables]
        for table, page in zip(tables, pages, strict=True):
            for form in page.forms:
                if form.action.endswith("/edit"):
                    table.visitor.post(form.action, form.fields | {"step": step})

    def type_(self, at: int, name: str, text: str) -> None:
        sheet = self.tables[at].sheet()
        if name in sheet.form.names:
            sheet.save(**{name: text})

    def finish(self, at: int, number: int) -> None:
        if (
            self.tables[at].visitor.get(f"{self.tables[at].address}/rounds/{number}/edit").status
            == 200
        ):
            self.tables[at].sheet(number).finish(**OUT_FIRST)

    def take_back(self, at: int) -> None:
        page = self.tables[at].page()
        if any(form.action.endswith("/undo") for form in page.forms):
            self.tables[at].visitor.send(page.form("/undo"))

    def settle(self, at: int) -> None:
        page = self.tables[at].page()
        if boxes(page):
            form = next(form for form in page.forms if form.action.endswith("/settle"))
            choice = next(iter(choices(page).values()))
            self.tables[at].visitor.post(form.action, form.fields | {"choice": choice})

    def start(self, at: int, seat: str) -> None:
        page = self.tables[at].page()
        if any(form.action.endswith("/starter") for form in page.forms):
            self.tables[at].decide(seat=seat)

    def record(self, at: int, cell: tuple[int, str, str], value: Any) -> None:
        """Records a cell as another program does, whatever it held."""
        self.keys += 1
        club, number = self.tables[at].visitor.club, self.tables[at].game
        key = f"{number}-{at}-{self.keys}-{club.latest_seq()}"
        held = club.cells(number).get(cell)
        club.record([Entry(key, number, *cell, value, base=held.seq if held else None)])

    def change_people(self, at: int, change: str, one: int, other: int) -> None:
        people = self.tables[at].visitor.club.people
        number = self.seated[one]
        try:
            match change:
                case "rename":
                    people.change(number, name=f"Name {people.version()}")
                case "merge":
                    people.merge(number, people.add(f"Extra {people.version()}").id)
                case "unmerge":
                    people.unmerge(number)
                case "forget":
                    people.forget(self.seated[other])
        except StoreError:
            pass

    @property
    def seated(self) -> list[int]:
        return game.player_ids(self.tables[0].loaded.values)

    def check(self) -> None:
        """Fails unless both processes serve the game as it stands in the file."""
        for table in self.tables:
            club = table.visitor.app.extensions["scorepad.clubs"].home
            kept, fresh = club.games.load(table.game), table.loaded
            known = kept.recent[: len(fresh.recent)]
            assert known == fresh.recent[: len(known)]
            assert known
            assert _alone(kept) == _alone(fresh)
            for phone in (self.tables[0].visitor.phone, self.tables[1].visitor.phone):
                assert history.next_undo(kept, phone) == history.next_undo(fresh, phone)
                assert conflicts.questions(kept, phone) == conflicts.questions(fresh, phone)


def _alone(loaded: game.LoadedGame) -> game.LoadedGame:
    """A game without what two loaded at different times may differ in."""
    return replace(loaded, club=None, recent=(), replaced={})  # type: ignore[arg-type]


_at = st.integers(0, 1)
_step = st.sampled_from(("team1.clean+1", "team1.clean-1", "team2.dirty+1", "team1.opened+1"))
_cell = st.sampled_from(
    (
        ((0, "table", "decks"), {"as": "count", "n": 6}),
        ((0, "table", "binned"), True),
        ((0, "table", "binned"), None),
        ((2, "seat1", "player"), {"id": 2}),
        ((2, "seat1", "player"), None),
        ((1, "table", "finished"), None),
        ((1, "team1", "clean"), {"as": "points", "typed": "120"}),
        ((3, "team2", "melded"), {"as": "points", "typed": "45"}),
    )
)
_steps: tuple[st.SearchStrategy[tuple[Callable[..., None], Any]], ...] = tuple(
    st.tuples(st.just(what), *how)  # type: ignore[misc]
    for what, *how in (
        (Evening.tap, _at, _step),
        (Evening.tap_at_once, _at, _step),
        (Evening.type_, _at, st.sampled_from(PARTS), st.sampled_from(("", "1", "120+85"))),
        (Evening.finish, _at, st.integers(1, 2)),
        (Evening.take_back, _at),
        (Evening.settle, _at),
        (Evening.start, _at, st.sampled_from("13")),
        (Evening.record, _at, _cell),
        (
            Evening.change_people,
            _at,
            st.sampled_from(("rename", "merge", "unmerge", "forget")),
            st.integers(0, 3),
            st.integers(0, 3),
        ),
    )
)
evenings = st.lists(st.one_of(*_steps), min_size=6, max_size=16)


@pytest.fixture(scope="module")
def visitors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Visitor, Visitor]]:
    """A phone in each of two processes that serve one club."""
    home = tmp_path_factory.mktemp("kept")
    apps = create_app(home), create_app(home)
    yield Visitor(apps[0]), Visitor(apps[1])
    for app in apps:
        app.extensions["scorepad.club"].close()


def sit_down(visitors: tuple[Visitor, Visitor]) -> Evening:
    ann = visitors[0].begin()
    evening = Evening((ann, Table(visitors[1], ann.game)))
    evening.check()
    return evening


@settings(max_examples=15, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(steps=evenings)
def test_a_kept_game_is_the_game_in_the_file(
    visitors: tuple[Visitor, Visitor], steps: list[Any]
) -> None:
    evening = sit_down(visitors)
    for do, at, *how in steps:
        do(evening, at, *_flat(how))
        evening.check()


def _flat(how: list[Any]) -> Iterator[Any]:
    """The arguments of a step: a cell comes together with its value."""
    for part in how:
        if isinstance(part, tuple):
            yield from part
        else:
            yield part


def test_a_game_moves_on_without_being_loaded_again(
    visitors: tuple[Visitor, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = sit_down(visitors)
    monkeypatch.setattr(game, "load", None)
    tapped((evening.tables[0],))
    assert evening.tables[1].page().form("/rounds/1/edit").fields["team1.clean"] == "1"


def test_the_check_can_fail(
    visitors: tuple[Visitor, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = sit_down(visitors)
    monkeypatch.setattr(game, "move_on", lambda loaded, news: replace(loaded, version=news.version))
    tapped((evening.tables[1],))
    with pytest.raises(AssertionError):
        evening.check()
