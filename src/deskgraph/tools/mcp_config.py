"""The file that names MCP servers: the usual form, and beside it what the desk lets each of their tools do."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from deskgraph.errors import Misconfigured
from deskgraph.runs import Audience
from deskgraph.tools.approver import Approver
from deskgraph.tools.filling import SOURCES, Source
from deskgraph.tools.tool import Policy

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")
_VARIABLE = re.compile(r"\$\{(\w+)\}")
EVERY = "*"


class _Given(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class ToolRules(_Given):
    """What one tool of a server may do. What is not said, the rules for `*` say.

    `fill` names arguments that the run fills in, and what with. `holds` says that the tool gives nothing of any
    customer's: without either, nobody could say whose records one that only reads will reach.
    """

    policy: Policy | None = None
    audience: tuple[Audience, ...] | None = Field(None, min_length=1)
    timeout: float | None = Field(None, gt=0)
    approver: Approver | None = None
    fill: dict[str, Source] | None = None
    holds: Literal["public"] | None = None


class ServerSpec(_Given):
    """How one server is reached, by a command or an address, and the rules of its tools."""

    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, str] = Field(default_factory=dict)
    cwd: str | None = None
    url: str | None = Field(None, pattern=r"^https?://")
    headers: dict[str, str] = Field(default_factory=dict)
    type: Literal["stdio", "http", "streamable-http"] | None = None
    tools: dict[str, ToolRules] = Field(default_factory=dict)
    only: tuple[str, ...] | None = None
    timeout: float | None = Field(None, gt=0)

    @model_validator(mode="after")
    def _one_way(self) -> "ServerSpec":
        if (self.command is None) == (self.url is None):
            raise ValueError("give either a command or a url")
        if (self.url is None and self.headers) or (
            self.url is not None and (self.args or self.env or self.cwd)
        ):
            raise ValueError("args, env and cwd go with a command, headers with a url")
        if self.type is not None and (self.type == "stdio") != (self.command is not None):
            raise ValueError(f"a server of type {self.type} has {'no command' if self.command else 'no url'}")
        return self

    def rules(self, tool: str) -> ToolRules:
        """The rules of a tool, by the server's own name for it. Who approves and who may reach it is never guessed
        from what the server claims."""
        own, every = self.tools.get(tool, ToolRules()), self.tools.get(EVERY, ToolRules())
        return ToolRules.model_validate(
            {**every.model_dump(exclude_none=True), **own.model_dump(exclude_none=True)}
        )


class _File(_Given):
    mcpServers: dict[str, ServerSpec]  # noqa: N815  # the name that every such file has


def read_servers(path: Path, environment: Mapping[str, str] | None = None) -> dict[str, ServerSpec]:
    """Name to server. `Misconfigured` names the place and the fix; no value is repeated, for it may be a secret."""
    given = _parsed(path)
    told = os.environ if environment is None else environment
    try:
        servers = _File.model_validate(_filled(given, told, path)).mcpServers
    except ValidationError as error:
        raise _wrong(path, error) from None
    prefixes: dict[str, str] = {}
    for name in servers:
        if not _NAME.fullmatch(name):
            raise Misconfigured(
                f"{path}: a server cannot be named {name[:40]!r}.",
                "Use letters, digits, - and _, at most 32.",
            )
        begins = prefix(name)
        for known, other in prefixes.items():
            # Of `shop` and `shop-pay` each could have a tool named shop_pay_send.
            if known.startswith(begins) or begins.startswith(known):
                raise Misconfigured(f"{path}: {other!r} and {name!r} would name tools alike.", "Rename one.")
        prefixes[begins] = name
    return servers


def prefix(server: str) -> str:
    """What the names of a server's tools begin with."""
    return re.sub(r"[^a-z0-9]+", "_", server.lower()).strip("_") + "_"


def _parsed(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Misconfigured(
            f"The file of MCP servers {path} cannot be read: {error.strerror}.",
            "Correct DESKGRAPH_MCP_SERVERS.",
        ) from error
    except ValueError as error:
        where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else "not UTF-8"
        raise Misconfigured(f"{path} is no JSON ({where}).", "Correct it.") from error


def _filled(part: Any, environment: Mapping[str, str], path: Path) -> Any:
    """Texts with `${NAME}` taken from the environment."""
    match part:
        case dict():
            return {name: _filled(value, environment, path) for name, value in part.items()}
        case list():
            return [_filled(value, environment, path) for value in part]
        case str():
            for name in _VARIABLE.findall(part):
                if name not in environment:
                    raise Misconfigured(
                        f"{path} takes ${{{name}}} from the environment, and it is not there.",
                        f"Set {name}, or write its value into the file.",
                    )
            return _VARIABLE.sub(lambda found: environment[found[1]], part)
        case _:
            return part


_KEYS: Mapping[str, tuple[str, ...]] = {
    "server": tuple(ServerSpec.model_fields),
    "tool": tuple(ToolRules.model_fields),
    "approver": ("role", "limit", "above", "argument", "most"),
}


_STRANGE = ("extra_forbidden", "unexpected_keyword_argument")


def _wrong(path: Path, error: ValidationError) -> Misconfigured:
    found = error.errors(include_url=False, include_context=False)
    # A key that is missing is often one that is misspelt.
    first = next((each for each in found if each["type"] in _STRANGE), found[0])
    place = [str(part) for part in first["loc"]]
    if place[4:5] == ["fill"] and first["type"] == "literal_error":
        what = f"{path}: {'.'.join(place)}: no run knows what it is to be filled in with."
        return Misconfigured(what, _nearest(str(first["input"]), SOURCES))
    if first["type"] not in _STRANGE:
        return Misconfigured(f"{path}: {'.'.join(place)}: {first['msg']}.", "Correct it.")
    known = ("mcpServers",) if len(place) == 1 else _KEYS["server" if len(place) == 3 else "approver"]
    known = _KEYS["tool"] if len(place) == 5 and place[2] == "tools" else known
    return Misconfigured(f"{path}: {'.'.join(place)} is no key.", _nearest(place[-1], known))


def _nearest(given: str, known: Sequence[str]) -> str:
    near = get_close_matches(given, known, 1)
    return f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known)}."
