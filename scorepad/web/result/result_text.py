"""The result as plain text, and links that open it in a messaging or mail app without scripts or https."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from scorepad.scoring.text.explain import day
from scorepad.store import Club


@dataclass(frozen=True, slots=True)
class TextRound:
    """A round in the text: its label, its points, and the totals after it (None if it does not count)."""

    label: str
    points: tuple[int, ...] | None
    totals: tuple[int, ...] | None

    def __str__(self) -> str:
        if self.points is None:
            return f"{self.label}: {_join(self.totals)}" if self.totals else self.label
        is_first = self.totals is None or self.totals == self.points
        so_far = "" if is_first else f", so far {_join(self.totals or ())}"
        return f"{self.label}: {_join(self.points)}{so_far}"


def _join(points: Sequence[int]) -> str:
    # Python formats with a hyphen-minus. A real minus sign would double the price of a text message.
    return " / ".join(f"{count:,}" for count in points)


def result_text(head: Sequence[str], rules: str, final: Sequence[tuple[str, int]], rounds: Sequence[TextRound]) -> str:
    """Return the result in lines: the sentences of `head`, every team's total, every round."""
    totals = [f"{name}: {total:,}" for name, total in final]
    teams = " / ".join(name for name, _ in final)
    heading = f"{rules}, round by round ({teams}):"
    return "\n".join([*head, "", *totals, "", heading, *map(str, rounds)])


def sms_link(text: str) -> str:
    """Return a link that opens a text message.

    `?&` because iOS reads what follows "&" and Android what follows "?". Some Androids end the message even at an
    encoded "&", so it is written as "and".
    """
    return f"sms:?&body={_encoded(text.replace('&', 'and'))}"


def mail_link(subject: str, text: str) -> str:
    """Return a link that opens a mail. Lines of a mail end with CR LF (RFC 6068)."""
    body = text.replace("\n", "\r\n")
    return f"mailto:?subject={_encoded(subject)}&body={_encoded(body)}"


def _encoded(text: str) -> str:
    return quote(text, safe="", errors="replace")


def day_begun(club: Club, game: int) -> str:
    """Return the day when a game began, by the club's clock: "21 Nov 2025". "" if its entry is damaged."""
    begun = club.clock.days_of_games([game])
    return day(begun[game]) if begun else ""
