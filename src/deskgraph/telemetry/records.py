"""Log records of the whole process without personal data: ours, and those of the libraries.

An exception is told by its type and where it was raised: its words quote what it met, be it the row of a broken
constraint or a customer's letter. A library that logs what it sends is told of by its name alone. What is left is
looked through for personal data.
"""

import logging
import re
import traceback
from collections.abc import Iterator
from functools import cache
from typing import Any

# Clients that log requests and replies, whole or by their addresses.
_TALKATIVE = frozenset(
    (
        "openai",
        "anthropic",
        "google_genai",
        "groq",
        "mistralai",
        "cohere",
        "botocore",
        "huggingface_hub",
        "httpx",
        "httpcore",
        "mcp",
    )
)
_LEFT_OUT = "(what %s logs here may quote anybody, and is left out)"
# As asyncio tells of a task that nobody awaited.
_QUOTED = re.compile(r"(exception=[\w.]+)\(.*?\)(?=>|$)", re.DOTALL)


@cache
def install() -> None:
    """Have every log record of this process made without personal data; once."""
    make = logging.getLogRecordFactory()

    def make_wordless(*args: Any, **given: Any) -> logging.LogRecord:
        return wordless(make(*args, **given))

    logging.setLogRecordFactory(make_wordless)


def wordless(record: logging.LogRecord) -> logging.LogRecord:
    """The record without what an exception says and without personal data."""
    if record.exc_info and record.exc_info[1] is not None:
        record.exc_text = "\n".join(_lines(record.exc_info[1]))
        record.exc_info = None
    if record.name.partition(".")[0] in _TALKATIVE:
        record.msg, record.args = _LEFT_OUT, (record.name,)
        return record
    message, as_it_is = _message(record)
    found = _without_personal(_QUOTED.sub(r"\1(...)", message))
    if found != message or not as_it_is:
        record.msg, record.args = found, ()
    return record


def _message(record: logging.LogRecord) -> tuple[str, bool]:
    """What would be written, with exceptions by their names; and whether the record says just that by itself."""
    given = record.args if isinstance(record.args, tuple) else ()
    quotes = any(_quotes(each) for each in (record.msg, *given, record.args))
    args: Any = _named(record.args)
    message = str(_named(record.msg))
    try:
        return (message % args if args else message), not quotes
    except (TypeError, ValueError, KeyError):
        # Arguments that do not fit would be told on standard error, all of them.
        return message, False


def _named(value: object) -> object:
    """An exception's name in its place, in what holds it, too."""
    match value:
        case BaseException():
            return type(value).__name__
        case dict():
            return {key: _named(each) for key, each in value.items()}
        case list():
            return [_named(each) for each in value]
        case tuple():
            return tuple(map(_named, value))
        case _:
            return value


def _quotes(value: object) -> bool:
    match value:
        case dict():
            return any(map(_quotes, value.values()))
        case list() | tuple():
            return any(map(_quotes, value))
        case _:
            return isinstance(value, BaseException)


def _without_personal(text: str) -> str:
    # Most commands log nothing, and its patterns take their time to be read.
    from deskgraph.privacy import unnumbered

    return unnumbered(text, plans=False)


def _lines(error: BaseException) -> Iterator[str]:
    """The traceback without the exceptions' words, causes first."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        yield from _lines(cause)
        yield "Then:"
    yield "Traceback (most recent call last):"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}'
    code = getattr(error, "sqlstate", None) or getattr(error, "code", None)
    yield f"{type(error).__module__}.{type(error).__qualname__}" + (
        f" ({code})" if isinstance(code, str) else ""
    )
    for inner in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
        yield from _lines(inner)
