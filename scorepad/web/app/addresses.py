"""Every address of the site: the permission it needs, its endpoint, and the view that answers it.

A view, or a function for templates, is imported when it is first asked for: a table needs few of them.
"""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from flask import Flask, current_app

from scorepad.web.app.permissions import REQUIRED, Permission

_ADDRESSES = {
    Permission.OPEN: """
        GET  /in/<word>  join.enter  access.join.enter
        GET  /in  join.arrive  access.join.arrive
        GET  /join  join.ask  access.join.ask
        POST /join  join.join  access.join.join
        GET  /leave  leave.ask  access.join.ask_to_leave
        POST /leave  leave.leave  access.join.leave
        GET  /language  language.show  app.language.show
        POST /language  language.choose  app.language.choose
        GET  /rules/shared/<packed>  rule_links.show  rules.sharing.show
        GET  /rules/shared/<packed>/file  rule_links.download  rules.sharing.download
        GET  /games.atom  feed.show  api.feed.show
        GET  /evenings.ics  calendar.show  evenings.calendar.show
        GET  /api/  api_page.show  api.openapi.show
        POST /api/v1/score  api.score  api.rules.score
        POST /api/v1/can-go-out  api.can_go_out  api.rules.can_go_out
        POST /api/v1/can-open  api.can_open  api.rules.can_open
        GET  /api/v1/openapi.json  api.openapi  api.openapi.openapi
    """,
    Permission.WATCH: """
        GET  /games/<number:game>/board  board.show  table.board.show
        GET  /games/<number:game>/overlay  overlay.show  table.board.show_overlay
        GET  /games/<number:game>/bets  bets.show  table.bets.show
        GET  /games/<number:game>/rules  reference_card.show  rules.rules.show_card
        GET  /games/<number:game>/stream  streams.stream  live.streams.stream
    """,
    Permission.BET: """
        POST /games/<number:game>/bets  bets.save  table.bets.save
    """,
    Permission.READ_GAME: """
        GET  /games/<number:game>/rounds/<number:number>  rounds.show  rounds.rounds.show
        GET  /games/<number:game>/sheet  paper.of_game  exchange.paper.of_game
        GET  /games/<number:game>/what-if  what_if.show  rules.what_if.show
        GET  /games/<number:game>/history  change_log.show  games.history.show
        GET  /games/<number:game>/result  result.show  result.result.show
        GET  /games/<number:game>/result.png  picture.show  result.picture.show
        GET  /games/<number:game>/story  story.show  result.story.show
        GET  /games/<number:game>/play.bgsplay  bg_stats.download  exchange.exports.download_play
        GET  /api/v1/games/<number:game>/changes  api.game_changes  api.changes.game_changes
        GET  /api/v1/games/<number:game>  api.game  api.games.game
        GET  /api/v1/games/<number:game>/rounds/<number:number>  api.game_round  api.games.game_round
        GET  /api/v1/games/<number:game>/live  api.live  api.games.live
    """,
    Permission.SCORE: """
        GET  /games/<number:game>/invite  invites.show  access.phones.show_codes
        GET  /games/<number:game>/scorer  scorer.ask  access.phones.ask
        POST /games/<number:game>/scorer  scorer.save  access.phones.save
        GET  /games/<number:game>  table.show  table.table.show
        POST /games/<number:game>/starter  decisions.starter  table.table.starter
        POST /games/<number:game>/end  decisions.end  table.table.end
        GET  /games/<number:game>/rounds/<number:number>/edit  rounds.edit  rounds.rounds.edit
        POST /games/<number:game>/rounds/<number:number>/edit  rounds.save  rounds.rounds.save
        POST /games/<number:game>/rounds/<number:number>/settle  rounds.resolve  rounds.rounds.resolve
        POST /games/<number:game>/rounds/<number:number>/delete  rounds.delete  rounds.rounds.delete
        POST /games/<number:game>/rounds/<number:number>/confirm  rounds.confirm  rounds.rounds.confirm
        GET  /games/<number:game>/rounds/<number:number>/count/<place>/<field>  packets.show  rounds.packets.show
        POST /games/<number:game>/rounds/<number:number>/count/<place>/<field>  packets.save  rounds.packets.save
        GET  /games/<number:game>/open  ask.open_  ask.ask.open_
        GET  /games/<number:game>/out  ask.out  ask.ask.out
        POST /games/<number:game>/out/leave  ask.leave  ask.ask.leave
        POST /games/<number:game>/undo  game_actions.take_back  games.history.take_back
        POST /games/<number:game>/redo  game_actions.redo  games.history.redo
        POST /games/<number:game>/rematch  result.rematch  result.result.rematch
        POST /api/v1/games/<number:game>/rounds  api.record  api.games.record
        GET  /api/v1/games/<number:game>/undo  api.undo_steps  api.manage.undo_steps
        POST /api/v1/games/<number:game>/undo  api.undo  api.manage.undo
        POST /api/v1/games/<number:game>/redo  api.redo  api.manage.redo
        POST /api/v1/games/<number:game>/rematch  api.rematch  api.manage.rematch
    """,
    Permission.READ: """
        GET  /  games.index  games.game_list.index
        GET  /continue  games.continue_  games.game_list.continue_
        GET  /https  https.show  games.game_list.show_https
        GET  /rules  rules.index  rules.rules.index
        GET  /rules/<slug>  rules.show  rules.rules.show
        GET  /rules/<slug>/file  rules.download  rules.rules.download
        GET  /rules/compare  comparing.show  rules.rules.show_comparing
        GET  /rules/<slug>/sheet  paper.blank  exchange.paper.blank
        GET  /rules/<slug>/share  rule_links.share  rules.sharing.share
        GET  /rules/which  which.show  rules.which.show
        GET  /league/records  records.show  league.records.show
        GET  /league  standings.show  league.standings.show
        GET  /league/seasons  seasons.index  league.seasons.index
        GET  /league/seasons/<number:season>  seasons.show  league.seasons.show  leaf=overview
        GET  /league/seasons/<number:season>/<any(months,records,nights,sheet):leaf>  seasons.show  league.seasons.show
        GET  /league/seasons/<number:season>/picture.png  seasons.picture  league.seasons.picture
        GET  /nights  nights.index  nights.nights.index
        GET  /nights/<number:night>  nights.show  nights.nights.show
        GET  /nights/<number:night>/board  nights.board  nights.nights.board
        GET  /nights/<number:night>/seating  nights.seating  nights.nights.seating
        GET  /nights/<number:night>/picture.png  nights.picture  nights.nights.picture
        GET  /nights/<number:night>/result.csv  nights.result_csv  nights.nights.result_csv
        GET  /nights/<number:night>/result.json  nights.result_json  nights.nights.result_json
        GET  /evenings  evenings.index  evenings.evenings.index
        GET  /evenings/<day>  evenings.show  evenings.evenings.show
        GET  /evenings/<day>/picture.png  evenings.picture  evenings.evenings.picture
        GET  /people/<number:person>  players.show  players.players.show  part=overview
        GET  /people/<number:person>/<any(games,partners,badges,rules):part>  players.show  players.players.show
        GET  /partners/<who>  partnerships.show  players.players.show_partnership  part=overview
        GET  /partners/<who>/<any(games,opponents,rules):part>  partnerships.show  players.players.show_partnership
        GET  /people/<number:person>/year/<number:year>  years.person  years.person  as_=page
        GET  /people/<number:person>/year/<number:year>.<any(png):as_>  years.person  years.person
        GET  /partners/<who>/year/<number:year>  years.partnership  years.partnership  as_=page
        GET  /partners/<who>/year/<number:year>.<any(png):as_>  years.partnership  years.partnership
        GET  /league/year/<number:year>  years.club  years.club  as_=page
        GET  /league/year/<number:year>.<any(png):as_>  years.club  years.club
        GET  /league/year  years.newest  years.newest
        GET  /league/versus  versus.show  players.versus.show
        GET  /league/everyone  versus.everyone  players.versus.everyone
        GET  /league/prophets  prophets.show  league.prophets.show
        GET  /league/what-if  other_rules.show  league.other_rules.show
        GET  /api/v1/changes  api.changes  api.changes.changes
        GET  /api/v1/games  api.games  api.games.games
        GET  /api/v1/nights  api.nights  api.nights.nights
        GET  /api/v1/nights/<number:night>  api.night  api.nights.night
        GET  /api/v1/standings  api.standings  api.league.standings
        GET  /api/v1/players  api.players  api.league.players
        GET  /api/v1/players/<number:person>  api.player  api.league.player
        GET  /api/v1/ratings  api.ratings  api.league.ratings
        GET  /api/v1/records  api.records  api.league.records
        GET  /api/v1/prophets  api.prophets  api.league.prophets
        GET  /api/v1/rule-sets  api.rule_sets  api.rules.rule_sets
        GET  /api/v1/rule-sets/<string:slug>  api.rule_set  api.rules.rule_set
    """,
    Permission.OWN: """
        GET  /phones  phones.index  access.phones.index
        POST /phones/<number:phone>/dismiss  phones.dismiss  access.phones.dismiss
        POST /phones/<number:phone>/readmit  phones.readmit  access.phones.readmit
        POST /phones/renew  phones.renew  access.phones.renew
        POST /phones/uses  phones.allow  access.phones.allow
        POST /phones/confirm  phones.confirm  access.phones.confirm
        POST /phones/renew-all  phones.renew_all  access.phones.renew_all
        GET  /phones/tokens  tokens.index  access.tokens.index
        POST /phones/tokens  tokens.make  access.tokens.make
        POST /phones/tokens/<number:number>/revoke  tokens.revoke  access.tokens.revoke
        GET  /notices  notices.index  access.notices.index
        POST /notices  notices.add  access.notices.add
        GET  /notices/<number:number>  notices.edit  access.notices.edit
        POST /notices/<number:number>  notices.change  access.notices.change
        POST /notices/<number:number>/test  notices.test  access.notices.test
        POST /notices/<number:number>/pause  notices.pause  access.notices.pause
        POST /notices/<number:number>/resume  notices.resume  access.notices.resume
        POST /notices/<number:number>/delete  notices.delete  access.notices.delete
        POST /notices/<number:number>/restore  notices.restore  access.notices.restore
        GET  /example/delete  example.ask  access.join.ask_to_delete
        POST /example/delete  example.delete  access.join.delete
        GET  /club/name  club_name.show  games.game_list.show_name
        POST /club/name  club_name.change  games.game_list.change_name
        POST /club/language  club_name.set_language  app.language.choose_for_club
        POST /club/chances  club_name.say_chances  games.game_list.say_chances
        POST /club/bets  club_name.take_bets  games.game_list.take_bets
        GET  /bin  games.bin_  games.game_list.bin_
        GET  /games/new  new_game.choose  games.settings.choose
        GET  /games/new/<slug>  new_game.show  games.settings.show_new_game
        POST /games/new/<slug>  new_game.begin  games.settings.begin
        GET  /rules/new  rule_editor.new  rules.editor.new
        POST /rules/new  rule_editor.begin  rules.editor.begin
        GET  /rules/<slug>/edit  rule_editor.show  rules.editor.show
        POST /rules/<slug>/edit  rule_editor.change  rules.editor.change
        GET  /rules/<slug>/edit/<group>  rule_editor.ask  rules.editor.ask
        POST /rules/<slug>/edit/<group>  rule_editor.save  rules.editor.save
        POST /rules/<slug>/change  rule_changes.save  rules.rules.save
        GET  /rules/add  rule_files.add  rules.sharing.add
        POST /rules/add  rule_files.look  rules.sharing.look
        POST /rules/add/keep  rule_files.keep_  rules.sharing.keep_
        POST /games/<number:game>/bin  game_actions.move_to_bin  games.history.move_to_bin
        POST /games/<number:game>/restore  game_actions.restore  games.history.restore
        GET  /games/<number:game>/settings  settings.show  games.settings.show
        POST /games/<number:game>/settings  settings.save  games.settings.save
        GET  /people  people.index  people.people.index
        POST /people  people.add  people.people.add
        GET  /people/<number:person>/edit  people.edit  people.people.edit
        POST /people/<number:person>/edit  people.change  people.people.change
        GET  /people/<number:person>/merge  people.ask_merge  people.people.ask_merge
        POST /people/<number:person>/merge  people.merge  people.people.merge
        POST /people/<number:person>/unmerge  people.unmerge  people.people.unmerge
        POST /people/<number:person>/take-back  people.undo  people.people.undo
        GET  /people/<number:person>/forget  people.ask_forget  people.people.ask_forget
        POST /people/<number:person>/forget  people.forget  people.people.forget
        POST /league/seasons  seasons.begin  league.seasons.begin
        GET  /league/seasons/<number:season>/edit  seasons.edit  league.seasons.edit
        POST /league/seasons/<number:season>/edit  seasons.change  league.seasons.change
        POST /league/seasons/<number:season>/end  seasons.end  league.seasons.end
        POST /league/seasons/<number:season>/remove  seasons.remove  league.seasons.remove
        POST /league/seasons/<number:season>/restore  seasons.restore  league.seasons.restore
        GET  /league/clock  clock.show  league.clock.show
        POST /league/clock/use  clock.change  league.clock.change
        GET  /nights/new  night_plan.new  nights.plan.new
        POST /nights/new  night_plan.add  nights.plan.add
        GET  /nights/<number:night>/plan  night_plan.edit  nights.plan.edit
        POST /nights/<number:night>/plan  night_plan.change  nights.plan.change
        GET  /nights/<number:night>/pairs  night_plan.pairs  nights.plan.pairs
        POST /nights/<number:night>/pairs  night_plan.pair  nights.plan.pair
        POST /nights/<number:night>/draw  night_plan.draw_again  nights.plan.draw_again
        POST /nights/<number:night>/begin  night_plan.begin  nights.plan.begin
        POST /nights/<number:night>/take-back  night_plan.take_back  nights.plan.take_back
        POST /nights/<number:night>/decide  night_plan.decide  nights.plan.decide
        POST /nights/<number:night>/remove  night_plan.remove  nights.plan.remove
        POST /nights/<number:night>/restore  night_plan.restore  nights.plan.restore
        GET  /nights/<number:night>/codes  nights.codes  nights.nights.codes
        GET  /evenings/teams  fair.show  evenings.fair.show
        GET  /export  exports.index  exchange.exports.index
        GET  /export/<export>  exports.download  exchange.exports.download
        GET  /import  imports.index  exchange.imports.index
        POST /import  imports.look  exchange.imports.look
        GET  /import/file/<token>  imports.show  exchange.imports.show
        POST /import/file/<token>  imports.decide  exchange.imports.decide
        POST /import/file/<token>/discard  imports.discard  exchange.imports.discard
        GET  /import/<number:number>  imports.past  exchange.imports.past
        POST /import/<number:number>/undo  imports.undo  exchange.imports.undo
        GET  /import/template.<ending>  import_templates.download  exchange.imports.download_template
        POST /api/v1/games  api.begin  api.manage.begin
        POST /api/v1/games/<number:game>/settings  api.change_settings  api.manage.change_settings
        POST /api/v1/players  api.add_player  api.manage.add_player
        POST /api/v1/players/<number:person>  api.change_player  api.manage.change_player
    """,
}
"""Each line: the method, the address, the endpoint, the view below `scorepad.web`, and a default of the view."""

