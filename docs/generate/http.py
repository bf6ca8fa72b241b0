"""The page of the API, from the application's own OpenAPI document, its shapes and its table of problems."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel

from deskgraph import api
from deskgraph.web import shapes
from deskgraph.web.problems import KINDS
from docs.generate.tables import GENERATED, table

_INTRODUCTION = """\
The whole contract stands at `/openapi.json` of a desk that serves. Errors are problem documents (RFC 9457,
`application/problem+json`) with a stable `code`; what was sent is never repeated in one. Until there are accounts the
desk answers only on this machine, by a loopback name, and takes no change that the page of another site sends.

A second request with the same `Idempotency-Key` and body gives the first one's answer; with another body it is the
conflict `key_reused`.
"""
_SHAPES: tuple[type[BaseModel], ...] = (
    shapes.Ticket,
    shapes.Message,
    shapes.Run,
    shapes.Step,
    shapes.Effect,
    shapes.Approval,
    shapes.Submission,
)


def http_page() -> str:
    app = FastAPI()
    app.include_router(api.router())
    parts = ["# HTTP", GENERATED, _INTRODUCTION.strip(), "## Addresses"]
    parts.append(table(["Method", "Address", "Answers", "What it does"], list(_addresses(app.openapi()))))
    parts.append("## Documents")
    parts.append(
        "Commands with `--json` print the same. A list holds the same documents as a single look-up."
    )
    for shape in _SHAPES:
        parts += [f"### {shape.__name__}", " ".join((shape.__doc__ or "").split()), _members(shape)]
    rows = [[f"`{code}`", str(kind.status), kind.title] for code, kind in KINDS.items()]
    parts += ["## Problems", table(["Code", "Status", "Title"], rows)]
    return "\n\n".join(parts) + "\n"


def _addresses(document: dict[str, Any]) -> Iterator[list[str]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            success = next(code for code in operation["responses"] if code.isdigit() and code != "422")
            told = operation.get("description") or operation["summary"]
            query = [part["name"] for part in operation.get("parameters", ()) if part["in"] == "query"]
            asked = f"`{path}`" + (f" ?{' '.join(query)}" if query else "")
            yield [method.upper(), asked, success, told]


def _members(shape: type[BaseModel]) -> str:
    names = (f"`{field.alias or name}`" for name, field in shape.model_fields.items())
    return ", ".join(names)
