"""A club's file imported into an empty club and exported again is the same file, and the clubs are equal."""

from datetime import date, time

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.play.nights import NightTerms, terms_document
from scorepad.play.rules import own_rules
from scorepad.play.rules.catalog import playable
from scorepad.play.rules.own_rules import Sender
from scorepad.rules import from_document, preset, slugs, to_document
from scorepad.rules.own import own_document
from scorepad.store import Entry, NewStep
from scorepad.store.file.doctor import examine
from tests.exchange.club_files import exported, restored
from tests.league.clubs import dump, new_evening, rebuilt_alike
from tests.league.happenings import NO_SHRINKING, WINS, after, evenings
from tests.support.rule_documents import rule_documents

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


def with_rules(club, document, slug):
    """Save rules with everything that rules may say, their draft, and a second version that renames them."""
    wanted = own_document(preset(slug), to_document(from_document(document), every_key=True))
    ours = own_rules.save_new(club, {**wanted, "name": "Ours"}, Sender("rules", "0123abcd.1"))
    own_rules.rename(club, ours.slug, "Our table’s", 1, Sender("again"))
    club.rule_drafts.add(NewStep(ours.slug, 0, 2, wanted, to_document(preset(slug)), "0123abcd.1"), key="draft")


def with_a_night(club, people, **more):
    """Plan a night, change it, and record a game of it whose teams have nicknames."""
    terms = NightTerms(name="Österliche Runde", rules="partnership", people=tuple(people), day="2026-04-05", **more)
    night = club.nights.add(terms_document(terms), key="night")
    club.nights.change(night.id, terms_document(terms) | {"rounds": 3}, seen=night.version)
    return night.key


@settings(max_examples=8, deadline=None, phases=NO_SHRINKING)
@given(rule_documents(), st.sampled_from(slugs()), st.text("Aß*_🎉‘", min_size=1, max_size=9), st.booleans())
def test_nights_nicknames_and_own_rules_come_back(tmp_path_factory, document, slug, nickname, removes):
    home = tmp_path_factory.mktemp("club")
    with new_evening(home, ("Ann", "Bob", "Carla", "Dora")) as evening:
        club, game = evening.club, evening.played()
        night = with_a_night(club, evening.people, begins="19:30")
        with_rules(club, document, slug)
        evening.write(
            game,
            {
                (0, "team1", "nickname"): {"text": nickname},
                (0, "table", "night"): {"key": night, "sitting": 1, "table": 1},
            },
        )
        club.seasons.add(name="Spring", first_day=date(2026, 1, 1), last_day=date(2026, 6, 30), **WINS, key="spring")
        club.clock.change("Asia/Kathmandu", time(4, 30))
        if removes:
            club.nights.remove(1)
        data = exported(club)
    with restored(home / "again", data) as club:
        assert exported(club) == data
        assert club.nights.all(removed=removes)[0].key == night
        assert "Our table’s" in [rules.name for rules in playable(club)]
