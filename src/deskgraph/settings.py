"""Every setting and bound: its default, unit, reason and environment name (`DESKGRAPH_` and the field's name)."""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

BUILTIN = "builtin"
_PREFIX = "DESKGRAPH_"
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

    # Models: a name of pydantic-ai (`provider:model`) or `builtin`
    routing_model: str = Field(BUILTIN, description="Classifies, decides, plans tools, refines queries.")
    writing_model: str = Field(BUILTIN, description="Writes answers.")
    reviewing_model: str = Field(BUILTIN, description="Reviews drafts before they are sent.")
    embedding_model: str = Field(BUILTIN, description="Embeds articles and questions.")
    embedding_threads: int = Field(
        2, ge=1, description="Threads of the builtin encoder; more than two gain little on short texts."
    )
    model_timeout: float = Field(
        60.0, gt=0, description="Seconds for one model call; a slow model is a failed one."
    )
    model_requests: int = Field(
        4, ge=1, description="Requests one decision may cost: one, and retries when the output is not valid."
    )
    model_retries: int = Field(2, ge=0, description="How often invalid output is sent back to the model.")
    decision_confidence: float = Field(
        0.45, ge=0, le=1, description="Below this the builtin model is unsure: it searches, or hands over."
    )

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
    rewrites: int = Field(
        1, ge=0, description="Rewrites after a review; more rarely mend a draft, a person does."
    )
    conversation_turns: int = Field(12, ge=1, description="Turns of the ticket a prompt holds, newest last.")
    conversation_characters: int = Field(12_000, ge=500, description="Characters of those turns.")
    tool_timeout: float = Field(
        30.0, gt=0, description="Seconds for one tool call; over it its outcome is unknown."
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
    stop_seconds: float = Field(
        5.0,
        ge=0,
        description="Seconds that a worker which is told to stop lets its runs go on; the rest wait.",
    )
    poll_seconds: float = Field(1.0, gt=0, description="How often the queue is asked when nothing notifies.")
    concurrency: int = Field(4, ge=1, description="Lanes one worker works at a time.")
    pool_size: int = Field(10, ge=2, description="Database connections of one process.")
    pool_timeout: float = Field(
        10.0, gt=0, description="Seconds to wait for a connection before it is an error."
    )

    # Doors
    host: str = Field("127.0.0.1", description="Until accounts exist only loopback is served.")
    port: int = Field(8000, ge=0, le=65535, description="0 takes a free port.")
    health_seconds: float = Field(
        2.0, gt=0, description="Seconds /readyz waits for the database; probes give up after a few."
    )
    body_limit: int = Field(2_000_000, ge=1_000, description="Bytes of one HTTP request.")

    @field_validator("packs", mode="before")
    @classmethod
    def _divided(cls, given: object) -> object:
        """The environment has text where a program has a tuple."""
        return tuple(filter(None, map(str.strip, given.split(",")))) if isinstance(given, str) else given


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
