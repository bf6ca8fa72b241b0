"""What an error may quote of a request: a word that could be a name of ours."""

import re

_WORD = re.compile(r"[A-Za-z][A-Za-z_-]{0,39}\Z")


def word(given: str) -> str:
    """The word, if it is one of letters alone; what else stands where a name should may be anybody's data."""
    return given if _WORD.match(given) else "(not a name)"
