"""Nights of many tables."""
