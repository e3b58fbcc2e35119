"""Every action of forms in a club outside its games: more of the expected rights of `rights_actions`."""

from dataclasses import replace
from datetime import UTC, datetime

from bench.proofs.rights_actions import OWNS, Form, action, press
from scorepad.live.delivery import Kind
from scorepad.live.notices import NoticeAddress
from scorepad.play.nights import load_night
from scorepad.store import WHOLE_CLUB, Role
from scorepad.store.tokens import TokenRole
from tests.support.waiting import until
from tests.web.driving import NAMES, Visitor


def _next_season(owner: Visitor) -> dict[str, str]:
    """Return a new season: a month of a year that no other season uses."""
    seasons = owner.club.seasons
    year = 2001 + len(seasons.all()) + len(seasons.removed())
    days = {"first_day": f"{year}-01-01", "last_day": f"{year}-02-01"}
    return {"name": f"Winter {year}", "figure": "wins", "least": "1"} | days


def _person(owner: Visitor) -> int:
    return int(owner.club.people.add(f"Guest {owner.club.latest_seq()} {len(owner.club.people.active())}").id)


def _season(owner: Visitor) -> str:
    press(owner, "/league/seasons", **_next_season(owner))
    return f"/league/seasons/{max(season.id for season in owner.club.seasons.all())}"


@action(OWNS, "new_game.begin")
def begin_a_game(owner: Visitor) -> Form:
    return Form(0, "/games/new/classic", {f"seat{n}": name for n, name in enumerate(NAMES[:4], 1)} | {"decks": "2"})


@action(OWNS, "club_name.change")
def name_the_club(owner: Visitor) -> Form:
    before = owner.club.name()
    return Form(0, "/club/name", {"name": f"Club {owner.club.latest_seq()} {len(before)}", "before": before})


@action(OWNS, "club_name.say_chances", "decision")
def say_who_will_win(owner: Visitor) -> Form:
    return Form(0, "/club/chances", {"decision": "no" if owner.club.says_chances() else "yes"})


@action(OWNS, "club_name.take_bets", "decision")
def take_bets(owner: Visitor) -> Form:
    return Form(0, "/club/bets", {"decision": "no" if owner.club.takes_bets() else "yes"})


@action(OWNS, "club_name.set_language", "language", "language=")
def set_the_language(owner: Visitor) -> Form:
    return Form(0, "/club/language", {"language": "es" if owner.club.language() == "de" else "de"})


@action(OWNS, "people.add")
def add_a_person(owner: Visitor) -> Form:
    return Form(0, "/people", {"name": f"New {len(owner.club.people.active())}"})


@action(OWNS, "people.change")
def rename_a_person(owner: Visitor) -> Form:
    person = _person(owner)
    return Form(0, f"/people/{person}/edit", {"name": f"Renamed {person}", "colour": "1"})


@action(OWNS, "people.merge")
def merge_two_people(owner: Visitor) -> Form:
    return Form(0, f"/people/{_person(owner)}/merge", {"into": str(_person(owner))})


@action(OWNS, "people.unmerge")
def separate_two_people(owner: Visitor) -> Form:
    one, other = _person(owner), _person(owner)
    owner.club.people.merge(one, other)
    return Form(0, f"/people/{one}/unmerge", {})


@action(OWNS, "people.forget")
def forget_a_person(owner: Visitor) -> Form:
    return Form(0, f"/people/{_person(owner)}/forget", {"sure": "1"})


@action(OWNS, "people.undo")
def take_back_a_persons_change(owner: Visitor) -> Form:
    person = _person(owner)
    page = owner.get(f"/people/{person}/edit")
    page = owner.send(page.form("/edit"), name=f"Changed {person}")
    form = page.form("/take-back")
    return Form(0, form.action, form.fields)


@action(OWNS, "clock.change")
def change_the_clock(owner: Visitor) -> Form:
    other = "Asia/Tokyo" if owner.club.clock.name() == "UTC" else "UTC"
    return Form(0, "/league/clock/use", {"zone": other})


@action(OWNS, "seasons.begin")
def begin_a_season(owner: Visitor) -> Form:
    return Form(0, "/league/seasons", _next_season(owner))


