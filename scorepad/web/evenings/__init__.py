"""Evenings, what they changed, and fair teams for the next one."""
