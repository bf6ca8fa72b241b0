"""The tool planner: which of the listed tools, with which arguments."""

import re

from deskgraph.decisions import CallTool, Decision, NoToolFits
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading

_ORDER = re.compile(r"#?\b[A-Z]{1,4}-?\d{3,8}\b")


async def plan(reading: Reading, mind: Mind) -> list[Decision]:
    """Calls, best first; then that no tool fits."""
    text = reading.body("task") + "\n" + reading.request
    none = NoToolFits(reason="No listed tool does what is asked.")
    for section in reading.of("tool"):
        name = section.labels.get("name", "")
        if any(word in text.lower() for word in name.lower().split("_")):
            found = _ORDER.search(text)
            arguments = {"order": found.group()} if found and '"order"' in section.body else {}
            return [CallTool(tool=name, arguments=arguments, reasoning=f"{name} does what is asked."), none]
    return [none]
