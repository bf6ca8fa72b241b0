"""The way to a provider: each attempt bounded and read whole, and what passes by itself tried again.

The provider's own client retries nothing (`make` turns that off): attempts on attempts would multiply. This is
imported when the first provider is chosen.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from urllib.request import getproxies, proxy_bypass

import httpx2
from pydantic_ai.models import create_async_httpx2_client
from pydantic_ai.retries import AsyncHTTPX2TenacityTransport, RetryConfig, wait_retry_after
from tenacity import RetryCallState, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

from deskgraph.models.failing import NotJson, TooLong
from deskgraph.settings import Settings

# A wait that a server asks for is cut to this when it is read, far above any that is waited for.
_LONGEST = 1e6


def http_client(settings: Settings) -> httpx2.AsyncClient:
    """A client for providers. It is its maker's to close."""
    retrying = AsyncHTTPX2TenacityTransport(
        RetryConfig(
            retry=retry_if_exception_type((httpx2.HTTPStatusError, httpx2.TransportError)),
            stop=_any(stop_after_attempt(settings.model_attempts), _asks_for_more_than(settings.model_wait)),
            wait=wait_retry_after(_backoff(settings), max_wait=_LONGEST),
            retry_error_callback=_last_word,
        ),
        wrapped=WholeReply(settings),
        validate_response=_raise_if_passing,
    )
    return create_async_httpx2_client(transport=retrying)


class WholeReply(httpx2.AsyncBaseTransport):
    """One attempt. A reply that breaks off or never ends is met here, where it can be tried again, and not when a
    provider's client reads it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._ways: dict[str | None, httpx2.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        seconds = self._settings.model_timeout
        # The clients of providers ask for ten minutes a read.
        bounds = httpx2.Timeout(seconds, connect=min(seconds, self._settings.model_connect_timeout))
        request.extensions = {**request.extensions, "timeout": bounds.as_dict()}
        try:
            async with asyncio.timeout(seconds):
                return await self._read(await self._way(request.url).handle_async_request(request), request)
        except TimeoutError as error:
            raise httpx2.ReadTimeout("no whole reply in time", request=request) from error

    async def _read(self, response: httpx2.Response, request: httpx2.Request) -> httpx2.Response:
        body = bytearray()
        try:
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > self._settings.model_reply_limit:
                    raise TooLong("the reply is too long", request=request)
        finally:
            await response.aclose()
        if response.is_success and not body.lstrip().startswith((b"{", b"[")):
            raise NotJson("the reply is not JSON", request=request)
        headers = httpx2.Headers(response.headers)
        for described in ("content-encoding", "content-length", "transfer-encoding"):
            headers.pop(described, None)
        return httpx2.Response(response.status_code, headers=headers, content=bytes(body), request=request)

    def _way(self, url: httpx2.URL) -> httpx2.AsyncHTTPTransport:
        """The connections to a host: straight, or by the proxy that the environment names. A client that is given a
        transport no longer looks for one itself."""
        proxies = {} if proxy_bypass(url.host) else getproxies()
        proxy = proxies.get(url.scheme) or proxies.get("all")
        if proxy not in self._ways:
            limits = httpx2.Limits(max_connections=None, max_keepalive_connections=100)
            self._ways[proxy] = httpx2.AsyncHTTPTransport(limits=limits, proxy=proxy)
        return self._ways[proxy]

    async def aclose(self) -> None:
        for way in self._ways.values():
            await way.aclose()


def _raise_if_passing(response: httpx2.Response) -> None:
    """What the next attempt may find mended: too many requests, a time-out there, a failure of theirs. Providers
    say in a header when it will not be (a quota that is used up answers 429, too)."""
    passing = response.status_code in (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
    if (passing or response.status_code >= 500) and response.headers.get("x-should-retry") != "false":
        response.raise_for_status()


def _last_word(state: RetryCallState) -> httpx2.Response:
    """After the last attempt: the provider's own refusal, which its client can read, or why there was no reply."""
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, httpx2.HTTPStatusError):
        return error.response
    raise error or RuntimeError("no attempt was made")


def _backoff(settings: Settings) -> Callable[[RetryCallState], float]:
    return wait_exponential_jitter(
        multiplier=settings.model_backoff, max=settings.model_wait, jitter=settings.model_backoff
    )


def _asks_for_more_than(seconds: float) -> Callable[[RetryCallState], bool]:
    return lambda state: state.upcoming_sleep > seconds


def _any(*stops: Callable[[RetryCallState], bool]) -> Callable[[RetryCallState], bool]:
    return lambda state: any(stop(state) for stop in stops)
