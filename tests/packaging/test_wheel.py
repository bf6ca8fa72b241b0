"""The wheel carries all that a desk needs, and works where nothing else of this repository is."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

Program = Callable[..., str]
SHIPPED = {".sql", ".html", ".css", ".js", ".svg", ".md", ".yaml", ".json", ".typed"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def expected() -> Iterator[str]:
    """Every module and every data file of the package, and the migrations."""
    package = ROOT / "src" / "deskgraph"
    for path in package.rglob("*"):
        if path.is_file() and (path.suffix in SHIPPED | {".py"}) and "__pycache__" not in path.parts:
            yield f"deskgraph/{path.relative_to(package).as_posix()}"
    for path in (ROOT / "migrations").glob("*.sql"):
        yield f"deskgraph/migrations/{path.name}"


def test_it_carries_every_module_and_every_file_a_desk_reads(wheel: Path) -> None:
    assert sorted(set(expected()) - names(wheel)) == []


@pytest.mark.parametrize(
    "kind",
    [
        "deskgraph/migrations/0001_",
        "deskgraph/demo/articles/",
        "deskgraph/demo/schema.sql",
        "deskgraph/demo/tickets.yaml",
        "deskgraph/console/templates/",
        "deskgraph/console/static/",
        "deskgraph/models/builtin/",
        "deskgraph/runs/queries.sql",
        "deskgraph/py.typed",
    ],
)
def test_it_carries_each_kind_of_file(wheel: Path, kind: str) -> None:
    assert [name for name in names(wheel) if name.startswith(kind)] != []


def test_it_carries_nothing_else(wheel: Path) -> None:
    strange = [name for name in names(wheel) if not name.startswith(("deskgraph/", "deskgraph-"))]
    assert strange == []
    assert [name for name in names(wheel) if "__pycache__" in name or "/tests/" in name] == []


def test_its_licence_comes_along(wheel: Path) -> None:
    assert [name for name in names(wheel) if name.endswith("licenses/LICENSE")] != []


@pytest.fixture
def program(unpacked: Path, tmp_path: Path, embedded_home: Path) -> Program:
    """The unpacked wheel's command, alone on the path before the packages it depends on, in an empty folder."""
    entry = ConfigParser()
    entry.read(next(unpacked.glob("*.dist-info")) / "entry_points.txt")
    module, _, function = entry["console_scripts"]["deskgraph"].partition(":")
    start = (
        f"import sys, deskgraph, {module}; print(deskgraph.__file__, file=sys.stderr); {module}.{function}()"
    )
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("DESKGRAPH_", "PYTEST_"))
    }
    environment |= {"PYTHONPATH": str(unpacked), "DESKGRAPH_HOME": str(embedded_home)}
    environment |= {"DESKGRAPH_PACKS": "deskgraph.demo"}

    def run(*arguments: str) -> str:
        command = [sys.executable, "-P", "-c", start, *arguments]
        ran = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert ran.stderr.startswith(str(unpacked))
        return ran.stdout

    return run


def test_its_program_works_a_ticket_without_the_repository(program: Program) -> None:
    """The migrations, the model's own files and the demo's tools are all there."""
    words = "I do not want to talk to a bot. Let me speak to a real person."
    worked = json.loads(program("--json", "submit", "--from", "ada@example.org", words, "--wait"))
    assert (worked["state"], worked["outcome"]) == ("done", "escalated")
    assert "tools: 4" in program("doctor")
