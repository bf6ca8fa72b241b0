"""What a text asks for, clause by clause, and which of it is only a condition, a refusal or a story."""

import re
from dataclasses import dataclass

from deskgraph.models.builtin.lexicon import LOOK, lexicon
from deskgraph.models.builtin.words import sentences, stem, words

_BRIEF = re.compile(
    r"\byou(?:'d|'re)? (?:want|wish|would|need|prefer|received|ordered|bought|placed|wonder|like|are|were|have|had|just)\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:I|I'm|I've|I'd|my|me|we|our|us)\b")
_PERSON = (
    (r"\byou are\b", "I am"), (r"\byou were\b", "I was"), (r"\byou're\b", "I'm"), (r"\byou've\b", "I've"),
    (r"\byou'd\b", "I'd"), (r"\byourself\b", "myself"), (r"\byours\b", "mine"), (r"\byour\b", "my"),
    (r"\byou\b", "I"), (r"\bthe (?:customer service )?agent\b", "you"),
)  # fmt: skip
_VERBS = "(?:cancel|return|exchange|change|modify|refund|swap|replace|update|send|track|check|remove|close|delete|tell)"
_BREAK = re.compile(
    r"""\s*(?:;|,?\s+(?:and|but|then|so)\s+(?:also\s+|then\s+|finally\s+)?
        (?=(?:to\s+)?(?:i|we|please|also|want|would|can|could|my\s+\w+\s+(?:is|was|has))\b|(?:to\s+)?%s\b)
        |,\s+(?=(?:please|can|could|i\s+(?:want|would|need|also)|if|otherwise|%s)\b))\s*"""
    % (_VERBS, _VERBS),
    re.IGNORECASE | re.VERBOSE,
)
_CONDITION = re.compile(
    r"^\W*(?:and |but |so |then )*(?:if|unless|in case|otherwise|should you|provided|only if|as long as|in that case)\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:for|in|on|about|regarding|concerning|as for|from|due to|first|second|third|finally|lastly|also|and finally)"
    r"\b[^,]{0,50}\Z",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\b(?:do not|don't|does not|doesn't|did not|never|not|no need to|without|rather than|instead of|undo|undoing)\b"
    r"(?:\s+(?:want|wish|need|like|going|sure|you|to|have|ever|process|please|it|would)){0,4}\s*$",
    re.IGNORECASE,
)
_REGRET = re.compile(
    r"\b(?:regret|changed my mind|change my mind|on second thou?ght)\b.*\b(?:keep|leave)\b"
    r"|\bnever ?mind\b|\bforget (?:it|that|my (?:request|message))\b|\b(?:ignore|disregard) my (?:last|previous|earlier)\b",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"\b(?:want|wish|would like|'d like|would love|need|please|can (?:you|i|we)|could (?:you|i|we)|would you|will you"
    r"|help me|ask(?:ing)? (?:you )?(?:for|to)|request(?:ing)?|prefer|intend|hop(?:e|ing) to|decided|trying|like you to"
    r"|have to|let me|kindly|wondering|wonder|possible to|how about|make sure|willing|would rather|am going to"
    r"|looking to|able to|go ahead and|get)\b",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"^\W*(?:(?:and|but|so|also|hi|hello|please tell me|tell me|can you tell me|could you tell me|i wonder) )*"
    r"(?:how (?:do|can|does|could|would|should|is|to)\b|what (?:happens|is the (?:process|procedure|policy))|is it possible"
    r"|is there a way|do you (?:offer|have|allow|accept|support|charge)|are there|what are|why|when can i|may i|am i allowed)",
    re.IGNORECASE,
)

_SLOT = ("please", "also", "then", "just", "to", "and", "or", "kindly", "help", "first", "only", "you", "not")


_ENDING = """
    because since as that which who if when while so to for from with by in on at into onto about after before until
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
    yet; `how` asks how something is done and not to do it.
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
    if _REGRET.search(text):
        kept = [clause for clause in _cut(text) if not clause.acts]
        return [clause for clause in kept if not _REGRET.search(clause.text)]
    return _cut(text)


def own_words(text: str) -> str:
    """A brief that speaks to the customer (`You want to ...`) in the customer's words; other texts unchanged."""
    if _SELF.search(text) or not _BRIEF.search(text):
        return text
    for pattern, word in _PERSON:
        text = re.sub(pattern, word, text, flags=re.IGNORECASE)
    return text


def _cut(text: str) -> list[Clause]:
    found: list[Clause] = []
    for sentence in sentences(text):
        conditional = bool(_CONDITION.search(sentence))
        marked = False
        for piece in _pieces(sentence):
            conditional = conditional or bool(_CONDITION.search(piece))
            marked = marked or bool(_MARK.search(piece))
            kind = "condition" if conditional else "how" if _HOW.search(piece) else "plain"
            found.append(Clause(piece, sentence, kind, _asks(piece, marked)))
    return found


def _pieces(sentence: str) -> list[str]:
    """A sentence cut at its clauses; an opening such as `For order B-1,` stays with the clause it opens."""
    found: list[str] = []
    for part in (part.strip(" ,;") for part in _BREAK.split(sentence)):
        if found and _OPENING.match(found[-1]):
            found[-1] = f"{found[-1]}, {part}"
        elif len(part) > 1:
            found.append(part)
    return found


def _asks(text: str, marked: bool) -> tuple[Ask, ...]:
    """What is asked for: infinitives, imperatives, nouns after a wish (`a refund`); never what was done already."""
    spoken = words(text)
    found: dict[str, Ask] = {}
    for place, family in lexicon().families([stem(word) for word in spoken]):
        if _is_asked(spoken, place, marked):
            found.setdefault(family, Ask(family, _object(spoken[place + 1 :])))
    return tuple(found.values())


def _is_asked(spoken: list[str], place: int, marked: bool) -> bool:
    word = spoken[place]
    slot = place == 0 or spoken[place - 1] in _SLOT
    if stem(word) in lexicon().nouns and not slot:
        return False
    past = word.endswith(("ed", "ing")) and stem(word) != word and not _passive(spoken[:place])
    return not past and (marked or slot) and not _REFUSAL.search(" ".join(spoken[:place]))


def _object(after: list[str]) -> tuple[str, ...]:
    """The words up to the first that opens something else; `of` goes on, `the address of my order` is one object."""
    end = next((place for place, word in enumerate(after) if word in _END), len(after))
    return tuple(after[: min(end, _PHRASE)])


def _passive(before: list[str]) -> bool:
    """`I want it cancelled`, `needs to be refunded`, `help cancelling`: a participle that asks."""
    near = before[-5:]
    return any(word in ("want", "be", "get", "like", "need", "needs", "help", "consider") for word in near)
