"""Texts that name no rule set, no table and no number."""

BAD_SLUGS = ["", "abc", "Roth", "-1", "\x00", "../roth", "<b>roth</b>", "٣", "9" * 5000, "1e3"]
