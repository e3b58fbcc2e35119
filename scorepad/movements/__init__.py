"""Seatings for a night of many tables. Start at `draw`."""