FOR_TEMPLATES = {
    "globals": {
        "attendance": "web.live.live_page.attendance",
        "mark_of": "web.live.live_page.mark_of",
        "listed_game_url": "web.games.game_list.listed_game_url",
        "table_input": "web.table.table.table_input",
        "open_questions": "web.rounds.rounds.open_questions",
        "undo_of": "web.games.history.undo_of",
        "redo_of": "web.games.history.redo_of",
        "person_mark": "web.people.people_view.mark_of",
        "news_of_game": "web.evenings.news.news_of_game",
        "latest_evening": "web.evenings.news.latest_evening",
        "figure_text": "league.figures.figure_text",
        "each": "league.figures.each",
        "rating_numbers": "web.players.players.rating_numbers",
        "bg_stats_link": "web.exchange.exports.bg_stats_link",
        "lead_chart_of": "web.result.lead.game_chart",
        "app_icon": "web.result.picture.app_icon",
        "called_it": "web.table.bets.called_it",
        "bet_sentences": "web.table.bets.bet_sentences",
        "own_host": "web.table.board.own_host",
        "round_aloud": "web.table.aloud.round_aloud",
        "count_aloud": "web.table.aloud.count_aloud",
        "record_text": "web.league.records.record_text",
        "best_value": "web.league.records.best_value",
    },
    "filters": {
        "moment": "web.games.game_list.moment",
        "zone": "web.league.clock.readable",
        "evening": "web.evenings.evenings.evening_title",
        "weighed": "scoring.advice.waiting.consideration_text",
        "meld": "scoring.text.explain.meld_text",
        "melds": "scoring.text.explain.melds_text",
        "percent": "league.figures.percent",
        "rounds_number": "league.figures.rounds_number",
        "whole": "league.figures.whole",
        "in_words": "web.api.openapi.in_words",
    },
    "tests": {
        "from_a_file": "scoring.game.agreement.is_imported",
        "just_now": "web.games.game_list.is_just_now",
        "a_day": "league.table_request.is_day",
    },
}
"""Functions for templates, by their kind and name, each below `scorepad`."""


