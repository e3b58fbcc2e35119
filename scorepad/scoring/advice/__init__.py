"""Questions during play: can we open, may we go out, which opening is cheapest, and why wait."""
