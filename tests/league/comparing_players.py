"""The pages of players and of partnerships beside what plain code makes of the same games."""

from collections.abc import Sequence

from tests.league.comparing_kinds import same_favourites, same_kinds
from tests.league.page_figures import (
    Pages,
    figures_in,
    game_of,
    marked,
    part,
    rows,
    section,
    text,
)
from tests.league.plain import Other, PlainLeague
from tests.league.plain_badges import badges
from tests.league.plain_figures import Figures, Who, figures, outcomes, results, runs, team_of
from tests.league.plain_ratings import Rating
from tests.league.plain_words import (
    amount,
    by_round,
    day,
    key,
    mean,
    percent,
    rated,
    times,
    twice_off,
)
from tests.web.pages import Element, Page

RATED, BESIDE = 50, 5
"""Games of the table of ratings, and partners or opponents on a page."""

HOW = {1: "Won", 0: "Tied", -1: "Lost"}


def same_player(pages: Pages, person: int) -> None:
    """All that the page of a person says, who is neither merged nor forgotten."""
    plain, who = pages.plain, (person,)
    page = pages.open(f"/people/{person}")
    own = figures(who, plain.games)
    if own.games:
        _same_rating(page, plain, who)
        _same_history(part(page, "rating"), plain, person)
        _same_beside(page, "partners", plain.best_partners(person))
        _same_beside(page, "opponents", plain.hardest_opponents(who))
    same_own(pages, page, own)
    same_badges(page, plain, person)


def same_partnership(pages: Pages, who: Who) -> None:
    """All that the page of a partnership says."""
    plain = pages.plain
    page = pages.open(f"/partners/{key(who)}")
    own = figures(who, plain.games)
    if own.games:
        _same_rating(page, plain, who)
        met = plain.hardest_opponents(who)
        _same_beside(page, "opponents", met)
        left = sorted(met[BESIDE:], key=lambda o: (-o.share, -o.games, plain.by_name(o.who)))
        if left:
            _same_beside(page, "easiest", left)
        else:
            assert section(page, "easiest") is None
    same_own(pages, page, own)


def same_own(pages: Pages, page: Page, own: Figures) -> None:
    """What the pages of a person and of a partnership have in common."""
    assert (section(page, "games") is None) == (own.games == 0)
    if own.games:
        _same_counts(part(page, "games"), pages.plain, own)
        _same_last(part(page, "last"), pages.plain, own.who)
    assert (section(page, "deeds") is None) == (own.rounds == 0)
    if own.rounds:
        _same_deeds(part(page, "deeds"), own)
        same_kinds(pages, part(page, "kinds"), own.who, len(own.who) == 1)
        same_favourites(pages, part(page, "rules"), own.who)


def _same_rating(page: Page, plain: PlainLeague, who: Who) -> None:
    rating = plain.ratings.on(who, None)
    (headline,) = [one for one in part(page, "rating").all("p") if one["class"] == "rating"]
    assert figures_in(headline) == {"rating": mean(rating), "give_or_take": twice_off(rating)}
    shown, off = round(rating[0]), round(2 * rating[1])
    assert f"is between {amount(shown - off)} and {amount(shown + off)}." in page.text


def _same_history(there: Element, plain: PlainLeague, person: int) -> None:
    """The rating after each of the last games, and the sentence about them."""
    changes = zip(plain.games, plain.ratings.changes, strict=True)
    last = [(game, change[person]) for game, change in changes if person in change][-RATED:]
    expected = [
        (str(game.number), {"rating": mean(rating), "give_or_take": twice_off(rating)})
        for game, rating in last[::-1]
    ]
    assert rows(there, "game") == expected
    if last:
        (first, before), (latest, after) = last[0], last[-1]
        said = f"From {rated(before)} on {day(first.day)} to {rated(after)} on {day(latest.day)}."
        said += _extremes([rating for _, rating in last])
        if len(last) == 1:
            said = f"{rated(after)} after the only game, on {day(latest.day)}."
        (picture,) = there.all("svg")
        assert picture.all("desc")[0].text == said


