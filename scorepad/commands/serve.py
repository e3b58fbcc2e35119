"""`serve`: the pages, for the browsers of this machine."""

import click


@click.command()
@click.option(
    "--port",
    metavar="N",
    help="The port to answer at, from 1 to 65535; 8484 unless told.",
)
def serve(port: str | None) -> None:
    """Serve the pages to this machine's browsers.

    Says at which address, and goes on until Ctrl-C. SCOREPAD_INSTANCE names the folder that keeps the clubs,
    SCOREPAD_THREADS how many requests may be answered at once.
    """
    import os

    from scorepad.places import PlaceError
    from scorepad.serve import ServeError, serve

    try:
        serve(port, os.environ)
    except (PlaceError, ServeError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(1) from None