class PageAddress(NamedTuple):
    permission: Permission
    method: str
    path: str
    endpoint: str
    view: str
    default: str = ""
    """A value of the view that is not in the path: "part=overview"."""


ADDRESSES = [
    PageAddress(permission, *line.split())
    for permission, lines in _ADDRESSES.items()
    for line in lines.strip().splitlines()
]

REQUIRED.update({address.endpoint: address.permission for address in ADDRESSES})


def install(app: Flask) -> None:
    """Add the addresses, and the functions for templates."""
    views = {address.endpoint: partial(_show, address) for address in ADDRESSES}
    for _, method, path, endpoint, _, default in ADDRESSES:
        defaults = dict([default.split("=")]) if default else None
        app.add_url_rule(path, endpoint=endpoint, view_func=views[endpoint], methods=[method], defaults=defaults)
    for kind, functions in FOR_TEMPLATES.items():
        getattr(app.jinja_env, kind).update({name: partial(_call, function) for name, function in functions.items()})


def _show(address: PageAddress, /, **url: Any) -> Any:
    """Call a view for the first time. Later requests go to it directly."""
    view = find(f"web.{address.view}")
    views = current_app.view_functions
    if getattr(views[address.endpoint], "func", None) is _show:
        views[address.endpoint] = view
    return view(**url)


def _call(name: str, /, *values: Any, **named: Any) -> Any:
    return find(name)(*values, **named)


@cache
def find(name: str) -> Callable[..., Any]:
    """Return a function by its name below `scorepad`. Its module is imported now, unless it was before."""
    module, _, function = name.rpartition(".")
    found: Callable[..., Any] = getattr(import_module(f"scorepad.{module}"), function)
    return found
