"""In every engine a number typed on the keypad is safe, and the browser's database answers after the page was left."""

import subprocess

from tests.browser.engines import Engine, Phone
from tests.browser.tables import TALLIED, visiting
from tests.browser.test_engines import engine, phone
from tests.support.server import FROM_CHECKOUT, environment, link, start

__all__ = ["engine", "phone"]

MELDED = "() => document.querySelector('[name=\"team1.melded\"]')?.value"
LEAVE = {
    "link": "() => setTimeout(() => document.querySelector('a.brand').click())",
    "reload": "() => setTimeout(() => location.reload())",
    "address": "() => setTimeout(() => location.assign('/people'))",
    "back": "() => setTimeout(() => history.back())",
}
ANSWERS = """() => new Promise((done) => {
  setTimeout(done, 5000, false);
  const request = indexedDB.open("scorepad", 1);
  request.onsuccess = () => {
    const asked = request.result.transaction("jobs", "readwrite").objectStore("jobs").count();
    asked.onsuccess = () => { request.result.close(); done(true); };
  };
})"""
"""Whether the browser's database does a transaction. In WebKit, one that froze with its page held it up for minutes."""


def test_what_was_typed_is_there_again_and_the_database_answers(phone: Phone, engine: Engine, tmp_path):
    home = tmp_path / "instance"
    home.mkdir()
    with visiting(home) as owner:
        table = owner.begin(starter="seat2")
        table.sheet(1).save(**TALLIED)
    environ = environment(SCOREPAD_INSTANCE=str(home))
    with start(environ, FROM_CHECKOUT, subprocess.DEVNULL, "--here", "--link") as server:
        entrance = link(server)
        phone.open(entrance)
        phone.at("/")
        sheet = f"{entrance.partition('/in/')[0]}/games/{table.game}/rounds/1/edit#team1.melded"
        for number, (way, leaves) in enumerate(LEAVE.items(), start=1):
            phone.open(sheet)
            phone.at(".*/edit")
            phone.type("35")
            phone.run(f"() => {{ document.querySelector('[data-key=\"{number}\"]').click(); ({leaves})(); }}")
            phone.at({"reload": ".*/edit"}.get(way, "/(people)?"))
            assert phone.run(ANSWERS), way
            phone.open(sheet)
            phone.at(".*/edit")
            phone.value(f"(number) => ({MELDED})() === number", f"35{number}")
