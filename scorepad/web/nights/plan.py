"""The form of a night's plan, and the views that change a night."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Self

from flask import flash, redirect, render_template, request, url_for

from scorepad.language.words import plural
from scorepad.league.nights import PRIZES, PrizeCode
from scorepad.league.table_request import read_day
from scorepad.movements.draw import MOST_PEOPLE, MOST_SITTINGS, Partners
from scorepad.numbers import whole_number
from scorepad.play.form_data import STALE, FormData, Submission, TypedForm
from scorepad.play.new_game import list_rule_sets
from scorepad.play.nights import (
    CannotBegin,
    Night,
    NightTerms,
    begin_sitting,
    count_in_league,
    end_sitting,
    load_night,
    nights_of,
    plan_fault,
    resume_sitting,
    save_night,
    take_back_sitting,
    terms_document,
    ways_of_phones,
    without_draw,
)
from scorepad.play.parse_form import clean_text
from scorepad.play.setup_form import find_or_add
from scorepad.rules.faults import RulesError
from scorepad.rules.model import RuleSet
from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.scoring.names import BadName, fold_name
from scorepad.store import ChangedMeanwhile, Club, Player
from scorepad.store.clock import parse_time
from scorepad.store.recording import utc_now
from scorepad.web.app import bidi
from scorepad.web.app.current import g
from scorepad.web.app.forms import offer_new_token, valid_submission
from scorepad.web.app.templates import new_key
from scorepad.web.nights.drawing import DRAWINGS
from scorepad.web.nights.view import PRIZE_WORDS, loaded_games, rules_of
from scorepad.web.people.people_view import people_view

MOST_ROUNDS, MOST_MINUTES = 20, 600
"""The longest sitting."""

AHEAD = timedelta(days=731)
"""The furthest day for which a night is planned."""

LONGEST_NAME = 60
"""Characters of a night's name."""

CHANGED = "Someone else has just changed this night. Nothing is saved yet: check your changes, and press again."

MEANWHILE = "Someone else has just changed this night. Look at it again, then press again."

Line = tuple[str, ...]
"""The names of a person, or of a pair."""


