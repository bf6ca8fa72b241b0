"""The families of verbs a desk is asked for, read from `lexicon.yaml`."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import yaml

from deskgraph.models.builtin.words import stem, words

LOOK = "look"
PERSON = "person"


@dataclass(frozen=True)
class Lexicon:
    """`single` maps a stem to its family, `phrases` a run of stems to its family (longest first).

    `nouns` are stems that are verbs only where a verb can stand.
    """

    single: dict[str, str]
    in_names: dict[str, str]
    nouns: frozenset[str]
    phrases: tuple[tuple[tuple[str, ...], str], ...]
    kin: frozenset[frozenset[str]]
    same: dict[str, str]
    things: frozenset[str]
    goods: str
    states: dict[str, str]

    def families(self, stems: list[str]) -> Iterator[tuple[int, str]]:
        """Place and family of each verb in a list of stems; a phrase counts once."""
        place = 0
        while place < len(stems):
            length, family = self._at(stems, place)
            if family:
                yield place, family
            place += length

    def doing(self, stems: list[str]) -> str | None:
        """The family of what a tool does, by its name or help: a verb first, else a noun that is one as
        well."""
        verbs = [(place, family) for place, family in self.families(stems)]
        named = [(place, self.in_names[word]) for place, word in enumerate(stems) if word in self.in_names]
        sure = sorted(pair for pair in verbs + named if stems[pair[0]] not in self.nouns)
        return next((family for _, family in sure or verbs), None)

    def akin(self, one: str, other: str) -> bool:
        """Whether a tool of one family often serves what is asked in words of the other."""
        return frozenset((one, other)) in self.kin

    @property
    def meant_things(self) -> frozenset[str]:
        """The things, each by the stem that stands for its meaning."""
        return frozenset(self.meaning(thing) for thing in self.things)

    def meaning(self, word: str) -> str:
        """The group of words of one meaning that a stem belongs to, or the stem itself."""
        return self.same.get(word, word)

    def _at(self, stems: list[str], place: int) -> tuple[int, str | None]:
        for phrase, family in self.phrases:
            if tuple(stems[place : place + len(phrase)]) == phrase:
                return len(phrase), family
        return 1, self.single.get(stems[place])


@lru_cache(1)
def lexicon() -> Lexicon:
    """The lexicon of this version, read once."""
    text = resources.files(__package__).joinpath("lexicon.yaml").read_text("utf-8")
    raw = yaml.safe_load(text)
    entries = [(_stems(entry), family) for family, entries in raw["families"].items() for entry in entries]
    phrases = sorted((entry for entry in entries if len(entry[0]) > 1), key=lambda entry: -len(entry[0]))
    return Lexicon(
        single={stems[0]: family for stems, family in entries if len(stems) == 1},
        in_names={stem(word): family for family, entry in raw["in_names"].items() for word in entry},
        nouns=frozenset(stem(word) for word in raw["nouns"]),
        phrases=tuple(phrases),
        kin=frozenset(frozenset(pair) for pair in raw["kin"]),
        things=frozenset(stem(word) for word in raw["things"]),
        goods=stem(raw["goods"]),
        states={stem(word): stem(state) for state, entry in raw["states"].items() for word in entry},
        same={stem(word): stem(group[0]) for group in raw["same"] for word in group},
    )


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in words(text))
