"""Scorepad keeps the score of Hand and Foot and its family, and explains every number."""

__version__ = "1.0.0"
