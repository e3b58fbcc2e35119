"""Another program at the same address stores a cookie with letters beyond ASCII. The phone stays in."""

from tests.browser.phone import TEAM

STORED = "document.cookie = 'place=Köln; path=/'"


def test_a_cookie_of_another_program_is_in_nobodys_way(context, tables):
    game = tables.tallied()
    phone = tables.phone(context, game)
    phone.page.evaluate(STORED)
    phone.step(TEAM, "Red books")
    phone.recorded("2 → 3")
    phone.page.reload()
    phone.step(TEAM, "Red books")
    phone.recorded("3 → 4")
    assert tables.values(game, "clean") == [2, 3, 4]
