"""One PostgreSQL cluster on disk: made, started, stopped. Whoever calls holds the home's lock."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from deskgraph.database.places import SOCKET, Places
from deskgraph.errors import DatabaseUnavailable

ROLE = "deskgraph"
# After a kill -9 of the server its own processes need a moment to go; until then the data are locked.
_RETRY_SECONDS = 20.0
_LOG_BYTES = 5_000_000
_OPTIONS = (
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=200",
    "log_checkpoints=off",
    "timezone=UTC",
    "jit=off",
)


@dataclass(frozen=True)
class Cluster:
    """The cluster of one home."""

    places: Places

    @property
    def folder(self) -> Path:
        """PostgreSQL's data folder."""
        return self.places.data / "cluster"

    @property
    def log(self) -> Path:
        """What the server has to say; begun anew when it has grown large."""
        return self.places.data / "log"

    def url(self, database: str) -> str:
        """The address of one of its databases, over the socket."""
        return f"postgresql://{ROLE}@/{database}?host={quote(str(self.places.socket), safe='/')}"

    def make(self) -> None:
        """Make the cluster if there is none, beside its place: a killed initdb leaves no half of one. The builtin
        locale knows the case of all letters and is the same on every machine."""
        if self.folder.is_dir():
            return
        partial = self.places.data / "cluster.new"
        shutil.rmtree(partial, ignore_errors=True)
        made = self._run(
            "initdb", "-D", str(partial), "-U", ROLE, "-A", "trust", "-E", "UTF8", "--no-locale",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
        )  # fmt: skip
        if made.returncode:
            raise DatabaseUnavailable("The embedded PostgreSQL cannot be made.", _last_line(made.stderr))
        partial.rename(self.folder)

    def server(self) -> int | None:
        """The process id of its server, if it runs. The pid file alone proves nothing: a killed server leaves it
        behind, and its number may be another program's by now."""
        pid = self._noted_pid()
        return pid if pid and str(self.folder) in _command_line(pid) else None

    def start(self, options: Sequence[str] = ()) -> None:
        """Start the server, over whatever a killed one left."""
        until = time.monotonic() + _RETRY_SECONDS
        while True:
            if self.server() is None:
                self._clear()
            started = self._start_once(options)
            if started.returncode == 0:
                return
            if time.monotonic() > until:
                raise DatabaseUnavailable(
                    "The embedded PostgreSQL does not start.",
                    f"Its log is {self.log}: {_last_line(self._log_text())}",
                )
            time.sleep(0.2)

    def stop(self) -> None:
        """Stop the server, if it runs: sessions are ended, what was committed is on disk."""
        if self.server() is not None:
            for mode in ("fast", "immediate"):
                if (
                    self._run(
                        "pg_ctl", "-D", str(self.folder), "-m", mode, "-w", "-t", "30", "stop"
                    ).returncode
                    == 0
                ):
                    break
        if self.places.socket != self.places.data and self.server() is None:
            shutil.rmtree(self.places.socket, ignore_errors=True)

    def _start_once(self, options: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        if self.log.exists() and self.log.stat().st_size > _LOG_BYTES:
            self.log.unlink()
        settings = " ".join(f"-c {option}" for option in (*_OPTIONS, *options))
        return self._run(
            "pg_ctl", "-D", str(self.folder), "-l", str(self.log), "-w", "-t", "60",
            "-o", f'{settings} -k "{self.places.socket}"', "start",
        )  # fmt: skip

    def _clear(self) -> None:
        """Remove the notes of a server that is gone. Should one run all the same, PostgreSQL still finds its shared
        memory in use and refuses."""
        names = (
            self.folder / "postmaster.pid",
            *(self.places.socket / f"{SOCKET}{end}" for end in ("", ".lock")),
        )
        for note in names:
            note.unlink(missing_ok=True)

    def _noted_pid(self) -> int | None:
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int((self.folder / "postmaster.pid").read_text().splitlines()[0])
        return None

    def _log_text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def _run(self, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """One of PostgreSQL's programs, as the server's user. What it starts keeps no pipe of ours open, and a
        Ctrl-C is not for it."""
        user = self.places.user
        with tempfile.TemporaryFile("w+", errors="replace") as said:
            try:
                done = subprocess.run(
                    [str(self.places.programs / program), *arguments],
                    cwd="/", stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True, check=False,
                    **(user.arguments() if user else {}),
                )  # fmt: skip
            except OSError as error:
                raise DatabaseUnavailable(
                    f"{program} of the embedded PostgreSQL cannot be run: {error.strerror}.",
                    "Set DESKGRAPH_DATABASE_URL to a PostgreSQL of your own.",
                ) from None
            said.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, "", said.read())


def _command_line(pid: int) -> str:
    """How a process was started; nothing if it is gone or cannot be seen."""
    process = Path("/proc")
    if (process / "self").exists():
        with contextlib.suppress(OSError):
            return os.fsdecode((process / str(pid) / "cmdline").read_bytes())
        return ""
    listed = subprocess.run(["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, check=False)
    return os.fsdecode(listed.stdout)


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1][:300] if lines else "it says nothing."
