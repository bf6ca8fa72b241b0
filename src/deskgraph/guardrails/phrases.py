"""English phrases, and those, of any language, that the team's own articles may hold."""

from deskgraph.guardrails.claims import APPROVAL, AUTHORITY, EXTRACTION, ROLE
from deskgraph.guardrails.leave import GRANTED
from deskgraph.guardrails.orders import ACTS, ADDRESSED, EXFILTRATION, OVERRIDE, SILENCE
from deskgraph.guardrails.steering import READERS, STEERING

ENGLISH = (OVERRIDE, ADDRESSED, EXFILTRATION, STEERING, ROLE, EXTRACTION, AUTHORITY)
# Said to the team in its handbook these are rules of the house: "tell the customer", "call the tool", "approved
# by a supervisor". Whoever writes to the team, or a tool's report, has no reason to say them.
FROM_OUTSIDE = (SILENCE, ACTS, READERS, APPROVAL)
FROM_OUTSIDE_PLAIN = (GRANTED,)
