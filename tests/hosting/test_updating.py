"""Files of version 0.1.0 are migrated without losing a point, and the copies allow a downgrade.

`bench/proofs/updating.py` does the same with wheels of both versions, and wrote the texts in `first_version`.
"""

from contextlib import closing
from pathlib import Path

from scorepad.serving import invite_links
from scorepad.web import create_app
from tests.hosting.club_of_first_version import NAMES_OF_FILES, dumped, points, restored
from tests.web.driving import Visitor
from tests.web.hosting import clubs_of

KEPT = Path(__file__).with_name("first_version")


def test_the_first_versions_club_shows_every_point_and_its_copies_are_as_it_was(tmp_path):
    home = tmp_path / "instance"
    expected = restored(KEPT, home)
    before = {file: dumped(home / file) for file in NAMES_OF_FILES.values()}
    with closing(clubs_of(app := create_app(home))):
        owner = Visitor(app)
        assert owner.client.get(invite_links.link_path(home), follow_redirects=True).status_code == 200
        assert points(owner) == expected
        assert len(expected) > 20
        assert owner.access.phones()[0].passes
    for file, text in before.items():
        assert dumped(home / file) != text
        (copy,) = home.glob(f"{file}.before-*")
        assert dumped(copy) == text
