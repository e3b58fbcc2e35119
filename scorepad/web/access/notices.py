"""The owner's page of notices: which addresses are told what happens, and what came back from them."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from wtforms import BooleanField, StringField

from scorepad.live.delivery import BadAddress, Kind, check_address, has_apprise, how_to_install, parse
from scorepad.live.notice_text import Occasion
from scorepad.live.notices import (
    KEPT_DELETED,
    MAX_ADDRESSES,
    LoggedDelivery,
    NoticeAddress,
    Policy,
    TooManyAddresses,
    target_by,
)
from scorepad.store import BadName
from scorepad.store.checks import clean_name
from scorepad.web.access.phones import external_address
from scorepad.web.app.current import g
from scorepad.web.app.forms import PageForm, valid_submission
from scorepad.web.app.templates import new_key

SECONDS_FOR_TEST = 4.0
"""How long the page waits for the answer to a test."""

KINDS = {
    Kind.JSON: "A program, such as Home Assistant: JSON",
    Kind.TEXT: "ntfy: plain text",
    Kind.DISCORD: "Discord",
    Kind.SLACK: "Slack",
    Kind.MATTERMOST: "Mattermost",
    Kind.APPRISE: "Another service, by Apprise",
}

MOMENTS = {
    Occasion.BEGIN: "A game begins",
    Occasion.END: "A game ends",
    Occasion.RECORD: "A record falls",
    Occasion.EVENING: "An evening closes",
}

_KNOWN = {"discord.com": Kind.DISCORD, "discordapp.com": Kind.DISCORD, "hooks.slack.com": Kind.SLACK}
"""Hosts that take nothing but their own format."""


class NoticeForm(PageForm):
    """An address. Without a typed one, the address that is stored stays: no page shows it again."""

    name = StringField()
    kind = StringField()
    address = StringField()
    game_begins = BooleanField(false_values=("",))
    game_ends = BooleanField(false_values=("",))
    record_falls = BooleanField(false_values=("",))
    evening_closes = BooleanField(false_values=("",))
    may_be_private = BooleanField(false_values=("",))

    @property
    def ticks(self) -> dict[str, str]:
        """The ticked boxes, and the typed texts."""
        boxes = [*MOMENTS, "may_be_private"]
        return {**self.texts, **{name: "1" if self[name].data else "" for name in boxes}}

    def read(self, before: NoticeAddress | None = None) -> NoticeAddress | None:
        """Return the address with what was typed. If something is wrong, return None and set `faults`."""
        moments = frozenset(moment for moment in MOMENTS if self[moment].data)
        if not moments:
            self.refuse("Choose at least one.", "game_begins")
        kind = next((kind for kind in Kind if kind == self.kind.data), None)
        if kind is None:
            self.refuse("Choose what the address is.", "kind")
        name, address = self._name(), (self.address.data or "").strip() or (before.address if before else "")
        if not address:
            self.refuse("Paste the address here.", "address")
        if kind is None or self.faults:
            return None
        try:
            kind = _kind_of(kind, address)
            target = target_by(g.club.notices.policy, kind, address, may_be_private=bool(self.may_be_private.data))
            where = check_address(target)
        except BadAddress as error:
            self.refuse(str(error), "address")
            return None
        typed = NoticeAddress(0, self.key.data, name or where, kind, address, where, moments, target.may_be_private)
        return replace(typed, id=before.id, key=before.key, is_paused=before.is_paused) if before else typed

    def _name(self) -> str:
        try:
            return clean_name(self.name.data) if (self.name.data or "").strip() else ""
        except BadName as error:
            self.refuse(str(error), "name")
            return ""


def _kind_of(kind: Kind, address: str) -> Kind:
    """The kind of an address: as chosen, unless its host takes nothing else."""
    if kind is not Kind.JSON:
        return kind
    return _KNOWN.get(parse(address)[1], kind)


def index() -> str:
    """Show the addresses, the form for a new one, and the log."""
    return _page(texts={"kind": Kind.JSON.value, Occasion.END: "1", Occasion.EVENING: "1"})


def add() -> Any:
    """Add an address."""
    _refuse_if_off()
    form = NoticeForm()
    address = form.read() if form.validate() else None
    if address is None:
        return _page(texts=form.ticks, faults=form.faults), 422
    try:
        g.club.notices.add(address, _base())
    except TooManyAddresses as error:
        return _page(texts=form.ticks, faults={"": str(error)}), 422
    flash(f"“{address.name}” is added. Send a test to see whether it arrives.")
    return redirect(url_for("notices.index"), 303)


def edit(number: int) -> str:
    """Ask for changes to an address."""
    address = _address(number)
    texts = {"name": address.name, "kind": address.kind.value, "may_be_private": "1" if address.may_be_private else ""}
    return _edit_page(address, texts | {moment.value: "1" for moment in address.moments})


def change(number: int) -> Any:
    """Change an address."""
    _refuse_if_off()
    before, form = _address(number), NoticeForm()
    address = form.read(before) if form.validate() else None
    if address is None:
        return _edit_page(before, form.ticks, form.faults), 422
    g.club.notices.change(address, _base())
    flash(f"“{address.name}” is changed.")
    return redirect(url_for("notices.index"), 303)


def test(number: int) -> Any:
    """Send a test, and say what came back."""
    valid_submission()
    _refuse_if_off()
    address = _address(number)
    answer = g.club.notices.test(number, _base(), SECONDS_FOR_TEST)
    if answer is None:
        flash(f"The test to “{address.name}” is on its way. What comes back will stand below: load this page again.")
    elif answer.is_sent:
        flash(f"The test to “{address.name}” was sent: {answer.words}")
    else:
        flash(f"The test to “{address.name}” was not sent. {answer.words}", "refused")
    return redirect(url_for("notices.index"), 303)


def pause(number: int) -> Any:
    """Send nothing more to an address until the owner resumes it."""
    return _changed(number, "Nothing is sent to “{}” until you resume it.", is_paused=True)


def resume(number: int) -> Any:
    """Send to an address again."""
    return _changed(number, "“{}” is told again.", is_paused=False, is_failing=False)


def delete(number: int) -> Any:
    """Delete an address, which can be brought back for a day. The form may be sent twice."""
    valid_submission()
    address = g.club.notices.address(number)
    if address is None:
        abort(404)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    g.club.notices.change(replace(address, deleted_at=address.deleted_at or now))
    flash(f"“{address.name}” is deleted. You can bring it back for a day, below.")
    return redirect(url_for("notices.index"), 303)


def restore(number: int) -> Any:
    """Bring back a deleted address."""
    valid_submission()
    address = g.club.notices.address(number)
    if address is None:
        abort(404)
    if address.deleted_at and len(_kept()) >= MAX_ADDRESSES:
        flash(f"A club has at most {MAX_ADDRESSES} addresses. Delete another one first.", "refused")
        return redirect(url_for("notices.index"), 303)
    g.club.notices.change(replace(address, deleted_at=""))
    flash(f"“{address.name}” is back.")
    return redirect(url_for("notices.index"), 303)


def _changed(number: int, sentence: str, **values: Any) -> Any:
    valid_submission()
    address = _address(number)
    g.club.notices.change(replace(address, **values))
    flash(sentence.format(address.name))
    return redirect(url_for("notices.index"), 303)


def _address(number: int) -> NoticeAddress:
    address = g.club.notices.address(number)
    if address is None or address.deleted_at:
        abort(404)
    return address


def _refuse_if_off() -> None:
    if g.club.notices.policy is Policy.OFF:
        abort(403)


def _kept() -> list[NoticeAddress]:
    return [address for address in g.club.notices.addresses() if not address.deleted_at]


def _base() -> str:
    """The address with which links begin: that of this page, or of this machine in its network."""
    return external_address().host or f"{request.host_url.rstrip('/')}{request.script_root}"


def _page(*, texts: dict[str, str], faults: dict[str, str] | None = None) -> str:
    notices = g.club.notices
    return render_template(
        "access/notices.html",
        is_off=notices.policy is Policy.OFF,
        addresses=_kept(),
        deleted=[address for address in notices.addresses() if address.deleted_at],
        hours_kept=KEPT_DELETED.days * 24,
        log=[*map(_log_row, notices.log())],
        waiting=len(notices.waiting()),
        **_of_form(texts, faults),
    )


def _edit_page(address: NoticeAddress, texts: dict[str, str], faults: dict[str, str] | None = None) -> str:
    return render_template("access/notice.html", address=address, **_of_form(texts, faults))


def _of_form(texts: dict[str, str], faults: dict[str, str] | None) -> dict[str, Any]:
    return {
        "texts": texts,
        "faults": faults or {},
        "kinds": KINDS,
        "moments": MOMENTS,
        "base": _base(),
        "how_to_install": "" if has_apprise() else how_to_install(),
        "may_be_private": g.club.notices.policy is Policy.PRIVATE,
        "key": new_key(),
    }


def _log_row(line: LoggedDelivery) -> tuple[LoggedDelivery, str, str]:
    """A line of the log, what it was about, and the URL of that, "" for none."""
    if line.moment is Occasion.TEST:
        return line, "A test", ""
    if line.moment is Occasion.EVENING:
        return line, MOMENTS[line.moment], url_for("evenings.show", day=line.subject)
    return line, f"{MOMENTS[line.moment]}: game {line.subject}", url_for("result.show", game=int(line.subject))
