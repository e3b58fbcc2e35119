"""Estimate the width of names and shorten them to fit into a chart."""

import unicodedata

AND = " & "
"""The separator between the players in a team's name."""

_NARROW = frozenset("iljtfrI.,:;'!| ()[]-")
_WIDE = frozenset("mwMWÆŒ@%&ЖШЩЮМФжшщюмфΩωÅÄ")
_WIDE_SCRIPTS = range(0x0530, 0x1E00)
"""Scripts with wide letters, such as Hebrew and the scripts of India; in Unicode they follow Cyrillic."""

_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def letters(text: str) -> list[str]:
    """Split a text into user-perceived characters: letters with their accents, and whole emoji."""
    clusters: list[str] = []
    for char in text:
        if clusters and (_joins(char) or clusters[-1].endswith("\u200d")):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


def _joins(char: str) -> bool:
    is_mark = unicodedata.category(char)[0] == "M"
    return char in _JOINERS or is_mark or "\U0001f3fb" <= char <= "\U0001f3ff"


def width(text: str) -> float:
    """Return the width of a text in units of its font size. It is an upper estimate because the font is unknown."""
    return sum(_width(letter[0]) for letter in letters(text))


def _width(char: str) -> float:
    if char in _NARROW:
        return 0.36
    is_wide = char in _WIDE or ord(char) in _WIDE_SCRIPTS
    if is_wide or unicodedata.east_asian_width(char) in "WF":
        return 1.05
    return 0.75 if char.isupper() else 0.6


def short_team(name: str, room: float) -> str:
    """Shorten a team's name to `room`: the longest players' names first, in the worst case to one letter each."""
    players = name.split(AND)
    share = _share(list(map(width, players)), room - width(AND) * (len(players) - 1))
    cut = AND.join(short(player, share) for player in players)
    return cut if width(cut) <= room else "&".join(letters(p)[0] for p in players if p)


def first_letters(name: str, room: float) -> str:
    """Shorten a team's name to `room` by the last letters of the longest names: "Margaret & Dora" to "Mar & Dor"."""
    players = [letters(player) for player in name.split(AND)]
    while width(AND.join(map("".join, players))) > room and max(map(len, players)) > 1:
        max(players, key=len).pop()
    return AND.join("".join(player).rstrip() for player in players)


def _share(widths: list[float], room: float) -> float:
    """Return how much room each name may have; long names get the room that short ones do not use."""
    share = room
    for index, needed in enumerate(sorted(widths)):
        share = room / (len(widths) - index)
        if needed > share:
            return share
        room -= needed
    return max(share, *widths)


def short(text: str, room: float) -> str:
    """Return a text, cut with an ellipsis if it does not fit; it keeps at least its first letter."""
    if width(text) <= room:
        return text
    kept, used = "", width("…")
    for letter in letters(text):
        used += width(letter)
        if kept and used > room:
            break
        kept += letter
    return f"{kept.rstrip()}…"
