"""The seat of a phone's scorer, which decides whom a phone asks about first and whose counts it shows first."""

from scorepad.play.game import LoadedGame
from scorepad.web.app.current import g


def own_seat(loaded: LoadedGame, round_number: int) -> int | None:
    """Return the seat (from 1) of this phone's scorer, in a round that is being counted on several phones.

    None if no other phone keeps score, the scorer does not sit here, or the round is finished.
    """
    if g.phone is None or loaded.is_finished(round_number):
        return None
    return seat_of_phone(loaded, round_number) if g.club.presence.others_score(loaded.id, g.phone.id) else None


def seat_of_phone(loaded: LoadedGame, round_number: int) -> int | None:
    """Return the seat (from 1) of this phone's scorer; None if the scorer is unknown or does not sit here."""
    if g.phone is None or not g.phone.player:
        return None
    seated = loaded.agreement.players_in(round_number)
    player = g.phone.player
    if player not in seated:
        # The person may have been merged into another one since.
        player = g.club.store.people.current([player]).get(player, (player, ""))[0]
    return seated.index(player) + 1 if player in seated else None
