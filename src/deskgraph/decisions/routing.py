"""What the decider may decide: one union a customer's message is routed by, one for the team's questions."""

from pydantic import Field

from deskgraph.decisions.base import Decision

_REASONING = Field(description="One sentence: why this and not another.", max_length=500)


class AnswerCustomer(Decision):
    """Choose this when the conversation itself holds all that an answer needs: a thank-you, a greeting, a question
    that an earlier message on this ticket already answers. Never for facts that are not written there."""

    reasoning: str = _REASONING


class SearchForCustomer(Decision):
    """Choose this when the help articles may hold the answer: how something works, rules, prices, times, steps."""

    query: str = Field(
        description="What to look for, in your own words, without names and numbers.", max_length=500
    )
    reasoning: str = _REASONING


class UseToolForCustomer(Decision):
    """Choose this when the customer asks for something to be looked up or done in their own records, and one of
    the listed tools does that."""

    task: str = Field(description="What is to be done, with the numbers the customer gave.", max_length=2_000)
    reasoning: str = _REASONING


class EscalateToPerson(Decision):
    """Choose this when the customer asks for a person, when there is a threat, an accident or a legal matter, or
    when neither the articles nor a listed tool can help."""

    reason: str = Field(
        description="What the person who takes over must know, in one sentence.", max_length=500
    )


class AnswerTeam(Decision):
    """Choose this when the ticket itself, with its notes and earlier answers, holds all that the colleague's
    question needs."""

    reasoning: str = _REASONING


class SearchForTeam(Decision):
    """Choose this when the articles, those for the team included, may hold what the colleague asks."""

    query: str = Field(description="What to look for, in your own words.", max_length=500)
    reasoning: str = _REASONING


class UseToolForTeam(Decision):
    """Choose this when the colleague asks for something to be looked up or done in the records of this ticket's
    customer, and one of the listed tools does that."""

    task: str = Field(description="What is to be done, with the numbers given.", max_length=2_000)
    reasoning: str = _REASONING


CustomerDecision = AnswerCustomer | SearchForCustomer | UseToolForCustomer | EscalateToPerson
TeamDecision = AnswerTeam | SearchForTeam | UseToolForTeam
