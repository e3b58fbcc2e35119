"""The server, the local network, and what `serve` prints. No module here has a page."""
