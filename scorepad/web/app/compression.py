"""Compress pages with gzip, for browsers that accept it. `assets` compresses its own files, once."""

import gzip

from flask import Response, request

TYPES = frozenset({"text/html", "text/javascript"})
SMALLEST = 500
"""Bytes of a page that is worth compressing."""
LEVEL = 4
"""The last tenth of the bytes would cost a tenth of a page's time."""


def compress(response: Response) -> Response:
    response.vary.add("Accept-Encoding")
    if _is_worth_it(response) and request.accept_encodings.quality("gzip"):
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response


def _is_worth_it(response: Response) -> bool:
    return (
        response.mimetype in TYPES
        and not response.content_encoding
        and not response.is_streamed
        and (response.content_length or 0) >= SMALLEST
    )
