"""The rule sets that a club keeps, and those that somebody is still changing."""
