"""The year of a person, of a partnership and of the club, with a picture to share; see docs/league.md."""
