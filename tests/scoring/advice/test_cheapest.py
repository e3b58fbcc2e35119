"""The cheapest opening: compared with a brute-force search of small hands, and found quickly in large ones."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rules import choose, from_document, preset, slugs
from scorepad.rules.lookup import in_sequences, natural_threes, table_for
from scorepad.rules.words import CARDS, LOW_ACE, RANKS, THREES, WILD_CARDS, Color
from scorepad.scoring.advice import cheapest
from scorepad.scoring.advice.cheapest import TooManySumsError, find_cheapest
from scorepad.scoring.advice.opening import OpeningQuestion, can_open
from scorepad.scoring.check import supply
from scorepad.scoring.model import SEQUENCE, Meld
from tests.support.drawn_rounds import quick
from tests.support.natural_threes import let_threes_be_natural
from tests.support.rule_documents import rule_documents
from tests.support.scoring import item, rules, with_sambas
from tests.support.sequence_rules import draw_few_cards, draw_hand, draw_question, draw_rules

SAMBAS = choose(preset("friends-family"), {"sambas": "on"})
BESIDE = rules("whitnack", lambda d: d["melds"].update(opening_wilds="beside_natural"))
NATURAL = rules("whitnack", lambda d: d["melds"].update(opening_wilds="none"))
BY_BOOKS = rules("pierson", lambda d: (d["opening"].update(book_points=True), d["melds"].update(natural_ranks=["K"])))


def _question(rule_set, number=1, total=0, lost=()):
    rule_set = preset(rule_set) if isinstance(rule_set, str) else rule_set
    table = table_for(rule_set)
    return OpeningQuestion(rule_set, number, table, table.decks, total, (), lost)


def _ask(question, *melds):
    return can_open(replace(question, melds=melds))


def _tries(question, shown):
    """Yield every set of melds that the cards can make, with its answer. Slow and plain."""
    shapes = [*_shapes(question, shown)]
    stack = [((), 0, Counter(shown))]
    while stack:
        laid, first, left = stack.pop()
        hand_after = {"hand_after": left.total()} if question.hand_after == 0 else {}
        yield laid, can_open(replace(question, melds=laid, **hand_after))
        for at, (meld, cards) in enumerate(shapes[first:], start=first):
            if cards <= left:
                stack.append(((*laid, meld), at, left - cards))


def _shapes(question, shown):
    """Yield every meld that can be part of an opening, with its cards."""
    wilds = [("joker",) * j + ("2",) * t for j in range(shown["joker"] + 1) for t in range(shown["2"] + 1)]
    ranks = [*RANKS, *(("3",) if natural_threes(question.rules) == (*Color,) else THREES)]
    shapes = [Meld(rank, n, some) for rank in ranks for n in range(1, shown[rank] + 1) for some in wilds]
    shapes += [Meld("joker", 0, some) for some in wilds if some]
    runs = [card for card in in_sequences(question.rules) if shown[card]] if question.rules.melds.sequences else []
    some_cards = [cards for size in range(1, len(runs) + 1) for cards in combinations(runs, size)]
    shapes += [Meld(SEQUENCE, cards=cards, wilds=some) for cards in some_cards for some in wilds]
    for meld in shapes:
        codes = {problem.code for problem in _ask(question, meld).problems if problem.path}
        if not codes - ({"rank_cannot_be_melded"} if question.hand_after == 0 else set()):
            yield meld, _cards(meld)


def _cards(*melds):
    return Counter(card for meld in melds for card in (*meld.wilds, *meld.cards, *[meld.rank] * meld.naturals))


def _key(points, melds):
    used = _cards(*melds)
    wilds = sum(len(meld.wilds) for meld in melds)
    return points, wilds, used.total() - wilds


def assert_exact(question, shown):
    """The search gives what trying everything gives: the cheapest opening, or the most points if none opens."""
    result = find_cheapest(question, shown)
    shown = _held(question, shown)
    tried = [(_key(answer.points, melds), answer) for melds, answer in _tries(question, Counter(shown))]
    opening = [key for key, answer in tried if answer.opens]
    if question.hand_after == 0:
        whole = _cards(*result.melds) == +Counter(shown)
        assert (
            result.opens == bool(opening)
            if whole
            else not any(key[2] + key[1] == sum(shown.values()) for key in opening)
        )
        return
    assert result.opens == bool(opening)
    if opening:
        assert _key(result.answer.points, result.melds) == min(opening)
    elif not question.step.books:
        sound = [answer.points for _, answer in tried if {p.code for p in answer.problems} <= {"below_minimum"}]
        assert result.answer.points == max(sound, default=0)
    assert result.answer == _ask(question, *result.melds)
    assert _cards(*result.melds) <= Counter(shown)


def _held(question, shown):
    """Return the cards that the decks have; the search ignores others."""
    held = supply(question.table.jokers, question.decks)
    return Counter({card: min(count, held.get(card, count)) for card, count in shown.items()})


SIX = dict.fromkeys(("A", "K", "Q", "J", "7", "4"), 0)
packets = st.builds(
    lambda naturals, jokers, twos: SIX | naturals | {"joker": jokers, "2": twos},
    st.dictionaries(st.sampled_from("AKQJ74"), st.integers(1, 5), min_size=1, max_size=3),
    st.integers(0, 2),
    st.integers(0, 1),
)
in_order = st.builds(
    lambda naturals, jokers, twos: naturals | {"joker": jokers, "2": twos},
    st.dictionaries(st.sampled_from(["8", "7", "6", "5", "4", "3"]), st.integers(1, 2), min_size=2, max_size=5),
    st.integers(0, 1),
    st.integers(0, 1),
)
few_in_order = st.builds(
    lambda naturals, jokers, twos: naturals | {"joker": jokers, "2": twos},
    st.dictionaries(st.sampled_from(["9", "8", "7", "5", "4"]), st.integers(1, 2), min_size=1, max_size=3),
    st.integers(0, 3),
    st.integers(0, 2),
)


low_aces = st.builds(
    lambda naturals, jokers: Counter(naturals) + Counter(joker=jokers),
    st.dictionaries(st.sampled_from(["A", "K", "Q", "4", "3", "2"]), st.integers(1, 2), min_size=2, max_size=5),
    st.integers(0, 1),
)


def _few(shown):
    """Return up to six of the cards: under some rules one card is a meld, and there are very many sets of melds."""
    return Counter(sorted(Counter(shown).elements(), key=lambda card: (card not in WILD_CARDS, card))[:6])


def _burraco(document):
    with_sambas(document)
    document["melds"].update(sequence_wilds=1, opening_wilds="as_any_meld")
    document["opening"]["steps"][0]["minimum"] = 60


def _runs(document):
    """Sequences with any wild cards, threes and twos, of which a finished one is worth something."""
    _burraco(document)
    item(document, "books", "samba").update(cards=4, points=30, ranks=["8", "7", "6", "5", "4", "3", "2"])
    document["melds"]["sequence_wilds"] = "any"
    document["opening"]["book_points"] = True
    let_threes_be_natural(document)


def _with_book(document):
    _burraco(document)
    item(document, "books", "samba")["cards"] = 5
    document["opening"]["steps"][0].update(minimum=40, books=["samba"])


def _two_of_a_kind(document):
    document["melds"]["books_of_one_rank"] = 1
    item(document, "books", "clean").update(cards=3, most=2)
    document["opening"].update(book_points=True)
    document["going_out"]["extra_books"] = "after_needs"


OWN = [rules("southern-ohio", change) for change in (with_sambas, _burraco, _runs, _with_book, _two_of_a_kind)]
OWN += [SAMBAS, BESIDE, NATURAL, BY_BOOKS]
EVERY = [*map(preset, slugs()), *OWN]


@pytest.mark.parametrize("rule_set", EVERY, ids=range(len(EVERY)))
@settings(quick, max_examples=8)
@given(shown=packets, number=st.integers(1, 5))
def test_it_is_what_trying_everything_gives(rule_set, number, shown):
    assert_exact(_question(rule_set, number, 3_500), Counter(shown))


@pytest.mark.parametrize("rule_set", OWN[:5], ids=range(5))
@settings(quick, max_examples=25)
@given(shown=st.one_of(in_order, few_in_order))
def test_sequences_are_what_trying_everything_gives(rule_set, shown):
    assert_exact(_question(rule_set), Counter(shown))


LOW_ACES = [slug for slug in slugs() if LOW_ACE in in_sequences(preset(slug))]


@pytest.mark.parametrize("slug", LOW_ACES)
@settings(quick, max_examples=15)
@given(shown=low_aces, number=st.integers(1, 5), left=st.sampled_from([None, 0]))
def test_where_an_ace_may_be_low_it_is_what_trying_everything_gives(slug, number, shown, left):
    assert_exact(replace(_question(slug, number), hand_after=left), _few(shown))


@settings(quick, max_examples=20)
@given(document=rule_documents(), shown=st.one_of(packets, in_order), number=st.integers(1, 5))
def test_under_own_rules_it_is_what_trying_everything_gives(document, shown, number):
    assert_exact(_question(from_document(document), number, 1_000), _few(shown))


@pytest.mark.parametrize("seed", range(60))
def test_under_own_rules_with_sequences_it_is_what_trying_everything_gives(seed):
    chance = random.Random(seed)
    question = draw_question(draw_rules(chance), chance)
    assert_exact(question, draw_few_cards(chance))


@settings(quick, max_examples=10)
@given(document=rule_documents(), shown=packets, number=st.integers(1, 5), in_foot=st.booleans())
def test_every_card_is_laid_where_an_empty_hand_needs_no_minimum(document, shown, number, in_foot):
    document["opening"]["waived"] = "hand_empty"
    question = _question(from_document(document), number)
    assert_exact(replace(question, hand_after=0, in_foot=in_foot), _few(shown))


def _with_twos(document):
    """Twos may lie in a sequence, and a pair is a meld."""
    with_sambas(document)
    item(document, "books", "samba").update(ranks=[*RANKS, "3", "2"])
    let_threes_be_natural(document)
    document["melds"].update(smallest=2, wild_melds=True)
    document["opening"]["waived"] = "hand_empty"


def _costly_threes(document):
    let_threes_be_natural(document)
    for rule in document["threes"]:
        if rule["place"] == "laid":
            rule["pays"][0]["points"] = -40
            del rule["reward"]
    document["opening"]["steps"][0].update(minimum=20)


FOUND = [
    # These once got wrong answers: all cards with twos and jokers, and threes that cost points.
    (_with_twos, {"2": 1, "joker": 1, "4": 1, "5": 1, "6": 1}, 0),
    (_with_twos, {"2": 2, "joker": 2, "4": 1, "5": 1}, 0),
    (_costly_threes, {"black3": 3, "7": 3}, None),
    (_costly_threes, {"black3": 3, "K": 3, "joker": 1}, None),
    (_costly_threes, {"black3": 3}, None),
    # A joker makes more points than the two with which the search reckoned: 5, 5 and joker are not the cheapest.
    (with_sambas, {"5": 2, "joker": 1, "2": 2}, None),
]


@pytest.mark.parametrize(("change", "shown", "left"), FOUND, ids=range(len(FOUND)))
def test_hands_that_once_got_a_wrong_answer(change, shown, left):
    question = _question(rules("southern-ohio", change))
    assert_exact(replace(question, hand_after=left), Counter(shown))


def test_all_cards_are_laid_with_every_wild_card():
    question = replace(_question(rules("southern-ohio", _with_twos)), hand_after=0)
    shown = {"2": 1, "joker": 1, "4": 1, "5": 1, "6": 1}
    assert _cards(*find_cheapest(question, shown).melds) == Counter(shown)


def test_several_melds_of_a_rank_and_several_sequences_are_tried():
    result = find_cheapest(_question("partnership", 3), {"K": 4, "joker": 2})
    assert (result.opens, result.answer.points) == (True, 140)
    assert result.melds == (Meld("K", 2, ("joker",)), Meld("K", 2, ("joker",)))
    result = find_cheapest(_question(OWN[1]), {"J": 1, "Q": 1, "K": 0, "joker": 1})
    assert (result.opens, result.answer.points) == (True, 70)
    runs = find_cheapest(_question(OWN[0], 2), {"A": 2, "K": 2, "Q": 2, "9": 1, "8": 1, "7": 1})
    assert (runs.opens, [meld.rank for meld in runs.melds]) == (True, [SEQUENCE] * 3)
    assert runs.answer.points == 80 + 25


def test_threes_that_are_natural_cards_are_laid():
    threes = rules("southern-ohio", lambda d: (let_threes_be_natural(d), d["opening"]["steps"][0].update(minimum=15)))
    result = find_cheapest(_question(threes), {"black3": 1, "red3": 2})
    assert (result.opens, result.melds) == (True, (Meld("3", 3),))


FREE = rules("partnership", lambda d: d["opening"]["steps"][0].update(minimum=0))
RUN = dict.fromkeys(("A", "K", "Q", "J"), 1)
PAIR = {"A": 3, "K": 2, "2": 2}
ANSWERS = [
    # Rule set and more of the question, cards shown, what opens (None if nothing), points.
    (("partnership",), {"K": 3, "7": 2, "2": 1, "A": 1}, {"K": (3,), "7": (2, "2")}, 60),
    # With equal points fewer wild cards are laid, then fewer cards.
    (("southern-ohio",), PAIR, {"A": (3,)}, 60),
    (("southern-ohio",), {"A": 3, "K": 3, "Q": 3}, {"A": (3,)}, 60),
    # A wild card may only complete a pair, if the rules require that.
    (("partnership", 2), PAIR, {"A": (3,), "K": (2, "2")}, 100),
    (("partnership", 3), PAIR, None, 100),
    (("southern-ohio", 3), PAIR, {"A": (3,), "K": (2, "2", "2")}, 120),
    (("catawba",), {"A": 4, "K": 5}, {"K": (5,)}, 50),
    (("pierson",), {"2": 3}, {"joker": (0, "2", "2", "2")}, 60),
    (("partnership",), {"2": 6, "joker": 6}, None, 0),
    ((SAMBAS,), RUN, {"sequence": (0, "A", "K", "Q", "J")}, 50),
    (("friends-family",), RUN, None, 0),
    (("dearie", 5), {"A": 7, "4": 5, "2": 2}, {"4": (5, "2", "2")}, 65),
    # If nothing opens, the answer is the melds with the most points.
    (("partnership", 2), {"K": 3, "Q": 2, "joker": 1}, {"K": (3,), "Q": (2, "joker")}, 100),
    (("partnership", 4), {"K": 3, "Q": 2, "joker": 1, "A": 2}, None, 120),
    (("partnership",), {}, None, 0),
    (("partnership",), {"K": 2}, None, 0),
    (("partnership",), {"red3": 3, "black3": 3}, None, 0),
    (("partnership",), {"joker": 4, "K": 0}, None, 0),
    ((FREE,), {"K": 3, "4": 4}, {"4": (3,)}, 15),
    ((FREE,), {"K": 2}, None, 0),
]


@pytest.mark.parametrize(("question", "shown", "melds", "points"), ANSWERS, ids=range(len(ANSWERS)))
def test_the_cheapest_melds_are_named(question, shown, melds, points):
    result = find_cheapest(_question(*question), shown)
    assert (result.opens, result.answer.points) == (melds is not None, points)
    if melds:
        assert {m.rank: (m.naturals, *m.wilds, *m.cards) for m in result.melds} == melds


def test_what_is_missing_is_counted_and_a_lost_rank_is_never_laid():
    result = find_cheapest(_question("catawba", lost=("aces",)), {"A": 4, "K": 4})
    assert (result.opens, result.answer.missing) == (False, 10)
    most = find_cheapest(_question("partnership", 4), {"K": 3, "Q": 2, "joker": 1, "A": 2})
    assert most.answer.missing == 30
    assert {m.rank: (m.naturals, *m.wilds) for m in most.melds} == {"A": (2, "joker"), "K": (3,)}
    problems = find_cheapest(_question("dearie", 5), {"A": 6}).answer.problems
    assert [problem.code for problem in problems] == ["book_required"]


HANDS = [
    dict.fromkeys(CARDS, 3) | {"joker": 4, "A": 3},
    {"K": 20, "4": 20},
    dict.fromkeys(RANKS, 2) | {"joker": 8, "2": 10},
    {"4": 20, "joker": 8, "2": 12},
]


@pytest.mark.parametrize("slug", [*slugs(), *OWN], ids=str)
def test_a_hand_of_forty_cards_takes_few_steps(slug, monkeypatch):
    steps, question = _count_steps(monkeypatch), _question(slug, 4, 9_000)
    for shown in HANDS:
        find_cheapest(question, shown)
    assert steps.total() < 5_000


@pytest.mark.parametrize("seed", range(40))
def test_a_large_hand_takes_few_steps_under_own_rules_with_sequences(seed, monkeypatch):
    steps, chance = _count_steps(monkeypatch), random.Random(seed)
    question = draw_question(draw_rules(chance), chance)
    result = find_cheapest(question, draw_hand(question, chance))
    assert result.is_sure
    assert steps.total() < 10_000


def _count_steps(monkeypatch):
    """Count the moves that searches make, and the bits that these go through."""
    steps, spend = Counter(), cheapest._Search.spend

    def counted(self, work):
        spend(self, work)
        steps["work"] += work // cheapest.STEP

    monkeypatch.setattr(cheapest._Search, "spend", counted)
    return steps


def test_absurd_counts_under_absurd_rules_are_not_guessed_at():
    def absurd(document):
        document["cards"] = {card: 9_000 + 97 * at for at, card in enumerate(CARDS)}
        document["opening"]["steps"][0]["minimum"] = 900_000

    shown = dict.fromkeys((*CARDS, *WILD_CARDS), 10**9)
    with pytest.raises(TooManySumsError):
        find_cheapest(_question(rules("southern-ohio", absurd)), shown)


def test_an_opening_is_given_even_if_a_cheaper_one_may_be_left(monkeypatch):
    """The limit lets the search go through melds of ranks, but not through sequences too."""
    shown = {"A": 3, "K": 4, "9": 2, "8": 2, "7": 2, "joker": 3}
    assert find_cheapest(_question(OWN[0], 4, 9_000), shown).is_sure
    monkeypatch.setattr(cheapest, "MAX_WORK", 120_000)
    found = find_cheapest(_question(OWN[0], 4, 9_000), shown)
    assert (found.opens, found.is_sure) == (True, False)


ONCE_SLOW = [107, 189, 218, 336, 421, 490, 645, 706, 968, 1201, 1244, 1275, 1324, 1363, 1396]


@pytest.mark.parametrize("seed", ONCE_SLOW)
def test_hands_that_once_took_long_or_got_an_answer_that_was_not_sure_take_few_steps(seed, monkeypatch):
    """A long sequence must be finished; one book that pays is the cheapest opening; nothing opens; or all is laid."""
    steps, chance = _count_steps(monkeypatch), random.Random(seed)
    question = draw_question(draw_rules(chance), chance)
    assert find_cheapest(question, draw_hand(question, chance)).is_sure
    assert steps.total() < 20_000


def test_every_card_is_laid_even_if_that_is_hard_to_find():
    chance = random.Random(968)
    question = draw_question(draw_rules(chance), chance)
    hand = draw_hand(question, chance)
    found = find_cheapest(question, hand)
    assert (found.opens, found.is_sure, _cards(*found.melds)) == (True, True, +hand)
    assert _ask(question, *found.melds).opens


def test_that_not_all_of_a_hand_with_low_aces_can_be_laid_is_found_once(monkeypatch):
    """Every number of low aces was once tried by itself, twice each."""
    steps = _count_steps(monkeypatch)
    shown = dict(zip("AKJ987654", (2, 4, 7, 3, 3, 2, 2, 1, 4), strict=True)) | {"Q": 2, "10": 4, "joker": 2, "2": 4}
    question = replace(_question("burraco-international", 5), hand_after=0, in_foot=True)
    found = find_cheapest(question, shown)
    assert (found.opens, found.is_sure, _cards(*found.melds) < Counter(shown)) == (True, True, True)
    assert steps.total() < 60_000


def test_a_required_book_that_the_cards_cannot_make_is_noticed_at_once(monkeypatch):
    steps = _count_steps(monkeypatch)
    shown = {"Q": 7, "K": 8, "A": 9, "4": 7, "joker": 2, "5": 7}
    result = find_cheapest(_question(OWN[3]), shown)
    assert (result.answer.points, [problem.code for problem in result.answer.problems]) == (40, ["book_required"])
    assert steps.total() < 500


def test_without_a_book_that_is_needed_the_cheapest_melds_with_enough_points_come_nearest():
    """Were these asked for the most points, the search would go through all that books could pay."""
    question = _question(rules("southern-ohio", lambda d: (_runs(d), d["opening"]["steps"][0].update(books=["clean"]))))
    result = find_cheapest(question, {"8": 3, "7": 3, "6": 2, "5": 2, "K": 3})
    assert [problem.code for problem in result.answer.problems] == ["book_required"]
    assert (result.answer.points, result.answer.missing) == (60, 0)
    few = find_cheapest(question, {"8": 3})
    assert (few.answer.points, few.answer.missing) == (30, 30)


def test_a_three_of_either_colour_may_finish_the_sequence_that_an_opening_needs():
    def with_book_of_threes(document):
        _with_book(document)
        item(document, "books", "samba")["ranks"] = [*RANKS]
        let_threes_be_natural(document)
        document["opening"]["steps"][0].update(minimum=15)

    question = _question(rules("southern-ohio", with_book_of_threes))
    shown = {"7": 3, "6": 1, "5": 1, "4": 1, "red3": 1}
    assert find_cheapest(question, shown).melds == (Meld(SEQUENCE, cards=("7", "6", "5", "4", "3")),)
