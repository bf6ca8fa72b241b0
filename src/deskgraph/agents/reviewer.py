"""The reviewer: whether a draft may go out."""

from collections.abc import Sequence
from dataclasses import dataclass

from deskgraph.agents.answerer import Material
from deskgraph.agents.base import BaseAgent
from deskgraph.agents.told import GUIDANCE_RULE
from deskgraph.decisions import Claim, ReviewDecision
from deskgraph.prompts import Section


@dataclass(frozen=True)
class DraftInReview:
    """A draft as claims, with the material it was written from."""

    material: Material
    claims: tuple[Claim, ...]


class Reviewer(BaseAgent[DraftInReview, ReviewDecision]):
    """Compares a draft with what it was written from."""

    purpose = "reviewing"
    output_type = ReviewDecision
    instructions = (
        "You review drafts of a support desk before customers get them. Compare each claim with the passages it "
        "names, with the tool's report, with the conversation and with the guidance. You do not judge style. "
        + GUIDANCE_RULE
    )
    deps_type = DraftInReview

    def sections(self, deps: DraftInReview) -> Sequence[Section]:
        claims = [
            Section("claim", claim.text, labels={"passages": ",".join(map(str, claim.passages))})
            for claim in deps.claims
        ]
        return [*deps.material.sections(), *claims]
