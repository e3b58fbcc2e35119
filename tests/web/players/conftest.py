"""The tiny league, for tests of the pages of its players."""

from tests.web.league.conftest import own_tiny, tiny, tiny_ids

__all__ = ["own_tiny", "tiny", "tiny_ids"]
