"""Entering, correcting and explaining a round."""