@dataclass(slots=True, kw_only=True)
class NightForm(TypedForm):
    """The form of a plan. `here` are the ids that are ticked, `lines` the names that are typed, pairs together."""

    people: tuple[Player, ...]
    rule_sets: tuple[RuleSet, ...]
    here: frozenset[int] = frozenset()
    chosen_prizes: tuple[PrizeCode, ...] = PRIZES
    others: bool = False
    lines: list[Line] = field(default_factory=list)
    terms: NightTerms = field(default_factory=NightTerms)

    @classmethod
    def of(cls, club: Club, night: Night | None) -> Self:
        """Build the form of a new night, or of one with its plan filled in."""
        listed = list_rule_sets(club)
        sets = (*listed.recent, *listed.own, *listed.others)
        terms: NightTerms = night or NightTerms(rules=sets[0].slug)
        kept = {*terms.people}
        people = tuple(
            person
            for person in club.people.everyone()
            if person.merged_into is None and not person.forgotten and (person.id in kept or not person.retired)
        )
        bidi.remember(person.name for person in people)
        form = cls(data=FormData({}), people=people, rule_sets=sets, terms=terms)
        form.here = frozenset(night.here) if night else frozenset()
        form.chosen_prizes, form.others = terms.prizes, terms.others
        form.texts = {
            "name": terms.name,
            "day": terms.day,
            "begins": terms.begins,
            "rules": terms.rules,
            "partners": terms.partners.value,
            "sittings": str(terms.sittings),
            "rounds": str(terms.rounds or ""),
            "minutes": str(terms.minutes or ""),
            "names": "",
        }
        return form

    def read(self, data: FormData, begun: int) -> None:
        """Read what was typed, and collect every fault. `begun` sittings have begun, and stay."""
        self.data = data
        ids = {str(person.id): person.id for person in self.people}
        self.here = frozenset(ids[text] for text in data.getlist("here") if text in ids)
        self.chosen_prizes = tuple(code for code in PRIZES if code in data.getlist("prize"))
        self.others = data.get("others") == "1"
        name = self._name()
        day, begins = self._when()
        partners = Partners(self.word("partners", [*Partners], Partners.CHANGE.value))
        rules = self.word("rules", [*(rules.slug for rules in self.rule_sets), self.terms.rules], self.terms.rules)
        sittings = self._number("sittings", max(1, begun), MOST_SITTINGS)
        rounds, minutes = self._number("rounds", 1, MOST_ROUNDS), self._number("minutes", 1, MOST_MINUTES)
        if rounds and minutes:
            self.faults["minutes"] = "A sitting is a number of rounds or a time. Leave one of the two empty."
        if sittings is None and "sittings" not in self.faults:
            self.faults["sittings"] = f"Type a number from {max(1, begun)} to {MOST_SITTINGS}."
        self._read_names()
        if len(self.here) + sum(map(len, self.lines)) > MOST_PEOPLE:
            self.faults.setdefault("names", f"A night has at most {MOST_PEOPLE} people.")
        self.terms = replace(
            self.terms,
            name=name,
            day=day,
            begins=begins,
            rules=rules,
            partners=partners,
            sittings=sittings or 1,
            rounds=rounds,
            minutes=minutes,
            others=self.others,
            prizes=self.chosen_prizes,
        )

    def _name(self) -> str:
        text = self.text("name")
        if not text:
            return ""
        try:
            return clean_text(text, LONGEST_NAME)
        except BadName as error:
            self.faults["name"] = str(error)
            return ""

    def _when(self) -> tuple[str, str]:
        """Return the day and the time, "" each if it is open. A page of an older Scorepad does not ask for them."""
        day, begins = self.text("day", self.terms.day), self.text("begins", self.terms.begins)
        at = parse_time(begins) if begins else None
        if begins and at is None:
            self.faults["begins"] = "Type a time such as 19:30."
        elif begins and not day:
            self.faults["day"] = "Choose the day, too."
        try:
            chosen = read_day(day)
        except ValueError as error:
            self.faults["day"] = str(error)
            return "", ""
        if chosen and chosen > g.club.store.clock.today() + AHEAD:
            self.faults["day"] = "This is more than two years ahead. Check the year."
        return chosen.isoformat() if chosen else "", f"{at:%H:%M}" if at else ""

    def _number(self, name: str, least: int, most: int) -> int | None:
        text = self.text(name)
        number = whole_number(text, least, most) if text else None
        if text and number is None:
            self.faults[name] = f"Type a number from {least} to {most}."
        return number

    def _read_names(self) -> None:
        self.text("names")
        for at, line in enumerate(self.texts["names"].splitlines()[: MOST_PEOPLE + 1], start=1):
            if not line.strip():
                continue
            parts = line.split("&")
            try:
                names = tuple(clean_text(part) for part in parts)
            except BadName as error:
                self.faults["names"] = f"Line {at}: {error}"
                return
            if len(names) > 2:
                self.faults["names"] = f"Line {at}: A line has one name, or two with “&” between them."
                return
            self.lines.append(names)

    def with_people(self, club: Club, before: Night | None, key: str) -> NightTerms:
        """Return the terms with everyone who is here; new names are added to the club's people."""
        typed: list[tuple[int, ...]] = []
        for at, names in enumerate(self.lines):
            ids = [find_or_add(club, name, f"{key}:person{at}-{place}") for place, name in enumerate(names)]
            typed.append(tuple(dict.fromkeys(ids)))
        here = {*self.here, *(person for ids in typed for person in ids)}
        known = before.people if before else ()
        begun = {person for sitting in before.begun for person in (*sitting.people, *sitting.out)} if before else set()
        ticked = [person.id for person in self.people if person.id in here and person.id not in known]
        added = [person for ids in typed for person in ids]
        everyone = dict.fromkeys([*known, *ticked, *added])
        people = tuple(person for person in everyone if person in here or person in begun)
        gone = tuple(person for person in people if person not in here)
        pairs = _paired(
            before.pairs if before else (),
            [ids for ids in typed if len(ids) == 2],
            [person for person in people if person in here],
        )
        return replace(self.terms, people=people, gone=gone, pairs=pairs)


def _paired(
    before: tuple[tuple[int, int], ...], typed: list[tuple[int, ...]], here: list[int]
) -> tuple[tuple[int, int], ...]:
    """Return the pairs: those that were typed, then those of before, then the others in their order, two by two."""
    pairs: list[tuple[int, int]] = []
    taken: set[int] = set()
    for one, other in (*typed, *before):
        if one in here and other in here and not taken & {one, other}:
            pairs.append((one, other))
            taken |= {one, other}
    rest = iter([person for person in here if person not in taken])
    return (*pairs, *zip(rest, rest, strict=False))


