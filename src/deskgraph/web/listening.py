"""The address that the desk listens on, bound before anything that takes time is opened."""

import errno
import socket

from deskgraph.errors import PortInUse
from deskgraph.web.loopback import LOCALHOST


def listen(host: str, port: int) -> socket.socket:
    """A socket bound before anything else is opened; whether the address may be served is for the open desk to say.
    Port 0 takes a free one. `PortInUse` for one that is taken.
    """
    address = "127.0.0.1" if host.lower() == LOCALHOST else host.strip("[]")
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise PortInUse(
            _cannot_listen(error, host, port), "Stop what listens there, or give another --port."
        ) from None
    return listening


def address_of(listening: socket.socket) -> str:
    """Where the desk is found."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _cannot_listen(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} of {host} is in use."
    return f"Cannot listen on {host}:{port}: {error.strerror}."
