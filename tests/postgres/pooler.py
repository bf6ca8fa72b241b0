"""A pooler as small as one can be: it stands before PostgreSQL and shares server connections among its clients."""

import socket
import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from psycopg.conninfo import conninfo_to_dict

_STARTUP, _OK, _FAKE_KEY = 196_608, b"R" + struct.pack("!ii", 8, 0), b"K" + struct.pack("!iii", 12, 1, 1)
_READY = b"Z" + struct.pack("!i", 5) + b"I"


def _exactly(sock: socket.socket, size: int) -> bytes:
    got = b""
    while len(got) < size:
        more = sock.recv(size - len(got))
        if not more:
            raise EOFError
        got += more
    return got


def _message(sock: socket.socket) -> bytes:
    head = _exactly(sock, 5)
    return head + _exactly(sock, int(struct.unpack("!i", head[1:])[0]) - 4)


class Server:
    """One connection to PostgreSQL, which one client at a time may use."""

    def __init__(self, url: str) -> None:
        given = conninfo_to_dict(url)
        self.alone = threading.Lock()
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(f"{given['host']}/.s.PGSQL.{given.get('port', 5432)}")
        said = f"user\0{given['user']}\0database\0{given['dbname']}\0\0".encode()
        self.socket.sendall(struct.pack("!ii", len(said) + 8, _STARTUP) + said)
        self.parameters = b""
        while (message := _message(self.socket))[:1] != b"Z":
            self.parameters += message if message[:1] == b"S" else b""

    def answer(self, client: socket.socket) -> bool:
        """Hand its answer to the client; whether the transaction is over."""
        while True:
            message = _message(self.socket)
            client.sendall(message)
            if message[:1] == b"Z":
                return message[-1:] == b"I"


class _Client(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        pooler = cast("_Pooler", self.server)
        size, code = struct.unpack("!ii", _exactly(self.request, 8))
        while code != _STARTUP:
            self.request.sendall(b"N")
            size, code = struct.unpack("!ii", _exactly(self.request, 8))
        _exactly(self.request, size - 8)
        server = pooler.shared or Server(pooler.url)
        self.request.sendall(_OK + server.parameters + _FAKE_KEY + _READY)
        try:
            while True:
                self._transaction(server)
        except (EOFError, ConnectionError):
            """The client has gone."""
        finally:
            if server is not pooler.shared:
                server.socket.close()

    def _transaction(self, server: Server) -> None:
        message = _message(self.request)
        with server.alone:
            while message[:1] != b"X":
                server.socket.sendall(message)
                if message[:1] in b"SQ" and server.answer(self.request):
                    return
                message = _message(self.request)
        raise EOFError


class _Pooler(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, url: str, *, transactions: bool) -> None:
        self.url = url
        self.shared = Server(url) if transactions else None
        super().__init__(("127.0.0.1", 0), _Client)


@contextmanager
def pooler(url: str, *, transactions: bool) -> Iterator[str]:
    """The address of a pooler before this database: of transactions, or of sessions."""
    server = _Pooler(url, transactions=transactions)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    given = conninfo_to_dict(url)
    host, port = server.server_address[:2]
    try:
        yield f"postgresql://{given['user']}@{host!s}:{port}/{given['dbname']}?sslmode=disable"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        if server.shared is not None:
            server.shared.socket.close()
