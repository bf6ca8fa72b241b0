"""What the deciders share: the settings, the encoder, and the heads fitted from the examples."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from deskgraph.models.builtin.cache import load, store
from deskgraph.models.builtin.examples import Examples, examples
from deskgraph.models.builtin.head import Head, fit
from deskgraph.models.embeddings import Embedder, Vectors
from deskgraph.settings import Settings


@dataclass(frozen=True)
class Learned:
    """What was made of the examples: one head by name, and the vectors of the topics, in their order."""

    heads: dict[str, Head]
    topics: tuple[str, ...]
    topic_vectors: Vectors


@dataclass
class Mind:
    """Handed to every decider."""

    settings: Settings
    embedder: Embedder
    _learned: Learned | None = field(default=None, init=False, repr=False)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), size), each of length one."""
        return await self.embedder.embed(texts)

    async def learned(self) -> Learned:
        """Heads and topics: fitted at the first call, from vectors on disk where they are."""
        if self._learned is None:
            found = examples()
            self._learned = _learn(found, await self._vectors(found))
        return self._learned

    async def judge(self, head: str, texts: Sequence[str]) -> list[dict[str, float]]:
        """Probability of each label of a head, for each text."""
        learned = await self.learned()
        return learned.heads[head].of(await self.embed(texts))

    async def _vectors(self, found: Examples) -> Vectors:
        texts = found.texts()
        path = self._path(found)
        vectors = load(path, len(texts), self.embedder.size)
        if vectors is None:
            vectors = await self.embed(texts)
            store(path, vectors)
        return vectors

    def _path(self, found: Examples) -> Path:
        return self.settings.home / "cache" / f"examples-{self.embedder.name}-{found.digest[:16]}.npz"


def _learn(found: Examples, vectors: Vectors) -> Learned:
    row = {text: number for number, text in enumerate(found.texts())}
    heads = {
        name: fit({label: [vectors[row[text]] for text in texts] for label, texts in labels.items()})
        for name, labels in found.heads.items()
    }
    return Learned(heads, found.topics, vectors[[row[topic] for topic in found.topics]])
