"""The headers of every response: what a browser may do with the pages, and that it must not cache them."""

from functools import lru_cache

_UNUSED = """
    accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid idle-detection local-fonts
    magnetometer microphone midi payment picture-in-picture publickey-credentials-create publickey-credentials-get
    serial usb xr-spatial-tracking
""".split()  # noqa: SIM905  # one line each would be longer than the rest of this file
"""Browser features that no page uses."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        # The board fills a television and keeps it awake.
        ["screen-wake-lock=(self)", "fullscreen=(self)", *(f"{name}=()" for name in _UNUSED)]
    ),
}
ONLY_HTTPS = {"Strict-Transport-Security": "max-age=31536000"}


@lru_cache
def headers_for(scheme: str, *, is_kept: bool = False) -> tuple[tuple[str, str], ...]:
    """Return the headers of every response. `is_kept`: it has its own Cache-Control."""
    more = HEADERS | ONLY_HTTPS if scheme == "https" else HEADERS
    return tuple((more if is_kept else more | {"Cache-Control": "private, no-cache"}).items())
