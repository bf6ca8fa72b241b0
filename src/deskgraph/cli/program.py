"""The program: finds a command when it is called, and turns every error into one line and an exit status."""

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from deskgraph import __version__
from deskgraph.cli.listing import COMMANDS
from deskgraph.errors import DeskError
from deskgraph.telemetry.records import install

FAILED, INTERRUPTED = 1, 130


class Program(click.Group):
    """A group that imports a command's module only when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"deskgraph.cli.{COMMANDS[cmd_name].module}")
        command: click.Command = getattr(module, cmd_name)
        return _taking_json(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])

    def main(self, *args: Any, **given: Any) -> Any:
        """Run a command and exit: 0 done, 1 it failed, 2 wrong usage."""
        install()
        run: Callable[..., Any] = super().main
        if not given.get("standalone_mode", True):
            return run(*args, **given)
        try:
            result = run(*args, **{"prog_name": "deskgraph", **given, "standalone_mode": False})
        except click.ClickException as error:
            error.show()
            _end(error.exit_code)
        except (KeyboardInterrupt, click.Abort):
            _end(INTERRUPTED)
        except BrokenPipeError:
            _leave_pipe()
        except Exception as error:
            _say(error)
            _end(FAILED)
        return _end(result if isinstance(result, int) else 0)


def _taking_json(command: click.Command) -> click.Command:
    """The command with a --json of its own, for those who write it last."""
    if not any(parameter.name == "json" for parameter in command.params):
        command.params.append(_json_option(hidden=True))
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        _taking_json(inner)
    return command


def _set_json(ctx: click.Context, parameter: click.Parameter, value: bool) -> bool:
    if value:
        ctx.find_root().meta["json"] = True
    return value


def _json_option(*, hidden: bool = False) -> click.Option:
    return click.Option(
        ["--json"],
        is_flag=True,
        hidden=hidden,
        is_eager=True,
        expose_value=False,
        callback=_set_json,
        help="Print one JSON document, and nothing else.",
    )


def _show_version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"deskgraph {__version__}")
        ctx.exit()


def _say(error: Exception) -> None:
    """One line on standard error. An error nobody foresaw says its type, and its traceback in dev mode."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    if isinstance(error, DeskError):
        told = str(error)
    else:
        told = f"Something broke: {_named(error)} (python -X dev shows the traceback)"
        if sys.flags.dev_mode:
            sys.excepthook(type(error), error, error.__traceback__)
    click.echo(f"deskgraph: {' '.join(told.split())}", err=True)


def _named(error: Exception) -> str:
    """What broke. The line may end in a log: it quotes no personal data, and of the database's errors, which quote
    rows, it gives the code."""
    from deskgraph.privacy import unnumbered

    code = getattr(error, "sqlstate", None)
    return f"{type(error).__name__}: {f'SQLSTATE {code}' if code else unnumbered(str(error))}"


def _leave_pipe() -> NoReturn:
    """The reader of our output has gone: nothing more to say, nor to flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    _end(FAILED)


def _end(status: int) -> NoReturn:
    sys.exit(status)


main = Program(
    "deskgraph",
    help="A support desk that an agent works. A person signs off whatever cannot be taken back.",
    params=[
        _json_option(),
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="Print the version.",
        ),
    ],
)
