"""The application as a server imports it: made once, in the one worker."""

from scorepad.web import create_app

app = create_app()
