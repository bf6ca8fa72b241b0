"""The tools that a prompt lists, as the builtin model sees them."""

import json
import re
from dataclasses import dataclass
from typing import Any

from deskgraph.models.builtin.lexicon import lexicon
from deskgraph.models.builtin.reading import Reading
from deskgraph.models.builtin.words import content, sentences, stem, words

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.]+")


@dataclass(frozen=True)
class Offer:
    """One tool. `family` is what it does, `objects` what its name does it to, `about` what its help names besides.

    Both are stems, one for all words of a meaning.
    """

    name: str
    writes: bool
    help: str
    schema: dict[str, Any]
    family: str
    objects: frozenset[str]
    about: frozenset[str]

    @property
    def text(self) -> str:
        """What is embedded: the name as words, and the first sentences of the help."""
        return f"{' '.join(name_words(self.name))}: {' '.join(sentences(self.help)[:2])}"[:400]


def offers(reading: Reading) -> list[Offer]:
    """The tools of a prompt, in order; a section whose schema cannot be read offers a tool without
    arguments."""
    return [
        _offer(section.labels.get("name", ""), section.labels.get("policy", ""), section.body)
        for section in reading.of("tool")
        if section.labels.get("name")
    ]


def name_words(name: str) -> list[str]:
    """`changeAddress`, `change_address` and `crm.change-address` as lower-case words."""
    return words(" ".join(_CAMEL.split(name)))


def _offer(name: str, policy: str, body: str) -> Offer:
    help_text, _, schema = body.partition("arguments:")
    known = lexicon()
    named = [stem(word) for word in name_words(name)]
    family = known.doing(named) or known.doing([stem(word) for word in words(help_text)]) or named[0]
    objects = {known.meaning(word) for word in content(" ".join(name_words(name)))}
    doing = {known.meaning(word) for word in named if known.single.get(word) == family}
    about = objects | {known.meaning(word) for word in content(help_text)}
    return Offer(
        name=name,
        writes=policy != "read_only",
        help=help_text.strip(),
        schema=_schema(schema),
        family=family,
        objects=frozenset(objects - doing),
        about=frozenset(about - doing),
    )


def _schema(text: str) -> dict[str, Any]:
    try:
        schema = json.loads(text)
    except ValueError:
        return {}
    return schema if isinstance(schema, dict) else {}
