"""Who somebody is to the desk, and what a key may be used for."""

from dataclasses import dataclass
from typing import Literal, get_args

Role = Literal["customer", "staff", "lead", "developer"]
StaffRole = Literal["staff", "lead", "developer"]
# `read`: look at what its person may see. `write`: do what they may do. `submit_for_others`: name any customer as
# sender.
Scope = Literal["read", "write", "submit_for_others"]
STAFF_ROLES: tuple[StaffRole, ...] = get_args(StaffRole)
SCOPES: tuple[Scope, ...] = get_args(Scope)


@dataclass(frozen=True)
class Who:
    """Somebody who was let in. `id` is a person's or, for the role `customer`, a customer's. `scopes` are those of the
    key they came with; a session has all but `submit_for_others`."""

    role: Role
    id: int
    email: str
    name: str
    scopes: frozenset[Scope] = frozenset(("read", "write"))

    @property
    def actor(self) -> str:
        """How records name them."""
        if not self.email:
            return self.name
        return f"customer:{self.email}" if self.role == "customer" else f"staff:{self.email}"
