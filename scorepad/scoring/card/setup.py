"""The first sections of a reference card: the table, what cards are worth, and what a team opens with."""

from collections.abc import Iterator

from scorepad.rules import lookup
from scorepad.rules.model import CARDS, OpeningStep, Threes
from scorepad.rules.read import addresses
from scorepad.rules.words import Color, Counted, EndBy, OpeningBy, Passed, Place, Provenance
from scorepad.scoring.card import words
from scorepad.scoring.card.lines import DECKS, Line, Said, Section, Speaker
from scorepad.scoring.explain import number

NOW = "now"


def setup(speaker: Speaker) -> Section:
    """Who plays with what, how a turn goes, and what ends the game."""
    lines = (_players(speaker), _decks(speaker), _dealt(speaker), *_play(speaker), _end(speaker))
    return Section("setup", "Setup", lines)


def _players(speaker: Speaker) -> Line:
    table, at = speaker.table, speaker.at_table
    teams = f"{table.teams} teams of {table.team_size}" if table.team_size > 1 else "each alone"
    return speaker.line(
        "Players",
        speaker.say(str(table.players), f"{at}.players"),
        speaker.say(teams, f"{at}.teams"),
        alike=True,
    )


def _decks(speaker: Speaker) -> Line:
    table, at, decks = speaker.table, speaker.at_table, speaker.decks
    agreed = f"{at}.decks" if decks == table.decks else DECKS
    many = speaker.say(f"{decks} deck{'s' if decks > 1 else ''}", agreed)
    jokers = speaker.say(_jokers(table.jokers), f"{at}.jokers")
    return speaker.line("Cards", many, jokers, alike=True)


def _jokers(jokers: int) -> str:
    return f"{jokers or 'no'} joker{'' if jokers == 1 else 's'} in each"


def _dealt(speaker: Speaker) -> Line:
    table, at = speaker.table, speaker.at_table
    packets = {"hand": table.hand, "knee": table.knee, "foot": table.foot}
    dealt = [
        speaker.say(f"{cards} in the {name}", f"{at}.{name}")
        for name, cards in packets.items()
        if cards
    ]
    none = None if table.foot else speaker.say("no foot", f"{at}.foot")
    return speaker.line("Dealt to each", *dealt, none, alike=True)


def _play(speaker: Speaker) -> Iterator[Line]:
    play, say = speaker.rules.play, speaker.say
    if play.passed is Passed.LEFT:
        yield speaker.line("Before play", say("all packets are passed to the left", "play.passed"))
    up = f"{play.turned_up or 'no'} card{'' if play.turned_up == 1 else 's'}"
    yield speaker.line("Turned up", say(up, "play.turned_up"))
    yield speaker.line("Starts", say(words.STARTS[play.starts], "play.starts"))
    drawn = f"{play.draw or 'no'} card{'' if play.draw == 1 else 's'}"
    yield speaker.line("Draw", say(drawn, "play.draw"))
    yield _take(speaker)
    if play.hand_limit is not None:
        yield speaker.line("Most in a hand", say(f"{play.hand_limit} cards", "play.hand_limit"))
    if play.swipe:
        swipe = "a finished book steals cards from the others; cards count where they lie"
        yield speaker.line("Swipe cards", say(swipe, "play.swipe"))


def _take(speaker: Speaker) -> Line:
    take = speaker.rules.play.take
    if take.cards is None:
        cards = speaker.say("the whole pile", "play.take.cards")
    else:
        how = "exactly" if take.exactly else "up to"
        top = f"{how} {take.cards} card{'' if take.cards == 1 else 's'}"
        cards = speaker.say(top, "play.take.cards", "play.take.exactly")
    needs = speaker.say(words.TAKE[take.needs], "play.take.needs")
    return speaker.line("Or take from the pile", cards, needs)


def _end(speaker: Speaker) -> Line:
    end, players = speaker.rules.end, speaker.table.players
    if end.by is EndBy.TARGET:
        target = lookup.target_for(speaker.rules, players)
        path = f"end.targets.{end.targets.index(target)}.points"
        text = f"once a {speaker.side} has {number(target.points)} points"
        return speaker.line("The game ends", speaker.say(text, "end.by", path))
    if end.by is EndBy.TIME:
        return speaker.line(
            "The game ends", speaker.say(f"after {end.minutes} minutes", "end.by", "end.minutes")
        )
    rounds = f"after {end.rounds} round{'' if end.rounds == 1 else 's'}"
    return speaker.line("The game ends", speaker.say(rounds, "end.by", "end.rounds"))


def values(speaker: Speaker) -> Section:
    """What cards are worth, and threes of each colour in each place."""
    about = "Melded cards count plus, cards left count minus."
    lines = (*_cards(speaker), *_threes(speaker))
    return Section("values", "Card values", lines, about)


def _cards(speaker: Speaker) -> Iterator[Line]:
    """Cards of equal points and equal source, together."""
    groups: dict[tuple[int, Provenance | None], list[str]] = {}
    for card in CARDS:
        points = speaker.rules.cards[card]
        groups.setdefault((points, speaker.say("", f"cards.{card}").origin), []).append(card)
    for (points, _), cards in groups.items():
        label = words.first_up(words.cards_listed(cards))
        paths = (f"cards.{card}" for card in cards)
        yield speaker.line(label, speaker.say(number(points), *paths))


