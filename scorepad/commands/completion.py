"""`completion`: let a shell complete commands, rule sets, clubs and names."""

import click

PLACES = {
    "bash": "~/.local/share/bash-completion/completions/scorepad",
    "zsh": "~/.zfunc/_scorepad",
    "fish": "~/.config/fish/completions/scorepad.fish",
}
"""The path where each shell looks for the script."""

NOTES = {
    "bash": "Needs bash 4.4 or newer with bash-completion.",
    "zsh": "In ~/.zshrc, before compinit: fpath+=~/.zfunc; autoload -Uz compinit; compinit",
    "fish": "Fish finds it there by itself.",
}


@click.command()
@click.argument("shell", type=click.Choice(tuple(PLACES)))
def completion(shell: str) -> None:
    """Print a script that lets your shell complete commands.

    The script says how to install it. It completes commands, options, rule sets, clubs, seasons, games and names of
    players. SHELL is bash, zsh or fish.

    \b
    Examples:
      scorepad completion bash > ~/.local/share/bash-completion/completions/scorepad
      scorepad completion fish > ~/.config/fish/completions/scorepad.fish
    """
    from click.shell_completion import get_completion_class

    from scorepad.cli import COMPLETION, main

    kind = get_completion_class(shell)
    assert kind is not None, "click knows all of these"
    complete = kind(main, {}, "scorepad", COMPLETION)
    # Not `complete.source()`, which for bash complains if bash is not installed or too old.
    script = (complete.source_template % complete.source_vars()).strip()
    first, _, rest = script.partition("\n")
    hint = f"# To install: scorepad completion {shell} > {PLACES[shell]}\n# {NOTES[shell]}"
    click.echo("\n".join((first, hint, rest) if first.startswith("#") else (hint, first, rest)))
