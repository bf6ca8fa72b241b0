"""The team's answer: a row in the team lane, which no customer ever sees."""

from deskgraph.agents import RunContext
from deskgraph.graphs.state import Draft
from deskgraph.tickets import post


async def tell_team(context: RunContext, draft: Draft) -> None:
    """Write the answer into the team lane, once however often the step is repeated; what led to it is kept first."""
    await context.keep()
    async with context.writing() as conn:
        await post(
            conn,
            ticket_id=context.ticket.id,
            lane="team",
            kind="answer",
            author_role="agent",
            author="deskgraph",
            text=draft.text,
            citations=[citation.model_dump(mode="json") for citation in draft.citations],
            model=draft.model or None,
            run_id=context.run.id,
            key=f"run:{context.run.id}:reply",
        )