@action(OWNS, "seasons.change")
def change_a_season(owner: Visitor) -> Form:
    path = f"{_season(owner)}/edit"
    return Form(0, path, owner.get(path).form("/edit").fields | {"name": "Changed"})


@action(OWNS, "seasons.remove")
def remove_a_season(owner: Visitor) -> Form:
    return Form(0, f"{_season(owner)}/remove", {})


@action(OWNS, "seasons.restore")
def restore_a_season(owner: Visitor) -> Form:
    path = _season(owner)
    press(owner, f"{path}/remove")
    return Form(0, f"{path}/restore", {})


@action(OWNS, "seasons.end")
def end_a_season(owner: Visitor) -> Form:
    # It runs until today and so overlaps all the others; create it after them.
    path = _season(owner)
    running = owner.get(f"{path}/edit").form("/edit")
    form = owner.send(running, last_day="").form("/end")
    return Form(0, form.action, form.fields)


def _night(owner: Visitor, *pressed: str, partners: str = "change") -> str:
    """Plan a night that is drawn, press these buttons on its page, and return its path."""
    terms = {"rules": "partnership", "partners": partners, "sittings": "2", "name": f"Night {owner.club.latest_seq()}"}
    press(owner, "/nights/new", names="\n".join(NAMES[:4]), **terms)
    path = f"/nights/{max(night.id for night in owner.club.nights.all())}"
    until(lambda: "Begin sitting" in owner.get(path).text)
    for ending in pressed:
        form = owner.get(path).form(ending)
        owner.post(form.action, form.fields)
    return path


def _button(owner: Visitor, path: str, ending: str) -> Form:
    form = owner.get(path).form(ending)
    return Form(0, form.action, form.fields)


@action(OWNS, "night_plan.add")
def plan_a_night(owner: Visitor) -> Form:
    terms = {"rules": "partnership", "partners": "change", "sittings": "2", "names": "Ann"}
    return Form(0, "/nights/new", terms)


@action(OWNS, "night_plan.change")
def change_a_night(owner: Visitor) -> Form:
    path = f"{_night(owner)}/plan"
    return Form(0, path, owner.get(path).form("/plan").fields | {"name": "Changed"})


@action(OWNS, "night_plan.pair")
def make_a_pair_of_a_night(owner: Visitor) -> Form:
    path = _night(owner, partners="fixed")
    form = owner.get(f"{path}/pairs").form("/pairs")
    one, *_, last = sorted(load_night(owner.club, int(path.rpartition("/")[2])).here)
    return Form(0, form.action, form.fields | {"person": [str(one), str(last)]})


@action(OWNS, "night_plan.draw_again")
def draw_a_night_again(owner: Visitor) -> Form:
    return _button(owner, _night(owner), "/draw")


@action(OWNS, "night_plan.begin")
def begin_a_sitting(owner: Visitor) -> Form:
    return _button(owner, _night(owner), "/begin")


@action(OWNS, "night_plan.take_back")
def take_back_a_sitting(owner: Visitor) -> Form:
    return _button(owner, _night(owner, "/begin"), "/take-back")


@action(OWNS, "night_plan.decide", "decision")
def leave_a_night_out(owner: Visitor) -> Form:
    return _button(owner, _night(owner), "/decide")


@action(OWNS, "night_plan.remove")
def remove_a_night(owner: Visitor) -> Form:
    return Form(0, f"{_night(owner)}/remove", {})


@action(OWNS, "night_plan.restore")
def restore_a_night(owner: Visitor) -> Form:
    path = _night(owner)
    press(owner, f"{path}/remove")
    return Form(0, f"{path}/restore", {})


def _phone(owner: Visitor) -> int:
    return int(Visitor(owner.app, Role.READER).phone.id)


@action(OWNS, "phones.dismiss")
def send_a_phone_away(owner: Visitor) -> Form:
    return Form(0, f"/phones/{_phone(owner)}/dismiss", {})


@action(OWNS, "phones.readmit")
def let_a_phone_in_again(owner: Visitor) -> Form:
    phone = _phone(owner)
    owner.access.dismiss(phone)
    return Form(0, f"/phones/{phone}/readmit", {})


