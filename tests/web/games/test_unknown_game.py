"""Every page of a game that is not here, and every form sent to it."""

import pytest

PAGES = ("", "/history", "/settings", "/rules", "/result", "/story", "/rounds/1", "/scorer", "/board")
FORMS = ("/bin", "/restore", "/undo", "/settings", "/starter", "/end", "/rematch")


@pytest.mark.parametrize("game", ["0", "99999", "-1", "٣", "1e1", "9" * 30, "1" + "0" * 400])
def test_an_unknown_game_has_no_page_and_takes_no_form(visitor, table, nothing_recorded, game):
    form = table.page().form("/starter")
    fields = {name: form.fields[name] for name in ("csrf_token", "key", "seen")}
    nothing_recorded()
    for page in PAGES:
        assert visitor.get(f"/games/{game}{page}").status == 404, page
    for end in FORMS:
        typed = {"action": "keep", "decision": "on", "seat": "1", "undo": "1"}
        assert visitor.post(f"/games/{game}{end}", fields | typed).status == 404, end
