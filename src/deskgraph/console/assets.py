"""The stylesheet and the icon."""

from importlib.resources import files

from fastapi import APIRouter, Depends
from starlette.responses import Response

from deskgraph.errors import NotFound
from deskgraph.web.letting_in import anybody

router = APIRouter(dependencies=[Depends(anybody)])

_TYPES = {"desk.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml"}
_FILES = {name: files("deskgraph.console").joinpath("static", name).read_bytes() for name in _TYPES}


@router.get("/static/{name}")
async def static(name: str) -> Response:
    """A file of the pages. Pages ask for it by version, so a browser may keep it."""
    if name not in _FILES:
        raise NotFound("There is no such file.")
    headers = {"Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff"}
    return Response(_FILES[name], headers=headers, media_type=_TYPES[name])
