"""The program itself: what it lists, what it imports, and how it ends."""

import subprocess
import sys

import click
import pytest

from deskgraph.cli import main
from deskgraph.cli.listing import COMMANDS
from tests.cli.called import call

HEAVY = [
    "fastapi",
    "langgraph",
    "logfire",
    "onnxruntime",
    "pydantic_ai",
    "anthropic",
    "openai",
    "psycopg",
    "rich",
]


def test_help_names_every_command() -> None:
    told = call("--help")
    assert told.status == 0
    assert [name for name in COMMANDS if f"\n  {name}" not in told.out] == []


def test_help_imports_nothing_that_takes_time() -> None:
    script = (
        "import sys; sys.argv[:] = ['deskgraph', '--help']\n"
        "from deskgraph.cli import main\n"
        "try: main()\n"
        f"except SystemExit: print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_is_the_beginning_of_the_commands_own_help(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert (command.help or "").startswith(COMMANDS[name].help.rstrip("."))


@pytest.mark.parametrize("name", [name for name, entry in COMMANDS.items() if entry.module == "later"])
def test_a_command_that_is_promised_says_not_yet_in_one_line(name: str) -> None:
    told = call(name, "7", "--some", "thing")
    assert (told.status, told.out) == (1, "")
    assert told.err.count("\n") == 1
    assert "not there yet" in told.err


def test_a_command_that_is_promised_prints_no_document_either() -> None:
    told = call("--json", "cancel", "7")
    assert (told.status, told.out) == (1, "")


@pytest.mark.parametrize(
    "words",
    [("nonsense",), ("submit",), ("tickets", "--status", "odd"), ("resume",), ("resume", "1", "--all")],
)
def test_wrong_usage_ends_with_2(words: tuple[str, ...]) -> None:
    told = call(*words)
    assert (told.status, told.out) == (2, "")


@pytest.mark.parametrize("words", [("show", "abc"), ("show", "-1"), ("show", "9" * 30)])
def test_an_id_that_cannot_be_one_is_an_id_that_nobody_has(words: tuple[str, ...]) -> None:
    told = call(*words[:1], "--", *words[1:])
    assert (told.status, told.out) == (1, "")
    assert told.err.count("\n") == 1


def test_a_setting_that_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKGRAPH_PORT", "many")
    told = call("tickets")
    assert told.status == 1
    assert told.err.startswith("deskgraph: DESKGRAPH_PORT: ")


def test_an_unreachable_database_is_one_line_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKGRAPH_DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/none")
    monkeypatch.setenv("DESKGRAPH_POOL_TIMEOUT", "1")
    told = call("--json", "tickets")
    assert (told.status, told.out) == (1, "")
    assert told.err.count("\n") == 1
    assert "secret" not in told.err
    assert "DESKGRAPH_DATABASE_URL" in told.err


def test_a_misspelt_setting_is_refused_with_the_nearest_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKGRAPH_DATABSE_URL", "postgresql://db.example/desk")
    told = call("tickets")
    assert told.status == 1
    assert "Did you mean DESKGRAPH_DATABASE_URL?" in told.err
