"""The seat of who keeps score on a phone: what a phone asks about first, and whose counts it opens on."""

from scorepad.play.game import LoadedGame
from scorepad.web.app.current import g


def own_seat(loaded: LoadedGame, number: int) -> int | None:
    """The seat, from 1, of who keeps score on this phone, in a round that is being counted on several phones.

    None where this phone is alone, its scorer does not sit here, or the round was finished.
    """
    if g.phone is None or loaded.is_finished(number):
        return None
    return seat_of_phone(loaded, number) if g.club.presence.others_score(loaded.id, g.phone.id) else None


def seat_of_phone(loaded: LoadedGame, number: int) -> int | None:
    """The seat, from 1, of who keeps score on this phone; None if that was not said, or they do not sit here."""
    if g.phone is None or not g.phone.player:
        return None
    seated = loaded.agreement.players_in(number)
    player = g.phone.player
    if player not in seated:
        # They may have been found to be somebody else since.
        player = g.club.store.people.current([player]).get(player, (player, ""))[0]
    return seated.index(player) + 1 if player in seated else None
