"""What comes in from outside, made safe to store: nothing is dropped without a word."""

import unicodedata

from email_validator import EmailNotValidError, validate_email

from deskgraph.errors import BadAddress, EmptyText, NotText, TextTooLong
from deskgraph.settings import Settings

_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_BEGINNING = 80  # characters of the text that stand for a subject: a line of a list


def clean_text(raw: str | bytes, settings: Settings) -> tuple[str, list[str]]:
    """A message's text, and notices of what was changed in it. Raises `EmptyText`, `TextTooLong`, `NotText`."""
    text = _decoded(raw)
    notices: list[str] = []
    if "\x00" in text:
        text = text.replace("\x00", "")
        notices.append("NUL bytes were removed from the text.")
    if not says_something(text):
        raise EmptyText("The message has no text.", "Write what you need.")
    if len(text) > settings.text_limit:
        raise TextTooLong(
            f"The message has {len(text):,} characters; at most {settings.text_limit:,} are taken.",
            "Shorten it, or send it in parts.",
        )
    return text, notices


def clean_subject(raw: str, text: str, settings: Settings) -> tuple[str, list[str]]:
    """One line; without one, the beginning of the text."""
    given = _decoded(raw)
    notices = ["NUL bytes were removed from the subject."] if "\x00" in given else []
    subject = " ".join(given.replace("\x00", "").split()) or _beginning(text)
    if len(subject) > settings.subject_limit:
        notices.append(f"The subject was cut to {settings.subject_limit} characters.")
    return subject[: settings.subject_limit], notices


def clean_address(raw: str) -> str:
    """An e-mail address in lower case. Raises `BadAddress`."""
    try:
        found = validate_email(raw.strip(), check_deliverability=False, test_environment=True)
    except (EmailNotValidError, ValueError) as error:
        # What was given may be anything: a card number in the wrong field, and it would stand in a log.
        raise BadAddress("This is not an e-mail address.", "Give one such as ada@example.com.") from error
    return found.normalized.lower()


def says_something(text: str) -> bool:
    """Whether anything of it can be seen: controls, formats and spaces alone are an empty message."""
    return any(unicodedata.category(sign) not in _UNSEEN for sign in text)


def _decoded(raw: str | bytes) -> str:
    try:
        text = raw.decode("utf-8") if isinstance(raw, bytes) else raw
        # A lone surrogate is how invalid bytes arrive from a command line; PostgreSQL would refuse it later.
        text.encode("utf-8")
    except UnicodeError as error:
        raise NotText("The text is not valid UTF-8.", "Send it as UTF-8.") from error
    return text


def _beginning(text: str) -> str:
    """The first words of a text, for one that came without a subject."""
    line = " ".join(text.split())
    return line if len(line) <= _BEGINNING else f"{line[: _BEGINNING - 1].rsplit(' ', 1)[0]}…"
