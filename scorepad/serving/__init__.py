"""The server, the local network, and the output of `scorepad serve`. No module here has a page."""
