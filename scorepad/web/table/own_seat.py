"""Whose counts a phone opens on: those of who keeps score on it, where another phone keeps score here too."""

from scorepad.play.game import LoadedGame
from scorepad.web.app.current import g


def own_seat(loaded: LoadedGame, number: int) -> int | None:
    """The seat, from 1, of who keeps score on this phone, in a round that is being counted on several phones.

    None where this phone is alone, its scorer does not sit here, or the round was finished.
    """
    if g.phone is None or not g.phone.player or loaded.is_finished(number):
        return None
    if not g.club.presence.others_score(loaded.id, g.phone.id):
        return None
    seated = loaded.agreement.players_in(number)
    player = g.phone.player
    if player not in seated:
        # They may have been found to be somebody else since.
        player = g.club.store.people.current([player]).get(player, (player, ""))[0]
    return seated.index(player) + 1 if player in seated else None
