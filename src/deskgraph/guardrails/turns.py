"""What turns a statement round: a `not` and what it is said of."""

from collections.abc import Collection, Sequence

from deskgraph.guardrails.spelled import Token

# What denies, excepts or doubts what follows it; "n't" is found by its ending.
_TURNS = frozenset(
    """
    not no never cannot without nothing none nobody neither nor non unable impossible except excluding excluded unless
    hardly lacks lack fails fail refuse refuses forbidden prohibited instead false untrue wrong myth think believe
    guess suppose assume doubt allegedly
    nicht kein keine keinen keiner keines nie niemals ohne nichts pas jamais sans aucun aucune nunca sin ninguno non
    niet geen nooit zonder
    """.split()  # noqa: SIM905  # a table of words reads as one
)
# Words of content behind it that it is said of.
_REACH = 2


def turns(word: str) -> bool:
    """Whether a word turns round what is said."""
    return word in _TURNS or word.endswith(("n't", "n’t"))


def turned(tokens: Sequence[Token]) -> list[frozenset[str]]:
    """For each word that turns, the keys that it is said of: those behind it in its clause, else those before it."""
    found = []
    for place, token in enumerate(tokens):
        # "No, it is not": an answer of its own, which turns nothing that follows.
        if turns(token.low) and not (place == 0 and token.ends and token.low == "no"):
            found.append(_said_of(tokens, place))
    return [each for each in found if each]


def _said_of(tokens: Sequence[Token], place: int) -> frozenset[str]:
    after: list[str] = []
    for token in tokens[place + 1 :]:
        if token.low in ("and", "but", "because", "if", "when", "so") and after:
            break
        if turns(token.low) and after:
            break
        if token.key and not turns(token.low):
            after.append(token.key)
        if len(after) >= _REACH or (token.ends and after):
            break
    if after or tokens[place].low == "without":
        return frozenset(after)
    return frozenset([token.key for token in tokens[:place] if token.key][-2:])


def denies(
    source: Sequence[frozenset[str]],
    said: Sequence[frozenset[str]],
    keys: Collection[str],
    *,
    wholly: bool = False,
) -> bool:
    """Whether a source turns round what a statement with these keys says as it is; `wholly`, all that it turns. A turn
    of the one is answered by one of the other that is said of the same."""
    unanswered = _unanswered(source, said)
    return any(each <= set(keys) if wholly else each & set(keys) for each in unanswered)


def invents(said: Sequence[frozenset[str]], source: Sequence[frozenset[str]], keys: Collection[str]) -> bool:
    """Whether a statement turns round what its sources, with these keys, say as it is."""
    lone = _unanswered(said, source)
    return bool(lone) and (not source or any(each & set(keys) for each in lone))


def _unanswered(turns: Sequence[frozenset[str]], answers: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    left, lone = list(answers), []
    for each in turns:
        if (answer := next((other for other in left if each & other), None)) is None:
            lone.append(each)
        else:
            left.remove(answer)
    return lone
