"""Questions about every value of a rule set, and what a table changes in it. Pure; see README.md in this folder."""
