"""Which phones have access: invite another, see them all, send one away; and who keeps score on one."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import abort, current_app, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from wtforms import BooleanField, StringField
from wtforms.validators import InputRequired, ValidationError

from scorepad import addresses, paths
from scorepad.language.words import plural
from scorepad.live.codes import Purpose, ShownCode
from scorepad.numbers import whole_number
from scorepad.play.game import LoadedGame
from scorepad.play.new_game import descendants
from scorepad.play.nights import game_at_table_now, games_at_table
from scorepad.play.setup_form import find_or_add_player
from scorepad.scoring.names import BadName
from scorepad.store import NO_PLAYER, WHOLE_CLUB, Club, KeyReused, Pass, Phone, Role
from scorepad.store.access import MAX_USES
from scorepad.web.access.join import forget, link_word
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import NumberField, PageForm, valid_submission
from scorepad.web.app.hosts import host_name, is_ip_address
from scorepad.web.app.navigation import return_url, return_url_in_game
from scorepad.web.app.permissions import Permission
from scorepad.web.app.templates import new_key

PAGE = 50
MAX_TABLES = 3
"""Tables to name for each phone, latest first."""

_LABELS = {Role.OWNER: "owns the club", Role.READER: "reads the club", Role.SCORER: "scores", Role.WATCHER: "watches"}
_ORDER = tuple(Role)


@dataclass(frozen=True, slots=True)
class ListedPhone:
    """A phone with what it may do: pairs of a label and a game, 0 for the whole club.

    `name` is its scorer's, "" if unknown. `more` counts the earlier tables that are not named. `joined_at`
    is in UTC.
    """

    id: int
    name: str
    does: tuple[tuple[str, int], ...]
    more: int
    joined_at: str
    dismissed: bool
    is_this: bool


class ListedOwner(NamedTuple):
    """A phone that joined as an owner. `name` is its scorer's, "" if unknown; the rest is as in `NewOwner`."""

    id: int
    phone: int
    name: str
    joined_at: str
    is_in: bool
    on_first_day: bool


def new_owners() -> list[ListedOwner]:
    """Return the phones that joined as owners and that this owner's phone has not confirmed, oldest first."""
    if not g.phone or Permission.OWN not in g.allowed:
        return []
    unseen = g.club.access.owner_link.unseen(g.phone.id)
    names = g.club.store.people.names({new.player for new in unseen if new.player})
    return [
        ListedOwner(new.arrival, new.phone, names.get(new.player, ""), new.came, new.is_in, bool(new.on_first_day))
        for new in unseen
    ]


def all_phones(before: int | None) -> tuple[list[ListedPhone], int | None]:
    """Return a page of all phones, latest first, and the `before` of the next page (None at the end)."""
    phones = [phone for phone in g.club.access.phones() if before is None or phone.id < before]
    older = phones[PAGE - 1].id if len(phones) > PAGE else None
    return _listed(phones[:PAGE]), older


def phones_at_table(game: int) -> list[ListedPhone]:
    """Return the phones with a pass for one table, latest first."""
    phones = g.club.access.phones()
    return _listed([phone for phone in phones if any(p.game == game for p in phone.passes)])


def _listed(phones: list[Phone]) -> list[ListedPhone]:
    names = g.club.store.people.names({phone.player for phone in phones if phone.player})
    return [_listed_phone(phone, names.get(phone.player or 0, "")) for phone in phones]


def _listed_phone(phone: Phone, name: str) -> ListedPhone:
    passes = sorted(phone.passes, key=lambda pass_: (bool(pass_.game), -pass_.game, _ORDER.index(pass_.role)))
    of_club = [pass_ for pass_ in passes if not pass_.game]
    # A phone that scores a table may watch it too.
    of_tables = [
        pass_
        for pass_ in passes
        if pass_.game and (pass_.role is Role.SCORER or Pass(Role.SCORER, pass_.game) not in phone.passes)
    ]
    shown = of_club + of_tables[:MAX_TABLES]
    return ListedPhone(
        id=phone.id,
        name=name,
        does=tuple((_LABELS[pass_.role], pass_.game) for pass_ in shown),
        more=max(0, len(of_tables) - MAX_TABLES),
        joined_at=phone.joined_at,
        dismissed=phone.dismissed,
        is_this=g.phone is not None and phone.id == g.phone.id,
    )


