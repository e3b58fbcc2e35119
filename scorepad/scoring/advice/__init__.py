"""Questions during play: can we open, may we go out, which opening is cheapest, what speaks for waiting."""
