"""What an agent may do: typed functions with a policy, checked arguments, and packs that bring them."""

from deskgraph.accounts import Role
from deskgraph.effects import Grant, granted
from deskgraph.tools.approver import Approver, Limit
from deskgraph.tools.asked import approvable
from deskgraph.tools.checked import Checked
from deskgraph.tools.context import ToolContext
from deskgraph.tools.declaring import tool
from deskgraph.tools.filling import shown
from deskgraph.tools.mcp_servers import Servers, servers_of
from deskgraph.tools.mcp_standing import Standing
from deskgraph.tools.packs import Pack, load_packs
from deskgraph.tools.tool import Policy, Tool
from deskgraph.tools.toolbox import Toolbox

__all__ = [
    "Approver",
    "Checked",
    "Grant",
    "Limit",
    "Pack",
    "Policy",
    "Role",
    "Servers",
    "Standing",
    "Tool",
    "ToolContext",
    "Toolbox",
    "approvable",
    "granted",
    "load_packs",
    "servers_of",
    "shown",
    "tool",
]
