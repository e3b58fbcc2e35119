"""The permission that each endpoint needs, and the permissions that a phone's passes grant.

A cookie identifies a phone; `scorepad.store.Access` stores its passes.
"""

from enum import StrEnum
from functools import lru_cache

from scorepad.store import WHOLE_CLUB, Phone, Role

COOKIE = "scorepad_phone"


class Permission(StrEnum):
    """What a phone may do in a club or in a game."""

    OPEN = "open"
    """Anyone may."""
    WATCH = "watch"
    """Follow a game on the board."""
    READ_GAME = "read_game"
    """Read all of a game."""
    SCORE = "score"
    """Keep score of a game."""
    READ = "read"
    """Read the whole club."""
    OWN = "own"
    """Change anything in the club."""


_ENDPOINTS = {
    Permission.OPEN: """
        asset favicon pwa.away pwa.manifest pwa.worker join.enter join.arrive join.ask join.join leave.ask leave.leave
        rule_links.show rule_links.download
        api_page.show feed.show api.openapi api.score api.can_go_out api.can_open
    """,
    Permission.WATCH: "reference_card.show streams.stream board.show",
    Permission.READ_GAME: """
        rounds.show change_log.show result.show picture.show story.show
        paper.of_game what_if.show bg_stats.download api.game api.game_round api.live api.game_changes
    """,
    Permission.SCORE: """
        table.show decisions.starter decisions.end rounds.edit rounds.save rounds.resolve rounds.delete rounds.confirm
        packets.show packets.save ask.open_ ask.out ask.leave game_actions.take_back game_actions.redo
        scorer.ask scorer.save result.rematch invites.show api.record
    """,
    Permission.READ: """
        games.index standings.show players.show partnerships.show versus.show records.show seasons.index seasons.show
        seasons.picture evenings.picture
        evenings.index evenings.show
        years.person years.partnership years.club years.newest
        rules.index rules.show rules.download rule_links.share
        comparing.show paper.blank other_rules.show which.show
        api.games api.standings api.players api.player api.ratings api.records api.rule_sets api.rule_set api.changes
    """,
    Permission.OWN: """
        rule_editor.new rule_editor.begin rule_editor.show rule_editor.change rule_editor.ask rule_editor.save
        new_game.choose new_game.show new_game.begin settings.show settings.save
        games.bin_ game_actions.move_to_bin game_actions.restore
        people.index people.add people.edit people.change people.ask_merge people.merge people.unmerge
        people.ask_forget people.forget people.undo
        seasons.begin seasons.edit seasons.change seasons.end seasons.remove seasons.restore clock.show clock.change
        rule_changes.save rule_files.add rule_files.look rule_files.keep_
        phones.index phones.dismiss phones.readmit phones.renew phones.renew_all phones.allow phones.confirm
        tokens.index tokens.make tokens.revoke
        example.ask example.delete fair.show exports.index exports.download
        imports.index imports.look imports.show imports.decide imports.discard imports.past imports.undo
        import_templates.download
    """,
}

REQUIRED = {endpoint: permission for permission, text in _ENDPOINTS.items() for endpoint in text.split()}
"""The permission that each endpoint needs. An endpoint that is missing here is closed to everyone."""

_GRANTED = {
    Role.OWNER: frozenset(Permission),
    Role.READER: frozenset({Permission.WATCH, Permission.READ_GAME, Permission.READ}),
    Role.SCORER: frozenset({Permission.WATCH, Permission.READ_GAME, Permission.SCORE}),
    Role.WATCHER: frozenset({Permission.WATCH}),
}


@lru_cache(maxsize=4096)
def permissions_of(phone: Phone | None, game: int | None = None) -> frozenset[Permission]:
    """Return what a phone may do in a game, or in the club as a whole."""
    passes = phone.passes if phone else ()
    granted = (_GRANTED[role] for role, where in passes if where in (WHOLE_CLUB, game))
    return frozenset({Permission.OPEN}).union(*granted)
