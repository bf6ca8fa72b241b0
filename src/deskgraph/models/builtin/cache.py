"""Vectors of the example sentences, kept on disk so that only the first start pays for them."""

import io
import os
import tempfile
import zipfile
from pathlib import Path

import numpy as np

from deskgraph.models.embeddings import Vectors


def load(path: Path, rows: int, size: int) -> Vectors | None:
    """The vectors stored at `path`, or None when there are none of this shape (or the file is not whole)."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            vectors = stored["vectors"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    whole = vectors.shape == (rows, size) and vectors.dtype == np.float32 and bool(np.isfinite(vectors).all())
    return vectors if whole else None


def store(path: Path, vectors: Vectors) -> None:
    """Write beside and rename: a reader sees a whole file or none, and the last of two writers wins.

    A folder that cannot be written costs the next start a second, and is no error.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=path.stem, suffix=".part", dir=path.parent)
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, vectors=vectors)
        os.replace(beside, path)
    except OSError:
        Path(beside).unlink(missing_ok=True)
