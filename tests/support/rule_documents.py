"""A Hypothesis strategy for valid rule documents, with every kind of rule in any combination."""

from hypothesis import strategies as st

from scorepad.rules import words as w
from scorepad.rules.document import paths
from scorepad.rules.words import CARDS, RANKS
from tests.support.natural_threes import ALWAYS, let_threes_be_natural

CODES = ("clean", "dirty", "wild", "aces", "sevens", "samba", "red_threes", "odd")
NEEDS = ("clean", "dirty", "any")
SHAPES = tuple((size * teams, teams) for teams in (2, 3, 4) for size in (1, 2, 3, 4))

points = st.integers(-2000, 3000)
small = st.integers(0, 3)


def word(kind):
    return st.sampled_from([str(one) for one in kind])


def some(values, least=0):
    """Draw up to four different values, in any order."""
    return st.lists(st.sampled_from(list(values)), unique=True, min_size=least, max_size=4)


def either_or(number, otherwise="any"):
    return st.one_of(st.just(otherwise), number)


@st.composite
def table(draw, /, **values):
    """Draw a table of the document. Values may be strategies or constants."""
    return {name: draw(value) if isinstance(value, st.SearchStrategy) else value for name, value in values.items()}


@st.composite
def tables_of(draw, values, strategy, least=0):
    """Draw a table for each of a few values."""
    return [draw(strategy(value)) for value in draw(some(values, least))]


@st.composite
def maybe(draw, strategy, **more):
    """Draw a table, sometimes with optional keys."""
    return draw(strategy) | {key: draw(value) for key, value in more.items() if draw(st.booleans())}


def shape(players_and_teams):
    players, teams = players_and_teams
    cards = {"hand": st.integers(1, 20), "foot": st.sampled_from((0, 11))}
    decks = {"decks": st.integers(1, 8), "jokers": st.integers(0, 4)}
    whole = table(players=players, teams=teams, **decks, **cards, knee=st.sampled_from((0, 7)))
    hands = st.sampled_from(("shared", "own_red_threes"))
    return maybe(whole, lone_hand=hands) if players == teams > 2 else whole


@st.composite
def book(draw, code):
    made_of, ranks = draw(word(w.MadeOf)), draw(some(RANKS))
    most = len(ranks or RANKS) if made_of == "sequence" else 20
    if most < 3:
        ranks, most = [], len(RANKS)
    names = {"code": code, "one": code.title(), "many": f"{code.title()}s"}
    cards = {"made_of": made_of, "ranks": ranks, "cards": st.integers(3, min(9, most))}
    worth = {"points": points, "unfinished": points, "most": either_or(st.integers(1, 3))}
    whole = table(**names, **cards, **worth, counts_for=some(NEEDS), begun=word(w.Begun))
    shape = {"shape": st.just("either")} if made_of in ("naturals", "mixed", "any") and not ranks else {}
    when = table(went_out=word(w.Answer), opened=word(w.Answer), has={}, lacks={}).filter(lambda drawn: drawn != ALWAYS)
    book = draw(maybe(whole, must_finish=st.just(True), when=when, **shape))
    return {**book, "reward": True} if book["unfinished"] > 0 else book


def condition(codes):
    counts = st.dictionaries(st.sampled_from(codes), small, max_size=2)
    answer = word(w.Answer)
    return table(went_out=answer, opened=answer, has=counts, lacks=counts)


@st.composite
def steps(draw):
    starts = sorted(draw(st.sets(st.integers(1, 9), max_size=3)))
    return [{"from": start, "points": draw(points), "per": draw(word(w.Per))} for start in starts]


@st.composite
def threes(draw, codes):
    rules = []
    for color in w.Color:
        for place in w.CardPlace:
            counted = draw(word(w.Counted))
            rule = {"color": str(color), "place": str(place), "counted": counted}
            if counted == "apart":
                for _ in range(draw(st.integers(0, 2))):
                    when = draw(condition(codes).filter(lambda drawn: drawn != ALWAYS))
                    rules.append({**rule, "when": when, "pays": draw(steps())})
            one = [{"from": 1, "points": draw(points), "per": "card"}]
            pays = {"apart": draw(steps()), "with_cards": one, "never": []}[counted]
            rules.append({**rule, "when": ALWAYS, "pays": pays})
    return [{**rule, "reward": True} if any(step["points"] > 0 for step in rule["pays"]) else rule for rule in rules]


