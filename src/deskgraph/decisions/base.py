"""What all decisions share."""

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from deskgraph.database.storable import storable


class Decision(BaseModel):
    """One member of a union that an agent returns: frozen, and nothing in it that was not asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")

    @model_validator(mode="before")
    @classmethod
    def _storable(cls, given: Any) -> Any:
        """A model may write what no column takes; a run must not fail for a NUL in a reason."""
        return storable(given) if isinstance(given, dict) else given
