"""A document that can be read but makes no sense: each kind of fault, with its path and message."""

import pytest

from scorepad.rules import check
from tests.rules.documents import EVERY_RULE, changed, faults
from tests.rules.test_read import sentences_in

ALWAYS = {"went_out": "either", "opened": "either", "has": {}, "lacks": {}}
EARLY = {"players": [], "points": 5000, "lead": "others_together"}
OTHERWISE = {"of": ["melded"], "when": ALWAYS | {"opened": "no"}, "counts": "minus"}
NO_SEVEN = ALWAYS | {"lacks": {"seven": 1}}
OUT = EVERY_RULE["going_out"]["cases"]
STEP = {"minimum": 50, "books": [], "players": []}
STEPS = EVERY_RULE["opening"]["steps"]
BY_ROUND = {"end.by": "rounds", "end.rounds": 4, "end.targets": []}
OPTION = EVERY_RULE["choices"][0]["options"][0]
THREES = EVERY_RULE["threes"]
PAYS = THREES[1]["pays"]
LAID = {"place": "laid", "counted": "with_cards", "when": ALWAYS}
UNEVEN = [rule for rule in THREES if rule["place"] == "held"] + [
    {"color": color, **LAID, "pays": [{"from": 1, "points": points, "per": "card"}]}
    for color, points in (("red", 5), ("black", 10))
]

