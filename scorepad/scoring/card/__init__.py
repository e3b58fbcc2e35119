"""The reference card of a rule set at one table: all its values in plain words, each with its source."""
