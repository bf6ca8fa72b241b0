"""How English says that something was done, is being done, or will be; for text in small plain letters."""

import re

from deskgraph.guardrails.deeds import STARTS, SUM

Forms = tuple[re.Pattern[str], ...]

_STEM = rf"(?:{STARTS})"
_PAST = (
    rf"(?={_STEM})(?P<deed>\w{{3,20}}+)"
    r"(?:(?<=ed)|(?<=sent)|(?<=paid)|(?<=froze)|(?<=frozen)|(?<=reset)|(?<=written))\b"
)
_BASE = rf"(?={_STEM})(?!go|went|gone)(?P<deed>\w{{2,20}}+)\b"
_ING = rf"(?={_STEM})(?!go)(?P<deed>\w{{2,20}}+)(?<=ing)\b"
# What stands between who and what, and turns nothing round.
_ADVERB = (
    r"(?>(?:(?:\w{2,12}ly|already|just|now|since|today|yesterday|hereby|herewith|also|then|again|therefore"
    r"|meanwhile|in full"
    r"|for you|for (?:us|now|free)|not only|this \w{3,9}|as \w{3,12}"
    r"|both|all|soon|please|of course|so far|at once) ){0,4})"
)
_OURS = (
    r"(?:our|my|the) (?:\w{3,12} )?(?:teams?|department|colleagues?|desk|shop|company|warehouse"
    r"|manager|finance)"
)
_WE = rf"\b(?:i|we|{_OURS})"
_HAVE = r"(?>(?: ?'?ve| ?'d| have| had| has)?)"
_WILL = (
    r"(?> ?'ll| will| shall| ?'?m (?:going|about) to| ?'re (?:going|about) to| (?:am|are|is) (?:going"
    r"|about) to)"
)
_BEEN = (
    rf"(?:(?:has|have|had|'s|'ve) {_ADVERB}been|was|were|got|(?:is|are) (?:now|already|hereby|being)"
    rf"|'s (?:now|being))"
)
_LIGHT = (
    r"(?:issu|process|initiat|start|trigger|grant|add|appl[iy]|approv|authori[sz]|arrang|complet|submit"
    r"|request|creat|provid"
    r"|offer|finali[sz]|execut|perform|lodg|rais|plac|order|confirm|award|hand|credit|book|schedul|mak"
    r"|giv|put|set|send|pay"
    r"|get|do)"
)
_LIGHT_PAST = (
    rf"(?:(?={_LIGHT})\w{{3,16}}+(?<=ed)|made|gave|given|put through|put|set|sent|paid|done|got|carried out)"
)
_NOUN = (
    r"(?P<deed>(?>(?:refund|reimbursement|repayment|credit(?! ?card)|discount|voucher|coupon|gift ?card"
    r"|compensation|goodwill"
    r"|cancellation|replacement|exchange|payout|payment|transfer|cash ?back|money back|rebate|upgrade"
    r"|(?<!chrome )(?<!browser )(?<!file )extension|waiver"
    r"|chargeback|deletion|reset|renewal|booking|reservation|shipment|correction|change|price reduction)"
    rf"(?!s? (?:teams?|departments?|polic|desk|colleagues?|forms?|pages?|rules?|terms|rates?\b))|{SUM}))"
)
_IS_NOUN = _NOUN.replace("?P<deed>", "?:")
# Words that make the noun no object of what was done: "given your question about the refund to the team".
_GAP = (
    r"(?>(?:(?!(?:about|regarding|concerning|into|whether|if|when|how|that|not|no|question|message|request"
    r"|enquiry|inquiry|note"
    r"|article|ticket|details?|looking|checking|look|check|according|reminders?|link|answer|reply"
    r"|information|mistake)\b"
    rf"|{_IS_NOUN})[^\s,.;!?]{{1,24}}+ ){{0,6}})"
)
_STATED = (
    r"(?:(?=process|issu|complet|approv|initiat|submitt|confirm|arrang|grant|author|execut|appli|add"
    r"|trigger)\w{3,16}+(?<=ed)"
    r"|made|done|sent|paid|carried out|put through|given)\b"
)
# What stands between a refund and what became of it.
_OF = (
    r"(?>(?:(?!(?:if|not|no|when|once|after|before|until|upon|that|which|we|i|has|have|had|was|were|got|is"
    r"|are|will|shall|'s|went|goe?s?)\b)"
    r"[^\s,.;!?]{1,24}+ ){0,6})"
)
_OWED = r"(?:your|the|this|that|a|an|full)"
_AWAY = (
    r"(?:(?:is|are|'s) (?:now |already )?(?:on (?:its|their|the) way|complete|under ?way|in progress|done"
    r"|successful)"
    r"|(?:has|have) (?:now |already )?gone (?:out|through|back)|went (?:out|through|back)|(?:is|are)"
    r" going back|goe?s? back|(?:is|are) (?:now |already )?back (?:on|in|to|with) your)"
)

_SUBJECTS = (
    rf"(?={_STEM})\w{{1,16}}ed\b|(?:i|we|you|they|he|she|to|can|be|is|are|not|no|nothing|get|getting|was"
    rf"|were|who|if|until|when"
    r"|before|after|has|have|had|and|with|once|need|want|my|then|automatically|manually|only|or|as)\b"
)
_BARE = r"(?P<deed>refunded|reimbursed|credited|cancell?ed|paid back|repaid)"
_SO = r"as \w{3,12}|today|now|in full|successfully"