def _threes(speaker: Speaker) -> Iterator[Line]:
    rules = speaker.rules.threes
    names = addresses([{"color": str(t.color), "place": str(t.place)} for t in rules])
    paths = dict(zip(map(id, rules), names, strict=True))
    for color in Color:
        for place in Place:
            for three in lookup.threes_rules(speaker.rules, color, place):
                yield _one_threes(speaker, three, f"threes.{paths[id(three)]}")


def _one_threes(speaker: Speaker, three: Threes, path: str) -> Line:
    where = "laid down" if three.place is Place.LAID else f"left in {_packets(speaker)}"
    label = speaker.say(
        f"{three.color.capitalize()} threes {where}", f"{path}.color", f"{path}.place"
    )
    if not three.when.always:
        for_whom = words.condition(speaker.rules, three.when, speaker.side)
        return speaker.line(
            label, *_paid(speaker, three, path), speaker.say(f"for a {for_whom}", f"{path}.when")
        )
    return speaker.line(label, *_paid(speaker, three, path))


def _packets(speaker: Speaker) -> str:
    return "hand or foot" if speaker.table.foot else "hand"


def _paid(speaker: Speaker, three: Threes, path: str) -> Iterator[Said]:
    counted = f"{path}.counted"
    if three.counted is Counted.NEVER:
        never = "cannot be melded" if three.place is Place.LAID else "cost nothing"
        yield speaker.say(never, counted)
        return
    if not three.pays:
        yield speaker.say("count nothing", counted, f"{path}.pays")
        return
    for at, text in enumerate(words.steps_paid(three.pays)):
        yield speaker.say(text, f"{path}.pays.{at}")
    with_cards = three.counted is Counted.WITH_CARDS
    how = "counted with the other cards" if with_cards else "counted apart"
    yield speaker.say(how, counted)


def openings(speaker: Speaker) -> Section:
    """What the first melds of a team must show, now and later."""
    players, melds = speaker.table.players, speaker.rules.melds
    steps = [
        (at, step)
        for at, step in enumerate(speaker.rules.opening.steps)
        if lookup.fits(step.players, players)
    ]
    lines = [
        _step(speaker, at, step, steps[place + 1] if place + 1 < len(steps) else None)
        for place, (at, step) in enumerate(steps)
    ]
    wilds = speaker.say(words.OPENING_WILDS[melds.opening_wilds], "melds.opening_wilds")
    lines.append(speaker.line("Wild cards", wilds))
    if melds.opening_most_cards is not None:
        most = speaker.say(f"{melds.opening_most_cards} cards", "melds.opening_most_cards")
        lines.append(speaker.line("Most in one meld", most))
    return Section("openings", "Openings", (_by(speaker), *lines))


def _by(speaker: Speaker) -> Line:
    by_round = speaker.rules.opening.by is OpeningBy.ROUND
    what = "the round" if by_round else f"each {speaker.side}’s own total before the round"
    return speaker.line("The minimum follows", speaker.say(what, "opening.by"))


def _step(
    speaker: Speaker, at: int, step: OpeningStep, after: tuple[int, OpeningStep] | None
) -> Line:
    path = f"opening.steps.{at}"
    bounds = [f"{path}.from", *([f"opening.steps.{after[0]}.from"] if after else [])]
    following = after[1].start if after else None
    below = None
    if speaker.rules.opening.by is OpeningBy.ROUND:
        last = speaker.rules.end.rounds
        label = speaker.say(words.from_to(step.start or 1, following, last), *bounds)
    elif step.start is None and following is not None and following > 0:
        # That a total below nothing opens like one of nothing is often assumed where the rest is told.
        label = speaker.say(f"Up to {number(following - 1)}", bounds[1])
        below = speaker.say("also below 0", bounds[0])
    else:
        label = speaker.say(_band(step.start, following), *bounds)
    minimum = speaker.say(
        words.worth(step.minimum) if step.minimum else "any points", f"{path}.minimum"
    )
    now = _in_force(speaker, step)
    return speaker.line(label, minimum, _required(speaker, step, path), below, now=now)


def _band(start: int | None, following: int | None) -> str:
    if start is None:
        return "Any total" if following is None else f"Below {number(following)}"
    if following is None:
        return f"{number(start)} or more"
    return f"{number(start)} to {number(following - 1)}"


def _required(speaker: Speaker, step: OpeningStep, path: str) -> Said | None:
    if not step.books:
        return None
    kinds = [kind for kind in speaker.rules.books if kind.code in step.books]
    every = len(kinds) == len(speaker.rules.books)
    which = "any kind" if every else " or ".join(kind.one for kind in kinds)
    return speaker.say(f"with a finished book ({which})", f"{path}.books")


def _in_force(speaker: Speaker, step: OpeningStep) -> str:
    """For whom this is the minimum of the round being played."""
    if speaker.playing is None:
        return ""
    players, number_now = speaker.table.players, speaker.playing.round
    sides = [
        name
        for name, total in speaker.playing.sides
        if lookup.opening_step(speaker.rules, number_now, players, total) is step
    ]
    if len(sides) in (0, len(speaker.playing.sides)):
        return NOW if sides else ""
    return f"{NOW}: {', '.join(sides)}"
