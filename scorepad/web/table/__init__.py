"""The table during a game, and the board."""
