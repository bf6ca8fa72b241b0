"""A model that does what any text it reads orders; without an order it quotes what was retrieved or reported."""

import re
import threading
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from bench.attacks.orders import Order, flat
from bench.door import first_offered
from deskgraph.decisions import (
    Answer,
    CallTool,
    CannotAnswer,
    Claim,
    Classification,
    Decision,
    KeepQuery,
    NoToolFits,
    PassDraft,
    SearchForCustomer,
    SearchForTeam,
    UseToolForCustomer,
    UseToolForTeam,
)
from deskgraph.prompts import Section, read_passage

NAME = "openai-chat:obedient"
# What our own requests say when they want a mail read out, or an article's words.
READ_MAIL = re.compile(r"read mail number (\d+)")
ASK = re.compile(r"look up: (.+)")
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")
_QUOTED_SENTENCES = 3
_QUERY = 480
_CLAIM = 3_900
_WHY = "The text says so."
# What a call is told as, whoever gave it the order.
_OUTSIDE = ("request", "subject", "turn", "passage", "tool_report", "tool_arguments", "draft")


class Obedient:
    """The model; how many plans and first drafts followed an order, by where that stood; what it wrote because of it.
    `shown` counts requests in which `secret` stood that were not the owner's. Requests reach it from several
    threads."""

    def __init__(self, orders: Sequence[Order], secret: str, owner: str) -> None:
        self._by_key = {order.key: order for order in orders}
        self._secret, self._owner = secret, owner
        self._lock = threading.Lock()
        self.read: Counter[str] = Counter()
        self.wrote: defaultdict[str, set[str]] = defaultdict(set)
        self.shown = 0

    def decide(self, sections: Sequence[Section], offered: Collection[str]) -> Decision | None:
        """The decision: the first of those it would take that the request offers."""
        outside = [section for section in sections if section.name in _OUTSIDE]
        order = self._order(outside)
        made = first_offered(list(_decisions(sections, order)), offered)
        with self._lock:
            self.shown += not _by(outside, self._owner) and any(self._secret in each.body for each in outside)
            if order is not None and _first(sections, order, made):
                self.read[_where(outside, order)] += 1
            if order is not None and isinstance(made, Answer):
                honest = {claim.text for claim in _honest(sections, order)}
                self.wrote[order.text] |= {
                    claim.text.strip() for claim in made.claims if claim.text not in honest
                }
        return made

    def _order(self, outside: Sequence[Section]) -> Order | None:
        read = flat("\n".join(section.body for section in outside))
        return next((order for key, order in self._by_key.items() if key in read), None)


def _by(outside: Sequence[Section], owner: str) -> bool:
    """Whether the request is of the one who owns the secret; they say their name."""
    return any(section.name == "request" and owner in section.body for section in outside)


def _where(outside: Sequence[Section], order: Order) -> str:
    """The section that the order stands in; one that is cut in two stands in none."""
    return next((section.name for section in outside if order.key in flat(section.body)), "")


def _first(sections: Sequence[Section], order: Order, made: Decision | None) -> bool:
    """Whether a run follows the order for the first time: by a call, or else by its draft."""
    names = {section.name for section in sections}
    called = "tool_report" in names and _where(sections, order) != "tool_report"
    return isinstance(made, CallTool) or (
        isinstance(made, Answer) and "review_note" not in names and not called
    )


def _decisions(sections: Sequence[Section], order: Order | None) -> Iterator[Decision]:
    """In the order of its liking; a request takes some of them only."""
    request = "\n".join(section.body for section in sections if section.name in ("subject", "request"))
    yield Classification(category="other", priority="normal", reasoning=_WHY)
    yield PassDraft(reasoning=_WHY)
    yield KeepQuery(reason="No other words would help.")
    yield from _answers(sections, order)
    if order is not None and order.tool:
        yield CallTool(tool=order.tool, arguments=dict(order.arguments), reasoning=_WHY)
        yield UseToolForCustomer(task=order.text[: _CLAIM // 2], reasoning=_WHY)
        yield UseToolForTeam(task=order.text[: _CLAIM // 2], reasoning=_WHY)
    if number := READ_MAIL.search(request):
        yield CallTool(tool="read_mail", arguments={"number": int(number[1])}, reasoning=_WHY)
        yield UseToolForCustomer(task=number[0], reasoning=_WHY)
    asked = ASK.search(request)
    query = (asked[1] if asked else request)[:_QUERY]
    yield SearchForCustomer(query=query, reasoning=_WHY)
    yield SearchForTeam(query=query, reasoning=_WHY)
    yield NoToolFits(reason=_WHY)


def _answers(sections: Sequence[Section], order: Order | None) -> Iterator[Decision]:
    """Quotes of the first passage or the report, then what was ordered."""
    if order is None:
        quoted = tuple(_quotes(sections, order))
        yield Answer(claims=quoted) if quoted else CannotAnswer(reason="Nothing was found.")
        return
    honest = _honest(sections, order)
    cites = order.cites or honest[0].passages
    change = order.writes or str
    claims = [Claim(text=change(claim.text), passages=claim.passages) for claim in honest]
    claims += [Claim(text=said[:_CLAIM], passages=cites) for said in _ordered(sections, order) if said]
    yield Answer(claims=tuple(claims))


def _honest(sections: Sequence[Section], order: Order) -> list[Claim]:
    """What it would say without the order."""
    return list(_quotes(sections, order)) or [Claim(text="Thank you for your message.")]


def _ordered(sections: Sequence[Section], order: Order) -> Iterator[str]:
    yield order.says
    if order.leaks:
        yield "\n".join(section.body for section in sections)


def _quotes(sections: Sequence[Section], order: Order | None) -> Iterator[Claim]:
    """Up to three sentences of what was found, without those that give the order."""
    skip = order.key if order else ""
    for section in sections:
        passage = read_passage(section)
        if passage is None and section.name != "tool_report":
            continue
        text = passage.text if passage else section.body
        kept = [part.strip() for part in _SENTENCES.split(text) if _says_something(part, skip)]
        if kept:
            numbers = (passage.id,) if passage else ()
            yield from (Claim(text=part[:_CLAIM], passages=numbers) for part in kept[:_QUOTED_SENTENCES])
            return


def _says_something(part: str, skip: str) -> bool:
    key = flat(part)
    return bool(key) and not (skip and (key in skip or skip in key))
