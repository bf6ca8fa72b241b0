"""The approval that lets a call run: bound to the hash of the tool's name and the exact arguments."""

from dataclasses import dataclass

from deskgraph.database import Connection
from deskgraph.effects import approvals, bound_hash
from deskgraph.errors import NotApproved, NotFound

_RULED_FOR = ("approved", "corrected")


@dataclass(frozen=True)
class Grant:
    """What a person approved. It carries the hash of what was shown to them, never of what is about to
    run."""

    approval_id: int
    bound_hash: str

    def covers(self, action: str, arguments: str) -> bool:
        """Whether these canonical arguments of this action are what was approved, byte for byte."""
        return self.bound_hash == bound_hash(action, arguments)


async def granted(conn: Connection, approval_id: int, *, run_id: int) -> Grant:
    """The grant of an approval, from its row. `NotApproved` unless a person said yes, to a tool of this very
    run."""
    try:
        approval = await approvals.get(conn, approval_id)
    except NotFound as error:
        raise NotApproved(f"There is no approval {approval_id} to call a tool by.") from error
    if approval.run_id != run_id or approval.kind != "tool" or approval.status not in _RULED_FOR:
        raise NotApproved(
            f"Approval {approval_id} is {approval.status} and does not let run {run_id} call a tool."
        )
    return Grant(approval.id, approval.bound_hash)
