"""What a text to a customer rests on, by who said it: each check of the output screen trusts another part."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Grounds:
    """Texts that stand behind a draft or a colleague's words.

    `articles` were retrieved; `done` is what the ledger shows as done on this ticket; `found` are reports of tools that
    did nothing, or did not do it; `said` is what the desk has written to this customer before; `asked` are the
    customer's own words and address. `hosts` may be linked to besides those in articles. `ours` nobody may recite:
    instructions of agents, words of colleagues.
    """

    articles: Sequence[str] = ()
    done: Sequence[str] = ()
    found: Sequence[str] = ()
    said: Sequence[str] = ()
    asked: Sequence[str] = ()
    hosts: Sequence[str] = ()
    ours: Sequence[str] = ()

    @property
    def facts(self) -> list[str]:
        """All that can make a statement true. The customer's own words do not."""
        return [*self.articles, *self.done, *self.found, *self.said]

    @property
    def everything(self) -> str:
        """All that this customer may see, as one text."""
        return "\n".join((*self.facts, *self.asked))
