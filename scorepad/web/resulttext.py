"""The result as plain text, and the links that hand it to whatever sends messages. They need no script and no https."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class TextRound:
    """A round as the text tells it: what it is called, its points and the totals after it (None: it does not count)."""

    label: str
    points: tuple[int, ...] | None
    totals: tuple[int, ...] | None


def result_text(
    head: Sequence[str], rules: str, final: Sequence[tuple[str, int]], rounds: Sequence[TextRound]
) -> str:
    """The result in lines: the sentences of `head`, every team's total, every round. Only characters that every phone
    sends as cheaply as letters.
    """
    totals = [f"{name}: {plain(total)}" for name, total in final]
    order = f"{rules}, round by round ({' / '.join(name for name, _ in final)}):"
    return "\n".join([*head, "", *totals, "", order, *map(_line, rounds)])


def _line(one: TextRound) -> str:
    if one.points is None:
        return f"{one.label}: {_beside(one.totals)}" if one.totals else one.label
    known = one.totals is None or one.totals == one.points
    so_far = "" if known else f", so far {_beside(one.totals or ())}"
    return f"{one.label}: {_beside(one.points)}{so_far}"


def _beside(points: Sequence[int]) -> str:
    return " / ".join(map(plain, points))


def plain(points: int) -> str:
    """Points with the minus sign of a keyboard: the real one makes a text message cost twice."""
    return f"{points:,}"


def by_message(text: str) -> str:
    """The link that opens a text message with this in it.

    `?&` because iOS reads what follows "&" and Android what follows "?". And there are Androids that take even an
    encoded "&" for the end of the message, so it is spelt out.
    """
    return f"sms:?&body={_encoded(text.replace('&', 'and'))}"


def by_mail(subject: str, text: str) -> str:
    """The link that opens a mail with this in it; mail ends its lines with both marks (RFC 6068)."""
    body = text.replace("\n", "\r\n")
    return f"mailto:?subject={_encoded(subject)}&body={_encoded(body)}"


def _encoded(text: str) -> str:
    return quote(text, safe="", errors="replace")
