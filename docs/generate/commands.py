"""The page of commands, from the program's own help."""

import inspect
from collections.abc import Iterator

import click

from deskgraph.cli import main
from docs.generate.tables import GENERATED, table

_INTRODUCTION = """\
`deskgraph --json ...` prints one JSON document on standard output and nothing else. Exit status: 0 done, 1 it
failed (one line on standard error: what, why, what to do), 2 wrong usage.
"""


def commands_page() -> str:
    parts = ["# Commands", GENERATED, _INTRODUCTION.strip()]
    for name, command in leaves(main, ""):
        parts += [f"## `{_usage(name, command)}`", inspect.cleandoc(command.help or "")]
        if rows := list(_options(command)):
            parts.append(table(["Option", "Default", "What it does"], rows))
    return "\n\n".join(part for part in parts if part) + "\n"


def leaves(group: click.Command, prefix: str) -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, by its whole name (`kb add`), in alphabetical order."""
    if not isinstance(group, click.Group):
        yield prefix, group
        return
    context = click.Context(group)
    for name in sorted(group.list_commands(context)):
        command = group.get_command(context, name)
        if command is not None:
            yield from leaves(command, f"{prefix} {name}".strip())


def _usage(name: str, command: click.Command) -> str:
    context = click.Context(command)
    pieces = [piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"]
    return " ".join([name, *pieces])


def _options(command: click.Command) -> Iterator[list[str]]:
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            flags = ", ".join([*parameter.opts, *parameter.secondary_opts])
            value = "" if parameter.is_flag else f" {parameter.make_metavar(click.Context(command))}"
            shown = parameter.default if isinstance(parameter.default, str | int | float) else ""
            default = "" if parameter.is_flag or shown == "" else f"`{shown}`"
            yield [f"`{flags}{value}`", default, parameter.help or ""]
