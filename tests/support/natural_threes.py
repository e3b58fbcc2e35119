"""Rule documents in which threes are ordinary cards."""

from scorepad.rules import words as w

ALWAYS = {"went_out": "either", "opened": "either", "has": {}, "lacks": {}}


def let_threes_be_natural(document):
    """Let threes count with the cards, so that they may be melded. Sequences may include threes and twos."""
    apart = [rule for rule in document["threes"] if rule["place"] == "held"]
    pays = [{"from": 1, "points": 5, "per": "card"}]
    laid = {"place": "laid", "counted": "with_cards", "when": ALWAYS, "pays": pays}
    document["threes"] = [*apart, *({"color": str(color), **laid, "reward": True} for color in w.Color)]
    document["melds"] |= {"black_threes": "natural", "red_threes": "natural"}
    for book in document["books"]:
        if book["made_of"] == "sequence" and book["ranks"]:
            book["ranks"] = [*book["ranks"], "3", "2"]
    for case in document["going_out"]["cases"]:
        case.pop("red_threes", None)
