"""The words of every key of a rule set: questions, cards, comparisons, doubts. Pure; see README.md in this folder."""
