"""A game told from its first round to its last, while it is played and afterwards."""

from typing import Any

from flask import Blueprint, render_template, request

from scorepad.web.clubs import load
from scorepad.web.fresh import unless_unchanged
from scorepad.web.storypage import StoryPage

pages = Blueprint("stories", __name__, url_prefix="/games/<number:game>")


@pages.get("/story")
@unless_unchanged
def show(game: int) -> Any:
    """The story of a game; with ?rounds=open every round's sheet can be seen at once."""
    page = StoryPage.of(load(game), unfolded=request.args.get("rounds") == "open")
    return render_template("stories/story.html", page=page)
