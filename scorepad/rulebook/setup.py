"""The sections of a reference card about the table and openings."""

from collections.abc import Iterator

from scorepad.rulebook import words
from scorepad.rulebook.writer import DECKS, CardLine, CardWriter, Phrase, Section
from scorepad.rules import lookup
from scorepad.rules.model import OpeningStep
from scorepad.rules.words import EndBy, OpeningBy, Passed, Waiver, Winner
from scorepad.scoring.text.explain import format_number

NOW = "now"


def setup(writer: CardWriter) -> Section:
    """Who plays with which cards, how a turn goes, and how the game ends."""
    lines = (_players(writer), _decks(writer), _dealt(writer), *_deals(writer), *_play(writer), _end(writer))
    return Section("setup", "Setup", lines)


def _players(writer: CardWriter) -> CardLine:
    table, path = writer.table, writer.table_path
    teams = f"{table.teams} teams of {table.team_size}" if table.team_size > 1 else "each alone"
    return writer.line(
        "Players",
        writer.phrase(str(table.players), f"{path}.players"),
        writer.phrase(teams, f"{path}.teams"),
        alike=True,
    )


def _cards_text(count: int) -> str:
    return f"{count or 'no'} card{'' if count == 1 else 's'}"


def _decks(writer: CardWriter) -> CardLine:
    table, path, decks = writer.table, writer.table_path, writer.decks
    text = f"{decks} deck{'s' if decks > 1 else ''}"
    agreed = writer.phrase(text, f"{path}.decks" if decks == table.decks else DECKS)
    jokers = f"{table.jokers or 'no'} joker{'' if table.jokers == 1 else 's'} in each"
    return writer.line("Cards", agreed, writer.phrase(jokers, f"{path}.jokers"), alike=True)


def _dealt(writer: CardWriter) -> CardLine:
    table, path = writer.table, writer.table_path
    packets = {"hand": table.hand, "knee": table.knee, "foot": table.foot}
    dealt = [writer.phrase(f"{cards} in the {name}", f"{path}.{name}") for name, cards in packets.items() if cards]
    no_foot = None if table.foot else writer.phrase("no foot", f"{path}.foot")
    return writer.line("Dealt to each", *dealt, no_foot, alike=True)


def _deals(writer: CardWriter) -> Iterator[CardLine]:
    """What is dealt and drawn differently in some rounds."""
    for at, deal in enumerate(writer.rules.deals, start=1):
        if not lookup.fits(deal.players, writer.table.players):
            continue
        path = f"deals.{at}"
        packets = {"hand": deal.hand, "knee": deal.knee, "foot": deal.foot}
        dealt = [
            writer.phrase(f"{cards or 'none'} in the {name}", f"{path}.{name}")
            for name, cards in packets.items()
            if cards is not None
        ]
        if deal.draw is not None:
            dealt.append(writer.phrase(f"draw {_cards_text(deal.draw)}", f"{path}.draw"))
        rounds = words.capitalize_first(words.rounds_text(deal.rounds))
        label = writer.phrase(rounds, f"{path}.rounds", f"{path}.players")
        holds = writer.current and writer.current.round_number in deal.rounds
        yield writer.line(label, *dealt, now=NOW if holds else "", alike=True)


def _play(writer: CardWriter) -> Iterator[CardLine]:
    play, phrase = writer.rules.play, writer.phrase
    if play.passed is Passed.LEFT:
        passed = phrase("all packets are passed to the left", "play.passed")
        yield writer.line("Before play", passed)
    yield writer.line("Turned up", phrase(_cards_text(play.turned_up), "play.turned_up"))
    yield writer.line("Starts", phrase(words.STARTS[play.starts], "play.starts"))
    yield writer.line("Draw", phrase(_cards_text(play.draw), "play.draw"))
    yield _take(writer)
    if play.hand_limit is not None:
        yield writer.line("Most in a hand", phrase(f"{play.hand_limit} cards", "play.hand_limit"))
    if play.swipe:
        swipe = "a finished book steals cards from the others; cards count where they lie"
        yield writer.line("Swipe cards", phrase(swipe, "play.swipe"))


def _take(writer: CardWriter) -> CardLine:
    take = writer.rules.play.take
    if take.cards is None:
        cards = writer.phrase("the whole pile", "play.take.cards")
    else:
        text = f"{'exactly' if take.exactly else 'up to'} {_cards_text(take.cards)}"
        cards = writer.phrase(text, "play.take.cards", "play.take.exactly")
    needs = writer.phrase(words.TAKE[take.needs], "play.take.needs")
    return writer.line("Or take from the pile", cards, needs)


