"""Claims that no run made: a person's reply whose process died while it was sent."""

from deskgraph.database import Connection
from deskgraph.effects import stale_claims
from deskgraph.settings import Settings
from deskgraph.tickets import set_handling


async def give_up_claims(conn: Connection, settings: Settings) -> int:
    """What was claimed and not settled in twice the time that sending may take is of unknown outcome from now on; its
    ticket waits for a person, unless one has it. How many."""
    stale = await stale_claims(conn, 2 * settings.send_timeout)
    for effect in stale:
        if effect.ticket_id is not None:
            reason = f"Nobody knows whether {effect.action} happened (effect {effect.id})."
            await set_handling(
                conn, effect.ticket_id, "needs_human", reason, key=f"effect:{effect.id}:needs_human"
            )
    return len(stale)
