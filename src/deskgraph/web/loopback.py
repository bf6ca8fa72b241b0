"""Until there are accounts the desk trusts whoever reaches it, so only this machine may."""

import ipaddress

from deskgraph.errors import NotLoopback

LOCALHOST = "localhost"


def is_loopback(host: str) -> bool:
    """Whether this is a name or address that means this machine and no other."""
    if host.lower() == LOCALHOST:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_loopback(host: str, *, has_lead: bool) -> None:
    """`NotLoopback` for an address that other machines reach, while nobody has to sign in."""
    if not has_lead and not is_loopback(host):
        raise NotLoopback(
            f"The desk has no accounts yet and serves only this machine, not {host!r}.",
            "Make a lead: deskgraph user add EMAIL --role lead. Or leave --host out.",
        )
