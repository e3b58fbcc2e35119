"""What programs send to `score`, `can-go-out` and `can-open`; `scorepad.scoring.documents` reads these documents."""

from typing import Annotated, Literal, NotRequired, TypedDict

Cards = dict[str, int]
Packet = int | Cards
"""Points of 0 or more, or cards by name."""


class SentAdjustment(TypedDict):
    """Points that the table gives or takes."""

    points: int
    reason: str


class SentTeam(TypedDict):
    """What was counted for a team in a round. What is absent is zero."""

    name: NotRequired[str]
    score_before: NotRequired[Annotated[int, "Its total before the round"]]
    books: NotRequired[Annotated[Cards, "Finished books by their code: clean, dirty, …"]]
    unfinished: NotRequired[Annotated[Cards, "Unfinished books by their code"]]
    melded: NotRequired[Annotated[Packet, "Points of the cards melded, or these cards by name"]]
    left: NotRequired[Annotated[Packet | list[Packet], "The same for cards left, of the team or of each player"]]
    red_threes: NotRequired[Annotated[int, "Red threes left in hand or foot, if `left` does not list them"]]
    threes: NotRequired[Annotated[dict[str, Cards], 'Such as {"red": {"held": 1, "laid": 2}, "black": {"held": 1}}']]
    bonuses: NotRequired[Annotated[Cards, "How often each bonus was earned, by its code"]]
    went_out: NotRequired[bool]
    lost: NotRequired[Annotated[list[str], "Premium ranks that it may no longer meld"]]
    adjustments: NotRequired[list[SentAdjustment]]
    ruling: NotRequired[Annotated[str, "Why the table let it go out against the rules"]]


class RoundToScore(TypedDict):
    """A round, as docs/documents.md explains it under “What a round was worth”."""

    round: int
    players: NotRequired[Annotated[int, "Default: the first number of players that the rules list"]]
    ended: Literal["went_out", "stock_ran_out"]
    teams: list[SentTeam]
    decks: NotRequired[int]
    alone: NotRequired[Annotated[int, "The team, from 1, that played alone against the others, or 0 if everyone did"]]


class OutToCheck(TypedDict):
    """A question before someone goes out, as docs/documents.md explains it."""

    round: int
    players: NotRequired[int]
    decks: NotRequired[int]
    books: Annotated[Cards, "Books that will be finished once the last cards are played, by their code"]
    unfinished: NotRequired[Cards]
    in_foot: NotRequired[Annotated[bool, "Whether the player has picked up the foot; needed where there is one"]]
    last_card: Literal["discard", "meld"]
    card: NotRequired[Annotated[str, "The card to discard"]]
    partner_says: NotRequired[Literal["yes", "no"]]
    partner_in_foot: NotRequired[bool]
    concealed: NotRequired[Annotated[bool, "Whether all would be melded at once"]]
    lost: NotRequired[list[str]]
    threes: NotRequired[dict[str, Cards]]
    teams: NotRequired[Annotated[list[SentTeam], "The round so far: then the answer has `projected`"]]
    alone: NotRequired[Annotated[int, "With `teams`: the team, from 1, that plays alone against the others"]]


class SentMeld(TypedDict):
    """A meld: a rank with its cards, or a sequence."""

    rank: Annotated[str, "K, 7, black3, …, or sequence"]
    naturals: NotRequired[int]
    wilds: NotRequired[Annotated[list[str], "joker or 2"]]
    cards: NotRequired[Annotated[list[str], "The ranks of a sequence"]]


class OpeningToCheck(TypedDict):
    """A question before a team opens, as docs/documents.md explains it."""

    round: int
    players: NotRequired[int]
    score_before: NotRequired[int]
    melds: list[SentMeld]
    decks: NotRequired[int]
    lost: NotRequired[list[str]]
    hand_after: NotRequired[Annotated[int, "Cards left in the hand afterwards"]]
    in_foot: NotRequired[bool]