# The views


def new() -> Any:
    """Show the form of a new night."""
    return _form_page(NightForm.of(g.club.store, None), None)


def add() -> Any:
    """Plan a night and draw it, or show the form again with its faults."""
    form = NightForm.of(g.club.store, None)
    if not _is_good(form, None):
        return _form_page(form, None)
    with g.club.store.writing():
        terms = form.with_people(g.club.store, None, g.form.key)
        stored = g.club.store.nights.add(terms_document(terms), key=g.form.key)
        night = nights_of(g.club.store, [stored])[0]
    _draw(night)
    return redirect(url_for("nights.show", night=night.id), 303)


def edit(night: int) -> Any:
    """Show the form of a night's plan: late comers, leavers, the number of sittings."""
    before = load_night(g.club.store, night)
    return _form_page(NightForm.of(g.club.store, before), before)


def change(night: int) -> Any:
    """Change the plan, and draw the sittings to come again if that needs it. Sittings that have begun stay."""
    before = load_night(g.club.store, night)
    form = NightForm.of(g.club.store, before)
    if not _is_good(form, before):
        return _form_page(form, before)
    try:
        with g.club.store.writing():
            terms = form.with_people(g.club.store, before, g.form.key)
            changed = replace(before, **{name: getattr(terms, name) for name in NightTerms.__dataclass_fields__})
            changed = without_draw(changed) if _needs_draw(before, changed) else changed
            after = save_night(g.club.store, replace(changed, version=_version_seen(before)))
    except ChangedMeanwhile:
        form.faults[""] = CHANGED
        return _form_page(form, before)
    _draw(after)
    flash("Nothing was changed." if after.version == before.version else "The night is changed.")
    return redirect(url_for("nights.show", night=night), 303)


def _version_seen(night: Night) -> int:
    """Return the version of the night that the form's page showed."""
    return whole_number(g.form.data.get("was")) or night.version


def _needs_draw(before: Night, after: Night) -> bool:
    def drawn_from(night: Night) -> object:
        return night.here, night.partners, night.sittings, night.rules, night.others

    return drawn_from(before) != drawn_from(after)


def _is_good(form: NightForm, before: Night | None) -> bool:
    form.read(g.form.data, len(before.begun) if before else 0)
    if not g.form.is_valid:
        offer_new_token()
        form.faults[""] = STALE
    return not form.faults


def _form_page(form: NightForm, night: Night | None) -> Any:
    html = render_template("nights/plan.html", form=form, night=night, prizes=PRIZE_WORDS, key=new_key())
    return html, 422 if form.faults else 200


def pairs(night: int) -> Any:
    """Show who plays with whom if partners are fixed: tick two people to make them a pair."""
    shown = load_night(g.club.store, night)
    if shown.partners is not Partners.FIXED:
        return redirect(url_for("nights.show", night=night), 303)
    return _pairs_page(shown)


def _pairs_page(night: Night, fault: str = "", ticked: Collection[int] = ()) -> Any:
    people = people_view()
    partner = {one: other for pair in night.here_in_pairs for one, other in (pair, pair[::-1])}
    here = sorted(night.here, key=lambda person: fold_name(people.name([person])))
    undo = tuple(filter(None, map(whole_number, request.args.getlist("undo"))))
    html = render_template(
        "nights/pairs.html",
        night=night,
        people=people,
        here=here,
        partner=partner,
        undo=undo if len({*undo} & {*here}) == 2 else (),
        fault=fault,
        ticked=ticked,
        key=new_key(),
    )
    return html, 422 if fault else 200


def pair(night: int) -> Any:
    """Make two people a pair, and draw the sittings to come again. The next page offers to undo that."""
    valid_submission()
    before = load_night(g.club.store, night)
    if before.partners is not Partners.FIXED:
        return redirect(url_for("nights.show", night=night), 303)
    ticked = [person for person in before.here if str(person) in g.form.data.getlist("person")]
    if len(ticked) != 2:
        return _pairs_page(before, "Tick two people, then press again.", ticked)
    one, other = ticked
    if {one, other} in map(set, before.here_in_pairs):
        return redirect(url_for("night_plan.pairs", night=night), 303)
    if before.version != _version_seen(before):
        return _pairs_page(before, MEANWHILE, ticked)
    after = save_night(g.club.store, without_draw(before.with_pair(one, other)))
    _draw(after)
    people = people_view()
    flash(f"{people.name([one, other])} play together.")
    former = next((pair for pair in before.here_in_pairs if one in pair or other in pair), ())
    return redirect(url_for("night_plan.pairs", night=night, undo=former or None), 303)


