"""What the classifier says of a customer's message."""

from typing import Literal

from pydantic import Field

from deskgraph.decisions.base import Decision

Category = Literal["order", "delivery", "returns", "payment", "product", "account", "complaint", "other"]
Priority = Literal["low", "normal", "high", "urgent"]


class Classification(Decision):
    """Say what the customer's message is about and how soon somebody must look at it.

    Urgent is only what does damage while it waits: safety, fraud, money leaving. High is a customer who is blocked
    or asks for a person. Judge the message, not its tone.
    """

    category: Category = Field(description="What the message is mainly about.")
    priority: Priority = Field(description="How soon somebody must look at it.")
    reasoning: str = Field(description="One sentence: what in the message led to this.", max_length=500)
