"""What a check of arguments found, and what every kind of arguments can do."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pydantic import JsonValue

from deskgraph.effects import canonical


@dataclass(frozen=True)
class Checked:
    """What a check found. `arguments` holds what is valid, defaults included, as JSON that `canonical` takes.

    `dropped` are names the tool does not take, `missing` what it needs and was not given, `invalid` name to
    reason.
    """

    arguments: dict[str, JsonValue]
    dropped: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    invalid: dict[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether a call can be made of it."""
        return not self.missing and not self.invalid

    def complaint(self) -> str:
        """What stands in the way of a call, in one sentence; empty if nothing does."""
        wrong = [f"{name} {why}" for name, why in self.invalid.items()]
        lacking = [f"{name} is missing" for name in self.missing]
        return "; ".join([*lacking, *wrong]) + "." if wrong or lacking else ""

    def bounded(self, most: int) -> "Checked":
        """The same, with the longest arguments refused until the rest has at most so many characters as canonical
        JSON: nobody can read more before they approve it."""
        kept, invalid = dict(self.arguments), dict(self.invalid)
        while kept and len(canonical(kept)) > most:
            longest = max(kept, key=lambda name: len(canonical({name: kept[name]})))
            length = len(canonical({longest: kept.pop(longest)}))
            invalid[longest] = f"is too long: {length:,} characters, and a call has at most {most:,}"
        return replace(self, arguments=kept, invalid=invalid)


class Arguments(Protocol):
    """The arguments of one tool, wherever their shape comes from."""

    def schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments, for forms and for models; the caller's own copy."""

    def amounts(self) -> dict[str, bool]:
        """Of each argument, whether it is a Decimal or a number: what an approver can be limited by."""

    def check(self, given: Mapping[str, object]) -> Checked:
        """Sort what was given: what is valid, what is not the tool's, what is missing or wrong."""

    def values(self, checked: Checked) -> dict[str, object]:
        """Python values for the call, from arguments that are complete."""
