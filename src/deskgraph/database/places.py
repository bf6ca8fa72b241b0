"""Where the embedded server's data, socket and programs lie.

Everything lies in `postgres` under the home, unless the server's user cannot go there: root runs the server as
somebody else, who has to enter every folder above. Then the data lie under `/var/lib/deskgraph`, in a folder that the
home names in `postgres/elsewhere`: they belong to this home and not to its path, so a new home at the same place
starts empty. The programs are copied there too, once a version. No folder above the home is ever changed.

A socket's path may have 103 bytes. Under a deep home it lies in a folder of `/tmp` that only the server's user may
enter, with a name that stays as long as the data: pools of other processes find a repaired server where it was.
"""

import hashlib
import os
import secrets
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from deskgraph.database.programs import installed_programs, lent_programs
from deskgraph.database.server_user import ServerUser, server_user
from deskgraph.errors import DatabaseUnavailable

SHELTERS = (Path("/var/lib/deskgraph"), Path("/var/tmp/deskgraph"))
SOCKET = ".s.PGSQL.5432"
_SOCKET_BYTES = 103
# pg_ctl hands these paths to a shell between double quotes; a comma parts hosts in a database's address.
_UNFIT = frozenset('"`$\\\n,')


@dataclass(frozen=True)
class Places:
    """`data` holds the cluster and its log, `programs` is PostgreSQL's bin. `user` is None when the server runs as
    we do."""

    data: Path
    socket: Path
    programs: Path
    user: ServerUser | None


def home_folder(home: Path) -> Path:
    """The embedded server's folder in a home, made if it is not there. Its locks lie here."""
    home = home.expanduser().resolve()
    folder = home / "postgres"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0 and not any(home.iterdir()):
            # A home of our own, still empty: whoever runs the server may pass through it, and read nothing.
            home.chmod(home.stat().st_mode | stat.S_IXGRP | stat.S_IXOTH)
        user = server_user(folder, home)
        folder.mkdir(mode=0o700, exist_ok=True)
        if user and user.enters(home):
            user.own(folder)
        os.listdir(folder)
    except OSError as error:
        raise DatabaseUnavailable(
            f"The embedded PostgreSQL cannot use {folder}: {error.strerror}.",
            "Set DESKGRAPH_HOME to a folder of your own, or DESKGRAPH_DATABASE_URL.",
        ) from None
    return folder


def places(folder: Path) -> Places:
    """The places of a home's folder. To be called by one process at a time: the first call may choose them."""
    user = server_user(folder, folder.parent)
    data = _data(folder, user)
    programs = lent_programs(_shelter, user) if user else installed_programs()
    if unfit := sorted(_UNFIT & set(f"{data}{programs}")):
        raise DatabaseUnavailable(
            f"The embedded PostgreSQL cannot lie in {data}: it takes no {unfit[0]!r} in a path.",
            "Set DESKGRAPH_HOME.",
        )
    return Places(data, _socket_folder(data, user), programs, user)


def _data(folder: Path, user: ServerUser | None) -> Path:
    pointer = folder / "elsewhere"
    if pointer.exists():
        data = Path(pointer.read_text(encoding="utf-8").strip())
        if not data.is_dir():
            raise DatabaseUnavailable(
                f"The data of this home were in {data}, which is gone.",
                f"Bring it back; to begin with an empty database, remove {pointer}.",
            )
        return data
    if user is None or user.enters(folder):
        return folder
    if (folder / "cluster").exists():
        raise DatabaseUnavailable(
            f"The user who runs PostgreSQL for root can no longer enter {folder}.",
            "Let others enter the folders above.",
        )
    data = _shelter() / secrets.token_hex(6)
    data.mkdir(mode=0o700)
    user.own(data)
    pointer.write_text(f"{data}\n", encoding="utf-8")
    return data


def _shelter() -> Path:
    """A folder of root's that everybody can enter, for what the server's user could not reach."""
    for folder in SHELTERS:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            found = folder.lstat()
        except OSError:
            continue
        if (
            stat.S_ISDIR(found.st_mode)
            and found.st_uid == 0
            and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        ):
            folder.chmod(0o755)
            return folder
    raise DatabaseUnavailable(
        f"Root can make none of {', '.join(map(str, SHELTERS))} for the embedded PostgreSQL.",
        "Set DESKGRAPH_HOME to a folder that others can enter, or DESKGRAPH_DATABASE_URL.",
    )


def _socket_folder(data: Path, user: ServerUser | None) -> Path:
    if len(os.fsencode(data / SOCKET)) <= _SOCKET_BYTES:
        return data
    found = data.stat()
    name = hashlib.sha256(f"{found.st_dev} {found.st_ino} {data}".encode()).hexdigest()[:12]
    owner = user.uid if user else os.geteuid()
    folder = Path(_short_temporary()) / f"deskgraph-{owner}-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if user and folder.lstat().st_uid == os.geteuid():
        user.own(folder)
    made = folder.lstat()
    if not stat.S_ISDIR(made.st_mode) or made.st_uid != owner or stat.S_IMODE(made.st_mode) != 0o700:
        raise DatabaseUnavailable(
            f"{folder} is not what deskgraph made.", "Remove it, or set a shorter DESKGRAPH_HOME."
        )
    return folder


def _short_temporary() -> str:
    return "/tmp" if os.path.isdir("/tmp") else tempfile.gettempdir()
