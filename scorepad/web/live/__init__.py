"""Streams and presence: what happens on other phones."""
