"""The questions about how a game is played: opening, going out, the deal, the end."""

from scorepad.rulebook import words
from scorepad.rulebook.question import ANY_PLAYERS, ANY_ROUND, Question, Questions, sentences
from scorepad.rules import words as w

FROM_TOTAL = Question("From a total of", "The total at which this minimum starts.", step=500)

OPENING: Questions = {
    "opening.by": Question(
        "What does the minimum depend on?",
        "By round, it rises for everyone. By total, the team ahead needs more.",
        labels={w.OpeningBy.ROUND: "The round", w.OpeningBy.TOTAL: "The team’s own total before the round"},
    ),
    "opening.steps.*.from": Question("From", "The round in which this minimum starts."),
    "opening.steps.*.minimum": Question("Points to open with", "0: any meld opens.", step=10),
    "opening.steps.*.books": Question("Must a finished book be in it?", "Any of these; none: no book.", is_rare=True),
    "opening.steps.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
    "opening.book_points": Question(
        "Do finished books count towards it?", "Then their points are added to those of the cards.", is_rare=True
    ),
    "opening.waived": Question(
        "May a team open with less?",
        "When its first melds need no minimum.",
        labels={
            w.Waiver.NEVER: "Never",
            w.Waiver.HAND_EMPTY: "If they empty the hand",
            w.Waiver.GOING_OUT: "If it goes out with them",
        },
    ),
    "melds.opening_wilds": Question(
        "Wild cards in an opening",
        "Whether the opening is stricter than later melds.",
        labels=sentences(words.OPENING_WILDS),
    ),
    "melds.opening_most_cards": Question("The most cards in one meld of an opening", "Empty: any number."),
}

OUT: Questions = {
    "going_out.cases.*.points": Question("Going out pays", "To the team that went out.", step=50),
    "going_out.cases.*.needs.*": Question("", "Books that the team needs; 0: none."),
    "going_out.cases.*.red_threes": Question(
        "Red threes laid down", "0: none. Empty: one for each finished book.", is_rare=True
    ),
    "going_out.cases.*.rounds": Question("In which rounds", ANY_ROUND, is_rare=True),
    "going_out.cases.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
    "going_out.cases.*.concealed": Question(
        "Concealed?",
        "All in one turn, with nothing melded before.",
        labels={w.Answer.EITHER: "Concealed or not", w.Answer.YES: "Only concealed", w.Answer.NO: "Only not concealed"},
        is_rare=True,
    ),
    "going_out.last_card": Question(
        "The last card", "How a player’s last card leaves the hand.", labels=sentences(words.LAST_CARD)
    ),
    "going_out.wild_discard": Question("May the last discard be a wild card?", "A joker or a two."),
    "going_out.leave": Question(
        "Asking the partner", "“May I go out?”, before it happens.", labels=sentences(words.LEAVE)
    ),
    "going_out.partner_in_foot": Question("Must the partner be in the foot?", "Picked up before you go out."),
    "going_out.without_books": Question(
        "Going out without these books",
        "With a penalty, the team also loses its books, melds and the points for going out.",
        labels={w.WithoutBooks.FORBIDDEN: "Not allowed", w.WithoutBooks.SEVERE_PENALTY: "Costs a severe penalty"},
    ),
    "going_out.penalty": Question(
        "The severe penalty", "If going out without them is allowed.", step=100, is_cost=True
    ),
    "going_out.extra_books": Question(
        "More books than these",
        "When a team may make more of a kind than it needs.",
        labels=sentences(words.EXTRA_BOOKS),
    ),
}

DEAL: Questions = {
    "tables.*.players": Question("Players", "How many play."),
    "tables.*.teams": Question("Teams", "As many teams as players: each plays alone."),
    "tables.*.decks": Question("Decks of cards", "The usual number; a game may use more."),
    "tables.*.jokers": Question("Jokers in each deck", "Most decks have two."),
    "tables.*.hand": Question("Cards in the hand", "The first packet of each player."),
    "tables.*.foot": Question("Cards in the foot", "The second packet; 0: there is none."),
    "tables.*.knee": Question("Cards in a third packet", "0: there is none.", is_rare=True),
    "deals.*.rounds": Question("In which rounds", "The others are dealt as usual."),
    "deals.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
    "deals.*.hand": Question("Cards in the hand", "Empty: as usual."),
    "deals.*.foot": Question("Cards in the foot", "Empty: as usual."),
    "deals.*.knee": Question("Cards in a third packet", "Empty: as usual.", is_rare=True),
    "deals.*.draw": Question("Cards drawn in a turn", "Empty: as usual."),
    "play.starts": Question("Who starts?", "The game shows it in every round.", labels=sentences(words.STARTS)),
    "play.draw": Question("Cards drawn in a turn", "From the stock."),
    "play.take.cards": Question("Cards taken from the pile", "Instead of drawing. Empty: the whole pile."),
    "play.take.exactly": Question("Must the pile have that many?", "No: you take fewer if it has fewer."),
    "play.take.needs": Question(
        "To take from the pile, you need", "Along with the top card.", labels=sentences(words.TAKE)
    ),
    "play.turned_up": Question("Cards turned up at the start", "They begin the pile.", is_rare=True),
    "play.hand_limit": Question("The most cards in a hand", "Empty: any number.", is_rare=True),
    "play.passed": Question(
        "Are packets passed on?",
        "Before play begins.",
        labels={w.Passed.NONE: "No", w.Passed.LEFT: "All to the left"},
        is_rare=True,
    ),
    "play.swipe": Question("Swipe cards?", "A finished book steals cards from the others.", is_rare=True),
    "stock.runs_out": Question("When the stock runs out", "", labels=sentences(words.RUNS_OUT)),
    "stock.round": Question(
        "A round that ended with the stock", "How it is scored.", labels=sentences(words.STOCK_ROUND)
    ),
}

END: Questions = {
    "end.by": Question(
        "How does the game end?",
        "The game tells you when it is over.",
        labels={
            w.EndBy.ROUNDS: "After a number of rounds",
            w.EndBy.TARGET: "When a total is reached",
            w.EndBy.TIME: "When time is up",
        },
    ),
    "end.winner": Question(
        "Who wins?",
        "The league counts wins by this.",
        labels={w.Winner.HIGHEST: "The highest total", w.Winner.LOWEST: "The lowest total"},
    ),
    "end.rounds": Question("Rounds", "How many are played."),
    "end.minutes": Question("Minutes", "The round that is being played then is the last.", step=15),
    "end.targets.*.points": Question("The total that ends the game", "Once a team has it after a round.", step=500),
    "end.targets.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
}

NAME: Questions = {
    "name": Question("The name of your rules", "As shown in the list of rules."),
    "summary": Question("In a sentence", "Shown below the name."),
    "notes": Question("Notes", "Anything else, one note on each line. Shown on the reference card."),
}

CHOICES: Questions = {
    "choices.*.label": Question("What is decided", "A new game asks it."),
    "choices.*.options.*.label": Question("Answer", "As a new game offers it, and as the reference card says it."),
    "choices.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
}
