"""Whose counts a phone opens on: those of who keeps score on it, where another phone keeps score here too."""

from scorepad.web.clubs import LoadedGame, current_club
from scorepad.web.doors import this_phone
from scorepad.web.judging import is_final
from scorepad.web.presence import others_score_here


def own_seat(loaded: LoadedGame, number: int) -> int | None:
    """The seat, from 1, of who keeps score on this phone, in a round that is being counted on several phones.

    None where this phone is alone, its scorer does not sit here, or the round was finished.
    """
    phone = this_phone()
    if phone is None or not phone.player or is_final(loaded, number):
        return None
    if not others_score_here(loaded.id):
        return None
    seated = loaded.agreement.players_in(number)
    player = phone.player
    if player not in seated:
        # They may have been found to be somebody else since.
        player = current_club().people.shown([player]).get(player, (player, ""))[0]
    return seated.index(player) + 1 if player in seated else None
