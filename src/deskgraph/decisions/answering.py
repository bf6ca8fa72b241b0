"""What the answerer may decide."""

from pydantic import Field

from deskgraph.decisions.base import Decision


class Claim(Decision):
    """One sentence or short paragraph of an answer with the passages behind it."""

    text: str = Field(description="What is said, ready to be read by its reader.", max_length=4_000)
    passages: tuple[int, ...] = Field(
        default=(),
        description="Ids of the passages that hold it; empty for courtesy and for a tool's report.",
    )


class Answer(Decision):
    """Choose this when the passages, the tool's report or the conversation hold the answer. Say only what they
    hold, name the passages behind each claim, and never promise what nobody did."""

    claims: tuple[Claim, ...] = Field(
        description="The answer, claim by claim, in reading order.", min_length=1
    )
    ask_approval: bool = Field(
        default=False,
        description="True when a person should read this before it goes out: money, blame, law.",
    )

    @property
    def text(self) -> str:
        """The answer as one text, paragraphs divided by a blank line."""
        return "\n\n".join(claim.text.strip() for claim in self.claims)

    @property
    def cited(self) -> tuple[int, ...]:
        """Ids of all passages that the claims name, each once, in order of first use."""
        return tuple(dict.fromkeys(number for claim in self.claims for number in claim.passages))


class CannotAnswer(Decision):
    """Choose this when what you were given does not hold the answer. Do not guess."""

    reason: str = Field(description="One sentence: what is missing.", max_length=500)


AnswerDecision = Answer | CannotAnswer
