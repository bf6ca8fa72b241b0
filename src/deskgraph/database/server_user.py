"""As whom the embedded server runs: PostgreSQL refuses root, so root runs it as somebody else."""

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NOBODY = 65534


@dataclass(frozen=True)
class ServerUser:
    """An account that is not ours; only root has one."""

    uid: int
    gid: int

    def enters(self, folder: Path) -> bool:
        """Whether it can go into a folder: into every one on the way, by their modes."""
        return all(self._may(step, stat.S_IXUSR) for step in (folder, *folder.parents))

    def runs(self, program: Path) -> bool:
        """Whether it can read and run a program."""
        return self.enters(program.parent) and self._may(program, stat.S_IRUSR | stat.S_IXUSR)

    def own(self, path: Path) -> None:
        """Give a path to this account."""
        os.chown(path, self.uid, self.gid, follow_symlinks=False)

    def arguments(self) -> dict[str, Any]:
        """Those of `subprocess.run` that start a program as this account, without the groups of ours."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def _may(self, path: Path, wanted: int) -> bool:
        found = path.stat()
        # The bits of the owner, of the group and of everybody else are three apart.
        shift = 0 if found.st_uid == self.uid else 3 if found.st_gid == self.gid else 6
        return found.st_mode & (wanted >> shift) == wanted >> shift


def server_user(*folders: Path) -> ServerUser | None:
    """None for anybody but root. For root the first owner of these folders who is not root: a home that root meets
    stays its owner's. Otherwise nobody."""
    if os.geteuid() != 0:
        return None
    for found in (folder.stat() for folder in folders if folder.exists()):
        if found.st_uid != 0 and _is_known(found.st_uid):
            return ServerUser(found.st_uid, found.st_gid)
    return ServerUser(NOBODY, NOBODY)


def _is_known(uid: int) -> bool:
    """Whether the account has a name: PostgreSQL's programs refuse one without."""
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True
