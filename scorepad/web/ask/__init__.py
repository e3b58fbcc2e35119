"""Can we open, may we go out."""