WRONG = [
    # Names.
    ({"slug": "Every Rule"}, "slug", "must be small letters"),
    ({"slug": ""}, "slug", "must be small letters"),
    ({"name": " "}, "name", "must not be empty."),
    # Tables.
    ({"tables": []}, "tables", "at least one table"),
    ({"tables.1.teams": 1}, "tables.1.teams", "there must be two to six teams."),
    ({"tables.1.teams": 7}, "tables.1.teams", "there must be two to six teams."),
    ({"tables.1.teams": 5, "tables.1.players": 10}, "tables.1.players", "five and six teams are of one player each."),
    ({"tables.1.players": 5}, "tables.1.players", "5 players do not make 2 equal teams"),
    ({"tables.1.players": 0}, "tables.1.players", "of one to four players."),
    ({"tables.1.players": 10}, "tables.1.players", "of one to four players."),
    ({"tables.4": EVERY_RULE["tables"][1]}, "tables.4", "6 players in 3 teams are listed twice."),
    # Cards.
    ({"cards": {k: 5 for k in EVERY_RULE["cards"] if k != "Q"}}, "cards.Q", "is missing; every card needs"),
    ({"cards.jokr": 5}, "cards.jokr", "is not a card with a value. Did you mean “joker”?"),
    ({"cards.red3": 5}, "cards.red3", "is not a card with a value."),
    # Threes.
    ({"threes": THREES[:-1]}, "threes.black.laid", "needs a last rule without conditions"),
    ({"threes": THREES[:2] + THREES[3:]}, "threes.red.laid", "needs a last rule without"),
    ({"threes.1.when": ALWAYS}, "threes.red.laid", "hides the ones after it."),
    ({"threes.1.counted": "with_cards"}, "threes.red.laid.counted", "must be the same in all rules"),
    ({"threes.2.pays.2.from": 1}, "threes.red.laid.pays", "must rise, beginning at 1 or more."),
    ({"threes.2.pays": PAYS[::-1]}, "threes.red.laid.pays", "must rise, beginning at 1 or more."),
    ({"threes.4.pays.1.from": 0}, "threes.red.held.pays", "must rise, beginning at 1 or more."),
    ({"threes.6.pays": PAYS}, "threes.black.laid.pays", "must be empty where these threes are never"),
    ({"threes.5.pays": []}, "threes.black.held", "only at one value a card; use “apart”."),
    ({"threes.5.pays.1.per": "all"}, "threes.black.held", "only at one value a card"),
    ({"threes.5.pays.1.from": 2}, "threes.black.held", "only at one value a card"),
    ({"threes.1.when.has": {"seven": 1}}, "threes.red.laid.when.has.seven", "mean “sevens”?"),
    ({"threes.2.when.lacks": {"x": 1}}, "threes.red.laid.when.lacks.x", "is not a kind of book in these rules."),
    ({"melds.red_threes": "natural"}, "threes.red.laid.counted", "must be “with_cards” where these threes"),
    ({"melds.black_threes": "natural", "melds.red_threes": "natural", "threes": UNEVEN}, "threes.red.laid.pays",
     "must be the same for black threes"),
    # Exceptions to the usual sign.
    ({"otherwise": [OTHERWISE | {"of": []}]}, "otherwise.1.of", "must name what counts differently: melded,"),
    (
        {"otherwise": [OTHERWISE | {"of": ["books"], "counts": "others"}]},
        *("otherwise.1.counts", "can be “others” only where “of” is [\"left\"]"),
    ),
    ({"otherwise": [OTHERWISE | {"when": NO_SEVEN}]}, "otherwise.1.when.lacks.seven", "mean “sevens”?"),
    # Books and their names.
    ({"books": []}, "books", "at least one kind of book is needed."),
    ({"books.6.cards": 11}, "books.samba.cards", "cannot have more cards than it has ranks."),
    ({"books.6.ranks": ["A", "K"]}, "books.samba.cards", "cannot have more cards than it has"),
    ({"books.4.ranks": ["1"]}, "books.aces.ranks", "“1” is not a rank."),
    ({"books.4.ranks": ["2"]}, "books.aces.ranks", "“2” is not a rank."),
    ({"books.7.code": "Red!"}, "books.Red!", "a code must be small letters"),
    ({"books.7.code": "exact_cut"}, "bonuses.exact_cut", "this code is already taken."),
    ({"books.7.code": "twins"}, "combinations.twins", "this code is already taken."),
    ({"bonuses.5.code": "concealed"}, "bonuses.concealed", "this code is already taken."),
    ({"bonuses.5.code": "left"}, "bonuses.left", "this code is already taken."),
    ({"books.7.code": "red_threes_laid"}, "books.red_threes_laid", "this code is already taken."),
    ({"books.7.code": "unfinished_aces"}, "books.unfinished_aces", "this code is already taken."),
    ({"books.1.when": ALWAYS | {"has": {"cleen": 1}}}, "books.clean.when.has.cleen", "mean “clean”?"),
    # Sets and sequences.
    ({"books.6.shape": "either"}, "books.samba.shape", "“made_of” is “naturals” or “mixed” or “any”."),
    ({"melds.longest_sequence": 14}, "melds.longest_sequence", "11 cards at most. With “sequence_lowest” = “A”"),
    ({"melds.smallest": 4, "melds.longest_sequence": 3}, "melds.longest_sequence", "must be at least 4, the cards of"),
    ({"melds.set_ranks": ["2"]}, "melds.set_ranks", "“2” is not a rank."),
    ({"going_out.no_discard": ["joker"]}, "going_out.no_discard", "“joker” is not a rank."),
    ({"melds.natural_ranks": ["2"]}, "melds.natural_ranks", "“2” is not a rank."),
    ({"melds.natural_ranks": ["K"], "books.2.ranks": ["K"]}, "books.dirty.made_of", "none of its ranks takes any."),
    # Combinations.
    ({"combinations.2.books": {"sambas": 2}}, "combinations.twins.books.sambas", "mean “samba”?"),
    ({"combinations.2.books": {}}, "combinations.twins.books", "must name at least one book"),
    ({"combinations.2.books.samba": 0}, "combinations.twins.books", "each 1 or more times."),
    ({"combinations.1.group": "sets", "combinations.1.points": 0}, "combinations.grand.points", "must be 1 or more in"),
    # Opening.
    ({"opening.steps": []}, "opening.steps", "for 4 players the first step’s “from” must be “lowest”."),
    ({"opening.steps.1.from": 0}, "opening.steps", "for 6 players the first step’s “from” must be"),
    ({"opening.by": "round"}, "opening.steps", "for 2 players the first step’s “from” must be 1."),
    ({"opening.steps.4.from": 0}, "opening.steps", "each “from” must be higher"),
    ({"opening.steps.4.from": "lowest"}, "opening.steps", "each “from” must be higher"),
    (
        {"opening": {"by": "round", "steps": [{"from": 1, **STEP}, {"from": 1, **STEP}]}},
        *("opening.steps", "each “from” must be higher"),
    ),
    (
        {"opening.steps.2.from": "lowest", "opening.steps.3": {"from": "lowest", **STEP, "players": [4, 6]}},
        *("opening.steps", "each “from” must be higher"),
    ),
    ({"opening.steps.4.books": ["sambo"]}, "opening.steps.4.books.sambo", "mean “samba”?"),
    # Going out.
    ({"going_out.penalty": 1}, "going_out.penalty", "a penalty must be 0 or a negative number: −"),
    ({"going_out.without_books": "forbidden"}, "going_out.penalty", "must be 0 where going out"),
    ({"going_out.cases.2.needs": {"wild": 1}}, "going_out.cases.2.needs.wild", "no kind of book"),
    ({"going_out.cases.2.needs": {"any": 0}}, "going_out.cases.2.needs.any", "must be 1 or more"),
    ({"going_out.cases.1.red_threes": 1, "threes.3.counted": "never"}, "going_out.cases.1.red_threes", "“apart”"),
    ({"going_out.cases": []}, "going_out.cases", "at least one case is needed: what going out pays, and needs."),
    ({"going_out.cases": OUT[:2]}, "going_out.cases", "no case covers 2 players in round 3."),
    ({"going_out.cases": OUT[1:2]}, "going_out.cases", "2 players in round 1, concealed."),
    ({"going_out.cases.3.rounds": [1]}, "going_out.cases", "4 players in round 3."),
    ({"going_out.cases.3.players": [2]}, "going_out.cases", "no case covers 6 players in round 1."),
    # Bonuses.
    ({"bonuses.2.cases": []}, "bonuses.near_cut.cases", "needs a case for 4 players in any round."),
    ({"bonuses.2.cases.1.rounds": [1]}, "bonuses.near_cut.cases", "for 2 players in any round."),
    ({"bonuses.2.cases.1.players": [2]}, "bonuses.near_cut.cases", "for 6 players in any round."),
    # The end.
    ({"end.rounds": 4}, "end.rounds", "must be “none” in a game that ends by target."),
    ({"end.minutes": 90}, "end.minutes", "must be “none” in a game that ends by target."),
    ({**BY_ROUND, "end.rounds": "none"}, "end.rounds", "must be 1 or more in a game that ends by"),
    ({**BY_ROUND, "end.rounds": 0}, "end.rounds", "must be 1 or more in a game that ends by rounds."),
    ({**BY_ROUND, "end.by": "time"}, "end.minutes", "must be 1 or more in a game that ends by time."),
    ({"end.by": "rounds", "end.rounds": 4}, "end.targets", "must be empty in a game that ends by"),
    ({"end.targets.2.players": [4]}, "end.targets", "needs a total for 6 players: { players = [], points = … }."),
    ({"end.winner": "lowest", "end.early": [EARLY]}, "end.early.1", "is for games that the highest total wins."),
    ({"end.early": [EARLY | {"lead": "any"}]}, "end.early.1.lead", "so this is the usual end: change “end.targets”."),
    ({"tables.1.lone_hand": "shared"}, "tables.1.lone_hand", "needs three or more players, each a team: teams ="),
    # Choices.
    ({"choices.1.key": "Short"}, "choices.Short", "needs a key of its own, in small letters."),
    ({"choices.2": EVERY_RULE["choices"][0]}, "choices.short", "needs a key of its own"),
    ({"choices.1.options": [OPTION]}, "choices.short.options", "needs two or more options"),
    ({"choices.1.options.2.value": "no"}, "choices.short.options", "each with its own value."),
    ({"choices.1.typed": True}, "choices.short", "only where they follow the round."),
    ({"choices.1.typed": True, "choices.1.options": [], "opening": {"by": "round", "steps": [{"from": 1, **STEP}]}},
     "choices.short.options", "needs an option"),
    ({"choices.1.options.2.rounds": [0]}, "choices.short.options.yes.rounds", "must name the rounds, from 1 on."),
    ({"choices.1.options.1.rounds": [2]}, "choices.short.options.no.rounds", "names rounds, but the option changes"),
    ({"choices.1.options.2": {**OPTION, "value": "yes", "set": {"end.rounds": 3}, "rounds": [2]}},
     "choices.short.options.yes.rounds", "cannot limit end.rounds to some rounds: “end” is for the whole game."),
    ({"deals": [{"rounds": []}]}, "deals.1.rounds", "must name the rounds, from 1 on."),
    ({"deals": [{"rounds": [1]}, {"rounds": [1]}]}, "deals.2.rounds", "that an earlier deal names too."),
    ({"deals": [{"rounds": [1]}]}, "deals.1", "changes nothing: give “hand”"),
    ({"deals": [{"rounds": [1], "hand": 0}]}, "deals.1.hand", "must be from 1 to 60."),
    # Sources.
    ({"provenance.reported": ["book"]}, "provenance.reported", "“book” is not a path of this document."),
    ({"provenance.assumed": ["cards.3"]}, "provenance.assumed", "is not a path of this document."),
]  # fmt: skip
NUMBERS = {
    "must be from 0 to": [("cards.K", -5), ("opening.steps.2.minimum", -1)],
    "must be from 1 to": [("end.targets.1.points", 0)],
    "must be from 0 to 8.": [("tables.2.jokers", -1)],
    "must be from 1 to 20.": [("bonuses.1.most", 0), ("bonuses.1.most", 21), ("melds.smallest", 0)],
    "must be from 3 to 20.": [("books.1.cards", 2), ("books.1.cards", 21)],
    "must be from 1 to 30.": [("tables.1.decks", 0), ("tables.1.decks", 31)],
    "must be from 0 to 60.": [("tables.1.foot", 61), ("tables.1.knee", -1), ("play.draw", -1), ("play.turned_up", -1)],
    "must be from 1 to 60.": [("tables.1.hand", 0)],
    "must be from 0 to 200.": [("melds.most_wilds", -1), ("melds.book_most_wilds", -1),
                               ("going_out.cases.1.red_threes", 201)],
    "must be from 1 to 200.": [("books.1.most", 0), ("melds.books_of_one_rank", 0), ("play.take.cards", 0),
                               ("play.hand_limit", 0)],
    "must be from 3 to 200.": [("melds.opening_most_cards", 2)],
}  # fmt: skip


