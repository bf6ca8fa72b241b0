"""Who may approve a tool's call: a role, up to an amount, and the role above it."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from deskgraph.accounts import Role
from deskgraph.errors import ApprovalNotAllowed, BadPack

# A role may do what those before it may.
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True)
class Limit:
    """From nothing up to `most` of one argument, which is a Decimal or a whole number, in whatever it counts."""

    argument: str
    most: Decimal

    def holds(self, arguments: Mapping[str, object]) -> bool:
        """Whether these arguments keep within it. An amount that is not there, is none, or is below
        zero does not."""
        value = arguments.get(self.argument)
        if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
            return False
        try:
            amount = Decimal(str(value))
        except InvalidOperation:
            return False
        return amount.is_finite() and 0 <= amount <= self.most


@dataclass(frozen=True)
class Approver:
    """`role` may approve a call that keeps within `limit`, `above` any. A role may do what a lower one may."""

    role: Role = "staff"
    limit: Limit | None = None
    above: Role = "lead"

    def needed(self, arguments: Mapping[str, object]) -> Role:
        """The role that a call with these arguments needs at least."""
        return self.role if self.limit is None or self.limit.holds(arguments) else self.above

    def refuse(self, role: Role, tool: str, arguments: Mapping[str, object]) -> None:
        """Raise `ApprovalNotAllowed` if this role may not approve a call with these arguments."""
        needed = self.needed(arguments)
        if ROLES.index(role) < ROLES.index(needed):
            raise ApprovalNotAllowed(
                f"{tool} with these arguments is not for {role} to approve: {self.rule}.",
                f"It takes the role {needed}.",
            )

    @property
    def rule(self) -> str:
        """The rule in words."""
        if self.limit is None:
            return self.role
        return f"{self.role} up to {self.limit.most} {self.limit.argument}, above that {self.above}"

    def shown(self, arguments: Mapping[str, object]) -> dict[str, Any]:
        """What a question says of it: the role that these arguments need, the rule in words and as it is."""
        limit = self.limit and {"argument": self.limit.argument, "most": str(self.limit.most)}
        rule = {"role": self.role, "limit": limit, "above": self.above}
        return {"role": self.needed(arguments), "rule": self.rule, "given": rule}


_STORED: TypeAdapter[Approver] = TypeAdapter(Approver)


def as_asked(question: Mapping[str, Any]) -> Approver:
    """The rule that a question was asked with; one that holds none, or none that can be read, is a lead's."""
    try:
        return _STORED.validate_python(question["approver"]["given"])
    except (KeyError, TypeError, ValidationError):
        return Approver(role="lead")


def refuse_unusable(tool: str, approver: Approver, types: Mapping[str, bool]) -> None:
    """Raise `BadPack` for a rule that cannot be held. `types` says of each argument whether it is an amount."""
    limit = approver.limit
    if approver.role not in ROLES or approver.above not in ROLES:
        raise BadPack(
            f"Tool {tool!r}: {approver.role!r} and {approver.above!r} are not both roles.",
            f"There are: {', '.join(ROLES)}.",
        )
    if limit is None:
        return
    if ROLES.index(approver.above) <= ROLES.index(approver.role):
        raise BadPack(
            f"Tool {tool!r}: the role {approver.above} is not above {approver.role}.",
            f"From the lowest: {', '.join(ROLES)}.",
        )
    if not types.get(limit.argument, False):
        amounts = [name for name, amount in types.items() if amount]
        what = "is no amount" if limit.argument in types else "is not there"
        raise BadPack(
            f"Tool {tool!r}: its approver is limited by the argument {limit.argument!r}, which {what}.",
            f"Arguments that are a Decimal or an int: {', '.join(amounts) or 'none'}.",
        )
    if not _is_amount(limit.most):
        raise BadPack(
            f"Tool {tool!r}: its approver's limit is {limit.most!r}.", "Give a Decimal, such as Decimal(100)."
        )


def _is_amount(most: object) -> bool:
    """Whoever writes a pack may not check its types."""
    return isinstance(most, Decimal) and most.is_finite()