def _extremes(ratings: Sequence[Rating]) -> str:
    shown = [round(one[0]) for one in ratings]
    return f" The highest was {amount(max(shown))}, the lowest {amount(min(shown))}."


def _same_counts(there: Element, plain: PlainLeague, own: Figures) -> None:
    all_runs = runs(outcomes(own.who, plain.games))
    now, best = all_runs[-1], max([0, *all_runs])
    row = " in a row" if abs(now) > 1 else ""
    run = f"{times(abs(now), 'game')} {'won' if now > 0 else 'lost'}{row}"
    found = figures_in(there)
    assert found == {
        "games": amount(own.games),
        "wins": amount(own.alone),
        "ties": amount(own.ties),
        "lost": amount(own.games - own.alone - own.ties),
        "share": percent(own.share),
        "run": run if now else "None: the last game was a tie",
        "best_run": times(best, "game") if best else "None yet",
    }
    assert (": of a tie, each has a part" in there.text) == (own.ties > 0)
    places = {one["data-figure"]: one["data-run"] for one in marked(there, "run")}
    assert places == {"run": str(now), "best_run": str(best)}


def _same_last(there: Element, plain: PlainLeague, who: Who) -> None:
    """The last ten games, the last first, each with all teams and totals."""
    played = results(who, plain.games)[-10:][::-1]
    assert plain.last_ten(who)[::-1] == [(game.number, won) for game, won in played]
    assert [int(one["data-game"]) for one in marked(there, "game")] == [g.number for g, _ in played]
    for line, (game, won) in zip(marked(there, "game"), played, strict=True):
        team = team_of(who, game)
        assert team is not None
        others = [at for at in range(game.teams) if at != team]
        how = 1 if won == 1 else 0 if won else -1
        assert text(line, "outcome") == HOW[how]
        assert day(game.day) in line.text
        assert game_of(line.all("a")[0]) == game.number
        totals = [amount(game.totals[at]) for at in (team, *others)]
        assert [one.text for one in line.all("b")] == totals
        partners = tuple(one for one in game.people[team] if one not in who)
        sides = [tuple(game.people[at]) for at in others]
        names = [plain.name(partners)] if partners else []
        names += [plain.name(one) or "Nobody known" for one in sides]
        assert [one.text for one in line.all("bdi")] == names


def _same_deeds(there: Element, own: Figures) -> None:
    counts = {
        "went_out": own.went_out,
        "exact_cuts": own.cuts,
        "red_threes": own.threes,
        "severe": own.severe,
        "opened_first": own.opened_first,
        "books": own.books,
        "clean": own.clean,
    }
    averages = {f"{one}_a_round": by_round(count, own.rounds) for one, count in counts.items()}
    assert figures_in(there) == {one: amount(count) for one, count in counts.items()} | averages
    assert f"In {times(own.rounds, 'round')} of all kinds" in there.text


def _same_beside(page: Page, name: str, expected: list[Other]) -> None:
    """The first few partners or opponents."""
    found = rows(part(page, name))
    assert found == [
        (key(one.who), {"games": amount(one.games), "share": percent(one.share)})
        for one in expected[:BESIDE]
    ]


def same_badges(page: Page, plain: PlainLeague, person: int) -> None:
    """Every badge that was earned, with its level, the game that earned it, and the next level."""
    expected = badges(plain, person)
    days = {game.number: day(game.day) for game in plain.games}
    found = {one["data-badge"]: one for one in marked(part(page, "badges"), "badge")}
    assert found.keys() == expected.keys()
    for code, badge in expected.items():
        (link,) = found[code].all("a")
        assert (code, game_of(link)) == (code, badge.game)
        assert link.text.startswith(days[badge.game])
        assert _number(text(found[code], "level")) == badge.level
        (after,) = [one for one in found[code].all("span") if one["class"] == "help"]
        assert after.text == "The last level" or _number(after.text) == badge.next
        assert (after.text == "The last level") == (badge.next is None)


def _number(words: str) -> int:
    """The only number among words."""
    (found,) = [one for one in words.replace(",", "").split() if one.isdigit()]
    return int(found)
