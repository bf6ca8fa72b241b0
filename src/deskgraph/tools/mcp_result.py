"""What a server answered a call with, as the text that a report holds. It is text from outside, and bounded."""

import json
from typing import TYPE_CHECKING

from deskgraph.errors import ToolFailed

if TYPE_CHECKING:
    from mcp_types import CallToolResult


def text_of(result: "CallToolResult", *, tool: str, most: int) -> str:
    """The result's text. Raises `ToolFailed` where the server says that the tool failed: it ran all the same."""
    parts = [
        part.text if part.type == "text" else f"[{part.type.replace('_', ' ')} left out]"
        for part in result.content
    ]
    if not parts and result.structured_content is not None:
        parts = [json.dumps(result.structured_content, ensure_ascii=False)]
    text = "\n".join(parts).replace("\x00", "").strip()
    if len(text) > most:
        text = f"{text[:most]}\n[cut here: the result has {len(text):,} characters]"
    if result.is_error:
        raise ToolFailed(f"{tool} says that it failed: {text or 'it does not say why.'}")
    return text or "It was done, and nothing was said."
