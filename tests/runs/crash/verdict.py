"""What a cell shows: the same as the undisturbed run; an outcome that nobody knew, asked and settled; or wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .cell import Ended
from .seen import Seen, differences

Word = Literal["same", "unknown", "WRONG"]
# Parts of a ticket that tell of the question itself: an outcome that was asked about leaves more of them.
_TOLD = ("steps", "effects", "approvals", "events", "progress")
_OUTCOME_NODES = "_outcome"
_READ = "read_up_to"


@dataclass(frozen=True)
class Verdict:
    """`unknown` is allowed only when the kill fell between claim and settlement; `why` says what is wrong."""

    word: Word
    why: tuple[str, ...] = ()
    settled: str = ""


def judge(undisturbed: Seen, ended: Ended) -> Verdict:
    """Compare the end of a cell with that of the undisturbed run."""
    if ended.seen is None:
        return Verdict("WRONG", (ended.stuck,))
    if not ended.died:
        return Verdict("WRONG", ("the worker never came to this place",))
    if set(ended.settled) != set(ended.open_at_death):
        asked, claimed = sorted(ended.settled), sorted(ended.open_at_death)
        return Verdict(
            "WRONG", (f"asked about {asked or 'nothing'}, and open at the kill was {claimed or 'nothing'}",)
        )
    if not ended.settled:
        why = differences(undisturbed, ended.seen)
        return Verdict("WRONG" if why else "same", tuple(why))
    happened = all(ended.settled.values())
    why = _happened(undisturbed, ended.seen) if happened else _did_not(ended)
    return Verdict("WRONG" if why else "unknown", tuple(why), "it happened" if happened else "it did not")


def _happened(undisturbed: Seen, seen: Seen) -> list[str]:
    """Settled as done the run goes on as if it had never stopped: all that differs is that somebody was asked."""
    why = differences(_unread(undisturbed), _unread(seen), but=_TOLD)
    if _nodes(undisturbed) != _nodes(seen):
        why.append(f"steps: {_nodes(seen)} for {_nodes(undisturbed)}")
    if [(each["key"], each["state"]) for each in seen.effects] != [
        (each["key"], "done") for each in undisturbed.effects
    ]:
        why.append(f"effects: {seen.effects}")
    return why


def _did_not(ended: Ended) -> list[str]:
    """Settled as not done nothing is done again: the run ends, and the customer is told or a person has the ticket."""
    seen = ended.seen
    assert seen is not None
    why = list(seen.broken)
    refused = {key for key, happened in ended.settled.items() if not happened}
    why += [f"{line['key']} was done after all" for line in seen.outside if line["key"] in refused]
    states = {each["key"]: each["state"] for each in seen.effects}
    why += [f"{key} is {states.get(key)}" for key in refused if states.get(key) != "refused"]
    # Behind a run that hands its ticket to a person the next one gives way, and that person answers its messages.
    handed_over = seen.ticket["handling"] == "needs_human"
    ends = ("done", "cancelled") if handed_over else ("done",)
    why += [f"the run is {run['state']}: {run['reason']}" for run in seen.runs if run["state"] not in ends]
    if seen.messages[-1]["author_role"] != "agent" and not handed_over:
        why.append("nobody answers the customer")
    return why


def _unread(seen: Seen) -> Seen:
    """Without how far each run had read: a later one has read of the question, too."""
    finals = [
        {name: value for name, value in (run["final"] or {}).items() if name != _READ} for run in seen.runs
    ]
    return replace(seen, runs=[{**run, "final": final} for run, final in zip(seen.runs, finals, strict=True)])


def _nodes(seen: Seen) -> Sequence[str]:
    return [step["node"] for step in seen.steps if not step["node"].endswith(_OUTCOME_NODES)]
