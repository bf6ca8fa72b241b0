"""The command line: `deskgraph`, one file a command group, each imported only when it is called."""

from deskgraph.cli.program import main

__all__ = ["main"]
