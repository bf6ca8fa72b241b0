"""Providers on our own way to them, where they let us say the way."""

import inspect
from typing import Any

from pydantic_ai.providers import Provider, infer_provider, infer_provider_class

from deskgraph.models.transport import http_client
from deskgraph.settings import Settings


class Providers:
    """Makes providers that share one HTTP client."""

    def __init__(self, settings: Settings) -> None:
        self._client = http_client(settings)

    def provider(self, name: str) -> Provider[Any]:
        """The provider of this name. One whose own client cannot be given keeps its own retries and time-outs, within
        the bound of a whole decision."""
        if name.startswith("gateway/") or not _takes_our_client(infer_provider_class(name)):
            return infer_provider(name)
        provider = infer_provider_class(name)(http_client=self._client)  # type: ignore[call-arg]  # looked at above
        if hasattr(provider.client, "max_retries"):
            provider.client.max_retries = 0
        return provider

    async def aclose(self) -> None:
        """Close the client."""
        await self._client.aclose()


def _takes_our_client(provider: type[Provider[Any]]) -> bool:
    """Some still want a client of the older package, and check that it is one."""
    parameter = inspect.signature(provider).parameters.get("http_client")
    if parameter is None:
        return False
    wanted = parameter.annotation if isinstance(parameter.annotation, str) else repr(parameter.annotation)
    return not wanted.startswith(("httpx.", "AsyncClient"))
