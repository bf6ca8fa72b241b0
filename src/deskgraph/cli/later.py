"""Commands that are promised and not there yet: each says so in one line and exits with 1."""

from typing import NoReturn

import click

from deskgraph.cli.listing import COMMANDS
from deskgraph.errors import NotYet

_ANYTHING = {"ignore_unknown_options": True}


def _not_yet(name: str) -> click.Command:
    def later(rest: tuple[str, ...]) -> NoReturn:
        raise NotYet(f"`deskgraph {name}` is not there yet.", "It comes with a later release.")

    return click.Command(
        name,
        callback=later,
        params=[click.Argument(["rest"], nargs=-1, type=click.UNPROCESSED, metavar="...")],
        help=f"{COMMANDS[name].help} Not yet: it comes with a later release.",
        context_settings=_ANYTHING,
    )


LATER = {name: _not_yet(name) for name, entry in COMMANDS.items() if entry.module == "later"}


def __getattr__(name: str) -> click.Command:
    """A command by its name, as the program looks it up; `eval` could not be a variable of this module."""
    if name not in LATER:
        raise AttributeError(name)
    return LATER[name]
