"""The graphs, drawn from what runs."""

from fastapi import APIRouter, Depends
from starlette.responses import PlainTextResponse

from deskgraph.web import shapes
from deskgraph.web.desk import OpenDesk
from deskgraph.web.letting_in import TEAM

router = APIRouter(prefix="/api/graphs", tags=["graphs"], dependencies=[Depends(TEAM)])


@router.get("")
async def graphs(desk: OpenDesk) -> list[shapes.Graph]:
    """The graphs that can be drawn, and where."""
    return [shapes.Graph(name=name, mermaid=f"/api/graphs/{name}.mermaid") for name in desk.graph_names()]


@router.get("/{name}.mermaid", response_class=PlainTextResponse)
async def mermaid(desk: OpenDesk, name: str, expand: bool = True) -> str:
    """Mermaid text of a graph; with `expand=false` its subgraphs stay closed."""
    return desk.diagram(name, boxes=not expand)
