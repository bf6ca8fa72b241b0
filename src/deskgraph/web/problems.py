"""Problem details (RFC 9457): the one table from a code to a status, and the answers made from it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict
from starlette.responses import Response

from deskgraph.errors import DeskError
from deskgraph.privacy import unnumbered

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Kind:
    """What all problems of one code have in common."""

    status: int
    title: str


# By code: every class of `deskgraph.errors`, then what only HTTP knows.
KINDS: Mapping[str, Kind] = {
    "desk_error": Kind(500, "The desk failed"),
    "bad_input": Kind(422, "Bad input"),
    "empty_text": Kind(422, "Empty text"),
    "text_too_long": Kind(413, "Text too long"),
    "not_text": Kind(400, "Not text"),
    "bad_address": Kind(422, "Bad address"),
    "bad_arguments": Kind(422, "Bad arguments"),
    "weak_password": Kind(422, "Weak password"),
    "text_stopped": Kind(422, "Text stopped"),
    "bad_article": Kind(422, "Bad article"),
    "not_found": Kind(404, "Not found"),
    "unknown_tool": Kind(404, "Unknown tool"),
    "unknown_graph": Kind(404, "Unknown graph"),
    "conflict": Kind(409, "Conflict"),
    "already_ruled": Kind(409, "Already ruled on"),
    "newer_message": Kind(409, "Newer message"),
    "run_waits": Kind(409, "The run waits for a person"),
    "not_rulable": Kind(409, "Takes another ruling"),
    "person_answers": Kind(409, "A person answers"),
    "agent_answers": Kind(409, "The agent answers"),
    "run_over": Kind(409, "The run has ended"),
    "still_under_way": Kind(409, "Still under way"),
    "account_exists": Kind(409, "Account exists"),
    "already_settled": Kind(409, "Already settled"),
    "key_reused": Kind(409, "Idempotency key reused"),
    "expired": Kind(410, "Expired"),
    "not_allowed": Kind(403, "Not allowed"),
    "approval_not_allowed": Kind(403, "Another role has to approve"),
    "not_signed_in": Kind(401, "Not signed in"),
    "wrong_password": Kind(401, "Wrong address or password"),
    "bad_link": Kind(403, "Bad link"),
    "too_many_tries": Kind(429, "Too many tries"),
    "foreign_host": Kind(421, "Not this desk's host"),
    "cross_origin": Kind(403, "Sent by another site"),
    "unavailable": Kind(503, "Unavailable"),
    "database_unavailable": Kind(503, "Database unavailable"),
    "port_in_use": Kind(503, "Port in use"),
    "too_many_streams": Kind(503, "Too many streams"),
    "misconfigured": Kind(500, "Misconfigured"),
    "unknown_model": Kind(422, "Unknown model"),
    "unknown_purpose": Kind(422, "Unknown purpose"),
    "placeholder_key": Kind(500, "Key is a placeholder"),
    "not_loopback": Kind(500, "Not a loopback address"),
    "bad_pack": Kind(500, "Bad pack"),
    "bad_migration": Kind(500, "Bad migration"),
    "loose_serializer": Kind(500, "Loose serializer"),
    "graph_error": Kind(500, "Graph error"),
    "no_destination": Kind(500, "Graph error"),
    "undeclared_goto": Kind(500, "Graph error"),
    "undeclared_field": Kind(500, "Graph error"),
    "bad_update": Kind(500, "Graph error"),
    "graph_changed": Kind(500, "Graph changed"),
    "no_context": Kind(500, "Graph error"),
    "model_failed": Kind(502, "The model failed"),
    "model_away": Kind(502, "The model is away"),
    "spend_cap_reached": Kind(502, "A spend cap is reached"),
    "tool_refused": Kind(409, "The tool refused"),
    "tool_failed": Kind(502, "The tool failed"),
    "not_sent": Kind(502, "Not sent"),
    "outcome_unknown": Kind(502, "Outcome unknown"),
    "not_approved": Kind(409, "Not approved"),
    "taken_over": Kind(409, "Taken over"),
    "not_yet": Kind(501, "Not yet"),
    # what only HTTP knows
    "bad_request": Kind(400, "Bad request"),
    "bad_json": Kind(400, "Malformed JSON"),
    "method_not_allowed": Kind(405, "Method not allowed"),
    "body_too_large": Kind(413, "Body too large"),
    "validation": Kind(422, "Does not fit the schema"),
    "internal_error": Kind(500, "Internal error"),
    "not_ready": Kind(503, "Not ready"),
}


class Fault(BaseModel):
    """One place of a request that does not fit. What was sent is not repeated: it may be a secret."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    where: str
    what: str


class Problem(BaseModel):
    """The body of every error. `code` is stable; `detail` and `hint` are for people."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    title: str
    status: int
    code: str
    detail: str
    hint: str = ""
    errors: tuple[Fault, ...] = ()


def problem(
    code: str,
    detail: str,
    hint: str = "",
    errors: Sequence[Fault] = (),
    more: Mapping[str, Any] | None = None,
) -> Problem:
    """A problem of this code; `more` are members that this kind of problem has besides. An error that quotes what was
    sent quotes no personal data of it: bodies of errors are kept where bodies of requests are not."""
    kind = KINDS[code]
    return Problem(
        type=f"urn:deskgraph:problem:{code}",
        title=kind.title,
        status=kind.status,
        code=code,
        detail=unnumbered(detail, plans=False),
        hint=hint,
        errors=tuple(
            Fault(where=unnumbered(each.where, plans=False), what=unnumbered(each.what, plans=False))
            for each in errors
        ),
        **(more or {}),
    )


def problem_of(error: DeskError) -> Problem:
    """The problem that tells a client of this error."""
    return problem(error.code, error.message, error.hint, more=error.facts)


def response(of: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """The answer with this problem as its body. ASCII only: a detail may hold what UTF-8 cannot."""
    retry = {"Retry-After": "1"} if of.status == 503 else {}
    body = json.dumps(of.model_dump())
    return Response(body, of.status, {**(headers or {}), **retry}, media_type=MEDIA_TYPE)