# Invite another phone: a link as a QR code or as text, or six digits to type


LABELS = {
    Role.OWNER: "Code that makes a phone an owner of this club",
    Role.READER: "Code that lets a phone read this club",
    Role.SCORER: "Code that lets a phone keep score at this table",
    Role.WATCHER: "Code that lets a phone watch this table",
}
QUIET_ZONE = 4
"""White modules around a QR code. Cameras need them."""


class ExternalAddress(NamedTuple):
    """The URL at which another phone reaches these pages.

    `origin` is "" if no other phone can. `elsewhere`: it is not the URL that this page was opened at.
    """

    origin: str
    elsewhere: bool = False

    @property
    def host(self) -> str:
        """The part of the URL that people type."""
        return self.origin.partition("://")[2]


def external_address() -> ExternalAddress:
    """Return the URL to put into this page's QR codes."""
    here = f"{request.host_url.rstrip('/')}{request.script_root}"
    if not is_loopback(request.host):
        return ExternalAddress(here)
    network = addresses.load(current_app.config["HOME"])
    if network is None or not network.origins:
        return ExternalAddress("", elsewhere=True)
    # Other phones do not come through the proxy of this page, if there is one.
    prefix = paths.prefix(g.club.slug) if "club" in g else ""
    return ExternalAddress(f"{network.origins[0]}{prefix}", elsewhere=True)


def is_loopback(host: str) -> bool:
    """Return whether a host, with or without a port, is a loopback address, which other machines cannot use."""
    name = host_name(host) or ""
    if is_ip_address(name):
        return name.startswith(("127.", "[::1]", "[::ffff:127.")) or name == "0.0.0.0"  # noqa: S104  # only compares
    return name == "localhost" or name.endswith(".localhost")


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link. `url` and `picture` are "" if no other phone can reach this server.

    `code` is None for a link to the whole club: six digits are too easy to guess for that.
    """

    role: Role
    game: int
    generation: int
    url: str
    picture: Markup
    code: ShownCode | None

    @property
    def id(self) -> str:
        """Its HTML id."""
        return f"{self.role}-link"


def invitation(role: Role, where: ExternalAddress, game: int = WHOLE_CLUB) -> Invitation:
    """Return the way in for a role. All sittings of a night have that of the first game at the table."""
    game = games_at_table(g.club.store, game)[0] if game else game
    generation = g.club.access.generation(role, game)
    url = link_url(role, where.origin, game) if where.origin else ""
    picture = qr_code(url, LABELS[role]) if url else Markup()
    code = g.club.codes.show(Purpose(role, game, generation)) if game else None
    return Invitation(role, game, generation, url, picture, code)


def link_url(role: Role, origin: str, game: int = WHOLE_CLUB) -> str:
    """Return the URL at `origin` that lets a phone join."""
    generation = g.club.access.generation(role, game)
    return f"{origin}/in/{link_word(str(current_app.secret_key), g.club.slug, role, game, generation)}"


def qr_code(url: str, label: str) -> Markup:
    """Return the QR code of a link as an SVG that fills its container. Screen readers read the label."""
    # Imported here to save memory on small computers: most processes never render a QR code.
    import segno

    # Draw the light modules too: a dark page would shine through.
    svg = segno.make(url, error="m", micro=False).svg_inline(
        border=QUIET_ZONE, omitsize=True, dark="#000000", light="#ffffff", svgclass="qr", lineclass=None
    )
    return Markup('<div class="code" role="img" aria-label="{}">{}</div>').format(
        label,
        Markup(svg),  # noqa: S704  # segno draws this picture
    )


def show_codes(game: int) -> Any:
    """Show a table's codes, for keeping score and for watching."""
    return invite_page(game)


