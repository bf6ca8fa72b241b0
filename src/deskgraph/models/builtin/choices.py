"""Arguments that are one of a few choices: by the words of a choice, else by its meaning where one stands
out."""

import re
from collections.abc import Sequence

import numpy as np
from pydantic import JsonValue

from deskgraph.models.builtin.mind import Mind
from deskgraph.models.builtin.said import Said
from deskgraph.models.builtin.schema import Field
from deskgraph.models.builtin.words import sentences, stem

SURE, LEAD = 0.5, 0.1  # cosine of a choice to what was written, and its lead over the next
_SENTENCES = 10


async def chosen(wanted: Sequence[Field], said: Said, mind: Mind) -> dict[str, JsonValue]:
    """The choices that were made, by argument; what nobody chose is left out."""
    found: dict[str, JsonValue] = {}
    for field in wanted:
        by_words = [
            matching_choice(field.choices, text) for text in (said.clause, said.sentence, said.request)
        ]
        choice = next(filter(None, by_words), None) or await _meant(field, said, mind)
        if choice:
            found[field.name] = [choice] if "array" in field.kinds else choice
    return found


def matching_choice(choices: Sequence[str], text: str) -> str | None:
    """The one choice all of whose words stand in the text; the longest of several that do."""
    spoken = {stem(word) for word in re.findall(r"\w+", text.lower())}
    held = [choice for choice in choices if _words_of(choice) and _words_of(choice) <= spoken]
    held.sort(key=lambda choice: -len(_words_of(choice)))
    if not held or (len(held) > 1 and len(_words_of(held[0])) == len(_words_of(held[1]))):
        return None
    return held[0]


def _words_of(choice: str) -> set[str]:
    return {stem(word) for word in re.findall(r"[^\W_]+", choice.lower())}


async def _meant(field: Field, said: Said, mind: Mind) -> str | None:
    if len(field.choices) < 2:
        return None
    spoken = [choice.replace("_", " ") for choice in field.choices]
    parts = sentences(said.request)[:_SENTENCES] or [said.request]
    vectors = await mind.embed([*parts, *spoken])
    cosines = (vectors[len(parts) :] @ vectors[: len(parts)].T).max(axis=1)
    best, second = np.argsort(-cosines)[:2]
    sure = cosines[best] >= SURE and cosines[best] - cosines[second] >= LEAD
    return field.choices[int(best)] if sure else None