def test_the_document_with_every_rule_is_good():
    assert faults(EVERY_RULE) == []


NAMES = {"books.1": "books.clean", "bonuses.1": "bonuses.exact_cut"}
CASES = [
    # The upgrade from schema 1 marks rewards, so only a newer file can have this fault.
    ({"schema": 2, "books.1.unfinished": 1000}, "books.clean.unfinished", "A penalty has a minus sign: −1000."),
    *WRONG,
    *(({path: value}, path, text) for text, rows in NUMBERS.items() for path, value in rows),
]


@pytest.mark.parametrize(("changes", "path", "fragment"), CASES)
def test_what_does_not_fit_together_is_named_with_its_path(changes, path, fragment):
    named = next((path.replace(at, name) for at, name in NAMES.items() if at in path), path)
    problems = faults(changed(changes))
    assert any(place == named and fragment in sentence for place, sentence in problems), problems


def test_every_sentence_of_the_checks_has_a_case_here():
    sentences = [sentence for changes, *_ in CASES for _, sentence in faults(changed(changes))]
    patterns = [*sentences_in(check, "Fault")]
    assert len(patterns) > 30
    for pattern in patterns:
        assert any(pattern.fullmatch(sentence) for sentence in sentences), pattern.pattern


def test_every_fault_of_every_part_is_named_at_once():
    changes = {"slug": "", "cards.K": -1, "end.rounds": 3, "going_out.penalty": 9}
    assert {path for path, _ in faults(changed(changes))} == {*changes}