def _renewing(owner: Visitor, role: Role, game: int) -> Form:
    generation = owner.access.generation(role, game)
    return Form(game, "/phones/renew", {"role": role, "game": game, "generation": generation, "sure": "1"})


@action(OWNS, "phones.renew")
def renew_the_link_of_a_table(owner: Visitor) -> Form:
    return _renewing(owner, Role.SCORER, owner.begin().game)


@action(OWNS, "phones.renew")
def renew_the_link_for_watching(owner: Visitor) -> Form:
    return _renewing(owner, Role.WATCHER, owner.begin().game)


@action(OWNS, "phones.renew")
def renew_the_link_for_reading(owner: Visitor) -> Form:
    return _renewing(owner, Role.READER, WHOLE_CLUB)


@action(OWNS, "phones.renew")
def renew_the_owners_link(owner: Visitor) -> Form:
    return _renewing(owner, Role.OWNER, WHOLE_CLUB)


@action(OWNS, "phones.allow")
def let_more_phones_in(owner: Visitor) -> Form:
    return Form(0, "/phones/uses", {"most": str(owner.access.owner_link.uses().most + 1)})


@action(OWNS, "tokens.make")
def make_a_token(owner: Visitor) -> Form:
    typed = {"name": "Overlay", "may": "read", "game": "", "ends": "", "per_minute": "60"}
    return Form(0, "/phones/tokens", typed)


@action(OWNS, "tokens.revoke")
def revoke_a_token(owner: Visitor) -> Form:
    made = owner.access.tokens.new("Overlay", TokenRole.READ)
    return Form(0, f"/phones/tokens/{made.token.id}/revoke", {})


# The addresses of notices stand in a file of their own, so these change no row.


def _notice_address(owner: Visitor, **values: str) -> int:
    notices = owner.app.extensions["scorepad.clubs"].home.notices
    key = f"hook {len(notices.addresses())}"
    for address in notices.addresses()[:-1]:
        notices.change(replace(address, deleted_at="2026-01-01"))
    # Nothing is sent to it: the owner did not say that it is in the own network.
    new = NoticeAddress(0, key, key, Kind.JSON, "http://127.0.0.1:9/", "127.0.0.1:9", frozenset())
    added = notices.add(new, "http://localhost")
    notices.change(replace(added, **values))
    return int(added.id)


NOTICE = {"name": "Chat", "address": "", "kind": "json", "evening_closes": "1"}


@action(OWNS, "notices.add", records=False)
def add_an_address_for_notices(owner: Visitor) -> Form:
    return Form(0, "/notices", NOTICE | {"address": "https://hooks.example/x"})


@action(OWNS, "notices.change", records=False)
def change_an_address_for_notices(owner: Visitor) -> Form:
    return Form(0, f"/notices/{_notice_address(owner)}", NOTICE | {"address": "https://hooks.example/y"})


@action(OWNS, "notices.test", records=False)
def send_a_test_notice(owner: Visitor) -> Form:
    return Form(0, f"/notices/{_notice_address(owner)}/test", {})


@action(OWNS, "notices.pause", records=False)
def pause_notices(owner: Visitor) -> Form:
    return Form(0, f"/notices/{_notice_address(owner)}/pause", {})


@action(OWNS, "notices.resume", records=False)
def resume_notices(owner: Visitor) -> Form:
    return Form(0, f"/notices/{_notice_address(owner)}/resume", {})


@action(OWNS, "notices.delete", records=False)
def delete_an_address_for_notices(owner: Visitor) -> Form:
    return Form(0, f"/notices/{_notice_address(owner)}/delete", {})


@action(OWNS, "notices.restore", records=False)
def bring_an_address_for_notices_back(owner: Visitor) -> Form:
    deleted = _notice_address(owner, deleted_at=datetime.now(UTC).isoformat(timespec="seconds"))
    return Form(0, f"/notices/{deleted}/restore", {})


@action(OWNS, "phones.confirm")
def confirm_a_new_owner(owner: Visitor) -> Form:
    owner.access.admit(None, Role.OWNER, generation=owner.access.generation(Role.OWNER))
    return Form(0, "/phones/confirm", {"arrival": "999"})


@action(OWNS, "phones.renew_all")
def send_all_away(owner: Visitor) -> Form:
    return Form(0, "/phones/renew-all", {"sure": "1"})
