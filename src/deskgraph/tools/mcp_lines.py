"""UTF-8 with a bound on each line. The MCP library keeps what a child wrote until the line ends, however long it grows,
and lets its caller choose the encoding and no more: so the encoding has the bound."""

import codecs
import re
from encodings.utf_8 import IncrementalDecoder

_NAME = re.compile(r"deskgraph_lines_of_(\d+)")


class LineTooLong(ValueError):
    """A line did not end in time. What it says is not repeated."""


def bounded_utf8(most: int) -> str:
    """The name of an encoding: UTF-8 that raises `LineTooLong` when it is read from a stream, and more than so many
    characters came without an end of the line."""
    name = f"deskgraph_lines_of_{most}"
    try:
        codecs.lookup(name)
    except LookupError:
        codecs.register(_found)
    return name


def _found(name: str) -> codecs.CodecInfo | None:
    asked = _NAME.fullmatch(name)
    if asked is None:
        return None

    most = int(asked[1])

    class Bounded(IncrementalDecoder):
        length = 0

        def decode(self, given: object, final: bool = False) -> str:
            text = super().decode(given, final)  # type: ignore[arg-type]  # bytes of any kind
            _, ended, begun = text.rpartition("\n")
            self.length = len(begun) if ended else self.length + len(text)
            if self.length > most:
                raise LineTooLong
            return text

    utf8 = codecs.lookup("utf-8")
    return codecs.CodecInfo(utf8.encode, utf8.decode, incrementaldecoder=Bounded, name=name)
