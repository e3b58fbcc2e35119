"""Limits the wait for a form or a file to one second, in a Python that starts with this folder in its path."""

from scorepad.web.app import bodies, uploads

bodies.BODIES = bodies.Bodies(seconds=1)
uploads.UPLOADS = uploads.Uploads(silence=1)
