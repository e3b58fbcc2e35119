"""The year in review of a person, a partnership and the club, with a picture to share; see docs/league.md."""
