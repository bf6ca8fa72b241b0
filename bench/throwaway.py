"""A home and an environment for one measurement: nothing of the machine reaches it, nothing of it stays."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deskgraph.database.embedded import discard


@contextmanager
def home(name: str) -> Iterator[Path]:
    """A folder for an embedded database, which is stopped and removed at the end."""
    made = Path(tempfile.mkdtemp(prefix=f"deskgraph-{name}-"))
    # As root the embedded server runs as somebody else, who has to pass.
    made.chmod(0o711)
    try:
        yield made
    finally:
        discard(made)
        shutil.rmtree(made, ignore_errors=True)


@contextmanager
def environment(model: str, **given: str) -> Iterator[None]:
    """The environment without settings of the machine, and with the address of a loopback model."""
    before = dict(os.environ)
    for name in before:
        if name.startswith("DESKGRAPH_") and name != "DESKGRAPH_TEST_DATA":
            del os.environ[name]
    os.environ.update(OPENAI_BASE_URL=model, OPENAI_API_KEY="loopback-key-of-a-bench", **given)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
