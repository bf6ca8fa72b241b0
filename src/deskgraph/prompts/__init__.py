"""The sections of a prompt: written, quoted and read back in one place."""

from deskgraph.prompts.sections import DATA_RULE, Section, read, write

__all__ = ["DATA_RULE", "Section", "read", "write"]
