"""What an approval is bound to: one exact text, and a hash over it."""

import hashlib
import json
from collections.abc import Mapping


def canonical(arguments: Mapping[str, object]) -> str:
    """Arguments as the one JSON text they have: keys in order, no spaces, nothing escaped that need not be."""
    return json.dumps(arguments, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def bound_hash(action: str, content: str) -> str:
    """SHA-256 over an action and its canonical arguments, or its text; the lengths keep the two apart."""
    return hashlib.sha256(f"{len(action)}:{action}{content}".encode()).hexdigest()