@st.composite
def melds(draw, kinds):
    smallest = draw(st.integers(1, 5))
    wilds = {key: word(w.Wilds) for key in ("wilds", "book_wilds")}
    most = {key: either_or(st.integers(0, 9)) for key in ("most_wilds", "book_most_wilds")}
    may = {key: st.booleans() for key in ("wild_melds", "sequences")}
    openings = {"opening_wilds": word(w.OpeningWilds), "opening_most_cards": either_or(st.integers(smallest, 20))}
    books = {"beyond_book": word(w.BeyondBook), "books_of_one_rank": either_or(st.integers(1, 3))}
    cards = {**wilds, **most, **may, "black_threes": st.sampled_from(("never", "going_out"))}
    some_wilds = draw(st.sampled_from(({}, {"sequence_wilds": 2}, {"sequence_wilds": "any"})))
    whole = draw(table(smallest=smallest, **cards, **openings, **books)) | some_wilds
    mixed = [{*kind["ranks"]} for kind in kinds if kind["made_of"] == "mixed" and kind["ranks"]]
    natural = draw(some(RANKS))
    whole |= draw(st.sampled_from(({}, {"set_ranks": ["A", "K"]}, {"longest_sequence": 9}, {"sets": False})))
    whole |= draw(st.sampled_from(({}, {"beyond_dirty": "never"})))
    return whole | ({"natural_ranks": natural} if natural and not any(ranks <= {*natural} for ranks in mixed) else {})


@st.composite
def opening(draw, codes):
    by = draw(word(w.OpeningBy))
    numbers = st.integers(2, 9) if by == "round" else st.integers(-500, 9000)
    starts = [1 if by == "round" else "lowest", *sorted(draw(st.sets(numbers, max_size=4)))]
    band = {"minimum": st.integers(0, 200), "books": some(codes), "players": []}
    steps = [draw(table(**{"from": start}, **band)) for start in starts]
    if draw(st.booleans()):
        steps += [draw(table(**{"from": start}, **band | {"players": [4]})) for start in starts]
    waived = st.sampled_from(("hand_empty", "going_out"))
    return draw(maybe(st.just({"by": by, "steps": steps}), waived=waived, book_points=st.just(True)))


@st.composite
def going_out(draw, kinds, threes):
    names = sorted({need for kind in kinds for need in kind["counts_for"]})
    needs = st.dictionaries(st.sampled_from(names), st.integers(1, 4)) if names else st.just({})
    when = {"players": some(range(2, 9)), "rounds": some(range(1, 6)), "concealed": word(w.Answer)}
    always = {"players": [], "rounds": [], "concealed": "either"}
    laid = [rule for rule in threes if (rule["color"], rule["place"]) == ("red", "laid")]
    red = {"red_threes": either_or(st.integers(1, 4), "one_for_each_book")} if laid[0]["counted"] == "apart" else {}
    special = draw(st.lists(maybe(table(**when, points=points, needs=needs), **red), max_size=3))
    without = draw(word(w.WithoutBooks))
    penalty = 0 if without == "forbidden" else st.integers(-900, 0)
    words = {"last_card": word(w.LastCard), "leave": word(w.Leave), "without_books": without}
    may = {"wild_discard": st.booleans(), "partner_in_foot": st.booleans()}
    may |= draw(st.sampled_from(({}, {"no_discard": st.just(["7"])})))
    cases = [*special, draw(maybe(table(**always, points=points, needs=needs), **red))]
    extra = {"extra_books": word(w.ExtraBooks), "cases": cases}
    return draw(table(**words, **may, penalty=penalty, **extra))


def bonus(code):
    names = {"code": code, "one": code.title(), "many": code.title()}
    size = table(players=[], rounds=[], points=points)
    special = table(players=some(range(2, 9)), rounds=[2], points=points)
    kind = {"kind": word(w.BonusKind), "per": word(w.BonusPer)}
    cases = {"grade_of": st.sampled_from(("", "cut")), "cases": st.tuples(special, size).map(list)}
    return table(**names, most=st.integers(1, 4), **kind, **cases)


EARLY = {"players": [], "points": 2000, "lead": "others_together"}


@st.composite
def end(draw):
    by = draw(word(w.EndBy))
    number, total = draw(st.integers(1, 9)), draw(st.integers(1, 20000))
    return {
        "by": by,
        "rounds": number if by == "rounds" else "none",
        "minutes": 30 * number if by == "time" else "none",
        "targets": [{"players": [], "points": total}] if by == "target" else [],
        **draw(st.sampled_from(({}, {"winner": "lowest"}, {"early": [EARLY]}))),
    }


