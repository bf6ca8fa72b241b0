"""What a text asks for, clause by clause, and which of it is only a condition, a refusal or a story."""

import re
from dataclasses import dataclass

from deskgraph.models.builtin.facts import MONEY
from deskgraph.models.builtin.lexicon import LOOK, lexicon
from deskgraph.models.builtin.phrasing import (
    BREAK,
    BRIEF,
    CONDITION,
    HOW,
    LED,
    MARK,
    OPENING,
    PERSON,
    QUESTION,
    REFUSAL,
    REFUSED,
    REGRET,
    SELF,
)
from deskgraph.models.builtin.words import sentences, stem, words

_SLOT = ("please", "also", "then", "just", "to", "and", "or", "kindly", "help", "first", "only", "you", "not")


_ENDING = """
    because since as that which who if when while so to for from with by in on at into onto about after
    before until
    than and but or i we you is are was were it them these those this
"""
_END = frozenset(_ENDING.split())
_PHRASE = 6  # words an object may have; a longer one is the rest of the sentence


@dataclass(frozen=True)
class Ask:
    """One thing asked for: the family of its verb, and the words it is asked of (`my`, `blue`, `lamp`)."""

    family: str
    object: tuple[str, ...]


@dataclass(frozen=True)
class Clause:
    """One clause with what it asks for, in order.

    `kind` says whether it is meant now: `plain` is an ask or a statement; `condition` depends on what is not known
    yet; `how` asks how something is done and `question` what is so or what is allowed, neither asks to do it;
    `refused` says what is not wanted.
    """

    text: str
    sentence: str
    kind: str
    asks: tuple[Ask, ...]

    @property
    def acts(self) -> tuple[Ask, ...]:
        """The asks that would change something."""
        return tuple(ask for ask in self.asks if ask.family != LOOK)


def clauses(text: str) -> list[Clause]:
    """The clauses of a text in order; what its writer took back is left out."""
    text = own_words(text)
    if REGRET.search(text):
        kept = [clause for clause in _cut(text) if not clause.acts]
        return [clause for clause in kept if not REGRET.search(clause.text)]
    return _cut(text)


def own_words(text: str) -> str:
    """A brief that speaks to the customer (`You want to ...`) in the customer's words; other texts
    unchanged."""
    if SELF.search(text) or not BRIEF.search(text):
        return text
    for pattern, word in PERSON:
        text = re.sub(pattern, word, text, flags=re.IGNORECASE)
    return text


def _cut(text: str) -> list[Clause]:
    found: list[Clause] = []
    for sentence in sentences(text):
        conditional = bool(CONDITION.search(sentence))
        marked = False
        for piece in _pieces(sentence):
            conditional = conditional or bool(CONDITION.search(piece))
            marked = marked or bool(MARK.search(piece))
            asks = _asks(piece, marked)
            found.append(Clause(piece, sentence, _kind(piece, asks, conditional=conditional), asks))
    return found


def _kind(piece: str, asks: tuple[Ask, ...], *, conditional: bool) -> str:
    if REFUSED.search(piece) and not asks:
        return "refused"
    main = LED.sub("", piece)  # `If it was shipped, how do I return it?`
    if HOW.search(main):
        return "how"
    if QUESTION.search(main):
        return "question"
    return "condition" if conditional else "plain"


def _pieces(sentence: str) -> list[str]:
    """A sentence cut at its clauses; an opening such as `For order B-1,` stays with the clause it opens."""
    found: list[str] = []
    for part in (part.strip(" ,;") for part in BREAK.split(sentence)):
        if found and OPENING.fullmatch(found[-1]):
            found[-1] = f"{found[-1]}, {part}"
        elif len(part) > 1:
            found.append(part)
    return found


def _asks(text: str, marked: bool) -> tuple[Ask, ...]:
    """What is asked for: infinitives, imperatives, nouns after a wish (`a refund`); never what was done
    already."""
    plain = OPENING.sub("", text, count=1) if OPENING.match(text) else text
    spoken = words(MONEY.sub("money", plain))  # `20 euros back` is money back
    found: dict[str, Ask] = {}
    for place, family in lexicon().families([stem(word) for word in spoken]):
        if _is_asked(spoken, place, marked):
            found.setdefault(family, Ask(family, _object(spoken[place + 1 :])))
    return tuple(found.values())


def _is_asked(spoken: list[str], place: int, marked: bool) -> bool:
    word = spoken[place]
    slot = place == 0 or spoken[place - 1] in _SLOT
    participle = word.endswith(("ed", "ing")) and stem(word) != word
    if stem(word) in lexicon().nouns and not slot and not participle:
        return False
    past = participle and not _passive(spoken[:place])
    return not past and (marked or slot) and not REFUSAL.search(" ".join(spoken[:place]))


def _object(after: list[str]) -> tuple[str, ...]:
    """The words up to the first that opens something else; `of` goes on, `the address of my order` is one
    object."""
    end = next((place for place, word in enumerate(after) if word in _END), len(after))
    return tuple(after[: min(end, _PHRASE)])


def _passive(before: list[str]) -> bool:
    """`I want it cancelled`, `needs to be refunded`, `help cancelling`: a participle that asks."""
    near = before[-5:]
    return any(word in ("want", "be", "get", "like", "need", "needs", "help", "consider") for word in near)