def _end(writer: CardWriter) -> CardLine:
    end, players = writer.rules.end, writer.table.players
    if end.by is EndBy.TARGET:
        target = lookup.target_for(writer.rules, players)
        path = f"end.targets.{end.targets.index(target) + 1}.points"
        text = f"once a {writer.team_word} has {format_number(target.points)} points"
    elif end.by is EndBy.TIME:
        text, path = f"after {end.minutes} minutes", "end.minutes"
    else:
        rounds = f"{end.rounds} round{'' if end.rounds == 1 else 's'}"
        text, path = f"after {rounds}", "end.rounds"
    lowest = writer.phrase("the lowest total wins", "end.winner") if end.winner is Winner.LOWEST else None
    return writer.line("The game ends", writer.phrase(text, "end.by", path), lowest)


def openings(writer: CardWriter) -> Section:
    """What a team's first melds must show, in every round or with every total."""
    players, melds = writer.table.players, writer.rules.melds
    held = lookup.opening_steps(writer.rules, players)
    steps = [(at, step) for at, step in enumerate(writer.rules.opening.steps, start=1) if step in held]
    following = [*steps[1:], None]
    lines = [_step(writer, at, step, after) for (at, step), after in zip(steps, following, strict=True)]
    wilds = writer.phrase(words.OPENING_WILDS[melds.opening_wilds], "melds.opening_wilds")
    lines.append(writer.line("Wild cards", wilds))
    if writer.rules.opening.book_points:
        counted = writer.phrase("their points count towards the minimum", "opening.book_points")
        lines.append(writer.line("Finished books", counted))
    if (waived := writer.rules.opening.waived) is not Waiver.NEVER:
        lines.append(writer.line("No minimum", writer.phrase(words.WAIVER[waived], "opening.waived")))
    if melds.opening_most_cards is not None:
        most = writer.phrase(f"{melds.opening_most_cards} cards", "melds.opening_most_cards")
        lines.append(writer.line("Most in one meld", most))
    return Section("openings", "Openings", (_opening_by(writer), *lines))


def _opening_by(writer: CardWriter) -> CardLine:
    by_round = writer.rules.opening.by is OpeningBy.ROUND
    text = "the round" if by_round else f"each {writer.team_word}’s own total before the round"
    return writer.line("The minimum follows", writer.phrase(text, "opening.by"))


def _step(writer: CardWriter, at: int, step: OpeningStep, after: tuple[int, OpeningStep] | None) -> CardLine:
    path = f"opening.steps.{at}"
    bounds = [f"{path}.from", *([f"opening.steps.{after[0]}.from"] if after else [])]
    next_start = after[1].start if after else None
    below = None
    if writer.rules.opening.by is OpeningBy.ROUND:
        last = writer.rules.end.rounds
        label = writer.phrase(words.round_span_text(step.start or 1, next_start, last), *bounds)
    elif step.start is None and next_start is not None and next_start > 0:
        # Often the source states the step, and only an assumption extends it below 0: two phrases, two origins.
        label = writer.phrase(f"Up to {format_number(next_start - 1)}", bounds[1])
        below = writer.phrase("also below 0", bounds[0])
    else:
        label = writer.phrase(_totals_text(step.start, next_start), *bounds)
    points = words.points_text(step.minimum) if step.minimum else "any points"
    minimum = writer.phrase(points, f"{path}.minimum")
    required = _required_book(writer, step, path)
    return writer.line(label, minimum, required, below, now=_step_now(writer, step))


def _totals_text(start: int | None, next_start: int | None) -> str:
    if start is None:
        return "Any total" if next_start is None else f"Below {format_number(next_start)}"
    if next_start is None:
        return f"{format_number(start)} or more"
    return f"{format_number(start)} to {format_number(next_start - 1)}"


def _required_book(writer: CardWriter, step: OpeningStep, path: str) -> Phrase | None:
    if not step.books:
        return None
    named = {code for name in step.books for code in lookup.kinds(writer.rules, name)}
    books = [book for book in writer.rules.books if book.code in named]
    every = len(books) == len(writer.rules.books)
    kinds = "any kind" if every else " or ".join(book.singular for book in books)
    return writer.phrase(f"with a finished book ({kinds})", f"{path}.books")


def _step_now(writer: CardWriter, step: OpeningStep) -> str:
    """Return which teams this minimum applies to in the current round."""
    if writer.current is None:
        return ""
    players, round_number = writer.table.players, writer.current.round_number
    teams = [
        name
        for name, total in writer.current.teams
        if lookup.opening_step(writer.rules, round_number, players, total) is step
    ]
    if len(teams) in (0, len(writer.current.teams)):
        return NOW if teams else ""
    return f"{NOW}: {', '.join(teams)}"
