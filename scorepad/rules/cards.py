"""The names of the cards, as rule sets and documents spell them."""

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
WILD_CARDS = ("joker", "2")
CARDS = (*WILD_CARDS, *RANKS)
THREES = ("black3", "red3")
THREE = "3"
"""A three of any colour, where threes are natural cards."""

SEQUENCE = (*RANKS, THREE, "2")
"""The cards of a sequence, in order."""
ALL_CARDS = (*CARDS, *THREES)

SUITS = 4
THREES_A_COLOR = 2
"""How many cards of a rank, and threes of a colour, one deck has."""