OPTIONS = [
    ({"set": {"play.drw": 3}}, "play.drw", "“play” has no “drw”. Did you mean “draw”?"),
    ({"set": {"play.draw": "three"}}, "play.draw", "“three” is not a whole number."),
    ({"set": {"tables.0.decks": 0}}, "tables.1.decks", "must be from 1 to 30."),
    ({"set": {"books": []}}, "books", "at least one kind of book is needed."),
    ({"add": {"book": []}}, "book", "is added to by a choice, but it is not a list of rules."),
    ({"add": {"books": 3}}, "books", "is added to by a choice, but it is not a list"),
    ({"add": {"books": [{"code": "x"}]}}, "books.x", "are missing; a rule set states"),
    ({"add": {"books": EVERY_RULE["books"][:1]}}, "books.clean", "this code is already taken."),
    ({"set": {"schema": 4}}, "schema", "written by a newer Scorepad"),
]


@pytest.mark.parametrize(("patch", "path", "fragment"), OPTIONS)
def test_a_broken_option_is_found_when_the_file_is_read(patch, path, fragment):
    problems = faults(changed({"choices.1.options.1": {**OPTION, **patch}}))
    named = f"choices.short.options.no: {path}"
    assert any(place == named and fragment in sentence for place, sentence in problems), problems
