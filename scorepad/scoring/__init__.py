"""Scoring: what a round was worth and why, whether a team may open or go out, how a game runs.

Pure; see README.md in this folder.
"""
