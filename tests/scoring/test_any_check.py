"""What is odd about a round, worked out the long way, for any rule set: no shortcut may lose or add a problem."""

from math import gcd

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rules import from_document, lookup, preset, slugs
from scorepad.rules.words import Counted, MadeOf
from scorepad.scoring.check import check
from scorepad.scoring.documents.rounds import read_round
from scorepad.scoring.limits import wilds_in
from scorepad.scoring.score import has_melded
from tests.support.drawn_rounds import quick, rounds
from tests.support.rule_documents import rule_documents


@st.composite
def entries(draw, rules):
    """A round as it was read, by a rule set that `rules` draws."""
    found = draw(rules)
    return read_round(found, draw(rounds(found)))[0]


presets = st.sampled_from(slugs()).map(preset)
drawn = rule_documents().map(from_document)


def _below(entry):
    for at, team in enumerate(entry.teams):
        players, total = entry.table.players, team.score_before
        step = lookup.opening_step(entry.rules, entry.round_number, players, total)
        if isinstance(team.melded, int) and 0 < team.melded < step.minimum:
            yield "below_minimum", f"teams[{at}].melded"
        has_it = not step.books or any(team.books.get(code) for code in step.books)
        if team.melded and has_melded(team) and not has_it:
            yield "book_required", f"teams[{at}].books"


def _uneven(entry):
    threes = [r for r in entry.rules.threes if r.counted is Counted.WITH_CARDS]
    unit = gcd(*entry.rules.cards.values(), *(abs(step.points) for r in threes for step in r.pays))
    for at, team in enumerate(entry.teams):
        packets = {
            f"left[{n}]" if len(team.left) > 1 else "left": p for n, p in enumerate(team.left)
        }
        for name, packet in {"melded": team.melded, **packets}.items():
            if unit > 1 and isinstance(packet, int) and packet % unit:
                yield "not_a_multiple", f"teams[{at}].{name}"


def _premium(entry):
    for at, team in enumerate(entry.teams):
        for kind in entry.rules.books:
            finished, begun = team.books.get(kind.code, 0), team.unfinished.get(kind.code, 0)
            where = f"teams[{at}].{'books' if finished else 'unfinished'}.{kind.code}"
            if kind.most is not None and finished + begun > kind.most:
                yield "premium_twice", where
            if kind.code in team.lost and (finished or begun):
                yield "premium_lost", where


def _too_many_books(entry):
    jokers, decks = entry.table.jokers * entry.decks, entry.decks
    need = [0, 0, 0]
    for team in entry.teams:
        for kind in entry.rules.books:
            if kind.made_of is not MadeOf.THREES:
                fewest, most = wilds_in(entry.rules, kind)
                for n, cards in enumerate((kind.cards, fewest, kind.cards - most)):
                    need[n] += team.books.get(kind.code, 0) * cards
    wilds, naturals = jokers + 4 * decks, 44 * decks
    return need[0] > wilds + naturals or need[1] > wilds or need[2] > naturals


CODES = {"below_minimum", "book_required", "not_a_multiple", "premium_twice", "premium_lost"}


def _check(entry):
    problems = check(entry)
    # Where cards are counted, the long way does not know their points.
    cards = {
        f"teams[{n}].melded" for n, t in enumerate(entry.teams) if not isinstance(t.melded, int)
    }
    found = {(p.code, p.path) for p in problems if p.code in CODES}
    found -= {("below_minimum", path) for path in cards}
    assert found == {*_below(entry), *_uneven(entry), *_premium(entry)}
    limits = {p.facts["limit"] for p in problems if p.code == "more_than_the_decks"}
    assert bool(limits & {"books_cards", "books_wilds", "books_naturals"}) == _too_many_books(entry)


@settings(quick, max_examples=80)
@given(entries(presets))
def test_for_a_preset_nothing_is_lost_and_nothing_added(entry):
    _check(entry)


@settings(quick, max_examples=20)
@given(entries(drawn))
def test_for_any_rule_set_nothing_is_lost_and_nothing_added(entry):
    _check(entry)
