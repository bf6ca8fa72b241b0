"""What became of a tool call, told to its reader: a fixed sentence for the status, and the report's own
words."""

from deskgraph.decisions import Claim
from deskgraph.models.builtin import courtesy
from deskgraph.models.builtin.words import flat
from deskgraph.prompts import Section

_OPENINGS = {
    "done": courtesy.DONE,
    "rejected": courtesy.REJECTED,
    "refused": courtesy.REFUSED,
    "failed": courtesy.FAILED,
    "unknown": courtesy.UNKNOWN,
    "incomplete": courtesy.INCOMPLETE,
}


def report_claims(report: Section) -> list[Claim]:
    """Claims without passages. An unknown status opens with the sentence that promises nothing."""
    status = report.labels.get("status", "")
    body = report.body.strip()
    opening = _OPENINGS.get(status, courtesy.CANNOT_DO)
    lines = [courtesy.CORRECTED] if status == "done" and report.labels.get("corrected") == "yes" else []
    if status != "done" or not body:
        lines.insert(0, opening)
    if body and flat(body) != flat(opening):
        lines.append(body[:4_000])
    return [Claim(text=line) for line in lines]