def invite_page(game: int, asked: Role | None = None, fault: str = "") -> str:
    """Return a table's page of codes. `fault` is what is wrong with the form that makes a new link for `asked`."""
    where = external_address()
    return render_template(
        "access/invite.html",
        game=load(game),
        where=where,
        join_url=f"{where.host}/join",
        scoring=invitation(Role.SCORER, where, game),
        watching=invitation(Role.WATCHER, where, game),
        phones=phones_at_table(game) if Permission.OWN in g.allowed else [],
        asked=asked,
        fault=fault,
        key=new_key(),
    )


# The owner’s page of phones


THIS, ALL, USES = "this", "all", "uses"

_OF_A_TABLE = (Role.SCORER, Role.WATCHER)
_RENEWED = {
    Role.OWNER: "The owner’s link is new. This phone stays in; every other owner’s phone needs the new link.",
    Role.READER: "The link for reading is new. Everyone who used the old one needs it.",
    Role.SCORER: "The link for keeping score is new. Everyone who used the old one needs it.",
    Role.WATCHER: "The link for watching is new. Everyone who used the old one needs it.",
}


class SureForm(PageForm):
    """A button with a confirmation checkbox."""

    sure = BooleanField(false_values=("",), validators=[InputRequired("Tick the box first, then press again.")])

    @property
    def fault(self) -> str:
        """The error beside the checkbox, "" if there is none."""
        return self.faults.get("") or self.faults.get("sure", "")


class RenewForm(SureForm):
    """Make a new link. `generation` is the generation of the link on the page."""

    role = StringField()
    game = StringField()
    generation = StringField()

    @property
    def link(self) -> tuple[Role, int] | None:
        """The role and the game (or `WHOLE_CLUB`) of the link; None if there is no such link."""
        game = whole_number(self.game.data or "") or WHOLE_CLUB
        role = next((role for role in Role if role == self.role.data), None)
        return (role, game) if role and (role in _OF_A_TABLE) == bool(game) else None


class UsesForm(PageForm):
    """Limit how many phones the owner's link admits."""

    most = NumberField(0, MAX_USES, f"Type a number from 0 to {MAX_USES}.")


def index() -> Any:
    """Show every phone that has access or was sent away, and the links to the whole club."""
    return _page()


def _page(asked: str = "", fault: str = "", typed: str = "") -> str:
    """Return the page. `fault` is what is wrong with the form `asked`, `typed` the text in it."""
    before = whole_number(request.args.get("before", ""))
    phones, older = all_phones(before)
    where = external_address()
    return render_template(
        "access/phones.html",
        phones=phones,
        owners=new_owners() if before is None else [],
        older=older,
        newest=before is None,
        where=where,
        owner=invitation(Role.OWNER, where),
        reader=invitation(Role.READER, where),
        asked=asked,
        fault=fault,
        typed=typed,
        uses=g.club.access.owner_link.uses(),
        key=new_key(),
        minutes_paused=g.club.codes.minutes_paused(),
    )


def dismiss(phone: int) -> Any:
    """Revoke a phone's access."""
    valid_submission()
    if g.phone is not None and phone == g.phone.id:
        return _leave(phone)
    if not g.club.access.dismiss(phone):
        abort(404)
    g.club.hub.notify_all()
    return _back("The phone was sent away. It stays in the list, in case you want to let it in again.")


def _leave(phone: int) -> Any:
    """Forget the owner's own phone if the box is ticked. A link lets it join again."""
    form = SureForm()
    if not form.validate():
        return _page(THIS, form.fault), 422
    return forget(phone, "This phone has left. Use the owner’s link to get back in.")


def readmit(phone: int) -> Any:
    """Give a phone that was sent away its passes back."""
    valid_submission()
    if not g.club.access.dismiss(phone, back=True):
        abort(404)
    if phone not in {listed.id for listed in g.club.access.phones()}:
        return _back("It can join again, but must scan the new code.")
    return _back("The phone has its access back.")


