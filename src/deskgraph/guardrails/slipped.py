"""A word put into a quote, or in the place of one of its words: "the *attacker* card that was used"."""

from collections.abc import Collection, Sequence

from deskgraph.guardrails.spelled import Token

_LONGEST = 3  # words that are put in together
_ROUND = 2  # words on either side that stand in the source
_WAYS = frozenset(("before", "after", "above", "below", "under", "over", "until", "since", "from", "to"))


def slipped_in(said: Sequence[Token], source: Sequence[Token], held: Collection[str]) -> bool:
    words = [token.same for token in said]
    quoted = ["^", "^", *(token.same for token in source), "$", "$"]
    padded = ["^", "^", *words, "$", "$"]
    known = set(quoted)
    at = 0
    while at < len(said):
        if not _strange(said[at], held, known):
            at += 1
            continue
        end = at + 1
        while end < len(said) and _strange(said[end], held, known):
            end += 1
        apart = at == 0 and said[end - 1].ends
        if (
            end - at <= _LONGEST
            and not apart
            and _between(padded[at : at + _ROUND], padded[end + 2 : end + 4], quoted)
        ):
            return True
        at = end
    return False


def _strange(token: Token, held: Collection[str], known: Collection[str]) -> bool:
    return (token.key not in held) if token.key else (token.low in _WAYS and token.low not in known)


def _between(left: list[str], right: list[str], quoted: list[str]) -> bool:
    """Whether these stand in the source side by side, or with a word or two between."""
    for place in range(len(quoted) - _ROUND):
        if quoted[place : place + _ROUND] == left:
            for gap in range(3):
                after = place + _ROUND + gap
                if quoted[after : after + _ROUND] == right:
                    return True
    return False