@st.composite
def deals(draw):
    parts = {"hand": st.integers(1, 20), "foot": small, "knee": small, "draw": small}
    listed = []
    for number in draw(st.sets(st.integers(1, 6), min_size=1, max_size=2)):
        names = draw(some(parts, 1))
        players = draw(st.sampled_from(({}, {"players": [4]}, {"players": [2, 6]})))
        listed.append({"rounds": [number]} | players | {name: draw(parts[name]) for name in parts if name in names})
    return listed


def otherwise(codes):
    signs = st.sampled_from(("plus", "minus", "nothing"))
    rule = table(of=some(map(str, w.Counting), 1), when=condition(codes), counts=signs)
    given_away = table(of=["left"], when=condition(codes), counts="others")
    # A condition that always holds is left out when rules are written.
    said = (rule | given_away).map(lambda one: one if one["when"] != ALWAYS else {k: one[k] for k in ("of", "counts")})
    return st.lists(said, min_size=1, max_size=2)


@st.composite
def combination(draw, code, codes):
    counts = st.dictionaries(st.sampled_from(codes), st.integers(1, 3), min_size=1, max_size=2)
    names = {"code": code, "label": code.title()}
    drawn = draw(table(**names, books=counts, points=points, times=word(w.Times)))
    return {**drawn, "group": "sets"} if drawn["points"] > 0 and draw(st.booleans()) else drawn


@st.composite
def choices(draw, codes):
    """Sometimes draw a choice for each game: the usual answer, and one that sets and adds something."""
    if draw(st.integers(0, 2)):
        return []
    effects = {"cards.K": small, "play.swipe": st.booleans(), "going_out.leave": word(w.Leave)}
    effects |= {"tables.1.hand": st.integers(1, 20), f"books.{codes[0]}.points": points}
    names = draw(some(effects, 1))
    added = draw(st.sampled_from(({}, {"bonuses": [draw(bonus("late"))]})))
    usual = {"value": "usual", "label": "Usual", "reported": [], "assumed": [], "set": {}, "add": {}}
    other = usual | {"value": "any-time", "label": "Other", "set": {name: draw(effects[name]) for name in names}}
    options = [usual, other | {"add": added}]
    return [{"key": "way", "label": "Which way?", "players": draw(some(range(2, 9))), "options": options}]


def play():
    cards = either_or(st.integers(1, 9), "all")
    take = table(cards=cards, exactly=st.booleans(), needs=word(w.TakeNeeds))
    limits = {"hand_limit": either_or(st.integers(1, 60)), "swipe": st.booleans()}
    counts = {"draw": small, "turned_up": small}
    return table(starts=word(w.Starts), **counts, take=take, passed=word(w.Passed), **limits)


@st.composite
def rule_documents(draw):
    kinds = draw(tables_of(CODES, book, least=1))
    codes = sorted({name for kind in kinds for name in (kind["code"], *kind["counts_for"])})
    all_threes = draw(threes(codes))
    names = {"slug": "drawn", "name": "Drawn", "summary": "", "document": "", "parent": "none"}
    parts = {
        "tables": tables_of(SHAPES, shape, least=1),
        "books": kinds,
        "choices": choices([kind["code"] for kind in kinds]),
        "cards": table(**{card: st.integers(0, 20).map(lambda n: n * 5) for card in CARDS}),
        "threes": all_threes,
        "combinations": tables_of(("grand", "twins"), lambda code: combination(code, codes)),
        "melds": melds(kinds),
        "opening": opening(codes),
        "going_out": going_out(kinds, all_threes),
        "bonuses": tables_of(("exact_cut", "near_cut", "exact_deal", "first"), bonus),
        "end": end(),
        "stock": table(runs_out=word(w.StockOut), round=word(w.StockRound)),
        "play": play(),
    }
    document = draw(table(schema=2, **names, notes=[], **parts))
    if draw(st.integers(0, 3)) == 3:
        let_threes_be_natural(document)
    if draw(st.booleans()):
        document |= {"otherwise": draw(otherwise(codes)), "deals": draw(deals())}
    known = sorted(paths(document))
    sources = {"reported": draw(some(known)), "assumed": draw(some(known))}
    return {**document, "provenance": sources}
