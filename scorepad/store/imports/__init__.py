"""Imports of past games."""
