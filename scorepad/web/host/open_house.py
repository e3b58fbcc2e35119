"""An open house: visitors may start clubs if `SCOREPAD_OPEN` is 1. Otherwise none of this is installed."""

from flask import Flask, Response

from scorepad.web.app.open_clubs import OpenClubs
from scorepad.web.app.refusals import FRONT_PAGE
from scorepad.web.host import operator, starting
from scorepad.web.host.house import NAME, OpenHouse, current_house
from scorepad.web.host.sweeping import sweep_now_and_then


def install(app: Flask, clubs: OpenClubs, most: int, *, is_serving: bool) -> None:
    """Add the pages. If a server runs, also start to sweep periodically."""
    house = OpenHouse(app.config["HOME"], clubs, most)
    app.extensions[NAME] = house
    app.register_blueprint(starting.pages)
    app.register_blueprint(operator.pages)
    app.extensions[FRONT_PAGE] = starting.front_page
    app.after_request(_count_errors)
    if is_serving:
        sweep_now_and_then(house.home, clubs)


def _count_errors(response: Response) -> Response:
    if response.status_code >= 500:
        current_house().errors += 1
    return response