OURS: Forms = (
    re.compile(rf"{_WE}{_HAVE} {_ADVERB}{_PAST}"),
    re.compile(rf"{_WE}{_HAVE} {_ADVERB}{_LIGHT_PAST} {_GAP}{_NOUN}"),
    re.compile(
        rf"{_WE}{_HAVE} {_ADVERB}(?:(?:was|were|been) able|managed|decided|agreed) to {_ADVERB}{_BASE}"
    ),
    re.compile(rf"{_WE}{_HAVE} {_ADVERB}(?:taken|took) care of {_GAP}{_NOUN}"),
)
DONE: Forms = (
    re.compile(rf"(?<![\w.])(?P<deed>{SUM}) {_AWAY}"),
    re.compile(rf"\b{_BEEN} {_ADVERB}{_PAST}"),
    re.compile(rf"\b{_BEEN} {_ADVERB}{_LIGHT_PAST} {_GAP}{_NOUN}"),
    re.compile(rf"(?<!\w){_NOUN}s? {_OF}{_BEEN} {_ADVERB}{_STATED}"),
    re.compile(rf"\b{_OWED} (?:\w{{1,12}} ){{0,2}}{_NOUN} {_OF}(?:is|are|'s) {_ADVERB}{_STATED}"),
    re.compile(rf"\b{_OWED} (?:\w{{1,12}} ){{0,3}}{_NOUN}s? {_OF}{_AWAY}"),
    re.compile(
        r"\b(?:money|amount|sum) (?P<deed>goes back|is going back|went back|has gone back|is on its way)\b"
    ),
    re.compile(
        rf"\byou(?:r \w{{3,14}})? (?:is|are) {_ADVERB}(?P<deed>refunded|reimbursed|credited|cancell?ed)\b"
    ),
    # Without a subject: "Refund issued.", "Order cancelled!", "Refunded 5 euros to your card."
    re.compile(rf"^(?:\w{{1,12}} ){{0,3}}{_NOUN}s? {_ADVERB}{_STATED}\W{{0,3}}$"),
    re.compile(rf"^(?:done \W{{0,2}} ?)?{_BARE} ?(?:{_SO})?\W{{0,3}}$"),
    re.compile(rf"^(?>(?:(?!{_SUBJECTS})\w{{1,12}} ){{1,3}}){_PAST} ?(?:{_SO})?\W{{0,3}}$"),
    re.compile(rf"^(?:and )?{_PAST} (?:your|the|it|in full|today|as|to your|{SUM})"),
)
COMING: Forms = (
    re.compile(rf"{_WE}{_WILL} {_ADVERB}{_BASE}"),
    re.compile(rf"{_WE}{_WILL} {_ADVERB}(?={_LIGHT})\w{{2,14}}+ {_GAP}{_NOUN}"),
    re.compile(rf"\b(?:i ?'?m|we're|i am|we are) {_ADVERB}{_ING}"),
    re.compile(rf"\b(?:i ?'?m|we're|i am|we are) {_ADVERB}(?={_LIGHT})\w{{3,16}}+(?<=ing) {_GAP}{_NOUN}"),
    re.compile(rf"\b(?:i|let me) {_ADVERB}{_BASE}"),
    re.compile(rf"\b(?:i|we) {_ADVERB}(?:confirm|grant|issue|approve|authori[sz]e) {_GAP}{_NOUN}"),
    re.compile(rf"\bwe (?:hereby|herewith|now) {_BASE}"),
    re.compile(rf"\bwe (?P<deed>refund|reimburse|credit|pay|cancel)\w{{0,2}} (?:you\b|your\b|{SUM})"),
    re.compile(rf"\b(?:will|shall|going to|'ll) {_ADVERB}be {_ADVERB}{_PAST}"),
    re.compile(rf"\b(?:will|shall|going to|'ll) {_ADVERB}be {_ADVERB}{_LIGHT_PAST} {_GAP}{_NOUN}"),
    re.compile(rf"(?<!\w){_NOUN}s? {_OF}(?:will|shall) {_ADVERB}be {_ADVERB}{_STATED}"),
    re.compile(
        rf"\byou(?: ?'ll| will| shall| should| can expect to| are going to|'re going to|'re| are) {_ADVERB}"
        rf"(?:get|receive|see|have|getting|receiving) {_GAP}{_NOUN}"
    ),
    re.compile(rf"\byou(?: ?'ll| will) (?:get|receive|have) {_GAP}{_PAST}"),
    re.compile(rf"\b(?:you can )?expect {_GAP}{_NOUN}"),
)
# A clause that goes on from the one before it: what is said of us there holds here, too.
LEAD = re.compile(
    r"\b(?:(?:i|we)(?: ?'(?:ve|ll|m|re)| have| had| will| shall| am| are)?(?: going to| about to)?|(?:has"
    r"|have|had) been|was|were"
    r"|(?:is|are) being|will be)(?= )|\b(?:i|we|you|they|he|she|it) (?:can|could|may|might|would|must"
    r"|should|cannot|do|did)\b"
    r"|\byou(?:'ve| have| had| will|'ll| are| were)?(?= (?:have|had|are|were|want|said|\w{2,12}ed)\b)"
)
GOES_ON = re.compile(
    rf"^(?:and|but|or|then|and then|and also|and so) (?={_ADVERB}(?:{_STEM}|{_LIGHT}|made|gave))"
)