def _draw(night: Night) -> None:
    """Draw the sittings to come, if they are not drawn and can be."""
    rules = rules_of(night)
    if rules and not night.is_drawn and not plan_fault(night, rules):
        DRAWINGS.start(g.club.store, night)


def draw_again(night: int) -> Any:
    """Draw the sittings to come another time."""
    valid_submission()
    before = load_night(g.club.store, night)
    if before.version != _version_seen(before):
        flash(MEANWHILE, "refused")
    elif before.left:
        seed = before.seed + 1 if before.is_drawn else before.seed
        _draw(save_night(g.club.store, replace(without_draw(before), seed=seed)))
    return redirect(url_for("nights.show", night=night), 303)


def begin(night: int) -> Any:
    """Begin the next sitting: a game at each table. A form that is sent again begins nothing more."""
    form, before = valid_submission(), load_night(g.club.store, night)
    number = whole_number(form.data.get("sitting")) or 0
    if number == len(before.begun) + 1:
        _begin(before, form, number)
    return redirect(url_for("nights.show", night=night), 303)


def _begin(before: Night, form: Submission, number: int) -> None:
    if before.version != _version_seen(before):
        flash(MEANWHILE, "refused")
        return
    try:
        after, sitting = begin_sitting(g.club.store, before, form, utc_now())
    except (CannotBegin, ChangedMeanwhile, RulesError) as error:
        flash(str(error), "refused")
        return
    g.club.admit_to_sitting(*ways_of_phones(g.club.store, after, sitting))
    tables = plural(len(sitting.tables), "table", "tables")
    flash(f"Sitting {number} has begun at {tables}.")


def take_back(night: int) -> Any:
    """Take back the beginning of the latest sitting, as long as nobody has entered anything."""
    form, before = valid_submission(), load_night(g.club.store, night)
    if whole_number(form.data.get("sitting")) == len(before.begun):
        try:
            take_back_sitting(g.club.store, before, form, (WHOLE_GAME, TABLE, BINNED))
            flash(f"Sitting {len(before.begun)} has not begun. Its games are in the bin.")
        except (CannotBegin, ChangedMeanwhile) as error:
            flash(str(error), "refused")
    return redirect(url_for("nights.show", night=night), 303)


def decide(night: int) -> Any:
    """Count the night in the league or not; leave out rounds that not every table has played, or count them; end the
    current sitting at all tables, or let it go on."""
    form, before = valid_submission(), load_night(g.club.store, night)
    try:
        match form.data.get("decision"):
            case "end" | "go-on" as decision if before.begun:
                _end_sitting(before, form, decision)
            case "count":
                count_in_league(g.club.store, before, form, counts=True)
                flash("The games of this night count in the league.")
            case "leave-out":
                count_in_league(g.club.store, before, form, counts=False)
                flash("This night is left out of the league.")
            case "cut" | "whole" as decision:
                save_night(g.club.store, replace(before, cut=decision == "cut"))
    except ChangedMeanwhile:
        flash(MEANWHILE, "refused")
    return redirect(url_for("nights.show", night=night), 303)


def _end_sitting(night: Night, form: Submission, decision: str) -> None:
    """End the current sitting or let it go on, unless the form was for an earlier one."""
    number = len(night.begun)
    if whole_number(form.data.get("sitting")) != number:
        flash(MEANWHILE, "refused")
        return
    # Read as the writer, so that no phone can finish a round in between.
    with g.club.store.writing():
        games = [loaded for _, loaded in loaded_games(night.begun[-1].games)]
        (end_sitting if decision == "end" else resume_sitting)(g.club.store, games, form)
    flash(f"Sitting {number} ends." if decision == "end" else f"Sitting {number} goes on.")


def remove(night: int) -> Any:
    """Remove a night from the list. Its games stay."""
    valid_submission()
    g.club.store.nights.remove(night)
    flash("The night is removed. Games that were begun stay.")
    return redirect(url_for("nights.index", removed=night), 303)


def restore(night: int) -> Any:
    valid_submission()
    g.club.store.nights.remove(night, back=True)
    flash("The night is back.")
    return redirect(url_for("nights.show", night=night), 303)
