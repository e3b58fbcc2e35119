"""Names that have to fit into a picture: how wide they are, more or less, and shorter ones. Nobody is left out."""

import unicodedata

AND = " & "
"""What stands between the players in a team's name."""

_NARROW = frozenset("iljtfrI.,:;'!| ()[]-")
_WIDE = frozenset("mwMWÆŒ@%&ЖШЩЮМФжшщюмфΩωÅÄ")
_WIDE_SCRIPTS = range(0x0530, 0x1E00)
"""Between Cyrillic and more of Latin stand scripts, such as Hebrew and those of India, whose letters are wide."""

_JOINS = frozenset("\u200d\ufe0e\ufe0f")


def letters(text: str) -> list[str]:
    """What people see as letters: accents stay with theirs, and an emoji that is made of several stays whole."""
    found: list[str] = []
    for char in text:
        if found and (_joins(char) or found[-1].endswith("\u200d")):
            found[-1] += char
        else:
            found.append(char)
    return found


def _joins(char: str) -> bool:
    return (
        char in _JOINS
        or unicodedata.category(char)[0] == "M"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )


def width(text: str) -> float:
    """How wide a text is, in sizes of its letters: rather too much than too little, since nobody knows the font."""
    return sum(_width(letter[0]) for letter in letters(text))


def _width(char: str) -> float:
    if char in _NARROW:
        return 0.36
    wide = char in _WIDE or ord(char) in _WIDE_SCRIPTS
    if wide or unicodedata.east_asian_width(char) in "WF":
        return 1.05
    return 0.75 if char.isupper() else 0.6


def short_team(name: str, room: float) -> str:
    """A team's name within `room` sizes of its letters: the longest names are cut first, at worst to a letter each."""
    players = name.split(AND)
    share = _share([width(one) for one in players], room - width(AND) * (len(players) - 1))
    cut = AND.join(short(one, share) for one in players)
    return cut if width(cut) <= room else "&".join(letters(one)[0] for one in players if one)


def _share(widths: list[float], room: float) -> float:
    """How much each may have, so that what the short ones leave goes to the long ones."""
    share = room
    for at, one in enumerate(sorted(widths)):
        share = room / (len(widths) - at)
        if one > share:
            return share
        room -= one
    return max(share, *widths)


def short(text: str, room: float) -> str:
    """A text within `room`: whole, or cut and with three dots, and at least its first letter."""
    if width(text) <= room:
        return text
    kept, used = "", width("…")
    for letter in letters(text):
        used += width(letter)
        if kept and used > room:
            break
        kept += letter
    return f"{kept.rstrip()}…"
