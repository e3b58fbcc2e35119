"""A link as a picture that a phone's camera reads, drawn on the server: no script, no style, black on white."""

import segno
from markupsafe import Markup

QUIET = 4
"""Modules of white around the code, without which cameras do not find it."""


def picture(link: str, said: str) -> Markup:
    """The code of a link as SVG, as large as the page lets it be; `said` is what it is, for those who listen."""
    # Light modules of its own, or a dark page would shine through.
    drawn = segno.make(link, error="m", micro=False).svg_inline(
        border=QUIET, omitsize=True, dark="#000000", light="#ffffff", svgclass="qr", lineclass=None
    )
    return Markup('<div class="code" role="img" aria-label="{}">{}</div>').format(
        said, Markup(drawn)
    )
