"""What a text to a customer rests on, by who said it: each check of the output screen trusts another part."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Done:
    """An effect that was carried out. In the arguments stand words of whoever asked for it, too."""

    action: str
    arguments: str = ""
    result: str = ""

    @property
    def told(self) -> str:
        """All of it, as one text."""
        return f"{self.action}\n{self.arguments}\n{self.result}"


@dataclass(frozen=True)
class Grounds:
    """Texts that stand behind a draft or a colleague's words.

    `articles` were retrieved; `done` is what the ledger shows as done on this ticket; `records` are what tools looked
    up; `found` are reports of calls that were not made, or came to nothing; `calls` are what was called for, in words
    of whoever asked, and how it ended; `said` is what the desk has written to this customer before; `asked` are the
    customer's own words and address. `hosts` may be linked to besides those in articles. `ours` nobody may recite:
    instructions of agents, words of colleagues.
    """

    articles: Sequence[str] = ()
    done: Sequence[Done] = ()
    records: Sequence[str] = ()
    found: Sequence[str] = ()
    calls: Sequence[str] = ()
    said: Sequence[str] = ()
    asked: Sequence[str] = ()
    hosts: Sequence[str] = ()
    ours: Sequence[str] = ()

    @property
    def facts(self) -> list[str]:
        """All that can make a statement true. The customer's own words do not."""
        done = [each.told for each in self.done]
        return [*self.articles, *done, *self.records, *self.found, *self.calls, *self.said]

    @property
    def everything(self) -> str:
        """All that this customer may see, as one text."""
        return "\n".join((*self.facts, *self.asked))
