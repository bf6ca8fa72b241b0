"""Every error that deskgraph raises, each with one stable code.

    DeskError
    ├── BadInput            bad_input           what came in cannot be taken
    │   ├── EmptyText           empty_text          nothing but white space
    │   ├── TextTooLong         text_too_long       longer than `text_limit`
    │   ├── NotText             not_text            bytes that are not UTF-8
    │   ├── BadAddress          bad_address         an e-mail address that is none
    │   ├── BadArguments        bad_arguments       a tool does not take these, or one is missing
    │   ├── WeakPassword        weak_password       a password that is short, or guessed at once
    │   ├── TextStopped         text_stopped        the output screen stops a person's text
    │   └── BadArticle          bad_article         an article that cannot be read or has no text
    ├── NotFound            not_found           an id that is unknown, or another's
    │   ├── UnknownTool         unknown_tool        a name that no tool has here
    │   └── UnknownGraph        unknown_graph       a name that no graph has
    ├── Conflict            conflict            somebody was first, or it does not fit what is
    │   ├── AlreadyRuled        already_ruled       an approval is ruled on once
    │   ├── NewerMessage        newer_message       the customer wrote after what was seen
    │   ├── RunWaits            run_waits           a person has to rule before it can go on
    │   ├── NotRulable          not_rulable         this approval takes another kind of ruling
    │   ├── PersonAnswers       person_answers      a person has the ticket, so nothing of the agent's leaves
    │   ├── AgentAnswers        agent_answers       the agent has the ticket, so there is nothing to hand back
    │   ├── RunOver             run_over            a run that has ended cannot be cancelled
    │   ├── StillUnderWay       still_under_way     an effect that has no result yet: ask again in a moment
    │   ├── AccountExists       account_exists      the address has an account
    │   ├── AlreadySettled      already_settled     an effect is settled once
    │   └── KeyReused           key_reused          an Idempotency-Key with another body
    ├── Expired             expired             an approval that waited too long
    ├── NotAllowed          not_allowed         this door does not let that in
    │   ├── ApprovalNotAllowed  approval_not_allowed a call that another role has to approve
    │   ├── NotSignedIn         not_signed_in       nobody knows who asks: sign in, or send a key
    │   ├── WrongPassword       wrong_password      the address or the password is not right; which, is not said
    │   ├── BadLink             bad_link            a sign-in link that is too old, or none of ours
    │   ├── TooManyTries        too_many_tries      tried too often from one place
    │   ├── ForeignHost         foreign_host        a Host header that is not this desk's
    │   └── CrossOrigin         cross_origin        another site's page sent it
    ├── Unavailable         unavailable         something we need is not there now
    │   ├── DatabaseUnavailable database_unavailable no connection, at the start or in the middle
    │   ├── PortInUse           port_in_use         another program listens there
    │   └── TooManyStreams      too_many_streams    as many event streams are open as `stream_limit` allows
    ├── Misconfigured       misconfigured       a setting that cannot work
    │   ├── UnknownModel        unknown_model       a name no provider has; says the nearest
    │   ├── UnknownPurpose      unknown_purpose     an override for a purpose that does not exist
    │   ├── PlaceholderKey      placeholder_key     a key that is empty or was never filled in
    │   ├── NotLoopback         not_loopback        an address of the network, while there are no accounts
    │   ├── BadPack             bad_pack            a tool or pack that cannot be loaded, with the fix
    │   ├── BadMigration        bad_migration       a file that changed after it was applied, or a newer database
    │   └── LooseSerializer     loose_serializer    a saver without the allow-list
    ├── GraphError          graph_error         the graph is declared wrongly, or a node broke its declaration
    │   ├── NoDestination       no_destination      a node that declares no edge, or one to nowhere
    │   ├── UndeclaredGoto      undeclared_goto     a node went where it did not say
    │   ├── UndeclaredField     undeclared_field    a node read or wrote what it did not say
    │   ├── BadUpdate           bad_update          a node wrote a value that is not of the field's type
    │   ├── GraphChanged        graph_changed       a run stands where this version's graph has nothing
    │   └── NoContext           no_context          a run was started or resumed without its context
    ├── ModelFailed         model_failed        a model gave no valid decision within its bounds
    │   ├── ModelAway           model_away          it was not reached, or answered with an error, after its retries
    │   └── SpendCapReached     spend_cap_reached   a cap on what models may cost: none is asked any more
    ├── ToolRefused         tool_refused        a tool said no before it did anything
    ├── ToolFailed          tool_failed         a tool ran and says that it failed: what it did before, nobody knows
    ├── NotSent             not_sent            a sender said no before anything left
    ├── OutcomeUnknown      outcome_unknown     it may have been sent, and nobody knows
    ├── NotApproved         not_approved        a call that nobody approved was about to run
    ├── TakenOver           taken_over          the fence: another worker holds the lane
    └── NotYet              not_yet             a command or page that comes with a later release

An expected outcome (nothing found, a tool that does not fit) is a decision and not an error. Doors map a code to a
status or an exit code; nothing here knows of HTTP.
"""

