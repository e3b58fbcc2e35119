"""The league without scripts, by keyboard, in print, and the navigation between its pages on a small phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clubs import Name
from tests.browser.conftest import PHONE, NewContext
from tests.browser.looks import TOUCH, UNCLEAR, UNREADABLE, resize, unfit

PLACES = ("/league", "/league?whose=partnerships", "/league/records", "/evenings", "/league/seasons")

OUTLINE = """() => {
  const one = getComputedStyle(document.activeElement);
  return [document.activeElement.tagName, one.outlineStyle, parseFloat(one.outlineWidth)];
}"""


@pytest.fixture
def plain(new_context: NewContext) -> Page:
    """A phone whose browser runs no scripts."""
    page: Page = new_context(**PHONE, java_script_enabled=False).new_page()
    return page


def test_the_standings_are_asked_for_without_scripts(plain, clubs):
    plain.goto(f"{clubs.url(Name.CROWD)}/league")
    plain.get_by_text("Choose another table").tap()
    plain.get_by_label("Games of").select_option(label="The first winter")
    plain.get_by_label("At least this many games").fill("9")
    plain.get_by_role("button", name="Show", exact=True).tap()
    expect(plain.get_by_role("heading", level=1)).to_have_text("The first winter")
    expect(plain.locator(".about")).to_contain_text("with 9 games or more")
    plain.get_by_role("link", name="Pairs").tap()
    expect(plain.locator(".about")).to_contain_text("Partnerships with 9 games or more")
    expect(plain.locator(".standings tbody tr")).not_to_have_count(0)
    plain.get_by_text("Choose another table").tap()
    plain.get_by_label("Or your own days: from").fill("2018-03-01")
    plain.get_by_label("Your own days: to").fill("2018-01-31")
    plain.get_by_role("button", name="Show", exact=True).tap()
    expect(plain.get_by_role("alert").first).to_contain_text("cannot be shown")
    plain.get_by_label("Your own days: to").fill("2018-03-31")
    plain.get_by_role("button", name="Show", exact=True).tap()
    expect(plain.get_by_role("heading", level=1)).to_contain_text("1 Mar 2018 to 31 Mar 2018")


@pytest.mark.parametrize("name", [Name.LONG, Name.CROWD])
@pytest.mark.parametrize(
    ("address", "rows"),
    [
        ("?over=all", ".leaders li"),
        ("?over=season-1", ".leaders li"),
        ("?over=all&whose=partnerships", ".leaders li"),
        ("/seasons/1", "table.standings"),
    ],
)
def test_the_first_of_a_table_are_on_the_first_screen(onlooker, clubs, name, address, rows):
    onlooker.set_viewport_size({"width": 360, "height": 584})
    onlooker.goto(f"{clubs.url(name)}/league{address}")
    first = onlooker.locator(rows).first.bounding_box()
    assert first
    assert first["y"] < 584


def test_names_of_a_night_are_whole_and_people_stand_in_two_columns(onlooker, clubs):
    club = clubs.url(Name.CROWD)
    resize(onlooker, (390, 844))
    onlooker.goto(f"{club}/evenings/2018-01-05")
    lines = onlooker.locator(".night .who bdi").evaluate_all("names => names.map(one => one.getClientRects().length)")
    assert {*lines} == {1}
    resize(onlooker, (768, 1024))
    onlooker.goto(f"{club}/people")
    one, other = (person.bounding_box() for person in onlooker.locator(".people li").all()[:2])
    assert one["y"] == other["y"]
    onlooker.get_by_role("link", name="Add a person").click()
    expect(onlooker.get_by_role("button", name="Add", exact=True)).to_be_in_viewport(ratio=1)


def test_long_names_break_at_home_and_the_newest_sentence_ends_with_a_line(onlooker, clubs):
    resize(onlooker, (360, 584))
    onlooker.goto(f"{clubs.url(Name.LONG)}/")
    assert onlooker.locator(".heroes li").count() == 2
    assert onlooker.evaluate("document.documentElement.scrollWidth") == 360
    onlooker.goto(f"{clubs.url(Name.LONG)}/league?over=all")
    lines = onlooker.evaluate("""() => [...document.querySelectorAll(".newest p")].map((sentence) =>
      sentence.getBoundingClientRect().height / parseFloat(getComputedStyle(sentence).lineHeight))""")
    assert lines
    assert max(lines) <= 2.1


@pytest.mark.parametrize("name", [Name.LONG, Name.CROWD])
def test_a_small_phone_has_the_course_of_each_rating_below_its_figures(onlooker, clubs, name):
    onlooker.set_viewport_size({"width": 360, "height": 584})
    onlooker.goto(f"{clubs.url(name)}/league?over=all")
    rooms = onlooker.evaluate("""() => [...document.querySelectorAll(".standings tr:has(.spark)")].map((row) => {
      const course = row.querySelector(".spark").getBoundingClientRect();
      const texts = [...row.querySelectorAll(".by, .second")].map((figure) => {
        const text = document.createRange();
        text.selectNodeContents(figure);
        return text.getBoundingClientRect().bottom;
      });
      return [course.width, course.top - Math.max(...texts), row.getBoundingClientRect().bottom - course.bottom];
    })""")
    assert rooms
    # A line of text has three spare pixels below its letters.
    assert [room for room in rooms if room[0] < 64 or room[1] < -3 or room[2] < 0] == []


@pytest.mark.parametrize("address", ["", "?whose=partnerships", "/seasons/1"])
def test_names_are_whole_and_figures_fit_on_a_tablet_and_a_desktop(onlooker, clubs, address):
    onlooker.goto(f"{clubs.url(Name.ONE_GAME)}/league{address}")
    for size in ((768, 1024), (1024, 768), (1280, 800)):
        resize(onlooker, size)
        assert (unfit(onlooker), onlooker.evaluate(UNREADABLE)) == ([], []), size


def test_a_name_of_eleven_letters_is_whole_on_a_small_phone(onlooker, clubs):
    onlooker.set_viewport_size({"width": 360, "height": 584})
    onlooker.goto(f"{clubs.url(Name.ONE_GAME)}/league?over=all")
    heights = onlooker.evaluate("""() => {
      const [row, other] = document.querySelectorAll(".standings tbody tr");
      row.querySelector("bdi").textContent = "Maximiliane";
      for (const rated of document.querySelectorAll(".of-rating")) rated.textContent = "1,653";
      row.querySelector(".rank").insertAdjacentHTML("beforeend", '<span class="moved">new</span>');
      return [row, other].map((one) => one.querySelector("bdi").getBoundingClientRect().height);
    }""")
    assert heights[0] == heights[1]


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("/league/versus?one=1&other=2", ("#meetings", "#ahead")),
        ("/league/year/2026", (".counts", "[data-figure=month]")),
        ("/people/1", ("[data-figure=wins]", "#rating")),
    ],
)
def test_a_desktop_has_the_parts_of_a_page_in_two_columns(onlooker, clubs, address, parts):
    resize(onlooker, (1280, 800))
    onlooker.goto(f"{clubs.url(Name.ONE_GAME)}{address}")
    left, right = (onlooker.locator(part).bounding_box() for part in parts)
    assert left
    assert right
    assert left["x"] + 300 < right["x"]


@pytest.mark.parametrize(("name", "person"), [(Name.ONE_GAME, 1), (Name.CROWD, 19)])
def test_the_overview_of_a_player_has_at_most_one_and_a_half_screens(onlooker, clubs, name, person):
    onlooker.set_viewport_size({"width": 360, "height": 584})
    onlooker.goto(f"{clubs.url(name)}/people/{person}")
    assert onlooker.evaluate("document.documentElement.scrollHeight") <= 1.5 * 584


def test_the_links_between_its_pages_stand_in_one_row_on_a_small_phone(page, clubs):
    for place in PLACES:
        page.goto(f"{clubs.url(Name.ONE_GAME)}{place}")
        links = page.get_by_role("navigation", name="The league").get_by_role("link")
        boxes = [box for one in links.all() if (box := one.bounding_box())]
        assert len(boxes) == len(PLACES)
        assert len({box["y"] for box in boxes}) == 1, place
        assert min(box["height"] for box in boxes) >= TOUCH, place


@pytest.mark.parametrize("place", PLACES)
def test_the_keyboard_focus_can_be_seen(onlooker, clubs, place):
    onlooker.goto(f"{clubs.url(Name.ONE_GAME)}{place}")
    onlooker.get_by_role("main").locator("a:visible, summary:visible").first.focus()
    for _ in range(12):
        onlooker.keyboard.press("Tab")
        tag, style, width = onlooker.evaluate(OUTLINE)
        if tag == "BODY":
            break
        assert (style, width >= 2) == ("solid", True), onlooker.evaluate("document.activeElement.outerHTML")


def test_a_picture_that_cannot_be_read_would_be_found(onlooker, clubs):
    onlooker.goto(f"{clubs.url(Name.ONE_GAME)}/people/1/games")
    assert onlooker.evaluate(UNCLEAR) == []
    onlooker.evaluate("document.querySelector('main svg title').textContent = ''")
    onlooker.evaluate("""() => {
      const [one, other, third] = document.querySelectorAll("main svg text");
      one.setAttribute("x", 900);
      one.style.fontSize = "6px";
      for (const way of ["x", "y"]) other.setAttribute(way, third.getAttribute(way));
    }""")
    faults = [line.rpartition(" ")[2] for line in onlooker.evaluate(UNCLEAR)]
    assert faults == ["title", "out", "small", "overlap"]
