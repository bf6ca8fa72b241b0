"""Attacks in other languages, by kind of finding."""

from deskgraph.guardrails import languages_east as east
from deskgraph.guardrails import languages_west as west
from deskgraph.guardrails.tongue import spoken

LATIN = spoken(
    (
        *(west.GERMAN, west.DUTCH, west.FRENCH, west.SPANISH, west.PORTUGUESE, west.ITALIAN),
        *(east.POLISH, east.TURKISH),
    ),
    edge=r"\b",
)
OTHER_SCRIPTS = spoken(
    (east.RUSSIAN, east.UKRAINIAN, east.ARABIC, east.CHINESE, east.JAPANESE, east.KOREAN, east.HINDI)
)