from collections.abc import Mapping
from typing import ClassVar


class DeskError(Exception):
    """What went wrong, in one line, and what to do about it.

    `message` says what and why; `hint` says what to do. `str()` gives both on one line.
    """

    code: ClassVar[str] = "desk_error"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        # What a program may want to know besides the code, by name.
        self.facts: Mapping[str, int] = {}

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class BadInput(DeskError):
    code = "bad_input"


class EmptyText(BadInput):
    code = "empty_text"


class TextTooLong(BadInput):
    code = "text_too_long"


class NotText(BadInput):
    code = "not_text"


class BadAddress(BadInput):
    code = "bad_address"


class BadArguments(BadInput):
    code = "bad_arguments"


class WeakPassword(BadInput):
    code = "weak_password"


class TextStopped(BadInput):
    code = "text_stopped"


class BadArticle(BadInput):
    code = "bad_article"


class NotFound(DeskError):
    code = "not_found"


class UnknownTool(NotFound):
    code = "unknown_tool"


class UnknownGraph(NotFound):
    code = "unknown_graph"


class Conflict(DeskError):
    code = "conflict"


class AlreadyRuled(Conflict):
    code = "already_ruled"


class NewerMessage(Conflict):
    code = "newer_message"


class RunWaits(Conflict):
    code = "run_waits"


class NotRulable(Conflict):
    code = "not_rulable"


class PersonAnswers(Conflict):
    code = "person_answers"


class AgentAnswers(Conflict):
    code = "agent_answers"


class RunOver(Conflict):
    code = "run_over"


class StillUnderWay(Conflict):
    code = "still_under_way"


class AccountExists(Conflict):
    code = "account_exists"


class AlreadySettled(Conflict):
    code = "already_settled"


class KeyReused(Conflict):
    code = "key_reused"


class Expired(DeskError):
    code = "expired"


class NotAllowed(DeskError):
    code = "not_allowed"


class ApprovalNotAllowed(NotAllowed):
    code = "approval_not_allowed"


class NotSignedIn(NotAllowed):
    code = "not_signed_in"


class WrongPassword(NotAllowed):
    code = "wrong_password"


class BadLink(NotAllowed):
    code = "bad_link"


class TooManyTries(NotAllowed):
    code = "too_many_tries"


class ForeignHost(NotAllowed):
    code = "foreign_host"


class CrossOrigin(NotAllowed):
    code = "cross_origin"


class Unavailable(DeskError):
    code = "unavailable"


class DatabaseUnavailable(Unavailable):
    code = "database_unavailable"


class PortInUse(Unavailable):
    code = "port_in_use"


class TooManyStreams(Unavailable):
    code = "too_many_streams"


class Misconfigured(DeskError):
    code = "misconfigured"


class UnknownModel(Misconfigured):
    code = "unknown_model"


class UnknownPurpose(Misconfigured):
    code = "unknown_purpose"


class PlaceholderKey(Misconfigured):
    code = "placeholder_key"


class NotLoopback(Misconfigured):
    code = "not_loopback"


class BadPack(Misconfigured):
    code = "bad_pack"


class BadMigration(Misconfigured):
    code = "bad_migration"


class LooseSerializer(Misconfigured):
    code = "loose_serializer"


class GraphError(DeskError):
    code = "graph_error"


class NoDestination(GraphError):
    code = "no_destination"


class UndeclaredGoto(GraphError):
    code = "undeclared_goto"


class UndeclaredField(GraphError):
    code = "undeclared_field"


class BadUpdate(GraphError):
    code = "bad_update"


class GraphChanged(GraphError):
    code = "graph_changed"


class NoContext(GraphError):
    code = "no_context"


class ModelFailed(DeskError):
    code = "model_failed"


class ModelAway(ModelFailed):
    code = "model_away"


class SpendCapReached(ModelFailed):
    code = "spend_cap_reached"


class ToolRefused(DeskError):
    code = "tool_refused"


class ToolFailed(DeskError):
    code = "tool_failed"


class NotSent(DeskError):
    code = "not_sent"


class OutcomeUnknown(DeskError):
    """`effect` is its row in the ledger, which a person settles."""

    code = "outcome_unknown"

    def __init__(self, message: str, hint: str, *, effect: int) -> None:
        super().__init__(message, hint)
        self.facts = {"effect": effect}


class NotApproved(DeskError):
    code = "not_approved"


class TakenOver(DeskError):
    code = "taken_over"


class NotYet(DeskError):
    code = "not_yet"
