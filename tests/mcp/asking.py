"""A customer asks, a paid model plans a call, and what became of it is looked up."""

from typing import Any

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, CallTool, Claim, Classification, PassDraft, UseToolForCustomer
from deskgraph.effects import Approval, Effect, approvals, of_run
from deskgraph.runs import Run
from tests.graphs.paid_model import PaidModel

SORTED = Classification(category="order", priority="low", reasoning="About an order.")
PASSED = PassDraft(reasoning="It matches.")


async def asks(desk: Desk, paid: PaidModel, tool: str, by: str = "ada@example.com", **arguments: Any) -> Run:
    """A run that stands where a person is asked, or at its end."""
    call = CallTool(tool=tool, arguments=arguments, reasoning="It fits.")
    paid.say(SORTED, UseToolForCustomer(task="Do it.", reasoning="?"), call)
    sent = await desk.submit(by, "My order", "Please see to my order.")
    assert sent.run_id is not None
    return await desk.wait(sent.run_id, 60)


def answers(paid: PaidModel, text: str = "So it is.") -> None:
    paid.say(Answer(claims=(Claim(text=text),)), PASSED)


async def question(desk: Desk) -> Approval:
    """The one question that waits."""
    async with transaction(desk.pool) as conn:
        (found,) = await approvals.list(conn)
    return found


async def calls(desk: Desk, run: Run) -> list[Effect]:
    """What a run did, but for its reply."""
    async with transaction(desk.pool) as conn:
        return [effect for effect in await of_run(conn, run.id) if effect.action != "send_reply"]
