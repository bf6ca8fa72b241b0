"""Classification: what a message is about, and how soon somebody must look at it."""

import re
from typing import cast

from deskgraph.decisions import Category, Classification, Decision, Priority
from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.signals import danger_in, wants_person
from deskgraph.models.builtin.words import sentences

_HIGH = re.compile(
    r"\b(?:urgent(?:ly)?|asap|as soon as possible|immediately|emergency|right away|third time"
    r"|still no (?:answer|reply)"
    r"|weeks? and nobody|locked out|cannot (?:work|log ?in)|can't (?:work|log ?in)|today|tomorrow"
    r"|by tonight)\b",
    re.IGNORECASE,
)
_FRAUD = re.compile(
    r"\b(?:stolen|hacked|fraud(?:ulent)?|scam(?:med)?|unauthori[sz]ed|someone (?:is using|used|has used)"
    r"|(?:did not|didn't) (?:make|authori[sz]e) (?:this|that|these|those|it)|not (?:made|done) by me)\b",
    re.IGNORECASE,
)
_SENTENCES = 6  # judged one by one; the rest of a longer letter repeats them
_SURE = 0.5  # the probability from which a text counts as thanks, chatter or low
_PRESSING = 0.7  # the probability from which the meaning alone raises the priority


async def classify(reading: Reading, mind: Mind) -> list[Decision]:
    """One classification: the category of the whole text, the priority of its most pressing sentence."""
    text = reading.asked
    if not text.strip():
        return [Classification(category="other", priority="normal", reasoning="There is no text to judge.")]
    parts = [text[:1_000], *sentences(text)[:_SENTENCES]]
    about = await mind.judge("category", parts)
    category = max(about[0], key=lambda label: about[0][label] + max(part[label] for part in about))
    priority, why = await _priority(text, parts, mind)
    reasoning = f"It reads like messages about {category}; {why}."
    return [Classification(category=cast("Category", category), priority=priority, reasoning=reasoning)]


async def _priority(text: str, parts: list[str], mind: Mind) -> tuple[Priority, str]:
    wishes = await mind.judge("wish", parts)
    urgency = await mind.judge("priority", parts)
    if danger_in(text, wishes):
        return "urgent", "somebody may be harmed, or the law is named"
    if _FRAUD.search(text) or max(part["urgent"] for part in urgency) >= _PRESSING:
        return "urgent", "it does damage while it waits"
    if wants_person(text, wishes):
        return "high", "the customer asks for a person"
    if _HIGH.search(text) or max(part["high"] for part in urgency[1:] or urgency) >= _PRESSING:
        return "high", "the customer is blocked or in a hurry"
    if max(wishes[0]["thanks"], wishes[0]["chatter"]) >= _SURE or urgency[0]["low"] >= _SURE:
        return "low", "nothing waits for an answer"
    return "normal", "nothing in it is pressing"
