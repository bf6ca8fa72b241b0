"""What the pages tell a reader to type is there."""

import re
import subprocess
from collections.abc import Iterator

import click

from deskgraph.cli import main
from docs.generate.commands import leaves
from tests.docs.pages import ROOT, codes, fences, pages

SHELLS = ("", "sh", "bash", "console", "shell")


def test_every_command_of_the_program_stands_in_the_readme() -> None:
    table = " ".join(codes(ROOT / "README.md")) + " ".join(fences(ROOT / "README.md", *SHELLS))
    missing = [name for name, _ in leaves(main, "") if not re.search(rf"\b{name}\b", table)]
    assert missing == []


def test_every_command_that_a_page_names_exists() -> None:
    known = {name for name, _ in leaves(main, "")} | {""}
    groups = {name.split()[0] for name in known if " " in name}
    unknown = []
    for where, words in _called("deskgraph"):
        named = [word for word in words if not word.startswith("-")]
        name = " ".join(named[:2]) if named and named[0] in groups else " ".join(named[:1])
        if name not in known | groups:
            unknown.append(f"{where}: deskgraph {' '.join(words)}")
    assert unknown == []


def test_every_option_that_a_page_names_exists() -> None:
    commands = dict(leaves(main, ""))
    unknown = []
    for where, words in _called("deskgraph"):
        named = [word for word in words if not word.startswith("-")]
        command = commands.get(" ".join(named[:2])) or commands.get(" ".join(named[:1]), main)
        allowed = _flags(command) | _flags(main) | {"--help"}
        unknown += [
            f"{where}: {word}"
            for word in words
            if word.startswith("--") and word.split("=")[0] not in allowed
        ]
    assert unknown == []


def test_every_make_target_that_a_page_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {
        name for line in re.findall(r"^([a-z ]+):(?!=)", makefile, re.MULTILINE) for name in line.split()
    }
    unknown = [
        f"{where}: make {words[0]}" for where, words in _called("make") if words and words[0] not in targets
    ]
    assert unknown == []


def test_make_alone_says_what_there_is() -> None:
    told = subprocess.run(
        ["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "make demo" in told.stdout
    assert "make test" in told.stdout


def _flags(command: click.Command) -> set[str]:
    return {flag for parameter in command.params for flag in (*parameter.opts, *parameter.secondary_opts)}


def _called(program: str) -> Iterator[tuple[str, list[str]]]:
    """Each call of a program in a page's shell blocks and inline code: where, and its words."""
    for page in pages():
        lines = [line for block in fences(page, *SHELLS) for line in block.splitlines()]
        for text in [*lines, *codes(page)]:
            call = text.strip().removeprefix("$ ").partition("  #")[0]
            words = call.split()
            while words and ("=" in words[0] or words[0] in {"uv", "run", "env"}):
                words = words[1:]
            if words and words[0].rpartition("/")[2] == program:
                yield str(page.relative_to(ROOT)), [word.strip("[]().,;") for word in words[1:]]
