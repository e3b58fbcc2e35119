"""Whatever happened, and whenever pages were read in between: working everything out anew changes nothing."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings

from tests.league.clubs import written_out
from tests.league.happenings import NO_SHRINKING, after, evenings


@settings(max_examples=40, deadline=None, phases=NO_SHRINKING)
@given(evenings)
def test_working_everything_out_anew_changes_nothing(happenings):
    with TemporaryDirectory() as home, after(Path(home), happenings) as evening:
        evening.club.league.catch_up()
        kept = written_out(evening.club)
        evening.club.league.rebuild()
        assert written_out(evening.club) == kept
