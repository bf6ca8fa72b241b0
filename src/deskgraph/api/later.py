"""Addresses that are promised and not there yet: each says so, so that a client need not guess."""

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Depends

from deskgraph.errors import NotYet
from deskgraph.web.letting_in import TEAM

router = APIRouter(tags=["later"], dependencies=[Depends(TEAM)])

LATER: tuple[tuple[str, str, str], ...] = (
    ("GET", "/api/flows", "Flows"),
    ("POST", "/api/flows/{name}/runs", "Running a flow"),
)


def _not_yet(what: str) -> Callable[[], Awaitable[None]]:
    async def later() -> None:
        raise NotYet(f"{what} is not there yet.", "It comes with a later release.")

    return later


for _method, _path, _what in LATER:
    router.add_api_route(
        _path, _not_yet(_what), methods=[_method], summary=f"{_what}: not yet", status_code=501
    )
