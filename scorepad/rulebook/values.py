"""The section of a reference card about what cards, threes and books count."""

from collections.abc import Iterator

from scorepad.rulebook import words
from scorepad.rulebook.writer import CardLine, CardWriter, Phrase, Section
from scorepad.rules import lookup
from scorepad.rules.cards import CARDS
from scorepad.rules.item_names import item_names
from scorepad.rules.points import Threes
from scorepad.rules.words import CardPlace, Color, Counted, Provenance
from scorepad.scoring.text.explain import format_number, join_words


def values(writer: CardWriter) -> Section:
    """What cards are worth, and threes of each colour in each place."""
    about = "Melded cards count plus, cards left count minus."
    lines = (*_card_values(writer), *_threes(writer), *_otherwise(writer))
    return Section("values", "Card values", lines, about)


def _card_values(writer: CardWriter) -> Iterator[CardLine]:
    """Cards with the same points and the same source share a line."""
    groups: dict[tuple[int, Provenance | None], list[str]] = {}
    for card in CARDS:
        points = writer.rules.cards[card]
        groups.setdefault((points, writer.phrase("", f"cards.{card}").origin), []).append(card)
    for (points, _), cards in groups.items():
        label = words.capitalize_first(words.ranks_text(cards))
        paths = (f"cards.{card}" for card in cards)
        yield writer.line(label, writer.phrase(format_number(points), *paths))


def _threes(writer: CardWriter) -> Iterator[CardLine]:
    rules = writer.rules.threes
    names = item_names([{"color": str(rule.color), "place": str(rule.place)} for rule in rules])
    paths = dict(zip(map(id, rules), names, strict=True))
    for color in Color:
        for place in CardPlace:
            for rule in lookup.threes_rules(writer.rules, color, place):
                yield _threes_line(writer, rule, f"threes.{paths[id(rule)]}")


def _threes_line(writer: CardWriter, rule: Threes, path: str) -> CardLine:
    held = "left in hand or foot" if writer.table.foot else "left in hand"
    where = "laid down" if rule.place is CardPlace.LAID else held
    text = f"{rule.color.capitalize()} threes {where}"
    label = writer.phrase(text, f"{path}.color", f"{path}.place")
    condition = None
    if not rule.when.always:
        team = words.condition_text(writer.rules, rule.when, writer.team_word)
        condition = writer.phrase(f"for a {team}", f"{path}.when")
    return writer.line(label, *_threes_paid(writer, rule, path), condition)


def _threes_paid(writer: CardWriter, rule: Threes, path: str) -> Iterator[Phrase]:
    counted = f"{path}.counted"
    if rule.counted is Counted.NEVER:
        never = "cannot be melded" if rule.place is CardPlace.LAID else "cost nothing"
        yield writer.phrase(never, counted)
        return
    if not rule.pays:
        yield writer.phrase("count nothing", counted, f"{path}.pays")
        return
    for at, text in enumerate(words.steps_text(rule.pays), start=1):
        yield writer.phrase(text, f"{path}.pays.{at}")
    with_cards = rule.counted is Counted.WITH_CARDS
    yield writer.phrase("counted with the other cards" if with_cards else "counted apart", counted)


def _otherwise(writer: CardWriter) -> Iterator[CardLine]:
    for at, rule in enumerate(writer.rules.otherwise, start=1):
        path = f"otherwise.{at}"
        label = writer.phrase(words.capitalize_first(join_words([words.COUNTING[of] for of in rule.of])), f"{path}.of")
        team = words.condition_text(writer.rules, rule.when, writer.team_word)
        counts = writer.phrase(words.SIGN[rule.counts], f"{path}.counts")
        yield writer.line(label, counts, writer.phrase(f"for a {team}", f"{path}.when"))
