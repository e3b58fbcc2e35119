"""Plan a night through its pages, and play it."""

from scorepad.league.nights import PRIZES
from scorepad.play.nights import load_night
from tests.support.waiting import until
from tests.web.driving import OUT_FIRST, Table

NAMES = [f"Player {at}" for at in range(1, 14)]


def plan(visitor, names=NAMES[:12], **typed):
    """Plan a night for these people, and return its number once its tables are drawn."""
    form = visitor.get("/nights/new").form("/nights/new")
    usual = {"names": "\n".join(names), "rules": "partnership", "rounds": "1", "prize": [*PRIZES]}
    answer = visitor.client.post(form.action, data=form.fields | usual | typed)
    assert answer.status_code == 303, answer.text
    night = int(answer.location.rsplit("/", 1)[1])
    until(lambda: "Drawing" not in visitor.get(f"/nights/{night}").text)
    return night


def press(visitor, night, endpoint, **fields):
    form = visitor.get(f"/nights/{night}").form(endpoint)
    return visitor.post(form.action, form.fields | fields)


def night_of(visitor, night):
    return load_night(visitor.club, night)


def play_all(visitor, night, **typed):
    for game in night_of(visitor, night).begun[-1].games:
        Table(visitor, game).play(1, **(OUT_FIRST | typed))
