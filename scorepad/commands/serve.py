"""`serve`: serve the pages to the phones of a house, or to this machine only."""

import click


@click.command()
@click.option("--port", metavar="N", help="The port, from 1 to 65535, or 0 for any free one. Default: 8484.")
@click.option("--here", is_flag=True, help="Serve this machine only, no phones.")
@click.option("--no-link", is_flag=True, help="Do not print the owner's link, for a log.")
def serve(port: str | None, here: bool, no_link: bool) -> None:
    """Serve the pages to this machine and to the phones of your network.

    Prints the addresses, and runs until Ctrl-C. Every phone needs a link to come in: the owner's is printed here, and
    `scorepad link` prints it again. SCOREPAD_INSTANCE is the folder that keeps the clubs, SCOREPAD_THREADS the number
    of requests answered at once, SCOREPAD_HOSTS further names of this machine, SCOREPAD_PROXIES the number of reverse
    proxies in front of it.
    """
    import os

    from scorepad.environment import SettingError
    from scorepad.paths import FolderError
    from scorepad.serving.serve import Options, ServeError, serve

    try:
        serve(Options(port, here=here, link=not no_link), os.environ, click.echo)
    except (FolderError, ServeError, SettingError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(1) from None
