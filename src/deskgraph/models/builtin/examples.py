"""The example sentences the builtin model learns from, read from `examples.yaml`."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import yaml


@dataclass(frozen=True)
class Examples:
    """`heads`: by head, sentences by label. `topics`: phrases help articles use. `digest` names this very
    text."""

    heads: dict[str, dict[str, tuple[str, ...]]]
    topics: tuple[str, ...]
    digest: str

    def texts(self) -> list[str]:
        """Every sentence once, in the order of the file."""
        heads = (text for labels in self.heads.values() for texts in labels.values() for text in texts)
        return list(dict.fromkeys([*heads, *self.topics]))


@lru_cache(1)
def examples() -> Examples:
    """The examples of this version, read once."""
    content = resources.files(__package__).joinpath("examples.yaml").read_bytes()
    raw = yaml.safe_load(content)
    topics = tuple(raw.pop("topics"))
    heads = {head: {label: tuple(texts) for label, texts in labels.items()} for head, labels in raw.items()}
    return Examples(heads, topics, hashlib.sha256(content).hexdigest())
