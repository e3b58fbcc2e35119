"""`serve`: serve the pages to the phones of a house, or to this machine only."""

import click


@click.command()
@click.option("--port", metavar="N", help="The port, from 1 to 65535, or 0 for any free one. Default: 8484.")
@click.option("--address", metavar="IP", help="Answer at this address of the machine only. Default: at all of them.")
@click.option("--here", is_flag=True, help="Serve this machine only, no phones.")
@click.option("--link/--no-link", default=None, help="Print the owner's link, or not. Default: on a terminal only.")
@click.option("--log-level", metavar="WORD", help="The lowest level to log: debug, info, warning or error.")
@click.option("--log-format", metavar="WORD", help="Log lines of text, or of json.")
@click.option("--access-log", "access_log", flag_value="1", help="Log every request.")
@click.option("--no-access-log", "access_log", flag_value="0", help="Log no requests, whatever the environment says.")
def serve(here: bool, link: bool | None, **typed: str | None) -> None:
    """Serve the pages to the phones of your network.

    Prints the addresses, and runs until Ctrl-C. Every phone needs a link to join: the owner's is printed here on a
    terminal, and `scorepad link` prints it again. Environment variables set what these options set, and more:
    `scorepad config` lists them all.

    \b
    Examples:
      scorepad serve
      scorepad serve --here --port 8485
    """
    import os

    from scorepad.environment import SettingError
    from scorepad.paths import FolderError
    from scorepad.serving.serve import Options, ServeError, serve

    try:
        serve(Options(typed, here=here, link=link), os.environ, click.echo)
    except (FolderError, ServeError, SettingError) as error:
        # Imported here because it imports the rules.
        from scorepad.commands.console import fail_as

        fail_as(error)
