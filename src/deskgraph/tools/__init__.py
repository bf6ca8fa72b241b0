"""What an agent may do: typed functions with a policy, checked arguments, and packs that bring them."""

from deskgraph.effects import Grant, granted
from deskgraph.tools.arguments import Checked
from deskgraph.tools.context import ToolContext
from deskgraph.tools.packs import Pack, load_packs
from deskgraph.tools.tool import Policy, Tool, tool
from deskgraph.tools.toolbox import Toolbox

__all__ = [
    "Checked",
    "Grant",
    "Pack",
    "Policy",
    "Tool",
    "ToolContext",
    "Toolbox",
    "granted",
    "load_packs",
    "tool",
]
