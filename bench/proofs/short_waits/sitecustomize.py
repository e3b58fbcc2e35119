"""Lets the Python that starts with this folder in its path wait for a form or a file for a second only."""

from scorepad.web.app import bodies, uploads

bodies.BODIES = bodies.Bodies(seconds=1)
uploads.UPLOADS = uploads.Uploads(silence=1)
