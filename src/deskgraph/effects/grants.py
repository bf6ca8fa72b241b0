"""The approval that lets an effect happen: bound to the hash of the action and its exact arguments or text."""

from dataclasses import dataclass
from typing import Literal

from deskgraph.database import Connection
from deskgraph.effects import approvals
from deskgraph.effects.binding import bound_hash
from deskgraph.errors import NotApproved, NotFound

_RULED_FOR = ("approved", "corrected")


@dataclass(frozen=True)
class Grant:
    """What a person approved. It carries the hash of what was shown to them, never of what is about to happen."""

    approval_id: int
    bound_hash: str

    def covers(self, action: str, content: str) -> bool:
        """Whether this action with these canonical arguments, or this text, is what was approved, byte for byte."""
        return self.bound_hash == bound_hash(action, content)


async def granted(
    conn: Connection, approval_id: int, *, run_id: int, kind: Literal["tool", "reply"] = "tool"
) -> Grant:
    """The grant of an approval, from its row. `NotApproved` unless a person said yes, to this kind of effect of this
    very run."""
    try:
        approval = await approvals.get(conn, approval_id)
    except NotFound as error:
        raise NotApproved(f"There is no approval {approval_id}.") from error
    if approval.run_id != run_id or approval.kind != kind or approval.status not in _RULED_FOR:
        raise NotApproved(
            f"Approval {approval_id} is {approval.status} and does not let run {run_id} go ahead."
        )
    return Grant(approval.id, approval.bound_hash)
