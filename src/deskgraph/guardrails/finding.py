"""What a screen found, as a person is shown it."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

# Long enough to judge a finding by, short enough for a line in the console.
EXCERPT = 160


class Finding(BaseModel):
    """One finding: its kind, the text that caused it, and where that stood. The excerpt is untrusted text."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")

    kind: str
    excerpt: str
    where: str


def finding(kind: str, excerpt: str, where: str) -> Finding:
    """A finding with its excerpt, and where it stood, each on one line: what cannot be seen in it written as \\u
    escapes, cut to length."""
    return Finding(kind=kind, excerpt=_shown(excerpt), where=_shown(where))


def named(found: Iterable[Finding], where: str) -> tuple[Finding, ...]:
    """The findings with another name for where they stood."""
    return tuple(finding(each.kind, each.excerpt, where) for each in found)


def _shown(text: str) -> str:
    shown = "".join(each if each.isprintable() else _escaped(each) for each in text[:EXCERPT])
    return shown[:EXCERPT]


def _escaped(character: str) -> str:
    if character.isspace():
        return " "
    return f"\\u{ord(character):04x}" if ord(character) <= 0xFFFF else f"\\U{ord(character):08x}"
