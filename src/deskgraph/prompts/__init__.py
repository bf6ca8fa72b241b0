"""The sections of a prompt: written, quoted and read back in one place."""

from deskgraph.prompts.passages import Quoted, read_passage, write_passage
from deskgraph.prompts.sections import DATA_RULE, Section, read, write

__all__ = ["DATA_RULE", "Quoted", "Section", "read", "read_passage", "write", "write_passage"]
