"""`serve`: the pages, for the phones of a house or for this machine alone."""

import click


@click.command()
@click.option(
    "--port",
    metavar="N",
    help="The port to answer at, from 1 to 65535; 8484 unless told.",
)
@click.option("--here", is_flag=True, help="Answer this machine alone, no phone.")
@click.option(
    "--no-link", is_flag=True, help="Keep the owner's link out of what is printed, as for a log."
)
def serve(port: str | None, here: bool, no_link: bool) -> None:
    """Serve the pages to the phones of this network, and to this machine.

    Says at which addresses, and goes on until Ctrl-C. Nobody comes in without a link: the owner's is printed here, and
    `scorepad link` prints it again. SCOREPAD_INSTANCE names the folder that keeps the clubs, SCOREPAD_THREADS how many
    requests may be answered at once, SCOREPAD_HOSTS further names of this machine, SCOREPAD_PROXIES how many reverse
    proxies stand before it.
    """
    import os

    from scorepad.environment import SettingError
    from scorepad.places import PlaceError
    from scorepad.serve import ServeError, Wish, serve

    try:
        serve(Wish(port, here=here, link=not no_link), os.environ, click.echo)
    except (PlaceError, ServeError, SettingError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(1) from None
