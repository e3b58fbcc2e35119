"""The page model of "Can we open?", and its form."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self

from scorepad.language.words import upper_first
from scorepad.numbers import whole_number
from scorepad.play.form_data import STRANGE_PARAMETERS, FormData, TypedForm, tap_of
from scorepad.play.game import LoadedGame
from scorepad.rules.lookup import may_be_set, natural_threes
from scorepad.rules.model import OpeningStep, RuleSet
from scorepad.rules.words import CARDS, RANKS, THREE, WILD_CARDS, Color, MeldedThrees, Waiver
from scorepad.scoring.advice.cheapest import Cheapest, TooManySumsError, find_cheapest
from scorepad.scoring.advice.opening import OpeningAnswer, OpeningQuestion, can_open
from scorepad.scoring.check import too_many_cards
from scorepad.scoring.documents import read_opening
from scorepad.scoring.game.agreement import Agreement
from scorepad.scoring.game.course import Phase, team_of
from scorepad.scoring.model import SEQUENCE, Problem
from scorepad.scoring.text.explain import CARD_NAMES, melds_text
from scorepad.scoring.text.messages import brief_text, problem_text


@dataclass(frozen=True, slots=True)
class MeldRow:
    """One row of the melds: its code in input names, its label, whether it has inputs for naturals and wild cards."""

    code: str
    label: str
    naturals: bool
    wilds: bool = True

    @property
    def rank(self) -> str:
        return self.code.partition("_")[0]

    @property
    def of(self) -> str:
        """What it is a meld of: the label without the number of the meld."""
        return self.label.partition(" (")[0]

    @property
    def sign(self) -> str:
        return self.rank.removeprefix("black").removeprefix("red")

    @property
    def next(self) -> str:
        """The code of one more meld of this rank."""
        return further(self.rank, int(self.code.partition("_")[2] or 1) + 1)


def agreed_now(loaded: LoadedGame) -> Agreement:
    """Return the agreement with the rules of the round that is being played."""
    return loaded.agreement.in_round(loaded.record.course.next_round)


AFTERWARDS = {"": "Cards are left", "empty": "The hand is empty", "out": "We are out"}
"""What the melds may leave in the hand."""


def possible_afterwards(agreed: Agreement) -> dict[str, str]:
    """Return the options of `AFTERWARDS` that matter under these rules; empty if none does."""
    waived, melds = agreed.rules.opening.waived, agreed.rules.melds
    by_going_out = any(melds.threes(color) is MeldedThrees.GOING_OUT for color in Color)
    if waived is Waiver.NEVER and not by_going_out:
        return {}
    asks_empty = waived is Waiver.HAND_EMPTY and agreed.table.foot
    return {word: text for word, text in AFTERWARDS.items() if word != "empty" or asks_empty}


MOST_MELDS = 9
"""The most melds of one rank, and sequences, that the page has inputs for."""

MELD_PARTS = ("naturals", "jokers", "twos")


def meld_rows(rules: RuleSet, args: FormData) -> tuple[MeldRow, ...]:
    """Return a row for each rank that may be a meld, and one for each further meld of a rank that was typed.

    A typed rank has its row even if the rules forbid it, so that the answer can say so.
    """
    with_wilds = (*RANKS, THREE, *(f"{color}3" for color in natural_threes(rules)))
    typed = {rank for rank in RANKS if any(args.get(f"{rank}.{part}", "") for part in MELD_PARTS)}
    ranks = [rank for rank in (*RANKS, *melded_threes(rules)) if may_be_set(rules, rank) or rank in typed]
    rows = [MeldRow(rank, upper_first(CARD_NAMES[rank][1]), True, rank in with_wilds) for rank in ranks]
    if rules.melds.wild_melds:
        rows.append(MeldRow("wild", "Wild cards only", False))
    return tuple(more for row in rows for more in (row, *_further_rows(row, args)))


def _further_rows(row: MeldRow, args: FormData) -> Iterator[MeldRow]:
    for number in range(2, MOST_MELDS + 1):
        code = further(row.code, number)
        if any(args.get(f"{code}.{part}", "") for part in MELD_PARTS):
            yield replace(row, code=code, label=f"{row.label} ({number})")


def further(code: str, number: int) -> str:
    """Return the code of a further meld of a rank: `K`, `K_2`, `K_3`."""
    return code if number == 1 else f"{code}_{number}"


def melded_threes(rules: RuleSet) -> tuple[str, ...]:
    """Return the threes that may be melded, by the name of their cards; `3` if both colours are natural cards."""
    if natural_threes(rules) == tuple(Color):
        return (THREE,)
    return tuple(f"{color}3" for color in Color if rules.melds.threes(color) is not MeldedThrees.NEVER)


def typed_cards(
    form: TypedForm, agreed: Agreement, rows: tuple[MeldRow, ...], way: str
) -> tuple[list[dict[str, Any]], list[str], dict[str, int]]:
    """Return the melds with the codes of their rows, or the cards in hand."""
    if way == "cards":
        return [], [], _shown(form, agreed)
    melds, codes = _melds(form, rows)
    for code in sequence_codes(agreed.rules, form.data):
        cards = form.text(code).upper().replace(",", " ").split()
        wilds = _wilds(form, code) if agreed.rules.melds.sequence_wilds != 0 else []
        if cards or wilds:
            melds.append({"rank": SEQUENCE, "cards": cards, "wilds": wilds})
            codes.append(code)
    return melds, codes, {}


def sequence_codes(rules: RuleSet, args: FormData) -> list[str]:
    """Return the codes of the inputs for sequences: those that were typed, and one more."""
    if not rules.melds.sequences:
        return []
    every = [further(SEQUENCE, number) for number in range(1, MOST_MELDS + 1)]
    typed = [
        at
        for at, code in enumerate(every)
        if any(args.get(name, "") for name in (code, f"{code}.jokers", f"{code}.twos"))
    ]
    return every[: max(typed, default=-1) + 2]


def _shown(form: TypedForm, agreed: Agreement) -> dict[str, int]:
    shown = {card: form.count(f"{_CARD}{card}") for card in (*CARDS, *melded_threes(agreed.rules))}
    for card, problem in too_many_cards(shown, agreed.table.jokers, agreed.decks).items():
        form.faults[f"{_CARD}{card}"] = problem_text(problem)
    return {card: count for card, count in shown.items() if count}


def _melds(form: TypedForm, rows: tuple[MeldRow, ...]) -> tuple[list[dict[str, Any]], list[str]]:
    melds: list[dict[str, Any]] = []
    codes: list[str] = []
    for row in rows:
        naturals = form.count(f"{row.code}.naturals") if row.naturals else 0
        wilds = _wilds(form, row.code)
        if naturals or wilds:
            rank = row.rank if row.naturals else "joker"
            melds.append({"rank": rank, "naturals": naturals, "wilds": wilds})
            codes.append(row.code)
    return melds, codes


def _wilds(form: TypedForm, code: str) -> list[str]:
    return ["joker"] * form.count(f"{code}.jokers") + ["2"] * form.count(f"{code}.twos")


WAYS = ("melds", "cards")
"""The ways to ask: type the melds, or the cards in hand."""

MOST_WORDS = 32
"""Characters of an opening that the answer has room for."""

_CARD = "card."
"""The prefix of the inputs for cards in hand."""

_WITH = "with"
"""The input for the meld whose wild cards stand in the first row."""


@dataclass(frozen=True, slots=True)
class AskingTeam:
    """A team that may ask. `number` is the value of its input."""

    number: str
    name: str
    minimum: OpeningStep
    opened: bool
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenPage:
    """The page of "Can we open?". `answer` is None if nothing is asked yet, or the team must be chosen first.

    `team` is the team that asks, or None. `with_wilds` is the meld whose wild cards stand in the first row. `notes` are
    sentences by row, and `brief` the same in a few words; the key "" is for the whole page. `short` has the number of
    cards that unfinished melds still need, by label.
    """

    game: LoadedGame
    round: int
    rows: tuple[MeldRow, ...]
    sides: tuple[AskingTeam, ...]
    way: str
    team: int | None
    texts: dict[str, str]
    faults: dict[str, str]
    after: str = ""
    with_wilds: MeldRow | None = None
    which_team: bool = False
    answer: OpeningAnswer | None = None
    cheapest: Cheapest | None = None
    notes: dict[str, list[str]] = field(default_factory=dict)
    brief: dict[str, list[str]] = field(default_factory=dict)
    short: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, loaded: LoadedGame, args: FormData, own_seat: int | None = None) -> Self:
        """Return the page. Unless `args` names a team, it asks about the team of the player in `own_seat`."""
        tapped = tap_of(args.get("step", ""))
        form = TypedForm(_in_its_way(loaded, args.after_step(), own_seat))
        round_number, rows = loaded.record.course.next_round, meld_rows(agreed_now(loaded).rules, form.data)
        sides = _sides(loaded, round_number)
        way = form.choice("from", WAYS, WAYS[0])
        team = _team(form, sides, team_of(own_seat, agreed_now(loaded).table) if own_seat else None)
        melds, codes, shown = typed_cards(form, agreed_now(loaded), rows, way)
        afterwards = possible_afterwards(agreed_now(loaded))
        after = form.choice("after", tuple(afterwards)) if afterwards else ""
        with_wilds = _with_wilds(form, rows, tapped.name if tapped else "") if way == "melds" else None
        if way == "melds":
            _shown(form, agreed_now(loaded))
        form.refuse_others((), STRANGE_PARAMETERS)
        page = cls(loaded, round_number, rows, sides, way, team, form.texts, form.faults, after, with_wilds)
        if not (melds or shown):
            return page
        if page.team is None and not page.alike:
            return replace(page, which_team=True)
        return page.with_cheapest(shown) if shown else page.with_answer(melds, codes)

    @property
    def agreed(self) -> Agreement:
        """The agreement, with the rules of this round."""
        return self.game.agreement.in_round(self.round)

    @property
    def afterwards(self) -> dict[str, str]:
        """The options for what the melds leave in the hand; empty if it does not matter."""
        return possible_afterwards(self.agreed)

    @property
    def side(self) -> AskingTeam:
        """The team that asks, or the first if the answer is the same for all."""
        return self.sides[(self.team or 1) - 1]

    @property
    def may_mark(self) -> bool:
        """Whether the team can be marked as opened: it can open, has not opened yet, and the game is in progress."""
        is_playing = self.game.record.course.phase is Phase.PLAYING
        has_opened = self.all_opened or (self.team and self.side.opened)
        return is_playing and self.answer is not None and self.answer.opens and not has_opened

    @property
    def all_opened(self) -> bool:
        return all(side.opened for side in self.sides)

    @property
    def alike(self) -> bool:
        """Whether every team has the same minimum and may meld the same ranks."""
        return len({(side.minimum, side.lost) for side in self.sides}) == 1

    @property
    def melds(self) -> list[tuple[MeldRow, list[str]]]:
        """Each row with its notes."""
        return [(row, self.notes.get(row.code, [])) for row in self.rows]

    def has_room(self, row: MeldRow) -> bool:
        """Whether this is the last meld of its rank, and one more may be laid."""
        last = [other for other in self.rows if other.rank == row.rank][-1]
        return row is last and not row.code.endswith(f"_{MOST_MELDS}")

    @property
    def sequences(self) -> list[str]:
        """The codes of the inputs for sequences."""
        return sequence_codes(self.agreed.rules, FormData.of({name: [text] for name, text in self.texts.items()}))

    def is_laid(self, row: MeldRow) -> bool:
        """Whether a meld has a card."""
        return any(self.texts.get(f"{row.code}.{part}", "") not in ("", "0") for part in MELD_PARTS)

    @property
    def wrong(self) -> list[tuple[str, list[str], str]]:
        """The faulty melds: the label, notes and code of each."""
        return [(self._labels[code], notes, code) for code, notes in self.notes.items() if code in self._labels]

    @property
    def to_lay(self) -> str:
        """The cheapest opening in words, if they are few; the page lists its melds below the cards."""
        melds = self.cheapest.melds if self.cheapest else ()
        words = melds_text(melds)
        return words if len(words) <= MOST_WORDS else f"the {len(melds)} melds below"

    @property
    def carried(self) -> dict[str, str]:
        """The cards in hand, which the page of melds keeps for the way back."""
        return {name: text for name, text in self.texts.items() if name.startswith(_CARD) and text}

    def asked_by(self, way: str) -> dict[str, str]:
        """Return the query arguments that ask about the same cards in this way."""
        return {name: text for name, text in self.texts.items() if text and name != "with"} | {"from": way}

    @property
    def _labels(self) -> dict[str, str]:
        return {row.code: row.label for row in self.rows} | dict.fromkeys(self.sequences, "The sequence")

    def with_answer(self, melds: list[dict[str, Any]], codes: list[str]) -> Self:
        """Return the page with the answer to these melds, or with their faults."""
        question, problems = self._question(melds)
        answer = can_open(question) if question else None
        notes: dict[str, list[str]] = {}
        brief: dict[str, list[str]] = {}
        short: dict[str, int] = {}
        labels = self._labels
        for problem in answer.problems if answer else problems:
            row = _row(problem, codes)
            if problem.code == "below_minimum":
                continue
            if problem.code == "too_few_cards" and question:
                # The player may still add cards, so this is not an error.
                short[labels[row]] = question.rules.melds.smallest - question.melds[codes.index(row)].size
            else:
                notes.setdefault(row, []).append(problem_text(problem))
                brief.setdefault(row, []).append(brief_text(problem))
        faults = self.faults
        if answer is None:
            faults = {"": "These melds are not possible. Look below.", **faults}
        return replace(self, faults=faults, answer=None if faults else answer, notes=notes, brief=brief, short=short)

    def with_cheapest(self, shown: dict[str, int]) -> Self:
        """Return the page with the cheapest opening from these cards, unless there are faults."""
        question, _ = self._question([])
        if self.faults or question is None:
            return self
        try:
            cheapest = find_cheapest(question, shown)
        except TooManySumsError:
            return replace(self, faults={"": _TOO_MANY})
        brief = [brief_text(problem) for problem in cheapest.answer.problems if problem.code != "below_minimum"]
        return replace(self, cheapest=cheapest, answer=cheapest.answer, brief={"": brief})

    def _question(self, melds: list[dict[str, Any]]) -> tuple[OpeningQuestion | None, tuple[Problem, ...]]:
        agreed = self.agreed
        document = {
            "round": self.round,
            "players": agreed.table.players,
            "decks": agreed.decks,
            "score_before": self.game.record.course.now[int(self.side.number) - 1],
            "melds": melds,
            "lost": [*self.side.lost],
            "in_foot": self.after == "out",
            **({"hand_after": 0} if self.after else {}),
        }
        question, problems = read_opening(agreed.rules, document)
        # The document has the number of players, but not the number of teams.
        return replace(question, table=agreed.table) if question else None, problems

    @property
    def cards(self) -> list[tuple[str, str]]:
        """The inputs for the cards in hand, with their labels."""
        cards = (*CARDS, *melded_threes(self.agreed.rules))
        return [(f"{_CARD}{card}", upper_first(CARD_NAMES[card][1])) for card in cards]

    @property
    def by_sequence(self) -> bool:
        """Whether the cheapest opening has a sequence. The page does not ask for suits, so the player must check."""
        return any(meld.rank == SEQUENCE for meld in self.cheapest.melds) if self.cheapest else False

    @property
    def as_melds(self) -> dict[str, str]:
        """The inputs of melds for these cards in hand: the cheapest melds, or what is held of each rank."""
        inputs: dict[str, str] = {}
        seen: Counter[str] = Counter()
        for meld in self.cheapest.melds if self.cheapest else ():
            rank = "wild" if meld.rank in WILD_CARDS else meld.rank
            seen[rank] += 1
            code = further(rank, seen[rank])
            if meld.rank == SEQUENCE:
                inputs[code] = " ".join(meld.cards)
            counts = {"naturals": meld.naturals, "jokers": meld.wilds.count("joker"), "twos": meld.wilds.count("2")}
            inputs |= {f"{code}.{part}": str(count) for part, count in counts.items() if count}
        return inputs or self._held_as_melds()

    def _held_as_melds(self) -> dict[str, str]:
        held = {row.code: self.texts[f"{_CARD}{row.code}"] for row in self.rows if f"{_CARD}{row.code}" in self.texts}
        inputs = {f"{code}.naturals": text for code, text in held.items() if text not in ("", "0")}
        if inputs:
            # Wild cards go with what there is most of.
            most = max(
                (row.code for row in self.rows if row.wilds), key=lambda code: whole_number(held.get(code, "")) or 0
            )
            wilds = (("jokers", "joker"), ("twos", "2"))
            inputs |= {f"{most}.{part}": text for part, card in wilds if (text := self.texts[f"{_CARD}{card}"])}
        return inputs


_TOO_MANY = (
    "Under these rules, your cards can be laid in too many ways for Scorepad to try them all. "
    "Choose “Our melds” and tap the melds that you want to lay."
)


def _in_its_way(loaded: LoadedGame, args: FormData, own_seat: int | None) -> FormData:
    """Return a question in the way that it is asked: the cards that were tapped in the other way come along."""
    names = _meld_names(agreed_now(loaded), args)
    if args.get("from") == "cards":
        held = _cards_in_melds(agreed_now(loaded), args) if names else Counter()
        counts = {name: max(whole_number(args.get(name)) or 0, count) for name, count in held.items()}
        return args.without(names).with_texts({name: str(count) for name, count in counts.items()})
    if names or not any(name.startswith(_CARD) for name in args):
        return args
    in_hand = OpenPage.of(loaded, args.with_texts({"from": "cards"}), own_seat)
    return args.with_texts(in_hand.as_melds)


def _meld_names(agreed: Agreement, args: FormData) -> list[str]:
    """Return the names among the arguments that are inputs of melds."""
    rows = [f"{row.code}.{part}" for row in meld_rows(agreed.rules, args) for part in MELD_PARTS]
    sequences = [f"{code}{part}" for code in sequence_codes(agreed.rules, args) for part in ("", ".jokers", ".twos")]
    return [name for name in (*rows, *sequences, _WITH) if name in args]


def _cards_in_melds(agreed: Agreement, args: FormData) -> Counter[str]:
    """Return how many of each card the melds have, by the names of the inputs for cards in hand."""
    codes = sequence_codes(agreed.rules, args)
    melds = [(row.code, row.rank) for row in meld_rows(agreed.rules, args)] + [(code, "") for code in codes]
    held: Counter[str] = Counter()
    for code, rank in melds:
        for part, card in (("naturals", rank), ("jokers", "joker"), ("twos", "2")):
            held[f"{_CARD}{card}"] += whole_number(args.get(f"{code}.{part}", "")) or 0
    for code in codes:
        held.update(f"{_CARD}{rank}" for rank in args.get(code, "").upper().split() if rank in RANKS)
    return +held


def _with_wilds(form: TypedForm, rows: tuple[MeldRow, ...], tapped: str) -> MeldRow | None:
    """Return the meld whose wild cards stand in the first row: the one that was tapped last, else the first."""
    by_code = {row.code: row for row in rows if row.wilds}
    before, (code, _, part) = form.text(_WITH), tapped.partition(".")
    laid = [
        row
        for row in by_code.values()
        if any(form.texts.get(f"{row.code}.{p}", "") not in ("", "0") for p in MELD_PARTS)
    ]
    if part == "naturals" and code in by_code:
        return by_code[code]
    return by_code.get(before) or next(iter(laid), by_code.get("wild"))


def _sides(loaded: LoadedGame, round_number: int) -> tuple[AskingTeam, ...]:
    course = loaded.record.course
    return tuple(
        AskingTeam(
            number=str(at + 1),
            name=name,
            minimum=course.minimums[at],
            opened=loaded.has_opened(round_number, at + 1),
            lost=tuple(loaded.lost(round_number, at + 1)),
        )
        for at, name in enumerate(agreed_now(loaded).teams)
    )


def _team(form: TypedForm, sides: tuple[AskingTeam, ...], own: int | None) -> int | None:
    """Return the chosen team, else the phone's own, else the only one that has not opened."""
    closed = [side.number for side in sides if not side.opened]
    default = str(own) if own else closed[0] if len(closed) == 1 else ""
    chosen = form.choice("team", tuple(side.number for side in sides), default)
    return int(chosen) if chosen else None


def _row(problem: Problem, codes: list[str]) -> str:
    """Return the row of a problem's meld: `melds[2].naturals` is about the third meld."""
    if not problem.path.startswith("melds["):
        return ""
    return codes[int(problem.path[6:].split("]")[0])]