def renew() -> Any:
    """Make a new link if the box is ticked. Phones that used the old one lose access."""
    form = RenewForm()
    if form.link is None:
        return _back("Nothing was changed: choose a link.")
    role, game = form.link
    if game and not g.club.store.exists(game):
        abort(404)
    if not form.validate():
        return invite_page(game, role, form.fault) if game else _page(role, form.fault), 422
    # A second press must not make a second link: a phone may have used the first one already.
    if whole_number(form.generation.data or "") != g.club.access.generation(role, game):
        return _back("There was a new link already. Here it is.", game)
    keep = g.phone.id if g.phone and role is Role.OWNER else None
    g.club.access.renew(role, game, keep=keep, also=_later_games(game))
    g.club.hub.notify_all()
    return _back(_RENEWED[role], game)


def _later_games(game: int) -> list[int]:
    """Return the games whose links are renewed with that of a game: rematches, and those at its table of a night."""
    return sorted({*descendants(g.club.store, game), *games_at_table(g.club.store, game)} - {game})


def allow() -> Any:
    """Set how many phones the owner's link admits."""
    form = UsesForm()
    if not form.validate():
        return _page(USES, next(iter(form.faults.values())), form.texts["most"]), 422
    g.club.access.owner_link.set_most(form.most.data or 0)
    left = g.club.access.owner_link.uses().left
    return _back(f"The owner’s link can let in {plural(left, 'more phone', 'more phones')}.")


def confirm() -> Any:
    """Record that this phone has seen which phones joined as owners, up to the last one on its page."""
    valid_submission()
    if g.phone:
        g.club.access.owner_link.confirm(g.phone.id, whole_number(request.form.get("arrival", "")) or 0)
    return redirect(return_url("phones.index"), 303)


def renew_all() -> Any:
    """Revoke every other phone's access and renew every link, if the box is ticked."""
    form = SureForm()
    if not form.validate():
        return _page(ALL, form.fault), 422
    g.club.access.renew_all(owner=g.phone.id if g.phone else None)
    g.club.hub.notify_all()
    return _back("All other phones have lost access. All links and codes of this club are new.")


def _back(message: str, game: int = WHOLE_CLUB) -> Any:
    """Redirect to the page of the form, a table's or the club's, with a message."""
    flash(message)
    game = game or whole_number(request.form.get("game", "")) or WHOLE_CLUB
    if game and g.club.store.exists(game):
        return redirect(url_for("invites.show", game=game_at_table_now(g.club.store, game)), 303)
    return redirect(url_for("phones.index"), 303)


# Who keeps score on a phone: asked once, stored with the phone’s passes


class ScorerForm(PageForm):
    """A button for each player at the table and one for "Only watching", or a name to type."""

    player = StringField()
    name = StringField()

    def __init__(self, loaded: LoadedGame) -> None:
        super().__init__()
        self.at_table = loaded.agreement.players

    def validate_player(self, field: StringField) -> None:
        """Reject a player who is not at the table."""
        if field.raw_data and field.data not in map(str, (NO_PLAYER, *self.at_table)):
            raise ValidationError("Choose one of the players, or type a name.")

    def find_player(self, club: Club) -> int:
        """Return the id of the player; add a person if the name is new. Raises BadName or KeyReused."""
        if self.player.raw_data:
            return int(self.player.data)
        return find_or_add_player(club, self.name.data or "", self.at_table, f"{self.key.data}:scorer")


def ask(game: int) -> Any:
    """Ask who has this phone: it keeps score for them."""
    return render_template("access/scorer.html", game=load(game), typed="", fault="")


def save(game: int) -> Any:
    """Save who keeps score on this phone: someone at the table, a typed name, or no one, who then sees the board."""
    assert g.phone is not None
    loaded = load(game)
    form = ScorerForm(loaded)
    if form.validate():
        try:
            player = form.find_player(g.club.store)
            g.club.access.set_player(g.phone.id, player)
            return redirect(return_url_in_game(game) if player else url_for("board.show", game=game), 303)
        except (BadName, KeyReused) as error:
            form.refuse(str(error))
    fault = next(iter(form.faults.values()))
    typed = form.name.data or ""
    return render_template("access/scorer.html", game=loaded, typed=typed, fault=fault), 422
