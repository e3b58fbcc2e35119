"""A club's file imported into an empty club and exported again is the same file, and the clubs are equal."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.store import Entry
from scorepad.store.file.doctor import examine
from tests.exchange.club_files import exported, restored
from tests.league.clubs import dump, rebuilt_alike
from tests.league.happenings import NO_SHRINKING, after, evenings

_conflicts = st.lists(
    st.tuples(st.integers(0, 9), st.sampled_from(("team1", "seat2", "table")), st.sampled_from(("melded", 'a"b'))),
    max_size=6,
)


def cells(club):
    with club.reading() as db:
        people = "SELECT id, name, folded, guest, retired, merged_into, joined, forgotten FROM player"
        return [db.execute(sql).fetchall() for sql in ("SELECT * FROM cell", people)]


def disagree(club, conflicts):
    """Record conflicts in one cell, with many types of value, keys that need escaping, and unknown bases."""
    for at, (number, place, field) in enumerate(conflicts):
        for phone, base in (("0123abcd.1", None), ("89abcdef.0", f"lost\\{at}"), (None, 0)):
            value = {"as": "tally", "n": at, "ü\u2028": ["\n", phone, 1e300, -0.5, True]}
            key = f'"{at}\\{number}{phone}'
            club.record_all([Entry(key, 1, number, place, field, value, base, phone)], seen=None if base else at)


@settings(max_examples=25, phases=NO_SHRINKING)
@given(evenings, _conflicts, st.booleans())
def test_any_club_comes_back_byte_for_byte(tmp_path_factory, happenings, conflicts, forgets):
    home = tmp_path_factory.mktemp("club")
    with after(home, [("game", "partnership", range(7), [(1, [300, 50, 0])]), *happenings]) as evening:
        disagree(evening.club, conflicts)
        if forgets:
            evening.club.people.forget(evening.people[-1])
        data, held = exported(evening.club), cells(evening.club)
        evening.club.league.catch_up()
        figures = dump(evening.club)
    with restored(home / "again", data) as club:
        assert exported(club) == data
        assert cells(club) == held
        club.league.catch_up()
        assert dump(club) == figures
        rebuilt_alike(club)
        assert [finding for finding in examine(club) if not finding.ok] == []
