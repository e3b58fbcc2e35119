"""The result as text: to be selected, and in the links that hand it to whatever sends messages and mails."""

from urllib.parse import parse_qs

from scorepad.rules import preset
from tests.web.kept import ended, keep, result, texted


def test_the_result_as_text_holds_every_round(visitor):
    page = result(
        keep(visitor, "partnership", (1910, 1200), (-300, 1450), (2200, 400), (1500, 1310))
    )
    assert "readonly" in page.root.by_id("result-text").attributes
    assert texted(page) == (
        "Ann & Carla won. Ahead by 950 points. All 4 rounds were played. "
        "Ann & Carla: 5,310 Bob & Dora: 4,360 "
        f"{preset('partnership').name}, round by round (Ann & Carla / Bob & Dora): "
        "Round 1: 1,910 / 1,200 Round 2: -300 / 1,450, so far 1,610 / 2,650 "
        "Round 3: 2,200 / 400, so far 3,810 / 3,050 Round 4: 1,500 / 1,310, so far 5,310 / 4,360"
    )


def test_the_text_goes_into_a_message_without_a_sign_that_would_cut_it_short(visitor):
    address = result(keep(visitor, "southern-ohio", (6500, 20))).links["Text message"]
    assert address.startswith("sms:?&body=Ann%20and%20Carla%20won.%0A")
    assert "%26" not in address
    assert address.count("&") == 1


def test_the_text_goes_into_a_mail_line_by_line(visitor):
    address = result(keep(visitor, "southern-ohio", (6500, 20))).links["E-mail"]
    said = parse_qs(address.removeprefix("mailto:?"), strict_parsing=True)
    assert said["subject"] == [f"{preset('southern-ohio').name}: Ann & Carla won"]
    assert said["body"][0].startswith("Ann & Carla won.\r\nAhead by 6,480 points.\r\n")
    assert address.isascii()
    assert " " not in address


def test_names_with_anything_in_them_stay_text(visitor):
    names = ("<b>&amp;", "Q\"'?=#%", "👩‍👩‍👧", "דוד")
    page = result(keep(visitor, "southern-ohio", (0, 6500), names=names))
    assert page.heading == "Q\"'?=#% & דוד won"
    body = page.links["Text message"].partition("body=")[2]
    assert not set(body) & set("\"'?=#&<> ")


def test_a_round_that_does_not_count_is_told_so(visitor):
    page = result(keep(visitor, "southern-ohio", (7, 5), (3, 0), cells=ended(1)))
    assert texted(page).endswith("Round 2, not counted: 3 / 0")
