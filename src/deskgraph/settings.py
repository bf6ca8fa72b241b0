"""Every setting and bound: its default, unit, reason and environment name (`DESKGRAPH_` and the field's name)."""

import re
from collections.abc import Iterable
from decimal import Decimal
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

BUILTIN = "builtin"
Masking = Literal["routing", "writing", "reviewing", "embedding"]
_PREFIX = "DESKGRAPH_"
_PRICE = re.compile(r"\S+=\d+(\.\d+)?/\d+(\.\d+)?")
# Where tests and measurements find public data; no setting of a desk.
_TEST_DATA = "DESKGRAPH_TEST_DATA"


class Settings(BaseSettings):
    """Read from the environment and from `.env`, where the names of other programs may stand, too."""

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX,
        env_file=".env",
        # A name that is there and says nothing is as one that is not: files are copied with their gaps.
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
    )

    # Where things are
    home: Path = Field(Path(".deskgraph"), description="Folder of the embedded database and of caches.")
    database_url: SecretStr | None = Field(
        None, description="PostgreSQL 15 or newer. Unset: the embedded server under `home`."
    )
    packs: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Packs to load besides those of the entry point `deskgraph.tools`: names of modules, divided by "
        "commas.",
    )

    # MCP servers: where tools of other programs come from
    mcp_servers: Path | None = Field(
        None, description="JSON file that names MCP servers and the policies of their tools. Unset: none."
    )
    mcp_connect_seconds: float = Field(
        5.0,
        gt=0,
        description="Seconds for a server to start and to list its tools; a worker waits no longer for any.",
    )
    mcp_refresh_seconds: float = Field(
        15.0,
        gt=0,
        description="Seconds between two looks at a server's tools: so long one that died goes unnoticed.",
    )
    mcp_backoff: float = Field(
        1.0, gt=0, description="Seconds before a server is tried again, about; each further wait is longer."
    )
    mcp_wait: float = Field(60.0, gt=0, description="Longest wait between two tries, in seconds.")
    mcp_tools_limit: int = Field(
        64, ge=1, description="Tools of one server; a model chooses badly among more, and reads each of them."
    )
    mcp_help_limit: int = Field(
        2_000, ge=100, description="Characters of a tool's description; the rest is cut."
    )
    mcp_schema_limit: int = Field(
        20_000, ge=100, description="Characters of a tool's schema; one with a longer one is left out."
    )
    mcp_line_limit: int = Field(
        10_000_000,
        ge=1_000,
        description="Characters of one line that a server's process writes; after a longer one it is away. A result "
        "with a picture has some millions.",
    )
    mcp_result_limit: int = Field(
        20_000, ge=100, description="Characters of a result; what is longer is cut, and says so."
    )

    # Models: a name of pydantic-ai (`provider:model`) or `builtin`
    routing_model: str = Field(BUILTIN, description="Classifies, decides, plans tools, refines queries.")
    writing_model: str = Field(BUILTIN, description="Writes answers.")
    reviewing_model: str = Field(BUILTIN, description="Reviews drafts before they are sent.")
    embedding_model: str = Field(BUILTIN, description="Embeds articles and questions.")
    embedding_threads: int = Field(
        2, ge=1, description="Threads of the builtin encoder; more than two gain little on short texts."
    )
    routing_fallback_model: str | None = Field(
        None, description="Stands in for the routing model when that is away. Unset: nothing does."
    )
    writing_fallback_model: str | None = Field(None, description="Stands in for the writing model.")
    reviewing_fallback_model: str | None = Field(None, description="Stands in for the reviewing model.")
    model_connect_timeout: float = Field(
        5.0,
        gt=0,
        description="Seconds to connect to a provider; one that is there answers in a few round trips.",
    )
    model_timeout: float = Field(
        60.0,
        gt=0,
        description="Seconds for one attempt at a model call, until its reply is read whole; the longest decisions "
        "take about 30.",
    )
    model_seconds: float = Field(
        150.0,
        gt=0,
        description="Seconds for one decision with its attempts, waits and corrections: two attempts that time out, "
        "and a wait. A fallback has as long again.",
    )
    model_attempts: int = Field(
        4,
        ge=1,
        description="Attempts at one model call when it is refused for now, or the connection breaks.",
    )
    model_backoff: float = Field(
        0.5, gt=0, description="Seconds before the second attempt, about; each further wait is twice as long."
    )
    model_wait: float = Field(
        20.0,
        gt=0,
        description="Longest wait between attempts, in seconds. A provider that asks for a longer one "
        "(`Retry-After`) is not waited for: the fallback answers sooner.",
    )
    model_reply_limit: int = Field(
        4_000_000, ge=1_000, description="Bytes of one reply of a model; the longest real ones have a tenth."
    )
    model_requests: int = Field(
        4, ge=1, description="Requests one decision may cost: one, and retries when the output is not valid."
    )
    model_retries: int = Field(2, ge=0, description="How often invalid output is sent back to the model.")
    mask: Annotated[tuple[Masking, ...], NoDecode] = Field(
        (),
        description="Purposes whose model gets placeholders for personal data (e-mail, telephone, card, IBAN, US SSN, "
        "IP address): `routing`, `writing`, `reviewing`, `embedding`, divided by commas. Nothing by default: the "
        "builtin models leave this process nowhere.",
    )
    decision_confidence: float = Field(
        0.45, ge=0, le=1, description="Below this the builtin model is unsure: it searches, or hands over."
    )

    # What models may cost. A cap is looked at before a decision: it is overrun by the decisions in flight, at most.
    prices: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="US dollars for a million tokens of input and of output, for models whose price is not known or "
        "not yours: `openai-chat:mine=0.5/1.5`, divided by commas.",
    )
    run_tokens: int | None = Field(
        400_000,
        ge=1,
        description="Tokens one run may use; a long run needs about 60,000, so more is a loop. `builtin` counts none.",
    )
    ticket_tokens: int | None = Field(None, ge=1, description="Tokens all runs of one ticket may use.")
    day_tokens: int | None = Field(None, ge=1, description="Tokens all runs of one day (UTC) may use.")
    run_cost: Decimal | None = Field(
        None,
        gt=0,
        description="US dollars one run may cost. A model without a known price is then not asked.",
    )
    ticket_cost: Decimal | None = Field(None, gt=0, description="US dollars all runs of one ticket may cost.")
    day_cost: Decimal | None = Field(None, gt=0, description="US dollars all runs of one day (UTC) may cost.")

    # Bounds of one run
    recursion_limit: int = Field(
        60, ge=10, description="Graph steps of one run; the longest route takes about 25."
    )
    searches: int = Field(2, ge=1, description="Searches of one run: the decider's query, and one refined.")
    passages: int = Field(5, ge=1, description="Passages a search hands to the writer.")
    search_threshold: float = Field(
        0.3, ge=0, le=1, description="Cosine below which a passage counts as 'not in here'."
    )
    search_candidates: int = Field(
        50,
        ge=5,
        description="Passages that words and vectors each put forward, before both are weighed together.",
    )
    passages_of_article: int = Field(
        2, ge=1, description="Passages of one article among those; a third more often hid the right article."
    )
    lexical_weight: float = Field(
        0.2,
        ge=0,
        le=1,
        description="Share of the words in a passage's score; half and half found less when measured.",
    )
    lexical_threshold: float = Field(
        0.3,
        ge=0,
        le=1,
        description="Share of the query's words, by rarity, below which 'not in here' without vectors.",
    )
    passage_characters: int = Field(
        900, ge=200, description="Characters of a passage at most: what the builtin encoder reads whole."
    )
    embedding_batch: int = Field(32, ge=1, description="Passages embedded in one call, then stored.")
    support_share: float = Field(
        0.6,
        ge=0,
        le=1,
        description="Share of a sentence's words that the statements it rests on must hold before an agent's draft "
        "goes out by itself; it may not change their numbers or names, or deny them. At 0.6, 53 of 64 sentences of "
        "real answers pass on their own sources and none on another question's. 0 leaves it to the reviewer alone.",
    )
    link_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Hosts that replies may link to besides those in articles: your shop, your couriers; divided by "
        "commas.",
    )
    rewrites: int = Field(
        1, ge=0, description="Rewrites after a review; more rarely mend a draft, a person does."
    )
    conversation_turns: int = Field(12, ge=1, description="Turns of the ticket a prompt holds, newest last.")
    conversation_characters: int = Field(12_000, ge=500, description="Characters of those turns.")
    tool_timeout: float = Field(
        30.0, gt=0, description="Seconds for one tool call; over it its outcome is unknown."
    )
    arguments_limit: int = Field(
        20_000,
        ge=100,
        description="Characters of one call's arguments as JSON: ten pages, more than anybody reads before they "
        "approve it.",
    )
    send_timeout: float = Field(
        30.0, gt=0, description="Seconds for handing one reply to a channel; over it its outcome is unknown."
    )

    # People
    approval_hours: float = Field(72.0, gt=0, description="Hours an approval may wait: a weekend and a day.")

    # What comes in
    text_limit: int = Field(
        100_000, ge=100, description="Characters of one message; the longest real mail is shorter."
    )
    subject_limit: int = Field(
        300, ge=10, description="Characters of a subject; longer ones are cut, and said so."
    )

    # Work
    lease_seconds: float = Field(6.0, gt=0, description="A lease not renewed for this long is free to take.")
    heartbeat_seconds: float = Field(1.0, gt=0, description="How often a worker renews its leases.")
    sweep_seconds: float = Field(
        1.0,
        gt=0,
        description="How often a worker looks for runs that nobody works; with the lease it bounds how long a dead "
        "worker's run waits.",
    )
    stop_seconds: float = Field(
        5.0,
        ge=0,
        description="Seconds that a worker which is told to stop lets its runs go on; the rest wait.",
    )
    poll_seconds: float = Field(1.0, gt=0, description="How often the queue is asked when nothing notifies.")
    concurrency: int = Field(
        32, ge=1, description="Lanes one worker works at a time; most of them wait for a model."
    )
    turns: int = Field(
        4,
        ge=1,
        description="Runs of a worker that run code at a time; more of them only wait for each other's processor.",
    )
    pool_size: int = Field(10, ge=2, description="Database connections of one process.")
    pool_timeout: float = Field(
        10.0, gt=0, description="Seconds to wait for a connection before it is an error."
    )

    # What is kept, and for how long
    thread_days: float = Field(
        7.0,
        ge=0,
        description="Days the checkpoints of a finished run are kept, for whoever looks into one; its steps stay.",
    )
    event_days: float = Field(
        90.0, ge=0, description="Days an event is kept; a page that lost its stream needs minutes of them."
    )
    ledger_days: float = Field(
        400.0, ge=0, description="Days a settled effect is kept: a year of accounts, and a month to close it."
    )
    key_days: float = Field(
        7.0, ge=0, description="Days an Idempotency-Key is remembered; clients try again within hours."
    )
    gone_days: float = Field(
        1.0, ge=0, description="Days after which a worker nobody saw, and its wake-ups, are forgotten."
    )
    solved_days: float = Field(
        7.0, ge=0, description="Days of silence after which a ticket that waits for its customer is solved."
    )
    closed_days: float = Field(
        7.0, ge=0, description="Days of silence after that, until it is closed: then a message opens another."
    )
    prune_minutes: float = Field(
        60.0,
        gt=0,
        description="Minutes between two passes of retention in a worker, about; one worker at a time.",
    )
    prune_batch: int = Field(
        500,
        ge=1,
        description="Rows, or threads, that one transaction of retention deletes: a fraction of a second.",
    )
    prune_seconds: float = Field(
        60.0,
        gt=0,
        description="Seconds one pass of retention may take; the next one goes on with what is left.",
    )

    # Accounts
    session_hours: float = Field(
        12.0, gt=0, description="Hours a person of the desk stays signed in: a working day."
    )
    customer_hours: float = Field(
        720.0,
        gt=0,
        description="Hours a customer who came by a link stays signed in: a month, as long as a ticket.",
    )
    link_hours: float = Field(
        72.0,
        gt=0,
        description="Hours a customer's sign-in link is good for: a weekend and a day, as an approval.",
    )
    password_length: int = Field(10, ge=8, description="Characters of a password at least.")
    sign_in_tries: int = Field(
        10,
        ge=1,
        description="Tries to sign in from one address, or to one account, within `sign_in_minutes`.",
    )
    sign_in_minutes: float = Field(15.0, gt=0, description="Minutes in which those tries are counted.")
    submit_tries: int = Field(
        30, ge=1, description="Messages one customer may send by the portal within `submit_minutes`."
    )
    submit_minutes: float = Field(60.0, gt=0, description="Minutes in which those messages are counted.")

    # Doors
    host: str = Field("127.0.0.1", description="Until the desk has a lead only loopback is served.")
    hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Names that the desk answers by besides this machine's own, divided by commas."
    )
    port: int = Field(8000, ge=0, le=65535, description="0 takes a free port.")
    door_timeout: float = Field(
        3.0,
        gt=0,
        description="Seconds a request waits for a database connection; a run, which nobody watches, waits for "
        "`pool_timeout`.",
    )
    health_seconds: float = Field(
        2.0, gt=0, description="Seconds /readyz waits for the database; probes give up after a few."
    )
    stream_limit: int = Field(
        500,
        ge=1,
        description="Open event streams of one process: each is a socket, and 1024 files are usual.",
    )
    stream_keepalive_seconds: float = Field(
        15.0, gt=0, description="Seconds of silence after which a stream says so: proxies close at 30 to 60."
    )
    body_limit: int = Field(2_000_000, ge=1_000, description="Bytes of one HTTP request.")

    @field_validator("packs", "prices", "link_hosts", "hosts", "mask", mode="before")
    @classmethod
    def _divided(cls, given: object) -> object:
        """The environment has text where a program has a tuple."""
        return tuple(filter(None, map(str.strip, given.split(",")))) if isinstance(given, str) else given

    @field_validator("prices")
    @classmethod
    def _priced(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for price in given:
            if not _PRICE.fullmatch(price):
                raise ValueError(f"{price!r} is no price; write `provider:model=INPUT/OUTPUT`")
        return given


def strange_names(environment: Iterable[str]) -> list[str]:
    """Names that begin like a setting's and are none: a misspelt address of a database would start another one."""
    known = {f"{_PREFIX}{name}".upper() for name in Settings.model_fields} | {_TEST_DATA}
    return sorted(
        name for name in environment if name.upper().startswith(_PREFIX) and name.upper() not in known
    )


def nearest_name(name: str) -> str:
    """The setting that was most likely meant; empty when none is near."""
    known = [f"{_PREFIX}{field}".upper() for field in Settings.model_fields]
    return next(iter(get_close_matches(name.upper(), known, 1)), "")


@lru_cache
def settings() -> Settings:
    """The process's settings, read once."""
    return Settings()
