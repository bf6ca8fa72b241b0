"""What all decisions share."""

from pydantic import BaseModel, ConfigDict


class Decision(BaseModel):
    """One member of a union that an agent returns: frozen, and nothing in it that was not asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid", revalidate_instances="always")
