"""deskgraph: a support desk that an agent works."""

import os

__version__ = "0.1.0"

# LangGraph reads this once, when it is imported: only types of an allow-list may come back from a checkpoint.
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
